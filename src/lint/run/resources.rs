//! RUN042, RUN043 and RUN123: CPU, memory and sizes.

use std::cmp::Ordering;

use crate::{
    apiserver::Quantity,
    lint::{
        agent::Agent,
        check::{Findings, Subject, beside},
    },
    world::Field,
};

/// A quantity, however it is written.
fn quantity(field: &Field<'_>) -> Option<Quantity> {
    match field.int() {
        Some(number) => Quantity::parse(&number.to_string()).ok(),
        None => Quantity::parse(field.text()?).ok(),
    }
}

/// The quantity as it is written.
fn written(field: &Field<'_>) -> String {
    field.int().map_or_else(|| field.str().to_owned(), |number| number.to_string())
}

/// RUN042.
pub(super) fn requests_exceed_limits(agent: &Agent<'_>, said: &mut Findings) {
    let resources = agent.spec.at("runtime.resources");
    for (name, amount) in ["requests", "limits"].iter().flat_map(|part| resources.get(part).entries()) {
        if !is_resource(name) {
            said.at(&amount, format!("there is no resource {name:?}: those of nodes have a domain, as in nvidia.com/gpu"));
        } else if quantity(&amount).zip(Quantity::parse("0").ok()).is_some_and(|(own, zero)| own.compare(&zero) == Ordering::Less)
        {
            said.at(&amount, format!("{} of {name} is less than nothing", written(&amount)));
        }
    }
    for (name, request) in resources.get("requests").entries() {
        let limit = resources.get("limits").get(name);
        if is_extended(name) && !limit.exists() {
            said.at(&request, format!("the runtime asks for {name} without a limit, which an extended resource must have"));
        }
        let (Some(wanted), Some(most)) = (quantity(&request), quantity(&limit)) else { continue };
        let fault = match wanted.compare(&most) {
            Ordering::Greater => "more than its limit",
            Ordering::Less if is_extended(name) => "less than its limit, which an extended resource may not",
            _ => continue,
        };
        let message = format!("the runtime asks for {} of {name}, {fault} {}", written(&request), written(&limit));
        said.at(&request, message).related.push(beside(&limit, "the limit"));
    }
}

/// Whether the API server knows a name for that of a resource, or takes it for one that nodes add.
fn is_resource(name: &str) -> bool {
    ["cpu", "memory", "ephemeral-storage"].contains(&name) || name.starts_with("hugepages-") || name.contains('/')
}

/// Whether a resource is one that nodes add, such as a GPU.
fn is_extended(name: &str) -> bool {
    name.starts_with("hugepages-")
        || name.split_once('/').is_some_and(|(domain, _)| domain != "kubernetes.io" && !domain.ends_with(".kubernetes.io"))
}

/// RUN043.
pub(super) fn hpa_without_requests(agent: &Agent<'_>, said: &mut Findings) {
    let resources = agent.spec.at("runtime.resources");
    if !agent.autoscales() || agent.autoscaling().get("type").str() == "keda" || !resources.exists() {
        return;
    }
    let has = |name: &&str| ["requests", "limits"].iter().any(|part| resources.get(part).get(name).exists());
    let missing: Vec<&str> = ["cpu", "memory"].into_iter().filter(|name| !has(name)).collect();
    if !missing.is_empty() {
        said.at(&resources, format!("the HPA has no request for {} to measure by", missing.join(" and ")));
    }
}

/// The least memory or storage that can be meant, and the most CPU.
const LEAST_BYTES: &str = "1Mi";
const MOST_CPU: &str = "256";

/// RUN123.
pub(super) fn quantity_unit_slip(subject: &Subject<'_>, said: &mut Findings) {
    let resources = subject.spec.at("runtime.resources");
    for part in ["requests", "limits"] {
        for (name, amount) in resources.get(part).entries() {
            slip(name, &amount, said);
        }
    }
    let lists = [subject.spec.at("runtime.volumes"), subject.spec.at("podOverrides.extraVolumes")];
    for volume in lists.iter().flat_map(Field::items) {
        slip("storage", &volume.at("emptyDir.sizeLimit"), said);
    }
}

fn slip(name: &str, amount: &Field<'_>, said: &mut Findings) {
    let Some(value) = quantity(amount) else { return };
    let than = |limit: &str| Quantity::parse(limit).map_or(Ordering::Equal, |limit| value.compare(&limit));
    let zero = than("0") != Ordering::Greater;
    let bytes = ["memory", "storage", "ephemeral-storage"].contains(&name);
    if bytes && !zero && than(LEAST_BYTES) == Ordering::Less {
        let text = written(amount);
        let finding = said.at(amount, format!("{text} of {name} is less than {LEAST_BYTES}"));
        if let Some(number) = text.strip_suffix('m') {
            finding.help = format!("m stands for thousandths; {number}Mi is meant, perhaps");
        }
    } else if name == "cpu" && than(MOST_CPU) == Ordering::Greater {
        said.at(amount, format!("{} CPUs are more than a node has; 1000m is one CPU", written(amount)));
    }
}

//! Resources that containers ask for.

use std::cmp::Ordering;

use super::{Faults, Tree, items, members, text};
use crate::apiserver::{KubeVersion, Quantity, dns_label, label_key};

const HUGE_PAGES: &str = "hugepages-";

impl Faults {
    /// `resources` of a container.
    pub(super) fn resources(&mut self, path: &str, container: &Tree) {
        let [limits, requests] = ["limits", "requests"].map(|kind| members(container, &format!("resources.{kind}")));
        for (name, value) in &limits {
            self.resource(&format!("{path}.limits[{name}]"), name, value);
        }
        for (name, value) in &requests {
            self.resource(&format!("{path}.requests[{name}]"), name, value);
            let limit = limits.iter().find(|(own, _)| own == name).and_then(|(_, limit)| limit.text());
            self.request(path, name, value.text().unwrap_or_default(), limit);
        }
        let has = |wanted: fn(&str) -> bool| limits.iter().chain(&requests).any(|(name, _)| wanted(name));
        if has(|name| name.starts_with(HUGE_PAGES)) && !has(|name| matches!(name, "cpu" | "memory")) {
            self.forbidden(path, "HugePages require cpu or memory");
        }
        self.claims(&format!("{path}.claims"), items(container, "resources.claims"));
    }

    fn request(&mut self, path: &str, name: &str, request: &str, limit: Option<&str>) {
        let Some(limit) = limit else {
            if is_devices(name) {
                self.required(&format!("{path}.limits"), "Limit must be set for non overcommitable resources");
            }
            return;
        };
        let order = Quantity::parse(request).ok().zip(Quantity::parse(limit).ok()).map(|(a, b)| a.compare(&b));
        let relation = match order {
            Some(Ordering::Greater | Ordering::Less) if is_devices(name) => "equal to",
            Some(Ordering::Greater) => "less than or equal to",
            _ => return,
        };
        self.invalid(&format!("{path}.requests"), request, &format!("must be {relation} {name} limit of {limit}"));
    }

    fn resource(&mut self, path: &str, name: &str, value: &Tree) {
        let value = value.text().unwrap_or_default();
        self.resource_name(path, name);
        if value.starts_with('-') && value != "-0" {
            self.invalid(path, value, "must be greater than or equal to 0");
        }
        if is_extended(name) && !is_whole(value) {
            self.invalid(path, value, "must be an integer");
        }
        if name.strip_prefix(HUGE_PAGES).is_some_and(|size| !is_multiple(value, size)) {
            self.invalid(path, value, &format!("{value} is not positive integer multiple of {name}"));
        }
    }

    fn resource_name(&mut self, path: &str, name: &str) {
        if matches!(name, "cpu" | "memory" | "ephemeral-storage") || name.starts_with(HUGE_PAGES) {
            return;
        }
        let before = self.0.len();
        self.label_key(path, name);
        let is_named_well = self.0.len() == before;
        if !name.contains('/') {
            if is_named_well && !matches!(name, "storage" | "pods" | "services" | "secrets" | "configmaps") {
                self.invalid(path, name, "must be a standard resource type or fully qualified");
            }
            self.invalid(path, name, "must be a standard resource for containers");
        } else if is_devices(name) && !is_extended(name) {
            self.invalid(path, name, "doesn't follow extended resource name standard");
        }
    }

    /// Claims name resources of the pod, and pods of agents have none.
    fn claims(&mut self, path: &str, claims: &[Tree]) {
        for (index, claim) in claims.iter().enumerate() {
            let path = format!("{path}[{index}]");
            let (name, request) = (text(claim, "name"), text(claim, "request"));
            if name.is_empty() {
                self.required(&path, "");
                continue;
            }
            if !request.is_empty() {
                self.all_invalid(&format!("{path}.request"), request, dns_label(request));
            }
            self.0
                .push(format!("{path}: Not found: {name:?}: must be one of the names in pod.spec.resourceClaims which is empty"));
        }
    }
}

/// Whether a resource cannot be promised twice.
fn is_devices(name: &str) -> bool {
    name.starts_with(HUGE_PAGES) || name.contains('/') && !name.contains("kubernetes.io/")
}

/// Whether a resource is one of a vendor, which quotas have to be able to name.
fn is_extended(name: &str) -> bool {
    let in_quotas = || label_key(&format!("requests.{name}"), KubeVersion::default());
    name.contains('/') && !name.contains("kubernetes.io/") && !name.starts_with("requests.") && in_quotas().is_empty()
}

/// Whether a quantity in canonical form is a whole number.
fn is_whole(quantity: &str) -> bool {
    !quantity.ends_with(['m', 'u', 'n']) && !quantity.contains("e-")
}

/// Whether a quantity is made of pages of a size.
fn is_multiple(quantity: &str, size: &str) -> bool {
    let whole = |text: &str| Quantity::parse(text).ok().filter(|_| is_whole(text)).and_then(|quantity| quantity.integer());
    let (value, size) = (whole(quantity), whole(size).filter(|size| *size > 0));
    value.zip(size).is_some_and(|(value, size)| value % size == 0)
}

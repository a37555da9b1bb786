//! ADM002: environment variables that only the platform may set.

use super::{Remark, Review, Subject, items, knows};
use crate::{
    finding::{Origin, Severity},
    omnia::RESERVED_VARIABLES,
    yaml::Node,
};

pub(super) fn subject(review: &Review<'_>) -> Subject {
    // The release that reserves the names is the one that brought this field.
    if review.kind != "AgentRuntime" || !knows(review, "a2aClients") {
        return Subject::default();
    }
    let stored: Vec<(String, &str)> =
        review.stored.map(|stored| entries(stored).map(|(list, _, name, _)| (list, name)).collect()).unwrap_or_default();
    let reserved = entries(review.object).filter(|(_, _, name, _)| RESERVED_VARIABLES.contains(name));
    let remarks = reserved.map(|(list, index, name, node)| {
        let message = format!("{name} is reserved: the platform sets it and drops this entry");
        let remark = Remark::new("ADM002", format!("{list}[{index}].name"), node.span, message);
        let help = (name == "OMNIA_IDLE_TIMEOUT")
            .then(|| "remove the entry; the annotation omnia.altairalabs.ai/idle-timeout sets the time".to_owned());
        let remark = Remark { help, ..remark };
        if stored.contains(&(list, name)) {
            // The webhook lets pass what was there before.
            return Remark { severity: Some(Severity::Warning), origin: Some(Origin::Operator), ..remark };
        }
        remark
    });
    remarks.collect::<Vec<_>>().into()
}

/// Each entry of a list of variables: the list, the index, the name and its node. Facades are told by their type.
fn entries<'n>(object: &'n Node<'n>) -> impl Iterator<Item = (String, usize, &'n str, &'n Node<'n>)> {
    let facades = items(object, "spec.facades").iter().enumerate().map(|(index, facade)| {
        let list = facade.get("extraEnv").and_then(Node::as_list).unwrap_or_default();
        (format!("spec.facades[{index}].extraEnv"), list)
    });
    let others = ["spec.runtime.extraEnv", "spec.podOverrides.extraEnv"].map(|path| (path.to_owned(), items(object, path)));
    facades.chain(others).flat_map(|(list, entries)| {
        entries.iter().enumerate().filter_map(move |(index, entry)| {
            let name = entry.get("name")?;
            Some((list.clone(), index, name.as_str()?, name))
        })
    })
}

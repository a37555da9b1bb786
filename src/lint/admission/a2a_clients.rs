//! ADM004: clients of the A2A protocol in the place that they had before.

use super::{Remark, Review, Subject, items, knows};
use crate::yaml::Node;

pub(super) fn subject(review: &Review<'_>) -> Subject {
    if review.kind != "AgentRuntime" || !knows(review, "a2aClients") || !items(review.object, "spec.a2aClients").is_empty() {
        return Subject::default();
    }
    let facades = items(review.object, "spec.facades").iter().enumerate();
    let remarks = facades.filter_map(|(index, facade)| {
        let entry = facade.get("a2a")?.as_map()?.entry("clients")?;
        let any = entry.value.as_list().map(<[Node<'_>]>::len)? > 0;
        let message = "clients of a facade still work here, but belong in spec.a2aClients";
        any.then(|| Remark::new("ADM004", format!("spec.facades[{index}].a2a.clients"), entry.key_span, message))
    });
    remarks.collect::<Vec<_>>().into()
}

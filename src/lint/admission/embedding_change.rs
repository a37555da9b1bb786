//! ADM009: another dimension of the embeddings makes the stored ones void.

use super::{Remark, Review, Subject, at, place};
use crate::yaml::Node;

const FIELD: &str = "spec.embedding.dimensions";

pub(super) fn subject(review: &Review<'_>) -> Subject {
    let dimensions = |object: &Node<'_>| at(object, FIELD).and_then(Node::as_i64).filter(|dimensions| *dimensions != 0);
    let changed = review.stored.and_then(dimensions).zip(dimensions(review.object)).filter(|(old, new)| old != new);
    let remark = changed.filter(|_| review.kind == "Provider").map(|(old, new)| {
        let message = format!(
            "the dimension goes from {old} to {new}: all stored embeddings are discarded, and memory-api does not start until \
             somebody has consented"
        );
        Remark::new("ADM009", FIELD, place(review.object, FIELD), message)
    });
    remark.into_iter().collect::<Vec<_>>().into()
}

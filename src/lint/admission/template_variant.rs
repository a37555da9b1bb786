//! ADM013: an ArenaTemplateSource without the block that its type names.

use super::{Remark, Review, Subject, at, place, text};

/// The types and their blocks.
const BLOCKS: [(&str, &str); 3] = [("git", "git"), ("oci", "oci"), ("configmap", "configMap")];

pub(super) fn subject(review: &Review<'_>) -> Subject {
    let kind = text(review.object, "spec.type");
    let block = BLOCKS.iter().find(|(name, _)| *name == kind).filter(|_| review.kind == "ArenaTemplateSource");
    let missing = block.filter(|(_, block)| at(review.object, &format!("spec.{block}")).is_none_or(|node| node.is_null()));
    let remark = missing.map(|(kind, block)| {
        let message = format!("a source of type {kind} needs spec.{block}");
        let span = place(review.object, "spec.type");
        Remark { help: Some(format!("add {block}")), ..Remark::new("ADM013", "spec", span, message) }
    });
    remark.into_iter().collect::<Vec<_>>().into()
}

//! Markdown pages: each fenced block that holds an Omnia manifest is linted by itself, at its place in the page.

use std::sync::Arc;

use crate::{
    crd::GROUP,
    input,
    lint::{self, FileReport, Linter},
    yaml::Text,
};

/// The blocks of a page, and whether something is left out of each.
pub(super) fn blocks(page: &Text) -> Vec<(Arc<Text>, bool)> {
    let blocks = input::blocks(page.as_str(), is_manifest).into_iter();
    // A part of a page is no longer than the page.
    blocks.filter_map(|block| Some((Arc::new(Text::new(block.text.into_bytes()).ok()?), block.has_ellipsis))).collect()
}

/// Whether a block says that it is one of Omnia's objects. Others may be in any state.
fn is_manifest(content: &str) -> bool {
    content.lines().any(|line| {
        let value = line.trim_start().trim_start_matches("- ").strip_prefix("apiVersion:");
        value.is_some_and(|value| value.trim().trim_start_matches(['"', '\'']).starts_with(GROUP))
    })
}

/// What is found in a page.
pub(super) fn report(page: &Text, linter: &Linter<'_>) -> FileReport {
    let mut whole = FileReport::default();
    for (text, has_ellipsis) in blocks(page) {
        whole.append(lint::file(&text, linter).of_example(&text, has_ellipsis));
    }
    whole
}

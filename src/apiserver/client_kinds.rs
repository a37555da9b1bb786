//! Which resource a manifest names, as kubectl finds it in the server's discovery.

use crate::crd::{Catalog, Definition, GROUP, Lookup, Version, embedded};

/// What is known of the type that a manifest names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Resolved<'c> {
    /// The server serves it. The kind may be in lower case: kubectl finds the resource then too.
    Served(&'c Definition, &'c Version),
    /// kubectl finds the resource but asks for a URL that the server does not have: the `apiVersion` ends in a slash, or the kind is
    /// that of the resource's list. The text is the resource and its group (`agentruntimes.omnia.altairalabs.ai`).
    NoUrl(&'c Definition, NoUrl),
    /// No server has it: the version is not served, or group or kind are misspelt.
    NoMatch,
    /// Nothing is known about it, although the group is known.
    UnknownKind,
    /// Another group.
    Foreign,
}

/// Why there is no URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoUrl {
    /// `apiVersion: GROUP/`.
    EmptyVersion,
    /// `kind: KINDList`.
    ListKind,
}

/// What `catalog` knows of `kind` in `version` of `group`. Definitions are compiled only when the type names them.
pub fn resolve<'c>(catalog: &'c Catalog, group: &str, version: &str, kind: &str) -> Resolved<'c> {
    // Nearly every manifest names a kind as it is; given definitions may be called as embedded kinds are written.
    if catalog.given().is_empty()
        && let Lookup::Found(found) = catalog.find_in(group, version, kind)
    {
        return Resolved::Served(found.definition, found.version);
    }
    let given = catalog.given().iter().map(|definition| (definition.group.as_str(), definition.kind.as_str()));
    let names = given.chain(embedded::kinds().iter().map(|known| (GROUP, known.kind)));
    let of_group = names.clone().filter(|(known, _)| *known == group).map(|(_, kind)| kind);
    if of_group.clone().next().is_none() {
        return elsewhere(names, group, kind);
    }
    let item = kind.strip_suffix("List");
    let is_named =
        |known: &&str| *known == kind || item == Some(*known) || (kind.len() == known.len() && known.to_lowercase() == kind);
    if let Some(known) = of_group.clone().find(is_named) {
        let list = known != kind && item == Some(known);
        return match catalog.find_in(group, version, known) {
            Lookup::Found(found) if list => Resolved::NoUrl(found.definition, NoUrl::ListKind),
            Lookup::Found(found) => Resolved::Served(found.definition, found.version),
            Lookup::Version(definition) if version.is_empty() && !list => Resolved::NoUrl(definition, NoUrl::EmptyVersion),
            Lookup::Version(_) => Resolved::NoMatch,
            Lookup::Kind | Lookup::Group => Resolved::UnknownKind,
        };
    }
    let item = kind.get(kind.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case("list"));
    let nearly = |known: &str| misspelt(kind, known) || (item && misspelt(&kind[..kind.len() - 4], known));
    let nearly = of_group.clone().any(nearly);
    if nearly { Resolved::NoMatch } else { Resolved::UnknownKind }
}

/// Whether a kind of `group` is served in `version`; yes, too, when nothing is known of the group.
pub(super) fn has_version(catalog: &Catalog, group: &str, version: &str) -> bool {
    let mut of_group = catalog.definitions().filter(|definition| definition.group == group).peekable();
    let known = of_group.peek().is_some();
    !known || of_group.any(|definition| definition.versions.iter().any(|one| one.served && one.name == version))
}

/// A known kind in a group that is none: the core group, whose kinds are all known, or one that looks like a misspelling. The kind
/// alone says nothing, since other projects have a `Provider` or a `Workspace` too.
fn elsewhere<'n>(mut names: impl Iterator<Item = (&'n str, &'n str)>, group: &str, kind: &str) -> Resolved<'static> {
    let wrong = names.any(|(known_group, known)| {
        known.eq_ignore_ascii_case(kind) && (group.is_empty() || is_part(group, known_group) || misspelt(group, known_group))
    });
    if wrong { Resolved::NoMatch } else { Resolved::Foreign }
}

/// Whether one group is the other with labels before it.
fn is_part(left: &str, right: &str) -> bool {
    let below = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'));
    below(left, right) || below(right, left)
}

/// Whether `written` is `meant` with a slip of the hand: other letters in case, a plural, at most two edits.
fn misspelt(written: &str, meant: &str) -> bool {
    written.eq_ignore_ascii_case(meant) || (meant.len() > 5 && distance(written, meant) <= 2)
}

/// The edit distance of Levenshtein, in characters.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().take(2 * right.len() + 4).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substitution = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substitution.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crd::Release;

    #[test]
    fn what_a_type_resolves_to() {
        let catalog = Catalog::new(Release::default());
        let word = |group: &str, version: &str, kind: &str| match resolve(&catalog, group, version, kind) {
            Resolved::Served(..) => "served",
            Resolved::NoUrl(_, NoUrl::EmptyVersion) => "no version",
            Resolved::NoUrl(_, NoUrl::ListKind) => "list",
            Resolved::NoMatch => "no match",
            Resolved::UnknownKind => "unknown kind",
            Resolved::Foreign => "foreign",
        };
        let cases = [
            (GROUP, "v1alpha1", "Provider", "served"),
            (GROUP, "v1alpha1", "provider", "served"),
            (GROUP, "", "Provider", "no version"),
            (GROUP, "v2", "Provider", "no match"),
            (GROUP, "v1alpha1", "ProviderList", "list"),
            (GROUP, "v1alpha1", "Providers", "no match"),
            (GROUP, "v1alpha1", "PROVIDER", "no match"),
            (GROUP, "v1alpha1", "Basket", "unknown kind"),
            ("", "v1", "Provider", "no match"),
            ("", "v1", "ConfigMap", "foreign"),
            ("arena.omnia.altairalabs.ai", "v1alpha1", "ArenaJob", "no match"),
            ("altairalabs.ai", "v1alpha1", "ArenaJob", "no match"),
            ("omnia.altairlabs.ai", "v1alpha1", "ArenaJob", "no match"),
            ("notification.example.org", "v1", "Provider", "foreign"),
        ];
        for (group, version, kind, expected) in cases {
            assert_eq!(word(group, version, kind), expected, "{group}/{version} {kind}");
        }
    }
}

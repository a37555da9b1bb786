//! How far the definitions of a cluster are from those of the embedded releases.

use super::{
    Catalog, Definition, Release,
    compare::{Aspect, Change, Difference, compare},
};

/// The kinds that are listed in one sentence.
const LISTED: usize = 4;

/// The embedded release that the definitions differ from the least, the newest of equals, and the number of differences.
pub fn nearest(found: &[Definition]) -> (Release, usize) {
    let distance = |release: Release| {
        let catalog = Catalog::new(release);
        catalog.definitions().map(|expected| of(found, expected).map_or(1, |one| differences(expected, one))).sum::<usize>()
    };
    let [newest, others @ ..] = Release::ALL;
    others.into_iter().fold((newest, distance(newest)), |best, release| {
        let distance = distance(release);
        if distance < best.1 { (release, distance) } else { best }
    })
}

/// How many places differ, but for the words of rules.
pub fn differences(expected: &Definition, found: &Definition) -> usize {
    known(expected, found).len()
}

/// What sets the definitions apart from those of `release`, kind by kind; empty when nothing does.
pub fn skew(found: &[Definition], release: Release) -> String {
    let catalog = Catalog::new(release);
    let mut kinds: Vec<String> = catalog
        .definitions()
        .filter_map(|expected| match of(found, expected) {
            None => Some(format!("{} is not served", expected.kind)),
            Some(own) => Some(known(expected, own)).filter(|list| !list.is_empty()).map(|list| described(&expected.kind, &list)),
        })
        .collect();
    let more = kinds.len().saturating_sub(LISTED);
    kinds.truncate(LISTED);
    if more > 0 {
        kinds.push(format!("and {more} more kinds"));
    }
    kinds.join("; ")
}

fn of<'d>(found: &'d [Definition], expected: &Definition) -> Option<&'d Definition> {
    found.iter().find(|definition| definition.kind == expected.kind)
}

fn known(expected: &Definition, found: &Definition) -> Vec<Difference> {
    compare(expected, found).into_iter().filter(Difference::is_known).collect()
}

/// `Provider lacks spec.a and 2 more fields, has spec.b of its own, differs in 3 other places`.
fn described(kind: &str, list: &[Difference]) -> String {
    let fields = |change: Change| -> Vec<&str> {
        let changed = list.iter().filter(|difference| difference.aspect == Aspect::Field && difference.change == change);
        changed.map(|difference| difference.path.as_str()).collect()
    };
    let named = |fields: &[&str]| match fields {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    };
    let (lacking, own) = (fields(Change::Removed), fields(Change::Added));
    let others = list.len() - lacking.len() - own.len();
    let noun = if others == 1 { "place" } else { "places" };
    let parts = [
        (!lacking.is_empty(), format!("lacks {}", named(&lacking))),
        (!own.is_empty(), format!("has {} of its own", named(&own))),
        (others > 0, format!("differs in {others} {noun}")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect();
    format!("{kind} {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_nearest_to_themselves() {
        for release in Release::ALL {
            let own: Vec<Definition> = Catalog::new(release).definitions().cloned().collect();
            assert_eq!(nearest(&own), (release, 0));
            assert_eq!(skew(&own, release), "");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut old: Vec<Definition> = Catalog::new(Release::R2026_07).definitions().cloned().collect();
        old.retain(|definition| matches!(definition.kind.as_str(), "AgentRuntime"));
        let text = skew(&old, Release::Current);
        assert!(text.contains("AgentRuntime lacks spec.a2aClients and "), "{text}");
        assert!(text.contains(" is not served; ") && text.ends_with(" more kinds"), "{text}");
    }
}

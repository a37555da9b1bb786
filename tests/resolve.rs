//! Which version a reference means: a table of cases, and what holds for any packs.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    resolve::{Candidate, Channel, Fate, Outcome, Pack, Published, Resolver, Rules, Verdict, Version, Want, fates},
    world::{Object, Origin, Scope, World, load},
    yaml::{Text, read_json},
};
use proptest::prelude::*;

/// A world of the objects in `text`.
fn world(text: &str, scope: Scope) -> World {
    let catalog = Catalog::new(Release::Current);
    let request = Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "a.yaml" };
    let loaded = load("a.yaml", Arc::new(Text::new(text.as_bytes().to_vec()).unwrap()), &catalog, &request);
    assert_eq!((&loaded.error, &loaded.failed[..]), (&None, &[][..]), "{text}");
    let mut world = World::new(scope);
    loaded.objects.into_iter().for_each(|object| assert!(world.add(object).is_none(), "{text}"));
    world
}

fn pack(index: usize, name: &str, version: &str) -> String {
    let spec = match version {
        "live" => "{source: {type: project}".to_owned(),
        version => format!("{{version: \"{version}\", source: {{type: configmap, configMapRef: {{name: c}}}}"),
    };
    format!(
        "---\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: PromptPack\nmetadata: {{name: pp-{index}}}\nspec: {spec}, packName: {name}}}\n"
    )
}

fn manifests(packs: &str, spec: &str) -> String {
    let agent = format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: a}}\nspec: {{facades: [], {spec}}}\n"
    );
    let packs = packs.split_whitespace().filter(|written| !written.contains(':')).enumerate().map(|(index, written)| {
        let (name, version) = written.split_once('@').unwrap_or(("p", written));
        pack(index, name, version)
    });
    agent + &packs.collect::<String>()
}

/// The packs that have a phase, which only a cluster knows.
fn with_phases(packs: &str) -> impl Iterator<Item = Object> {
    packs.split_whitespace().filter_map(|written| written.split_once(':')).map(|(version, phase)| {
        let text = format!(
            r#"{{"metadata": {{"labels": {{"omnia.altairalabs.ai/promptpack": "p"}}}}, "spec": {{"packName": "p", "version": "{version}",
                "source": {{"type": "configmap"}}}}, "status": {{"phase": "{phase}"}}}}"#
        );
        Object {
            group: "omnia.altairalabs.ai".to_owned(),
            version: "v1alpha1".to_owned(),
            kind: "PromptPack".to_owned(),
            namespace: "default".to_owned(),
            name: format!("live-{version}"),
            root: read_json(&text).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    })
}

/// The answer in the words of the table.
fn answer(world: &World, release: Release) -> String {
    let resolver = Resolver::new(world, release);
    let agent = world.of_kind("AgentRuntime").next().unwrap();
    let resolution = resolver.agent(agent).remove(0);
    let version = |object| match object {
        Pack { live: Some(_), .. } => "live",
        Pack { published, .. } => published.text,
    };
    let candidates = resolver.candidates(&resolution);
    let of = |wanted: fn(&Verdict<'_>) -> bool| {
        let wanted = candidates.iter().filter(|candidate| wanted(&candidate.verdict));
        let mut versions: Vec<&str> = wanted.map(|candidate| version(candidate.pack.clone())).collect();
        versions.sort_unstable();
        versions.join(" ")
    };
    match &resolution.outcome {
        Outcome::Found(object) => {
            assert!(candidates.iter().any(|one| std::ptr::eq(one.pack.object, *object) && won(one)));
            let invalid = Pack::new(object, true).invalid().map_or("", |_| " INVALID");
            of(|verdict| matches!(verdict, Verdict::Chosen(Fate::Won) | Verdict::Live)) + invalid
        }
        Outcome::Ambiguous(tied) => {
            assert_eq!(tied.len(), candidates.iter().filter(|one| one.verdict == Verdict::Chosen(Fate::Tied)).count());
            format!("TIE {}", of(|verdict| *verdict == Verdict::Chosen(Fate::Tied)))
        }
        Outcome::NotFound(_) => {
            assert!(!candidates.iter().any(won));
            "NF".to_owned()
        }
        Outcome::Refused(refusal) => refusal.condition().unwrap_or("REFUSED").to_owned(),
        Outcome::NotChecked { reason, .. } => format!("NOT CHECKED {reason}"),
    }
}

const fn won(candidate: &Candidate<'_>) -> bool {
    matches!(candidate.verdict, Verdict::Chosen(Fate::Won) | Verdict::Live)
}

#[test]
fn the_table_holds_for_both_releases() {
    let table = include_str!("../testdata/resolve/table.tsv");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [number, packs, spec, current] = cells[..4] else { panic!("{line}") };
        let mut world = world(&manifests(packs, spec), Scope::Complete);
        with_phases(packs).for_each(|object| assert!(world.add(object).is_none()));
        assert_eq!(answer(&world, Release::Current), current, "row {number}: {packs}; {spec}");
        match cells.get(4).copied().unwrap_or(current) {
            "-" => {}
            older => assert_eq!(answer(&world, Release::R2026_07), older, "row {number}, 2026-07: {packs}; {spec}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 62);
}

#[test]
fn what_may_stand_elsewhere_is_not_missing() {
    for (packs, version, expected) in [
        ("", "1.0.0", "NOT CHECKED no PromptPack with packName \"p\" is among the files"),
        ("1.1.0", "1.0.0", "NOT CHECKED version \"1.0.0\" of \"p\" is not among the files"),
        ("1.0.0", "1.0.0", "1.0.0"),
    ] {
        let text = manifests(packs, &format!("promptPackRef: {{name: p, version: \"{version}\"}}"));
        assert_eq!(answer(&world(&text, Scope::Open), Release::Current), expected);
    }
    let closed = || Scope::Closed("no permission to list promptpacks in default".to_owned());
    let not_checked = "NOT CHECKED no permission to list promptpacks in default";
    // Nothing that nobody may see changes what a pin means, but a higher version may be there.
    for (reference, expected) in
        [("{name: p, version: \"1.0.0\"}", "1.0.0"), ("{name: p}", not_checked), ("{name: q}", not_checked)]
    {
        let text = manifests("1.0.0", &format!("promptPackRef: {reference}"));
        assert_eq!(answer(&world(&text, closed()), Release::Current), expected, "{reference}");
    }
}

#[test]
fn every_reference_of_an_agent_is_resolved() {
    let spec = "promptPackRef: {name: p, version: \"1.0.0\"}, rollout: {candidate: {promptPackRef: {name: p, track: prerelease}}, \
                trigger: {promptPackChannel: stable}, steps: [{setWeight: 100}]}";
    let world = world(&manifests("1.0.0 1.1.0 2.0.0-rc.1", spec), Scope::Complete);
    let resolver = Resolver::new(&world, Release::Current);
    let found: Vec<(&str, &str)> = resolver
        .agent(world.of_kind("AgentRuntime").next().unwrap())
        .into_iter()
        .map(|resolution| match resolution.outcome {
            Outcome::Found(object) => (resolution.reference.role.path(), object.spec().get("version").str()),
            outcome => panic!("{outcome:?}"),
        })
        .collect();
    let expected = [
        ("spec.promptPackRef", "1.0.0"),
        ("spec.rollout.candidate.promptPackRef", "2.0.0-rc.1"),
        ("spec.rollout.trigger.promptPackChannel", "1.1.0"),
    ];
    assert_eq!(found, expected);
}

/// Texts near the borders of the grammar.
fn version() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        4 => (0_u32..4).prop_map(|number| number.to_string()),
        1 => Just("18446744073709551615".to_owned()),
        1 => Just("18446744073709551616".to_owned()),
        1 => Just("01".to_owned()),
    ];
    let identifier =
        prop_oneof![number.clone(), "[ab]".prop_map(|text: String| text), Just("-1".to_owned()), Just("A".to_owned())];
    let identifiers = prop::collection::vec(identifier, 1..3).prop_map(|parts| parts.join("."));
    let numbers = prop::collection::vec(number, 3).prop_map(|parts| parts.join("."));
    let prefix = prop_oneof![6 => Just(""), 2 => Just("v"), 1 => Just("V")];
    (prefix, numbers, prop::option::of(identifiers.clone()), prop::option::weighted(0.3, identifiers)).prop_map(
        |(prefix, numbers, prerelease, build)| {
            let prerelease = prerelease.map(|part| format!("-{part}")).unwrap_or_default();
            let build = build.map(|part| format!("+{part}")).unwrap_or_default();
            format!("{prefix}{numbers}{prerelease}{build}")
        },
    )
}

fn wants(pin: &str) -> [Want<'_>; 3] {
    [Want::Pin(pin), Want::Channel(Channel::Stable), Want::Channel(Channel::Prerelease)]
}

const RELEASES: [Rules; 2] = [Rules::of(Release::Current), Rules::of(Release::R2026_07)];

fn chosen<'t>(versions: &'t [String], want: Want<'_>, rules: Rules) -> Vec<&'t str> {
    let published: Vec<_> = versions.iter().map(|text| Published::new(text)).collect();
    let fates = fates(&published, want, rules);
    let mut chosen: Vec<&str> =
        versions.iter().zip(fates).filter(|(_, fate)| !matches!(fate, Fate::Lost(_))).map(|(text, _)| text.as_str()).collect();
    chosen.sort_unstable();
    chosen
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_packs_never_matters(versions in prop::collection::vec(version(), 0..8), pin in version(), turn in 0_usize..8) {
        let mut turned = versions.clone();
        turned.rotate_left(turn.min(versions.len()));
        turned.reverse();
        for (want, rules) in wants(&pin).into_iter().flat_map(|want| RELEASES.map(|rules| (want, rules))) {
            prop_assert_eq!(chosen(&versions, want, rules), chosen(&turned, want, rules));
        }
    }

    #[test]
    fn what_is_lower_or_unseen_never_changes_a_channel(versions in prop::collection::vec(version(), 1..8), added in version()) {
        for channel in Channel::ALL {
            let before = chosen(&versions, Want::Channel(channel), RELEASES[0]);
            let matters = match (Version::parse(&added), before.first().map(|first| Version::parse(first).unwrap())) {
                (Err(_), _) => false,
                (Ok(added), _) if !channel.takes(&added) => false,
                (Ok(_), None) => true,
                (Ok(added), Some(head)) => added.precedence(&head).is_ge(),
            };
            let mut more = versions.clone();
            more.push(added.clone());
            let after = chosen(&more, Want::Channel(channel), RELEASES[0]);
            prop_assert_eq!(before == after, !matters, "{:?} {}", versions, added);
        }
    }

    #[test]
    fn a_channel_takes_the_highest(versions in prop::collection::vec(version(), 0..8)) {
        for channel in Channel::ALL {
            let seen: Vec<Version<'_>> =
                versions.iter().filter_map(|text| Version::parse(text).ok()).filter(|version| channel.takes(version)).collect();
            let chosen = chosen(&versions, Want::Channel(channel), RELEASES[0]);
            prop_assert_eq!(chosen.is_empty(), seen.is_empty());
            for text in chosen {
                let chosen = Version::parse(text).unwrap();
                prop_assert!(seen.iter().all(|other| other.precedence(&chosen).is_le()));
            }
        }
    }

    #[test]
    fn the_older_release_finds_every_pin_that_the_newer_one_finds(versions in prop::collection::vec(version(), 0..8), pin in version()) {
        let [newer, older] = RELEASES.map(|rules| chosen(&versions, Want::Pin(&pin), rules));
        prop_assert!(newer.iter().all(|text| *text == pin));
        prop_assert!(newer.iter().all(|text| older.contains(text)));
        prop_assert_eq!(newer.len(), versions.iter().filter(|text| **text == pin).count());
    }

    #[test]
    fn precedence_is_an_order(a in version(), b in version(), c in version()) {
        if let (Ok(a), Ok(b), Ok(c)) = (Version::parse(&a), Version::parse(&b), Version::parse(&c)) {
            prop_assert_eq!(a.precedence(&b), b.precedence(&a).reverse());
            if a.precedence(&b).is_le() && b.precedence(&c).is_le() {
                prop_assert!(a.precedence(&c).is_le());
            }
        }
    }
}

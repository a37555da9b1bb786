//! The rules of an agent's Deployment, row by row: what the recorded cases do not show, and what newer releases do otherwise.

#![allow(clippy::unwrap_used, clippy::panic)]

mod facades;
mod newer;
mod overrides;
mod pods;
mod refused;
mod rollouts;
mod scene;
mod stops;

use omnia::crd::Release::{self, Current, R2026_07};
use scene::Scene;

/// A scene and what its Deployment has: a line (`+`), or no line that begins so (`-`).
type Row<'r> = (Release, &'r [&'r str], &'r str, &'r [&'r str]);

const BOTH: [Release; 2] = [R2026_07, Current];
const WEBSOCKET: &str = "facades: [{type: websocket}]";

fn check(scene: &Scene<'_>, name: &str, expected: &[&str]) {
    let lines = scene.deployment(name);
    for rule in expected {
        let (sign, line) = rule.split_at(1);
        let holds = match sign {
            "+" => lines.iter().any(|own| own == line),
            "-" => !lines.iter().any(|own| own.starts_with(line)),
            _ => panic!("{rule}"),
        };
        assert!(holds, "{rule} of {scene:#?}\n{}", lines.join("\n"));
    }
}

fn check_all(rows: &[Row<'_>]) {
    for (release, flags, spec, expected) in rows {
        check(&Scene { spec, flags, release: *release, ..Scene::default() }, "agent", expected);
    }
}

/// The names of the variables of a container in their order.
fn variables(scene: &Scene<'_>, container: &str) -> Vec<String> {
    let prefix = format!("{container}.env.");
    let lines = scene.deployment("agent");
    lines.iter().filter_map(|line| Some(line.strip_prefix(&prefix)?.split('=').next()?.to_owned())).collect()
}

/// [`check`] in both releases.
fn check_both(spec: &str, expected: &[&str]) {
    for release in BOTH {
        check(&Scene { spec, release, ..Scene::default() }, "agent", expected);
    }
}

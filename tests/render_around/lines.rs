//! A rendering as lines that tests can name.

use omnia::crd::Release;

use super::scene::Scene;

/// A release, the operator's flags, the members of the spec, and what the rendering
/// has: a line (`=`), a line that begins so (`+`), or none that does (`-`).
pub type Row<'r> = (Release, &'r [&'r str], &'r str, &'r [&'r str]);

/// Each value on a line, as in `Service/agent spec.ports[0].port=8080`; what is changed of others as in `patch VirtualService/vs ...`;
/// `refused Service/agent ...`, `warning ConfigMap/agent-tools ...`, `blocked ServiceReady ServiceFailed ...`, `assumed uid`.
pub fn lines(scene: &Scene<'_>) -> Vec<String> {
    let rendered = scene.render();
    let mut lines = Vec::new();
    for created in &rendered.objects {
        let id = created.id();
        let leaves = created.tree.leaves().into_iter().map(|leaf| format!("{id} {}={}", leaf.path, leaf.value));
        lines.extend(leaves.chain(created.refused.iter().map(|text| format!("refused {id} {text}"))));
    }
    for patch in &rendered.patches {
        let text = |path: &str| patch.at(path).and_then(|tree| tree.text()).unwrap_or_default().to_owned();
        let id = format!("{}/{}", text("kind"), text("metadata.name"));
        lines.extend(patch.leaves().into_iter().map(|leaf| format!("patch {id} {}={}", leaf.path, leaf.value)));
    }
    lines.extend(rendered.warnings.iter().map(|warning| format!("warning {} {}", warning.object, warning.text)));
    lines.extend(rendered.assumptions.iter().map(|assumption| format!("assumed {}", assumption.name)));
    lines.extend(
        rendered.blocked.iter().map(|blocked| format!("blocked {} {} {}", blocked.condition, blocked.reason, blocked.text)),
    );
    lines
}

pub fn check(scene: &Scene<'_>, expected: &[&str]) {
    let lines = lines(scene);
    for rule in expected {
        let (sign, line) = rule.split_at(1);
        let begins = lines.iter().any(|own| own.starts_with(line));
        let holds = match sign {
            "=" => lines.iter().any(|own| own == line),
            "+" => begins,
            "-" => !begins,
            _ => panic!("{rule}"),
        };
        assert!(holds, "{rule} of {scene:#?}\n{}", lines.join("\n"));
    }
}

pub fn check_all(rows: &[Row<'_>]) {
    for (release, flags, spec, expected) in rows {
        check(&Scene { spec, flags, release: *release, ..Scene::default() }, expected);
    }
}

//! What is left of a rollout, from each state.

use omnia::rollout::{Memory, Standing, remaining};
use serde_json::json;

use crate::scenes::Case;

/// Four minutes after the stamp of the cases.
const NOW: i64 = (1_796_032_800 + 240) * 1_000_000_000;

/// By mode, the rows as `number@minutes requested>delivered`; the promotion has no number.
fn left(case: &Case) -> Vec<String> {
    let scene = case.scene();
    let standing = Standing::of(&scene, &Memory::default(), NOW);
    let row = |row: &omnia::rollout::Row| {
        let number = row.step.map_or_else(|| "-".to_owned(), |step| step.to_string());
        format!("{number}@{} {}>{}", row.begins / 60_000_000_000, row.requested, row.delivered)
    };
    let line = |timeline: &omnia::rollout::Timeline| {
        format!("{}: {}", timeline.mode, timeline.rows.iter().map(row).collect::<Vec<_>>().join(", "))
    };
    remaining(&scene, &standing, NOW).iter().map(line).collect()
}

#[test]
fn what_is_left_begins_where_each_state_stands() {
    let mirror = json!({"spec": {"rollout": {"candidate": {"promptPackRef": {"name": "desk", "version": "1.4.0"}}}}});
    let share = "4@6 50>20, 5@6 50>20, 6@6 50>20, 7@6 100>20, -@6 100>20";
    let late = |text: &str| text.replace("@6", "@0");
    // Without routing a fifth of the pods is the candidate's, whatever the weights ask for.
    for (case, expected) in [
        (Case::idle(), String::new()),
        (Case::idle().set(&mirror), String::new()),
        (Case::idle().at(-1, "step 1: pause 10m0s"), String::new()),
        (Case::idle().candidate(), format!("none: 1@0 20>20, 2@0 20>20, 3@10 20>20, {}", share.replace("@6", "@10"))),
        (Case::idle().at(1, "step 1: pause 10m0s"), format!("none: 2@0 20>20, 3@6 20>20, {share}")),
        (
            Case::idle().at(1, "step 0: setWeight 20").unstamped(),
            format!("none: 2@0 20>20, 3@10 20>20, {}", share.replace("@6", "@10")),
        ),
        (Case::idle().at(2, "analysis failed: failed metrics: errors").unstamped(), format!("none: 3@0 20>20, {}", late(share))),
        (Case::idle().at(2, "step 1: pause 10m0s elapsed"), format!("none: 3@0 20>20, {}", late(share))),
        (Case::idle().at(4, "step 4: paused indefinitely"), "none: 5@0 50>20, 6@0 50>20, 7@0 100>20, -@0 100>20".to_owned()),
        (Case::idle().at(7, "step 6: setWeight 100"), "none: -@0 100>20".to_owned()),
        (Case::idle().promoting(), "none: -@0 100>20".to_owned()),
    ] {
        assert_eq!(left(&case).join(" | "), expected, "{}", case.agent["status"]);
    }
}

#[test]
fn what_is_left_is_shown_in_the_mode_that_the_operator_told() {
    let mesh = json!({"spec": {"rollout": {"trafficRouting": {"mode": "mesh"}}}});
    let told = json!({"status": {"rollout": {"trafficRoutingMode": "replicaWeighted"}}});
    let case = Case::idle().at(6, "step 5: invalid pause duration \"1d\"").set(&mesh);
    assert_eq!(left(&case), ["mesh: 7@0 100>100, -@0 100>100", "replicaWeighted: 7@0 100>100, -@0 100>100"]);
    assert_eq!(left(&case.set(&told)), ["replicaWeighted: 7@0 100>100, -@0 100>100"]);
}

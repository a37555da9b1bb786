//! Watches.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use omnia::cluster::{ClusterError, Event, Selection, Until, Watch};
use serde_json::{Value, json};

use crate::script::{Reply, Script, page, provider, providers};

fn event(kind: &str, object: &Value) -> String {
    json!({"type": kind, "object": object}).to_string() + "\n"
}

fn stream(lines: &[String]) -> String {
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n".to_owned() + &lines.concat()
}

/// Watches for at most `seconds`, until an object called `last` is applied; returns what happened.
fn watch(script: &Script, seconds: u64, last: &str) -> (Result<Until<()>, ClusterError>, Vec<String>) {
    let providers = providers();
    let watch = Watch {
        resource: &providers,
        selection: Selection::namespace(Some("team-a")),
        deadline: Some(Instant::now() + Duration::from_secs(seconds)),
        idle: Duration::from_millis(200),
    };
    let mut seen = Vec::new();
    let ended = script.cluster().watch(&watch, |event| {
        let (text, name) = match &event {
            Event::Listed(objects) => (format!("listed {}", objects.len()), ""),
            Event::Applied(object) => (format!("applied {}", object.name), object.name.as_str()),
            Event::Deleted(object) => (format!("deleted {}", object.name), ""),
            Event::Idle => ("idle".to_owned(), ""),
        };
        let reached = name == last;
        seen.push(text);
        if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (ended, seen)
}

#[test]
fn changes_come_until_the_goal_is_reached() {
    let script = Script::new(|asked, _| {
        if !asked.line.contains("watch=1") {
            return Reply::ok(&page(&["a"], ""));
        }
        let bookmark = json!({"kind": "Provider", "metadata": {"resourceVersion": "9"}});
        Reply::Silence(stream(&[
            event("MODIFIED", &provider("a", 6)),
            event("BOOKMARK", &bookmark),
            event("DELETED", &provider("a", 10)),
            event("ADDED", &provider("z", 11)),
        ]))
    });
    let (ended, seen) = watch(&script, 60, "z");
    assert_eq!(ended.unwrap(), Until::Reached(()));
    assert_eq!(seen, ["listed 1", "applied a", "deleted a", "applied z"]);
    assert!(script.asked()[1].line.contains("resourceVersion=5"), "{:?}", script.asked());
}

/// A stream that ends is begun again where it ended; one whose place is forgotten with a new list.
#[test]
fn a_lost_thread_is_found_again() {
    let script = Script::new(|asked, number| match (asked.line.contains("watch=1"), number) {
        (false, _) => Reply::ok(&page(&["a"], "")),
        (true, 1) => Reply::Bytes(stream(&[event("MODIFIED", &provider("a", 6))])),
        (true, 2) => {
            assert!(asked.line.contains("resourceVersion=6"), "{asked:?}");
            let gone = json!({"kind": "Status", "code": 410, "message": "too old"});
            Reply::Bytes(stream(&[event("MODIFIED", &provider("b", 7)), event("ERROR", &gone)]))
        }
        (true, _) => Reply::Silence(stream(&[event("ADDED", &provider("z", 9))])),
    });
    let (ended, seen) = watch(&script, 60, "z");
    assert_eq!(ended.unwrap(), Until::Reached(()), "{seen:?}");
    assert_eq!(seen, ["listed 1", "applied a", "applied b", "listed 1", "applied z"]);
}

#[test]
fn a_silent_stream_ends_with_the_deadline() {
    let script =
        Script::new(
            |asked, _| {
                if asked.line.contains("watch=1") { Reply::Silence(stream(&[])) } else { Reply::ok(&page(&[], "")) }
            },
        );
    let since = Instant::now();
    let (ended, seen) = watch(&script, 3, "z");
    assert_eq!(ended.unwrap(), Until::Deadline);
    assert!(since.elapsed() < Duration::from_secs(30));
    assert!(seen.iter().filter(|text| *text == "idle").count() >= 3, "{seen:?}");
}

#[test]
fn a_stream_of_nonsense_is_no_endless_one() {
    let lies: [&[String]; 4] = [
        &["not json\n".to_owned()],
        &["{}\n".to_owned()],
        &[event("ADDED", &json!({"kind": "Secret", "metadata": {"name": "x", "namespace": "y"}}))],
        &[],
    ];
    for lie in lies {
        let text = stream(lie);
        let script =
            Script::new(
                move |asked, _| {
                    if asked.line.contains("watch=1") { Reply::Bytes(text.clone()) } else { Reply::ok(&page(&[], "")) }
                },
            );
        let since = Instant::now();
        let (ended, _) = watch(&script, 60, "z");
        let error = ended.unwrap_err();
        assert!(matches!(error, ClusterError::Nonsense { .. } | ClusterError::CutOff { .. }), "{lie:?}: {error}");
        assert!(since.elapsed() < Duration::from_secs(50), "{lie:?}");
    }
}

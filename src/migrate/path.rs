//! Paths of the table, and the places in a document that they mean.

use crate::yaml::{Node, Span, Value};

/// The places that a path (`spec.handlers[].auth`) means in an object, as steps.
pub(super) fn places(object: &Node<'_>, path: &str) -> Vec<Vec<String>> {
    let mut found = vec![(Vec::new(), object)];
    for part in path.split('.') {
        let (name, is_list) = part.strip_suffix("[]").map_or((part, false), |name| (name, true));
        let mut below = Vec::new();
        for (steps, node) in found {
            let Some(next) = node.get(name) else { continue };
            let steps: Vec<String> = [steps, vec![name.to_owned()]].concat();
            match (is_list, next.as_list()) {
                (false, _) => below.push((steps, next)),
                (true, Some(items)) => {
                    let item = |(index, item)| ([steps.clone(), vec![usize::to_string(&index)]].concat(), item);
                    below.extend(items.iter().enumerate().map(item));
                }
                (true, None) => {}
            }
        }
        found = below;
    }
    found.into_iter().map(|(steps, _)| steps).collect()
}

/// Where a value goes from `place`: the items of `[]` are those of the place.
///
/// # Errors
/// No item is meant, or something is there already: a sentence without its full stop.
pub(super) fn target(object: &Node<'_>, place: &[String], to: &str) -> Result<Vec<String>, String> {
    let mut indices = place.iter().filter(|step| step.parse::<usize>().is_ok());
    let mut steps: Vec<String> = Vec::new();
    for part in to.split('.') {
        let (name, item) = part.split_once('[').map_or((part, None), |(name, item)| (name, item.strip_suffix(']')));
        steps.push(name.to_owned());
        match item {
            None => {}
            Some("") => steps.extend(indices.next().cloned()),
            Some("0") if at(object, &steps).is_some() => return Err(both(place, &steps)),
            Some("0") => steps.push("0".to_owned()),
            Some(of) => {
                let (key, value) = of.split_once('=').unwrap_or((of, ""));
                let items = at(object, &steps).and_then(Node::as_list).unwrap_or_default();
                let is_it = |item: &Node<'_>| item.get(key).and_then(Node::as_str) == Some(value);
                let index = items.iter().position(is_it);
                let missing = || format!("{} has no item with {key}: {value} that could take it", dotted(&steps));
                let index = index.ok_or_else(missing)?;
                steps.push(index.to_string());
            }
        }
    }
    match at(object, &steps) {
        Some(_) => Err(both(place, &steps)),
        None => Ok(steps),
    }
}

fn both(place: &[String], taken: &[String]) -> String {
    format!("{} is there beside {}: keep one of the two", dotted(taken), dotted(place))
}

/// The value at a place.
pub(super) fn at<'n, 't>(root: &'n Node<'t>, place: &[String]) -> Option<&'n Node<'t>> {
    place.iter().try_fold(root, |node, step| match &node.value {
        Value::Map(map) => map.get(step),
        Value::List(items) => items.get(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Where the key of a place is written.
pub(super) fn key(root: &Node<'_>, place: &[String]) -> Option<Span> {
    let (last, parents) = place.split_last()?;
    at(root, parents)?.as_map()?.entry(last).map(|entry| entry.key_span)
}

/// The place as people write it (`spec.handlers[0].auth`).
pub(super) fn dotted(place: &[String]) -> String {
    let mut text = String::new();
    for step in place {
        if step.parse::<usize>().is_ok() {
            text.push_str(&format!("[{step}]"));
        } else {
            text.push_str(if text.is_empty() { "" } else { "." });
            text.push_str(step);
        }
    }
    text
}

/// The place as a JSON pointer.
pub(super) fn pointer(place: &[String]) -> String {
    place.iter().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
}

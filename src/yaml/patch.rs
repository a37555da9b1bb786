//! Changing a value in a text, and leaving all else as it is written: comments, blank lines, quotes, order.

use serde_json::Value as Json;

use super::{
    emit::value_to_yaml,
    json_out::{JsonForm, to_json},
    stream::read,
    text::Text,
    tree::{Entry, Map, Node, Span, Style, Value, Via},
};

/// A change.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The value is replaced, or added where there is none. Of a mapping only what differs is written.
    Set(Json),
    /// The value is put in front of the item of a list.
    Insert(Json),
    /// The value goes, and with a mapping its key.
    Remove,
}

/// Why a text cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The place is not there.
    #[error("there is no {0}")]
    Missing(String),
    /// The value comes from an anchor or a merge key.
    #[error("{0} comes from an alias or a merge key: change it by hand")]
    Shared(String),
    /// The layout is one that cannot be changed in place.
    #[error("{0} is written in a way that cannot be changed in place: change it by hand")]
    Layout(String),
}

/// The file with a change at a JSON pointer of one of its documents, counted from 0. The result has been read back: the document has the
/// new value, and no other value in it or in another document has changed.
///
/// # Errors
/// [`ChangeError`] when that is not possible; the text is to be left alone.
pub fn change(text: &Text, document: usize, pointer: &str, change: &Change) -> Result<Vec<u8>, ChangeError> {
    let cuts = cuts(text, document, pointer, change)?;
    Ok(text.edited(cuts.iter().map(|(span, text)| (*span, text.as_str()))))
}

/// The replacements that [`change`] makes, in the order of the text.
///
/// # Errors
/// As [`change`].
pub fn cuts(text: &Text, document: usize, pointer: &str, change: &Change) -> Result<Vec<(Span, String)>, ChangeError> {
    let path = steps(pointer);
    edit(text, document, pointer, |root, wanted, editor| {
        apply(wanted, &path, change).ok_or_else(|| ChangeError::Missing(pointer.to_owned()))?;
        editor.change(root, &path, change)
    })
}

/// The replacements that [`relocate`] makes without entries of its own, in the order of the text.
///
/// # Errors
/// As [`change`].
pub fn relocation(text: &Text, document: usize, pointer: &str, to: &str) -> Result<Vec<(Span, String)>, ChangeError> {
    moved(text, document, pointer, to, &serde_json::Map::new())
}

/// The file with the entry of a mapping at another JSON pointer of its document, where nothing is yet; its comments and its layout go with
/// it. Mappings on the way that are not there are made, and a list where a step is `0`; the innermost that is made gets the entries `with`,
/// scalars all. The result has been read back as that of [`change`].
///
/// # Errors
/// As [`change`].
pub fn relocate(
    text: &Text,
    document: usize,
    pointer: &str,
    to: &str,
    with: &serde_json::Map<String, Json>,
) -> Result<Vec<u8>, ChangeError> {
    let cuts = moved(text, document, pointer, to, with)?;
    Ok(text.edited(cuts.iter().map(|(span, text)| (*span, text.as_str()))))
}

fn moved(
    text: &Text,
    document: usize,
    pointer: &str,
    to: &str,
    with: &serde_json::Map<String, Json>,
) -> Result<Vec<(Span, String)>, ChangeError> {
    let (from, to) = (steps(pointer), steps(to));
    edit(text, document, pointer, |root, wanted, editor| {
        super::relocate::apply(wanted, &from, &to, with).ok_or_else(|| ChangeError::Missing(pointer.to_owned()))?;
        editor.relocate(root, &from, &to, with)
    })
}

/// Makes the edits that `plan` makes for a document, and reads back whether they yield what `plan` wants.
fn edit(
    text: &Text,
    document: usize,
    pointer: &str,
    plan: impl FnOnce(&Node<'_>, &mut Json, &mut Editor<'_>) -> Result<(), ChangeError>,
) -> Result<Vec<(Span, String)>, ChangeError> {
    let documents = read(text).documents;
    let layout = || ChangeError::Layout(pointer.to_owned());
    let root = &documents.get(document).ok_or_else(|| ChangeError::Missing(format!("document {document}")))?.root;
    let mut wanted = json(root);
    let mut editor = Editor { text: text.as_str(), pointer, cuts: Vec::new() };
    plan(root, &mut wanted, &mut editor)?;
    editor.cuts.sort_by_key(|cut| cut.span);
    if editor.cuts.windows(2).any(|pair| pair[0].span.end > pair[1].span.start) {
        return Err(layout());
    }
    let changed = text.edited(editor.cuts.iter().map(|cut| (cut.span, cut.text.as_str())));
    let again = Text::new(changed).map_err(|_| layout())?;
    let read_back = read(&again);
    let same = read_back.error.is_none()
        && read_back.documents.len() == documents.len()
        && read_back.documents.iter().zip(&documents).enumerate().all(|(index, (new, old))| {
            if index == document { json(&new.root) == wanted } else { json(&new.root) == json(&old.root) }
        });
    if same { Ok(editor.cuts.into_iter().map(|cut| (cut.span, cut.text)).collect()) } else { Err(layout()) }
}

/// The steps of a JSON pointer.
fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

fn json(node: &Node<'_>) -> Json {
    serde_json::from_str(&to_json(node, JsonForm::Sent)).unwrap_or_default()
}

/// The change on the value itself; nothing when its place is not there.
fn apply(root: &mut Json, path: &[String], change: &Change) -> Option<()> {
    let (last, parents) = path.split_last()?;
    let mut place = root;
    for key in parents {
        place = match place {
            Json::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
            Json::Object(map) => {
                if matches!(change, Change::Set(_)) {
                    map.entry(key.as_str()).or_insert_with(|| Json::Object(serde_json::Map::new()));
                }
                map.get_mut(key.as_str())?
            }
            _ => return None,
        };
    }
    match (place, change) {
        (Json::Object(map), Change::Set(value)) => _ = map.insert(last.clone(), value.clone()),
        (Json::Object(map), Change::Remove) => _ = map.shift_remove(last)?,
        (Json::Array(items), change) => {
            let index = last.parse::<usize>().ok().filter(|index| *index <= items.len())?;
            match change {
                Change::Insert(value) => items.insert(index, value.clone()),
                Change::Set(value) => *items.get_mut(index)? = value.clone(),
                Change::Remove => _ = (index < items.len()).then(|| items.remove(index))?,
            }
        }
        _ => return None,
    }
    Some(())
}

/// A piece of the text and what comes in its place.
struct Cut {
    span: Span,
    text: String,
}

pub(super) struct Editor<'t> {
    pub(super) text: &'t str,
    pub(super) pointer: &'t str,
    cuts: Vec<Cut>,
}

impl Editor<'_> {
    pub(super) fn layout(&self) -> ChangeError {
        ChangeError::Layout(self.pointer.to_owned())
    }

    pub(super) fn cut(&mut self, start: u32, end: u32, text: impl Into<String>) {
        self.cuts.push(Cut { span: Span::new(start, end), text: text.into() });
    }

    fn change(&mut self, node: &Node<'_>, path: &[String], change: &Change) -> Result<(), ChangeError> {
        if node.via != Via::Direct {
            return Err(ChangeError::Shared(self.pointer.to_owned()));
        }
        let Some((key, rest)) = path.split_first() else { return Err(self.layout()) };
        match &node.value {
            Value::Map(map) => self.change_map(node, map, key, rest, change),
            Value::List(items) => {
                let index = key.parse::<usize>().map_err(|_| ChangeError::Missing(self.pointer.to_owned()))?;
                match (items.get(index), rest.is_empty(), change) {
                    (Some(item), false, _) => self.change(item, rest, change),
                    (Some(item), true, Change::Set(value)) => self.set(item, value, None),
                    (Some(item), true, Change::Insert(value)) => self.insert(node, item, value),
                    (Some(_), true, Change::Remove) => self.remove_item(node, items, index),
                    (None, true, Change::Insert(value)) => self.append(node, items, value),
                    _ => Err(ChangeError::Missing(self.pointer.to_owned())),
                }
            }
            _ => Err(ChangeError::Missing(self.pointer.to_owned())),
        }
    }

    fn change_map(
        &mut self,
        node: &Node<'_>,
        map: &Map<'_>,
        key: &str,
        rest: &[String],
        change: &Change,
    ) -> Result<(), ChangeError> {
        match (map.entry(key), rest.is_empty(), change) {
            (Some(entry), false, Change::Set(value)) if entry.value.is_null() => {
                let nested = rest.iter().rev().fold(value.clone(), |value, key| serde_json::json!({ key: value }));
                self.set(&entry.value, &nested, Some(entry))
            }
            (Some(entry), false, _) => self.change(&entry.value, rest, change),
            (Some(entry), true, Change::Set(value)) => self.set(&entry.value, value, Some(entry)),
            (Some(_), true, Change::Remove) => self.remove_entry(node, map, key),
            (None, _, Change::Set(value)) => {
                let nested = rest.iter().rev().fold(value.clone(), |value, key| serde_json::json!({ key: value }));
                self.add(node, map, key, &nested)
            }
            _ => Err(ChangeError::Missing(self.pointer.to_owned())),
        }
    }

    /// Writes a value in the place of another one; of mappings only the entries that differ.
    fn set(&mut self, node: &Node<'_>, value: &Json, entry: Option<&Entry<'_>>) -> Result<(), ChangeError> {
        if node.via != Via::Direct {
            return Err(ChangeError::Shared(self.pointer.to_owned()));
        }
        if json(node) == *value {
            return Ok(());
        }
        if let (Value::Map(map), Json::Object(wanted)) = (&node.value, value)
            && !wanted.is_empty()
            && map.entries.iter().any(|entry| wanted.contains_key(entry.key.as_ref()))
        {
            return self.merge(node, map, wanted);
        }
        match (node.style, entry) {
            (Style::Block | Style::Literal | Style::Folded, Some(entry)) => {
                let (start, end) = (self.line_start(entry.key_span.start), self.lines_end(self.end(node)));
                let lines = self.entry_lines(entry.key.as_ref(), value, self.column(entry.key_span.start))?;
                self.cut(start, end, lines);
                Ok(())
            }
            (Style::Block | Style::Literal | Style::Folded | Style::Added, _) => Err(self.layout()),
            (Style::Empty, _) => {
                self.cut(node.span.start, node.span.start, format!(" {}", flow(value)));
                Ok(())
            }
            // In JSON a string stays in quotes.
            (Style::DoubleQuoted, _) if value.is_string() => {
                self.cut(node.span.start, node.span.end, value.to_string());
                Ok(())
            }
            _ => {
                self.cut(node.span.start, node.span.end, flow(value));
                Ok(())
            }
        }
    }

    fn merge(&mut self, node: &Node<'_>, map: &Map<'_>, wanted: &serde_json::Map<String, Json>) -> Result<(), ChangeError> {
        let gone: Vec<&Entry<'_>> = map.entries.iter().filter(|entry| !wanted.contains_key(entry.key.as_ref())).collect();
        let fresh: Vec<_> = wanted.iter().filter(|(key, _)| map.entry(key).is_none()).collect();
        // A key in the place of another one, as `track` for `version`, keeps the layout of its line.
        let mut pairs = gone.iter().zip(&fresh);
        for (old, (key, value)) in pairs.by_ref() {
            if !is_scalar(&old.value) || value.is_object() || value.is_array() {
                return Err(self.layout());
            }
            self.cut(old.key_span.start, old.key_span.end, key.as_str());
            self.cut(old.value.span.start, old.value.span.end, flow(value));
        }
        for entry in gone.iter().skip(fresh.len()) {
            self.remove_entry(node, map, entry.key.as_ref())?;
        }
        for (key, value) in fresh.iter().skip(gone.len()) {
            self.add(node, map, key, value)?;
        }
        for entry in &map.entries {
            if let Some(value) = wanted.get(entry.key.as_ref()) {
                self.set(&entry.value, value, Some(entry))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, node: &Node<'_>, map: &Map<'_>, key: &str, value: &Json) -> Result<(), ChangeError> {
        if node.style == Style::Flow {
            return self.add_to_flow(
                node,
                map.entries.last().map(|entry| self.end(&entry.value)),
                &format!("{}: {}", plain(key), flow(value)),
            );
        }
        let last = map.entries.iter().filter(|entry| entry.value.via == Via::Direct).max_by_key(|entry| entry.key_span.start);
        let last = last.ok_or_else(|| self.layout())?;
        let at = self.lines_end(self.end(&last.value).max(last.key_span.end));
        let lines = self.entry_lines(key, value, self.column(last.key_span.start))?;
        self.put_lines(at, &lines);
        Ok(())
    }

    pub(super) fn add_to_flow(&mut self, node: &Node<'_>, last: Option<u32>, text: &str) -> Result<(), ChangeError> {
        match last {
            Some(end) => self.cut(end, end, format!(", {text}")),
            None => self.cut(node.span.start + 1, node.span.start + 1, text),
        }
        Ok(())
    }

    pub(super) fn remove_entry(&mut self, node: &Node<'_>, map: &Map<'_>, key: &str) -> Result<(), ChangeError> {
        let index = map.entries.iter().position(|entry| entry.key == key).ok_or_else(|| self.layout())?;
        let entry = &map.entries[index];
        if entry.value.via == Via::Merge {
            return Err(ChangeError::Shared(self.pointer.to_owned()));
        }
        let starts: Vec<(u32, u32)> =
            map.entries.iter().map(|entry| (entry.key_span.start, self.end(&entry.value).max(entry.key_span.end))).collect();
        if node.style == Style::Flow {
            self.remove_from_flow(&starts, index);
            return Ok(());
        }
        self.remove_lines(node, &starts, index, "{}")
    }

    fn remove_item(&mut self, node: &Node<'_>, items: &[Node<'_>], index: usize) -> Result<(), ChangeError> {
        let spans: Vec<(u32, u32)> = items.iter().map(|item| (item.span.start, self.end(item))).collect();
        if node.style == Style::Flow {
            self.remove_from_flow(&spans, index);
            return Ok(());
        }
        self.remove_lines(node, &spans, index, "[]")
    }

    fn remove_from_flow(&mut self, spans: &[(u32, u32)], index: usize) {
        let (start, end) = spans[index];
        match (spans.get(index + 1), index.checked_sub(1)) {
            (Some((next, _)), _) => self.cut(start, *next, ""),
            (None, Some(before)) => self.cut(spans[before].1, end, ""),
            (None, None) => self.cut(start, end, ""),
        }
    }

    /// Takes whole lines away. The first key of a list item shares its line with the dash.
    fn remove_lines(&mut self, node: &Node<'_>, spans: &[(u32, u32)], index: usize, empty: &str) -> Result<(), ChangeError> {
        let (start, end) = spans[index];
        if spans.len() == 1 {
            let (from, to) = (self.line_start(node.span.start.min(start)), self.lines_end(end));
            // The key of the collection ends the line before.
            let before = self.text[..from as usize].trim_end_matches(['\r', '\n']).len();
            let before = u32::try_from(before).map_err(|_| self.layout())?;
            let kept = self.text[..to as usize].trim_end_matches(['\r', '\n']).len();
            let kept = u32::try_from(kept).map_err(|_| self.layout())?;
            self.cut(before, kept.max(before), format!(" {empty}"));
            return Ok(());
        }
        let line = self.line_start(start);
        let lead = &self.text[line as usize..start as usize];
        match spans.get(index + 1) {
            Some((next, _)) if !lead.trim().is_empty() && index == 0 && !lead.trim_start().starts_with("- ") => {
                self.cut(start, *next, "");
            }
            Some((next, _)) if lead.trim() == "-" && self.column(*next) == self.column(start) && !self.shares_dash(*next) => {
                self.cut(start, *next, "");
            }
            _ => self.cut(line, self.lines_end(end), ""),
        }
        Ok(())
    }

    /// Whether what begins here stands behind a dash of its own line.
    fn shares_dash(&self, at: u32) -> bool {
        let line = self.line_start(at);
        self.text[line as usize..at as usize].trim() == "-"
    }

    fn insert(&mut self, list: &Node<'_>, item: &Node<'_>, value: &Json) -> Result<(), ChangeError> {
        if list.style == Style::Flow {
            self.cut(item.span.start, item.span.start, format!("{}, ", flow(value)));
            return Ok(());
        }
        let line = self.line_start(item.span.start);
        let lead = &self.text[line as usize..item.span.start as usize];
        let blanks = lead.len() - lead.trim_start().len();
        if !lead.trim_start().starts_with('-') {
            return Err(self.layout());
        }
        let lines = item_lines(value, blanks).ok_or_else(|| self.layout())?;
        self.cut(line, line, lines);
        Ok(())
    }

    fn append(&mut self, list: &Node<'_>, items: &[Node<'_>], value: &Json) -> Result<(), ChangeError> {
        if list.style == Style::Flow {
            return self.add_to_flow(list, items.last().map(|item| self.end(item)), &flow(value));
        }
        let last = items.last().ok_or_else(|| self.layout())?;
        let line = self.line_start(last.span.start);
        let lead = &self.text[line as usize..last.span.start as usize];
        let lines = item_lines(value, lead.len() - lead.trim_start().len()).ok_or_else(|| self.layout())?;
        self.put_lines(self.lines_end(self.end(last)), &lines);
        Ok(())
    }

    /// Puts lines at the beginning of a line, or behind a text without a line break at its end.
    pub(super) fn put_lines(&mut self, at: u32, lines: &str) {
        let open = at > 0 && !self.text[..at as usize].ends_with('\n');
        let text = if open { format!("\n{}", lines.trim_end_matches('\n')) } else { lines.to_owned() };
        self.cut(at, at, text);
    }

    fn entry_lines(&self, key: &str, value: &Json, column: usize) -> Result<String, ChangeError> {
        let yaml = value_to_yaml(&serde_json::json!({ key: value })).map_err(|_| self.layout())?;
        Ok(indented(&yaml, &" ".repeat(column)))
    }

    /// Where a value ends, its children counted.
    pub(super) fn end(&self, node: &Node<'_>) -> u32 {
        let direct = |node: &Node<'_>| node.via == Via::Direct;
        let children = match &node.value {
            Value::Map(map) if direct(node) => map
                .entries
                .iter()
                .filter(|entry| direct(&entry.value))
                .map(|entry| self.end(&entry.value).max(entry.key_span.end))
                .max(),
            Value::List(items) if direct(node) => items.iter().map(|item| self.end(item)).max(),
            _ => None,
        };
        children.unwrap_or_default().max(node.span.end)
    }

    pub(super) fn line_start(&self, at: u32) -> u32 {
        let before = self.text[..at as usize].rfind('\n').map_or(0, |index| index + 1);
        u32::try_from(before).unwrap_or(at)
    }

    /// Behind the line break of the line that `end` lies in, or of the one before when it lies at the beginning of a line.
    pub(super) fn lines_end(&self, end: u32) -> u32 {
        if end > 0 && self.text[..end as usize].ends_with('\n') {
            return end;
        }
        let rest = &self.text[end as usize..];
        let more = rest.find('\n').map_or(rest.len(), |index| index + 1);
        end + u32::try_from(more).unwrap_or_default()
    }

    pub(super) fn column(&self, at: u32) -> usize {
        let line = self.line_start(at);
        self.text[line as usize..at as usize].chars().count()
    }
}

fn is_scalar(node: &Node<'_>) -> bool {
    matches!(node.style, Style::Plain | Style::SingleQuoted | Style::DoubleQuoted)
}

/// A list item in lines.
fn item_lines(value: &Json, column: usize) -> Option<String> {
    let yaml = value_to_yaml(&serde_json::json!([value])).ok()?;
    Some(indented(&yaml, &" ".repeat(column)))
}

fn indented(yaml: &str, blanks: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{blanks}{line}\n") };
    yaml.lines().map(line).collect()
}

/// A value in one line, with blanks as people write it.
pub(super) fn flow(value: &Json) -> String {
    match value {
        Json::Object(map) => {
            let entries: Vec<String> = map.iter().map(|(key, value)| format!("{}: {}", plain(key), flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::String(text) => plain(text),
        other => other.to_string(),
    }
}

/// A string without quotes where every reader takes it for that string in any context, else as JSON.
pub(super) fn plain(text: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_/".contains(c);
    let letter = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let quoted = value_to_yaml(text).is_ok_and(|yaml| yaml.trim_end() != text);
    if letter && text.chars().all(safe) && !quoted { text.to_owned() } else { Json::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const MANIFEST: &str = "# the agent
apiVersion: v1
spec:
  # pinned by hand
  promptPackRef: {name: p, version: \"1.0.0\"} # the pin
  providers:
  - name: default   # first
    providerRef: {name: a}
  rollout:
    steps:
      - setWeight: 10
      # look at it
      - pause: {duration: 5m}
    candidate:
      # next
      promptPackRef:
        name: p
        version: 2.0.0
    trigger: {promptPackChannel: stable}
---
spec: {}
";

    fn edited(text: &str, pointer: &str, change: &Change) -> Result<String, ChangeError> {
        let bytes = super::change(&Text::new(text.as_bytes().to_vec()).unwrap(), 0, pointer, change)?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn only_what_changes_is_written_anew() {
        let pack = json!({"name": "p", "version": "2.0.0"});
        let new = edited(MANIFEST, "/spec/promptPackRef", &Change::Set(pack)).unwrap();
        assert_eq!(new, MANIFEST.replace("\"1.0.0\"} # the pin", "\"2.0.0\"} # the pin"));
        let new = edited(MANIFEST, "/spec/promptPackRef", &Change::Set(json!({"name": "p", "track": "stable"}))).unwrap();
        assert_eq!(new, MANIFEST.replace("version: \"1.0.0\"}", "track: stable}"));
        let new = edited(MANIFEST, "/spec/promptPackRef", &Change::Set(json!({"name": "p"}))).unwrap();
        assert_eq!(new, MANIFEST.replace(", version: \"1.0.0\"}", "}"));
    }

    #[test]
    fn entries_and_items_come_and_go_in_lines() {
        let block = "    candidate:\n      # next\n      promptPackRef:\n        name: p\n        version: 2.0.0\n";
        let new = edited(MANIFEST, "/spec/rollout/candidate", &Change::Remove).unwrap();
        assert_eq!(new, MANIFEST.replace(block, ""));
        let pause = Change::Insert(json!({"pause": {}}));
        let new = edited(MANIFEST, "/spec/rollout/steps/1", &pause).unwrap();
        assert_eq!(new, MANIFEST.replace("      - pause: {duration", "      - pause: {}\n      - pause: {duration"));
        let new = edited(MANIFEST, "/spec/rollout/steps/0", &pause).unwrap();
        assert_eq!(new, MANIFEST.replace("      - setWeight", "      - pause: {}\n      - setWeight"));
        let new = edited(MANIFEST, "/spec/rollout/steps/1", &Change::Remove).unwrap();
        assert_eq!(new, MANIFEST.replace("      - pause: {duration: 5m}\n", ""));
        let candidate = json!({"toolRegistryRef": {"name": "t"}});
        let new = edited(MANIFEST, "/spec/rollout/candidate", &Change::Set(candidate)).unwrap();
        assert_eq!(new, MANIFEST.replace(block, "    candidate:\n      toolRegistryRef:\n        name: t\n"));
        let new = edited(MANIFEST, "/spec/toolRegistryRef", &Change::Set(json!({"name": "t"}))).unwrap();
        assert_eq!(new, MANIFEST.replace("---\n", "  toolRegistryRef:\n    name: t\n---\n"));
        let new = edited(MANIFEST, "/spec/rollout/trigger", &Change::Remove).unwrap();
        assert_eq!(new, MANIFEST.replace("    trigger: {promptPackChannel: stable}\n", ""));
    }

    #[test]
    fn flow_style_and_texts_without_an_end_stay_what_they_are() {
        for (text, pointer, change, expected) in [
            ("a: {b: 1, c: 2}", "/a/b", Change::Remove, "a: {c: 2}"),
            ("a: {b: 1, c: 2}", "/a/c", Change::Remove, "a: {b: 1}"),
            ("a: {b: 1}", "/a/b", Change::Remove, "a: {}"),
            ("a: {}", "/a/b", Change::Set(json!("x: y")), "a: {\"b\": \"x: y\"}"),
            ("a: [1, 2]", "/a/1", Change::Insert(json!({"x": "no"})), "a: [1, {x: \"no\"}, 2]"),
            ("a: [1]", "/a/1", Change::Insert(json!(2)), "a: [1, 2]"),
            ("a: 1", "/b/c", Change::Set(json!("1.0")), "a: 1\nb:\n  c: \"1.0\""),
            ("a:\n  b: 1\nc: 2", "/a/b", Change::Remove, "a: {}\nc: 2"),
            ("a:\n- 1\nc: 2\n", "/a/0", Change::Remove, "a: []\nc: 2\n"),
            ("a:\n", "/a", Change::Set(json!({"b": 1})), "a: {b: 1}\n"),
            ("a: 'x' # y\n", "/a", Change::Set(json!("z")), "a: z # y\n"),
            ("- a: 1\n  b: 2\n", "/0/a", Change::Remove, "- b: 2\n"),
            ("- a: 1\n  b: 2\n- c\n", "/0", Change::Remove, "- c\n"),
            ("a: |\n  x\n  y\nb: 1\n", "/a", Change::Set(json!("z")), "a: z\nb: 1\n"),
            ("{\"a\": {\"b\": 1}}\n", "/a/c", Change::Set(json!(2)), "{\"a\": {\"b\": 1, \"c\": 2}}\n"),
        ] {
            let found = edited(text, pointer, &change);
            let same = |found: &str| found.replace('"', "") == expected.replace('"', "");
            assert!(found.as_ref().is_ok_and(|found| same(found)), "{text:?} {pointer}: {found:?}, not {expected:?}");
        }
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_refused() {
        for (text, pointer, change) in [
            ("x: &x {b: 1}\na: *x\n", "/a/b", Change::Set(json!(2))),
            ("x: &x {b: 1}\na:\n  <<: *x\n  c: 1\n", "/a/b", Change::Remove),
            ("a: 1\n", "/b", Change::Remove),
            ("a: 1\n", "/a/b", Change::Set(json!(1))),
            ("a: [1]\n", "/a/3", Change::Set(json!(1))),
        ] {
            assert!(edited(text, pointer, &change).is_err(), "{text:?} {pointer}");
        }
    }
}

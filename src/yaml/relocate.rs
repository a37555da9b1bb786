//! Moving a value to another place of its document: its comments, quotes and layout go with it.

use serde_json::{Map as JsonMap, Value as Json};

use super::{
    patch::{ChangeError, Editor, flow, plain},
    tree::{Entry, Map, Node, Style, Value, Via},
};

/// The step that makes a list, and its first item.
const FIRST: &str = "0";

/// Does to the value itself what [`Editor::relocate`] does to its text; nothing when a place is not there, or taken.
pub(super) fn apply(root: &mut Json, from: &[String], to: &[String], with: &JsonMap<String, Json>) -> Option<()> {
    let (last, parents) = from.split_last()?;
    let value = step_down(root, parents)?.as_object_mut()?.shift_remove(last)?;
    let (last, parents) = to.split_last()?;
    let mut place = root;
    let mut is_new = false;
    for (index, key) in parents.iter().enumerate() {
        is_new = step_down(place, std::slice::from_ref(key)).is_none();
        if is_new {
            let below = if to[index + 1] == FIRST { Json::Array(Vec::new()) } else { Json::Object(JsonMap::new()) };
            put(place, key, below)?;
        }
        place = step_down(place, std::slice::from_ref(key))?;
    }
    match (&value, last.as_str()) {
        (Json::Object(members), FIRST) => {
            let members = with.iter().chain(members).map(|(key, value)| (key.clone(), value.clone())).collect();
            put(place, last, Json::Object(members))
        }
        _ => {
            put(place, last, value)?;
            let holder = place.as_object_mut().filter(|_| is_new).into_iter();
            holder.for_each(|holder| holder.extend(with.iter().map(|(key, value)| (key.clone(), value.clone()))));
            Some(())
        }
    }
}

fn step_down<'j>(root: &'j mut Json, path: &[String]) -> Option<&'j mut Json> {
    path.iter().try_fold(root, |place, key| match place {
        Json::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        Json::Object(members) => members.get_mut(key),
        _ => None,
    })
}

fn put(place: &mut Json, key: &str, value: Json) -> Option<()> {
    match place {
        Json::Array(items) if items.is_empty() && key == FIRST => items.push(value),
        Json::Object(members) if !members.contains_key(key) => _ = members.insert(key.to_owned(), value),
        _ => return None,
    }
    Some(())
}

/// What is moved: an entry, and the mapping that holds it.
struct Source<'n, 't> {
    holder: &'n Node<'t>,
    map: &'n Map<'t>,
    entry: &'n Entry<'t>,
}

impl Editor<'_> {
    /// Moves the entry at `from` to `to`. Mappings on the way that are not there are made, and a list where the step is `0`; the innermost
    /// that is made gets the entries `with`.
    pub(super) fn relocate(
        &mut self,
        root: &Node<'_>,
        from: &[String],
        to: &[String],
        with: &JsonMap<String, Json>,
    ) -> Result<(), ChangeError> {
        let (key, parents) = from.split_last().ok_or_else(|| self.layout())?;
        let (holder, rest) = self.follow(root, parents)?;
        let (Value::Map(map), true) = (&holder.value, rest.is_empty()) else { return Err(self.missing()) };
        let entry = map.entry(key).ok_or_else(|| self.missing())?;
        if entry.value.via == Via::Merge {
            return Err(self.shared());
        }
        let source = Source { holder, map, entry };
        let (target, steps) = self.follow(root, to)?;
        let in_place = std::ptr::eq(target, holder);
        match (holder.style, target.style) {
            (Style::Block, Style::Block) if in_place => {
                let block = self.block(&source, steps, with, self.column(entry.key_span.start))?;
                self.cut(entry.key_span.start, self.block_end(entry), block);
            }
            (_, Style::Block) => self.append_block(&source, target, steps, with)?,
            (Style::Flow, Style::Flow) if in_place => {
                let text = self.inline(&source, steps, with)?;
                self.cut(entry.key_span.start, self.entry_end(entry), text);
            }
            (_, Style::Flow) => {
                let text = self.inline(&source, steps, with)?;
                let last = target.as_map().and_then(|map| map.entries.last()).map(|entry| self.entry_end(entry));
                self.take(&source)?;
                self.add_to_flow(target, last, &text)?;
            }
            _ => return Err(self.layout()),
        }
        Ok(())
    }

    /// Goes down as far as the path exists; the rest is what is not there.
    fn follow<'n, 't, 'p>(&self, root: &'n Node<'t>, path: &'p [String]) -> Result<(&'n Node<'t>, &'p [String]), ChangeError> {
        let (mut node, mut rest) = (root, path);
        while let Some((key, below)) = rest.split_first() {
            if node.via != Via::Direct {
                return Err(self.shared());
            }
            let next = match &node.value {
                Value::Map(map) => map.get(key),
                Value::List(items) => key.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => return Err(self.layout()),
            };
            let Some(next) = next else { break };
            (node, rest) = (next, below);
        }
        if node.via == Via::Direct { Ok((node, rest)) } else { Err(self.shared()) }
    }

    fn append_block(
        &mut self,
        source: &Source<'_, '_>,
        target: &Node<'_>,
        steps: &[String],
        with: &JsonMap<String, Json>,
    ) -> Result<(), ChangeError> {
        let entries = target.as_map().map(|map| map.entries.iter().filter(|entry| entry.value.via == Via::Direct));
        let last = entries.and_then(|entries| entries.max_by_key(|entry| entry.key_span.start)).ok_or_else(|| self.layout())?;
        let column = self.column(last.key_span.start);
        let mut lines = String::new();
        if source.holder.style == Style::Block {
            let comments =
                &self.text[self.comments_start(source.entry) as usize..self.line_start(source.entry.key_span.start) as usize];
            comments.lines().for_each(|line| lines.push_str(&format!("{}{}\n", " ".repeat(column), line.trim_start())));
        }
        lines.push_str(&" ".repeat(column));
        lines.push_str(&self.block(source, steps, with, column)?);
        lines.push('\n');
        let at = self.lines_end(self.entry_end(last));
        self.take(source)?;
        self.put_lines(at, &lines);
        Ok(())
    }

    /// Takes the entry away, with the comment lines above it.
    fn take(&mut self, source: &Source<'_, '_>) -> Result<(), ChangeError> {
        let Source { holder, map, entry } = *source;
        let (comments, line) = (self.comments_start(entry), self.line_start(entry.key_span.start));
        if holder.style == Style::Flow || comments == line {
            return self.remove_entry(holder, map, &entry.key);
        }
        if map.entries.len() > 1 {
            self.cut(comments, line, "");
            return self.remove_entry(holder, map, &entry.key);
        }
        let before = self.text[..comments as usize].trim_end_matches(['\r', '\n']).len();
        let before = u32::try_from(before).map_err(|_| self.layout())?;
        self.cut(before, self.block_end(entry), " {}");
        Ok(())
    }

    /// Where the comment lines begin that stand right above a key, as far right as it; the key's line when there are none.
    fn comments_start(&self, entry: &Entry<'_>) -> u32 {
        let column = self.column(entry.key_span.start);
        let mut start = self.line_start(entry.key_span.start);
        while start > 0 {
            let above = self.line_start(start - 1);
            let line = &self.text[above as usize..start as usize];
            if !line.trim_start().starts_with('#') || line.len() - line.trim_start().len() != column {
                break;
            }
            start = above;
        }
        start
    }

    /// The lines of the entry at another place and column, the first without its indentation, the last without its line break.
    fn block(
        &self,
        source: &Source<'_, '_>,
        steps: &[String],
        with: &JsonMap<String, Json>,
        column: usize,
    ) -> Result<String, ChangeError> {
        let entry = source.entry;
        let (last, wrappers) = steps.split_last().ok_or_else(|| self.layout())?;
        if last == FIRST {
            return self.block_item(source, wrappers, with, column);
        }
        let (mut out, mut column) = (String::new(), column);
        for wrapper in wrappers {
            column += 2;
            if wrapper == FIRST {
                out.push_str("- ");
            } else {
                out.push_str(&format!("{}:\n{}", self.key(wrapper, entry), " ".repeat(column)));
            }
        }
        for (key, value) in with.iter().filter(|_| !wrappers.is_empty()) {
            out.push_str(&format!("{}: {}\n{}", self.key(key, entry), self.scalar(value, entry), " ".repeat(column)));
        }
        out.push_str(&self.key(last, entry));
        let end = if source.holder.style == Style::Flow { self.entry_end(entry) } else { self.block_end(entry) };
        out.push_str(&self.shifted(entry.key_span.end, end, self.column(entry.key_span.start), column));
        Ok(out)
    }

    /// The value as the first item of a new list.
    fn block_item(
        &self,
        source: &Source<'_, '_>,
        wrappers: &[String],
        with: &JsonMap<String, Json>,
        column: usize,
    ) -> Result<String, ChangeError> {
        let entry = source.entry;
        let ([list], Value::Map(map), Via::Direct) = (wrappers, &entry.value.value, entry.value.via) else {
            return Err(self.layout());
        };
        if entry.value.style == Style::Flow {
            return Ok(self.inline(source, &[list.clone(), FIRST.to_owned()], with)?
                + &self.shifted(self.entry_end(entry), self.block_end(entry), 0, 0));
        }
        let first = map.entries.first().map(|entry| entry.key_span.start).ok_or_else(|| self.layout())?;
        let (own, child) = (self.column(entry.key_span.start), self.column(first));
        let blanks = " ".repeat(column + child.saturating_sub(own));
        let mut out = self.key(list, entry);
        out.push_str(&self.shifted(entry.key_span.end, self.line_start(first), own, column));
        out.push_str(&format!("{blanks}- "));
        for (key, value) in with {
            out.push_str(&format!("{}: {}\n{blanks}  ", self.key(key, entry), self.scalar(value, entry)));
        }
        out.push_str(&self.shifted(first, self.block_end(entry), own, column + 2));
        Ok(out)
    }

    /// The entry in one line, as flow style has it.
    fn inline(&self, source: &Source<'_, '_>, steps: &[String], with: &JsonMap<String, Json>) -> Result<String, ChangeError> {
        let entry = source.entry;
        if matches!(entry.value.style, Style::Block | Style::Literal | Style::Folded) {
            return Err(self.layout());
        }
        let (last, wrappers) = steps.split_last().ok_or_else(|| self.layout())?;
        let with: String =
            with.iter().map(|(key, value)| format!("{}: {}, ", self.key(key, entry), self.scalar(value, entry))).collect();
        let (mut out, mut closing) = (String::new(), Vec::new());
        for (wrapper, below) in wrappers.iter().zip(&steps[1..]) {
            if wrapper != FIRST {
                out.push_str(&format!("{}: ", self.key(wrapper, entry)));
            }
            let is_list = below == FIRST;
            out.push(if is_list { '[' } else { '{' });
            closing.push(if is_list { ']' } else { '}' });
        }
        if last == FIRST {
            let value = &self.text[entry.value.span.range()];
            let inner = value.strip_prefix('{').filter(|_| entry.value.via == Via::Direct).ok_or_else(|| self.layout())?;
            let is_empty = entry.value.as_map().is_none_or(Map::is_empty);
            out.push_str(&format!("{{{}{inner}", if is_empty { with.trim_end_matches(", ") } else { &with }));
        } else {
            let with = if wrappers.is_empty() { "" } else { &with };
            out.push_str(&format!("{with}{}", self.key(last, entry)));
            out.push_str(&self.text[entry.key_span.end as usize..self.entry_end(entry) as usize]);
        }
        out.extend(closing.iter().rev());
        Ok(out.replace("\r\n", "\n"))
    }

    /// A part of the text whose lines, but the first, stand further right or left.
    fn shifted(&self, start: u32, end: u32, from: usize, to: usize) -> String {
        let text = &self.text[start as usize..(end.max(start)) as usize];
        let mut out = String::with_capacity(text.len());
        for (index, line) in text.split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if index > 0 {
                out.push('\n');
            }
            if index == 0 || line.is_empty() || from == to {
                out.push_str(line);
            } else if to > from {
                out.push_str(&" ".repeat(to - from));
                out.push_str(line);
            } else {
                let blanks = line.len() - line.trim_start_matches(' ').len();
                out.push_str(&line[blanks.min(from - to)..]);
            }
        }
        out
    }

    fn entry_end(&self, entry: &Entry<'_>) -> u32 {
        self.end(&entry.value).max(entry.key_span.end)
    }

    /// The end of the last line of an entry in block style, its line break not counted.
    fn block_end(&self, entry: &Entry<'_>) -> u32 {
        let end = self.lines_end(self.entry_end(entry));
        let kept = self.text[..end as usize].trim_end_matches(['\r', '\n']).len();
        u32::try_from(kept).unwrap_or(end).max(entry.key_span.end)
    }

    /// A key, in double quotes where the moved one is: JSON stays JSON.
    fn key(&self, key: &str, like: &Entry<'_>) -> String {
        if self.is_quoted(like) { Json::from(key).to_string() } else { plain(key) }
    }

    fn scalar(&self, value: &Json, like: &Entry<'_>) -> String {
        if self.is_quoted(like) { value.to_string() } else { flow(value) }
    }

    fn is_quoted(&self, entry: &Entry<'_>) -> bool {
        self.text[entry.key_span.range()].starts_with('"')
    }

    fn missing(&self) -> ChangeError {
        ChangeError::Missing(self.pointer.to_owned())
    }

    fn shared(&self) -> ChangeError {
        ChangeError::Shared(self.pointer.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Text, relocate};

    fn moved(text: &str, from: &str, to: &str, with: serde_json::Value) -> Option<String> {
        let text = Text::new(text.as_bytes().to_vec()).unwrap();
        let bytes = relocate(&text, 0, from, to, with.as_object().unwrap()).ok()?;
        Some(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn entries_keep_their_layout_where_they_go() {
        let cases = [
            ("s: # why\n  a: 1   # one\nb: 2\n", "/s", "/c", json!({}), "c: # why\n  a: 1   # one\nb: 2\n"),
            ("- s: 1\n  b: 2\n", "/0/s", "/0/c", json!({}), "- c: 1\n  b: 2\n"),
            ("{\"s\": {\"a\": 1}}", "/s", "/c/d", json!({}), "{\"c\": {\"d\": {\"a\": 1}}}"),
            (
                "# k\ns: # why\n  a: |\n    x\n\n     y\nb: 2\n",
                "/s",
                "/c/s",
                json!({}),
                "# k\nc:\n  s: # why\n    a: |\n      x\n\n       y\nb: 2\n",
            ),
            (
                "r:   # c\n  name: x",
                "/r",
                "/p/0/r",
                json!({"name": "default"}),
                "p:\n  - name: default\n    r:   # c\n      name: x",
            ),
            ("{r: {name: x}, b: 1}", "/r", "/p/0/r", json!({"name": "d"}), "{p: [{name: d, r: {name: x}}], b: 1}"),
            (
                "f: # c\n  # in\n  p: 1 # p\n  q:\n  - 2\nb: 2\n",
                "/f",
                "/l/0",
                json!({"type": "w"}),
                "l: # c\n  # in\n  - type: w\n    p: 1 # p\n    q:\n    - 2\nb: 2\n",
            ),
            ("f: {p: 1} # c\n", "/f", "/l/0", json!({}), "l: [{p: 1}] # c\n"),
            ("f: {}\n", "/f", "/l/0", json!({"type": "w"}), "l: [{type: w}]\n"),
            (
                "o:\n  # why\n  a: # c\n    x: 1\n  b: 2\nr:\n  z: 1\nq: 1\n",
                "/o/a",
                "/r/a",
                json!({}),
                "o:\n  b: 2\nr:\n  z: 1\n  # why\n  a: # c\n    x: 1\nq: 1\n",
            ),
            ("o:\n  # why\n  a: 1\nq: 1\n", "/o/a", "/r/a", json!({}), "o: {}\nq: 1\n# why\nr:\n  a: 1\n"),
            ("o:\n    a:\n        x: 1\nq: 1\n", "/o/a", "/a", json!({}), "o: {}\nq: 1\na:\n    x: 1\n"),
            ("o: {a: {x: 1}, b: 1}\nq: {}\n", "/o/a", "/q/a", json!({}), "o: {b: 1}\nq: {a: {x: 1}}\n"),
            ("o: {a: {x: 1}}\nq: 1\n", "/o/a", "/a", json!({}), "o: {}\nq: 1\na: {x: 1}\n"),
            ("x: &x {b: 1}\ns: *x\n", "/s", "/c/d", json!({}), "x: &x {b: 1}\nc:\n  d: *x\n"),
            ("s:\r\n  a: 1 # c\r\nb: 2\r\n", "/s", "/c/s", json!({}), "c:\r\n  s:\r\n    a: 1 # c\r\nb: 2\r\n"),
        ];
        for (text, from, to, with, expected) in cases {
            assert_eq!(moved(text, from, to, with).as_deref(), Some(expected), "{text:?} {from} {to}");
        }
    }

    #[test]
    fn what_cannot_be_moved_stays() {
        let cases = [
            ("s: 1\nc: 2\n", "/s", "/c"),
            ("s: 1\n", "/t", "/c"),
            ("x: &x {s: 1}\na:\n  <<: *x\n  b: 1\n", "/a/s", "/a/c"),
            ("x: &x {s: 1}\na: *x\n", "/a/s", "/a/c"),
            ("s: 1\ns: 2\n", "/s", "/c"),
            ("o:\n  a:\n    x: 1\nq: {}\n", "/o/a", "/q/a"),
            ("f: 1\n", "/f", "/l/0"),
            ("s: &s 1\no: {b: *s, a: 1}\n", "/s", "/o/s"),
        ];
        for (text, from, to) in cases {
            assert_eq!(moved(text, from, to, json!({})), None, "{text:?} {from} {to}");
        }
    }
}

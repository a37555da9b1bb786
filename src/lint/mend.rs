//! What is to be changed in the text of an object so that a finding is gone.
//!
//! One table by the code of the finding, for all rules whose mend follows from the field and the object. A change is safe where it takes away
//! what the platform ignores or drops, or moves a field to the only place that it is read from; others are offered.

use serde_json::{Value as Json, json};

use crate::{
    finding::{Edit, Finding, Fix},
    omnia::duration,
    yaml::{self, Change, JsonForm, Node, Span, Text, to_json},
};

/// A change of an object.
#[derive(Debug, Clone, PartialEq)]
enum Deed {
    Change(Vec<String>, Change),
    Move(Vec<String>, Vec<String>),
}

/// A change, what it does in words, and whether it is safe.
type Remedy = (Deed, String, bool);

/// The document of an object, to be changed by itself.
pub(super) struct Chunk {
    text: Text,
    start: u32,
}

impl Chunk {
    /// The document at `span`; nothing when its text alone is not that document.
    pub fn of(text: &Text, span: Span) -> Option<Self> {
        let chunk = Text::new(text.slice(span).as_bytes().to_vec()).ok()?;
        (yaml::read(&chunk).documents.len() == 1).then_some(Self { text: chunk, start: span.start })
    }

    /// The change that mends a finding; none where there is none, or where the layout does not allow it.
    pub fn fix(&self, finding: &Finding) -> Option<Fix> {
        let documents = yaml::read(&self.text).documents;
        let place = Place { root: &documents.first()?.root, field: &finding.field };
        let (deed, title, safe) = place.remedy(finding.code)?;
        let cuts = match deed {
            Deed::Change(path, change) => yaml::cuts(&self.text, 0, &pointer(&path), &change),
            Deed::Move(from, to) => yaml::relocation(&self.text, 0, &pointer(&from), &pointer(&to)),
        };
        let edit = |(span, text): (Span, String)| Edit { span: Span::new(span.start + self.start, span.end + self.start), text };
        let edits: Vec<Edit> = cuts.ok()?.into_iter().map(edit).collect();
        (!edits.is_empty()).then_some(Fix { title, safe, edits })
    }
}

/// Whether findings of the code may be mended by a change of the object.
pub(super) fn knows(code: &str) -> bool {
    CODES.contains(&code)
}

/// The codes of [`Place::remedy`].
const CODES: &[&str] = &[
    "ADM002", "ADM004", "DEP001", "DEP002", "DEP003", "DEP004", "DEP005", "DEP006", "DEP007", "META012", "META013", "RUN001",
    "RUN002", "RUN005", "RUN008", "RUN011", "RUN017", "RUN026", "RUN029", "RUN033", "RUN034", "RUN035", "RUN039", "RUN044",
    "RUN048", "RUN053", "RUN060", "RUN062", "RUN068", "RUN071", "RUN075", "RUN079", "RUN081", "RUN082", "RUN093", "RUN123",
    "RUN124", "RUN126", "RUN127", "SEC008", "SEC009",
];

/// A field of an object.
struct Place<'n, 't> {
    root: &'n Node<'t>,
    field: &'n str,
}

impl Place<'_, '_> {
    fn remedy(&self, code: &str) -> Option<Remedy> {
        match code {
            "DEP002" | "DEP003" | "DEP004" | "DEP005" | "DEP007" | "RUN033" | "RUN035" | "RUN071" | "RUN093" => {
                self.remove(self.path()?)
            }
            "DEP006" if self.text()? == "true" => self.remove(self.path()?),
            "META012" | "META013" => self.remove(self.path()?.into_iter().take(2).collect()),
            "ADM002" | "SEC008" | "SEC009" => self.remove(self.holder()?),
            "RUN075" => self.repeated(),
            "RUN079" => self.unread(),
            "RUN029" | "RUN039" | "RUN044" | "RUN048" | "RUN082" => self.switch_on(),
            "RUN034" => self.beside("type", json!("keda")),
            "RUN053" => self.set("pause", json!({}), true),
            "RUN068" => self.routed(),
            "RUN081" => self.beside("type", json!("redis")),
            "RUN005" => self.duration(),
            "RUN001" => self.write("120s", false),
            "RUN002" => self.write("290s", false),
            "RUN008" if duration::parse(&self.text()?).is_ok_and(|time| time > 1_000_000_000) => self.write("600s", false),
            "RUN062" => self.write("manual", false),
            "RUN126" | "RUN127" => self.put(self.path()?, json!(1), false),
            "RUN123" => self.write(&format!("{}Mi", self.text()?.strip_suffix('m')?), false),
            "RUN017" => self.write(self.text()?.split_once("/.well-known/")?.0, true),
            "RUN060" => self.write(&format!("result[0]{}", self.text()?.trim_start().strip_prefix("result")?), true),
            "ADM004" | "DEP001" => self.go(vec!["spec".to_owned(), "a2aClients".to_owned()]),
            "RUN011" => self.port(),
            "RUN026" | "RUN124" => self.lead(),
            _ => None,
        }
    }

    /// The steps to the field: keys, which may hold dots, and the places in lists. What is not there is taken as it is written.
    fn path(&self) -> Option<Vec<String>> {
        let (mut node, mut rest, mut steps) = (Some(self.root), self.field, Vec::new());
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('[') {
                let (index, behind) = inner.split_once(']')?;
                node = node.and_then(Node::as_list).and_then(|items| items.get(index.parse::<usize>().ok()?));
                steps.push(index.to_owned());
                rest = behind;
                continue;
            }
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let ends =
                |key: &&str| rest.strip_prefix(*key).is_some_and(|behind| behind.is_empty() || behind.starts_with(['.', '[']));
            let keys = node.and_then(Node::as_map).into_iter().flat_map(|map| map.entries.iter().map(|entry| entry.key.as_ref()));
            let known = keys.filter(ends).max_by_key(|key| key.len());
            let key = known.unwrap_or_else(|| &rest[..rest.find(['.', '[']).unwrap_or(rest.len())]);
            node = node.and_then(Node::as_map).and_then(|map| map.get(key));
            rest = &rest[key.len()..];
            steps.push(key.to_owned());
        }
        Some(steps)
    }

    fn at(&self, path: &[String]) -> Option<&Node<'_>> {
        path.iter().try_fold(self.root, |node, step| match node.as_list() {
            Some(items) => items.get(step.parse::<usize>().ok()?),
            None => node.as_map()?.get(step),
        })
    }

    /// The text of the field's value.
    fn text(&self) -> Option<String> {
        let node = self.at(&self.path()?)?;
        Some(node.as_str().map(str::to_owned).unwrap_or_else(|| to_json(node, JsonForm::Sent)))
    }

    /// The path of what holds the field.
    fn holder(&self) -> Option<Vec<String>> {
        let mut path = self.path()?;
        path.pop()?;
        Some(path)
    }

    fn remove(&self, path: Vec<String>) -> Option<Remedy> {
        self.at(&path)?;
        let title = format!("remove {}", path.last()?);
        let title = if path.last()?.parse::<usize>().is_ok() { "remove the entry".to_owned() } else { title };
        Some((Deed::Change(path, Change::Remove), title, true))
    }

    fn put(&self, path: Vec<String>, value: Json, safe: bool) -> Option<Remedy> {
        let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let title = format!("write {}: {written}", path.last()?);
        Some((Deed::Change(path, Change::Set(value)), title, safe))
    }

    /// Switches a block on, unless its author says that it is off.
    fn switch_on(&self) -> Option<Remedy> {
        let says = self.at(&self.path()?)?.get("enabled").is_some();
        if says { None } else { self.set("enabled", json!(true), false) }
    }

    /// Sets a member of the field, which is a mapping.
    fn set(&self, member: &str, value: Json, safe: bool) -> Option<Remedy> {
        let mut path = self.path()?;
        path.push(member.to_owned());
        self.put(path, value, safe)
    }

    /// Sets a member beside the field.
    fn beside(&self, member: &str, value: Json) -> Option<Remedy> {
        let mut path = self.holder()?;
        path.push(member.to_owned());
        self.put(path, value, false)
    }

    /// Writes another text in place of the field's.
    fn write(&self, text: &str, safe: bool) -> Option<Remedy> {
        self.put(self.path()?, json!(text), safe)
    }

    fn go(&self, to: Vec<String>) -> Option<Remedy> {
        let from = self.path()?;
        self.at(&from)?;
        let free = self.at(&to).is_none();
        let title = format!("move {} to {}", from.last()?, to.join(".").trim_start_matches("spec."));
        free.then_some((Deed::Move(from, to), title, true))
    }

    /// Days and weeks are hours for sure; what a bare number counts nobody knows.
    fn duration(&self) -> Option<Remedy> {
        let text = self.text()?;
        if let Some(hours) = duration::days(&text) {
            return self.write(&hours, true);
        }
        let bare = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if bare { self.write(&format!("{text}s"), false) } else { None }
    }

    /// An entry that stands in its list twice.
    fn repeated(&self) -> Option<Remedy> {
        let entry = self.holder()?;
        let (index, list) = entry.split_last()?;
        let items = self.at(list)?.as_list()?;
        let index: usize = index.parse().ok()?;
        let written = |node: &Node<'_>| to_json(node, JsonForm::Sent);
        let own = written(items.get(index)?);
        if items[..index].iter().any(|item| written(item) == own) { self.remove(entry) } else { None }
    }

    /// Blocks and references of a storage that has another type.
    fn unread(&self) -> Option<Remedy> {
        let path = self.path()?;
        let is_unread = ["secretRef", "local", "s3", "gcs", "azure"].contains(&path.last()?.as_str());
        if is_unread { self.remove(path) } else { None }
    }

    fn routed(&self) -> Option<Remedy> {
        let path = ["spec", "rollout", "trafficRouting"].map(str::to_owned).to_vec();
        let (deed, _, safe) = self.put(path, json!({"mode": "replicaWeighted"}), false)?;
        Some((deed, "write trafficRouting.mode: replicaWeighted".to_owned(), safe))
    }

    /// `spec.facades[N]`, and the type of that facade.
    fn facade(&self) -> Option<(Vec<String>, &str)> {
        let path: Vec<String> = self.path()?.into_iter().take(3).collect();
        let kind = self.at(&path)?.get("type").and_then(Node::as_str).unwrap_or("websocket");
        Some((path, kind))
    }

    /// The port to the field that it is read from.
    fn port(&self) -> Option<Remedy> {
        let (facade, kind) = self.facade()?;
        let below: &[&str] = if self.path()?.len() > facade.len() + 1 { &["port"] } else { &[kind, "port"] };
        self.go(facade.into_iter().chain(below.iter().map(|&step| step.to_owned())).collect())
    }

    /// The field to the facade that leads.
    fn lead(&self) -> Option<Remedy> {
        let facades = self.at(&["spec".to_owned(), "facades".to_owned()])?.as_list()?;
        let kind = |facade: &Node<'_>| facade.get("type").and_then(Node::as_str).unwrap_or("websocket").to_owned();
        let leading =
            super::agent::LEADING.iter().find_map(|leading| facades.iter().position(|facade| kind(facade) == *leading))?;
        let mut to = self.path()?;
        *to.get_mut(2)? = leading.to_string();
        self.go(to)
    }
}

fn pointer(path: &[String]) -> String {
    path.iter().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
}

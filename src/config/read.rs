//! From the text of a configuration file, or from `KEY=VALUE`, to settings.

use super::{Config, KEYS, Key, Place, Setting, Shape, Value, find, keys::LEVELS};
use crate::{
    crd::nearest::nearest,
    finding,
    yaml::{self, Node, Span, Text},
};

/// What is wrong with a configuration, without its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is no YAML.
    #[error("{0}")]
    Unreadable(String),
    /// There is no such key.
    #[error("unknown key {name:?}{}", suggested(.near))]
    UnknownKey {
        /// As it is written.
        name: String,
        /// A key that looks like it.
        near: Option<&'static str>,
    },
    /// A key stands there twice.
    #[error("the key {0:?} is there twice")]
    Twice(String),
    /// The value has another shape.
    #[error("{key} has to be {wanted}")]
    Shape {
        /// The key.
        key: String,
        /// What is wanted.
        wanted: String,
    },
    /// No rule is called so.
    #[error("{key}: no rule or family {word:?}: `kubectl omnia rules` lists them")]
    UnknownRule {
        /// The key.
        key: &'static str,
        /// As it is written.
        word: String,
    },
}

fn suggested(near: &Option<&'static str>) -> String {
    near.map_or_else(|| ": `kubectl omnia config schema` lists the keys".to_owned(), |near| format!(": did you mean {near}?"))
}

/// What is wrong with a configuration, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ConfigError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

impl Config {
    /// Reads a configuration file; none when the text is a Kubernetes manifest, which may have the same name.
    ///
    /// # Errors
    /// The text is no YAML, a key is unknown, or a value is not what its key wants.
    pub fn read(file: &str, text: &Text) -> Result<Option<Self>, ConfigError> {
        let place = |span: Span| Place::File(file.to_owned(), text.location(span.start).line);
        let documents = yaml::read(text);
        if let Some(error) = documents.error {
            return Err(ConfigError { place: place(error.span), fault: Fault::Unreadable(error.message) });
        }
        let mut reader = Reader { text, file, config: Self::default() };
        if let Some(second) = documents.documents.get(1) {
            let fault = Fault::Unreadable("a configuration has one document, and a second one begins here".to_owned());
            return Err(ConfigError { place: place(second.span), fault });
        }
        if let Some(document) = documents.documents.first() {
            if ["apiVersion", "kind"].iter().all(|key| document.root.get(key).is_some()) {
                return Ok(None);
            }
            reader.section("", &document.root)?;
        }
        Ok(Some(reader.config))
    }

    /// Reads `KEY=VALUE`, the value as YAML; a list may be written with commas between its items.
    ///
    /// # Errors
    /// The key is unknown, or the value is not what it wants.
    pub fn assign(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        let error = |fault| ConfigError { place: Place::Given("--config"), fault };
        let known = find(key).ok_or_else(|| error(unknown(key)))?;
        let is_list = matches!(known.shape, Shape::Rules | Shape::Texts | Shape::Paths | Shape::Patterns);
        let source = if is_list && !value.trim_start().starts_with('[') { format!("[{value}]") } else { value.to_owned() };
        let text = Text::new(source.into_bytes()).map_err(|_| error(Fault::Unreadable("too long".to_owned())))?;
        let documents = yaml::read(&text);
        let node = documents.documents.into_iter().next().map(|document| document.root).filter(|_| documents.error.is_none());
        let parsed = node.map_or(Err(shape(known)), |node| parse(known, &node, &text)).map_err(error)?;
        self.set(known.name, Setting { value: parsed, place: Place::Given("--config") });
        Ok(())
    }
}

struct Reader<'a> {
    text: &'a Text,
    file: &'a str,
    config: Config,
}

impl Reader<'_> {
    fn error(&self, span: Span, fault: Fault) -> ConfigError {
        ConfigError { place: self.place(span), fault }
    }

    fn place(&self, span: Span) -> Place {
        Place::File(self.file.to_owned(), self.text.location(span.start).line)
    }

    /// Reads a mapping of keys below `prefix`. As deep as the table of keys.
    fn section(&mut self, prefix: &str, node: &Node<'_>) -> Result<(), ConfigError> {
        let Some(map) = node.as_map() else {
            let key = if prefix.is_empty() { "the configuration" } else { prefix };
            return Err(self.error(node.span, Fault::Shape { key: key.to_owned(), wanted: "a mapping".to_owned() }));
        };
        if let Some(first) = map.shadowed.iter().flat_map(|list| list.iter()).next() {
            return Err(self.error(first.key_span, Fault::Twice(first.key.to_string())));
        }
        for entry in &map.entries {
            let name = if prefix.is_empty() { entry.key.to_string() } else { format!("{prefix}.{}", entry.key) };
            if let Some(key) = find(&name) {
                let value = parse(key, &entry.value, self.text).map_err(|fault| self.error(entry.value.span, fault))?;
                self.config.set(key.name, Setting { value, place: self.place(entry.key_span) });
            } else if KEYS.iter().any(|key| key.name.starts_with(&format!("{name}."))) {
                self.section(&name, &entry.value)?;
            } else {
                return Err(self.error(entry.key_span, unknown(&name)));
            }
        }
        Ok(())
    }
}

fn unknown(name: &str) -> Fault {
    let words = KEYS.iter().map(|key| key.name);
    Fault::UnknownKey { name: name.to_owned(), near: nearest(name, words).first().copied() }
}

fn shape(key: &Key) -> Fault {
    let wanted = match key.shape {
        Shape::Flag => "true or false".to_owned(),
        Shape::Choice(words) => format!("one of {}", words.join(", ")),
        Shape::Path => "a path".to_owned(),
        Shape::Paths => "a list of paths".to_owned(),
        Shape::Patterns => "a list of patterns".to_owned(),
        Shape::Texts => "a list of texts".to_owned(),
        Shape::Rules => "a list of rules".to_owned(),
        Shape::Levels => format!("a mapping from rules to {}", LEVELS.join(", ")),
        Shape::PathRules => "a mapping from patterns to lists of rules".to_owned(),
    };
    Fault::Shape { key: key.name.to_owned(), wanted }
}

fn parse(key: &'static Key, node: &Node<'_>, text: &Text) -> Result<Value, Fault> {
    let wrong = || shape(key);
    let value = match key.shape {
        Shape::Flag => Value::Flag(node.as_bool().ok_or_else(wrong)?),
        Shape::Path => Value::Text(word(node, text).ok_or_else(wrong)?),
        Shape::Choice(words) => {
            let word = word(node, text).filter(|word| words.contains(&word.as_str()));
            Value::Text(word.ok_or_else(wrong)?)
        }
        Shape::Paths | Shape::Patterns | Shape::Texts => Value::Texts(words(node, text).ok_or_else(wrong)?),
        Shape::Rules => Value::Texts(rules(key, words(node, text).ok_or_else(wrong)?)?),
        Shape::PathRules => {
            let read = |value: &Node<'_>| rules(key, words(value, text).ok_or_else(wrong)?);
            Value::Map(entries(node, read)?.ok_or_else(wrong)?)
        }
        Shape::Levels => {
            let read = |value: &Node<'_>| word(value, text).filter(|word| LEVELS.contains(&word.as_str())).map(|word| vec![word]);
            let entries = entries(node, |value| read(value).ok_or_else(wrong))?.ok_or_else(wrong)?;
            rules(key, entries.iter().map(|(rule, _)| rule.clone()).collect())?;
            Value::Map(entries)
        }
    };
    Ok(value)
}

type Entries = Vec<(String, Vec<String>)>;

fn entries(node: &Node<'_>, read: impl Fn(&Node<'_>) -> Result<Vec<String>, Fault>) -> Result<Option<Entries>, Fault> {
    let Some(map) = node.as_map() else { return Ok(None) };
    let entry = |entry: &yaml::Entry<'_>| Ok((entry.key.to_string(), read(&entry.value)?));
    map.entries.iter().map(entry).collect::<Result<_, _>>().map(Some)
}

fn rules(key: &'static Key, words: Vec<String>) -> Result<Vec<String>, Fault> {
    match words.iter().find(|word| finding::matching(word).is_empty()) {
        Some(word) => Err(Fault::UnknownRule { key: key.name, word: word.clone() }),
        None => Ok(words),
    }
}

fn words(node: &Node<'_>, text: &Text) -> Option<Vec<String>> {
    node.as_list()?.iter().map(|item| word(item, text)).collect()
}

/// The scalar as it is meant: `1.30` is a release and no number.
fn word(node: &Node<'_>, text: &Text) -> Option<String> {
    match &node.value {
        yaml::Value::String(word) => Some(word.to_string()),
        yaml::Value::Number(_) => Some(text.slice(node.span).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<Config>, String> {
        Config::read("omnia.yaml", &Text::new(text.as_bytes().to_vec()).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn values_know_their_lines() {
        let text = "kube-version: 1.30\nlint:\n  ignore: [SCH, YAML011]\n  severity: {SCH001: warning}\n  require-reason: true\n";
        let config = read(text).unwrap().unwrap();
        assert_eq!(config.text("kube-version"), Some("1.30"));
        assert_eq!(config.texts("lint.ignore").unwrap(), ["SCH", "YAML011"]);
        assert_eq!(config.map("lint.severity"), [("SCH001".to_owned(), vec!["warning".to_owned()])]);
        assert_eq!(config.get("lint.require-reason").unwrap().place.to_string(), "omnia.yaml:5");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let cases = [
            ("lint:\n  ingore: [SCH]\n", "omnia.yaml:2: unknown key \"lint.ingore\": did you mean lint.ignore?"),
            (
                "lint:\n  ignore: [NONSENSE]\n",
                "omnia.yaml:2: lint.ignore: no rule or family \"NONSENSE\": `kubectl omnia rules` lists them",
            ),
            ("lint:\n  ignore: SCH\n", "omnia.yaml:2: lint.ignore has to be a list of rules"),
            ("lint: 1\n", "omnia.yaml:1: lint has to be a mapping"),
            ("lint:\n  show: all\n", "omnia.yaml:2: lint.show has to be one of error, warning, info"),
            ("exclude: [a]\nexclude: [b]\n", "omnia.yaml:1: the key \"exclude\" is there twice"),
            ("exclude: [a]\n---\nexclude: [b]\n", "omnia.yaml:3: a configuration has one document, and a second one begins here"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_manifest_is_no_configuration() {
        assert_eq!(read("apiVersion: v1\nkind: ConfigMap\n"), Ok(None));
        assert_eq!(read("# nothing\n"), Ok(Some(Config::default())));
    }

    #[test]
    fn keys_are_assigned() {
        let mut config = Config::default();
        config.assign("lint.ignore", "SCH,YAML011").unwrap();
        config.assign("lint.severity", "{SCH001: info}").unwrap();
        config.assign("kube-version", "1.30").unwrap();
        assert_eq!(config.texts("lint.ignore").unwrap(), ["SCH", "YAML011"]);
        assert_eq!(config.map("lint.severity"), [("SCH001".to_owned(), vec!["info".to_owned()])]);
        assert_eq!(config.text("kube-version"), Some("1.30"));
        let error = config.assign("lint.show", "all").unwrap_err().to_string();
        assert_eq!(error, "--config: lint.show has to be one of error, warning, info");
    }
}

//! The drafts of JSON Schema that the platform knows: their metaschemas, and the keywords that hold schemas.

use serde_json::{Map, Value};

/// A draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

/// How the value of a keyword holds schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// It is one.
    One,
    /// It is a list of them.
    List,
    /// It is one or a list of them.
    OneOrList,
    /// They are the values of a map; what is no schema there (a list of names in `dependencies`) is left out.
    Map,
}

/// Each keyword with schemas, and the first and the last draft that has it there.
const KEYWORDS: &[(&str, Holds, Draft, Draft)] = &[
    ("definitions", Holds::Map, Draft::D4, Draft::D2020),
    ("$defs", Holds::Map, Draft::D2019, Draft::D2020),
    ("allOf", Holds::List, Draft::D4, Draft::D2020),
    ("anyOf", Holds::List, Draft::D4, Draft::D2020),
    ("oneOf", Holds::List, Draft::D4, Draft::D2020),
    ("not", Holds::One, Draft::D4, Draft::D2020),
    ("if", Holds::One, Draft::D7, Draft::D2020),
    ("then", Holds::One, Draft::D7, Draft::D2020),
    ("else", Holds::One, Draft::D7, Draft::D2020),
    ("items", Holds::OneOrList, Draft::D4, Draft::D2019),
    ("items", Holds::One, Draft::D2020, Draft::D2020),
    ("prefixItems", Holds::List, Draft::D2020, Draft::D2020),
    ("additionalItems", Holds::One, Draft::D4, Draft::D2019),
    ("contains", Holds::One, Draft::D6, Draft::D2020),
    ("properties", Holds::Map, Draft::D4, Draft::D2020),
    ("patternProperties", Holds::Map, Draft::D4, Draft::D2020),
    ("additionalProperties", Holds::One, Draft::D4, Draft::D2020),
    ("propertyNames", Holds::One, Draft::D6, Draft::D2020),
    ("dependencies", Holds::Map, Draft::D4, Draft::D2020),
    ("dependentSchemas", Holds::Map, Draft::D2019, Draft::D2020),
    ("unevaluatedItems", Holds::One, Draft::D2019, Draft::D2020),
    ("unevaluatedProperties", Holds::One, Draft::D2019, Draft::D2020),
    ("contentSchema", Holds::One, Draft::D2019, Draft::D2020),
];

/// Keywords whose schemas count only when something refers to them.
const IDLE: [&str; 3] = ["definitions", "$defs", "contentSchema"];

impl Draft {
    pub(super) const ALL: [Self; 5] = [Self::D4, Self::D6, Self::D7, Self::D2019, Self::D2020];

    /// The name for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::D4 => "draft 4",
            Self::D6 => "draft 6",
            Self::D7 => "draft 7",
            Self::D2019 => "draft 2019-09",
            Self::D2020 => "draft 2020-12",
        }
    }

    /// The URL of its metaschema.
    pub(super) const fn url(self) -> &'static str {
        match self {
            Self::D4 => "http://json-schema.org/draft-04/schema",
            Self::D6 => "http://json-schema.org/draft-06/schema",
            Self::D7 => "http://json-schema.org/draft-07/schema",
            Self::D2019 => "https://json-schema.org/draft/2019-09/schema",
            Self::D2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    pub(super) const fn library(self) -> jsonschema::Draft {
        match self {
            Self::D4 => jsonschema::Draft::Draft4,
            Self::D6 => jsonschema::Draft::Draft6,
            Self::D7 => jsonschema::Draft::Draft7,
            Self::D2019 => jsonschema::Draft::Draft201909,
            Self::D2020 => jsonschema::Draft::Draft202012,
        }
    }

    /// The text of the keyword that names a schema, its fragment left out; none when it has none, or when a `$ref` makes it void.
    pub(super) fn id(self, schema: &Map<String, Value>) -> Option<&str> {
        let id = self.full_id(schema)?;
        let url = id.split_once('#').map_or(id, |(url, _)| url);
        (!url.is_empty()).then_some(url)
    }

    /// The names of a place that `$ref: "#NAME"` finds.
    pub(super) fn anchors(self, schema: &Map<String, Value>) -> Vec<&str> {
        let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
        match self {
            Self::D4 | Self::D6 | Self::D7 => {
                let fragment = self.full_id(schema).and_then(|id| id.split_once('#')).map(|(_, fragment)| fragment);
                fragment.filter(|fragment| !fragment.is_empty() && !fragment.starts_with('/')).into_iter().collect()
            }
            Self::D2019 => text("$anchor").into_iter().collect(),
            Self::D2020 => {
                let dynamic = text("$dynamicAnchor").filter(|name| text("$anchor") != Some(name));
                text("$anchor").into_iter().chain(dynamic).collect()
            }
        }
    }

    fn full_id(self, schema: &Map<String, Value>) -> Option<&str> {
        if self < Self::D2019 && schema.contains_key("$ref") {
            return None;
        }
        schema.get(if self == Self::D4 { "id" } else { "$id" }).and_then(Value::as_str)
    }

    /// The schemas directly in `schema`, each with the rest of its pointer.
    pub(super) fn children(self, schema: &Map<String, Value>) -> Vec<(String, &Value)> {
        self.held(schema, |_| true)
    }

    /// Those of [`Draft::children`] that take part in a validation by themselves.
    pub(super) fn active(self, schema: &Map<String, Value>) -> Vec<(String, &Value)> {
        self.held(schema, |keyword| match keyword {
            "then" | "else" => schema.contains_key("if"),
            "additionalItems" => schema.get("items").is_some_and(Value::is_array),
            _ => !IDLE.contains(&keyword),
        })
    }

    fn held(self, schema: &Map<String, Value>, takes: impl Fn(&str) -> bool) -> Vec<(String, &Value)> {
        let mut found = Vec::new();
        for (keyword, holds, first, last) in KEYWORDS {
            if !(*first..=*last).contains(&self) || !takes(keyword) {
                continue;
            }
            match (holds, schema.get(*keyword)) {
                (Holds::One, Some(value)) => found.push((format!("/{keyword}"), value)),
                (Holds::OneOrList, Some(value)) if !value.is_array() => found.push((format!("/{keyword}"), value)),
                (Holds::List | Holds::OneOrList, Some(Value::Array(items))) => {
                    found.extend(items.iter().enumerate().map(|(index, item)| (format!("/{keyword}/{index}"), item)));
                }
                (Holds::Map, Some(Value::Object(members))) => found.extend(
                    members
                        .iter()
                        .filter(|(_, value)| value.is_object() || value.is_boolean())
                        .map(|(name, value)| (format!("/{keyword}/{}", escape(name)), value)),
                ),
                _ => {}
            }
        }
        found
    }

    /// The draft whose metaschema, or one of whose vocabularies, has this URL; with the URL that the bundled copy has.
    pub(super) fn bundled(url: &str) -> Option<(Self, String)> {
        let path = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?.strip_prefix("json-schema.org/")?;
        if path == "schema" {
            return Some((Self::D2020, Self::D2020.url().to_owned()));
        }
        let vocabularies: &[&str] = match path.split('/').nth(1) {
            Some("2019-09") => &["core", "applicator", "validation", "meta-data", "format", "content"],
            Some("2020-12") => &[
                "core",
                "applicator",
                "unevaluated",
                "validation",
                "meta-data",
                "format-annotation",
                "format-assertion",
                "content",
            ],
            _ => &[],
        };
        Self::ALL.into_iter().find_map(|draft| {
            let own = draft.url();
            if own.ends_with(&format!("json-schema.org/{path}")) {
                return Some((draft, own.to_owned()));
            }
            let folder = own.strip_suffix("schema")?;
            let vocabulary = format!("https://json-schema.org/{path}");
            let name = vocabulary.strip_prefix(folder)?.strip_prefix("meta/")?;
            vocabularies.contains(&name).then_some((draft, vocabulary.clone()))
        })
    }
}

/// A key as a segment of a JSON pointer.
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

//! What can be set.

/// What a value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A path, relative to the file that names it.
    Path,
    /// Paths, relative to the file that names them.
    Paths,
    /// Patterns in the syntax of `.gitignore`, relative to the file that names them.
    Patterns,
    /// Any texts.
    Texts,
    /// Codes, names or families of rules, or ALL.
    Rules,
    /// From a rule to a severity.
    Levels,
    /// From a pattern to rules.
    PathRules,
}

/// Something that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The path of keys in the file, joined by points.
    pub name: &'static str,
    /// What a value looks like.
    pub shape: Shape,
    /// What holds when it is not set, as it is written.
    pub default: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Whether it is a matter of the whole run, so that only the configuration of the working directory can set it.
    pub of_run: bool,
}

/// Severities, the gravest first.
pub(super) const LEVELS: &[&str] = &["error", "warning", "info"];

/// Everything that can be set, in the order of the documentation.
pub const KEYS: &[Key] = &[
    Key {
        name: "omnia-version",
        shape: Shape::Choice(&["current", "2026-07"]),
        default: "current",
        about: "The release of the platform.",
        of_run: true,
    },
    Key {
        name: "kube-version",
        shape: Shape::Choice(&["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36"]),
        default: "\"1.35\"",
        about: "The Kubernetes release whose words are used.",
        of_run: true,
    },
    Key {
        name: "crd",
        shape: Shape::Paths,
        default: "[]",
        about: "Files and folders of CRDs that replace the embedded ones of the same kind.",
        of_run: true,
    },
    Key { name: "exclude", shape: Shape::Patterns, default: "[]", about: "Files that are not read.", of_run: false },
    Key { name: "lint.select", shape: Shape::Rules, default: "[ALL]", about: "The rules that are reported.", of_run: false },
    Key {
        name: "lint.extend-select",
        shape: Shape::Rules,
        default: "[]",
        about: "Rules that are reported beside those of select.",
        of_run: false,
    },
    Key { name: "lint.ignore", shape: Shape::Rules, default: "[]", about: "Rules that are not reported.", of_run: false },
    Key {
        name: "lint.per-file-ignores",
        shape: Shape::PathRules,
        default: "{}",
        about: "Rules that are not reported in the files of a pattern.",
        of_run: false,
    },
    Key {
        name: "lint.severity",
        shape: Shape::Levels,
        default: "{}",
        about: "Severities in place of those of the rules: error, warning or info.",
        of_run: false,
    },
    Key {
        name: "lint.require-reason",
        shape: Shape::Flag,
        default: "false",
        about: "Whether a comment that ignores findings has to say why (IGN003).",
        of_run: false,
    },
    Key {
        name: "lint.strict-kinds",
        shape: Shape::Flag,
        default: "false",
        about: "Whether an Omnia kind without a known schema is an error.",
        of_run: true,
    },
    Key {
        name: "lint.baseline",
        shape: Shape::Path,
        default: "none",
        about: "The file of findings that are known and not reported.",
        of_run: true,
    },
    Key {
        name: "lint.fail-on",
        shape: Shape::Choice(&["error", "warning", "info", "never"]),
        default: "error",
        about: "The severity from which on the exit code is 1.",
        of_run: true,
    },
    Key {
        name: "lint.show",
        shape: Shape::Choice(LEVELS),
        default: "warning",
        about: "The severity from which on findings are printed.",
        of_run: true,
    },
    Key {
        name: "lint.output",
        shape: Shape::Texts,
        default: "[]",
        about: "Formats, or FORMAT=FILE: text at a terminal and concise elsewhere when none is set.",
        of_run: true,
    },
];

/// The key of this name.
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

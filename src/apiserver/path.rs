//! The way from the root of an object to a value, kept on the stack and spelled out only when something is said about the value.

use std::fmt::Write as _;

/// One step from a value to its child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// To the value of a key that the schema names.
    Property(&'a str),
    /// To the value of a key that falls under `additionalProperties`.
    Key(&'a str),
    /// To an item of a list.
    Index(usize),
}

/// A path as a chain of steps; each link borrows its parent.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Option<Step<'a>>,
}

impl<'a> Path<'a> {
    /// The path of the root.
    pub const ROOT: Path<'static> = Path { parent: None, step: None };

    /// The path of the child behind `step`.
    pub const fn child(&'a self, step: Step<'a>) -> Path<'a> {
        Path { parent: Some(self), step: Some(step) }
    }

    /// Whether this is the root.
    pub const fn is_root(&self) -> bool {
        self.step.is_none()
    }

    /// As unknown fields are reported: every key behind a dot, nothing escaped (`spec.m.k1.zz`, `spec.l[1].m`).
    pub fn dotted(&self) -> String {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                Step::Property(key) | Step::Key(key) => push_member(&mut text, key),
                Step::Index(index) => push_index(&mut text, index),
            }
        }
        text
    }

    /// As `field.Path` of apimachinery writes it: keys of maps in brackets (`spec.m[k]`); empty at the root.
    pub fn field(&self) -> String {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                Step::Property(key) if !key.is_empty() => push_member(&mut text, key),
                // An empty name cannot be told from a key there.
                Step::Property(key) | Step::Key(key) => {
                    text.push('[');
                    text.push_str(key);
                    text.push(']');
                }
                Step::Index(index) => push_index(&mut text, index),
            }
        }
        text
    }

    fn steps(&self) -> impl Iterator<Item = Step<'a>> {
        let mut steps = Vec::new();
        let mut link = Some(*self);
        while let Some(path) = link {
            steps.extend(path.step);
            link = path.parent.copied();
        }
        steps.into_iter().rev()
    }
}

/// Appends `.key`, without the dot at the beginning of the text.
fn push_member(text: &mut String, key: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    text.push_str(key);
}

/// Appends `[index]`.
pub(super) fn push_index(text: &mut String, index: usize) {
    // Writing to a String cannot fail.
    let _ = write!(text, "[{index}]");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_maps_differ_between_the_two_spellings() {
        let spec = Path::ROOT.child(Step::Property("spec"));
        let map = spec.child(Step::Property("m"));
        let key = map.child(Step::Key("k.v/x"));
        let item = key.child(Step::Index(2));
        assert_eq!(item.dotted(), "spec.m.k.v/x[2]");
        assert_eq!(item.field(), "spec.m[k.v/x][2]");
        assert_eq!(spec.child(Step::Property("")).field(), "spec[]");
        assert_eq!(Path::ROOT.field(), "");
    }
}

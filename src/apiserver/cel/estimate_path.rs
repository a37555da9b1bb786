//! Where in the schema the value of a node stands.
//!
//! cel-go keeps such a path in a Go slice and appends to copies of it that share their memory, so a path can change when another one
//! that began with it grows. Estimates depend on that, so it is reproduced.

/// A path: an array and how much of it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    array: usize,
    length: usize,
}

/// The arrays of all paths of an expression.
#[derive(Debug, Default)]
pub(super) struct Paths(Vec<Array>);

#[derive(Debug)]
struct Array {
    steps: Vec<String>,
    capacity: usize,
}

impl Paths {
    /// A path of one step.
    pub(super) fn single(&mut self, step: &str) -> Path {
        self.0.push(Array { steps: vec![step.to_owned()], capacity: 1 });
        Path { array: self.0.len() - 1, length: 1 }
    }

    /// `path` and `step`, as Go's `append` makes it.
    pub(super) fn append(&mut self, path: Option<Path>, step: &str) -> Path {
        let Some(path) = path else { return self.single(step) };
        let Some(array) = self.0.get_mut(path.array) else { return path };
        if path.length < array.capacity {
            match array.steps.get_mut(path.length) {
                Some(slot) => step.clone_into(slot),
                None => array.steps.push(step.to_owned()),
            }
            return Path { array: path.array, length: path.length + 1 };
        }
        let mut steps = array.steps[..path.length.min(array.steps.len())].to_vec();
        let capacity = array.capacity * 2;
        steps.push(step.to_owned());
        self.0.push(Array { steps, capacity });
        Path { array: self.0.len() - 1, length: path.length + 1 }
    }

    /// The steps of `path`.
    pub(super) fn steps(&self, path: Path) -> &[String] {
        self.0.get(path.array).and_then(|array| array.steps.get(..path.length)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_what_go_lets_them_share() {
        let mut paths = Paths::default();
        let base = ["l", "@items"].iter().fold(paths.single("self"), |path, step| paths.append(Some(path), step));
        let a = paths.append(Some(base), "a");
        let b = paths.append(Some(base), "b");
        assert_eq!(paths.steps(a), paths.steps(b));
        assert_eq!(paths.steps(base), ["self", "l", "@items"]);
        let (c, d) = (paths.append(Some(a), "c"), paths.append(Some(a), "d"));
        assert_ne!(paths.steps(c), paths.steps(d));
        assert_eq!(paths.steps(d), ["self", "l", "@items", "b", "d"]);
    }
}

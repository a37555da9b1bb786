//! A place in the compiled schema where a later layer keeps what it makes of a part.

use std::{any::Any, fmt, sync::OnceLock};

/// What a later layer made of a part of the schema, once per process. It is no part of what the schema says: all memos are equal, and a
/// copy of the schema begins without.
#[derive(Default)]
pub struct Memo(OnceLock<Box<dyn Any + Send + Sync>>);

impl Memo {
    /// What was kept, or what `make` makes now; nothing when something of another type is kept.
    pub fn get_or_make<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.0.get_or_init(|| Box::new(make())).downcast_ref()
    }
}

impl Clone for Memo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memo {}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

//! CustomResourceDefinitions: the embedded releases, those from files, and their compiled schemas.

mod definition;
mod pattern;
mod schema;

pub use definition::{Definition, Version};
pub use pattern::Pattern;
pub use schema::{Additional, ListType, Property, Rule, Schema, Type};

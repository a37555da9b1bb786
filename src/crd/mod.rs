//! CustomResourceDefinitions: the embedded releases, those from files, and their compiled schemas.

pub mod compile;
mod definition;
mod fault;
mod pattern;
mod schema;

pub use definition::{Definition, Version};
pub use fault::CrdFault;
pub use pattern::Pattern;
pub use schema::{Additional, ListType, Properties, Property, Rule, Schema, Type};

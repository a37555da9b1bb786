//! CustomResourceDefinitions: the embedded releases, those from files, and their compiled schemas.

pub mod compile;
mod definition;
pub mod embedded;
mod fault;
pub mod load;
mod lookup;
mod pattern;
mod release;
mod schema;

pub use definition::{Definition, Version};
pub use fault::CrdFault;
pub use lookup::{Catalog, Found, GROUP, Lookup};
pub use pattern::Pattern;
pub use release::{Release, UnknownRelease};
pub use schema::{Additional, ListType, Properties, Property, Rule, Schema, Type};

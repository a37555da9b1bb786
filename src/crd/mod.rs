//! CustomResourceDefinitions: the embedded releases, those from files, and their compiled schemas.

pub mod accept;
pub mod compare;
pub mod compile;
mod definition;
pub mod embedded;
pub mod explain;
pub mod export;
mod fault;
pub mod json_schema;
pub mod load;
mod lookup;
mod memo;
pub mod nearest;
mod pattern;
mod release;
mod schema;
pub mod skew;
mod words;

pub use definition::{Definition, Version};
pub use fault::CrdFault;
pub use lookup::{Catalog, Found, GROUP, Lookup};
pub use memo::Memo;
pub use pattern::Pattern;
pub use release::{Release, UnknownRelease};
pub use schema::{Additional, ListType, Properties, Property, Rule, Schema, Type};
pub use words::word;

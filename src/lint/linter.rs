//! What files are judged by.

use crate::{
    apiserver::{Request, Stored},
    crd::{Catalog, GROUP, Lookup, Release},
    render::operator::Operator,
};

/// What files are judged by.
#[derive(Debug)]
pub struct Linter<'c> {
    /// The schemas.
    pub catalog: &'c Catalog,
    /// The schemas of the newest embedded release, to tell what is newer than the schemas in use; none when those are the newest.
    pub newest: Option<&'c Catalog>,
    /// The embedded release in use; none when a schema was passed in.
    pub release: Option<Release>,
    /// How the manifests reach the server.
    pub request: Request<'c>,
    /// Whether an Omnia kind without a schema is an error.
    pub strict_kinds: bool,
    /// Whether documents without `apiVersion` and `kind` are some other program's: a folder that is walked holds values of charts and
    /// settings of tools beside manifests. Elsewhere they are what kubectl takes them for, broken manifests.
    pub others_expected: bool,
    /// The objects that are there; none when nothing is known of them and all objects count as new.
    pub stored: Option<&'c Stored>,
    /// Whether findings of rules tell what the parts of the rule were.
    pub trace: bool,
    /// What the operator was told; none when nothing is known of the installation.
    pub operator: Option<&'c Operator>,
}

impl Linter<'_> {
    /// The release of the platform that the objects are for. Schemas that were passed in tell it by a field of the newer one.
    pub(super) fn platform(&self) -> Release {
        self.release.unwrap_or_else(|| {
            let agent = match self.catalog.find(&format!("{GROUP}/v1alpha1"), "AgentRuntime") {
                Lookup::Found(found) => found.version.schema.property("spec"),
                _ => None,
            };
            match agent {
                Some(spec) if spec.property("a2aClients").is_none() => Release::R2026_07,
                _ => Release::Current,
            }
        })
    }
}

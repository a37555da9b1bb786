//! A CustomResourceDefinition: names, scope and the schema of each version.

use super::schema::Schema;

/// A CRD, compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// `spec.group`.
    pub group: String,
    /// `spec.names.kind`.
    pub kind: String,
    /// `spec.names.plural`.
    pub plural: String,
    /// `spec.names.singular`; the kind in lower case when absent.
    pub singular: String,
    /// `spec.names.shortNames`.
    pub short_names: Vec<String>,
    /// `spec.scope` is `Namespaced`.
    pub namespaced: bool,
    /// `spec.versions`, in the order of the CRD.
    pub versions: Vec<Version>,
}

/// One entry of `spec.versions`.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// `v1alpha1`.
    pub name: String,
    /// `served`.
    pub served: bool,
    /// `storage`.
    pub storage: bool,
    /// `schema.openAPIV3Schema`.
    pub schema: Schema,
    /// `subresources.status` is set.
    pub status_subresource: bool,
    /// `subresources.scale`: `specReplicasPath` and `statusReplicasPath`.
    pub scale: Option<(String, String)>,
}

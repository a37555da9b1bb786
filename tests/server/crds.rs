//! The CRDs that the product exports, on the server: both releases at once, each in an API group of its own.

use std::{
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use omnia::{
    crd::{
        Catalog, GROUP, Release,
        compile::{self, Descriptions},
        embedded, export,
    },
    yaml::read_json,
};
use serde_json::Value;

use super::server::{Server, User};

/// A release of the CRDs as it is installed.
pub struct Group {
    /// The release.
    pub release: Release,
    /// The API group under which the server has it.
    pub name: &'static str,
    /// The exported CRDs, of this group.
    pub crds: Vec<Value>,
    /// The same for judging.
    pub catalog: Catalog,
}

impl Group {
    fn new(release: Release, name: &'static str) -> Self {
        let mut catalog = Catalog::new(release);
        let exported = embedded::kinds().iter().filter_map(|kind| export::custom_resource_definition(kind, release));
        let crds: Vec<Value> = exported.map(|crd| regroup(crd, name)).collect();
        for crd in crds.iter().filter(|_| name != GROUP) {
            let text = crd.to_string();
            let definition = compile::definition(&read_json(&text).unwrap(), Descriptions::Skip);
            catalog.add(definition.unwrap_or_else(|faults| panic!("{faults:?}")));
        }
        Self { release, name, crds, catalog }
    }

    /// The CRD of a kind.
    pub fn crd(&self, kind: &str) -> &Value {
        self.crds.iter().find(|crd| crd["spec"]["names"]["kind"] == kind).unwrap_or_else(|| panic!("no CRD of {kind}"))
    }

    /// The URL path of the objects of a kind.
    pub fn path(&self, kind: &str, namespace: &str) -> String {
        let spec = &self.crd(kind)["spec"];
        let (version, plural) = (spec["versions"][0]["name"].as_str().unwrap(), spec["names"]["plural"].as_str().unwrap());
        match spec["scope"].as_str() {
            Some("Namespaced") => format!("/apis/{}/{version}/namespaces/{namespace}/{plural}", self.name),
            _ => format!("/apis/{}/{version}/{plural}", self.name),
        }
    }
}

/// The releases on the server. The server holds one CRD of a group and kind, so that only the current release has the real group.
pub fn groups() -> &'static [Group] {
    static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();
    GROUPS.get_or_init(|| vec![Group::new(Release::Current, GROUP), Group::new(Release::R2026_07, "omnia2026.altairalabs.ai")])
}

fn regroup(mut crd: Value, group: &str) -> Value {
    let plural = crd["spec"]["names"]["plural"].as_str().unwrap();
    crd["metadata"]["name"] = format!("{plural}.{group}").into();
    crd["spec"]["group"] = group.into();
    crd
}

/// Installs the CRDs and waits until the server serves them.
pub fn install(server: &Server) {
    let api = server.api(User::Administrator);
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    for group in groups() {
        for crd in &group.crds {
            let answer = api.send("POST", &format!("{path}?fieldValidation=Strict"), &crd.to_string());
            assert_eq!(answer.code, 201, "{} of {}: {}", crd["metadata"]["name"], group.release, answer.body);
        }
    }
    let since = Instant::now();
    while let Some(missing) = groups().iter().find_map(|group| missing(server, group)) {
        assert!(since.elapsed() < Duration::from_secs(120), "{missing} is not served after two minutes");
        thread::sleep(Duration::from_millis(200));
    }
}

/// A kind that the server's OpenAPI, which kubectl reads, does not hold yet, or whose store is not open.
fn missing(server: &Server, group: &Group) -> Option<String> {
    let document = server.api(User::Administrator).get(&format!("/openapi/v3/apis/{}/v1alpha1", group.name));
    let described = |kind: &str| {
        let schemas = document.body["components"]["schemas"].as_object();
        schemas.is_some_and(|schemas| schemas.keys().any(|name| name.rsplit('.').next() == Some(kind)))
    };
    let kinds = group.crds.iter().map(|crd| crd["spec"]["names"]["kind"].as_str().unwrap());
    let listed = |kind: &str| server.api(User::Administrator).get(&group.path(kind, "default")).code == 200;
    kinds.into_iter().find(|kind| !described(kind) || !listed(kind)).map(|kind| format!("{kind}.{}", group.name))
}

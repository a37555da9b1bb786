//! What the operator itself was told: its flags and environment, which decide much of what it creates.
//!
//! [`Operator::preset`] has the settings of a usual installation; [`Operator::from_text`] reads them from the operator's own manifest
//! or from a document that lists them. Flags of the caller come last and win, as a later flag does on the operator's command line.

mod error;
mod expand;
mod file;
mod flags;
mod settings;

use std::{fmt, sync::Arc};

pub use error::OperatorError;
pub use flags::deciding;
pub use settings::{Exposure, Operator, Redis, SecretKey, ServiceAuth, ThirdParty};

/// A value with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub source: SettingSource,
}

/// Where the value of a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingSource {
    /// A flag of the operator, without dashes.
    Flag(&'static str, Told),
    /// A variable of the operator's environment.
    Env(&'static str, Told),
    /// What the operator has without that flag.
    BuiltIn(&'static str),
    /// What the cluster of the operator serves.
    Cluster(Told),
    /// Nobody said it; the name of the [`Assumed`] that does.
    Assumed(&'static str),
}

/// Who told the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A preset.
    Preset(Preset),
    /// A file and the line, from 1.
    File(Arc<str>, u32),
    /// The caller of this program.
    CommandLine,
}

/// The settings of a usual installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preset {
    /// The Helm chart with its default values, as release `omnia` in namespace `omnia-system`.
    #[default]
    Chart,
    /// The operator without any flag, in a cluster without CRDs of others.
    Binary,
}

impl Preset {
    /// The name of `--operator-preset`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chart => "chart",
            Self::Binary => "binary",
        }
    }
}

/// What the caller of this program says of the operator, over what its file or preset says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Flags of the operator without dashes and their values, in order; `framework-image` may stand there several times.
    pub flags: Vec<(String, String)>,
    /// The groups of foreign CRDs in the cluster: `keda`, `istio`, `gateway`.
    pub third_party: Option<Vec<String>>,
    /// The version of the chart's images; for the chart preset only.
    pub app_version: Option<String>,
    /// The namespace that the operator runs in.
    pub namespace: Option<String>,
}

/// Something about the operator that nobody said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumed {
    /// The name, as in `appVersion`.
    pub name: &'static str,
    /// What is assumed, and how to say otherwise.
    pub text: String,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(preset) => write!(f, "preset {}", preset.name()),
            Self::File(name, line) => write!(f, "{name}:{line}"),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

impl fmt::Display for SettingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(name, told) => write!(f, "operator flag --{name} ({told})"),
            Self::Env(name, told) => write!(f, "operator environment {name} ({told})"),
            Self::BuiltIn(flag) => write!(f, "operator without --{flag}"),
            Self::Cluster(told) => write!(f, "CRDs of the cluster ({told})"),
            Self::Assumed(name) => write!(f, "assumption {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::Text;

    fn text(source: &str) -> Text {
        Text::new(source.into()).unwrap()
    }

    fn read(source: &str) -> Result<Operator, OperatorError> {
        Operator::from_text("o.yaml", &text(source), &Overrides::default())
    }

    fn names(operator: &Operator) -> Vec<&'static str> {
        operator.assumed.iter().map(|assumed| assumed.name).collect()
    }

    const DEPLOYMENT: &str = "apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Service, metadata: {name: omnia}}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: omnia-dashboard, namespace: omnia-system}
  spec: {template: {spec: {containers: [{name: dashboard, args: [--port=3000]}]}}}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: omnia-controller-manager, namespace: platform}
  spec:
    template:
      spec:
        containers:
        - {name: proxy, args: [--upstream=x]}
        - name: manager
          command: [/manager, --enterprise]
          args:
          - --leader-elect
          - --facade-image=f:1
          - --redis-url=$(REDIS_URL)
          - --session-api-auth-enabled
          - --newest=1
          env:
          - {name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
          - {name: REDIS_URL, valueFrom: {secretKeyRef: {name: redis, key: url}}}
";

    #[test]
    fn the_deployment_of_the_operator_is_found_among_others() {
        let operator = read(DEPLOYMENT).unwrap();
        assert_eq!(operator.facade_image.value, "f:1");
        assert_eq!(operator.facade_image.source.to_string(), "operator flag --facade-image (o.yaml:21)");
        assert_eq!(operator.namespace.value, "platform");
        assert_eq!(operator.policy_broker_image.as_ref().unwrap().source.to_string(), "operator without --policy-broker-image");
        assert_eq!(operator.service_auth.as_ref().unwrap().expiration.value, 3600);
        assert_eq!(names(&operator), ["operatorEnv", "operatorFlag", "thirdPartyCRDs"]);
        assert_eq!(operator.redis.url.unwrap().value, "$(REDIS_URL)");
    }

    #[test]
    fn a_document_lists_the_settings() {
        let source = "suite: alt
flags: [--workspace-content-path=, --session-api-auth-enabled, --session-api-auth-token-expiration-seconds=0, --tracing-enabled=true]
env: {POD_NAMESPACE: ops}
thirdPartyCRDs: [gateway]
";
        let operator = read(source).unwrap();
        assert_eq!((operator.namespace.value.as_str(), operator.content_path), ("ops", None));
        let auth = operator.service_auth.unwrap();
        assert_eq!((auth.audience, auth.expiration.value), (None, 3600));
        assert_eq!(operator.tracing_endpoint, None);
        assert_eq!(operator.third_party.value, ThirdParty { gateway: true, ..ThirdParty::default() });
        assert_eq!(operator.assumed, []);
    }

    #[test]
    fn what_holds_no_settings_is_an_error_that_says_what_to_do() {
        let two = "kind: Deployment
metadata: {name: a}
spec: {template: {spec: {containers: [{name: x}]}}}
---
kind: Deployment
metadata: {name: b}
spec: {template: {spec: {containers: [{name: y}]}}}
";
        for (source, expected) in [
            ("kind: Service", "kubectl get deployment"),
            ("", "kubectl get deployment"),
            (two, "a, b"),
            ("flags: --x", "o.yaml:1: flags is no list"),
            ("flags: [1]", "put it in quotes"),
            ("flags: []\nflag: []", "\"flag\" is no setting"),
            ("thirdPartyCRDs: [knative]", "name keda, istio or gateway"),
            ("env: [a]", "env is no map"),
            ("env: {POD_NAMESPACE: 1}", "put it in quotes"),
            ("flags: [--mesh-enabled=maybe]", "o.yaml:1: \"maybe\" is no value of --mesh-enabled"),
            ("flags: [a", "o.yaml: "),
        ] {
            let error = read(source).map(|operator| operator.assumed).unwrap_err().to_string();
            assert!(error.contains(expected), "{source}: {error}");
        }
    }

    #[test]
    fn presets_are_a_chart_and_a_bare_binary() {
        let chart = Operator::preset(Preset::Chart, &Overrides::default()).unwrap();
        assert_eq!(chart.framework_images["promptkit"].value, "ghcr.io/altairalabs/omnia-runtime:0.9.0-beta.17");
        assert!(chart.reader_rbac.value && chart.third_party.value.keda && chart.policy_broker_image.is_none());
        assert_eq!(names(&chart), ["operatorPreset", "appVersion", "thirdPartyCRDs"]);
        let binary = Operator::preset(Preset::Binary, &Overrides::default()).unwrap();
        assert_eq!(binary.facade_image.value, "ghcr.io/altairalabs/omnia-facade:latest");
        assert_eq!((binary.jwks_url, binary.service_auth, binary.eval_worker_pull_policy), (None, None, None));
        assert_eq!(binary.content_path.unwrap().value, "/workspace-content");
        assert_eq!(binary.third_party.value, ThirdParty::default());
    }

    #[test]
    fn what_the_caller_says_wins() {
        let overrides = Overrides {
            flags: vec![
                ("facade-image".to_owned(), "mine:1".to_owned()),
                ("framework-image".to_owned(), "custom=c:1".to_owned()),
            ],
            third_party: Some(vec!["keda".to_owned(), String::new()]),
            app_version: Some("1.0.0".to_owned()),
            namespace: Some("ops".to_owned()),
        };
        let operator = Operator::preset(Preset::Chart, &overrides).unwrap();
        assert_eq!(operator.facade_image.value, "mine:1");
        assert_eq!(operator.facade_image.source.to_string(), "operator flag --facade-image (command line)");
        assert_eq!(operator.framework_images["custom"].value, "c:1");
        assert_eq!(operator.framework_images["promptkit"].value, "ghcr.io/altairalabs/omnia-runtime:1.0.0");
        assert_eq!(operator.third_party.value, ThirdParty { keda: true, ..ThirdParty::default() });
        assert_eq!((operator.namespace.value.as_str(), names(&operator)), ("ops", vec!["operatorPreset"]));
        let wrong = Overrides { flags: vec![("mesh-enabled".to_owned(), "2".to_owned())], ..Overrides::default() };
        assert!(Operator::preset(Preset::Chart, &wrong).unwrap_err().to_string().starts_with("command line: "));
    }

    #[test]
    fn exposure_needs_a_domain_and_a_gateway() {
        let exposure = |flags: &str| read(&format!("flags: [{flags}]")).unwrap().exposure;
        assert_eq!(exposure("--default-exposure-base-domain=x"), None);
        assert_eq!(exposure("--default-exposure-gateway-name=g"), None);
        let both = exposure("--default-exposure-base-domain=x, --default-exposure-gateway-name=g").unwrap();
        assert_eq!((both.gateway.value.as_str(), both.namespace, both.section), ("g", None, None));
    }
}

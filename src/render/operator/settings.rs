//! From flags and environment to settings.

use std::collections::BTreeMap;

use super::{
    Assumed, OperatorError, Overrides, Preset, Setting, SettingSource, Told,
    file::{self, Written},
    flags::{Argument, FRAMEWORK_IMAGE, Flags, Given},
};
use crate::yaml::Text;

/// What decides over the objects of agents and is in no manifest of theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The namespace that the operator runs in.
    pub namespace: Setting<String>,
    /// The image of facades that name none.
    pub facade_image: Setting<String>,
    /// The pull policy of facades.
    pub facade_pull_policy: Setting<String>,
    /// The runtime images by framework; the one of `promptkit` is always there.
    pub framework_images: BTreeMap<String, Setting<String>>,
    /// The pull policy of runtimes.
    pub framework_pull_policy: Setting<String>,
    /// Where traces go, when tracing is on and has an endpoint.
    pub tracing_endpoint: Option<Setting<String>>,
    /// Where facades find the keys of the management plane.
    pub jwks_url: Option<Setting<String>>,
    /// How pods prove who they are to the session API; none when they need not.
    pub service_auth: Option<ServiceAuth>,
    /// Where the content of workspaces is mounted in the operator; none switches packs in files and skills off.
    pub content_path: Option<Setting<String>>,
    /// The image of the policy broker; none without the enterprise edition.
    pub policy_broker_image: Option<Setting<String>>,
    /// Where the policy broker finds the licence.
    pub license_url: Option<Setting<String>>,
    /// Whether traffic may be split by a mesh.
    pub mesh: Setting<bool>,
    /// Whether pods may read their Workspace.
    pub reader_rbac: Setting<bool>,
    /// How facades are exposed; none when the operator has no base domain or no Gateway.
    pub exposure: Option<Exposure>,
    /// The image of eval workers.
    pub eval_worker_image: Setting<String>,
    /// The pull policy of eval workers; none leaves it to the API server.
    pub eval_worker_pull_policy: Option<Setting<String>>,
    /// The Redis of sessions.
    pub session_redis: Redis,
    /// The Redis of the operator, which async invocations use.
    pub redis: Redis,
    /// The API that sandboxes are claimed from.
    pub sandbox_url: Option<Setting<String>>,
    /// Which groups of foreign CRDs the cluster serves.
    pub third_party: Setting<ThirdParty>,
    /// What nobody said.
    pub assumed: Vec<Assumed>,
}

/// How pods prove who they are to the session API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceAuth {
    /// What switched it on.
    pub enabled: SettingSource,
    /// The audience of the tokens; none is that of the API server.
    pub audience: Option<Setting<String>>,
    /// How long a token is valid, in seconds.
    pub expiration: Setting<i64>,
}

/// The Gateway that facades are exposed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exposure {
    /// Hosts are names below this domain.
    pub base_domain: Setting<String>,
    /// The name of the Gateway.
    pub gateway: Setting<String>,
    /// Its namespace; none is that of the agent.
    pub namespace: Option<Setting<String>>,
    /// Its listener; none is all of them.
    pub section: Option<Setting<String>>,
}

/// What the operator knows of a Redis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Redis {
    /// Its address.
    pub url: Option<Setting<String>>,
    /// The Secret with its address.
    pub secret: Option<SecretKey>,
}

/// A key of a Secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretKey {
    /// The name of the Secret.
    pub name: Setting<String>,
    /// The key in it.
    pub key: Setting<String>,
}

/// Groups of foreign CRDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThirdParty {
    /// `ScaledObject` of `keda.sh`.
    pub keda: bool,
    /// `VirtualService` and `DestinationRule` of `networking.istio.io`.
    pub istio: bool,
    /// `HTTPRoute` and `Gateway` of `gateway.networking.k8s.io`.
    pub gateway: bool,
}

/// The version of the chart whose flags the preset has.
const APP_VERSION: &str = "0.9.0-beta.17";

const DEFAULT_FACADE_IMAGE: &str = "ghcr.io/altairalabs/omnia-facade:latest";
const DEFAULT_RUNTIME_IMAGE: &str = "ghcr.io/altairalabs/omnia-runtime:latest";
const DEFAULT_POLICY_BROKER_IMAGE: &str = "ghcr.io/altairalabs/omnia-policy-broker:latest";
const DEFAULT_EVAL_WORKER_IMAGE: &str = "ghcr.io/altairalabs/omnia-eval-worker:latest";
const DEFAULT_PULL_POLICY: &str = "IfNotPresent";
const DEFAULT_CONTENT_PATH: &str = "/workspace-content";
const DEFAULT_TOKEN_SECONDS: i64 = 3600;
const DEFAULT_NAMESPACE: &str = "omnia-system";
const NAMESPACE_VARIABLE: &str = "POD_NAMESPACE";

impl Operator {
    /// The settings of a usual installation.
    ///
    /// # Errors
    /// A value among the overrides that would end the operator.
    pub fn preset(preset: Preset, overrides: &Overrides) -> Result<Self, OperatorError> {
        let told = Told::Preset(preset);
        let mut assumed = vec![Assumed {
            name: "operatorPreset",
            text: format!("the operator was told what the preset {} says; give its Deployment with --operator", preset.name()),
        }];
        let (arguments, third_party) = match preset {
            Preset::Binary => (Vec::new(), ThirdParty::default()),
            Preset::Chart => {
                if overrides.app_version.is_none() {
                    let text = format!("the images are those of chart version {APP_VERSION}; say otherwise with --app-version");
                    assumed.push(Assumed { name: "appVersion", text });
                }
                let version = overrides.app_version.as_deref().unwrap_or(APP_VERSION);
                (chart_flags(version), ThirdParty { keda: true, istio: true, gateway: true })
            }
        };
        let arguments = arguments.into_iter().map(|text| Argument { text, told: told.clone() }).collect();
        Self::new(Written { arguments, namespace: None, third_party: Some((third_party, told)), assumed }, overrides)
    }

    /// The settings that a text holds: the operator's Deployment, alone or among other objects, or a document with `flags`, `env` and
    /// `thirdPartyCRDs`. `file` is its name for people.
    ///
    /// # Errors
    /// A text without settings, a value that would end the operator, one that is no setting.
    pub fn from_text(file: &str, text: &Text, overrides: &Overrides) -> Result<Self, OperatorError> {
        Self::new(file::read(file, text)?, overrides)
    }

    fn new(written: Written, overrides: &Overrides) -> Result<Self, OperatorError> {
        let mut flags = Flags::default();
        flags.read(&written.arguments)?;
        let own =
            overrides.flags.iter().map(|(name, value)| Argument { text: format!("--{name}={value}"), told: Told::CommandLine });
        flags.read(&own.collect::<Vec<_>>())?;
        let mut assumed = written.assumed;
        assumed.extend(flags.unknown.iter().map(|flag| Assumed {
            name: "operatorFlag",
            text: format!("{flag} changes nothing; this program does not know that flag of the operator"),
        }));
        if !flags.ignored.is_empty() {
            let text = format!("the operator ignores {:?}, which stands behind the end of its flags", flags.ignored.join(" "));
            assumed.push(Assumed { name: "operatorArguments", text });
        }
        let namespace = match (&overrides.namespace, written.namespace) {
            (Some(namespace), _) => {
                Setting { value: namespace.clone(), source: SettingSource::Env(NAMESPACE_VARIABLE, Told::CommandLine) }
            }
            (None, Some((value, told))) => Setting { value, source: SettingSource::Env(NAMESPACE_VARIABLE, told) },
            (None, None) => Setting { value: DEFAULT_NAMESPACE.to_owned(), source: SettingSource::BuiltIn(NAMESPACE_VARIABLE) },
        };
        let third_party = third_party(written.third_party, overrides, &mut assumed)?;
        Ok(Self::from_flags(&flags, namespace, third_party, assumed))
    }

    fn from_flags(flags: &Flags, namespace: Setting<String>, third_party: Setting<ThirdParty>, assumed: Vec<Assumed>) -> Self {
        let enterprise = flag_is_true(flags, "enterprise");
        let content_path = match flags.given("workspace-content-path") {
            Some(given) => Some(setting("workspace-content-path", given)).filter(|path| !path.value.is_empty()),
            None => Some(built_in("workspace-content-path", DEFAULT_CONTENT_PATH)),
        };
        Self {
            namespace,
            facade_image: text_or(flags, "facade-image", DEFAULT_FACADE_IMAGE),
            facade_pull_policy: text_or(flags, "facade-image-pull-policy", DEFAULT_PULL_POLICY),
            framework_images: framework_images(flags),
            framework_pull_policy: text_or(flags, "framework-image-pull-policy", DEFAULT_PULL_POLICY),
            tracing_endpoint: text(flags, "tracing-endpoint").filter(|_| flag_is_true(flags, "tracing-enabled")),
            jwks_url: text(flags, "mgmt-plane-jwks-url"),
            service_auth: service_auth(flags),
            content_path,
            policy_broker_image: enterprise.then(|| text_or(flags, "policy-broker-image", DEFAULT_POLICY_BROKER_IMAGE)),
            license_url: text(flags, "license-api-url"),
            mesh: truth(flags, "mesh-enabled"),
            reader_rbac: truth(flags, "workspace-reader-rbac"),
            exposure: exposure(flags),
            eval_worker_image: text_or(flags, "eval-worker-image", DEFAULT_EVAL_WORKER_IMAGE),
            eval_worker_pull_policy: text(flags, "eval-worker-image-pull-policy"),
            session_redis: redis(flags, ["session-redis-url", "session-redis-url-secret-name", "session-redis-url-secret-key"]),
            redis: redis(flags, ["redis-url", "redis-url-secret-name", "redis-url-secret-key"]),
            sandbox_url: text(flags, "sandbox-api-url"),
            third_party,
            assumed,
        }
    }
}

/// What the chart passes with its default values.
fn chart_flags(version: &str) -> Vec<String> {
    let image = |name: &str| format!("ghcr.io/altairalabs/omnia-{name}:{version}");
    [
        ("facade-image", image("facade").as_str()),
        ("facade-image-pull-policy", DEFAULT_PULL_POLICY),
        (FRAMEWORK_IMAGE, &format!("promptkit={}", image("runtime"))),
        ("framework-image-pull-policy", DEFAULT_PULL_POLICY),
        ("eval-worker-image", &image("eval-worker")),
        ("eval-worker-image-pull-policy", DEFAULT_PULL_POLICY),
        ("workspace-reader-rbac", "true"),
        ("session-api-auth-enabled", "true"),
        ("session-api-auth-audience", "omnia-session-api"),
        ("session-api-auth-token-expiration-seconds", "3600"),
        ("mgmt-plane-jwks-url", "http://omnia-dashboard.omnia-system.svc.cluster.local:3000/api/auth/jwks"),
        ("workspace-content-path", DEFAULT_CONTENT_PATH),
    ]
    .map(|(name, value)| format!("--{name}={value}"))
    .to_vec()
}

fn third_party(
    written: Option<(ThirdParty, Told)>,
    overrides: &Overrides,
    assumed: &mut Vec<Assumed>,
) -> Result<Setting<ThirdParty>, OperatorError> {
    if let Some(names) = &overrides.third_party {
        let value = ThirdParty::from_names(names.iter().map(|name| (name.as_str(), Told::CommandLine)))?;
        return Ok(Setting { value, source: SettingSource::Cluster(Told::CommandLine) });
    }
    if let Some((value, told @ Told::File(..))) = written {
        return Ok(Setting { value, source: SettingSource::Cluster(told) });
    }
    let value = written.map_or(ThirdParty { keda: true, istio: true, gateway: true }, |(value, _)| value);
    let served = match value {
        ThirdParty { keda: false, istio: false, gateway: false } => "none of the CRDs of KEDA, Istio and the Gateway API",
        _ => "the CRDs of KEDA, Istio and the Gateway API",
    };
    let text = format!("the cluster serves {served}; say otherwise with --third-party-crds");
    assumed.push(Assumed { name: "thirdPartyCRDs", text });
    Ok(Setting { value, source: SettingSource::Assumed("thirdPartyCRDs") })
}

impl ThirdParty {
    /// The groups by the names of `thirdPartyCRDs`; an empty name is none.
    ///
    /// # Errors
    /// A name that is no group.
    pub(super) fn from_names<'a>(names: impl Iterator<Item = (&'a str, Told)>) -> Result<Self, OperatorError> {
        let mut groups = Self::default();
        for (name, told) in names {
            match name {
                "" => {}
                "keda" => groups.keda = true,
                "istio" => groups.istio = true,
                "gateway" => groups.gateway = true,
                _ => return Err(OperatorError::ThirdParty { name: name.to_owned(), told }),
            }
        }
        Ok(groups)
    }
}

fn setting(name: &'static str, given: &Given) -> Setting<String> {
    Setting { value: given.text.clone(), source: SettingSource::Flag(name, given.told.clone()) }
}

fn built_in(name: &'static str, value: &str) -> Setting<String> {
    Setting { value: value.to_owned(), source: SettingSource::BuiltIn(name) }
}

fn text(flags: &Flags, name: &'static str) -> Option<Setting<String>> {
    flags.text(name).map(|given| setting(name, given))
}

fn text_or(flags: &Flags, name: &'static str, default: &str) -> Setting<String> {
    text(flags, name).unwrap_or_else(|| built_in(name, default))
}

fn truth(flags: &Flags, name: &'static str) -> Setting<bool> {
    match flags.given(name) {
        Some(given) => Setting { value: given.text == "true", source: SettingSource::Flag(name, given.told.clone()) },
        None => Setting { value: false, source: SettingSource::BuiltIn(name) },
    }
}

fn flag_is_true(flags: &Flags, name: &'static str) -> bool {
    truth(flags, name).value
}

fn framework_images(flags: &Flags) -> BTreeMap<String, Setting<String>> {
    let default = ("promptkit".to_owned(), built_in(FRAMEWORK_IMAGE, DEFAULT_RUNTIME_IMAGE));
    let given = flags.images.iter().map(|(framework, given)| (framework.clone(), setting(FRAMEWORK_IMAGE, given)));
    std::iter::once(default).chain(given).collect()
}

fn service_auth(flags: &Flags) -> Option<ServiceAuth> {
    let enabled = truth(flags, "session-api-auth-enabled");
    let name = "session-api-auth-token-expiration-seconds";
    let seconds = flags.given(name).and_then(|given| Some((given, given.text.parse().ok().filter(|seconds| *seconds > 0)?)));
    let expiration = match seconds {
        Some((given, value)) => Setting { value, source: SettingSource::Flag(name, given.told.clone()) },
        None => Setting { value: DEFAULT_TOKEN_SECONDS, source: SettingSource::BuiltIn(name) },
    };
    let audience = text(flags, "session-api-auth-audience");
    enabled.value.then_some(ServiceAuth { enabled: enabled.source, audience, expiration })
}

fn exposure(flags: &Flags) -> Option<Exposure> {
    Some(Exposure {
        base_domain: text(flags, "default-exposure-base-domain")?,
        gateway: text(flags, "default-exposure-gateway-name")?,
        namespace: text(flags, "default-exposure-gateway-namespace"),
        section: text(flags, "default-exposure-gateway-section"),
    })
}

fn redis(flags: &Flags, [url, name, key]: [&'static str; 3]) -> Redis {
    let secret = text(flags, name).zip(text(flags, key));
    Redis { url: text(flags, url), secret: secret.map(|(name, key)| SecretKey { name, key }) }
}

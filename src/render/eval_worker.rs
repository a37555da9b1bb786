//! The eval workers of a namespace: one for each service group that has an agent with evals.

use std::collections::BTreeMap;

use super::{
    Blocked, Map, Rendered, Source, Tree, access,
    access::{Subject, role_binding, rule, workspace_reader},
    constant,
    inputs::{Agent, DEFAULT_GROUP, kind},
    map,
    operator::SecretKey,
    rollout_plan, session_token, sourced,
    typed::typed_items,
};
use crate::world::{Field, Object};

const METRICS_PORT: i64 = 9090;
const REDIS_URL: &str = "REDIS_URL";

/// A service group that needs a worker.
struct Group<'w> {
    name: &'w str,
    /// What asks for the worker.
    source: Source,
    overrides: Option<Field<'w>>,
}

/// Creates the workers of the whole namespace, whichever of its agents is rendered.
pub(super) fn eval_workers(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    for group in groups(agent) {
        let name = format!("arena-eval-worker-{}", group.name);
        if rollout_plan::holds_back(agent, &format!("Deployment/{name}"), rendered) {
            continue;
        }
        let worker = Worker { agent, group, name };
        worker.render(rendered);
    }
    Ok(())
}

/// The groups by name. Of several agents in a group, the first by name counts.
fn groups<'w>(agent: &Agent<'w>) -> Vec<Group<'w>> {
    let mut agents: Vec<&'w Object> = agent.world.list(kind::AGENT_RUNTIME, agent.object.namespace.as_str()).collect();
    agents.sort_by(|a, b| a.name.cmp(&b.name));
    let mut groups = BTreeMap::new();
    for (object, evals) in agents.into_iter().map(|object| (object, object.spec().get("evals"))) {
        let counts = evals.get("enabled").is_true() && !object.root().at("metadata.deletionTimestamp").exists();
        let name = object.spec().get("serviceGroup").text().unwrap_or(DEFAULT_GROUP);
        let settings = agent.group(name).map(|group| group.get("evalWorker"));
        let opted_in = settings.as_ref().is_some_and(|settings| settings.get("enabled").is_true());
        let framework = object.spec().get("framework");
        let judges_itself = !framework.exists() || framework.get("type").str() == "promptkit";
        if counts && (opted_in || !judges_itself) {
            let own = settings.and_then(|settings| settings.get("podOverrides").some());
            let overrides = own.or_else(|| evals.get("podOverrides").some());
            let source = (&evals.get("enabled")).into();
            groups.entry(name).or_insert(Group { name, source, overrides });
        }
    }
    groups.into_values().collect()
}

struct Worker<'a, 'w> {
    agent: &'a Agent<'w>,
    group: Group<'w>,
    name: String,
}

impl Worker<'_, '_> {
    fn render(&self, rendered: &mut Rendered) {
        let account = self.overridden("serviceAccountName");
        let subject = Subject { name: account.clone().unwrap_or_else(|| self.named()), namespace: self.agent.namespaced() };
        let metadata = || self.metadata(self.labels());
        let rules = vec![
            rule("", &["configmaps", "secrets"], &["get", "list"]),
            rule("omnia.altairalabs.ai", &["agentruntimes", "providers", "promptpacks"], &["get", "list"]),
        ];
        let reader = format!("{}-{}-workspace-reader", self.agent.namespace(), self.name);
        let reader = sourced(reader, Source::computed([self.agent.namespace_source(), self.group.source.clone()]));
        let own_account =
            account.is_none().then(|| map().put("apiVersion", "v1").put("kind", "ServiceAccount").put("metadata", metadata()));
        let objects = [
            own_account,
            Some(map().put("apiVersion", access::RBAC).put("kind", "Role").put("metadata", metadata()).put("rules", rules)),
            Some(role_binding(metadata(), self.named(), &subject)),
            workspace_reader(self.agent, reader, self.labels(), &subject),
            Some(self.deployment(subject.name)),
        ];
        rendered.push_in_turn(objects.into_iter().flatten());
    }

    fn named(&self) -> Tree {
        sourced(self.name.as_str(), self.group.source.clone())
    }

    fn metadata(&self, labels: Map) -> Map {
        self.agent.metadata_without_owner(self.named(), labels)
    }

    fn labels(&self) -> Map {
        map()
            .put("app.kubernetes.io/name", "arena-eval-worker")
            .put("app.kubernetes.io/instance", self.named())
            .put("app.kubernetes.io/managed-by", "omnia-operator")
            .put("omnia.altairalabs.ai/service-group", sourced(self.group.name, self.group.source.clone()))
    }

    fn deployment(&self, account: Tree) -> Map {
        let labels = || self.labels().put("omnia.altairalabs.ai/component", "eval-worker");
        let annotations = map()
            .put("prometheus.io/scrape", "true")
            .put("prometheus.io/port", constant(METRICS_PORT.to_string()))
            .put("prometheus.io/path", "/metrics");
        // The operator wins with labels, the user with annotations.
        let metadata = map()
            .put("labels", self.copied("labels").overlaid(labels().put("app.kubernetes.io/component", "eval-worker")))
            .put("annotations", annotations.overlaid(self.copied("annotations")));
        let volumes = session_token::volume(self.agent.operator).into_iter().chain(self.items("extraVolumes", "Volume"));
        let pod = map()
            .put("serviceAccountName", account)
            .put("priorityClassName", self.overridden("priorityClassName"))
            .put("runtimeClassName", self.overridden("runtimeClassName"))
            .put("nodeSelector", self.copied("nodeSelector"))
            .put("tolerations", self.items("tolerations", "Toleration"))
            .put("imagePullSecrets", self.items("imagePullSecrets", "LocalObjectReference"))
            .put("volumes", volumes.collect::<Vec<_>>())
            .put("containers", vec![self.container()]);
        let spec = map()
            .put("replicas", constant(1))
            .put("selector", map().put("matchLabels", labels()))
            .put("template", map().put("metadata", metadata).put("spec", pod));
        map().put("apiVersion", "apps/v1").put("kind", "Deployment").put("metadata", self.metadata(labels())).put("spec", spec)
    }

    fn container(&self) -> Map {
        let operator = self.agent.operator;
        let mounts = session_token::mount(operator).into_iter().chain(self.items("extraVolumeMounts", "VolumeMount"));
        let env = self.env().into_iter().chain(self.items("extraEnv", "EnvVar"));
        map()
            .put("name", "eval-worker")
            .put("image", &operator.eval_worker_image)
            .put("imagePullPolicy", operator.eval_worker_pull_policy.as_ref())
            .put("ports", vec![map().put("name", "metrics").put("containerPort", constant(METRICS_PORT))])
            .put("env", env.collect::<Vec<_>>())
            .put("envFrom", self.items("extraEnvFrom", "EnvFromSource"))
            .put("volumeMounts", mounts.collect::<Vec<_>>())
    }

    fn env(&self) -> Vec<Tree> {
        let variable = |name: &'static str, value: Tree| -> Tree { map().put("name", name).put("value", value).into() };
        let mut env = vec![
            variable("NAMESPACE", self.agent.namespaced()),
            variable("OMNIA_SERVICE_GROUP", sourced(self.group.name, self.group.source.clone())),
        ];
        env.extend(self.redis().map(Tree::from));
        let workspace = self.agent.workspace.map(|workspace| workspace.root().at("metadata.name"));
        env.extend(workspace.map(|name| variable("OMNIA_WORKSPACE_NAME", sourced(name.str(), &name))));
        env.extend(session_token::variable(self.agent.operator));
        env
    }

    /// The Redis of the group's sessions, else of the group, else that of the operator.
    fn redis(&self) -> Option<Map> {
        let variable = || map().put("name", REDIS_URL);
        let group = self.agent.group(self.group.name);
        let own = |path: &str| own_redis(&group.as_ref()?.at(path), self.agent.namespace());
        own("session.redis").or_else(|| own("redis")).or_else(|| {
            let operator = self.agent.operator;
            // Without an address the Secret of the sessions counts for nothing, with one it comes before it.
            match (&operator.session_redis.url, &operator.session_redis.secret) {
                (Some(_), Some(SecretKey { name, key })) => {
                    let reference = map().put("name", name).put("key", key);
                    Some(variable().put("valueFrom", map().put("secretKeyRef", reference)))
                }
                (url, _) => url.as_ref().or(operator.redis.url.as_ref()).map(|url| variable().put("value", url)),
            }
        })
    }

    /// A map of the overrides.
    fn copied(&self, key: &str) -> Map {
        let field = self.group.overrides.as_ref().map(|overrides| overrides.get(key));
        let entries = field.map(|field| field.entries()).unwrap_or_default();
        entries.into_iter().fold(map(), |copied, (key, value)| copied.put(key.to_owned(), &value))
    }

    /// A list of the overrides, of Kubernetes' type `word`.
    fn items(&self, key: &str, word: &'static str) -> Vec<Tree> {
        self.group.overrides.as_ref().map(|overrides| typed_items(&overrides.get(key), word)).unwrap_or_default()
    }

    /// A field of the overrides that is set.
    fn overridden(&self, key: &str) -> Option<Tree> {
        let field = self.group.overrides.as_ref()?.get(key);
        field.text().and_then(|_| Tree::copied(&field))
    }
}

/// The variable for a Redis of a Workspace: by a Secret, an address, a host, or a Service, whichever is said first.
fn own_redis(redis: &Field<'_>, namespace: &str) -> Option<Map> {
    let variable = map().put("name", REDIS_URL);
    let said = |key: &'static str| redis.get(key).some();
    if let Some(secret) = said("existingSecret") {
        let reference = map().put("name", &secret.get("name")).put("key", &secret.get("key"));
        return Some(variable.put("valueFrom", map().put("secretKeyRef", reference)));
    }
    let number = |field: Field<'_>, default: i64| field.int().filter(|number| *number != 0).unwrap_or(default);
    let port = |of: &Field<'_>| number(of.get("port"), 6379);
    let url = if let Some(url) = redis.get("url").text() {
        url.to_owned()
    } else if let Some(host) = redis.get("host").text() {
        let user = redis.get("user").text().map(|user| format!("{user}@")).unwrap_or_default();
        format!("redis://{user}{host}:{}/{}", port(redis), number(redis.get("db"), 0))
    } else {
        let service = said("serviceRef")?;
        let namespace = service.get("namespace").text().unwrap_or(namespace);
        format!("redis://{}.{namespace}:{}", service.get("name").str(), port(&service))
    };
    Some(variable.put("value", sourced(url, redis)))
}

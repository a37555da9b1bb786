//! A candidate from what a user wants to be different.

use serde_json::{Map, Value, json};

use super::agent::Agent;

/// What a candidate overrides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overrides {
    /// The name of the pack; that of the spec when there is none.
    pub pack: Option<String>,
    /// The version of the pack.
    pub version: Option<String>,
    /// The channel of the pack.
    pub track: Option<String>,
    /// Entries of `spec.providers`, by name or by role, and the Provider that each one is to have.
    pub providers: Vec<(String, String)>,
    /// The tool registry.
    pub registry: Option<String>,
}

impl Overrides {
    /// The candidate of an agent. Providers are a list as a whole, so that the others of the spec are in it, too.
    ///
    /// # Errors
    /// No provider of the spec has that name or role.
    pub fn candidate(&self, agent: &Agent) -> Result<Value, String> {
        let mut candidate = Map::new();
        if self.pack.is_some() || self.version.is_some() || self.track.is_some() {
            let mut pack = Map::new();
            let name = self.pack.clone().unwrap_or_else(|| agent.refs.pack_name().to_owned());
            pack.insert("name".to_owned(), json!(name));
            let members = [("version", &self.version), ("track", &self.track)];
            pack.extend(members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), json!(value.as_ref()?)))));
            candidate.insert("promptPackRef".to_owned(), Value::Object(pack));
        }
        if !self.providers.is_empty() {
            candidate.insert("providerRefs".to_owned(), self.provider_list(agent)?);
        }
        if let Some(registry) = &self.registry {
            candidate.insert("toolRegistryRef".to_owned(), json!({"name": registry}));
        }
        Ok(Value::Object(candidate))
    }

    fn provider_list(&self, agent: &Agent) -> Result<Value, String> {
        let mut list = agent.refs.provider_list().to_vec();
        for (wanted, provider) in &self.providers {
            let of = |key: &str| list.iter().position(|entry| entry[key] == wanted.as_str());
            let Some(index) = of("name").or_else(|| of("role")) else {
                let known: Vec<&str> = list.iter().filter_map(|entry| entry["name"].as_str()).collect();
                return Err(format!("spec.providers has no entry {wanted:?}; there are: {}", known.join(", ")));
            };
            list[index]["providerRef"] = json!({"name": provider});
        }
        Ok(Value::Array(list))
    }
}

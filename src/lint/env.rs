//! The environment variables that an agent's manifest gives to its containers.

use super::agent::Agent;
use crate::world::Field;

/// The containers that a variable reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The facade alone.
    Facade,
    /// The runtime alone.
    Runtime,
    /// Both, after everything else.
    Both,
}

impl Reach {
    /// Whether the facade gets it.
    pub const fn facade(self) -> bool {
        matches!(self, Self::Facade | Self::Both)
    }

    /// Whether there is a container that both reach.
    pub const fn meets(self, other: Self) -> bool {
        self.facade() && other.facade() || self.runtime() && other.runtime()
    }

    /// Whether the runtime gets it.
    pub const fn runtime(self) -> bool {
        matches!(self, Self::Runtime | Self::Both)
    }
}

/// An entry of a list of variables.
pub(super) struct Variable<'w> {
    /// The entry.
    pub field: Field<'w>,
    /// Who gets it.
    pub reach: Reach,
}

impl<'w> Variable<'w> {
    /// Its name.
    pub fn name(&self) -> &'w str {
        self.field.get("name").str()
    }

    /// Its value, when one is written and does not come from elsewhere. An empty one is as good as none for the programs.
    pub fn value(&self) -> Option<Field<'w>> {
        self.field.get("value").some().filter(|value| value.text().is_some())
    }
}

impl<'w> Agent<'w> {
    /// The lists of variables that are read, with who gets them, in the order in which they count.
    pub fn env_lists(&self) -> Vec<(Field<'w>, Reach)> {
        let facade = self.leading().map(|facade| (facade.field.get("extraEnv"), Reach::Facade));
        let runtime = (self.spec.at("runtime.extraEnv"), Reach::Runtime);
        let both = (self.spec.at("podOverrides.extraEnv"), Reach::Both);
        facade.into_iter().chain([runtime, both]).filter(|(list, _)| list.exists()).collect()
    }

    /// All variables that are read.
    pub fn variables(&self) -> &[Variable<'w>] {
        self.variables.get_or_init(|| {
            let lists = self.env_lists();
            lists
                .iter()
                .flat_map(|(list, reach)| list.items().into_iter().map(|field| Variable { field, reach: *reach }))
                .collect()
        })
    }

    /// The variables of one name.
    pub fn variables_called(&self, name: &str) -> impl Iterator<Item = &Variable<'w>> {
        self.variables().iter().filter(move |variable| variable.name() == name)
    }
}

//! The way in which weights reach the traffic.

use std::fmt;

use crate::world::Field;

/// How weights are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Not at all: there is no `trafficRouting`, and requests spread over the pods of both Deployments.
    Unrouted,
    /// By a VirtualService and a DestinationRule that the operator owns.
    Mesh,
    /// By weights in a VirtualService of somebody else.
    External,
    /// By the number of pods of each Deployment.
    ReplicaWeighted,
}

impl Mode {
    /// Reads the word that manifests and status use.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Mesh, Self::External, Self::ReplicaWeighted].into_iter().find(|mode| mode.word() == word)
    }

    /// The word that manifests and status use; empty without routing.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unrouted => "",
            Self::Mesh => "mesh",
            Self::External => "external",
            Self::ReplicaWeighted => "replicaWeighted",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Unrouted { "none" } else { self.word() })
    }
}

/// `spec.rollout.trafficRouting`, as far as the rollout reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routing {
    /// The mode that is asked for.
    pub asked: Option<Mode>,
    /// The objects of `istio`.
    pub istio: Option<Istio>,
    /// The waypoint of `mesh`; empty when there is none.
    pub waypoint: String,
    /// The subset of the candidate in `mesh`.
    pub mesh_subset: String,
}

/// The objects that `trafficRouting.istio` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Istio {
    /// The name of the VirtualService.
    pub virtual_service: String,
    /// The names of its routes.
    pub routes: Vec<String>,
    /// The name of the DestinationRule.
    pub destination_rule: String,
    /// The subset of stable.
    pub stable_subset: String,
    /// The subset of the candidate.
    pub candidate_subset: String,
}

impl Routing {
    /// Reads `spec.rollout.trafficRouting`; nothing when it is missing.
    pub fn read(field: &Field<'_>) -> Option<Self> {
        if !field.exists() {
            return None;
        }
        let istio = field.get("istio").some().map(|istio| Istio {
            virtual_service: istio.at("virtualService.name").str().to_owned(),
            routes: istio.at("virtualService.routes").items().iter().map(|route| route.str().to_owned()).collect(),
            destination_rule: istio.at("destinationRule.name").str().to_owned(),
            stable_subset: istio.at("destinationRule.stableSubset").text().unwrap_or("stable").to_owned(),
            candidate_subset: istio.at("destinationRule.candidateSubset").text().unwrap_or("canary").to_owned(),
        });
        let asked = Mode::parse(field.get("mode").str());
        let mesh_subset = field.at("mesh.candidateSubset").text().unwrap_or("canary").to_owned();
        Some(Self { asked, istio, waypoint: field.at("mesh.waypoint").str().to_owned(), mesh_subset })
    }

    /// What a mode moves traffic by: `external` without `istio` names no object, and moves nothing.
    pub const fn carrier(&self, mode: Mode) -> Mode {
        match mode {
            Mode::External if self.istio.is_none() => Mode::Unrouted,
            _ => mode,
        }
    }

    /// The mode in effect, and whether it is a lesser one than was asked for. `mesh` tells whether the operator may use a mesh and the
    /// cluster serves VirtualServices.
    pub const fn resolved(&self, mesh: bool) -> (Mode, bool) {
        match self.asked {
            Some(Mode::Mesh) if !mesh => (Mode::ReplicaWeighted, true),
            Some(mode) => (mode, false),
            None if self.istio.is_some() => (Mode::External, false),
            None if mesh => (Mode::Mesh, false),
            None => (Mode::ReplicaWeighted, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn istio() -> Istio {
        Istio {
            virtual_service: "vs".to_owned(),
            routes: vec!["main".to_owned()],
            destination_rule: "dr".to_owned(),
            stable_subset: "stable".to_owned(),
            candidate_subset: "canary".to_owned(),
        }
    }

    #[test]
    fn modes_are_resolved_as_the_operator_resolves_them() {
        let both = [true, false];
        for (asked, with_istio, mesh, expected) in [
            (None, true, &both[..], (Mode::External, false)),
            (None, false, &[true], (Mode::Mesh, false)),
            (None, false, &[false], (Mode::ReplicaWeighted, false)),
            (Some(Mode::Mesh), true, &[true], (Mode::Mesh, false)),
            (Some(Mode::Mesh), false, &[false], (Mode::ReplicaWeighted, true)),
            (Some(Mode::ReplicaWeighted), true, &both, (Mode::ReplicaWeighted, false)),
            (Some(Mode::External), false, &both, (Mode::External, false)),
        ] {
            let routing = Routing { asked, istio: with_istio.then(istio), waypoint: String::new(), mesh_subset: String::new() };
            for mesh in mesh {
                assert_eq!(routing.resolved(*mesh), expected, "{asked:?} {with_istio} {mesh}");
            }
        }
    }

    #[test]
    fn words_are_read_back() {
        for mode in [Mode::Mesh, Mode::External, Mode::ReplicaWeighted] {
            assert_eq!(Mode::parse(mode.word()), Some(mode));
        }
        assert_eq!((Mode::parse(""), Mode::parse("istio")), (None, None));
    }
}

//! Which nodes pods want and do not want to be on.

use super::{Faults, POD, Tree, integer, items, members, text, texts};
use crate::apiserver::{dns_label, dns_subdomain};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Whether values of expressions have to be values of labels; a wish may name others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Labels,
    Any,
}

impl Faults {
    /// `affinity` of a pod.
    pub(super) fn affinity(&mut self, affinity: &Tree) {
        let path = format!("{POD}.affinity");
        if let Some(nodes) = affinity.at("nodeAffinity") {
            self.nodes(&format!("{path}.nodeAffinity"), nodes);
        }
        for kind in ["podAffinity", "podAntiAffinity"] {
            if let Some(pods) = affinity.at(kind) {
                self.pods(&format!("{path}.{kind}"), pods);
            }
        }
    }

    fn nodes(&mut self, path: &str, nodes: &Tree) {
        if let Some(required) = nodes.at(REQUIRED) {
            let path = format!("{path}.{REQUIRED}.nodeSelectorTerms");
            let terms = items(required, "nodeSelectorTerms");
            if terms.is_empty() {
                self.required(&path, "must have at least one node selector term");
            }
            for (index, term) in terms.iter().enumerate() {
                self.node_term(&format!("{path}[{index}]"), term, Values::Labels);
            }
        }
        for (index, preferred) in items(nodes, PREFERRED).iter().enumerate() {
            let path = format!("{path}.{PREFERRED}[{index}]");
            self.weight(&path, preferred);
            if let Some(term) = preferred.at("preference") {
                self.node_term(&format!("{path}.preference"), term, Values::Any);
            }
        }
    }

    fn weight(&mut self, path: &str, weighted: &Tree) {
        let weight = integer(weighted, "weight").unwrap_or_default();
        if !(1..=100).contains(&weight) {
            self.invalid_number(&format!("{path}.weight"), weight, "must be in the range 1-100");
        }
    }

    fn node_term(&mut self, path: &str, term: &Tree, values: Values) {
        for (index, expression) in items(term, "matchExpressions").iter().enumerate() {
            self.expression(&format!("{path}.matchExpressions[{index}]"), expression, true, values);
        }
        for (index, field) in items(term, "matchFields").iter().enumerate() {
            self.node_field(&format!("{path}.matchFields[{index}]"), field);
        }
    }

    /// An expression of a selector; only those of nodes compare numbers.
    fn expression(&mut self, path: &str, expression: &Tree, compares: bool, values: Values) {
        let (operator, named) = (text(expression, "operator"), texts(expression, "values"));
        let values_path = format!("{path}.values");
        match operator {
            "In" | "NotIn" if named.is_empty() => {
                self.required(&values_path, "must be specified when `operator` is 'In' or 'NotIn'");
            }
            "Exists" | "DoesNotExist" if !named.is_empty() => {
                self.forbidden(&values_path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
            }
            "Gt" | "Lt" if compares && named.len() != 1 => {
                self.required(&values_path, "must be specified single value when `operator` is 'Lt' or 'Gt'");
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
            "Gt" | "Lt" if compares => {}
            other => self.invalid(&format!("{path}.operator"), other, "not a valid selector operator"),
        }
        self.label_key(&format!("{path}.key"), text(expression, "key"));
        for (index, value) in named.iter().enumerate().filter(|_| values == Values::Labels) {
            self.label_value(&format!("{values_path}[{index}]"), value);
        }
    }

    fn node_field(&mut self, path: &str, field: &Tree) {
        let (key, values) = (text(field, "key"), texts(field, "values"));
        match text(field, "operator") {
            "In" | "NotIn" if values.len() == 1 => {}
            "In" | "NotIn" => {
                let why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
                self.required(&format!("{path}.values"), why);
            }
            other => self.invalid(&format!("{path}.operator"), other, "not a valid selector operator"),
        }
        if key != "metadata.name" {
            self.invalid(&format!("{path}.key"), key, "not a valid field selector key");
            return;
        }
        for (index, value) in values.iter().enumerate() {
            self.all_invalid(&format!("{path}.values[{index}]"), value, dns_subdomain(value));
        }
    }

    fn pods(&mut self, path: &str, pods: &Tree) {
        for (index, term) in items(pods, REQUIRED).iter().enumerate() {
            self.pod_term(&format!("{path}.{REQUIRED}[{index}]"), term);
        }
        for (index, preferred) in items(pods, PREFERRED).iter().enumerate() {
            let path = format!("{path}.{PREFERRED}[{index}]");
            self.weight(&path, preferred);
            if let Some(term) = preferred.at("podAffinityTerm") {
                self.pod_term(&format!("{path}.podAffinityTerm"), term);
            }
        }
    }

    fn pod_term(&mut self, path: &str, term: &Tree) {
        for selector in ["labelSelector", "namespaceSelector"] {
            if let Some(tree) = term.at(selector) {
                self.selector(&format!("{path}.{selector}"), tree);
            }
        }
        for namespace in texts(term, "namespaces") {
            self.all_invalid(&format!("{path}.namespace"), namespace, dns_label(namespace));
        }
        self.label_keys(path, term);
        let topology = text(term, "topologyKey");
        if topology.is_empty() {
            self.required(&format!("{path}.topologyKey"), "can not be empty");
        }
        self.label_key(&format!("{path}.topologyKey"), topology);
    }

    /// A selector of labels.
    pub(super) fn selector(&mut self, path: &str, selector: &Tree) {
        self.labels(&format!("{path}.matchLabels"), &members(selector, "matchLabels"));
        for (index, expression) in items(selector, "matchExpressions").iter().enumerate() {
            self.expression(&format!("{path}.matchExpressions[{index}]"), expression, false, Values::Labels);
        }
    }

    /// Labels whose values are those of the pod itself. The server adds them to the selector, where no label may stand twice.
    fn label_keys(&mut self, path: &str, term: &Tree) {
        for list in ["matchLabelKeys", "mismatchLabelKeys"] {
            let keys = texts(term, list);
            if !keys.is_empty() && term.at("labelSelector").is_none() {
                self.forbidden(&format!("{path}.{list}"), "must not be specified when labelSelector is not set");
            }
            for (index, key) in keys.iter().enumerate() {
                self.label_key(&format!("{path}.{list}[{index}]"), key);
            }
        }
        let differing = texts(term, "mismatchLabelKeys");
        for (index, key) in texts(term, "matchLabelKeys").iter().enumerate().filter(|(_, key)| differing.contains(key)) {
            let why = "exists in both matchLabelKeys and mismatchLabelKeys";
            self.invalid(&format!("{path}.matchLabelKeys[{index}]"), key, why);
        }
    }
}

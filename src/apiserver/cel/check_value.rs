//! How errors show a whole rule.

use crate::{apiserver::KubeVersion, crd::Rule, yaml::go};

/// `rule` as an error shows it: JSON with the names of the Go type, before 1.34 Go syntax.
pub(super) fn rule_value(rule: &Rule, kube: KubeVersion) -> String {
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    let (message, made, path) = (text(&rule.message), text(&rule.message_expression), text(&rule.field_path));
    if !kube.at_least(34) {
        let quoted = [&rule.rule, &message, &made, &path].map(|part| go::quote(part));
        // The server prints addresses for what is set, which differ each time.
        let address = |set: bool, of: &str| format!("(*{of})({})", if set { "0x0" } else { "nil" });
        let reason = address(rule.reason.is_some(), "apiextensions.FieldValueErrorReason");
        let old = address(rule.optional_old_self.is_some(), "bool");
        return format!(
            "apiextensions.ValidationRule{{Rule:{}, Message:{}, MessageExpression:{}, Reason:{reason}, FieldPath:{}, \
             OptionalOldSelf:{old}}}",
            quoted[0], quoted[1], quoted[2], quoted[3]
        );
    }
    let json = |part: &str| {
        let mut out = String::new();
        go::push_json_string(&mut out, part);
        out
    };
    let reason = rule.reason.as_deref().map_or_else(|| "null".to_owned(), json);
    let old = rule.optional_old_self.map_or_else(|| "null".to_owned(), |flag| flag.to_string());
    format!(
        "{{\"Rule\":{},\"Message\":{},\"MessageExpression\":{},\"Reason\":{reason},\"FieldPath\":{},\"OptionalOldSelf\":{old}}}",
        json(&rule.rule),
        json(&message),
        json(&made),
        json(&path)
    )
}

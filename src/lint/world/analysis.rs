//! REF022: the arguments that a rollout gives to an analysis.

use super::{Remarks, Scene, did_you_mean};
use crate::world::{Field, Lookup, Object};

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for analysis in agent.spec().all("rollout.steps[].analysis") {
        let name = analysis.get("templateName");
        let Lookup::Found(template) = scene.world.get("RolloutAnalysis", &agent.namespace, name.str()) else { continue };
        arguments(&analysis, template, remarks);
    }
}

fn arguments<'w>(analysis: &Field<'w>, template: &'w Object, remarks: &mut Remarks<'w>) {
    let declared = template.spec().get("args").items();
    let given = analysis.get("args").items();
    let named = |args: &[Field<'w>], name: &str| args.iter().any(|arg| arg.get("name").str() == name);
    let metrics = template.spec().get("metrics").json().to_string();
    for arg in &given {
        let name = arg.get("name").str();
        if !named(&declared, name) {
            let near = did_you_mean(name, declared.iter().map(|arg| arg.get("name").str()));
            let finding = remarks.found("REF022", &arg.get("name"), format!("{} declares no argument {name:?}", template.id()));
            if !near.is_empty() {
                finding.help = near;
            }
        } else if !uses(&metrics, name) {
            let message = format!("no query of {} uses the argument {name:?}", template.id());
            remarks.found("REF022", &arg.get("name"), message);
        }
    }
    for arg in declared {
        let name = arg.get("name").str();
        if arg.get("value").text().is_none() && !named(&given, name) && uses(&metrics, name) {
            let message = format!(
                "{} has no value for its argument {name:?}, and the step gives none: the query gets an empty text",
                template.id()
            );
            remarks.found("REF022", &analysis.get("templateName"), message);
        }
    }
}

/// Whether a text holds `{{args.NAME}}`, with blanks or without.
fn uses(text: &str, name: &str) -> bool {
    text.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).any(|(inner, _)| inner.trim() == format!("args.{name}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn arguments_stand_in_braces() {
        for (text, is_used) in [("rate{a='{{args.a}}'}", true), ("{{ args.a }}", true), ("{{args.ab}}", false), ("args.a", false)]
        {
            assert_eq!(super::uses(text, "a"), is_used, "{text}");
        }
    }
}

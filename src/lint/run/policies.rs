//! RUN102 to RUN105: policies about tools, agents and memory.

use crate::{
    lint::{
        check::{Findings, Subject, beside},
        expression,
    },
    omnia::duration,
    world::Field,
};

/// RUN102.
pub(super) fn tool_policy_does_not_compile(policy: &Subject<'_>, said: &mut Findings) {
    for rule in policy.spec.get("rules").items() {
        compiles(&rule.at("deny.cel"), said);
    }
    for header in policy.spec.get("headerInjection").items() {
        let (value, cel) = (header.get("value"), header.get("cel"));
        match (value.exists(), cel.exists()) {
            (true, true) => {
                said.at(&cel, "a header has a value or an expression, not both");
            }
            (false, false) => {
                said.at(&header, "the header has neither a value nor an expression");
            }
            (false, true) => compiles(&cel, said),
            (true, false) => {}
        }
    }
}

fn compiles(cel: &Field<'_>, said: &mut Findings) {
    if let Some(text) = cel.text()
        && let Some(reason) = expression::fault(text)
    {
        said.at(cel, format!("the expression does not compile: {reason}"));
    }
}

/// RUN103.
pub(super) fn tool_policy_header_case(policy: &Subject<'_>, said: &mut Findings) {
    let rules = policy.spec.get("rules").items().into_iter().map(|rule| rule.at("deny.cel"));
    let headers = policy.spec.get("headerInjection").items().into_iter().map(|header| header.get("cel"));
    for cel in rules.chain(headers) {
        for name in header_names(cel.str()) {
            let canonical = canonical(name);
            if canonical != name {
                said.at(&cel, format!("no header is called {name:?}: the key is {canonical:?}"));
            }
        }
    }
}

/// The names in `headers["..."]`.
fn header_names(expression: &str) -> Vec<&str> {
    let keys = expression.split("headers[").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        rest[1..].split(quote).next()
    });
    keys.collect()
}

/// A header's name as Go writes it: a capital at the start of each part.
fn canonical(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect::<String>()
    };
    name.split('-').map(part).collect::<Vec<_>>().join("-")
}

/// Schedules of their own name.
const SHORTCUTS: [&str; 7] = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
/// The tiers of memory.
const TIERS: [&str; 3] = ["institutional", "agent", "user"];
/// Parts of a tier's decay that are shares.
const SHARES: [&str; 4] =
    ["minScore", "scoreFormula.recencyWeight", "scoreFormula.confidenceWeight", "scoreFormula.accessFrequencyWeight"];

/// RUN104.
pub(super) fn memory_policy_invalid(policy: &Subject<'_>, said: &mut Findings) {
    let consolidation = policy.spec.get("consolidation");
    let schedules = consolidation.get("schedules").entries().into_iter().map(|(_, schedule)| schedule);
    let all = [policy.spec.get("schedule"), consolidation.get("schedule"), policy.spec.at("projection.schedule")];
    for schedule in all.into_iter().chain(schedules).filter(|schedule| schedule.text().is_some()) {
        if !is_schedule(schedule.str()) {
            let message = format!("{:?} is no schedule: five or six fields of numbers, or a word such as @daily", schedule.str());
            said.at(&schedule, message);
        }
    }
    for tier in TIERS.map(|tier| policy.spec.get("tiers").get(tier)) {
        let (usual, most) = (tier.at("ttl.default"), tier.at("ttl.maxAge"));
        if let (Some(from), Some(to)) = (age(usual.str()), age(most.str()))
            && from > to
        {
            let message = format!("memories are kept {} and at most {}", usual.str(), most.str());
            said.at(&usual, message).related.push(beside(&most, "the greatest age"));
        }
        for share in SHARES.map(|name| tier.get("decay").at(name)) {
            if share.text().is_some_and(|text| !text.parse::<f64>().is_ok_and(|share| (0.0..=1.0).contains(&share))) {
                said.at(&share, format!("{} is not between 0 and 1", share.str()));
            }
        }
    }
}

/// Whether a schedule is one that the operator reads.
fn is_schedule(text: &str) -> bool {
    if SHORTCUTS.contains(&text) {
        return true;
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let plain = |field: &&str| {
        field.chars().all(|c| c.is_ascii_digit() || "*/,-".contains(c)) && !(field.contains(',') && field.contains('/'))
    };
    (5..=6).contains(&fields.len()) && fields.iter().all(plain)
}

/// An age, which may have days, in nanoseconds.
fn age(text: &str) -> Option<i64> {
    let (days, rest) = text.split_once('d').map_or((0, text), |(days, rest)| (days.parse::<i64>().unwrap_or(-1), rest));
    let rest = if rest.is_empty() { Ok(0) } else { duration::parse(rest) };
    (days >= 0 && !text.is_empty()).then_some(())?;
    days.checked_mul(24 * 3600 * super::SECOND)?.checked_add(rest.ok()?)
}

/// RUN105.
pub(super) fn agent_policy_needs_mesh(policy: &Subject<'_>, said: &mut Findings) {
    let tools = policy.spec.at("toolAccess.rules").items();
    for tool in tools.iter().flat_map(|rule| rule.get("tools").items()).filter(|tool| tool.text().is_none()) {
        said.at(&tool, "a tool without a name: the policy is not applied");
    }
}

//! RUN001 to RUN004: the variables that steer streams.

use super::SECOND;
use crate::{
    lint::{agent::Agent, check::Findings, env::Reach},
    omnia::duration,
};

const INACTIVITY: &str = "OMNIA_RUNTIME_STREAM_INACTIVITY_TIMEOUT";
const LONGEST: &str = "OMNIA_FUNCTION_STREAM_MAX_DURATION";
const CONCURRENT: &str = "OMNIA_FUNCTION_STREAM_MAX_CONCURRENT";

/// The least time of silence, in nanoseconds.
const LEAST_INACTIVITY: i64 = 120 * SECOND;
/// The longest stream, in nanoseconds.
const LONGEST_STREAM: i64 = 290 * SECOND;

/// RUN001.
pub(super) fn stream_inactivity_timeout_invalid(agent: &Agent<'_>, said: &mut Findings) {
    values(agent, INACTIVITY, said, |value| match duration::parse(value) {
        Err(reason) => Some(format!("{INACTIVITY} cannot be read: {reason}")),
        Ok(time) if time < LEAST_INACTIVITY => Some(format!("{INACTIVITY} is {value}, below 120s")),
        Ok(_) => None,
    });
}

/// RUN002.
pub(super) fn function_stream_max_duration_invalid(agent: &Agent<'_>, said: &mut Findings) {
    values(agent, LONGEST, said, |value| match duration::parse(value) {
        Err(reason) => Some(format!("{LONGEST} cannot be read: {reason}")),
        Ok(time) if time <= 0 || time > LONGEST_STREAM => Some(format!("{LONGEST} is {value}, not between 0s and 290s")),
        Ok(_) => None,
    });
}

/// RUN003.
pub(super) fn function_stream_max_concurrent_invalid(agent: &Agent<'_>, said: &mut Findings) {
    values(agent, CONCURRENT, said, |value| {
        let is_positive = value.parse::<i64>().is_ok_and(|number| number > 0);
        (!is_positive).then(|| format!("{CONCURRENT} is {value:?}, no positive integer"))
    });
}

/// Says what is wrong with the values that the facade reads; those from elsewhere are not known.
fn values(agent: &Agent<'_>, name: &str, said: &mut Findings, fault: impl Fn(&str) -> Option<String>) {
    if name != INACTIVITY && !agent.is_function() {
        return;
    }
    for variable in agent.variables_called(name).filter(|variable| variable.reach.facade()) {
        if let Some(value) = variable.value()
            && let Some(fault) = fault(value.str())
        {
            said.at(&value, fault);
        }
    }
}

/// RUN004.
pub(super) fn function_env_in_agent_mode(agent: &Agent<'_>, said: &mut Findings) {
    for variable in agent.variables() {
        let name = variable.name();
        if ![INACTIVITY, LONGEST, CONCURRENT].contains(&name) {
            continue;
        }
        if variable.reach == Reach::Runtime {
            said.at(&variable.field.get("name"), format!("{name} is read by the facade, and this list goes to the runtime"));
        } else if name != INACTIVITY && !agent.is_function() {
            said.at(&variable.field.get("name"), format!("{name} is read in function mode only"));
        }
    }
}

//! RUN106 and RUN107: a Provider.

use crate::{
    lint::check::{Findings, Subject},
    omnia::duration,
    world::OPEN_PROVIDERS,
};

/// RUN106.
pub(super) fn provider_credential_strategy(provider: &Subject<'_>, said: &mut Findings) {
    let credential = provider.spec.get("credential");
    let kind = provider.spec.get("type").str();
    if credential.exists() {
        let named = ["secretRef", "envVar", "filePath"].iter().any(|way| match credential.get(way) {
            way if way.node().is_some_and(|node| node.as_map().is_some()) => true,
            way => way.text().is_some(),
        });
        if !named {
            said.at(&credential, "the credential names no Secret, no variable and no file");
        }
    } else if !OPEN_PROVIDERS.contains(&kind) && !provider.spec.get("platform").exists() && !provider.spec.get("auth").exists() {
        said.at(&provider.spec.get("type"), format!("a Provider of type {kind} needs a credential"));
    }
}

/// RUN107.
pub(super) fn provider_defaults_invalid(provider: &Subject<'_>, said: &mut Findings) {
    for field in ["requestTimeout", "streamIdleTimeout"].map(|name| provider.spec.get("defaults").get(name)) {
        let Some(text) = field.text() else { continue };
        match duration::parse(text) {
            Err(reason) => said.at(&field, format!("{text:?} is no duration of Go ({reason}): the runtime ends at its start")),
            Ok(time) if time < 0 => said.at(&field, format!("the time {text} is negative: the runtime ends at its start")),
            Ok(_) => continue,
        };
    }
    for (_, price) in provider.spec.get("pricing").entries() {
        if price.text().is_some_and(|text| text.parse::<f64>().is_err()) {
            said.at(&price, format!("the price {:?} is no number", price.str()));
        }
    }
}

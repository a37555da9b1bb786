//! RUN078 to RUN081 and RUN128: media and the working context.

use super::volumes::Mounts;
use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    omnia::duration,
    world::Field,
};

/// The kinds of storage that have a block of their own.
const BACKENDS: [&str; 4] = ["local", "s3", "gcs", "azure"];
/// The largest file of the storage and of the console, in bytes, where nothing is set.
const STORAGE_LIMIT: i64 = 104_857_600;
const CONSOLE_LIMIT: i64 = 10_485_760;
/// The fields that are durations, and what they are when they are unset.
const TTLS: [(&str, &str); 2] = [("uploadURLTTL", "15m"), ("downloadURLTTL", "1h")];

fn storage<'w>(agent: &Agent<'w>) -> Option<(Field<'w>, &'w str)> {
    let storage = agent.spec.at("media.storage").some()?;
    let kind = storage.get("type").text().unwrap_or("none");
    Some((storage, kind))
}

/// RUN078.
pub(super) fn media_local_not_writable(agent: &Agent<'_>, said: &mut Findings) {
    let Some((storage, "local")) = storage(agent) else { return };
    let path = storage.at("local.basePath");
    if storage.at("local.volumeClaim").text().is_some() || path.text().is_none() {
        return;
    }
    if !Mounts::of(agent).both_have(path.str()) {
        let message = format!("nothing that can be written to is mounted at {} in both containers", path.str());
        said.at(&path, message);
    }
}

/// RUN079.
pub(super) fn media_fields_ignored(agent: &Agent<'_>, said: &mut Findings) {
    let Some((storage, kind)) = storage(agent) else { return };
    for block in BACKENDS.iter().filter(|block| **block != kind).map(|block| storage.get(block)).filter(Field::is_written) {
        said.at(&block, format!("the block is not read: the storage is of type {kind}"));
    }
    let secret = storage.get("secretRef");
    if kind == "none" {
        let set =
            storage.entries().into_iter().find(|(key, field)| *key != "type" && !BACKENDS.contains(key) && field.is_written());
        if let Some((_, field)) = set {
            said.note(&field, "storage of type none reads no settings");
        }
        return;
    }
    if secret.exists() && ["gcs", "local"].contains(&kind) {
        said.at(&secret, format!("storage of type {kind} takes no Secret"));
    }
    if kind == "azure" && !secret.exists() {
        said.note(&storage, "storage of type azure signs no URLs without the key of the account in secretRef");
    }
    let kept = duration::parse(storage.get("defaultTTL").text().unwrap_or("24h"));
    for (name, default) in TTLS {
        let field = storage.get(name);
        if let (Ok(kept), Ok(time)) = (&kept, duration::parse(field.text().unwrap_or(default)))
            && time > *kept
        {
            let message = format!("{name} is longer than files are kept");
            let kept = beside(&storage.get("defaultTTL"), "how long files are kept");
            if field.is_written() {
                said.at(&field, message).related.push(kept);
            } else {
                said.note(&field, message).related.push(kept);
            }
        }
    }
}

/// RUN080.
pub(super) fn media_size_below_console(agent: &Agent<'_>, said: &mut Findings) {
    let Some((storage, kind)) = storage(agent) else { return };
    let (console, limit) = (agent.spec.at("console.maxFileSize"), storage.get("maxFileSizeBytes"));
    let (taken, kept) = (console.int().unwrap_or(CONSOLE_LIMIT), limit.int().unwrap_or(STORAGE_LIMIT));
    if kind != "none" && taken > kept {
        let message = format!("the console takes {taken} bytes, and the storage {kept}");
        said.at(&limit, message).related.push(beside(&console, "the limit of the console"));
    }
}

/// RUN081.
pub(super) fn context_store_ref_unused(agent: &Agent<'_>, said: &mut Findings) {
    let context = agent.spec.get("context");
    let store = context.get("storeRef");
    if store.exists() && context.get("type").text().unwrap_or("memory") == "memory" {
        said.at(&store, "the store is not used: the context is of type memory");
    }
}

/// RUN128.
pub(super) fn s3_region_missing(agent: &Agent<'_>, said: &mut Findings) {
    if let Some((storage, "s3")) = storage(agent)
        && storage.at("s3.region").text().is_none()
    {
        said.at(&storage.at("s3.region"), "the facade does not start without a region");
    }
}

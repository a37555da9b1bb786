//! Where media are stored: the environment of facade and runtime.

use super::{
    super::{Tree, sourced},
    env::{filled, of_secret, text, var},
};
use crate::{omnia::duration, world::Field};

/// A variable and the field that it holds.
type Row = (&'static str, &'static str);

/// What each back-end is told beside limits, in order; fields without a value are left out.
const BACK_ENDS: &[(&str, &[Row])] = &[
    ("local", &[("OMNIA_MEDIA_STORAGE_PATH", "basePath")]),
    (
        "s3",
        &[
            ("OMNIA_MEDIA_S3_BUCKET", "bucket"),
            ("OMNIA_MEDIA_S3_REGION", "region"),
            ("OMNIA_MEDIA_S3_PREFIX", "prefix"),
            ("OMNIA_MEDIA_S3_ENDPOINT", "endpoint"),
        ],
    ),
    ("gcs", &[("OMNIA_MEDIA_GCS_BUCKET", "bucket"), ("OMNIA_MEDIA_GCS_PREFIX", "prefix")]),
    (
        "azure",
        &[
            ("OMNIA_MEDIA_AZURE_ACCOUNT", "account"),
            ("OMNIA_MEDIA_AZURE_CONTAINER", "container"),
            ("OMNIA_MEDIA_AZURE_PREFIX", "prefix"),
        ],
    ),
];

/// Variables that hold keys of the Secret of a back-end.
const CREDENTIALS: &[(&str, &[Row])] = &[
    ("s3", &[("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"), ("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY")]),
    ("azure", &[("OMNIA_MEDIA_AZURE_KEY", "AZURE_ACCOUNT_KEY")]),
];

const TIMES: &[Row] = &[
    ("OMNIA_MEDIA_DEFAULT_TTL", "defaultTTL"),
    ("OMNIA_MEDIA_UPLOAD_URL_TTL", "uploadURLTTL"),
    ("OMNIA_MEDIA_DOWNLOAD_URL_TTL", "downloadURLTTL"),
];

/// The name of the back-end that is switched on.
pub(super) fn back_end<'w>(spec: &Field<'w>) -> Option<&'w str> {
    spec.at("media.storage.type").text().filter(|kind| *kind != "none")
}

/// The variables that tell facade and runtime where media are.
pub(super) fn env(spec: &Field<'_>) -> Vec<Tree> {
    let storage = spec.at("media.storage");
    let Some(kind) = back_end(spec) else { return Vec::new() };
    let mut env = vec![var("OMNIA_MEDIA_STORAGE_TYPE", &storage.get("type"))];
    env.extend(Tree::copied(&storage.get("maxFileSizeBytes")).map(|bytes| var("OMNIA_MEDIA_MAX_FILE_SIZE", text(bytes))));
    env.extend(TIMES.iter().filter_map(|(name, field)| Some(var(name, normalised(&storage.get(field))?))));
    let block = storage.get(kind);
    env.extend(rows(BACK_ENDS, kind).iter().filter_map(|(name, field)| Some(var(name, filled(&block.get(field))?))));
    let secret = storage.get("secretRef");
    if secret.exists() {
        env.extend(rows(CREDENTIALS, kind).iter().map(|(name, key)| of_secret(*name, &secret.get("name"), key)));
    }
    env
}

fn rows(table: &'static [(&str, &'static [Row])], kind: &str) -> &'static [Row] {
    table.iter().find(|(own, _)| *own == kind).map_or(&[], |(_, rows)| rows)
}

/// A duration in Go's own words.
fn normalised(field: &Field<'_>) -> Option<Tree> {
    let text = field.clone().some()?.str();
    let written = duration::parse(text).map_or_else(|_| text.to_owned(), duration::format);
    Some(sourced(written, field))
}

//! The named formats of strings.

use super::{Function, global, member, url::Url};
use crate::apiserver::{
    KubeVersion,
    cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    format::Format as SchemaFormat,
    metadata_names::{dns_1035_label, dns_label, dns_subdomain, label_key, label_value},
};

/// A named format.
#[derive(Debug)]
pub struct Format {
    /// The name by which formats are compared.
    pub name: &'static str,
    /// The size of the regular expression that a check is reckoned with.
    pub max_regex_size: u64,
    /// The name under which rules find it.
    key: &'static str,
    check: fn(&str) -> Vec<String>,
}

static FORMATS: [Format; 13] = [
    Format { key: "dns1123Label", name: "DNS1123Label", max_regex_size: 30, check: dns_label },
    Format { key: "dns1123Subdomain", name: "DNS1123Subdomain", max_regex_size: 60, check: dns_subdomain },
    Format { key: "dns1035Label", name: "DNS1035Label", max_regex_size: 30, check: dns_1035_label },
    Format { key: "qualifiedName", name: "QualifiedName", max_regex_size: 60, check: |text| label_key(text, RELEASE) },
    Format { key: "dns1123LabelPrefix", name: "DNS1123LabelPrefix", max_regex_size: 30, check: |text| dns_label(&masked(text)) },
    Format {
        key: "dns1123SubdomainPrefix",
        name: "DNS1123SubdomainPrefix",
        max_regex_size: 60,
        check: |text| dns_subdomain(&masked(text)),
    },
    Format {
        key: "dns1035LabelPrefix",
        name: "DNS1035LabelPrefix",
        max_regex_size: 30,
        check: |text| dns_1035_label(&masked(text)),
    },
    Format { key: "labelValue", name: "LabelValue", max_regex_size: 40, check: |text| label_value(text, RELEASE) },
    Format {
        key: "uri",
        name: "URI",
        max_regex_size: 1103,
        check: |text| Url::parse_request_uri(text).err().into_iter().collect(),
    },
    Format {
        key: "uuid",
        name: "uuid",
        max_regex_size: 69,
        check: |text| schema(SchemaFormat::Uuid(None), text, "does not match the UUID format"),
    },
    Format { key: "byte", name: "byte", max_regex_size: 84, check: |text| schema(SchemaFormat::Byte, text, "invalid base64") },
    Format { key: "date", name: "date", max_regex_size: 70, check: |text| schema(SchemaFormat::Date, text, "invalid date") },
    Format {
        key: "datetime",
        name: "datetime",
        max_regex_size: 70,
        check: |text| schema(SchemaFormat::DateTime, text, "invalid datetime"),
    },
];

/// The release in whose words the checks answer.
const RELEASE: KubeVersion = KubeVersion::NEWEST;

pub(super) const FUNCTIONS: &[Function] = &[
    global("format.named", 1, Cost::Unit, |_, _, args| {
        let name = args[0].expect_str()?;
        let found = FORMATS.iter().find(|format| format.key == name);
        Ok(found.map_or(Value::Optional(None), |format| Value::some(Value::Format(format))))
    }),
    member("validate", 2, Cost::Format, |_, _, args| validate(args)),
    global("format.dns1123Label", 0, Cost::Unit, |_, _, _| named(0)),
    global("format.dns1123Subdomain", 0, Cost::Unit, |_, _, _| named(1)),
    global("format.dns1035Label", 0, Cost::Unit, |_, _, _| named(2)),
    global("format.qualifiedName", 0, Cost::Unit, |_, _, _| named(3)),
    global("format.dns1123LabelPrefix", 0, Cost::Unit, |_, _, _| named(4)),
    global("format.dns1123SubdomainPrefix", 0, Cost::Unit, |_, _, _| named(5)),
    global("format.dns1035LabelPrefix", 0, Cost::Unit, |_, _, _| named(6)),
    global("format.labelValue", 0, Cost::Unit, |_, _, _| named(7)),
    global("format.uri", 0, Cost::Unit, |_, _, _| named(8)),
    global("format.uuid", 0, Cost::Unit, |_, _, _| named(9)),
    global("format.byte", 0, Cost::Unit, |_, _, _| named(10)),
    global("format.date", 0, Cost::Unit, |_, _, _| named(11)),
    global("format.datetime", 0, Cost::Unit, |_, _, _| named(12)),
];

fn named<'a>(index: usize) -> Outcome<'a> {
    FORMATS.get(index).map(Value::Format).ok_or_else(Fault::no_such_overload)
}

fn validate<'a>(args: &[Value<'a>]) -> Outcome<'a> {
    let (Value::Format(format), text) = (&args[0], args[1].expect_str()?) else { return Err(Fault::no_such_overload()) };
    let faults = (format.check)(text);
    if faults.is_empty() {
        return Ok(Value::Optional(None));
    }
    Ok(Value::some(Value::list(faults.into_iter().map(Value::text).collect())))
}

/// A dash at the end stands for what a generated name gets; apimachinery takes the character before it away too.
fn masked(text: &str) -> String {
    match text.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => {
            let bytes = &rest.as_bytes()[..rest.len() - 1];
            format!("{}a", String::from_utf8_lossy(bytes))
        }
        _ => text.to_owned(),
    }
}

fn schema(format: SchemaFormat, text: &str, fault: &str) -> Vec<String> {
    if format.accepts(text) { Vec::new() } else { vec![fault.to_owned()] }
}

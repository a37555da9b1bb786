//! The values of CEL expressions. What comes from the object is a view on its tree and is read when an expression asks for it.

use std::{borrow::Cow, fmt, ops::Deref, sync::Arc};

use super::{
    library::{cidr::Cidr, format::Format, ip::Ip, semver::Semver, url::Url},
    list::List,
    map::Map,
    timestamp::Timestamp,
};
use crate::{apiserver::quantity::Quantity, yaml::Node};

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An error of the evaluation, in the words of cel-go; `&&`, `||`, `all` and `exists` may absorb it.
    Error(Cow<'static, str>),
    /// A fault of cel-go itself, which ends the evaluation; nothing absorbs it.
    Internal(&'static str),
    /// The expression costs more than an evaluation may; nothing absorbs that.
    CostLimit,
}

impl Fault {
    /// An error with the words `text`.
    pub fn error(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Error(text.into())
    }

    /// Whether `&&`, `||` and comprehensions may go on.
    pub const fn absorbable(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// The error of an operation that is not defined for the types it got.
    pub const fn no_such_overload() -> Self {
        Self::Error(Cow::Borrowed("no such overload"))
    }

    /// The error of a member that is not there.
    pub fn no_such_key(key: &dyn fmt::Display) -> Self {
        Self::error(format!("no such key: {key}"))
    }

    /// The error of an index outside of its list.
    pub fn index_out_of_bounds(index: &dyn fmt::Display) -> Self {
        Self::error(format!("index out of bounds: {index}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error(text) => text,
            Self::Internal(text) => text,
            Self::CostLimit => "operation cancelled: actual cost limit exceeded",
        })
    }
}

/// A value or the reason that there is none.
pub type Outcome<'a> = Result<Value<'a>, Fault>;

/// A text, of the object, of the expression or made by it.
#[derive(Debug, Clone)]
pub enum Text<'a> {
    /// Part of the object or of the expression.
    Borrowed(&'a str),
    /// Made while evaluating.
    Shared(Arc<str>),
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self::Shared(text.into())
    }
}

/// A value of CEL.
#[derive(Debug, Clone)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer without sign.
    UInt(u64),
    /// A floating-point number.
    Double(f64),
    /// A text.
    String(Text<'a>),
    /// A sequence of bytes.
    Bytes(Arc<[u8]>),
    /// A duration in nanoseconds.
    Duration(i64),
    /// A point in time.
    Timestamp(Timestamp),
    /// A list.
    List(List<'a>),
    /// A map or an object of the schema.
    Map(Map<'a>),
    /// A value that may be there or not.
    Optional(Option<Arc<Value<'a>>>),
    /// The name of a type.
    Type(&'static str),
    /// An IP address.
    Ip(Ip),
    /// A block of IP addresses.
    Cidr(Cidr),
    /// A URL.
    Url(Arc<Url>),
    /// A quantity of a resource.
    Quantity(Arc<Quantity>),
    /// A semantic version.
    Semver(Arc<Semver>),
    /// A named format of strings.
    Format(&'static Format),
    /// A value of the object without a type of CEL; it can only be compared.
    Opaque(&'a Node<'a>),
}

impl<'a> Value<'a> {
    /// The text `text` of the object or of the expression.
    pub const fn str(text: &'a str) -> Self {
        Self::String(Text::Borrowed(text))
    }

    /// The text `text`, made while evaluating.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::String(Text::Shared(text.into()))
    }

    /// `value` as an optional that is there.
    pub fn some(value: Self) -> Self {
        Self::Optional(Some(Arc::new(value)))
    }

    /// A list of `values`.
    pub fn list(values: Vec<Self>) -> Self {
        Self::List(List::of(values))
    }

    /// The name of the value's type at run time, as `type` yields it and errors call it.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::UInt(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Optional(_) => "optional_type",
            Self::Type(_) => "type",
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Url(_) => "kubernetes.URL",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Format(_) => "kubernetes.NamedFormat",
            Self::Opaque(_) => "unknown",
        }
    }

    /// The value without a borrow, when it holds nothing of an object.
    pub fn into_static(self) -> Option<Value<'static>> {
        Some(match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Int(value),
            Self::UInt(value) => Value::UInt(value),
            Self::Double(value) => Value::Double(value),
            Self::String(text) => Value::text(&*text),
            Self::Bytes(bytes) => Value::Bytes(bytes),
            Self::Duration(value) => Value::Duration(value),
            Self::Timestamp(value) => Value::Timestamp(value),
            Self::Type(name) => Value::Type(name),
            Self::List(list) => {
                let values: Option<Vec<_>> = list.iter().map(|item| item.ok()?.into_static()).collect();
                Value::list(values?)
            }
            Self::Map(map) => {
                let entries =
                    map.keys().into_iter().map(|key| Some((key.clone().into_static()?, map.get(&key).ok()?.into_static()?)));
                Value::Map(Map::of(entries.collect::<Option<Vec<_>>>()?))
            }
            _ => return None,
        })
    }

    /// The value of `size()`: characters, bytes, items or entries; nothing for values without a size.
    pub fn size(&self) -> Option<u64> {
        let size = match self {
            Self::String(text) if text.is_ascii() => text.len(),
            Self::String(text) => text.chars().count(),
            Self::Bytes(bytes) => bytes.len(),
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            // The bytes of the address, without and with those of the mask.
            Self::Ip(ip) => ip.size(),
            Self::Cidr(cidr) => cidr.size(),
            _ => return None,
        };
        Some(size as u64)
    }

    /// The text, when this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// This is none.
    pub fn expect_str(&self) -> Result<&str, Fault> {
        self.as_str().ok_or_else(Fault::no_such_overload)
    }

    /// The integer.
    ///
    /// # Errors
    ///
    /// This is none.
    pub fn expect_int(&self) -> Result<i64, Fault> {
        match self {
            Self::Int(value) => Ok(*value),
            _ => Err(Fault::no_such_overload()),
        }
    }

    /// The list.
    ///
    /// # Errors
    ///
    /// This is none.
    pub fn expect_list(&self) -> Result<&List<'a>, Fault> {
        match self {
            Self::List(list) => Ok(list),
            _ => Err(Fault::no_such_overload()),
        }
    }
}

impl fmt::Display for Value<'_> {
    /// As Go's `%v` shows simple values in the texts of errors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("0"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::UInt(value) => write!(f, "{value}"),
            Self::Double(value) => f.write_str(&crate::yaml::go::float64(*value)),
            Self::String(text) => f.write_str(text),
            other => f.write_str(&super::render::render(other)),
        }
    }
}

//! What calls cost.
//!
//! Source: `checker/cost.go`, `ext/lists.go` and `ext/sets.go` of cel-go, `pkg/cel/library/cost.go` of apiserver.

use cel::common::ast::{Expr, IdedExpr, LiteralValue};

use super::{
    estimate::{Argument, Coster, Estimate},
    estimate_range::Range,
    types::Type,
};

/// The share of a cost unit for going over one character.
const TRAVERSAL: f64 = 0.1;

/// The share of a cost unit for one character of a regular expression.
const REGEX: f64 = 0.25;

/// The longest regular expression behind a named format.
const FORMAT_REGEX: f64 = 128.0;

/// The largest named format.
const FORMAT: u64 = 64;

/// A call and its parts.
struct Call<'a, 'c> {
    id: u64,
    function: &'a str,
    overload: &'a str,
    target: Option<&'a Argument<'c>>,
    args: &'a [Argument<'c>],
}

/// Estimates the call `id` of `function` with the overload `overload`.
pub(super) fn call<'c>(
    coster: &mut Coster<'c>,
    id: u64,
    function: &str,
    overload: &str,
    target: Option<&Argument<'c>>,
    args: &[Argument<'c>],
) -> Estimate {
    let call = Call { id, function, overload, target, args };
    let args_cost = args.iter().fold(Range::default(), |sum, arg| sum.add(arg.cost));
    let known = call.collections(coster).or_else(|| call.kubernetes(coster)).or_else(|| call.standard(coster));
    if let Some(estimate) = known {
        return Estimate { cost: estimate.cost.add(args_cost), size: estimate.size };
    }
    // These take the costs of their operands into account themselves.
    match (overload, args) {
        ("logical_or" | "logical_and", [left, right]) => plain(Range::new(left.cost.min, left.cost.add(right.cost).max)),
        ("conditional", [condition, then, otherwise]) => {
            coster.join_entries(id, then.expr, otherwise.expr);
            let size = then.size_or_unknown().union(otherwise.size_or_unknown());
            sized(condition.cost.add(then.cost.union(otherwise.cost)), size)
        }
        _ => plain(Range::fixed(1).add(args_cost)),
    }
}

const fn plain(cost: Range) -> Estimate {
    Estimate { cost, size: None }
}

const fn sized(cost: Range, size: Range) -> Estimate {
    Estimate { cost, size: Some(size) }
}

/// The cost of a regular expression on a text.
fn regex(text: Range, pattern: Range) -> Range {
    text.add(Range::fixed(1)).scale(TRAVERSAL).multiply(pattern.scale(REGEX))
}

impl Call<'_, '_> {
    fn arg(&self, index: usize) -> Option<Range> {
        self.args.get(index).map(Argument::size_or_unknown)
    }

    fn target(&self) -> Option<Range> {
        self.target.map(Argument::size_or_unknown)
    }

    /// Functions of the sets and lists libraries, which come with estimates of their own.
    fn collections(&self, coster: &Coster<'_>) -> Option<Estimate> {
        let sets = |factor| {
            let product = self.arg(0)?.multiply(self.arg(1)?);
            Some(plain(product.scale(factor).add(Range::fixed(1))))
        };
        match self.overload {
            "list_sets_contains_list" | "list_sets_intersects_list" => return sets(1.0),
            "list_sets_equivalent_list" => return sets(2.0),
            _ if !coster.environment.at_least(34) => return None,
            _ => {}
        }
        let allocating = |factor: f64, size: Range| sized(size.scale(factor).add(Range::fixed(1 + 10)), size);
        let number = |index: usize, default| self.args.get(index).map_or(default, |arg| literal_number(arg.expr, default));
        Some(match self.overload {
            "list_slice" => {
                let end = number(1, self.target()?.max);
                allocating(1.0, Range::fixed(end.wrapping_sub(number(0, 0))))
            }
            "lists_range" => allocating(1.0, Range::fixed(number(0, u64::MAX))),
            "list_reverse" => allocating(1.0, self.target()?),
            "list_flatten" => allocating(1.0, self.target()?),
            "list_flatten_int" => allocating(number(0, u64::MAX) as f64, self.target()?),
            "list_distinct" => {
                let size = self.target()?;
                allocating(2.0, size.multiply(size))
            }
            other => {
                let (of, keyed) = match other.strip_suffix("_sort") {
                    Some(of) => (of, false),
                    None => (other.strip_suffix("_sortByAssociatedKeys")?, true),
                };
                let size = if keyed { self.arg(0)? } else { self.target()? };
                let texts = matches!(of, "list_string" | "list_bytes");
                allocating(if texts { 2.0 + TRAVERSAL } else { 2.0 }, size.multiply(size))
            }
        })
    }

    /// Functions that Kubernetes adds, and those of the strings library.
    fn kubernetes(&self, coster: &mut Coster<'_>) -> Option<Estimate> {
        let one = || Some(plain(Range::fixed(1)));
        match self.function {
            "check" => Some(plain(Range::fixed(350_000))),
            "serviceAccount" | "path" | "group" | "resource" | "subresource" | "namespace" | "name" | "allowed" | "reason"
            | "error" | "errored" => one(),
            "fieldSelector" | "labelSelector" if self.args.len() == 1 => {
                let size = self.arg(0)?;
                Some(plain(Range::fixed(10).add(size.scale(TRAVERSAL)).add(size.scale(0.5).scale(50.0))))
            }
            "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => self.over_list(coster),
            "url" => {
                let size = self.arg(0).filter(|_| self.args.len() == 1)?;
                Some(sized(size.scale(TRAVERSAL), size))
            }
            "lowerAscii" | "upperAscii" | "substring" | "trim" => {
                let size = self.target()?;
                Some(sized(size.scale(TRAVERSAL), size))
            }
            "replace" => self.replace(),
            "split" => {
                let size = self.target()?;
                let most = match self.args.get(1).map(|arg| &arg.expr.expr) {
                    Some(Expr::Literal(LiteralValue::Int(limit))) => *limit.inner() as u64,
                    _ => size.max,
                };
                Some(sized(size.scale(2.0 * TRAVERSAL), Range::new(0, most)))
            }
            "join" => self.join(coster),
            "find" | "findAll" => {
                let text = self.target()?;
                Some(sized(regex(text, self.arg(0)?), Range::new(0, text.max)))
            }
            "ip" if self.overload == "cidr_ip" => one(),
            "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
                Some(plain(self.arg(0)?.scale(TRAVERSAL)))
            }
            "ip.isCanonical" => Some(plain(self.arg(0)?.scale(2.0 * TRAVERSAL))),
            "masked"
            | "prefixLength"
            | "family"
            | "isUnspecified"
            | "isLoopback"
            | "isLinkLocalMulticast"
            | "isLinkLocalUnicast"
            | "isGlobalUnicast" => one(),
            "containsIP" | "containsCIDR" => self.contains_network(),
            "validate" => Some(plain(self.arg(0)?.scale(TRAVERSAL).scale(FORMAT_REGEX * REGEX))),
            "format.named" => one(),
            "sign" | "asInteger" | "isInteger" | "asApproximateFloat" | "isGreaterThan" | "isLessThan" | "compareTo" | "add"
            | "sub" | "major" | "minor" | "patch" => one(),
            "getScheme" | "getHostname" | "getHost" | "getPort" | "getEscapedPath" | "getQuery" => one(),
            "_==_" => self.equality(coster),
            _ => None,
        }
    }

    /// Goes over a list once, and over its texts; or over a text.
    fn over_list(&self, coster: &mut Coster<'_>) -> Option<Estimate> {
        let target = self.target?;
        let size = target.size_or_unknown();
        let Some(element) = first_parameter(coster.checked.type_of(target.expr.id)) else {
            return Some(plain(size.scale(TRAVERSAL)));
        };
        let mut each = Range::fixed(1);
        if matches!(element, Type::String | Type::Bytes) {
            each = each.add(coster.element_size(target).scale(TRAVERSAL));
        }
        Some(plain(size.multiply(each)))
    }

    fn replace(&self) -> Option<Estimate> {
        let size = self.target()?;
        let (old, new) = (self.arg(0)?, self.arg(1)?);
        // How often at most, and what is kept of the text.
        let (most, kept_most) = if old.min == 0 {
            (size.max.saturating_add(1), size.max)
        } else if new.max <= old.min {
            (0, size.max)
        } else {
            (ceiling(size.max, old.min), 0)
        };
        let (least, kept_least) = if old.max == 0 {
            (size.min.saturating_add(1), size.min)
        } else if old.max <= new.min {
            (0, size.min)
        } else {
            (ceiling(size.min, old.max), 0)
        };
        let result = Range::new(least, most).multiply(new).add(Range::new(kept_least, kept_most));
        Some(sized(size.scale(2.0 * TRAVERSAL), result))
    }

    fn join(&self, coster: &mut Coster<'_>) -> Option<Estimate> {
        let target = self.target?;
        let count = target.size_or_unknown();
        let mut size = Range::default();
        if first_parameter(coster.checked.type_of(target.expr.id)).is_some() {
            size = count.multiply(coster.element_size(target));
        }
        if let Some(separator) = self.arg(0) {
            let between = Range::new(count.min.saturating_sub(1), count.max.saturating_sub(1));
            size = size.add(separator.multiply(between));
        }
        Some(sized(size.scale(TRAVERSAL), size))
    }

    fn contains_network(&self) -> Option<Estimate> {
        let other = self.arg(0)?;
        let address = Range::new(4, 16);
        let mut cost = address.add(address).scale(TRAVERSAL);
        if self.function == "containsCIDR" {
            cost = cost.add(address.scale(TRAVERSAL)).add(Range::fixed(1));
        }
        if self.overload.ends_with("_string") {
            cost = cost.add(other.scale(TRAVERSAL));
        }
        Some(plain(cost))
    }

    /// Values of the types of Kubernetes.
    fn equality(&self, coster: &Coster<'_>) -> Option<Estimate> {
        let [left, right] = self.args else { return None };
        let (left_type, right_type) = (coster.checked.type_of(left.expr.id), coster.checked.type_of(right.expr.id));
        let (Type::Object(name) | Type::Opaque(name, _)) = left_type else { return None };
        if left_type.name() != right_type.name() {
            return None;
        }
        Some(plain(match &**name {
            "net.IP" | "net.CIDR" | "kubernetes.Quantity" | "kubernetes.Semver" => Range::fixed(1),
            _ if name.starts_with("kubernetes.authorization.") => Range::fixed(1),
            "kubernetes.NamedFormat" => Range::new(1, FORMAT).scale(TRAVERSAL),
            // The server looks at the right side only.
            "kubernetes.URL" => Range::new(1, right.size.map_or(1, |size| size.max)).scale(TRAVERSAL),
            _ => return None,
        }))
    }

    /// Functions and operators of CEL itself.
    fn standard(&self, coster: &mut Coster<'_>) -> Option<Estimate> {
        Some(match self.overload {
            "string_format" => plain(self.target()?.scale(TRAVERSAL)),
            "string_to_bytes" => {
                let size = self.arg(0)?;
                sized(size.scale(TRAVERSAL), Range::new(size.min, size.max.wrapping_mul(4)))
            }
            "bytes_to_string" => {
                let size = self.arg(0)?;
                sized(size.scale(TRAVERSAL), Range::new(size.min / 4, size.max))
            }
            "strings_quote" => {
                let size = self.arg(0)?;
                sized(size.scale(TRAVERSAL), Range::new(size.min.wrapping_add(2), size.max.wrapping_mul(2).wrapping_add(2)))
            }
            "starts_with_string" | "ends_with_string" => plain(self.arg(0)?.scale(TRAVERSAL)),
            "in_list" => plain(self.arg(1)?.scale(1.0)),
            "matches_string" => plain(regex(self.target()?, self.arg(0)?)),
            "contains_string" => plain(self.target()?.scale(TRAVERSAL).multiply(self.arg(0)?.scale(TRAVERSAL))),
            "add_string" | "add_bytes" | "add_list" => {
                let [left, right] = self.args else { return None };
                coster.join_entries(self.id, left.expr, right.expr);
                let size = left.size_or_unknown().add(right.size_or_unknown());
                sized(if self.overload == "add_list" { Range::fixed(1) } else { size.scale(TRAVERSAL) }, size)
            }
            "less_string"
            | "greater_string"
            | "less_equals_string"
            | "greater_equals_string"
            | "less_bytes"
            | "greater_bytes"
            | "less_equals_bytes"
            | "greater_equals_bytes"
            | "equals"
            | "not_equals" => {
                let most = self.arg(0)?.max.min(self.arg(1)?.max);
                plain(Range::new(u64::from(most > 0), most).scale(TRAVERSAL))
            }
            _ => return None,
        })
    }
}

fn first_parameter(of: &Type) -> Option<&Type> {
    match of {
        Type::List(element) => Some(element),
        Type::Map(key, _) => Some(key),
        Type::Opaque(_, parameters) => parameters.first(),
        Type::Type(of) => of.as_deref(),
        _ => None,
    }
}

fn ceiling(size: u64, by: u64) -> u64 {
    (size as f64 / by as f64).ceil() as u64
}

fn literal_number(node: &IdedExpr, default: u64) -> u64 {
    match &node.expr {
        Expr::Literal(LiteralValue::Int(value)) => u64::try_from(*value.inner()).unwrap_or(0),
        _ => default,
    }
}

//! Which types fit which, and what becomes of the types that are not known yet.
//!
//! Source: `checker/types.go` of cel-go.

use std::sync::Arc;

use super::types::Type;

/// What is known of the unknown types.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    bound: Vec<Option<Type>>,
    /// What changed since the last attempt began: the variable and what it was.
    journal: Vec<(u32, Option<Type>)>,
}

impl Bindings {
    /// A new unknown type.
    pub(super) fn fresh(&mut self) -> Type {
        self.fresh_many(1);
        Type::Var(self.next() - 1)
    }

    /// `count` new unknown types with numbers from the one that is given back.
    pub(super) fn fresh_many(&mut self, count: u32) -> u32 {
        let first = self.next();
        self.bound.resize(self.bound.len() + count as usize, None);
        first
    }

    fn next(&self) -> u32 {
        u32::try_from(self.bound.len()).unwrap_or(u32::MAX)
    }

    /// Whether each of `from` can be given for the one of `to`; if so, what that tells of unknown types is kept.
    pub(super) fn assignable(&mut self, from: &[Type], to: &[Type]) -> bool {
        self.journal.clear();
        if self.all_fit(from, to) {
            return true;
        }
        while let Some((var, before)) = self.journal.pop() {
            if let Some(slot) = self.bound.get_mut(var as usize) {
                *slot = before;
            }
        }
        false
    }

    fn all_fit(&mut self, from: &[Type], to: &[Type]) -> bool {
        from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.fits(from, to))
    }

    fn fits(&mut self, from: &Type, to: &Type) -> bool {
        if let Type::Var(var) = to {
            match self.substitutes(from, to, *var) {
                (true, _) => return true,
                (false, true) => return false,
                (false, false) => {}
            }
        }
        if let Type::Var(var) = from {
            return self.substitutes(to, from, *var).0;
        }
        match (from, to) {
            (Type::Dyn | Type::Error, _) | (_, Type::Dyn | Type::Error) => true,
            (Type::Null, other) | (other, Type::Null) => {
                matches!(other, Type::Null | Type::Opaque(..) | Type::Object(_) | Type::Duration | Type::Timestamp)
            }
            (Type::Type(_), Type::Type(_)) => true,
            (Type::Opaque(a, from), Type::Opaque(b, to)) => a == b && self.all_fit(from, to),
            (Type::List(from), Type::List(to)) => self.fits(from, to),
            (Type::Map(from_key, from), Type::Map(to_key, to)) => self.fits(from_key, to_key) && self.fits(from, to),
            (from, to) => from == to,
        }
    }

    /// Whether the unknown type `unknown`, number `var`, can be `other`; and whether something was known of it.
    fn substitutes(&mut self, other: &Type, unknown: &Type, var: u32) -> (bool, bool) {
        if other == unknown {
            return (true, true);
        }
        if let Some(known) = self.get(var).cloned() {
            if *other == known {
                return (true, true);
            }
            if !self.fits(other, &known) {
                return (false, true);
            }
            let general = most_general(other, &known);
            if self.independent(unknown, &general) {
                self.bind(var, general);
            }
            return (true, true);
        }
        if self.independent(unknown, other) {
            self.bind(var, other.clone());
            return (true, false);
        }
        (false, false)
    }

    fn get(&self, var: u32) -> Option<&Type> {
        self.bound.get(var as usize).and_then(Option::as_ref)
    }

    fn bind(&mut self, var: u32, to: Type) {
        if let Some(slot) = self.bound.get_mut(var as usize) {
            self.journal.push((var, slot.replace(to)));
        }
    }

    /// Whether `unknown` does not occur in `within`.
    fn independent(&self, unknown: &Type, within: &Type) -> bool {
        if unknown == within {
            return false;
        }
        match within {
            Type::Var(var) => self.get(*var).is_none_or(|known| self.independent(unknown, known)),
            Type::Opaque(_, parameters) => parameters.iter().all(|parameter| self.independent(unknown, parameter)),
            Type::List(element) => self.independent(unknown, element),
            Type::Map(key, value) => self.independent(unknown, key) && self.independent(unknown, value),
            Type::Type(Some(of)) => self.independent(unknown, of),
            _ => true,
        }
    }

    /// `of` with what is known put in; what stays unknown becomes `dyn` when `finally`.
    pub(super) fn resolve(&self, of: &Type, finally: bool) -> Type {
        let inner = |of: &Arc<Type>| Arc::new(self.resolve(of, finally));
        match of {
            Type::Var(var) => match self.get(*var) {
                Some(known) => self.resolve(known, finally),
                None if finally => Type::Dyn,
                None => of.clone(),
            },
            Type::Param(_) if finally => Type::Dyn,
            Type::List(element) => Type::List(inner(element)),
            Type::Map(key, value) => Type::Map(inner(key), inner(value)),
            Type::Opaque(name, parameters) if !parameters.is_empty() => {
                Type::Opaque(name.clone(), parameters.iter().map(|parameter| self.resolve(parameter, finally)).collect())
            }
            Type::Type(Some(of)) => Type::Type(Some(inner(of))),
            other => other.clone(),
        }
    }
}

/// `of` with the number of each parameter raised by `first`, so that no two calls share one.
pub(super) fn instantiate(of: &Type, first: u32) -> Type {
    let inner = |of: &Arc<Type>| Arc::new(instantiate(of, first));
    match of {
        Type::Var(number) => Type::Var(number + first),
        Type::List(element) => Type::List(inner(element)),
        Type::Map(key, value) => Type::Map(inner(key), inner(value)),
        Type::Opaque(name, parameters) => {
            Type::Opaque(name.clone(), parameters.iter().map(|parameter| instantiate(parameter, first)).collect())
        }
        Type::Type(Some(of)) => Type::Type(Some(inner(of))),
        other => other.clone(),
    }
}

/// The one of two types that fit which takes more values.
pub(super) fn most_general(a: &Type, b: &Type) -> Type {
    if less_specific(a, b) { a.clone() } else { b.clone() }
}

fn less_specific(a: &Type, b: &Type) -> bool {
    let open = |of: &Type| matches!(of, Type::Dyn | Type::Var(_) | Type::Param(_));
    if open(a) || open(b) {
        return open(a);
    }
    match (a, b) {
        (Type::Opaque(a, of_a), Type::Opaque(b, of_b)) => {
            a == b && of_a.len() == of_b.len() && of_a.iter().zip(of_b).all(|(a, b)| less_specific(a, b))
        }
        (Type::List(a), Type::List(b)) => less_specific(a, b),
        (Type::Map(key_a, a), Type::Map(key_b, b)) => less_specific(key_a, key_b) && less_specific(a, b),
        (Type::Type(_), Type::Type(_)) => true,
        (a, b) => a == b,
    }
}

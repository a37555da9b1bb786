//! The literals of lists, maps and messages.

use cel::common::ast::{EntryExpr, Expr, IdedEntryExpr, IdedExpr, ListExpr, MapEntryExpr, MapExpr, StructExpr, StructFieldExpr};

use super::{
    parse::{Parse, Parser, Stop},
    parse_token::{Kind, Token},
};

impl Parser<'_> {
    /// A message, when the names that begin with `first` are followed by a brace.
    pub(super) fn message(&mut self, first: Token, name: Token) -> Parse<Option<IdedExpr>> {
        let mut at = self.at;
        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
        while kind(at) == Some(Kind::Symbol(".")) && kind(at + 1) == Some(Kind::Identifier) {
            at += 2;
        }
        if kind(at) != Some(Kind::Symbol("{")) {
            return Ok(None);
        }
        let end = self.tokens.get(at - 1).map_or(name.end, |token| token.end);
        let type_name: String = self.source[first.start..end].chars().filter(|character| !character.is_whitespace()).collect();
        self.at = at;
        let open = self.next();
        let id = self.positions.next(open.start);
        let mut entries = Vec::new();
        while self.accept("}").is_none() {
            let optional = self.accept("?").is_some();
            let field = self.next();
            let colon = self.peek();
            let name = match field.kind {
                Kind::Identifier => self.text(field).to_owned(),
                Kind::Escaped => {
                    self.report(open.start, "unsupported syntax: '`'");
                    String::new()
                }
                _ => return Err(Stop::Syntax),
            };
            self.expect(":")?;
            let id = self.positions.next(colon.start);
            let value = self.expr()?;
            entries.push(IdedEntryExpr { id, expr: EntryExpr::StructField(StructFieldExpr { field: name, value, optional }) });
            self.separator("}")?;
        }
        Ok(Some(IdedExpr { id, expr: Expr::Struct(StructExpr { type_name, entries }) }))
    }

    pub(super) fn list(&mut self) -> Parse<IdedExpr> {
        let open = self.next();
        let id = self.positions.next(open.start);
        let (mut elements, mut optional_indices) = (Vec::new(), Vec::new());
        let start = self.at;
        while self.accept("]").is_none() {
            if self.lone_comma(start) {
                continue;
            }
            if self.accept("?").is_some() {
                optional_indices.push(elements.len());
            }
            elements.push(self.expr()?);
            self.separator("]")?;
        }
        Ok(IdedExpr { id, expr: Expr::List(ListExpr { elements, optional_indices }) })
    }

    pub(super) fn map(&mut self) -> Parse<IdedExpr> {
        let open = self.next();
        let id = self.positions.next(open.start);
        let mut entries = Vec::new();
        let start = self.at;
        while self.accept("}").is_none() {
            if self.lone_comma(start) {
                continue;
            }
            let optional = self.accept("?").is_some();
            let key = self.expr()?;
            let colon = self.peek();
            self.expect(":")?;
            let id = self.positions.next(colon.start);
            let value = self.expr()?;
            entries.push(IdedEntryExpr { id, expr: EntryExpr::MapEntry(MapEntryExpr { key, value, optional }) });
            self.separator("}")?;
        }
        Ok(IdedExpr { id, expr: Expr::Map(MapExpr { entries }) })
    }

    /// The grammar lets a comma stand alone between brackets: takes one at `start`.
    fn lone_comma(&mut self, start: usize) -> bool {
        let closes = matches!(self.tokens.get(self.at + 1).map(|token| token.kind), Some(Kind::Symbol("]" | "}")));
        self.at == start && closes && self.accept(",").is_some()
    }

    /// A comma, or nothing before the bracket `close`.
    fn separator(&mut self, close: &'static str) -> Parse<()> {
        if self.accept(",").is_some() || self.peek().kind == Kind::Symbol(close) { Ok(()) } else { Err(Stop::Syntax) }
    }
}

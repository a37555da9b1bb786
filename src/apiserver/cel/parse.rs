//! From the text of an expression to its syntax tree, with the place of every node.
//!
//! The tree is that of the `cel` crate. Its fast parser forgets where nodes stand, and knows neither the comprehensions of two variables
//! nor the limits of cel-go, so well-formed expressions are parsed here; what is wrong with the others is told by the crate's ANTLR
//! parser, whose grammar and wording are those of cel-go.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, SelectExpr, operators};

use super::{
    Environment,
    names::RESERVED,
    parse_error::{Issue, Issues, place},
    parse_explain::explain,
    parse_literal as literal, parse_macro,
    parse_token::{Kind, Token, tokens, tokens_among_others},
};

/// A syntax tree and where its nodes stand.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The tree, macros expanded.
    pub expr: IdedExpr,
    /// Where each node stands: the operator, the opening bracket of a call, the beginning of a name or literal.
    pub positions: Positions,
}

/// The offsets of nodes in the text, in bytes, by the id of the node.
#[derive(Debug, Clone, Default)]
pub struct Positions(Vec<u32>);

impl Positions {
    /// The offset of the node `id`; of the beginning of the text for one that is unknown.
    pub fn offset(&self, id: u64) -> usize {
        usize::try_from(id).ok().and_then(|id| self.0.get(id)).map_or(0, |offset| *offset as usize)
    }

    /// How many ids there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// A new id for a node at `offset`.
    pub(super) fn next(&mut self, offset: usize) -> u64 {
        if self.0.is_empty() {
            // Ids begin with 1.
            self.0.push(0);
        }
        self.0.push(u32::try_from(offset).unwrap_or(u32::MAX));
        self.0.len() as u64 - 1
    }
}

/// Longer expressions are refused, in characters.
const LONGEST: usize = 100_000;

/// Expressions that are nested deeper are refused.
const DEEPEST: usize = 250;

/// Parses `source` with the syntax and the macros of `environment`.
///
/// # Errors
///
/// What is wrong with the syntax, at least one thing.
pub fn parse(source: &str, environment: Environment) -> Result<Parsed, Issues> {
    let length = source.chars().count();
    if length > LONGEST {
        let message = format!("expression code point size exceeds limit: size: {length}, limit {LONGEST}");
        return Err(Issues(vec![Issue { place: None, message }]));
    }
    let lexed = tokens(source);
    let readable = lexed.is_some();
    let tokens = lexed.unwrap_or_else(|| tokens_among_others(source));
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        positions: Positions::default(),
        issues: Vec::new(),
        depth: Depth::default(),
        wanted: None,
        environment,
    };
    match parser.start() {
        Err(Stop::Depth) => {
            Err(Issues(vec![Issue { place: None, message: format!("expression recursion limit exceeded: {DEEPEST}") }]))
        }
        Err(Stop::Syntax) => Err(explain(source, parser.wanted, environment)),
        Ok(_) if !readable => Err(explain(source, None, environment)),
        Ok(_) if !parser.issues.is_empty() => Err(Issues(parser.issues)),
        Ok(expr) => Ok(Parsed { expr, positions: parser.positions }),
    }
}

/// Why parsing ended early.
pub(super) enum Stop {
    Syntax,
    Depth,
}

pub(super) type Parse<T> = Result<T, Stop>;

/// How often each rule of the grammar that can contain itself is open.
#[derive(Debug, Default)]
struct Depth {
    expr: usize,
    relation: usize,
    calc: usize,
    member: usize,
}

fn enter(depth: &mut usize) -> Parse<()> {
    *depth += 1;
    if *depth > DEEPEST { Err(Stop::Depth) } else { Ok(()) }
}

/// The parser, with one function for each rule of the grammar.
pub(super) struct Parser<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) positions: Positions,
    issues: Vec<Issue>,
    depth: Depth,
    /// The token without which parsing ended, and where.
    wanted: Option<(usize, &'static str)>,
    pub(super) environment: Environment,
}

const RELATIONS: [(&str, &str); 7] = [
    ("<", operators::LESS),
    ("<=", operators::LESS_EQUALS),
    (">=", operators::GREATER_EQUALS),
    (">", operators::GREATER),
    ("==", operators::EQUALS),
    ("!=", operators::NOT_EQUALS),
    ("in", operators::IN),
];

const FACTORS: [(&str, &str); 3] = [("*", operators::MULTIPLY), ("/", operators::DIVIDE), ("%", operators::MODULO)];

const TERMS: [(&str, &str); 2] = [("+", operators::ADD), ("-", operators::SUBSTRACT)];

impl<'s> Parser<'s> {
    fn start(&mut self) -> Parse<IdedExpr> {
        let expr = self.expr()?;
        if self.peek().kind == Kind::End {
            return Ok(expr);
        }
        self.wanted = Some((self.peek().start, "<EOF>"));
        Err(Stop::Syntax)
    }

    pub(super) fn expr(&mut self) -> Parse<IdedExpr> {
        enter(&mut self.depth.expr)?;
        let mut expr = self.logical(operators::LOGICAL_OR)?;
        if let Some(op) = self.accept("?") {
            let id = self.positions.next(op.start);
            let then = self.logical(operators::LOGICAL_OR)?;
            self.expect(":")?;
            let otherwise = self.expr()?;
            expr = call(id, operators::CONDITIONAL, vec![expr, then, otherwise]);
        }
        self.depth.expr -= 1;
        Ok(expr)
    }

    fn logical(&mut self, function: &'static str) -> Parse<IdedExpr> {
        let or = function == operators::LOGICAL_OR;
        let symbol = if or { "||" } else { "&&" };
        let operand = |parser: &mut Self| if or { parser.logical(operators::LOGICAL_AND) } else { parser.relation() };
        let mut terms = vec![operand(self)?];
        let mut ids = Vec::new();
        while let Some(op) = self.accept(symbol) {
            terms.push(operand(self)?);
            ids.push(self.positions.next(op.start));
        }
        Ok(balanced(function, &mut terms, &ids))
    }

    fn relation(&mut self) -> Parse<IdedExpr> {
        enter(&mut self.depth.relation)?;
        let mut left = self.sum()?;
        let mut open = 1;
        while let Some((op, function)) = self.accept_one(&RELATIONS) {
            enter(&mut self.depth.relation)?;
            open += 1;
            let id = self.positions.next(op.start);
            enter(&mut self.depth.relation)?;
            let right = self.sum()?;
            self.depth.relation -= 1;
            left = call(id, function, vec![left, right]);
        }
        self.depth.relation -= open;
        Ok(left)
    }

    fn sum(&mut self) -> Parse<IdedExpr> {
        enter(&mut self.depth.calc)?;
        let (mut left, mut open) = self.product()?;
        while let Some((op, function)) = self.accept_one(&TERMS) {
            enter(&mut self.depth.calc)?;
            open += 1;
            let id = self.positions.next(op.start);
            enter(&mut self.depth.calc)?;
            let (right, inner) = self.product()?;
            self.depth.calc -= 1 + inner;
            left = call(id, function, vec![left, right]);
        }
        self.depth.calc -= 1 + open;
        Ok(left)
    }

    /// Also gives how many rules it leaves open.
    fn product(&mut self) -> Parse<(IdedExpr, usize)> {
        let mut left = self.unary()?;
        let mut open = 0;
        while let Some((op, function)) = self.accept_one(&FACTORS) {
            enter(&mut self.depth.calc)?;
            open += 1;
            let id = self.positions.next(op.start);
            enter(&mut self.depth.calc)?;
            let right = self.unary()?;
            self.depth.calc -= 1;
            left = call(id, function, vec![left, right]);
        }
        Ok((left, open))
    }

    fn unary(&mut self) -> Parse<IdedExpr> {
        if self.signed_number() {
            return self.member();
        }
        for (symbol, function) in [("!", operators::LOGICAL_NOT), ("-", operators::NEGATE)] {
            let Some(first) = self.accept(symbol) else { continue };
            let mut count = 1;
            while self.accept(symbol).is_some() {
                count += 1;
            }
            if count % 2 == 0 {
                return self.member();
            }
            let id = self.positions.next(first.start);
            let operand = self.member()?;
            return Ok(call(id, function, vec![operand]));
        }
        self.member()
    }

    /// Whether a number with its sign comes next.
    fn signed_number(&self) -> bool {
        self.peek().kind == Kind::Symbol("-")
            && matches!(self.tokens.get(self.at + 1).map(|token| token.kind), Some(Kind::Int | Kind::Float))
    }

    fn member(&mut self) -> Parse<IdedExpr> {
        enter(&mut self.depth.member)?;
        let mut expr = self.primary()?;
        let mut open = 1;
        loop {
            if let Some(op) = self.accept(".") {
                enter(&mut self.depth.member)?;
                expr = self.selection(expr, op)?;
            } else if let Some(op) = self.accept("[") {
                enter(&mut self.depth.member)?;
                let optional = self.accept("?").is_some();
                let id = self.positions.next(op.start);
                let index = self.expr()?;
                self.expect("]")?;
                expr = call(id, if optional { operators::OPT_INDEX } else { operators::INDEX }, vec![expr, index]);
            } else {
                self.depth.member -= open;
                return Ok(expr);
            }
            open += 1;
        }
    }

    /// What follows the point `op`.
    fn selection(&mut self, operand: IdedExpr, op: Token) -> Parse<IdedExpr> {
        let optional = self.accept("?").is_some();
        let name = self.next();
        let field = match name.kind {
            Kind::Identifier => self.text(name).to_owned(),
            Kind::Escaped => {
                self.report(name.start, "unsupported syntax: '`'");
                String::new()
            }
            _ => return Err(Stop::Syntax),
        };
        if optional {
            let name_id = self.positions.next(name.start);
            let literal = IdedExpr { id: name_id, expr: Expr::Literal(LiteralValue::String(field.into())) };
            return Ok(call(self.positions.next(op.start), operators::OPT_SELECT, vec![operand, literal]));
        }
        if name.kind == Kind::Identifier
            && let Some(open) = self.accept("(")
        {
            let id = self.positions.next(open.start);
            let args = self.arguments()?;
            return Ok(self.call_or_macro(id, field, Some(operand), args));
        }
        let id = self.positions.next(op.start);
        Ok(IdedExpr { id, expr: Expr::Select(SelectExpr { operand: Box::new(operand), field, test: false }) })
    }

    fn arguments(&mut self) -> Parse<Vec<IdedExpr>> {
        let mut args = Vec::new();
        if self.accept(")").is_some() {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if self.accept(",").is_none() {
                self.expect(")")?;
                return Ok(args);
            }
        }
    }

    fn primary(&mut self) -> Parse<IdedExpr> {
        let token = self.peek();
        match token.kind {
            Kind::Identifier | Kind::Symbol(".") => self.name(),
            Kind::Symbol("(") => {
                self.next();
                let expr = self.expr()?;
                self.expect(")")?;
                Ok(expr)
            }
            Kind::Symbol("[") => self.list(),
            Kind::Symbol("{") => self.map(),
            _ => self.literal(),
        }
    }

    /// A variable, a call of a function, or a message.
    fn name(&mut self) -> Parse<IdedExpr> {
        let first = self.peek();
        let dot = self.accept(".").is_some();
        let token = self.next();
        if token.kind != Kind::Identifier {
            return Err(Stop::Syntax);
        }
        if let Some(message) = self.message(first, token)? {
            return Ok(message);
        }
        let name = self.text(token);
        let full = if dot { format!(".{name}") } else { name.to_owned() };
        let reserved = RESERVED.contains(&name);
        if let Some(open) = self.accept("(") {
            let id = self.positions.next(open.start);
            let args = self.arguments()?;
            if reserved {
                return Ok(self.report(first.start, &format!("reserved identifier: {name}")));
            }
            return Ok(self.call_or_macro(id, full, None, args));
        }
        if reserved {
            return Ok(self.report(first.start, &format!("reserved identifier: {name}")));
        }
        Ok(IdedExpr { id: self.positions.next(token.start), expr: Expr::Ident(full) })
    }

    fn literal(&mut self) -> Parse<IdedExpr> {
        let first = self.next();
        let token = if first.kind == Kind::Symbol("-") { self.next() } else { first };
        let digits = self.text(token);
        let number = || if first == token { digits.to_owned() } else { format!("-{digits}") };
        let value = match token.kind {
            Kind::Int => literal::int(&number()).ok_or("invalid int literal"),
            Kind::Float => literal::double(&number()).ok_or("invalid double literal"),
            _ if first != token => return Err(Stop::Syntax),
            Kind::Uint => literal::uint(digits).ok_or("invalid uint literal"),
            Kind::String => literal::string(digits),
            Kind::Bytes => literal::bytes(&digits[1..]),
            Kind::True => Ok(LiteralValue::Boolean(true.into())),
            Kind::False => Ok(LiteralValue::Boolean(false.into())),
            Kind::Null => Ok(LiteralValue::Null),
            _ => return Err(Stop::Syntax),
        };
        match value {
            Ok(value) => Ok(IdedExpr { id: self.positions.next(first.start), expr: Expr::Literal(value) }),
            Err(message) => Ok(self.report(first.start, message)),
        }
    }

    fn call_or_macro(&mut self, id: u64, function: String, target: Option<IdedExpr>, args: Vec<IdedExpr>) -> IdedExpr {
        match parse_macro::expand(self, id, &function, target, args) {
            parse_macro::Expanded::Yes(expr) => expr,
            parse_macro::Expanded::No(target, args) => {
                IdedExpr { id, expr: Expr::Call(CallExpr { func_name: function, target: target.map(Box::new), args }) }
            }
            parse_macro::Expanded::Wrong(at, message) => self.report(self.positions.offset(at), &message),
        }
    }

    /// Notes an error of a well-formed expression and goes on without the node.
    pub(super) fn report(&mut self, offset: usize, message: &str) -> IdedExpr {
        self.issues.push(Issue { place: Some(place(self.source, offset)), message: message.to_owned() });
        IdedExpr { id: self.positions.next(offset), expr: Expr::Unspecified }
    }

    pub(super) fn peek(&self) -> Token {
        let end = Token { kind: Kind::End, start: self.source.len(), end: self.source.len() };
        self.tokens.get(self.at).copied().unwrap_or(end)
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn accept(&mut self, symbol: &'static str) -> Option<Token> {
        (self.peek().kind == Kind::Symbol(symbol)).then(|| self.next())
    }

    fn accept_one(&mut self, table: &[(&'static str, &'static str)]) -> Option<(Token, &'static str)> {
        table.iter().find_map(|(symbol, function)| self.accept(symbol).map(|token| (token, *function)))
    }

    pub(super) fn expect(&mut self, symbol: &'static str) -> Parse<()> {
        if self.accept(symbol).is_some() {
            return Ok(());
        }
        self.wanted = Some((self.peek().start, symbol));
        Err(Stop::Syntax)
    }

    pub(super) fn text(&self, token: Token) -> &'s str {
        self.source.get(token.start..token.end).unwrap_or_default()
    }
}

/// A call of an operator.
pub(super) fn call(id: u64, function: &str, args: Vec<IdedExpr>) -> IdedExpr {
    IdedExpr { id, expr: Expr::Call(CallExpr { func_name: function.to_owned(), target: None, args }) }
}

/// The tree of a chain of `&&` or `||`, as flat as it can be. `ids` are those of the operators.
fn balanced(function: &str, terms: &mut [IdedExpr], ids: &[u64]) -> IdedExpr {
    let middle = ids.len() / 2;
    let Some(id) = ids.get(middle) else {
        return terms.first_mut().map(std::mem::take).unwrap_or_default();
    };
    let (left_terms, right_terms) = terms.split_at_mut(middle + 1);
    let left = balanced(function, left_terms, &ids[..middle]);
    let right = balanced(function, right_terms, &ids[middle + 1..]);
    call(*id, function, vec![left, right])
}

#[cfg(test)]
mod tests {
    use cel::parser::Parser as Antlr;

    use super::*;
    use crate::apiserver::KubeVersion;

    fn parsed(source: &str) -> Result<Parsed, String> {
        parse(source, Environment::stored_rules(KubeVersion::NEWEST)).map_err(|issues| issues.display(source))
    }

    /// The ids of two parsers differ; the trees must not.
    fn without_ids(expr: &IdedExpr) -> String {
        let text = format!("{:?}", expr.expr);
        let mut parts = text.split("id: ");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |out, part| out + part.trim_start_matches(|character: char| character.is_ascii_digit()))
    }

    #[test]
    fn trees_are_those_of_the_crate() {
        for source in [
            "1 + 2 * 3 - 4 / 5 % 6",
            "a.b.c(1, 'x')[2].d",
            "a ? b : c ? d : e",
            "a || b || c || d && e && f",
            "!a && !!b && -c < - 1 && --d == 5",
            "a in [1, 2, ?x, 3,]",
            "{'a': 1, ?'b': c, 2: [],}",
            "a.?b[?c].orValue(1u)",
            "has(a.b) && a.b.all(x, x > 1.5e3) || a.exists(y, y == 0x1F)",
            "a.map(x, x * 2).filter(y, y > 1).exists_one(z, z == 3)",
            "a.map(x, x > 1, x * 2)",
            r#"'a\n\x41\u00e9\101' + r"\d" + """q"uo
te""" + b'\xff' "#,
            "google.protobuf.Duration{seconds: 1}",
            "type(a) == string // a comment\n",
            ".a == .b(1)",
        ] {
            let ours = parsed(source).unwrap();
            let theirs = Antlr::new().enable_optional_syntax(true).parse(source).unwrap();
            assert_eq!(without_ids(&ours.expr), without_ids(&theirs), "{source}");
        }
    }

    #[test]
    fn positions_are_those_of_operators_and_names() {
        let source = "é.b == 1 && a.f(2)";
        assert!(parsed(source).unwrap_err().contains("token recognition error at: 'é'"));
        let source = "a.b == 1";
        let tree = parsed(source).unwrap();
        assert_eq!(tree.positions.offset(tree.expr.id), 4);
        let Expr::Call(call) = &tree.expr.expr else { panic!("{:?}", tree.expr) };
        assert_eq!(call.args.iter().map(|arg| tree.positions.offset(arg.id)).collect::<Vec<_>>(), [1, 7]);
    }

    #[test]
    fn errors_are_worded_as_the_server_does() {
        for (source, expected) in [
            (
                "self.a >",
                "ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', \
                 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a >\n | ........^",
            ),
            ("if", "ERROR: <input>:1:1: reserved identifier: if\n | if\n | ^"),
            ("has(a)", "ERROR: <input>:1:5: invalid argument to has() macro\n | has(a)\n | ....^"),
            ("a.all(1, true)", "ERROR: <input>:1:7: argument must be a simple name\n | a.all(1, true)\n | ......^"),
            ("99999999999999999999", "ERROR: <input>:1:1: invalid int literal\n | 99999999999999999999\n | ^"),
        ] {
            assert_eq!(parsed(source).unwrap_err(), expected, "{source}");
        }
    }

    #[test]
    fn nothing_is_too_deep_or_too_long() {
        let deep = || {
            let shapes = [
                ("(", "a", ")"),
                ("[", "", "]"),
                ("a.", "b", ""),
                ("a+", "a", ""),
                ("a<", "a", ""),
                ("f(", "", ")"),
                ("a*", "a", ""),
            ];
            for (open, middle, close) in shapes {
                let source = format!("{}{middle}{}", open.repeat(20_000), close.repeat(20_000));
                assert_eq!(
                    parsed(&source).unwrap_err(),
                    "ERROR: <input>:-1:0: expression recursion limit exceeded: 250",
                    "{open}"
                );
            }
            assert!(parsed(&format!("{}a", "!".repeat(50_000))).is_ok());
            assert!(parsed(&format!("{}1{}", "(".repeat(249), ")".repeat(249))).is_ok());
        };
        std::thread::Builder::new().stack_size(64 << 20).spawn(deep).unwrap().join().unwrap();
        assert!(parsed(&"a ".repeat(60_000)).unwrap_err().ends_with("size exceeds limit: size: 120000, limit 100000"));
    }
}

//! What is wrong with a malformed expression, in the words of the server.

use cel::{
    Env,
    common::ast::IdedExpr,
    parser::{Macro, MacroExprHelper, Parser},
};

use super::{
    Environment,
    parse_error::{Issue, Issues, place},
    parse_macro,
    parse_token::{Kind, Token, tokens_among_others},
};

/// Longer texts with a syntax error are not given to the ANTLR parser, whose time grows faster than the text.
const LONGEST_EXPLAINED: usize = 8_000;

/// The words for the syntax error of `source`; `wanted` is the one token that could have gone on at an offset.
pub(super) fn explain(source: &str, wanted: Option<(usize, &str)>, environment: Environment) -> Issues {
    let unknown =
        || Issues(vec![Issue { place: Some((1, 0)), message: "Syntax error: the expression cannot be read".to_owned() }]);
    if source.len() > LONGEST_EXPLAINED {
        return unknown();
    }
    let Err(errors) = parser(environment).parse(source) else { return unknown() };
    let wanted = wanted.map(|(offset, token)| (place(source, offset), token));
    let tokens = tokens_among_others(source);
    // Where the server goes on without a part of the tree, the crate's parser says so.
    let said = |error: &&cel::ParseError| !error.msg.starts_with("Incomplete `") && !error.msg.starts_with("No `");
    let mut issues: Vec<Issue> = Vec::new();
    for error in errors.errors.iter().filter(said) {
        let (line, column) = error.pos;
        // The crate blames the point before a name in back ticks.
        let shift = isize::from(error.msg.starts_with("unsupported syntax: '`'"));
        let place = usize::try_from(line).ok().filter(|line| *line > 0).zip(usize::try_from(column - 1 + shift).ok());
        let token = wanted.filter(|(at, _)| Some(*at) == place).map(|(_, token)| token);
        let token = token.or_else(|| Some(closing(source, &tokens, &issues, place?)));
        issues.push(Issue { place, message: reworded(&error.msg, token) });
    }
    Issues(issues)
}

/// The parser whose words are those of cel-go. It does not expand macros, but says what is wrong with their arguments.
fn parser(environment: Environment) -> Parser {
    let mut env = Env::default().with_optional_support(true);
    for signature in parse_macro::signatures(environment) {
        let check =
            move |helper: &mut MacroExprHelper<'_>, target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>| match signature
                .fault(target.as_ref(), args)
            {
                Some((id, message)) => Err(helper.new_error(id, message)),
                None => Ok(None),
            };
        let (function, count) = (signature.function, signature.args);
        let made = if signature.member { Macro::receiver(function, count, check) } else { Macro::global(function, count, check) };
        // No two signatures are alike, so that none is refused.
        let _ = env.add_macro(made);
    }
    env.parser().max_recursion_depth(250)
}

/// What closes the innermost bracket that is open at `at`, unless that is there.
fn closing(source: &str, tokens: &[Token], before: &[Issue], at: (usize, usize)) -> &'static str {
    let mut open = vec!["<EOF>"];
    let mut given_up = before.iter().filter_map(|issue| Some((issue.place?, given_up(&issue.message)?))).peekable();
    let mut after_operand = false;
    for token in tokens {
        let token_place = place(source, token.start);
        let here = token_place >= at;
        while let Some((_, symbol)) = given_up.next_if(|(place, _)| *place <= token_place && *place < at) {
            if open.last() == Some(&symbol) {
                open.pop();
            }
        }
        if let Kind::Symbol(symbol) = token.kind {
            match symbol {
                close if open.last() == Some(&close) => {
                    open.pop();
                }
                _ if here => {}
                "(" => open.push(")"),
                "[" => open.push("]"),
                "{" => open.push("}"),
                "?" if after_operand => open.push(":"),
                _ => {}
            }
        }
        if here {
            break;
        }
        after_operand = !matches!(token.kind, Kind::Symbol(symbol) if !matches!(symbol, ")" | "]" | "}"));
    }
    open.last().copied().unwrap_or("<EOF>")
}

/// The bracket that the server goes on without after an error.
fn given_up(message: &str) -> Option<&str> {
    let missing =
        message.strip_prefix("Syntax error: missing '").and_then(|rest| rest.split_once('\'')).map(|(symbol, _)| symbol);
    let mismatched = || message.strip_prefix("Syntax error: mismatched input")?.rsplit_once(" expecting '")?.1.strip_suffix('\'');
    missing.or_else(mismatched)
}

/// The message in the words of cel-go: of what could go on after a whole operand it names only the one token that ends it, and of a
/// literal after a point it tells as its earlier versions did.
fn reworded(message: &str, wanted: Option<&str>) -> String {
    if let Some((before, set)) = message.split_once(" expecting {")
        && before.starts_with("Syntax error: mismatched input")
        && set.contains("'=='")
        && let Some(token) = wanted
    {
        return if token == "<EOF>" { format!("{before} expecting <EOF>") } else { format!("{before} expecting '{token}'") };
    }
    for word in ["true", "false", "null"] {
        if let Some((before, after)) = message.split_once("no viable alternative at input '.")
            && let Some(rest) = after.strip_prefix(word).and_then(|rest| rest.strip_prefix('\''))
        {
            return format!("{before}mismatched input '{word}' expecting IDENTIFIER{rest}");
        }
    }
    message.to_owned()
}

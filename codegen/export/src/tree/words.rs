//! Rows and algorithms in the words of the tables.

use crate::format::Line;
use tokenwright_tables::english::{condition, sentence};
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{Clause, Conjunction, NAMED_TOKENS, On, Tokens};

/// Clauses as sentences, what is in a branch or a loop one level deeper.
pub(super) fn lines(clauses: &[Clause]) -> Vec<Line> {
    let mut lines = Vec::new();
    push(clauses, 0, &mut lines);
    lines
}

fn push(clauses: &[Clause], depth: usize, lines: &mut Vec<Line>) {
    let say = |text: String, lines: &mut Vec<Line>| lines.push(Line { depth, text });
    for clause in clauses {
        match clause {
            Clause::Step(step) => say(sentence(&step.value.to_string()), lines),
            Clause::Call(call) => say(sentence(call), lines),
            Clause::Label(label) => say(format!("{}:", label.value), lines),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let any: Vec<String> = any.iter().map(conjunction).collect();
                say(condition(&any), lines);
                push(then, depth + 1, lines);
                if !otherwise.is_empty() {
                    say("Otherwise:".to_owned(), lines);
                    push(otherwise, depth + 1, lines);
                }
            }
            Clause::While { all, body } => {
                say(format!("While {}:", conjunction(all)), lines);
                push(body, depth + 1, lines);
            }
        }
    }
}

fn conjunction(all: &Conjunction) -> String {
    let tests: Vec<String> = all.iter().map(|test| test.value.to_string()).collect();
    tests.join(" and ")
}

/// The tokens of a row: `a start tag: pre, listing; a comment token`.
pub(super) fn heading(on: &[On]) -> String {
    let all: Vec<String> = on.iter().map(tokens).collect();
    all.join("; ")
}

fn tokens(on: &On) -> String {
    let named = NAMED_TOKENS.iter();
    let named = named.filter(|(tokens, _)| *tokens == on.tokens.value);
    let words = match &on.tokens.value {
        Tokens::StartTags(names) => format!("a start tag: {}", list(names)),
        Tokens::EndTags(names) => format!("an end tag: {}", list(names)),
        Tokens::Characters(matcher) => matcher.to_string(),
        _ => named.map(|(_, name)| *name).collect(),
    };
    match on.when.is_empty() {
        true => words,
        false => format!("{words}, if {}", conjunction(&on.when)),
    }
}

fn list(names: &[Located<String>]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
    names.join(", ")
}

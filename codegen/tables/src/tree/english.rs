//! Rows and steps of tree construction in the words of the spec.
//!
//! Commands and pages show the same rows, so that the words are here once. The tables have most of them: a step is its
//! sentence, and only errors, branches and the terms of rows are put in other words. [`lines`] gives the clause with its
//! sentence, as pages make links of what it calls. A long list of names can be cut short; then the words are no longer all
//! that the row says.

use super::model::{Clause, Conjunction, On, Row, Test, Tokens};
use crate::english::{Sentence, condition, sentence};
pub use crate::english::{conjunction, conjunctions};
use crate::grammar::{Quoted, Step, Word};
use crate::model::Located;
use crate::tree::grammar::{TreeCondition, TreeStep};

/// A line of a body: what one sentence says.
#[derive(Clone, Copy, Debug)]
pub enum Line<'a> {
    /// A step, a call or a label.
    Clause(&'a Clause),
    /// The conditions of a branch, which follows one level deeper.
    If(&'a [Conjunction]),
    /// The other branch.
    Otherwise,
    /// The condition of a loop.
    While(&'a Conjunction),
}

impl Line<'_> {
    /// The sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Line::Clause(Clause::Step(step)) => self::step(&step.value),
            Line::Clause(Clause::Call(name)) => sentence(name),
            Line::Clause(Clause::Label(label)) => format!("Step labeled {}:", label.value),
            Line::Clause(Clause::If { any, .. }) => Line::If(any).sentence(),
            Line::Clause(Clause::While { all, .. }) => Line::While(all).sentence(),
            Line::If(any) => condition(&conjunctions(any)),
            Line::While(all) => format!("While {}:", conjunction(all)),
            Line::Otherwise => "Otherwise:".to_owned(),
        }
    }
}

/// The lines of steps, what is in a branch or a loop one level deeper.
#[must_use]
pub fn lines(clauses: &[Clause]) -> Vec<(usize, Line<'_>)> {
    let mut found = Vec::new();
    push(clauses, 0, &mut found);
    found
}

fn push<'a>(clauses: &'a [Clause], depth: usize, found: &mut Vec<(usize, Line<'a>)>) {
    for clause in clauses {
        match clause {
            Clause::Step(_) | Clause::Call(_) | Clause::Label(_) => {
                found.push((depth, Line::Clause(clause)));
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                found.push((depth, Line::If(any)));
                push(then, depth + 1, found);
                if !otherwise.is_empty() {
                    found.push((depth, Line::Otherwise));
                    push(otherwise, depth + 1, found);
                }
            }
            Clause::While { all, body } => {
                found.push((depth, Line::While(all)));
                push(body, depth + 1, found);
            }
        }
    }
}

/// Steps as sentences.
#[must_use]
pub fn sentences(clauses: &[Clause]) -> Vec<Sentence> {
    let lines = lines(clauses).into_iter();
    lines
        .map(|(depth, line)| (depth, line.sentence()))
        .collect()
}

/// A step in the words of the spec.
#[must_use]
pub fn step(step: &TreeStep) -> String {
    match step {
        TreeStep::NamedError(Word(code)) => {
            crate::english::step(&Step::NamedError(Word(code.clone())))
        }
        TreeStep::Error => crate::english::step(&Step::BareError),
        other => sentence(&other.to_string()),
    }
}

/// The tokens of a row, as the terms of the spec's list: `a start tag whose tag name is "p"`. Of a list with more than
/// `most` names, the first of them and the number of the others.
#[must_use]
pub fn terms(row: &Row, most: usize) -> Vec<String> {
    row.on.iter().map(|on| term(on, most)).collect()
}

/// The tokens of a row in short, as a document spells tags: `<td> <th>`.
#[must_use]
pub fn label(row: &Row) -> String {
    let parts = row.on.iter().map(|on| short(&on.tokens));
    parts.collect::<Vec<_>>().join(" ")
}

/// Tokens as a document spells them, or their name.
#[must_use]
pub fn short(tokens: &Tokens) -> String {
    let each = |names: &[Located<String>], before: &str| {
        let names = names.iter().map(|name| format!("{before}{}>", name.value));
        names.collect::<Vec<_>>().join(" ")
    };
    match tokens {
        Tokens::StartTags(names) => each(names, "<"),
        Tokens::EndTags(names) => each(names, "</"),
        Tokens::Characters(matcher) => matcher.to_string(),
        named => {
            let bare = named.name().unwrap_or_default();
            let bare = bare.trim_start_matches("an ").trim_start_matches("a ");
            bare.trim_end_matches(" token").to_owned()
        }
    }
}

/// The tokens of a row in one line, with every name.
#[must_use]
pub fn matched(row: &Row) -> String {
    terms(row, usize::MAX).join(", ")
}

fn term(on: &On, most: usize) -> String {
    let mut text = match &on.tokens.value {
        Tokens::Characters(matcher) => format!("a character token that is {matcher}"),
        Tokens::StartTags(names) => format!("a start tag whose tag name is {}", list(names, most)),
        Tokens::EndTags(names) => format!("an end tag whose tag name is {}", list(names, most)),
        named => named.name().unwrap_or_default().to_owned(),
    };
    if !on.when.is_empty() {
        text += &format!(", if {}", conjunction(&on.when));
    }
    text
}

fn list(names: &[Located<String>], most: usize) -> String {
    let quoted = names.iter().map(|name| Quoted(name.value.clone()));
    let mut quoted: Vec<String> = quoted.map(|name| name.to_string()).collect();
    // "And 1 other" would be no shorter than the name.
    if quoted.len() > most.saturating_add(1) {
        let others = quoted.len() - most;
        quoted.truncate(most);
        return format!("one of {}, and {others} others", quoted.join(", "));
    }
    match quoted.len() {
        1 => quoted.concat(),
        _ => format!("one of {}", quoted.join(", ")),
    }
}

/// Whether conditions always hold, as those of a loop that its steps leave.
#[must_use]
pub fn is_always(any: &[Conjunction]) -> bool {
    let is_true = |test: &Located<Test>| matches!(test.value, Test::Condition(TreeCondition::True));
    any.iter().any(|all| all.iter().all(is_true))
}

#[cfg(test)]
mod tests {
    use super::{matched, sentences, terms};
    use crate::diagnostic::Sources;
    use crate::tree::load;
    use crate::tree::model::{Row, TreeTables};
    use std::path::Path;

    fn tables() -> TreeTables {
        let newest = crate::load::newest_checked_in();
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let tables = load(
            &spec.join(newest.revision.about.id),
            &mut Sources::default(),
        );
        tables.expect("the tables").expect("they are there")
    }

    fn row<'t>(tables: &'t TreeTables, mode: &str, term: &str) -> &'t Row {
        let mode = &tables.modes[tables.mode(mode).expect("a mode")];
        let mut rows = mode.rows.iter();
        rows.find(|row| terms(row, 9).iter().any(|it| it == term))
            .expect("a row")
    }

    #[test]
    fn a_row_has_the_words_of_the_spec() {
        let tables = tables();
        let row = row(&tables, "text", "an end-of-file token");
        let sentences = sentences(&row.body);
        let text: Vec<_> = sentences
            .iter()
            .map(|(depth, text)| (*depth, &**text))
            .collect();
        assert_eq!(
            text,
            [
                (
                    0,
                    "This is an eof-in-element-that-can-contain-only-text parse error."
                ),
                (0, "If the current node is a script element, then:"),
                (1, "Set already started of the current node to true."),
                (0, "Pop the current node off the stack of open elements."),
                (
                    0,
                    "Switch the insertion mode to the original insertion mode."
                ),
                (0, "Reprocess the token."),
            ]
        );
    }

    #[test]
    fn a_long_list_of_names_is_cut_short() {
        let tables = tables();
        let whole = "an end tag whose tag name is one of \"applet\", \"marquee\", \"object\"";
        let row = row(&tables, "in body", whole);
        let short = "an end tag whose tag name is one of \"applet\", and 2 others";
        assert_eq!(terms(row, 1), [short]);
        assert_eq!(terms(row, 2), [whole]);
        assert_eq!(matched(row), whole);
    }

    /// Every condition is written as the tables have it, negated or not.
    #[test]
    fn a_negated_definition_is_a_sentence() {
        let tables = tables();
        let row = row(&tables, "initial", "anything else");
        let sentences = sentences(&row.body);
        assert_eq!(
            sentences[0].1,
            "If the document is not an iframe srcdoc document, then:"
        );
    }
}

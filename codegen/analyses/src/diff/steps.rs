//! Compares steps: one sentence a line, and the similarity of two wordings.

use super::change::{Line, Mark};
use super::sequence::operations;
use similar::DiffOp;
use tokenwright_tables::english::{self, Sentence};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::model::{Clause, Conjunction, Located, Row};

/// The sentences of both sides as one list.
pub(super) fn lines(from: &[Sentence], to: &[Sentence]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut take = |mark, sentences: &[Sentence]| {
        lines.extend(sentences.iter().map(|(depth, text)| Line {
            mark,
            depth: *depth,
            text: text.clone(),
        }));
    };
    for op in operations(from, to) {
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                take(Mark::Same, &from[old_index..old_index + len]);
            }
            op => {
                take(Mark::Gone, &from[op.old_range()]);
                take(Mark::New, &to[op.new_range()]);
            }
        }
    }
    lines
}

/// Sentences that only one side has.
pub(super) fn alone(mark: Mark, sentences: Vec<Sentence>) -> Vec<Line> {
    let line = |(depth, text)| Line { mark, depth, text };
    sentences.into_iter().map(line).collect()
}

/// The steps in the one spelling of those that mean the same.
///
/// Revisions until 2015 switch first and reconsume last; later ones do both in one sentence.
pub(super) fn canonical(clauses: &[Clause]) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::with_capacity(clauses.len());
    for clause in clauses {
        match clause {
            Clause::Step(step) if step.value == Step::ReconsumeCurrent => match switched(&found) {
                Some(at) => {
                    let Clause::Step(switch) = found.remove(at) else {
                        unreachable!("a switch is a step");
                    };
                    let Step::Switch(state) = switch.value else {
                        unreachable!("the place is that of a switch");
                    };
                    let value = Step::Reconsume(state);
                    found.push(Clause::Step(Located { value, ..*step }));
                }
                None => found.push(clause.clone()),
            },
            Clause::If {
                any,
                then,
                otherwise,
            } => found.push(Clause::If {
                any: any.clone(),
                then: canonical(then),
                otherwise: canonical(otherwise),
            }),
            other => found.push(other.clone()),
        }
    }
    found
}

/// The last switch, if only steps follow it that do the same before it and after it.
fn switched(clauses: &[Clause]) -> Option<usize> {
    for (at, clause) in clauses.iter().enumerate().rev() {
        match clause {
            Clause::Step(step) => match &step.value {
                Step::Switch(_) => return Some(at),
                Step::EmitChar(_)
                | Step::EmitCurrent
                | Step::EmitTemporaryBuffer
                | Step::BareError
                | Step::NamedError(_)
                | Step::Append(..) => {}
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// The steps with errors that have no names.
pub(super) fn without_codes(clauses: &[Clause]) -> Vec<Clause> {
    let each = clauses.iter().map(|clause| match clause {
        Clause::Step(step) if matches!(step.value, Step::NamedError(_)) => {
            Clause::Step(Located::nowhere(Step::BareError))
        }
        Clause::If {
            any,
            then,
            otherwise,
        } => Clause::If {
            any: any.clone(),
            then: without_codes(then),
            otherwise: without_codes(otherwise),
        },
        other => other.clone(),
    });
    each.collect()
}

/// Whether guards have the same conditions, in any order.
pub(super) fn same_guards(from: &[Conjunction], to: &[Conjunction]) -> bool {
    sorted_guards(from) == sorted_guards(to)
}

/// The conditions of guards, in an order that does not depend on theirs.
pub(super) fn sorted_guards(any: &[Conjunction]) -> Vec<Vec<String>> {
    let all = any.iter().map(|all| {
        let mut all: Vec<String> = all.iter().map(|test| test.value.to_string()).collect();
        all.sort();
        all
    });
    let mut any: Vec<Vec<String>> = all.collect();
    any.sort();
    any
}

/// The matcher of a row, as a heading.
pub(super) fn heading(row: &Row) -> String {
    english::matched(row)
}

/// The heading of a row as a line.
pub(super) fn head(mark: Mark, row: &Row) -> Line {
    Line {
        mark,
        depth: 0,
        text: format!("[{}]", heading(row)),
    }
}

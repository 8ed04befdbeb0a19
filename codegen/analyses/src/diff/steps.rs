//! Compares steps: one sentence a line, and the similarity of two wordings.

use super::change::{Line, Mark};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use tokenwright_tables::english::{self, Sentence, sentences};
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
    for op in capture_diff_slices(Algorithm::Myers, from, to) {
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

/// The similarity of two lists of steps: 1 if they are equal, 0 if they share no step.
pub(super) fn likeness(from: &[Clause], to: &[Clause]) -> f64 {
    let (from, to) = (canonical(from), canonical(to));
    if from == to {
        return 1.0;
    }
    let (from, to) = (sentences(&from), sentences(&to));
    let mut rest: Vec<&Sentence> = to.iter().collect();
    let mut common = 0;
    for sentence in &from {
        if let Some(at) = rest.iter().position(|other| *other == sentence) {
            rest.swap_remove(at);
            common += 1;
        }
    }
    let all = from.len() + to.len();
    if all == 0 {
        return 1.0;
    }
    // Less than the same, even where only the order differs.
    f64::from(2 * common) / all as f64 * 0.99
}

/// Whether guards have the same conditions, in any order.
pub(super) fn same_guards(from: &[Conjunction], to: &[Conjunction]) -> bool {
    let sorted = |any: &[Conjunction]| {
        let mut any: Vec<Vec<String>> = any
            .iter()
            .map(|all| {
                let mut all: Vec<String> = all.iter().map(|test| test.value.to_string()).collect();
                all.sort();
                all
            })
            .collect();
        any.sort();
        any
    };
    sorted(from) == sorted(to)
}

/// The matcher of a row, as a heading.
pub(super) fn heading(row: &Row) -> String {
    english::matched(row)
}

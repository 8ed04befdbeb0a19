//! The form of a state that consumes in bulk.
//!
//! The oldest revisions consume a whole comment by one step. No machine can stop in the middle of that, so a tool that
//! reads character by character needs to know what the state does as a whole; only some forms have such a meaning.

use crate::grammar::{Condition, Is, Matcher, Set, Step};
use crate::model::{Clause, State, Test};

/// What a state that consumes in bulk does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bulk<'r> {
    /// Up to what it consumes, and what it emits.
    pub kind: BulkKind<'r>,
    /// The name of the state that follows. EOF is given to it again.
    pub next: &'r str,
}

/// Up to what the state consumes, and what it emits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkKind<'r> {
    /// Up to a character, as a comment.
    Comment {
        /// The code point of the character that ends it.
        end: u32,
        /// Whether U+0000 (NULL) is replaced in the comment.
        replaces_null: bool,
        /// Whether there is no comment if the next input character is the end, or EOF.
        unless_at_end: bool,
    },
    /// Up to a text, as text.
    Text {
        /// The text that ends it.
        end: &'r str,
    },
}

impl<'r> Bulk<'r> {
    /// Reads the steps of a state; `None` if they do not have the form.
    ///
    /// The form is: a step that consumes, one that emits what was consumed, and `reconsume the current input
    /// character` if EOF was reached. A switch may be at any place before that condition. A comment may be
    /// emitted only if the next input character is neither the one that ends it nor EOF; then both branches consume.
    pub fn of(state: &'r State) -> Option<Self> {
        let [steps @ .., last] = &state.body[..] else {
            return None;
        };
        let next_of = |clause: &'r Clause| match step(clause) {
            Some(Step::Switch(state)) => Some(state.0.as_str()),
            _ => None,
        };
        let mut switches = steps.iter().filter_map(next_of);
        let next = switches.next()?;
        let others: Vec<_> = steps
            .iter()
            .filter(|clause| next_of(clause).is_none())
            .collect();
        if switches.next().is_some() || !gives_eof_again(last) || !state.rows.is_empty() {
            return None;
        }
        let kind = match others[..] {
            [consume, emit] => BulkKind::of(step(consume)?, step(emit)?)?,
            [choice] => emitted_unless_at_end(choice)?,
            _ => return None,
        };
        Some(Bulk { kind, next })
    }

    /// Whether it is a comment, which begins with the character that switched to the state.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, BulkKind::Comment { .. })
    }
}

impl<'r> BulkKind<'r> {
    fn of(consume: &'r Step, emit: &Step) -> Option<Self> {
        let comment = |end, replaces_null| BulkKind::Comment {
            end,
            replaces_null,
            unless_at_end: false,
        };
        match (consume, emit) {
            (Step::ConsumeThroughChar(end), Step::EmitBulkComment) => Some(comment(end.0, false)),
            (Step::ConsumeThroughChar(end), Step::EmitBulkCommentReplaced) => {
                Some(comment(end.0, true))
            }
            (Step::ConsumeThroughText(end), Step::EmitConsumed) => {
                Some(BulkKind::Text { end: &end.0 })
            }
            _ => None,
        }
    }
}

/// A comment that is emitted only if something is before its end.
fn emitted_unless_at_end(choice: &Clause) -> Option<BulkKind<'_>> {
    let (test, then, otherwise) = choice_of(choice)?;
    let ([consume, emit], [alone]) = (then, otherwise) else {
        return None;
    };
    let mut kind = BulkKind::of(step(consume)?, step(emit)?)?;
    let BulkKind::Comment {
        end, unless_at_end, ..
    } = &mut kind
    else {
        return None;
    };
    let is_end = |set: &Set| matches!(set.0[..], [Matcher::Char(c), Matcher::Eof] if c.0 == *end);
    let asks = matches!(test, Test::Condition(Condition::NextInput(Is::IsNot, set)) if is_end(set));
    *unless_at_end = true;
    (asks && step(alone) == step(consume)).then_some(kind)
}

fn gives_eof_again(clause: &Clause) -> bool {
    match choice_of(clause) {
        Some((Test::Condition(Condition::EofReached), [then], [])) => {
            step(then) == Some(&Step::ReconsumeCurrent)
        }
        _ => false,
    }
}

fn step(clause: &Clause) -> Option<&Step> {
    match clause {
        Clause::Step(step) => Some(&step.value),
        Clause::Call(_) | Clause::If { .. } => None,
    }
}

/// A choice by one condition.
fn choice_of(clause: &Clause) -> Option<(&Test, &[Clause], &[Clause])> {
    let Clause::If {
        any,
        then,
        otherwise,
    } = clause
    else {
        return None;
    };
    match &any[..] {
        [all] => match &all[..] {
            [test] => Some((&test.value, then, otherwise)),
            _ => None,
        },
        _ => None,
    }
}

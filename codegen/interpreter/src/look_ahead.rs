//! Which states may read more than one character.

use super::program::{Action, Choice, Question, ResolvedBlock};
use tokenwright_tables::grammar::Step;

/// Whether a state may read more than the one character that its rows consume.
pub(super) fn looks_far(block: &ResolvedBlock<'_>) -> bool {
    let rows = |row: &Choice<'_>| asks_far(&row.when) || runs_far(&row.body);
    !block.body.is_empty()
        || block.rows.is_empty()
        || block.looks_ahead
        || block.rows.iter().any(rows)
        || block.leaving.iter().any(|rule| runs_far(&rule.body))
}

fn runs_far(actions: &[Action<'_>]) -> bool {
    actions.iter().any(|action| match action {
        Action::Step { step, .. } => matches!(
            step,
            Step::ConsumeNext
                | Step::ConsumeThose
                | Step::ConsumeNamed
                | Step::ConsumeMatching
                | Step::ConsumeThroughChar(_)
                | Step::ConsumeThroughText(_)
                | Step::Unconsume
                | Step::Attempt(_)
        ),
        // A defined step is not looked up: it may do anything.
        Action::Call { .. } => true,
        Action::If {
            any,
            then,
            otherwise,
            ..
        } => asks_far(any) || runs_far(then) || runs_far(otherwise),
    })
}

fn asks_far(any: &[Vec<Question<'_>>]) -> bool {
    any.iter().flatten().any(|question| match question {
        Question::Condition { condition, .. } => condition.looks_ahead(),
        Question::Defined { .. } => true,
    })
}

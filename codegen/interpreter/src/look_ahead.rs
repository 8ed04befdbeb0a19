//! Which states may read more than one character.

use super::program::{ResolvedBlock, ResolvedClause, ResolvedCondition, ResolvedRow};
use tokenwright_tables::grammar::Step;

/// Whether a state may read more than the one character that its rows consume.
pub(super) fn looks_far(block: &ResolvedBlock<'_>) -> bool {
    let rows = |row: &ResolvedRow<'_>| asks_far(&row.when) || runs_far(&row.body);
    !block.body.is_empty()
        || block.rows.is_empty()
        || block.looks_ahead
        || block.rows.iter().any(rows)
        || block.leaving.iter().any(|rule| runs_far(&rule.body))
}

fn runs_far(actions: &[ResolvedClause<'_>]) -> bool {
    actions.iter().any(|action| match action {
        ResolvedClause::Step { step, .. } => matches!(
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
        // A defined step is not looked up: assume that it looks ahead.
        ResolvedClause::Call { .. } => true,
        ResolvedClause::If {
            any,
            then,
            otherwise,
            ..
        } => asks_far(any) || runs_far(then) || runs_far(otherwise),
    })
}

fn asks_far(any: &[Vec<ResolvedCondition<'_>>]) -> bool {
    any.iter().flatten().any(|question| match question {
        ResolvedCondition::Condition { condition, .. } => condition.looks_ahead(),
        ResolvedCondition::Defined { .. } => true,
    })
}

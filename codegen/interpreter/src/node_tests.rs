//! Which states emit a tag and test the namespace of the adjusted current node, which the tag may change.

use super::program::{ResolvedBlock, ResolvedClause, ResolvedCondition};
use tokenwright_tables::grammar::{Condition, Step, Token};

type Conditions<'a, 'r> = &'a [Vec<ResolvedCondition<'r>>];

/// How deeply definitions may nest.
const DEPTH: usize = 32;

/// Whether a state may emit a tag and test the namespace of the adjusted current node. `conditions` and `steps` are the
/// definitions.
pub(super) fn tests_node(
    block: &ResolvedBlock<'_>,
    conditions: &[Vec<Vec<ResolvedCondition<'_>>>],
    steps: &[Vec<ResolvedClause<'_>>],
) -> bool {
    let new = || NodeTests {
        conditions,
        steps,
        seen_conditions: vec![false; conditions.len()],
        seen_steps: vec![false; steps.len()],
    };
    let mut rows = block.rows.iter();
    let mut bodies = rows.clone().map(|row| &row.body).chain([&block.body]);
    let mut tests = new();
    if !bodies.any(|body| tests.emits(body, DEPTH)) {
        return false;
    }
    let mut tests = new();
    tests.steps(&block.body, DEPTH)
        || rows.any(|row| tests.conditions(&row.when, DEPTH) || tests.steps(&row.body, DEPTH))
        || block
            .leaving
            .iter()
            .any(|rule| tests.steps(&rule.body, DEPTH))
}

/// Each definition is searched once: one that two others use would be searched twice as often as they are.
struct NodeTests<'a, 'r> {
    conditions: &'a [Vec<Vec<ResolvedCondition<'r>>>],
    steps: &'a [Vec<ResolvedClause<'r>>],
    seen_conditions: Vec<bool>,
    seen_steps: Vec<bool>,
}

impl NodeTests<'_, '_> {
    fn emits(&mut self, clauses: &[ResolvedClause<'_>], depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        clauses.iter().any(|clause| match clause {
            ResolvedClause::Step { step, .. } => **step == Step::EmitToken(Token::Tag),
            ResolvedClause::Call { definition, .. } => {
                let body = &self.steps[*definition];
                is_new(&mut self.seen_steps, *definition) && self.emits(body, depth)
            }
            ResolvedClause::If {
                then, otherwise, ..
            } => self.emits(then, depth) || self.emits(otherwise, depth),
        })
    }

    fn steps(&mut self, clauses: &[ResolvedClause<'_>], depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        clauses.iter().any(|clause| match clause {
            ResolvedClause::Step { .. } => false,
            ResolvedClause::Call { definition, .. } => {
                let body = &self.steps[*definition];
                is_new(&mut self.seen_steps, *definition) && self.steps(body, depth)
            }
            ResolvedClause::If {
                any,
                then,
                otherwise,
                ..
            } => {
                self.conditions(any, depth)
                    || self.steps(then, depth)
                    || self.steps(otherwise, depth)
            }
        })
    }

    fn conditions(&mut self, any: Conditions<'_, '_>, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        any.iter().flatten().any(|condition| match condition {
            ResolvedCondition::Condition { condition, .. } => matches!(
                condition,
                Condition::AdjustedCurrentNode(_)
                    | Condition::CurrentNode(_)
                    | Condition::ForeignInsertionMode(_)
            ),
            ResolvedCondition::Defined { definition, .. } => {
                let any = &self.conditions[*definition];
                is_new(&mut self.seen_conditions, *definition) && self.conditions(any, depth)
            }
        })
    }
}

/// Marks a definition as seen.
fn is_new(seen: &mut [bool], definition: usize) -> bool {
    !std::mem::replace(&mut seen[definition], true)
}

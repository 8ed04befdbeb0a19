//! Which characters may complete a duplicate attribute name in a state that checks for duplicates at once.

use super::control_flow::NESTING;
use super::facts::{Splitter, StateFacts};
use super::reader::Reader;
use std::collections::BTreeSet;
use tokenwright_tables::grammar::{Condition, Field, Matcher, Step, Token};
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{Clause, Event, On, Revision, Rule, State, Test};

/// The characters that a state may add to an attribute name before the same path checks for a duplicate,
/// itself or by a rule.
pub(super) fn completes_names(reader: &Reader<'_>, state: &State) -> BTreeSet<Splitter> {
    let revision = reader.revision;
    let asks = |rule: &&Rule| asks_duplicate(rule.nodes());
    let asking: Vec<&Event> = revision
        .rules
        .iter()
        .filter(asks)
        .map(|r| &r.on.value)
        .collect();
    let leaving = asking.contains(&&Event::Leaving(state.name.value.clone()));
    let completes = Completes {
        revision,
        leaving,
        emitting: leaving || asking.iter().any(|on| !matches!(on, Event::Leaving(_))),
    };
    let everything: BTreeSet<Splitter> = [vec![(0, 0x10_FFFF)]].into();
    let mut before = false;
    if completes.clauses(&state.body, &mut before, NESTING) {
        return everything;
    }
    let mut found = BTreeSet::new();
    for row in &state.rows {
        let asks = asks_duplicate(row.when.nodes()) && before;
        if asks || completes.clauses(&row.body, &mut before.clone(), NESTING) {
            let any = match &row.on {
                On::Consumed { any, .. } => any.as_slice(),
                On::Peeked(_) | On::Ahead { .. } => return everything,
            };
            let known =
                |m: &Matcher| !matches!(m, Matcher::AnythingElse | Matcher::AdditionalAllowed);
            if !any.iter().all(|m| known(&m.value)) {
                return everything;
            }
            let mut facts = StateFacts::default();
            any.iter()
                .for_each(|m| reader.matcher(m, &mut facts, NESTING));
            found.append(&mut facts.splitters);
        }
    }
    found
}

/// Whether a condition tests for a duplicate. A definition may test anything.
fn asks_duplicate(mut nodes: Nodes<'_>) -> bool {
    nodes.any(|node| match node {
        Node::Test(test) => match &test.value {
            Test::Condition(condition) => matches!(condition, Condition::DuplicateAttribute(_)),
            Test::Defined { .. } => true,
        },
        Node::Call(_) => true,
        Node::Step(_) | Node::If(_) => false,
    })
}

struct Completes<'r> {
    revision: &'r Revision,
    /// Whether a rule on leaving the state, or on emitting a tag, tests for a duplicate.
    leaving: bool,
    emitting: bool,
}

impl Completes<'_> {
    /// Whether a path tests for a duplicate after adding to a name; `adds` says whether it has added.
    fn clauses(&self, clauses: &[Clause], adds: &mut bool, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        clauses.iter().any(|clause| match clause {
            Clause::Step(step) => match &step.value {
                Step::Append(_, Field::AttributeName) | Step::Set(Field::AttributeName, _) => {
                    *adds = true;
                    false
                }
                Step::Switch(_)
                | Step::Reconsume(_)
                | Step::SwitchToReturn
                | Step::ReconsumeInReturn
                | Step::SwitchBack => *adds && self.leaving,
                Step::EmitToken(Token::Tag) => *adds && self.emitting,
                _ => false,
            },
            Clause::Call(name) => {
                let body = self.revision.defined_step(name);
                body.is_some_and(|body| self.clauses(body, adds, depth))
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let mut other = *adds;
                let found = *adds && asks_duplicate(any.nodes())
                    || self.clauses(then, adds, depth)
                    || self.clauses(otherwise, &mut other, depth);
                *adds |= other;
                found
            }
        })
    }
}

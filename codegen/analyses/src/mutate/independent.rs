//! Whether two steps can change places without an observable effect.
//!
//! If neither of two adjacent steps changes what the other depends on or changes, their order does not matter. Tokens
//! are one resource, since their order is observable, and parse errors are one. Named errors are reported separately
//! from tokens, so an error and a token commute; unnamed errors are in one sequence with the tokens. A step that the
//! machine refuses stops the run, and its output is discarded, so the order does not matter either. Two steps that
//! commute for any other reason count as dependent.

use tokenwright_tables::grammar::{Step, Token};
use tokenwright_tables::kernel::effects::{Effects, RegisterSet};
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{Clause, Event, On, Revision, State, Test};

/// What clauses depend on, and what they change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touch {
    reads: RegisterSet,
    writes: RegisterSet,
    /// Whether nothing can change places with it.
    keeps_place: bool,
}

impl From<Effects<'_>> for Touch {
    fn from(of: Effects<'_>) -> Self {
        let registers = of.writes.or(of.updates).or(of.clears).or(of.changes);
        Touch {
            reads: of.reads.or(of.updates).or(of.observes),
            writes: registers.or(of.affects),
            keeps_place: of.keeps_place,
        }
    }
}

impl Touch {
    fn and(self, other: Touch) -> Touch {
        Touch {
            reads: self.reads.or(other.reads),
            writes: self.writes.or(other.writes),
            keeps_place: self.keeps_place || other.keeps_place,
        }
    }

    fn commutes(self, other: Touch) -> bool {
        let disturbs = |one: Touch, other: Touch| one.writes.has(other.reads.or(other.writes));
        let keep = self.keeps_place || other.keeps_place;
        !keep && !disturbs(self, other) && !disturbs(other, self)
    }
}

/// The context of two clauses.
#[derive(Debug)]
pub(super) struct ClauseContext<'r> {
    revision: &'r Revision,
    /// The resources of the rules that run when the state is left, or a tag is emitted.
    leaving: Touch,
    emitting: Touch,
    /// Whether the place of an error can only be the current input character.
    plain: bool,
}

impl<'r> ClauseContext<'r> {
    /// A state; `None` for a place that several states reach.
    pub(super) fn new(revision: &'r Revision, state: Option<&State>) -> Self {
        let mut place = ClauseContext {
            revision,
            leaving: Touch::default(),
            emitting: Touch::default(),
            plain: true,
        };
        // The rules do not change which steps consume.
        place.plain = state.is_some_and(|state| place.is_plain(state));
        for rule in &revision.rules {
            let body = place.touch(rule.nodes());
            match &rule.on.value {
                Event::Leaving(name) => {
                    if state.is_none_or(|state| state.name.value == *name) {
                        place.leaving = place.leaving.and(body);
                    }
                }
                _ => place.emitting = place.emitting.and(body),
            }
        }
        place
    }

    /// Whether two neighbours do the same in both orders.
    pub(super) fn independent(&self, first: &Clause, second: &Clause) -> bool {
        let [a, b] = [first, second].map(|clause| self.touch(std::slice::from_ref(clause).nodes()));
        a.commutes(b)
    }

    fn touch(&self, nodes: Nodes<'_>) -> Touch {
        let revision = self.revision;
        let nodes = nodes.with_definitions(revision);
        let each = nodes.map(|node| match node {
            Node::Step(step) => self.step(&step.value),
            Node::Test(test) => match &test.value {
                Test::Condition(condition) => condition.effects().into(),
                Test::Defined { .. } => Touch::default(),
            },
            Node::Call(_) | Node::If(_) => Touch::default(),
        });
        each.fold(Touch::default(), Touch::and)
    }

    fn step(&self, step: &Step) -> Touch {
        let mut touch = Touch::from(step.effects());
        if self.plain && matches!(step, Step::NamedError(_) | Step::BareError) {
            touch.reads = touch.reads.without(RegisterSet::POSITION);
        }
        if touch.writes.has(RegisterSet::ERRORS) && !self.revision.about.named_errors {
            touch.writes = touch.writes.or(RegisterSet::TOKENS);
        }
        // The state may be left, and then its rule runs.
        if touch.writes.has(RegisterSet::NEXT_STATE) {
            touch = touch.and(self.leaving);
        }
        match step {
            Step::EmitToken(Token::Tag) => touch.and(self.leaving).and(self.emitting),
            _ => touch,
        }
    }

    /// Whether a state consumes one character for its rows, and no step of it consumes more.
    fn is_plain(&self, state: &State) -> bool {
        let mut rows = state.rows.iter();
        let consumes = rows.all(|row| matches!(row.on, On::Consumed { .. }));
        let more = self.touch(state.nodes()).writes.has(RegisterSet::INPUT);
        consumes && state.body.is_empty() && !more
    }
}

#[cfg(test)]
mod tests {
    use super::ClauseContext;
    use tokenwright_tables::grammar::Step;
    use tokenwright_tables::load;
    use tokenwright_tables::model::{Clause, Located};

    fn step(text: &str) -> Clause {
        let step = Step::parse(text).expect("a step of the language");
        Clause::Step(Located::nowhere(step))
    }

    fn independent(named: bool, first: &str, second: &str) -> bool {
        let all = load::checked_in();
        let mut all = all.iter().map(|loaded| &loaded.revision);
        let found = all.find(|revision| revision.about.named_errors == named);
        let revision = found.expect("a revision of either kind");
        let place = ClauseContext::new(revision, Some(&revision.states[0]));
        let both = place.independent(&step(first), &step(second));
        let turned = place.independent(&step(second), &step(first));
        assert_eq!(both, turned, "`{first}` and `{second}`");
        both
    }

    #[test]
    fn steps_that_touch_the_same_are_not_independent() {
        for (first, second) in [
            ("emit U+003C (<)", "emit the current input character"),
            ("switch to the data state", "switch to the RCDATA state"),
            (
                "set the temporary buffer to the empty string",
                "emit each character in the temporary buffer",
            ),
            (
                "create a start tag token",
                "set the self-closing flag of the current tag token",
            ),
            (
                "reconsume in the data state",
                "consume the next input character",
            ),
            ("emit an end-of-file token", "switch to the data state"),
            ("parse error: eof-in-tag", "parse error: eof-in-comment"),
        ] {
            assert!(
                !independent(true, first, second),
                "`{first}` and `{second}`"
            );
        }
    }

    #[test]
    fn steps_that_touch_nothing_of_each_other_are_independent() {
        for (first, second) in [
            ("emit U+003C (<)", "switch to the data state"),
            (
                "set the return state to the data state",
                "switch to the character reference state",
            ),
            ("create a start tag token", "emit U+003C (<)"),
        ] {
            assert!(independent(true, first, second), "`{first}` and `{second}`");
            assert!(
                independent(false, first, second),
                "`{first}` and `{second}`"
            );
        }
    }

    #[test]
    fn an_error_and_a_token_have_an_order_where_errors_have_no_names() {
        let (error, token) = ("parse error: eof-before-tag-name", "emit U+003C (<)");
        assert!(independent(true, error, token));
        assert!(!independent(false, "parse error", token));
    }
}

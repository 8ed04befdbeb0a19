//! Every sentence of a revision, with its context.

use crate::grammar::{Condition, Matcher, Step};
use crate::kernel::{Node, Traverse};
use crate::model::{Clause, Conjunction, Definition, Located, Revision, Row, Rule, State, Test};
use crate::source::Place;

/// The owner of a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner<'r> {
    InputStream,
    Rule(&'r Rule),
    Definition,
    /// The steps of a procedure, or one of its rows.
    Procedure(&'r State, Option<&'r Row>),
    /// The steps of a state on entry, or one of its rows.
    State(&'r State, Option<&'r Row>),
}

/// All sentences of a revision, in the order of the tables.
#[derive(Debug, Default)]
pub(super) struct Sentences<'r> {
    pub(super) steps: Vec<(&'r Located<Step>, Owner<'r>)>,
    pub(super) calls: Vec<(&'r Located<String>, Owner<'r>)>,
    pub(super) tests: Vec<(&'r Located<Test>, Owner<'r>)>,
    /// The definitions of rows and of classes.
    pub(super) matchers: Vec<&'r Located<Matcher>>,
    /// Steps and calls after one that ends the path, each with that one.
    pub(super) dead: Vec<(Place, Place)>,
}

impl<'r> Sentences<'r> {
    pub(super) fn of(revision: &'r Revision) -> Self {
        let mut all = Sentences::default();
        for (_, members) in &revision.about.classes {
            all.matchers.extend(members);
        }
        all.rows(&revision.input_stream.rows, |_| Owner::InputStream);
        for rule in &revision.rules {
            all.body(&rule.body, Owner::Rule(rule));
        }
        for definition in &revision.definitions {
            let owner = Owner::Definition;
            match definition {
                Definition::Step { body, .. } => all.body(body, owner),
                Definition::Condition { any, .. } => all.any(any, owner),
            }
        }
        for procedure in &revision.procedures {
            all.body(&procedure.body, Owner::Procedure(procedure, None));
            all.rows(&procedure.rows, |row| {
                Owner::Procedure(procedure, Some(row))
            });
        }
        for state in &revision.states {
            all.body(&state.body, Owner::State(state, None));
            all.rows(&state.rows, |row| Owner::State(state, Some(row)));
        }
        all
    }

    /// The conditions of the table language, with their places.
    pub(super) fn conditions(&self) -> impl Iterator<Item = (&'r Condition, Place)> {
        self.tests.iter().filter_map(|(test, _)| match &test.value {
            Test::Condition(condition) => Some((condition, test.place)),
            Test::Defined { .. } => None,
        })
    }

    /// The steps of some owners, with those of the definitions that they call: each with its owner, and with the
    /// owner's call of the definition that it is in.
    pub(super) fn steps_through_definitions(
        &self,
        revision: &'r Revision,
        of: impl Fn(&Owner<'r>) -> bool,
    ) -> Vec<(&'r Located<Step>, Owner<'r>, Option<Place>)> {
        let own = self.steps.iter().filter(|(_, owner)| of(owner));
        let mut steps: Vec<_> = own.map(|(step, owner)| (*step, *owner, None)).collect();
        for (call, owner) in self.calls.iter().filter(|(_, owner)| of(owner)) {
            let mut names = vec![*call];
            let mut at = 0;
            while let Some(name) = names.get(at).copied() {
                for node in revision.defined_step(name).unwrap_or_default().nodes() {
                    match node {
                        Node::Step(step) => steps.push((step, *owner, Some(call.place))),
                        Node::Call(name) if !names.contains(&name) => names.push(name),
                        Node::Call(_) | Node::If(_) | Node::Test(_) => {}
                    }
                }
                at += 1;
            }
        }
        steps
    }

    fn rows(&mut self, rows: &'r [Row], owner: impl Fn(&'r Row) -> Owner<'r>) {
        for row in rows {
            self.matchers.extend(row.on.matchers());
            self.any(&row.when, owner(row));
            self.body(&row.body, owner(row));
        }
    }

    fn any(&mut self, any: &'r [Conjunction], owner: Owner<'r>) {
        for test in any.iter().flatten() {
            self.tests.push((test, owner));
        }
    }

    fn body(&mut self, body: &'r [Clause], owner: Owner<'r>) {
        let mut over: Option<Place> = None;
        for clause in body {
            if let Some(over) = over {
                self.dead.push((place_of(clause), over));
            }
            match clause {
                Clause::Step(step) => {
                    self.steps.push((step, owner));
                    let ends = super::walk::ends_path(step)
                        || matches!(step.value, Step::TreatAsAnythingElse);
                    if ends && over.is_none() {
                        over = Some(step.place);
                    }
                }
                Clause::Call(name) => self.calls.push((name, owner)),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    self.any(any, owner);
                    self.body(then, owner);
                    self.body(otherwise, owner);
                }
            }
        }
    }
}

/// The place of a clause: of an `if`, that of its first condition.
fn place_of(clause: &Clause) -> Place {
    match clause {
        Clause::Step(step) => step.place,
        Clause::Call(name) => name.place,
        Clause::If { any, .. } => any
            .iter()
            .flatten()
            .next()
            .map_or(Place::default(), |test| test.place),
    }
}

/// The place of `word` in the sentence at `place`; the whole sentence if it has escapes.
pub(super) fn word(place: Place, sentence: &str, word: &str) -> Place {
    match sentence.find(word) {
        Some(at) if (place.end - place.start) as usize == sentence.len() => {
            place.part(at, at + word.len())
        }
        _ => place,
    }
}

//! What clauses of tree construction touch, which decides whether their order matters.
//!
//! Nothing is known of values: two clauses of which neither changes what the other touches commute. Parse errors are no part here,
//! because a document's errors are compared by their places, and all errors of a token have the same. What reaches outside, such
//! as a script that is prepared, keeps its place.

use std::slice::from_ref;
use tokenwright_tables::tree::grammar::{PartSet, Parts};
use tokenwright_tables::tree::model::{Callee, Clause, STOP, TreeTables};
use tokenwright_tables::tree::{Effect, Effects};

/// The outputs that the parser itself sees.
const SEEN: [&str; 2] = [STOP, "attach a shadow root to {node} with {template}"];

/// The outputs that note something about a node, which no script sees before the steps are done.
const NOTES: [&str; 4] = [
    "associate {node} with the form element pointer",
    "set the parser document of {node}",
    "set force async of {node} to false",
    "set already started of {node} to true",
];

/// Whether the parser sees an output, by its index.
pub(crate) fn is_seen(tables: &TreeTables, output: usize) -> bool {
    SEEN.contains(&tables.outputs[output].name.value.as_str())
}

/// What clauses touch, with all that they call.
#[derive(Default)]
pub(crate) struct Touched {
    pub(crate) parts: Parts,
    /// The parts that are changed in another way than set.
    pub(crate) otherwise: PartSet,
    /// Whether errors are reported.
    pub(crate) reports: bool,
    /// Whether rows run, the next step is another, or something outside of the parser is done or asked.
    pub(crate) keeps_place: bool,
}

impl Touched {
    /// With `of_tests`, outputs that the parser does not see are left out.
    pub(crate) fn of(tables: &TreeTables, clause: &Clause, of_tests: bool) -> Self {
        let mut touched = Touched::default();
        let mut see = |effect: Effect<'_>| touched.see(tables, effect, of_tests);
        tables.visit(from_ref(clause), &mut Effects::new(tables, &mut see));
        touched
    }

    pub(crate) fn see(&mut self, tables: &TreeTables, effect: Effect<'_>, of_tests: bool) {
        match effect {
            Effect::Touches(parts, _) => self.add(parts),
            Effect::Loops(_) => {}
            Effect::Outside(Some(Callee::Output(at)), _) if of_tests => {
                self.keeps_place |= is_seen(tables, at);
            }
            Effect::Outside(Some(Callee::Output(at)), _)
                if NOTES.contains(&tables.outputs[at].name.value.as_str()) =>
            {
                self.add(Parts {
                    changes: PartSet::TREE,
                    ..Parts::NONE
                });
            }
            // The document answers by what it is, and by its tree.
            Effect::Outside(Some(Callee::Question(_)), _) => self.add(Parts {
                reads: PartSet::TREE,
                ..Parts::NONE
            }),
            Effect::Outside(..) | Effect::Label => self.keeps_place = true,
        }
    }

    fn add(&mut self, parts: Parts) {
        let errors = PartSet::ERRORS;
        let changes = parts.changes;
        self.reports |= changes.meets(errors.or(PartSet::ROWS));
        self.keeps_place |= changes.meets(PartSet::CONTROL.or(PartSet::ROWS));
        self.otherwise = self
            .otherwise
            .or(changes.without(parts.sets).without(errors));
        self.parts = self.parts.and(Parts {
            reads: parts.reads.without(errors),
            changes: changes.without(errors),
            ..parts
        });
    }

    /// Whether the order of the two does not matter, not even for the names of parse errors.
    pub(crate) fn is_independent_of(&self, other: &Touched) -> bool {
        self.commutes(other) && !(self.reports && other.reports)
    }

    /// Whether the order of the two does not matter.
    pub(crate) fn commutes(&self, other: &Touched) -> bool {
        let disturbs = |one: Parts, other: Parts| one.changes.meets(other.reads.or(other.changes));
        let (one, two) = (self.parts, other.parts);
        !self.keeps_place && !other.keeps_place && !disturbs(one, two) && !disturbs(two, one)
    }
}

//! What clauses of tree construction touch, which decides whether their order matters.
//!
//! Nothing is known of values: two clauses of which neither changes what the other touches commute. Each variable is a part. Parse errors are no part here,
//! because a document's errors are compared by their places, and all errors of a token have the same. What reaches outside, such
//! as a script that is prepared, keeps its place.

use std::collections::BTreeSet;
use std::slice::from_ref;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{Expression, PartSet, Parts, TreeCondition, TreeStep};
use tokenwright_tables::tree::model::{Callee, Clause, STOP, TreeTables};
use tokenwright_tables::tree::{Effect, Effects, Visitor};

/// The outputs that the parser itself sees.
const SEEN: [&str; 2] = [STOP, "attach a shadow root to {node} with {template}"];

/// The outputs that note something about a node, which no script sees before the steps are done.
const NOTES: [&str; 4] = [
    "associate {node} with the form element pointer",
    "set the parser document of {node}",
    "set force async of {node} to false",
    "set already started of {node} to true",
];

/// The variable that steps about Text nodes name without a hole.
pub(crate) const DATA: &str = "data";

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
    variables: Variables,
}

/// The variables that clauses read and assign. What they call has its own.
#[derive(Default)]
struct Variables {
    read: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl Variables {
    /// Whether it assigns what the other reads or assigns.
    fn disturb(&self, other: &Variables) -> bool {
        let mut assigned = self.assigned.iter();
        assigned.any(|it| other.read.contains(it) || other.assigned.contains(it))
    }
}

impl Visitor for Variables {
    fn step(&mut self, step: &Located<TreeStep>) {
        match &step.value {
            TreeStep::Let(variable, _)
            | TreeStep::Set(variable, _)
            | TreeStep::Increment(variable, _) => {
                self.assigned.insert(variable.0.clone());
            }
            TreeStep::AppendText(_) | TreeStep::InsertText(_) => {
                self.read.insert(DATA.to_owned());
            }
            _ => {}
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        if let TreeCondition::AtLeast(variable, _)
        | TreeCondition::Greater(variable, _)
        | TreeCondition::IsTrue(variable)
        | TreeCondition::IsFalse(variable) = condition
        {
            self.read.insert(variable.0.clone());
        }
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        if let Expression::Variable(variable) = expression {
            self.read.insert(variable.0.clone());
        }
    }
}

impl Touched {
    /// With `of_tests`, outputs that the parser does not see are left out.
    pub(crate) fn of(tables: &TreeTables, clause: &Clause, of_tests: bool) -> Self {
        let mut touched = Touched::default();
        let mut see = |effect: Effect<'_>| touched.see(tables, effect, of_tests);
        tables.visit(from_ref(clause), &mut Effects::new(tables, &mut see));
        tables.visit(from_ref(clause), &mut touched.variables);
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
                reads: PartSet::TREE.or(PartSet::QUIRKS),
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
        let disturbs = |one: &Touched, other: &Touched| {
            let changes = one.parts.changes.without(PartSet::VARIABLES);
            changes.meets(other.parts.reads.or(other.parts.changes))
                || one.variables.disturb(&other.variables)
        };
        !self.keeps_place && !other.keeps_place && !disturbs(self, other) && !disturbs(other, self)
    }
}

//! Whether a clause can be done twice, or change places with the next, without an effect.
//!
//! This is decided by the parts of the parser that the clauses read and change, and by nothing that is known of their values: two
//! clauses of which neither changes what the other touches commute, and a clause that only sets parts that it does not read changes nothing the
//! second time. Parse errors are no part here, because a document's errors are compared by their places, and all errors of a
//! token have the same. What reaches outside, such as a script that is prepared, keeps its place.

use super::normal::is_seen;
use std::slice::from_ref;
use tokenwright_tables::tree::grammar::{PartSet, Parts};
use tokenwright_tables::tree::model::{Callee, Clause, TreeTables};
use tokenwright_tables::tree::{Effect, Effects};

/// What was done to clauses, as far as it can be judged.
#[derive(Clone, Debug)]
pub enum Change {
    /// A clause is done twice.
    Twice(Clause),
    /// Two clauses have changed places.
    Swapped(Box<[Clause; 2]>),
    /// Something else.
    Other,
}

impl Change {
    /// Whether it is proved to have no effect; with `of_tests`, none but outputs to the document that run no script.
    #[must_use]
    pub fn has_no_effect(&self, tables: &TreeTables, of_tests: bool) -> bool {
        match self {
            Change::Twice(clause) => {
                is_idempotent_loop(tables, clause)
                    || is_idempotent(&Touched::of(tables, clause, of_tests))
            }
            Change::Swapped(clauses) => {
                let [one, other] = clauses
                    .each_ref()
                    .map(|it| Touched::of(tables, it, of_tests));
                one.commutes(&other)
            }
            Change::Other => false,
        }
    }
}

/// Whether a clause only sets parts, to what does not depend on them.
fn is_idempotent(touched: &Touched) -> bool {
    let parts = touched.parts;
    let is_set = touched.otherwise == PartSet::NONE && !parts.reads.meets(parts.changes);
    // A second parse error is an effect.
    is_set && !touched.keeps_place && !touched.reports
}

/// Whether a clause is a loop that ends only when its conditions do not hold any more: then they do not hold the second time.
fn is_idempotent_loop(tables: &TreeTables, clause: &Clause) -> bool {
    match clause {
        Clause::While { .. } => !Touched::of(tables, clause, false).keeps_place,
        Clause::Call(sentence) => {
            let resolved = tables.step(sentence);
            let Some(Callee::Algorithm(at)) = resolved.as_ref().map(|it| it.callee) else {
                return false;
            };
            let all = Touched::of(tables, clause, false).parts;
            let mut arguments = Touched::default();
            let mut see = |effect: Effect<'_>| arguments.see(tables, effect, false);
            let mut effects = Effects::new(tables, &mut see);
            for value in resolved.iter().flat_map(|it| &it.arguments) {
                tables.visit_value(value, sentence.place, &mut effects);
            }
            let [only] = &tables.algorithms[at].body[..] else {
                return false;
            };
            matches!(only, Clause::While { .. })
                && !Touched::of(tables, only, false).keeps_place
                && !arguments.keeps_place
                && !arguments.parts.reads.meets(all.changes)
                && arguments.parts.changes == PartSet::NONE
        }
        _ => false,
    }
}

/// What clauses touch, with all that they call.
#[derive(Default)]
struct Touched {
    parts: Parts,
    /// The parts that are changed in another way than set.
    otherwise: PartSet,
    /// Whether errors are reported.
    reports: bool,
    /// Whether rows run, the next step is another, or something outside of the parser is done or asked.
    keeps_place: bool,
}

impl Touched {
    /// With `of_tests`, outputs that the parser does not see are left out.
    fn of(tables: &TreeTables, clause: &Clause, of_tests: bool) -> Self {
        let mut touched = Touched::default();
        let mut see = |effect: Effect<'_>| touched.see(tables, effect, of_tests);
        tables.visit(from_ref(clause), &mut Effects::new(tables, &mut see));
        touched
    }

    fn see(&mut self, tables: &TreeTables, effect: Effect<'_>, of_tests: bool) {
        match effect {
            Effect::Touches(parts, _) => self.add(parts),
            Effect::Loops(_) => {}
            Effect::Outside(Some(Callee::Output(at)), _) if of_tests => {
                self.keeps_place |= is_seen(tables, at);
            }
            // The document answers by what it is, and by its tree.
            Effect::Outside(Some(Callee::Question(_)), _) if of_tests => self.add(Parts {
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

    /// Whether the order of the two does not matter.
    fn commutes(&self, other: &Touched) -> bool {
        let disturbs = |one: Parts, other: Parts| one.changes.meets(other.reads.or(other.changes));
        let (one, two) = (self.parts, other.parts);
        !self.keeps_place && !other.keeps_place && !disturbs(one, two) && !disturbs(two, one)
    }
}

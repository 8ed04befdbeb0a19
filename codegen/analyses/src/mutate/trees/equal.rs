//! Whether a clause can be done twice, or change places with the next, without an effect.
//!
//! This is decided by the parts of the parser that the clauses touch: a clause that only sets parts that it does not read changes
//! nothing the second time.

use crate::touched::Touched;
use tokenwright_tables::tree::grammar::PartSet;
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

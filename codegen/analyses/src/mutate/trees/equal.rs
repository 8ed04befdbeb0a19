//! Whether a clause can be done twice, or change places with the next, without an effect.
//!
//! This is decided by the parts of the parser that the clauses touch: a clause that only sets parts that it does not read changes
//! nothing the second time.

use super::expressions;
use crate::touched::Touched;
use tokenwright_tables::tree::grammar::{Expression, PartSet, TreeStep, Value, Variable};
use tokenwright_tables::tree::model::{Callee, Clause, ForeignAttribute, TreeTables, parameters};
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
                    || is_done_once(tables, clause)
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

/// Whether a clause changes nothing the second time by its form: it renames to names that it does not rename, puts a node where it is,
/// moves children away that are gone, or creates an element in place of one that nothing has used.
fn is_done_once(tables: &TreeTables, clause: &Clause) -> bool {
    match clause {
        Clause::Step(step) => match &step.value {
            TreeStep::ChangeNameBy(table) | TreeStep::ChangeAttributesBy(table) => {
                let all = tables.pairs.iter();
                let mut all = all.filter(|(name, _)| name.value == table.0);
                all.all(|(_, pairs)| {
                    let is_from = |to: &String| pairs.iter().any(|(from, _)| from.value == *to);
                    let mut pairs = pairs.iter();
                    pairs.all(|(from, to)| from.value == *to || !is_from(to))
                })
            }
            TreeStep::NamespaceAttributes => {
                let all = &tables.foreign_attributes;
                let is_kept = |to: &ForeignAttribute| {
                    let mut again = all.iter().filter(|it| it.name.value == to.local_name);
                    again.all(|it| {
                        (&it.prefix, &it.local_name, &it.namespace.value)
                            == (&to.prefix, &to.local_name, &to.namespace.value)
                    })
                };
                all.iter().all(is_kept)
            }
            TreeStep::Insert(Expression::Variable(_), Expression::Variable(_))
            | TreeStep::MoveChildren(Expression::Variable(_), Expression::Variable(_)) => true,
            TreeStep::Let(variable, Value::Expression(value @ Expression::NewElementFor(..))) => {
                !mentions(value, variable)
            }
            _ => false,
        },
        Clause::Call(sentence) => {
            let resolved = tables.step(sentence);
            let Some(Callee::Algorithm(at)) = resolved.map(|it| it.callee) else {
                return false;
            };
            let called = &tables.algorithms[at];
            // What an algorithm inserts may depend on its arguments.
            let is_of_token = parameters(&called.name).next().is_none();
            matches!(&called.body[..], [only] if is_of_token && is_done_once(tables, only))
        }
        Clause::If {
            any,
            then,
            otherwise,
        } => {
            let touched = Touched::of(tables, clause, false);
            let reads = |all| tables.parts_of_tests(all).reads;
            let is_asked = |all| reads(all).meets(touched.parts.changes);
            matches!(&then[..], [only] if is_done_once(tables, only))
                && otherwise.is_empty()
                && !touched.keeps_place
                && !any.iter().any(is_asked)
        }
        Clause::While { .. } | Clause::Label(_) => false,
    }
}

fn mentions(expression: &Expression, variable: &Variable) -> bool {
    let is_it = |it: &Expression| matches!(it, Expression::Variable(of) if of == variable);
    expressions(expression).into_iter().any(is_it)
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

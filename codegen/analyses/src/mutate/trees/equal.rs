//! Whether a clause can be done twice, or change places with the next, without an effect.
//!
//! This is decided by the parts of the parser that the clauses read and change, and by nothing that is known of their values: two
//! clauses of which neither changes what the other touches commute, and a clause that only sets parts that it does not read changes nothing the
//! second time. Parse errors are no part here, because a document's errors are compared by their places, and all errors of a
//! token have the same. What reaches outside, such as a script that is prepared, keeps its place.

use super::normal::is_seen;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::{
    Elements, Expression, PartSet, Parts, TreeCondition, TreeStep, Value,
};
use tokenwright_tables::tree::model::{Callee, Clause, Resolved, TreeTables};

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
fn is_idempotent(touched: &Touched<'_>) -> bool {
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
            let mut arguments = Touched::new(tables);
            arguments.arguments(resolved.as_ref());
            let [only] = &tables.algorithms[at].body[..] else {
                return false;
            };
            matches!(only, Clause::While { .. })
                && !Touched::of(tables, only, false).keeps_place
                && !arguments.parts.reads.meets(all.changes)
                && arguments.parts.changes == PartSet::NONE
        }
        _ => false,
    }
}

/// What clauses touch, with all that they call.
struct Touched<'t> {
    tables: &'t TreeTables,
    /// Whether outputs that the parser does not see are left out.
    of_tests: bool,
    parts: Parts,
    /// The parts that are changed in another way than set.
    otherwise: PartSet,
    /// Whether errors are reported.
    reports: bool,
    /// Whether rows run, the next step is another, or something outside of the parser is done or asked.
    keeps_place: bool,
    /// The algorithms and definitions that are called.
    entered: Vec<Callee>,
    /// How many calls the visit is in.
    depth: usize,
}

impl<'t> Touched<'t> {
    fn new(tables: &'t TreeTables) -> Self {
        Touched {
            tables,
            of_tests: false,
            parts: Parts::NONE,
            otherwise: PartSet::NONE,
            reports: false,
            keeps_place: false,
            entered: Vec::new(),
            depth: 0,
        }
    }

    fn of(tables: &'t TreeTables, clause: &Clause, of_tests: bool) -> Self {
        let mut touched = Touched {
            of_tests,
            ..Touched::new(tables)
        };
        tables.visit(std::slice::from_ref(clause), &mut touched);
        touched
    }

    /// What a call reads before it begins.
    fn arguments(&mut self, resolved: Option<&Resolved>) {
        for value in resolved.iter().flat_map(|it| &it.arguments) {
            match value {
                Value::Expression(expression) => self.within(expression),
                Value::Call(_) => self.keeps_place = true,
            }
        }
    }

    fn within(&mut self, expression: &Expression) {
        self.add(expression.effects());
        expression
            .inner()
            .into_iter()
            .for_each(|it| self.within(it));
    }

    fn add(&mut self, parts: Parts) {
        // The variables and labels of an algorithm are its own.
        let own = match self.depth {
            0 => PartSet::NONE,
            _ => PartSet::CONTROL.or(PartSet::VARIABLES),
        };
        let [reads, changes, sets] =
            [parts.reads, parts.changes, parts.sets].map(|it| it.without(own));
        let errors = PartSet::ERRORS;
        self.reports |= changes.meets(errors.or(PartSet::ROWS));
        self.keeps_place |= changes.meets(PartSet::CONTROL.or(PartSet::ROWS));
        self.otherwise = self.otherwise.or(changes.without(sets).without(errors));
        self.parts = self.parts.and(Parts {
            reads: reads.without(errors),
            changes: changes.without(errors),
            sets,
        });
    }

    /// Whether the order of the two does not matter.
    fn commutes(&self, other: &Touched<'_>) -> bool {
        let disturbs = |one: Parts, other: Parts| one.changes.meets(other.reads.or(other.changes));
        let (one, two) = (self.parts, other.parts);
        !self.keeps_place && !other.keeps_place && !disturbs(one, two) && !disturbs(two, one)
    }
}

impl Visitor for Touched<'_> {
    fn clause(&mut self, clause: &Clause) {
        self.keeps_place |= self.depth == 0 && matches!(clause, Clause::Label(_));
    }

    fn step(&mut self, step: &Located<TreeStep>) {
        self.add(step.effects());
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        self.add(condition.effects());
    }

    fn elements(&mut self, elements: &Elements, _: Place) {
        if *elements == Elements::SameTagName {
            self.add(Expression::TagName.effects());
        }
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        self.add(expression.effects());
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        let Some(callee) = resolved.map(|it| it.callee) else {
            self.keeps_place = true;
            return;
        };
        if self.entered.contains(&callee) {
            return;
        }
        self.entered.push(callee);
        let tables = self.tables;
        self.depth += 1;
        match callee {
            Callee::Algorithm(at) => tables.visit(&tables.algorithms[at].body, self),
            Callee::Definition(at) => {
                let any = &tables.definitions[at].any;
                any.iter().for_each(|all| tables.visit_tests(all, self));
            }
            Callee::Output(at) => self.keeps_place |= !self.of_tests || is_seen(tables, at),
            // The document answers by what it is, and by its tree.
            Callee::Question(_) if self.of_tests => self.add(Parts {
                reads: PartSet::TREE,
                ..Parts::NONE
            }),
            Callee::Question(_) => self.keeps_place = true,
        }
        self.depth -= 1;
    }
}

//! What steps, conditions and values do, with all that they call.
//!
//! The grammar has the effects of each form. Here they are followed into the bodies of algorithms and definitions, each once. The
//! rows that a step runs depend on the mode and the stack, so they are not followed: they are the part `ROWS`.

use super::grammar::{Elements, Expression, PartSet, Parts, TreeCondition, TreeStep};
use super::model::{Callee, Clause, Conjunction, Resolved, TreeTables};
use super::traverse::Visitor;
use crate::model::Located;
use crate::source::Place;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Something that is done.
pub enum Effect<'e> {
    /// A form reads and changes parts; of a body that is called, those that are left when it ends.
    Touches(Parts, &'e dyn Display),
    /// A loop, or a jump, which may be one.
    Loops(&'e dyn Display),
    /// A label, to which other steps jump; those of a body that is called are its own.
    Label,
    /// A sentence that goes to the document or asks it; none if nothing has such a name.
    Outside(Option<Callee>, &'e str),
}

/// A visitor that passes on all that is done.
pub struct Effects<'t, 's> {
    tables: &'t TreeTables,
    see: &'s mut dyn FnMut(Effect<'_>),
    /// What was called.
    pub called: BTreeSet<Callee>,
    /// How many calls the visit is in.
    depth: usize,
}

impl<'t, 's> Effects<'t, 's> {
    /// A visitor for some tables.
    pub fn new(tables: &'t TreeTables, see: &'s mut dyn FnMut(Effect<'_>)) -> Self {
        Effects {
            tables,
            see,
            called: BTreeSet::new(),
            depth: 0,
        }
    }

    fn touch(&mut self, parts: Parts, form: &dyn Display) {
        let parts = match self.depth {
            0 => parts,
            _ => parts.only(PartSet::STATE),
        };
        (self.see)(Effect::Touches(parts, form));
    }
}

impl Visitor for Effects<'_, '_> {
    fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::While { .. } => (self.see)(Effect::Loops(&"a loop")),
            Clause::Label(_) if self.depth == 0 => (self.see)(Effect::Label),
            _ => {}
        }
    }

    fn step(&mut self, step: &Located<TreeStep>) {
        self.touch(step.effects(), &step.value);
        if let TreeStep::Jump(_) = step.value {
            (self.see)(Effect::Loops(&step.value));
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        self.touch(condition.effects(), condition);
    }

    fn elements(&mut self, elements: &Elements, _: Place) {
        if *elements == Elements::SameTagName {
            self.touch(Expression::TagName.effects(), elements);
        }
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        self.touch(expression.effects(), expression);
    }

    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, _: Place) {
        let callee = resolved.map(|it| it.callee);
        if let Some(Callee::Output(_) | Callee::Question(_)) | None = callee {
            (self.see)(Effect::Outside(callee, sentence));
        }
        if let Some(callee) = callee
            && self.called.insert(callee)
        {
            self.depth += 1;
            self.tables.visit_callee(callee, self);
            self.depth -= 1;
        }
    }
}

impl TreeTables {
    /// The parts that clauses read and change, with all that they call.
    #[must_use]
    pub fn parts(&self, body: &[Clause]) -> Parts {
        self.parts_of(|effects| self.visit(body, effects))
    }

    /// The parts that conditions read.
    #[must_use]
    pub fn parts_of_tests(&self, all: &Conjunction) -> Parts {
        self.parts_of(|effects| self.visit_tests(all, effects))
    }

    fn parts_of(&self, visit: impl FnOnce(&mut Effects<'_, '_>)) -> Parts {
        let mut all = Parts::NONE;
        visit(&mut Effects::new(self, &mut |effect| {
            if let Effect::Touches(parts, _) = effect {
                all = all.and(parts);
            }
        }));
        all
    }

    /// What clauses call, through other calls or not.
    #[must_use]
    pub fn called(&self, body: &[Clause]) -> BTreeSet<Callee> {
        let mut see = |_: Effect<'_>| {};
        let mut effects = Effects::new(self, &mut see);
        self.visit(body, &mut effects);
        effects.called
    }
}

//! The rows and algorithms that refer to something.

use crate::trees::{Part, PartId, Trees};
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::{
    ElementType, Elements, Expression, TreeCondition, TreeStep,
};
use tokenwright_tables::tree::model::{Callee, Resolved};

/// What can be referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target<'n> {
    Called(Callee),
    Category(&'n str),
    Scope(&'n str),
    Identifiers(&'n str),
    Pairs(&'n str),
    Element(&'n ElementType),
}

/// The parts whose steps, or whose conditions, refer to a target.
pub(super) fn of<'t>(target: Target<'_>, trees: &'t Trees) -> Vec<Part<'t>> {
    let mut parts = trees.parts();
    parts.retain(|part| {
        let mut finder = Finder {
            target,
            found: false,
        };
        trees.tables.visit(part.body, &mut finder);
        if let PartId::Row(of, at) = part.id
            && let Some(row) = trees.row(of, at)
        {
            for on in &row.on {
                trees.tables.visit_tests(&on.when, &mut finder);
            }
        }
        finder.found
    });
    parts
}

struct Finder<'n> {
    target: Target<'n>,
    found: bool,
}

impl Finder<'_> {
    fn note(&mut self, target: Target<'_>) {
        self.found |= self.target == target;
    }

    fn types(&mut self, types: &[ElementType]) {
        types.iter().for_each(|of| self.note(Target::Element(of)));
    }
}

impl Visitor for Finder<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        if let TreeStep::ChangeNameBy(table) | TreeStep::ChangeAttributesBy(table) = &step.value {
            self.note(Target::Pairs(&table.0));
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(resolved) = resolved {
            self.note(Target::Called(resolved.callee));
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        match condition {
            TreeCondition::InScope(_, _, scope) => self.note(Target::Scope(&scope.0)),
            TreeCondition::InCategory(_, _, set) => self.note(Target::Category(&set.0)),
            TreeCondition::PublicIn(list)
            | TreeCondition::SystemIn(list)
            | TreeCondition::PublicStarts(list) => self.note(Target::Identifiers(&list.0)),
            TreeCondition::NoneOpen(of) => self.note(Target::Element(of)),
            _ => {}
        }
    }

    fn elements(&mut self, elements: &Elements, _: Place) {
        if let Elements::Types { any, .. } = elements {
            self.types(any);
        }
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        match expression {
            Expression::TopmostBelow(_, set) => self.note(Target::Category(&set.0)),
            Expression::LastOpen(of) | Expression::LastFormatting(of) => {
                self.note(Target::Element(of));
            }
            _ => {}
        }
    }
}

//! The rows and algorithms that refer to something.

use crate::trees::{Part, PartId, Trees};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{Callee, Resolved};
use tokenwright_tables::tree::{List, Visitor};

/// What can be referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target<'n> {
    Called(Callee),
    List(List, &'n str),
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
}

impl Visitor for Finder<'_> {
    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(resolved) = resolved {
            self.note(Target::Called(resolved.callee));
        }
    }

    fn list(&mut self, list: List, name: &str, _: Place) {
        self.note(Target::List(list, name));
    }

    fn element(&mut self, element: &ElementType, _: Place) {
        self.note(Target::Element(element));
    }
}

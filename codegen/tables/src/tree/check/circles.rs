//! Rows and algorithms that run themselves, and definitions that mean themselves, through others or not.
//!
//! What they run is named by their steps, and not by the stack or the insertion mode, so that such a circle would hardly ever end.

use super::flow::{is_end_tag, is_named};
use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::TreeStep;
use crate::tree::model::{Callee, Clause, Mode, On, Resolved, Tokens, TreeTables};
use crate::tree::traverse::Visitor;
use std::collections::BTreeMap;

/// Steps or conditions with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Body {
    Algorithm(usize),
    Definition(usize),
    /// A row of a mode; that of foreign content has the number behind the others.
    Row(usize, usize),
}

impl Body {
    fn called(callee: Callee) -> Option<Body> {
        match callee {
            Callee::Algorithm(at) => Some(Body::Algorithm(at)),
            Callee::Definition(at) => Some(Body::Definition(at)),
            Callee::Output(_) | Callee::Question(_) => None,
        }
    }
}

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let callees = tables.callees().map(|(callee, _)| callee);
    let bodies = callees.filter_map(|callee| {
        let mut runs = Runs::of(tables, None, &[]);
        tables.visit_callee(callee, &mut runs);
        Some((Body::called(callee)?, runs))
    });
    let mut all: BTreeMap<Body, Runs<'_>> = bodies.collect();
    for (number, mode) in tables.all_modes().enumerate() {
        for (row, of) in mode.rows.iter().enumerate() {
            let runs = Runs::of(tables, Some((number, mode)), &of.body);
            all.insert(Body::Row(number, row), runs);
        }
    }
    let (mut done, mut found) = (Vec::new(), Vec::new());
    for body in all.keys() {
        circle(&all, *body, &mut Vec::new(), &mut done, &mut found);
    }
    let errors = found.into_iter().map(|(body, place)| match body {
        Body::Algorithm(at) => {
            let name = &tables.algorithms[at].name;
            Diagnostic::error(name.place, format!("`{}` calls itself", name.value))
        }
        Body::Definition(at) => {
            let name = &tables.definitions[at].name;
            Diagnostic::error(name.place, format!("`{}` means itself", name.value))
        }
        Body::Row(..) => Diagnostic::error(place, "a row runs itself by this step"),
    });
    errors.collect()
}

/// Goes where a body leads, and finds the steps that lead back to one that is open.
fn circle(
    all: &BTreeMap<Body, Runs<'_>>,
    body: Body,
    open: &mut Vec<Body>,
    done: &mut Vec<Body>,
    found: &mut Vec<(Body, Place)>,
) {
    if done.contains(&body) {
        return;
    }
    open.push(body);
    for (next, place) in &all[&body].bodies {
        match open.contains(next) {
            true => found.push((*next, *place)),
            false => circle(all, *next, open, done, found),
        }
    }
    open.pop();
    done.push(body);
}

/// The bodies that steps run.
struct Runs<'t> {
    tables: &'t TreeTables,
    /// The mode of a row, with its number.
    mode: Option<(usize, &'t Mode)>,
    bodies: Vec<(Body, Place)>,
}

impl<'t> Runs<'t> {
    fn of(tables: &'t TreeTables, mode: Option<(usize, &'t Mode)>, body: &[Clause]) -> Self {
        let mut runs = Runs {
            tables,
            mode,
            bodies: Vec::new(),
        };
        tables.visit(body, &mut runs);
        runs
    }

    fn row(&mut self, mode: Option<(usize, &Mode)>, has: impl Fn(&Tokens) -> bool, place: Place) {
        let row = mode.and_then(|(number, mode)| {
            let is_it = |on: &On| has(&on.tokens.value);
            let at = mode.rows.iter().position(|row| row.on.iter().any(is_it));
            at.map(|row| Body::Row(number, row))
        });
        self.bodies.extend(row.map(|row| (row, place)));
    }
}

impl Visitor for Runs<'_> {
    fn call(&mut self, _: &str, resolved: Option<&Resolved>, place: Place) {
        let body = resolved.and_then(|it| Body::called(it.callee));
        self.bodies.extend(body.map(|body| (body, place)));
    }

    fn step(&mut self, step: &Located<TreeStep>) {
        let tables = self.tables;
        let of = |name: &str| Some(tables.mode(name)?).map(|at| (at, &tables.modes[at]));
        match &step.value {
            TreeStep::ActAs(entry) => self.row(self.mode, is_named(&entry.0), step.place),
            TreeStep::ActAsIn(entry, mode) | TreeStep::ProcessPending(entry, mode) => {
                self.row(of(&mode.0), is_named(&entry.0), step.place);
            }
            TreeStep::ActAsEndTag(name) => {
                let has = |tokens: &Tokens| is_end_tag(tokens, &name.0);
                self.row(self.mode, has, step.place);
            }
            _ => {}
        }
    }
}

//! Variables: each has a value on every path to where it is read.
//!
//! This is the definite assignment of languages with local variables: a forward analysis of each body that keeps, where paths
//! meet, what all of them assign. A jump back may bring less than the steps above its label did, so that a body is analysed
//! until the labels stay the same. The token of which a condition asks whether it was ignored is such a variable: `act as if`
//! assigns it. So is the newly created element, which an algorithm assigns if each path through it does.

use super::misnamed;
use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Expression, TreeCondition, TreeStep, Variable};
use crate::tree::model::{Callee, Clause, IGNORED, Resolved, TreeTables, parameters, steps};
use crate::tree::traverse::{Visitor, of_type};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::slice::from_ref;

/// The variable that is the newly created element. No table can have one with such a name.
const CREATED: &str = "the newly created element";

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let creating = creating(tables);
    let body = |of: &[Clause], name: &str| body(tables, &creating, of, name).found;
    for row in tables.all_modes().flat_map(|mode| &mode.rows) {
        for on in &row.on {
            let mut paths = Paths::new(tables, &creating, "");
            tables.visit_tests(&on.when, &mut paths);
            found.append(&mut paths.found);
        }
        found.extend(body(&row.body, ""));
    }
    for algorithm in &tables.algorithms {
        found.extend(body(&algorithm.body, &algorithm.name.value));
    }
    for definition in &tables.definitions {
        let mut paths = Paths::new(tables, &creating, &definition.name.value);
        tables.visit_any(&definition.any, &mut paths);
        found.append(&mut paths.found);
    }
    found
}

type Names = BTreeSet<String>;

/// The algorithms that create an element on each path through them.
fn creating(tables: &TreeTables) -> BTreeSet<usize> {
    let mut creating = BTreeSet::new();
    loop {
        let algorithms = tables.algorithms.iter().enumerate();
        let found: BTreeSet<usize> = algorithms
            .filter(|(_, it)| {
                let ends = body(tables, &creating, &it.body, &it.name.value).ends;
                ends.is_some_and(|names| names.contains(CREATED))
            })
            .map(|(at, _)| at)
            .collect();
        if found == creating {
            return creating;
        }
        creating = found;
    }
}

/// The paths of a body, whose parameters are in its name.
fn body<'t>(
    tables: &'t TreeTables,
    creating: &'t BTreeSet<usize>,
    body: &[Clause],
    name: &str,
) -> Paths<'t> {
    let mut paths = Paths::new(tables, creating, name);
    let somewhere = steps(body).filter_map(|step| assigned(step));
    paths.somewhere.extend(somewhere.map(str::to_owned));
    loop {
        let before = paths.labels.clone();
        let start = paths.assigned.clone();
        paths.follow(body);
        paths.end();
        if paths.labels == before {
            return paths;
        }
        paths.assigned = start;
        paths.found.clear();
    }
}

/// The variable that a step assigns.
fn assigned(step: &TreeStep) -> Option<&str> {
    match step {
        TreeStep::Let(variable, _) => Some(&variable.0),
        TreeStep::ActAsIfSeen(_) => Some(IGNORED),
        _ => None,
    }
}

struct Paths<'t> {
    tables: &'t TreeTables,
    /// The variables that every path to here assigns; none if no path comes here.
    assigned: Option<Names>,
    /// Those that every known path to a label assigns.
    labels: BTreeMap<String, Names>,
    /// Those that every known path to the end assigns.
    ends: Option<Names>,
    /// The algorithms that create an element.
    creating: &'t BTreeSet<usize>,
    /// Those that any step of the body assigns.
    somewhere: Names,
    /// The sentence that is visited, for the places of names in it.
    sentence: String,
    found: Vec<Diagnostic>,
}

impl<'t> Paths<'t> {
    fn new(tables: &'t TreeTables, creating: &'t BTreeSet<usize>, name: &str) -> Self {
        Self {
            tables,
            assigned: Some(parameters(name).map(str::to_owned).collect()),
            labels: BTreeMap::new(),
            ends: None,
            creating,
            somewhere: Names::new(),
            sentence: String::new(),
            found: Vec::new(),
        }
    }

    fn follow(&mut self, body: &[Clause]) {
        for clause in body {
            match clause {
                Clause::Step(step) => self.follow_step(clause, step),
                Clause::Call(_) => self.tables.visit(from_ref(clause), self),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    self.tables.visit_any(any, self);
                    let before = self.assigned.clone();
                    self.follow(then);
                    let after = std::mem::replace(&mut self.assigned, before);
                    self.follow(otherwise);
                    self.assigned = meet(after, take(&mut self.assigned));
                }
                // The steps may run no time.
                Clause::While { all, body } => {
                    self.tables.visit_tests(all, self);
                    let before = self.assigned.clone();
                    self.follow(body);
                    self.assigned = before;
                }
                Clause::Label(label) => {
                    self.arrive(&label.value);
                    self.assigned = self.labels.get(&label.value).cloned();
                }
            }
        }
    }

    fn follow_step(&mut self, clause: &Clause, step: &TreeStep) {
        self.tables.visit(from_ref(clause), self);
        match step {
            TreeStep::Jump(label) => {
                self.arrive(&label.0);
                self.assigned = None;
            }
            TreeStep::Break | TreeStep::Continue => self.assigned = None,
            TreeStep::Return | TreeStep::ReturnValue(_) => self.end(),
            _ => {
                if let Some(name) = assigned(step) {
                    self.assign(name);
                }
            }
        }
    }

    fn assign(&mut self, name: &str) {
        if let Some(names) = &mut self.assigned {
            names.insert(name.to_owned());
        }
    }

    /// Adds the path to here to those to the end.
    fn end(&mut self) {
        self.ends = meet(self.ends.take(), self.assigned.take());
    }

    /// Adds the path to here to those to a label.
    fn arrive(&mut self, label: &str) {
        let known = self.labels.remove(label);
        if let Some(names) = meet(known, self.assigned.clone()) {
            self.labels.insert(label.to_owned(), names);
        }
    }

    fn read(&mut self, name: &str, place: Place) {
        let Some(names) = &self.assigned else {
            return;
        };
        if names.contains(name) {
            return;
        }
        self.found.push(if name == IGNORED {
            let error = Diagnostic::error(place, "this speaks of no token");
            error.label("not every path to it has a step `act as if … had been seen`")
        } else if name == CREATED {
            let error = Diagnostic::error(place, "there may be no newly created element here");
            error.label("not every path to it creates one")
        } else if self.somewhere.contains(name) {
            let message = format!("`{name}` may have no value here");
            let error = Diagnostic::error(place, message);
            error.label(format!("not every path to it has a step `let {name} be …`"))
        } else {
            let known = names.iter().map(String::as_str);
            let known = known.filter(|it| ![IGNORED, CREATED].contains(it));
            let message = format!("`{name}` has no value here");
            let advice = format!("write `let {name} be …` before it");
            misnamed(message, name, known, (&self.sentence, place), Some(advice))
        });
    }
}

/// What both of two paths assign.
fn meet(one: Option<Names>, other: Option<Names>) -> Option<Names> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(&other).cloned().collect()),
        (one, other) => one.or(other),
    }
}

impl Visitor for Paths<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        self.sentence = step.to_string();
        match &step.value {
            TreeStep::Set(variable, _) | TreeStep::Increment(variable, _) => {
                self.read(&variable.0, step.place);
            }
            TreeStep::AppendText(_) | TreeStep::InsertText(_) => self.read("data", step.place),
            _ => {}
        }
    }

    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, place: Place) {
        if let Some(Callee::Algorithm(at)) = resolved.map(|it| it.callee)
            && self.creating.contains(&at)
        {
            self.assign(CREATED);
        }
        if (place.end - place.start) as usize == sentence.len() {
            self.sentence = sentence.to_owned();
        }
    }

    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        self.sentence = condition.to_string();
        for (_, Variable(name)) in of_type(condition.holes()) {
            self.read(name, place);
        }
        if let TreeCondition::WasIgnored(_) = condition {
            self.read(IGNORED, place);
        }
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        match expression {
            Expression::Variable(variable) => self.read(&variable.0, place),
            Expression::NewElement => self.read(CREATED, place),
            Expression::NewElementFor(..) => self.assign(CREATED),
            _ => {}
        }
    }
}

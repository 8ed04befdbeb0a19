//! Limits on the size of tables. Other rules take time quadratic in some of these numbers, or linear in the size of
//! expanded definitions.

use crate::diagnostic::Diagnostic;
use crate::grammar::Step;
use crate::model::{Clause, Conjunction, Definition, On, Revision, State, Test};
use crate::source::Place;
use std::collections::HashMap;

/// The most states, procedures, definitions, rules or error codes.
const PARTS: usize = 2000;
/// The most entries of `on` in the rows of one state.
const ENTRIES: usize = 1000;
/// The most steps and conditions of one body, with those of the definitions that it uses.
const STEPS: usize = 1000;

/// Reports everything that exceeds a limit.
pub(super) fn exceeded(revision: &Revision) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let states = revision.states.iter().map(|state| state.name.place);
    parts("states", states, &mut out);
    let procedures = revision.procedures.iter().map(|state| state.name.place);
    parts("procedures", procedures, &mut out);
    let definitions = revision.definitions.iter().map(|one| one.name().place);
    parts("definitions", definitions, &mut out);
    parts(
        "rules",
        revision.rules.iter().map(|rule| rule.on.place),
        &mut out,
    );
    let codes = revision.errors.iter().map(|error| error.code.place);
    parts("error codes", codes, &mut out);
    entries(&revision.input_stream.rows, "the input stream", &mut out);
    let mut sizes = Sizes::of(revision);
    for state in revision.states.iter().chain(&revision.procedures) {
        entries(
            &state.rows,
            &format!("the {} state", state.name.value),
            &mut out,
        );
        sizes.check(&state.body, state, state.name.place, &mut out);
        for row in &state.rows {
            sizes.check(&row.body, state, row.place.place, &mut out);
        }
    }
    out
}

fn parts(what: &str, places: impl Iterator<Item = Place>, out: &mut Vec<Diagnostic>) {
    let mut beyond = places.skip(PARTS);
    if let Some(first) = beyond.next() {
        let count = PARTS + 1 + beyond.count();
        out.push(
            Diagnostic::error(first, format!("{count} {what}, where {PARTS} are allowed"))
                .label("one too many")
                .help("remove those that do the same as another"),
        );
    }
}

fn entries(rows: &[crate::model::Row], whose: &str, out: &mut Vec<Diagnostic>) {
    let count = |row: &crate::model::Row| match &row.on {
        On::Consumed { any, except } => any.len() + except.len(),
        On::Peeked(any) => any.len(),
        On::Ahead { .. } => 1,
    };
    let mut all = 0;
    for row in rows {
        all += count(row).max(1);
        if all > ENTRIES {
            let whole: usize = rows.iter().map(|row| count(row).max(1)).sum();
            out.push(
                Diagnostic::error(
                    row.place.place,
                    format!("{whole} entries in the rows of {whose}, where {ENTRIES} are allowed"),
                )
                .label("too many from here on")
                .help("write ranges, such as `U+0041 (A) to U+005A (Z)`, or a class of `revision.toml`"),
            );
            return;
        }
    }
}

/// The sizes of bodies after definitions are expanded.
struct Sizes<'r> {
    definitions: HashMap<&'r str, &'r Definition>,
    known: HashMap<&'r str, usize>,
}

impl<'r> Sizes<'r> {
    fn of(revision: &'r Revision) -> Self {
        let definitions = revision.definitions.iter();
        Sizes {
            definitions: definitions.map(|one| (one.name().as_str(), one)).collect(),
            known: HashMap::new(),
        }
    }

    fn check(
        &mut self,
        body: &'r [Clause],
        state: &'r State,
        place: Place,
        out: &mut Vec<Diagnostic>,
    ) {
        let anything_else = state
            .rows
            .iter()
            .find(|row| super::walk::is_anything_else(row));
        let jump = anything_else.map_or(0, |row| self.body(&row.body, 0));
        let size = self.body(body, jump);
        if size > STEPS {
            out.push(
                Diagnostic::error(
                    place,
                    format!("more than {STEPS} steps, with the definitions written out"),
                )
                .label("in this body")
                .help("call definitions that call others less often, or move steps to separate states"),
            );
        }
    }

    /// The expanded size of a body. `jump` is the size of `treat as anything else`.
    fn body(&mut self, body: &'r [Clause], jump: usize) -> usize {
        body.iter().fold(0, |size: usize, clause| {
            size.saturating_add(match clause {
                Clause::Step(step) if step.value == Step::TreatAsAnythingElse => jump,
                Clause::Step(_) => 1,
                Clause::Call(name) => self.definition(name),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let branches = self
                        .body(then, jump)
                        .saturating_add(self.body(otherwise, jump));
                    branches.saturating_add(self.conditions(any))
                }
            })
        })
    }

    fn conditions(&mut self, any: &'r [Conjunction]) -> usize {
        any.iter().flatten().fold(0, |size: usize, test| {
            size.saturating_add(match &test.value {
                Test::Condition(_) => 1,
                Test::Defined { name, .. } => self.definition(name),
            })
        })
    }

    fn definition(&mut self, name: &'r str) -> usize {
        if let Some(size) = self.known.get(name) {
            return *size;
        }
        // Another rule reports recursive definitions.
        self.known.insert(name, 1);
        let size = match self.definitions.get(name).copied() {
            Some(Definition::Step { body, .. }) => self.body(body, 0),
            Some(Definition::Condition { any, .. }) => self.conditions(any),
            None => 1,
        };
        self.known.insert(name, size);
        size
    }
}

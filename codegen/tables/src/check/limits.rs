//! Limits on the size of tables, so that every command ends in reasonable time on any tables.
//!
//! Other rules take time quadratic in some of these numbers, or linear in the size of expanded definitions, which
//! doubles with each level of nesting. The limits are far above what any revision needs and are counted without
//! expanding anything. Fixed numbers can refuse tables that would still be fast; a message names the part to shorten.

use crate::diagnostic::Diagnostic;
use crate::grammar::{Step, Token};
use crate::kernel::Traverse;
use crate::model::{Clause, Conjunction, Definition, Event, Revision, State, Test};
use crate::source::Place;
use std::collections::HashMap;

/// The most states, procedures, definitions, rules or error codes.
const PARTS: usize = 2000;
/// The most entries of `on` in the rows of one state.
const ENTRIES: usize = 1000;
/// The most steps and conditions of one body, with those of the definitions, procedures and rules that it uses.
const STEPS: usize = 1000;
/// How deep definitions may use others. The interpreter bounds the nesting of all calls.
const NESTING: usize = 8;

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
    sizes.nesting(&mut out);
    for state in revision.blocks() {
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
    let count = |row: &crate::model::Row| row.on.matchers().count().max(1);
    let mut all = 0;
    for row in rows {
        all += count(row);
        if all > ENTRIES {
            let whole: usize = rows.iter().map(count).sum();
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

/// How many paths through a clause with `treat as anything else` go on; 1 without that step.
fn paths(clause: &Clause) -> usize {
    let of_list = |list: &[Clause]| list.iter().map(paths).fold(1, usize::saturating_mul);
    let mut steps = std::slice::from_ref(clause).nodes().steps();
    if !steps.any(|step| *step == Step::TreatAsAnythingElse) {
        return 1;
    }
    match clause {
        Clause::If {
            then, otherwise, ..
        } => of_list(then).saturating_add(of_list(otherwise)),
        Clause::Step(_) | Clause::Call(_) => 0,
    }
}

/// The sizes of bodies after definitions are expanded.
struct Sizes<'r> {
    revision: &'r Revision,
    definitions: HashMap<&'r str, &'r Definition>,
    /// The size of each definition, and how deep it uses others.
    known: HashMap<&'r str, Size>,
    /// The sizes of procedures.
    procedures: HashMap<&'r str, usize>,
    /// The size of the rules on emitting a tag.
    emitting: usize,
}

#[derive(Clone, Copy)]
struct Size {
    steps: usize,
    depth: usize,
}

impl<'r> Sizes<'r> {
    fn of(revision: &'r Revision) -> Self {
        let definitions = revision.definitions.iter();
        let mut sizes = Sizes {
            revision,
            definitions: definitions.map(|one| (one.name().as_str(), one)).collect(),
            known: HashMap::new(),
            procedures: HashMap::new(),
            emitting: 0,
        };
        sizes.emitting = sizes.rules(|event| !matches!(event, Event::Leaving(_)));
        for procedure in &revision.procedures {
            let bodies = std::iter::once(&procedure.body);
            let bodies = bodies.chain(procedure.rows.iter().map(|row| &row.body));
            let size = bodies.fold(1, |size: usize, body| {
                size.saturating_add(sizes.body(body, 0).steps)
            });
            sizes.procedures.insert(&procedure.name, size);
        }
        sizes
    }

    /// Reports definitions that use others too deep.
    fn nesting(&mut self, out: &mut Vec<Diagnostic>) {
        for definition in &self.revision.definitions {
            let name = definition.name();
            // Only the first in a chain that is too deep.
            if self.definition(name).depth == NESTING + 1 {
                out.push(
                    Diagnostic::error(
                        name.place,
                        format!("definitions nest deeper than {NESTING}"),
                    )
                    .label("this one uses too long a chain of others")
                    .help("write the last of them out where it is used"),
                );
            }
        }
    }

    /// The size of the rules on some events.
    fn rules(&mut self, on: impl Fn(&Event) -> bool) -> usize {
        let rules = self.revision.rules.iter().filter(|rule| on(&rule.on));
        rules.fold(0, |size: usize, rule| {
            size.saturating_add(self.body(&rule.body, 0).steps.max(1))
        })
    }

    fn check(
        &mut self,
        body: &'r [Clause],
        state: &'r State,
        place: Place,
        out: &mut Vec<Diagnostic>,
    ) {
        let rows = state.rows.iter().filter(|row| row.is_anything_else());
        let jump = rows.fold(0_usize, |sum, row| {
            let size = self.conditions(&row.when).and(self.body(&row.body, 0));
            sum.saturating_add(size.steps)
        });
        let leaving =
            self.rules(|event| matches!(event, Event::Leaving(name) if *name == state.name.value));
        let size = self.body(body, jump).steps.saturating_add(leaving);
        if size > STEPS {
            out.push(
                Diagnostic::error(
                    place,
                    format!("more than {STEPS} steps, with definitions, procedures and rules written out"),
                )
                .label("in this body")
                .help("call definitions that call others less often, or move steps to separate states"),
            );
        }
    }

    /// The expanded size of a body. `jump` is the size of `treat as anything else`. What follows a clause with that step is written
    /// out for each path that goes on.
    fn body(&mut self, body: &'r [Clause], jump: usize) -> Size {
        body.iter().rev().fold(Size::NONE, |rest, clause| {
            let rest = rest.times(paths(clause));
            rest.and(match clause {
                Clause::Step(step) => Size::of(match &step.value {
                    Step::TreatAsAnythingElse => jump,
                    Step::Attempt(name) => {
                        let procedure = self.procedures.get(name.0.as_str());
                        procedure.copied().unwrap_or(1)
                    }
                    Step::EmitToken(Token::Tag) => self.emitting.saturating_add(1),
                    _ => 1,
                }),
                Clause::Call(name) => self.definition(name),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let branches = self.body(then, jump).and(self.body(otherwise, jump));
                    branches.and(self.conditions(any))
                }
            })
        })
    }

    fn conditions(&mut self, any: &'r [Conjunction]) -> Size {
        any.iter().flatten().fold(Size::NONE, |size, test| {
            size.and(match &test.value {
                Test::Condition(_) => Size::of(1),
                Test::Defined { name, .. } => self.definition(name),
            })
        })
    }

    fn definition(&mut self, name: &'r str) -> Size {
        if let Some(size) = self.known.get(name) {
            return *size;
        }
        // Another rule reports recursive definitions.
        self.known.insert(name, Size::of(1));
        let uses = match self.definitions.get(name).copied() {
            Some(Definition::Step { body, .. }) => self.body(body, 0),
            Some(Definition::Condition { any, .. }) => self.conditions(any),
            None => Size::NONE,
        };
        let size = Size {
            steps: uses.steps.max(1),
            depth: uses.depth + 1,
        };
        self.known.insert(name, size);
        size
    }
}

impl Size {
    const NONE: Size = Size { steps: 0, depth: 0 };

    fn of(steps: usize) -> Self {
        Size { steps, depth: 0 }
    }

    /// The size of two bodies, one after the other.
    fn and(self, other: Size) -> Self {
        Size {
            steps: self.steps.saturating_add(other.steps),
            depth: self.depth.max(other.depth),
        }
    }

    /// The size of copies of a body.
    fn times(self, copies: usize) -> Self {
        Size {
            steps: self.steps.saturating_mul(copies),
            ..self
        }
    }
}

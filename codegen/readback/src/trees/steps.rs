//! The steps of a body in the form in which both sides are compared.
//!
//! What is read and what was proved become the same steps, of expressions of the compiler. Both are brought to one form of what
//! printing loses and has no meaning:
//!
//! | what | in the list |
//! |---|---|
//! | the end of a body, and a branch in which it ends | a return |
//! | rows that are run last, whose outcome is passed on | the rows, and a return |
//! | what follows the end of parsing | a return |
//! | names of variables | their numbers, in the order in which they occur |
//! | sets of elements, named or listed | their members, sorted |
//! | lists of identifiers | their members |
//! | a conjunction or disjunction of one | the one |

use crate::listing::Entry;
use std::fmt::Write;
use tokenwright_compiler::tree::ir::{Expression as E, Rows, Type};
use tokenwright_tables::source::Place;

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// A variable without a value, by its plain name.
    Declare(String, Type),
    Do(E),
    Set(usize, E),
    /// The value of a variable that nothing reads.
    Discard(E),
    /// A token that is made up is processed, by a primitive; the variable that says whether it was ignored, if something reads it.
    Act(Option<usize>, E),
    Increment(usize, u32),
    If(E, Steps, Steps),
    /// What only a parser with a tree runs.
    OnlyTree(Steps),
    While(E, Steps),
    Segment(usize),
    /// The end of the last segment.
    EndOfSegments,
    Jump(usize),
    Break,
    Continue,
    Return(Option<E>),
    /// Ends an algorithm with a result before it has one.
    ReturnDefault,
    Run(Rows),
    RunQuiet(Rows),
    RunPending(usize, usize),
    /// The end of parsing.
    Stop,
}

/// Steps, each with its place.
pub(super) type Steps = Vec<(Step, Place)>;

/// What the end of a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing is returned, or that a row is done.
    Done,
    /// A result that no step has.
    Value,
}

impl Step {
    /// Whether nothing of a list follows it.
    pub(super) fn leaves(&self) -> bool {
        matches!(
            self,
            Step::Return(_)
                | Step::ReturnDefault
                | Step::Jump(_)
                | Step::Break
                | Step::Continue
                | Step::Stop
        )
    }
}

/// Ends every branch in which a body ends with a return.
pub(super) fn completed(mut steps: Steps, end: End) -> Steps {
    complete(&mut steps, end, Place::default());
    steps
}

fn complete(steps: &mut Steps, end: End, before: Place) {
    let place = steps.last().map_or(before, |(_, place)| *place);
    // What is only for the tree ends with the body, if nothing is returned after it.
    if end == End::Done
        && let [.., (Step::OnlyTree(only), _), (Step::Return(None), _)]
        | [.., (Step::OnlyTree(only), _)] = &mut steps[..]
    {
        complete(only, end, place);
    }
    match steps.last_mut().map(|(step, _)| step) {
        Some(Step::If(_, then, otherwise)) => {
            complete(then, end, place);
            complete(otherwise, end, place);
            return;
        }
        Some(step) if step.leaves() => return,
        _ => {}
    }
    let step = match end {
        End::Done => Step::Return(None),
        End::Value => Step::ReturnDefault,
    };
    steps.push((step, place));
}

/// The entries of completed steps; the first variables are `parameters`.
pub(super) fn entries(steps: &Steps, parameters: usize) -> Vec<(Entry, Place)> {
    let mut writer = Writer {
        variables: (0..parameters).collect(),
        entries: Vec::new(),
    };
    writer.list(steps);
    writer.entries
}

/// A condition without variables, as text.
pub(super) fn condition(test: &E) -> String {
    let mut writer = Writer {
        variables: Vec::new(),
        entries: Vec::new(),
    };
    writer.text(test)
}

struct Writer {
    /// The variables in the order in which they occur.
    variables: Vec<usize>,
    entries: Vec<(Entry, Place)>,
}

impl Writer {
    fn entry(&mut self, what: &'static str, value: String, place: Place) {
        self.entries.push((Entry::Fact(what, value), place));
    }

    fn list(&mut self, steps: &Steps) {
        for (step, place) in steps {
            self.step(step, *place);
        }
    }

    fn step(&mut self, step: &Step, place: Place) {
        let (what, value) = match step {
            Step::Declare(name, of) => ("declare", format!("{name}: {of:?}")),
            Step::Do(of) => ("do", self.text(of)),
            Step::Set(variable, of) => {
                let of = self.text(of);
                let variable = self.variable(*variable);
                ("set", format!("{variable} to {of}"))
            }
            Step::Discard(of) => ("compute", self.text(of)),
            Step::Act(variable, of) => {
                let of = self.text(of);
                let variable = variable.map(|it| self.variable(it));
                let variable = variable.unwrap_or_else(|| "nothing".to_owned());
                ("act as if seen", format!("{of}, and set {variable}"))
            }
            Step::Increment(variable, by) => {
                ("increment", format!("{} by {by}", self.variable(*variable)))
            }
            Step::If(test, ..) => ("if", self.text(test)),
            Step::OnlyTree(_) => ("with a tree", String::new()),
            Step::While(test, _) => ("while", self.text(test)),
            Step::Segment(at) => ("label", at.to_string()),
            Step::EndOfSegments => ("end of labels", String::new()),
            Step::Jump(at) => ("jump to label", at.to_string()),
            Step::Break => ("break", String::new()),
            Step::Continue => ("continue", String::new()),
            Step::Return(Some(of)) => ("return", self.text(of)),
            Step::Return(None) => ("return", String::new()),
            Step::ReturnDefault => ("return", "the default".to_owned()),
            Step::Run(rows) => ("run", format!("{rows:?}")),
            Step::RunQuiet(rows) => ("only appends by", format!("{rows:?}")),
            Step::RunPending(mode, row) => {
                ("run for each pending character", row_text(*mode, *row))
            }
            Step::Stop => ("stop parsing", String::new()),
        };
        self.entry(what, value, place);
        match step {
            Step::If(_, then, otherwise) => {
                self.list(then);
                self.entry("otherwise", String::new(), place);
                self.list(otherwise);
                self.entry("end if", String::new(), place);
            }
            Step::OnlyTree(steps) => {
                self.list(steps);
                self.entry("end with a tree", String::new(), place);
            }
            Step::While(_, steps) => {
                self.list(steps);
                self.entry("end while", String::new(), place);
            }
            _ => {}
        }
    }

    fn variable(&mut self, id: usize) -> String {
        let known = self.variables.iter().position(|it| *it == id);
        let number = known.unwrap_or_else(|| {
            self.variables.push(id);
            self.variables.len() - 1
        });
        format!("variable {number}")
    }

    fn list_text(&mut self, all: &[E]) -> String {
        let mut out = String::new();
        for (at, of) in all.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}{}", self.text(of));
        }
        out
    }

    fn text(&mut self, of: &E) -> String {
        match of {
            E::Variable(id) => self.variable(*id),
            E::Types(types) => {
                let types: Vec<String> = types.iter().map(ToString::to_string).collect();
                format!("{{{}}}", types.join(", "))
            }
            E::Named(inner) => format!("Named({})", self.text(inner)),
            E::Same(inner) => format!("Same({})", self.text(inner)),
            E::Not(inner) => format!("not {}", self.text(inner)),
            E::All(all) => format!("all of [{}]", self.list_text(all)),
            E::Any(all) => format!("any of [{}]", self.list_text(all)),
            E::Call(primitive, all) => format!("{primitive:?}({})", self.list_text(all)),
            E::Algorithm(at, all) => format!("Algorithm {at}({})", self.list_text(all)),
            E::Definition(at, all) => format!("Definition {at}({})", self.list_text(all)),
            E::Question(at, all) => format!("Question {at}({})", self.list_text(all)),
            E::Output(at, all) => format!("Output {at}({})", self.list_text(all)),
            simple => format!("{simple:?}"),
        }
    }
}

fn row_text(mode: usize, row: usize) -> String {
    format!("row {row} of mode {mode}")
}

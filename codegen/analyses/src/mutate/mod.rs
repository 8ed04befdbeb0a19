//! Every first-order mutant of a revision: the tables with one small thing wrong.
//!
//! A mutant is a model, so that the interpreter runs it, and knows the row that it changes, what was
//! done to it, and what must run for the change to have an effect.
//!
//! It holds only the part that it changes, as a revision has many. One thing at a time is wrong, so two
//! mistakes that hide each other are not tested; the random edits of `codegen/edits` make several.

mod body;
mod classes;
mod independent;
mod members;
mod mutator;
mod negate;
mod row;
mod sites;
pub mod trees;

pub use sites::Sites;

use std::fmt;
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::english::conjunctions;
use tokenwright_tables::model::{Definition, Located, On, Revision, Row, State};

/// A part of a revision that is mutated separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The preprocessing of the input stream.
    InputStream,
    /// A rule, by its index.
    Rule(usize),
    /// A definition, by its index.
    Definition(usize),
    /// A state, by its index.
    State(usize),
    /// A procedure, by its index.
    Procedure(usize),
}

/// The row that a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The part of the tables that contains it.
    pub part: Part,
    /// Its index; none for the steps on entry, and for parts without rows.
    pub row: Option<usize>,
}

impl Site {
    /// The row in the words of the tables: `13.2.5.8 tag name state: U+002F (/)`.
    #[must_use]
    pub fn describe(self, revision: &Revision) -> String {
        let about = &revision.about;
        let of = |block: &State, name: String| match self.row.and_then(|row| block.rows.get(row)) {
            Some(row) => format!("{name}: {}", matched(row)),
            None => name,
        };
        match self.part {
            Part::InputStream => match self.row.and_then(|r| revision.input_stream.rows.get(r)) {
                Some(row) => format!("input stream: {}", matched(row)),
                None => "input stream".to_owned(),
            },
            Part::Rule(rule) => format!("{} {}", about.section, revision.rules[rule].on.value),
            Part::Definition(definition) => {
                format!(
                    "{} {}",
                    about.section,
                    revision.definitions[definition].name().value
                )
            }
            Part::State(index) => {
                let state = &revision.states[index];
                let name = format!("{} state", state.name.value);
                let numbered = about.numbered;
                let section = numbered.then(|| format!("{}.{} ", about.section, index + 1));
                of(state, section.unwrap_or_default() + &name)
            }
            Part::Procedure(index) => {
                let procedure = &revision.procedures[index];
                of(
                    procedure,
                    format!("{} {}", about.section, procedure.name.value),
                )
            }
        }
    }
}

/// The matcher of the row, in the words of the tables.
fn matched(row: &Row) -> String {
    let on = match &row.on {
        On::Consumed { any, .. } | On::Peeked(any) => {
            let any: Vec<String> = any.iter().map(ToString::to_string).collect();
            any.join(", ")
        }
        On::Ahead { text, .. } => format!("\"{}\"", text.value),
    };
    if row.when.is_empty() {
        return on;
    }
    format!("{on}, when {}", disjunction(&row.when))
}

/// Conditions of which one has to hold.
fn disjunction<T: fmt::Display>(any: &[Vec<Located<T>>]) -> String {
    conjunctions(any).join(" or ")
}

/// The name after another; none if there is no other.
fn next<'n>(names: impl Iterator<Item = &'n Located<String>>, name: &str) -> Option<String> {
    let names: Vec<&String> = names.map(|it| &it.value).collect();
    let at = names.iter().position(|it| *it == name)?;
    let other = names[(at + 1) % names.len()];
    (other != name).then(|| other.clone())
}

/// The mutation of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// A step names another state.
    NextState,
    /// `switch` for `reconsume`, or the reverse.
    Reconsume,
    /// A step or a clause is missing.
    Dropped,
    /// A step is duplicated.
    Doubled,
    /// Two neighbours have changed places.
    Swapped,
    /// A parse error is missing.
    ErrorDropped,
    /// A parse error has the code of another.
    ErrorRenamed,
    /// A class has one member more.
    Larger,
    /// A class has one member less.
    Smaller,
    /// A condition is negated.
    Negated,
}

impl Operator {
    /// All of them with their names, in the order of reports.
    pub const ALL: [(Operator, &'static str); 10] = [
        (Operator::NextState, "another next state"),
        (Operator::Reconsume, "consume for reconsume"),
        (Operator::Dropped, "step dropped"),
        (Operator::Doubled, "step doubled"),
        (Operator::Swapped, "steps swapped"),
        (Operator::ErrorDropped, "error dropped"),
        (Operator::ErrorRenamed, "error renamed"),
        (Operator::Larger, "class larger"),
        (Operator::Smaller, "class smaller"),
        (Operator::Negated, "condition negated"),
    ];
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Operator::ALL.iter().filter(|(of, _)| of == self);
        all.try_for_each(|(_, name)| f.write_str(name))
    }
}

/// The part that an input has to execute to reach a mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trigger {
    /// The part, or the result of a condition, with this number in [`Sites`] runs.
    At(u32),
    /// Be in the block of this number, and hold this character; `None` for EOF, which all hold.
    Takes(u32, Option<char>),
    /// Hold this character.
    Holds(char),
    /// Anything.
    Always,
}

/// A revision with one small thing wrong.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The row that is changed.
    pub site: Site,
    /// The mutation.
    pub operator: Operator,
    /// The change, in the words of the tables.
    pub description: String,
    /// The triggers that can reach the mutation; an input that executes none of them cannot show it.
    pub triggers: Vec<Trigger>,
    /// Whether it swaps two steps that do the same in both orders: neither writes what the other
    /// reads or writes. Nothing can show it then.
    pub independent: bool,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    State(usize, Box<State>),
    Procedure(usize, Box<State>),
    Rule(usize, Vec<tokenwright_tables::model::Clause>),
    Definition(usize, Box<Definition>),
    InputStream(Vec<Row>),
}

/// The model of a mutant that changes more than one state.
#[derive(Debug)]
pub enum Model {
    /// The revision with another state at an index.
    State(usize, Box<State>),
    /// Another revision.
    Revision(Box<Revision>),
}

impl Model {
    /// Makes it ready to run.
    ///
    /// # Errors
    /// If the mutant cannot be run.
    pub fn interpreter<'m, 'r: 'm>(
        &'m self,
        original: &Interpreter<'r>,
    ) -> Result<Interpreter<'m>, Refusal> {
        match self {
            Model::State(index, state) => original.with_state(*index, state),
            Model::Revision(revision) => original.with_revision(revision),
        }
    }
}

impl Mutant {
    /// The model that the interpreter runs.
    #[must_use]
    pub fn model(&self, original: &Revision) -> Model {
        match &self.change {
            Change::State(index, state) if !negate::has_contraries(state) => {
                Model::State(*index, state.clone())
            }
            _ => Model::Revision(Box::new(self.revision(original))),
        }
    }

    /// The whole revision with the change in it.
    #[must_use]
    pub fn revision(&self, original: &Revision) -> Revision {
        let mut revision = original.clone();
        match &self.change {
            Change::State(index, state) => revision.states[*index] = (**state).clone(),
            Change::Procedure(index, block) => revision.procedures[*index] = (**block).clone(),
            Change::Rule(index, body) => revision.rules[*index].body.clone_from(body),
            Change::Definition(index, definition) => {
                revision.definitions[*index] = (**definition).clone();
            }
            Change::InputStream(rows) => revision.input_stream.rows.clone_from(rows),
        }
        negate::define_contraries(&mut revision);
        revision
    }
}

/// The parts of a revision, in the order of its tables.
#[must_use]
pub fn parts(revision: &Revision) -> Vec<Part> {
    let mut parts = vec![Part::InputStream];
    parts.extend((0..revision.rules.len()).map(Part::Rule));
    parts.extend((0..revision.definitions.len()).map(Part::Definition));
    parts.extend((0..revision.states.len()).map(Part::State));
    parts.extend((0..revision.procedures.len()).map(Part::Procedure));
    parts
}

/// Every mutant of a part, in the order of its rows.
#[must_use]
pub fn mutants(revision: &Revision, sites: &Sites, part: Part) -> Vec<Mutant> {
    let state = match part {
        Part::State(index) => Some(&revision.states[index]),
        _ => None,
    };
    let place = independent::ClauseContext::new(revision, state);
    let row = mutator::Mutator {
        revision,
        sites,
        place,
    };
    match part {
        Part::InputStream => row.input_stream(),
        Part::Rule(index) => row.rule(index),
        Part::Definition(index) => row.definition(index),
        Part::State(index) => row.block(part, &revision.states[index], |state| {
            Change::State(index, Box::new(state))
        }),
        Part::Procedure(index) => row.block(part, &revision.procedures[index], |block| {
            Change::Procedure(index, Box::new(block))
        }),
    }
}

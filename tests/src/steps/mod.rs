//! The possible steps of a machine, as its rows define them: a state, the next character, and every
//! combination of answers of the conditions on the path.

mod chars;
mod clauses;
mod facts;
mod live;
mod paths;
mod predecessors;
mod reach;
mod recorder;
mod search;

pub use chars::Alphabet;
pub use live::{Register, live};
pub use reach::{Expected, codes, expected};
pub use recorder::Recorder;
pub use search::Search;

use std::collections::HashMap;
use tokenwright_interpreter::BlockKind;
use tokenwright_tables::grammar::Condition;
use tokenwright_tables::model::{Clause, Conjunction, Definition, Revision, Test};

/// An observation of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// A row of a state or of a procedure was chosen.
    Row(BlockKind, usize, usize),
    /// A condition, by its number, held or did not.
    Answer(usize, bool),
    /// A rule began to run.
    Rule(String),
}

/// All observations of a step, in order.
pub type Trace = Vec<Item>;

/// One step: the index of the state, the index of the next character, and the observations.
pub type Step = (usize, usize, Trace);

/// The conditions of a revision, numbered by occurrence.
#[derive(Debug)]
pub struct Conditions<'r> {
    all: Vec<&'r Condition>,
    numbers: HashMap<usize, usize>,
}

impl<'r> Conditions<'r> {
    /// Numbers the conditions of a revision.
    #[must_use]
    pub fn new(revision: &'r Revision) -> Self {
        let mut conditions = Conditions {
            all: Vec::new(),
            numbers: HashMap::new(),
        };
        for definition in &revision.definitions {
            match definition {
                Definition::Step { body, .. } => conditions.of_clauses(body),
                Definition::Condition { any, .. } => conditions.of_any(any),
            }
        }
        for rule in &revision.rules {
            conditions.of_clauses(&rule.body);
        }
        for state in revision.states.iter().chain(&revision.procedures) {
            conditions.of_clauses(&state.body);
            for row in &state.rows {
                conditions.of_any(&row.when);
                conditions.of_clauses(&row.body);
            }
        }
        conditions
    }

    fn of_clauses(&mut self, clauses: &'r [Clause]) {
        for clause in clauses {
            if let Clause::If {
                any,
                then,
                otherwise,
            } = clause
            {
                self.of_any(any);
                self.of_clauses(then);
                self.of_clauses(otherwise);
            }
        }
    }

    fn of_any(&mut self, any: &'r [Conjunction]) {
        for test in any.iter().flatten() {
            if let Test::Condition(condition) = &test.value {
                self.numbers.insert(address(condition), self.all.len());
                self.all.push(condition);
            }
        }
    }

    /// The number of a condition, by its address.
    ///
    /// # Panics
    /// If the condition is not one of the revision's.
    #[must_use]
    pub fn number(&self, condition: &Condition) -> usize {
        self.numbers[&address(condition)]
    }

    /// The condition of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> &'r Condition {
        self.all[number]
    }

    /// All conditions, ordered by number.
    #[must_use]
    pub fn all(&self) -> &[&'r Condition] {
        &self.all
    }

    /// The observations of a step, for messages: the rows, and each condition with its result.
    #[must_use]
    pub fn describe(&self, trace: &Trace) -> Vec<String> {
        let item = |item: &Item| match item {
            Item::Row(BlockKind::State, _, row) => format!("row {row}"),
            Item::Row(BlockKind::Procedure, _, row) => format!("row {row} of the procedure"),
            Item::Answer(condition, held) => {
                let answer = if *held { "yes" } else { "no" };
                format!("{}: {answer}", self.all[*condition])
            }
            Item::Rule(on) => format!("rule on {on}"),
        };
        trace.iter().map(item).collect()
    }
}

/// Conditions are identified by their address: one in two rows is two.
fn address(condition: &Condition) -> usize {
    std::ptr::from_ref(condition).addr()
}

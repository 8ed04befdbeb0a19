//! Records the observations of one step of an interpreted machine.

use super::{Conditions, Item, Trace};
use std::cell::RefCell;
use tokenwright_interpreter::{BlockRef, Observer};
use tokenwright_tables::grammar::Condition;
use tokenwright_tables::model::Event;

/// Records the observations of a step.
#[derive(Debug)]
pub struct Recorder<'c, 'r> {
    conditions: &'c Conditions<'r>,
    trace: RefCell<Trace>,
}

impl<'c, 'r> Recorder<'c, 'r> {
    /// An empty recorder.
    #[must_use]
    pub fn new(conditions: &'c Conditions<'r>) -> Self {
        Recorder {
            conditions,
            trace: RefCell::default(),
        }
    }

    /// The observations since the last call.
    pub fn take(&self) -> Trace {
        self.trace.take()
    }
}

impl Observer for &Recorder<'_, '_> {
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        self.trace
            .borrow_mut()
            .push(Item::Row(block.kind, block.index, row));
    }

    fn condition_tested(&mut self, condition: &Condition, held: bool) {
        let number = self.conditions.number(condition);
        self.trace.borrow_mut().push(Item::Answer(number, held));
    }

    fn rule(&mut self, on: &Event) {
        self.trace.borrow_mut().push(Item::Rule(on.to_string()));
    }
}

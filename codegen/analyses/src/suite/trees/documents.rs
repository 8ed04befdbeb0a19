//! A short document for each row, each algorithm and each insertion mode, to show a reader what it does.
//!
//! They are the first that the walk from an empty document finds. As that takes states with the same mode and the same
//! current node for one, a document is short and readable, and not proved to be the shortest.

use super::goals::Goal;
use super::walk::Walk;
use crate::compare::trees::Machine;
use std::collections::BTreeMap;
use tokenwright_interpreter::Refusal;

/// The documents by what they run, and by the modes that they switch to.
#[derive(Debug, Default)]
pub struct Documents {
    goals: BTreeMap<Goal, String>,
    modes: BTreeMap<usize, String>,
}

impl Documents {
    /// Searches for documents.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub fn search(machine: &Machine<'_>) -> Result<Self, Refusal> {
        let walk = Walk::of_documents(machine)?;
        let goals = walk.first_of_goals();
        let modes = walk.modes.iter();
        Ok(Documents {
            goals: goals.map(|(goal, path)| (goal, walk.spelt(path))).collect(),
            modes: modes.map(|(at, path)| (*at, walk.spelt(path))).collect(),
        })
    }

    /// A document that does something with its last token.
    #[must_use]
    pub fn of(&self, goal: Goal) -> Option<&str> {
        self.goals.get(&goal).map(String::as_str)
    }

    /// A document that switches to a mode, by its index, and does not leave it with the same token.
    #[must_use]
    pub fn of_mode(&self, mode: usize) -> Option<&str> {
        self.modes.get(&mode).map(String::as_str)
    }
}

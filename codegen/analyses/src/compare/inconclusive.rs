//! Why a search did not close, and where in the tables.

#[cfg(test)]
mod tests;

use super::location::{Location, location_after};
use std::fmt;
use tokenwright_interpreter::{Interpreter, Setup};

/// The number of pairs, the last reached, whose location is computed.
const SAMPLE: usize = 400;

/// Why a comparison is inconclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconclusive {
    /// The reason.
    pub why: String,
    /// The most frequent location of each side.
    pub at: [Option<Location>; 2],
}

impl Inconclusive {
    /// An inconclusive result without a location in the tables.
    pub(super) fn of(why: impl Into<String>) -> Self {
        Inconclusive {
            why: why.into(),
            at: [None, None],
        }
    }

    /// The most frequent location of both sides after these inputs.
    pub(super) fn after(
        why: String,
        interpreters: [&Interpreter<'_>; 2],
        inputs: &[([&Setup; 2], &str)],
    ) -> Self {
        let inputs = &inputs[inputs.len().saturating_sub(SAMPLE)..];
        let mut counts: Vec<([Option<Location>; 2], usize)> = Vec::new();
        for (setups, input) in inputs {
            let at = [0, 1].map(|side| location_after(interpreters[side], setups[side], input));
            match counts.iter_mut().find(|(other, _)| *other == at) {
                Some((_, count)) => *count += 1,
                None => counts.push((at, 1)),
            }
        }
        // The first among equals.
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        let at = most.map_or([None, None], |(at, _)| at.clone());
        Inconclusive { why, at }
    }
}

impl fmt::Display for Inconclusive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        match &self.at {
            [Some(a), Some(b)] if a.to_string() == b.to_string() => {
                write!(f, "; both sides are {a}")
            }
            [Some(a), Some(b)] => write!(f, "; one side is {a}, the other {b}"),
            [Some(one), None] | [None, Some(one)] => write!(f, "; one side is {one}"),
            [None, None] => Ok(()),
        }
    }
}

//! Assumptions about the end of a sequence that a side waits for.
//!
//! For each side that waits, the search follows both possible answers. An assumption is part of the pair
//! until the input confirms or refutes it, and a refuted pair is dropped. So every pair corresponds to an
//! input, and every input to one pair at each of its characters.

use super::product::{Pair, Rules};
use tokenwright_interpreter::{Assumption, Checked, Response, RunState, Wait};

/// An assumption of one side, numbered among those of both.
#[derive(Clone, Copy)]
struct Assumed<'p> {
    number: usize,
    side: usize,
    assumption: Assumption<'p>,
}

/// A pair, whether both outputs can still be the same, and what tree construction has done at new tags.
pub(super) type Speculation<'m> = ((Pair<'m>, bool), Vec<Response>);

impl<'m> Pair<'m> {
    /// A side that waits for the end of a sequence.
    pub(super) fn waits_for_sequence(&self) -> Option<usize> {
        let waits = |run_state: &RunState| matches!(run_state, RunState::Waits(Wait::Sequence(_)));
        self.sides.iter().position(|side| waits(&side.run_state))
    }

    /// The feasible pairs in which the side assumes how its sequence ends.
    pub(super) fn speculate(&self, side: usize, rules: &Rules<'_>) -> Vec<Speculation<'m>> {
        let mut all = Vec::new();
        for holds in [false, true] {
            let mut pair = self.clone();
            pair.sides[side].machine.assume(holds);
            if pair.completion(rules).is_none() {
                continue;
            }
            let run = |pair: &mut Self| pair.run_side(side, rules);
            pair.each_response(rules, run, |pair, agrees, responses| {
                all.push(((pair, agrees), responses.to_vec()));
            });
        }
        all
    }

    /// Whether a side has an open assumption.
    pub(super) fn has_assumptions(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.any(|side| side.machine.assumptions().next().is_some())
    }

    /// Whether the input has refuted an assumption, so that the pair corresponds to no input.
    pub(super) fn is_infeasible(&self) -> bool {
        self.sides.iter().any(|side| side.machine.is_refuted())
    }

    /// The shortest continuation that confirms every assumption, the most readable among equals; `None`
    /// if there is none.
    pub(super) fn completion(&self, rules: &Rules<'_>) -> Option<String> {
        if !self.has_assumptions() {
            return Some(String::new());
        }
        let open = self.consistent_assumptions()?;
        let is_done = |open: &[Assumed<'m>]| open.iter().all(|it| it.assumption.holds_at_end());
        if is_done(&open) {
            return Some(String::new());
        }
        // Breadth first over continuations.
        let mut frontier = vec![(String::new(), open)];
        // Which assumptions are open, and which of them have begun.
        let mut seen: Vec<Vec<(usize, bool)>> = Vec::new();
        while !frontier.is_empty() {
            for (before, open) in std::mem::take(&mut frontier) {
                for symbol in rules.symbols.iter().copied() {
                    let last = before.chars().next_back();
                    let Some(after) = self.still_open(&open, last, symbol) else {
                        continue;
                    };
                    let text = format!("{before}{symbol}");
                    if is_done(&after) {
                        return Some(text);
                    }
                    let left = after.iter();
                    let left = left.map(|it| (it.number, it.assumption.has_begun()));
                    let left = left.collect();
                    if !seen.contains(&left) {
                        frontier.push((text, after));
                        seen.push(left);
                    }
                }
            }
        }
        None
    }

    /// The assumptions of both sides without duplicates; `None` if two of them contradict each other.
    fn consistent_assumptions(&self) -> Option<Vec<Assumed<'m>>> {
        let [a, b] = &self.sides;
        let shares_input = a.machine.shares_input(&b.machine);
        let mut all: Vec<Assumed<'m>> = Vec::new();
        for (side, of) in self.sides.iter().enumerate() {
            for (assumption, _) in of.machine.assumptions() {
                let same = all.iter().find(|other| {
                    (shares_input || other.side == side) && other.assumption.asks_same(&assumption)
                });
                match same {
                    Some(same) if same.assumption.holds_at_end() != assumption.holds_at_end() => {
                        return None;
                    }
                    Some(_) => {}
                    None => all.push(Assumed {
                        number: all.len(),
                        side,
                        assumption,
                    }),
                }
            }
        }
        Some(all)
    }

    /// The assumptions that are open after one more character; `None` if it refutes one.
    fn still_open(
        &self,
        open: &[Assumed<'m>],
        before: Option<char>,
        symbol: char,
    ) -> Option<Vec<Assumed<'m>>> {
        let mut left = Vec::new();
        for assumed in open {
            match self.sides[assumed.side]
                .machine
                .preprocessed(symbol, before)
            {
                None => left.push(*assumed),
                Some(character) => match assumed.assumption.after(character) {
                    Checked::Open(assumption) => left.push(Assumed {
                        assumption,
                        ..*assumed
                    }),
                    Checked::Confirmed => {}
                    Checked::Refuted => return None,
                },
            }
        }
        Some(left)
    }
}

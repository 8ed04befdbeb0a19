//! Sides that wait for the end of a sequence are told how it ends, every way that some input has.
//!
//! What a side was told is a part of the pair from then on, as long as the input can show that it was
//! wrong; a pair of which it has shown that is none. So every pair stands for an input, and every input
//! for a pair at each of its characters.

use super::product::{Pair, Rules};
use tokenwright_interpreter::{Promise, Standing, Told, Wait};

/// What a side was told.
#[derive(Clone, Copy)]
struct Answer<'p> {
    /// Which of all answers it is.
    at: usize,
    side: usize,
    promise: Promise<'p>,
}

impl<'m> Pair<'m> {
    /// A side that waits for the end of a sequence.
    pub(super) fn waits_for_sequence(&self) -> Option<usize> {
        let waits = |standing: &Standing| matches!(standing, Standing::Waits(Wait::Sequence(_)));
        self.sides.iter().position(|side| waits(&side.standing))
    }

    /// The pairs that come of telling a side how the sequence ends that it waits for; of each whether
    /// what both sides have given then can be the same.
    pub(super) fn told(&self, side: usize, rules: &Rules<'_>) -> Vec<(Self, bool)> {
        let told = |stands: bool| {
            let mut pair = self.clone();
            pair.sides[side].machine.promise(stands);
            pair.rest(rules)?;
            let agrees = pair.run_side(side, rules);
            Some((pair, agrees))
        };
        [false, true].into_iter().filter_map(told).collect()
    }

    /// Whether a side was told anything that the input can still show to be wrong.
    pub(super) fn is_told(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.any(|side| side.machine.promises().next().is_some())
    }

    /// Whether the input has shown that a side was told something wrong.
    pub(super) fn is_none(&self) -> bool {
        self.sides.iter().any(|side| side.machine.was_told_wrong())
    }

    /// The shortest input, the most readable among equals, after which all that the sides were told is
    /// right; nothing where there is none.
    pub(super) fn rest(&self, rules: &Rules<'_>) -> Option<String> {
        if !self.is_told() {
            return Some(String::new());
        }
        let answers = self.answers()?;
        match answers[..] {
            [answer] => self.rest_of(&answer, rules),
            _ => self.rest_of_all(answers, rules),
        }
    }

    /// The same of one answer.
    fn rest_of(&self, answer: &Answer<'m>, rules: &Rules<'_>) -> Option<String> {
        if answer.promise.holds_at_end() {
            return Some(String::new());
        }
        let read = |symbol, before| self.sides[answer.side].machine.would_read(symbol, before);
        let after = |promise: Promise<'m>, symbol, before| {
            read(symbol, before).map_or(Told::Open(promise), |read| promise.after(read))
        };
        let mut begins = None;
        for symbol in rules.symbols.iter().copied() {
            match after(answer.promise, symbol, None) {
                Told::Right => return Some(symbol.into()),
                Told::Open(begun) if begun.has_begun() && !answer.promise.has_begun() => {
                    begins.get_or_insert((symbol, begun));
                }
                Told::Open(_) | Told::Wrong => {}
            }
        }
        let (first, begun) = begins?;
        let ends = |symbol: &char| matches!(after(begun, *symbol, Some(first)), Told::Right);
        let last = rules.symbols.iter().copied().find(ends)?;
        Some([first, last].iter().collect())
    }

    fn rest_of_all(&self, answers: Vec<Answer<'m>>, rules: &Rules<'_>) -> Option<String> {
        let mut open = vec![(String::new(), answers)];
        // Which answers are left, and how far they have come.
        let mut seen: Vec<Vec<(usize, bool)>> = Vec::new();
        while !open.is_empty() {
            let mut next = Vec::new();
            for (text, answers) in open {
                if answers.iter().all(|answer| answer.promise.holds_at_end()) {
                    return Some(text);
                }
                for symbol in rules.symbols.iter().copied() {
                    let Some(after) = self.after(&answers, text.chars().next_back(), symbol) else {
                        continue;
                    };
                    let left = after
                        .iter()
                        .map(|a| (a.at, a.promise.has_begun()))
                        .collect();
                    if !seen.contains(&left) {
                        next.push((format!("{text}{symbol}"), after));
                        seen.push(left);
                    }
                }
            }
            open = next;
        }
        None
    }

    /// What the sides were told, without what says the same; nothing where it is at odds with itself.
    fn answers(&self) -> Option<Vec<Answer<'m>>> {
        let [a, b] = &self.sides;
        let alike = a.machine.reads_like(&b.machine);
        let mut answers: Vec<Answer<'m>> = Vec::new();
        for (side, of) in self.sides.iter().enumerate() {
            for (promise, _) in of.machine.promises() {
                let other = answers.iter().find(|other| {
                    (alike || other.side == side) && other.promise.asks_like(&promise)
                });
                match other {
                    Some(other) if other.promise.holds_at_end() != promise.holds_at_end() => {
                        return None;
                    }
                    Some(_) => {}
                    None => answers.push(Answer {
                        at: answers.len(),
                        side,
                        promise,
                    }),
                }
            }
        }
        Some(answers)
    }

    /// What is left of some answers after one more character; nothing where one of them is wrong then.
    fn after(
        &self,
        answers: &[Answer<'m>],
        before: Option<char>,
        symbol: char,
    ) -> Option<Vec<Answer<'m>>> {
        let mut left = Vec::new();
        for answer in answers {
            match self.sides[answer.side].machine.would_read(symbol, before) {
                None => left.push(*answer),
                Some(character) => match answer.promise.after(character) {
                    Told::Open(promise) => left.push(Answer { promise, ..*answer }),
                    Told::Right => {}
                    Told::Wrong => return None,
                },
            }
        }
        Some(left)
    }
}

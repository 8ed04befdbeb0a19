//! Two machines on the same input, and the output that only one of them has produced.
//!
//! One side may emit a character when the other still waits, and they are equal if the other catches up. So each side
//! keeps what it is ahead with, and only output that can never be equal is a difference. The rest can grow without
//! bound, as when one side buffers a comment; such pairs have longer and longer keys, and the search ends at its
//! budget.

use super::coverage::CoverageObserver;
use super::facts::{Bulk, RevisionFacts};
use super::opaque::{self, Meeting, Meetings, Opaque};
use tokenwright_interpreter::{Event, Machine, Response, RunState, Token, Wait};

/// The parts of two outputs that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Compare {
    /// Only the tokens.
    Tokens,
    /// Tokens, and the codes of errors in their order.
    Codes,
    /// Tokens, and the codes and places of errors.
    Places,
}

/// The compared parts of an error: its code, if both sides name errors, and its offset, if places count.
pub(super) type Error = (String, usize);

/// One machine of a pair.
#[derive(Clone, Debug)]
pub(super) struct PairSide<'m> {
    pub(super) machine: Machine<'m, 'm, CoverageObserver<'m>>,
    pub(super) run_state: RunState,
    /// Tokens that only this side has emitted so far.
    pub(super) tokens: Vec<Token>,
    /// Errors that only this side has reported so far.
    pub(super) errors: Vec<Error>,
    /// The opaque step at which the machine has stopped.
    opaque: Option<Opaque>,
    /// The responses to tags that only the other side has emitted so far.
    pub(super) owed: Vec<Response>,
    /// The characters and errors of the current bulk that are counted as output already.
    ahead: (usize, usize),
}

/// The configurations of two machines after the same input.
#[derive(Debug)]
pub(super) struct Pair<'m> {
    pub(super) sides: [PairSide<'m>; 2],
    /// The name that both sides wait for, if they assume that it is complete.
    pub(super) named: Option<Named>,
}

/// A reference name in the pending input of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The index of its first character.
    pub(super) from: usize,
    /// The length of the longest name so far.
    pub(super) length: usize,
    /// The number of characters fed when it became the longest.
    pub(super) fed: usize,
}

/// The data that all pairs of a search share.
#[derive(Debug)]
pub(super) struct Rules<'t> {
    pub(super) tables: [&'t RevisionFacts; 2],
    pub(super) compare: Compare,
    /// Whether the codes of errors are compared: both sides have names for them.
    pub(super) codes: bool,
    /// A character of each class, the most readable first.
    pub(super) symbols: Vec<char>,
    /// Every response of tree construction to a tag, the one without effect first.
    pub(super) responses: Vec<Response>,
    /// Where machines that stop at opaque steps are recorded.
    pub(super) meetings: &'t Meetings,
}

impl<'m> PairSide<'m> {
    pub(super) fn new(machine: Machine<'m, 'm, CoverageObserver<'m>>) -> Self {
        PairSide {
            machine,
            run_state: RunState::Waits(Wait::Text),
            tokens: Vec::new(),
            errors: Vec::new(),
            opaque: None,
            owed: Vec::new(),
            ahead: (0, 0),
        }
    }

    /// Runs as far as the input allows, and collects the output.
    fn run(&mut self, tables: &RevisionFacts, rules: &Rules<'_>) {
        if matches!(self.run_state, RunState::Stopped(_)) {
            return;
        }
        self.run_state = self.machine.run_open();
        if let RunState::Stopped(refusal) = &self.run_state {
            self.opaque = opaque::stopped_at(refusal);
        }
        for event in self.machine.take_events() {
            match event {
                Event::Token(Token::Characters(text)) => self.give_text(text),
                Event::Token(token) => self.tokens.push(token),
                Event::Error(error) => self.report(error.code, error.offset, rules),
            }
        }
        if let RunState::Waits(Wait::Bulk(from)) = self.run_state {
            self.look_ahead(from, tables, rules);
        }
    }

    fn give_text(&mut self, text: String) {
        let emitted = std::mem::take(&mut self.ahead.0);
        let new: String = text.chars().skip(emitted).collect();
        self.join(&new);
    }

    fn join(&mut self, new: &str) {
        if new.is_empty() {
            return;
        }
        match self.tokens.last_mut() {
            Some(Token::Characters(text)) => text.push_str(new),
            _ => self.tokens.push(Token::Characters(new.to_owned())),
        }
    }

    fn report(&mut self, code: String, offset: usize, rules: &Rules<'_>) {
        if self.ahead.1 > 0 {
            self.ahead.1 -= 1;
            return;
        }
        if rules.compare == Compare::Tokens {
            return;
        }
        let code = if rules.codes { code } else { String::new() };
        let offset = match rules.compare {
            Compare::Places => offset,
            _ => 0,
        };
        self.errors.push((code, offset));
    }

    /// Counts the certain output of the bulk run as output.
    fn look_ahead(&mut self, from: usize, tables: &RevisionFacts, rules: &Rules<'_>) {
        let Some(bulk) = &tables.states[self.machine.state()].bulk else {
            return;
        };
        if let Bulk::Text(end) = bulk {
            let all = self.machine.characters(from);
            let kept = partial_end(all, end);
            let sure: String = all[self.ahead.0.min(all.len() - kept)..all.len() - kept]
                .iter()
                .collect();
            self.ahead.0 += sure.chars().count();
            self.join(&sure);
        }
        let faults = self.machine.unreported_errors();
        let new: Vec<_> = faults.into_iter().skip(self.ahead.1).collect();
        let ahead = self.ahead.1 + new.len();
        // `report` would take the new errors for those that were counted before.
        self.ahead.1 = 0;
        for (code, offset) in new {
            self.report(code, offset, rules);
        }
        self.ahead.1 = ahead;
    }
}

/// How many characters at the end of `all` may begin `end`.
pub(super) fn partial_end(all: &[char], end: &str) -> usize {
    let longest = end.chars().count().saturating_sub(1).min(all.len());
    let matches = |length: &usize| {
        let last = all[all.len() - length..].iter().copied();
        last.eq(end.chars().take(*length))
    };
    (1..=longest).rev().find(matches).unwrap_or(0)
}

impl Clone for Pair<'_> {
    /// Copies both sides in place: the derived method would move them.
    fn clone(&self) -> Self {
        let [a, b] = &self.sides;
        Pair {
            sides: [a.clone(), b.clone()],
            named: self.named,
        }
    }
}

impl<'m> Pair<'m> {
    /// Two machines before any input; `false` if their outputs already differ.
    pub(super) fn new(
        mut machines: [Machine<'m, 'm, CoverageObserver<'m>>; 2],
        rules: &Rules<'_>,
    ) -> (Self, bool) {
        let [a, b] = &mut machines;
        a.join(b);
        let mut pair = Pair {
            sides: machines.map(PairSide::new),
            named: None,
        };
        let agree = pair.run(rules);
        (pair, agree)
    }

    /// Feeds both sides. `Some(false)` if the outputs can never be equal; `None` if the input refutes an
    /// assumption.
    pub(super) fn feed(&mut self, text: &str, rules: &Rules<'_>) -> Option<bool> {
        let [a, b] = &mut self.sides;
        for character in text.chars() {
            Machine::feed_both([&mut a.machine, &mut b.machine], character);
        }
        (!self.is_infeasible()).then(|| self.run(rules))
    }

    /// Ends the input; `false` if the outputs differ.
    pub(super) fn close(&mut self, rules: &Rules<'_>) -> bool {
        for side in &mut self.sides {
            side.machine.close();
        }
        if self.is_infeasible() {
            return true;
        }
        let agree = self.run(rules);
        if self.is_opaque() {
            return true;
        }
        let [a, b] = &self.sides;
        agree && a.tokens == b.tokens && a.errors == b.errors && a.stopped() == b.stopped()
    }

    pub(super) fn run(&mut self, rules: &Rules<'_>) -> bool {
        self.sides[0].run(rules.tables[0], rules);
        self.run_side(1, rules)
    }

    /// Runs one side, if the other cannot continue; `false` if the outputs can never be equal.
    pub(super) fn run_side(&mut self, side: usize, rules: &Rules<'_>) -> bool {
        self.sides[side].run(rules.tables[side], rules);
        let [a, b] = &mut self.sides;
        let agree = cancel(&mut a.tokens, &mut b.tokens)
            && cancel_errors(&mut a.errors, &mut b.errors)
            && a.may_agree(b)
            && b.may_agree(a);
        if self.is_opaque() {
            opaque::record(rules.meetings, self.meeting(agree));
            return true;
        }
        agree
    }

    /// Whether a side has stopped at an opaque step, so that nothing is known of what follows.
    pub(super) fn is_opaque(&self) -> bool {
        self.sides.iter().any(|side| side.opaque.is_some())
    }

    fn meeting(&self, agree: bool) -> Meeting {
        let [a, b] = &self.sides;
        let configuration = |side: &PairSide<'_>| {
            let registers = side.machine.register_values();
            let comment = registers.comment.clone();
            let doctype = registers.doctype.as_deref().cloned();
            (side.machine.registers(), comment, doctype)
        };
        Meeting {
            steps: [a.opaque, b.opaque],
            same: agree
                && a.opaque == b.opaque
                && a.tokens == b.tokens
                && a.errors == b.errors
                && configuration(a) == configuration(b),
        }
    }

    /// Whether no more output can be compared.
    pub(super) fn is_over(&self) -> bool {
        if self.is_opaque() {
            return true;
        }
        let over = |side: &PairSide<'_>| !matches!(side.run_state, RunState::Waits(_));
        self.sides.iter().all(over)
    }
}

impl PairSide<'_> {
    fn stopped(&self) -> bool {
        matches!(self.run_state, RunState::Stopped(_))
    }

    /// Whether this side can still produce the output that the other has already produced.
    fn may_agree(&self, other: &PairSide<'_>) -> bool {
        match (&self.run_state, &other.run_state) {
            (RunState::Waits(_), _) => true,
            (RunState::Finished, RunState::Stopped(_))
            | (RunState::Stopped(_), RunState::Finished) => false,
            _ => other.tokens.is_empty() && other.errors.is_empty(),
        }
    }
}

/// Removes the common output; `false` if the rest can never be equal.
fn cancel(a: &mut Vec<Token>, b: &mut Vec<Token>) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] == b[at] {
            at += 1;
            continue;
        }
        let (Token::Characters(left), Token::Characters(right)) = (&mut a[at], &mut b[at]) else {
            return false;
        };
        let rest = if let Some(rest) = left.strip_prefix(right.as_str()) {
            (rest.to_owned(), true)
        } else if let Some(rest) = right.strip_prefix(left.as_str()) {
            (rest.to_owned(), false)
        } else {
            return false;
        };
        // The text of one side is longer, so the other side must not have emitted another token.
        let (longer, shorter) = if rest.1 {
            (&mut *a, &mut *b)
        } else {
            (&mut *b, &mut *a)
        };
        if shorter.len() > at + 1 {
            return false;
        }
        longer[at] = Token::Characters(rest.0);
        longer.drain(..at);
        shorter.clear();
        return true;
    }
    a.drain(..at);
    b.drain(..at);
    true
}

fn cancel_errors(a: &mut Vec<Error>, b: &mut Vec<Error>) -> bool {
    drop_common([a, b]);
    a.is_empty() || b.is_empty()
}

/// Removes what both begin with.
pub(crate) fn drop_common<T: PartialEq>([a, b]: [&mut Vec<T>; 2]) {
    let same = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
    a.drain(..same);
    b.drain(..same);
}

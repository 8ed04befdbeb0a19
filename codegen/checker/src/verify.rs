//! Checks certificates: that a set of pairs of machines is closed under every input, and that in
//! none of them the outputs of the two sides differ.
//!
//! The checker uses neither the results of the search nor its code. It finds the successors of the pairs by
//! running both interpreters over symbols.
//!
//! It repeats work for that: every pair is run again over every class. It needs no memory of the search and accepts a
//! certificate of any origin, but it finds no witness: a certificate that does not hold is refused with its first
//! fault.

use crate::certificate::{Carries, Certificate, Claim, digest, registers};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use tokenwright_interpreter::partition::{self, Alphabet, Untried};
use tokenwright_interpreter::symbols::{FAULTS, is_symbol};
use tokenwright_interpreter::{
    Answers, Event, Interpreter, Ledger, Machine, Response, RunState, Setup, Token, Unknown,
};
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// Why a certificate does not hold.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Checks a certificate against the revisions that it names; gives the number of its pairs.
///
/// # Errors
/// The first contradiction to the certificate, and its place.
pub fn verify(
    certificate: &Certificate,
    revisions: [&Revision; 2],
    references: [&References; 2],
) -> Result<usize, Failure> {
    let digests = [0, 1].map(|at| digest(revisions[at], references[at]));
    if certificate.sides.each_ref().map(|side| &side.digest) != digests.each_ref() {
        return Err("the certificate was made for other tables".into());
    }
    let first = Interpreter::new(revisions[0], references[0])?;
    let second = Interpreter::new(revisions[1], references[1])?;
    let (claim, carries) = (certificate.differs_in, &certificate.carries);
    let checker = Checker::new([&first, &second], references, claim, carries)?;
    let sides = certificate.pairs.iter().map(|pair| &pair.sides);
    let declared: HashMap<_, usize> = sides.zip(0..).collect();
    let place = |pair: &MachinePair<'_>| {
        let (input, words) = (&pair.input, &pair.words);
        let missing = || format!("after {input:?} comes a pair that is not there: {words:?}");
        declared.get(words).copied().ok_or_else(missing)
    };
    let mut found = vec![None; certificate.pairs.len()];
    for start in checker.starts()? {
        found[place(&start)?].get_or_insert(start);
    }
    for (at, pair) in certificate.pairs.iter().enumerate() {
        let reached = found[at].take();
        let reached = reached.filter(|reached: &MachinePair<'_>| reached.input == pair.input);
        let none = || format!("pair {at}: none before it leads there by {:?}", pair.input);
        let mut to = BTreeSet::new();
        for next in reached.ok_or_else(none)?.next(&checker)? {
            let next_at = place(&next)?;
            to.insert(next_at);
            if next_at > at {
                found[next_at].get_or_insert(next);
            }
        }
        if !to.iter().eq(&pair.to) {
            return Err(format!("pair {at} leads to {to:?}, not to {:?}", pair.to).into());
        }
    }
    Ok(certificate.pairs.len())
}

/// Data that the checker computes from two revisions.
pub struct Checker<'m> {
    interpreters: [&'m Interpreter<'m>; 2],
    claim: Claim,
    /// Whether both sides name their errors.
    codes: bool,
    /// The registers that each state carries.
    carries: [Vec<u32>; 2],
    alphabet: Alphabet,
    numbers: Arc<[u32]>,
    /// The text modes that tree construction may switch to: those of both sides.
    modes: Arc<[Mode]>,
    /// The sentence that could not be run, and its side.
    unknown: Mutex<Option<(usize, Unknown)>>,
}

impl<'m> Checker<'m> {
    /// Prepares both revisions for the registers that their states carry.
    ///
    /// # Errors
    /// If the revisions differ in newlines or character references, or `carries` names an unknown register.
    pub fn new(
        interpreters: [&'m Interpreter<'m>; 2],
        references: [&References; 2],
        claim: Claim,
        carries: &[Carries; 2],
    ) -> Result<Self, Failure> {
        let [a, b] = interpreters.map(Interpreter::revision);
        let newlines = [a, b].map(|revision| revision.input_stream.normalize_newlines);
        if newlines[0] != newlines[1] || references[0] != references[1] {
            return Err("newlines or character references are not the same".into());
        }
        let sides = [(a, references[0]), (b, references[1])];
        Ok(Checker {
            interpreters,
            claim,
            codes: a.about.named_errors && b.about.named_errors,
            carries: [registers(&carries[0], a)?, registers(&carries[1], b)?],
            alphabet: Alphabet::new(sides),
            numbers: partition::numbers(sides),
            modes: Response::modes([a, b]).into(),
            unknown: Mutex::default(),
        })
    }

    /// Every start of both sides: the initial state; entry states of one name, or renamed; content models.
    /// There is no last start tag, or one with any name.
    ///
    /// # Errors
    /// If a revision cannot run from one of them.
    pub fn starts(&self) -> Result<Vec<MachinePair<'m>>, Failure> {
        let [a, b] = self.interpreters.map(Interpreter::revision);
        let was = |revision: &Revision, setup: &Setup| {
            let mut states = revision.states.iter();
            let state = states.find(|state| Some(&state.name.value) == setup.state.as_ref());
            state.and_then(|state| state.was.clone())
        };
        let same = |one: &Setup, other: &Setup| {
            let named = one.state == other.state
                || other.state.is_some() && was(a, one) == other.state
                || one.state.is_some() && was(b, other) == one.state;
            let tags = one.last_start_tag == other.last_start_tag;
            named && tags && one.content_model == other.content_model
        };
        let (from, to) = (Setup::all(&a.about), Setup::all(&b.about));
        let each = |one| to.iter().map(move |other| [one, other]);
        let both = from.iter().flat_map(each);
        let both = both.filter(|[one, other]| same(one, other));
        both.map(|both| MachinePair::start(self, both)).collect()
    }

    fn ledger(&self, side: usize) -> Ledger {
        Ledger::new(&self.alphabet.distinguished[side], &self.modes)
    }

    /// Takes the last step that could not be run, and the index of its side.
    pub fn take_unknown(&self) -> Option<(usize, Unknown)> {
        self.unknown.lock().ok().and_then(|mut last| last.take())
    }
}

#[derive(Clone)]
struct Side<'m> {
    machine: Machine<'m, 'm, Ledger>,
    /// The output that only one side has produced.
    unmatched: Vec<Token>,
    /// Codes, and places where those are compared.
    errors: Vec<(String, Option<usize>)>,
}

/// Two machines that have read the same input.
#[derive(Clone)]
pub struct MachinePair<'m> {
    sides: [Side<'m>; 2],
    /// Characters that lead there, each for its class.
    pub input: String,
    /// All that determines the future output of both sides, and the unmatched output of each.
    pub words: [String; 2],
    /// Input that one side has not consumed and the other has.
    at_hand: String,
}

impl<'m> MachinePair<'m> {
    fn start(c: &Checker<'m>, setups: [&Setup; 2]) -> Result<Self, Failure> {
        let open = |at: usize| -> Result<Side<'m>, Failure> {
            Ok(Side {
                machine: c.interpreters[at].open(setups[at], c.ledger(at))?,
                unmatched: Vec::new(),
                errors: Vec::new(),
            })
        };
        let mut pair = MachinePair {
            sides: [open(0)?, open(1)?],
            input: String::new(),
            words: Default::default(),
            at_hand: String::new(),
        };
        pair.bring_to_form(c)?;
        Ok(pair)
    }

    /// The pairs after one more character, or after the end of the input.
    ///
    /// # Errors
    /// If the outputs disagree, or a step cannot be run.
    pub fn next(&self, c: &Checker<'m>) -> Result<Vec<Self>, Failure> {
        let (mut all, mut untried) = (Vec::new(), Untried::new(&c.alphabet));
        // Distinguishes the pending input from the input to come.
        while let Some(character) = untried.next(&self.at_hand).transpose()? {
            let before = all.len();
            let answers = Answers::new(&c.numbers);
            loop {
                let mut next = self.clone();
                next.input.extend(character);
                for side in &mut next.sides {
                    side.machine.observer_mut().answers = answers.clone();
                    // No side is ahead by a tag.
                    side.machine.set_responses(Vec::new());
                    side.machine.set_emitted(side.unmatched.len());
                    match character {
                        Some(character) => side.machine.feed(character),
                        None => side.machine.close(),
                    }
                }
                let is_open = next.run(c);
                if is_open.map_err(|why| format!("after {:?}: {why}", next.input))? {
                    all.push(next);
                }
                if !answers.next() {
                    break;
                }
            }
            // A symbol with an empty rest represents all texts that no state distinguishes from it.
            if all[before..]
                .iter()
                .all(|next: &Self| next.at_hand.is_empty())
            {
                untried.pass_over(answers.distinguished());
            }
        }
        Ok(all)
    }

    /// Runs both sides as far as the input allows; `true` if they continue. An error if their outputs
    /// differ, or one of them gets stuck.
    fn run(&mut self, c: &Checker<'_>) -> Result<bool, String> {
        let mut run_state = Vec::new();
        for (at, side) in self.sides.iter_mut().enumerate() {
            run_state.push(side.machine.run_open());
            // After such a read the output means nothing, so this comes before every comparison.
            if let Some(unknown) = &side.machine.observer().unknown {
                if let Ok(mut last) = c.unknown.lock() {
                    *last = Some((at, unknown.clone()));
                }
                let sentence = &unknown.sentence;
                return Err(format!("`{sentence}` reads a register that is not carried"));
            }
            for event in side.machine.take_events() {
                match event {
                    Event::Token(Token::Characters(text)) => {
                        let each = text.chars().map(|c| Token::Characters(c.into()));
                        side.unmatched.extend(each);
                    }
                    Event::Token(token) => side.unmatched.push(token),
                    Event::Error(_) if c.claim == Claim::ErrorsOnly => {}
                    Event::Error(error) => {
                        let named = c.codes || error.code == FAULTS;
                        let code = if named { error.code } else { String::new() };
                        let place = (c.claim == Claim::None).then_some(error.offset);
                        side.errors.push((code, place));
                    }
                }
            }
        }
        let [a, b] = &mut self.sides;
        cancel(&mut a.unmatched, &mut b.unmatched);
        cancel(&mut a.errors, &mut b.errors);
        let is = |side: &Side<'_>| [side.unmatched.is_empty(), side.errors.is_empty()];
        for (at, state) in run_state.iter().enumerate() {
            if let RunState::Stopped(refusal) = state {
                let side = ["first", "second"][at];
                return Err(format!("the {side} side gets stuck: {refusal}"));
            }
        }
        match (&run_state[..], is(a), is(b)) {
            ([RunState::Finished, RunState::Finished], [true, true], [true, true]) => Ok(false),
            ([RunState::Waits(_), RunState::Waits(_)], a, b) if a[0] | b[0] && a[1] | b[1] => {
                self.bring_to_form(c).map(|()| true)
            }
            _ => Err("the outputs of the sides differ".into()),
        }
    }

    /// Drops what is not carried, and reduces the common input of both sides to one symbol.
    fn bring_to_form(&mut self, c: &Checker<'_>) -> Result<(), String> {
        let [a, b] = &mut self.sides;
        let carried = c.carries[0][a.machine.state()] | c.carries[1][b.machine.state()];
        let read = a.machine.consumed().1.min(b.machine.consumed().1);
        a.machine.forget(carried, read);
        b.machine.forget(carried, read);
        if a.machine.characters(0) != b.machine.characters(0) {
            return Err("the sides do not read the same names, numbers or bulks".into());
        }
        let shared = a.machine.registers_mut().share(b.machine.registers_mut());
        self.at_hand = shared.ok_or("attributes or numbers are not the same")?;
        for side in &self.sides {
            self.at_hand.extend(side.machine.origin().1);
            for token in &side.unmatched {
                match token {
                    Token::Characters(text) => self.at_hand += text,
                    Token::EndOfFile => {}
                    _ => return Err("one side emits a token before the other".into()),
                }
            }
        }
        // A remaining symbol could be confused with the next one of the same kind.
        if self.at_hand.contains(is_symbol) {
            return Err("one side has emitted, or has kept, text that the other has not".into());
        }
        for (at, side) in self.sides.iter().enumerate() {
            let (end, position) = side.machine.consumed();
            self.at_hand.extend(side.machine.characters(position));
            self.words[at] = side.machine.form(carried);
            let unmatched = side
                .unmatched
                .iter()
                .map(|unmatched| format!(", gave {unmatched:?}"));
            self.words[at].extend(unmatched);
            for (code, place) in &side.errors {
                // A reconsumed symbol has no offset.
                let end = side.machine.offset_of(end);
                let back = end.checked_sub(place.unwrap_or(end));
                let back = back.ok_or("an error is ahead")?;
                self.words[at] += &format!(", reported {code:?} {back} before");
            }
        }
        Ok(())
    }
}

/// Removes the common prefix of two lists.
fn cancel<T: PartialEq>(a: &mut Vec<T>, b: &mut Vec<T>) {
    let same = a.iter().zip(&*b).take_while(|(a, b)| a == b).count();
    a.drain(..same);
    b.drain(..same);
}

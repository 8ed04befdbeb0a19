//! From where a mutant has done something else, on to where it shows: breadth first over pairs of the
//! original and the mutant, until they converge.

use super::context::{SearchContext, SetupInput};
use super::fork::Fork;
use super::probes::ObservableState;
use super::view::{ViewEntry, differs};
use crate::compare::DeadRegisters;
use std::collections::{HashSet, VecDeque};
use tokenwright_interpreter::{Interpreter, RunState, Setup, Wait};

/// The number of characters fed to pairs before the search stops.
const STEPS: usize = 20_000;
/// The number of pending characters in a key.
const AHEAD: usize = 8;

/// What decides the future of a fork.
#[derive(PartialEq, Eq, Hash)]
struct Key<'k> {
    places: [ObservableState<'k>; 2],
    /// The reason why each side waits, and its pending characters.
    waits: [(u8, String); 2],
    tokens: [Vec<ViewEntry>; 2],
    errors: [Vec<String>; 2],
}

/// The start of a search, and its alphabet.
#[derive(Debug)]
pub(super) struct From {
    /// Inputs that run the changed part.
    pub(super) heads: Vec<SetupInput>,
    /// Inputs after which it runs next.
    pub(super) places: Vec<SetupInput>,
    /// One character of each class.
    pub(super) characters: Vec<char>,
    /// The dead registers.
    pub(super) dead: DeadRegisters,
}

/// An input that shows a mutant: one of the heads or the places, and some characters after it.
pub(super) fn difference(
    context: &SearchContext<'_>,
    changed: &Interpreter<'_>,
    from: &From,
) -> Option<SetupInput> {
    let mut seen = HashSet::new();
    let mut open: VecDeque<(&Setup, String, Fork<'_, ()>)> = VecDeque::new();
    let heads = from.heads.iter().map(|head| (head, false));
    let places = from.places.iter().map(|place| (place, true));
    for ((setup, head), together) in heads.chain(places) {
        let machine = context.interpreter.open(setup, ());
        let (Ok(a), Ok(b)) = (machine, changed.open(setup, ())) else {
            continue;
        };
        let mut fork = Fork::new([a, b]);
        fork.feed(head);
        if together {
            open.push_back((setup, head.clone(), fork));
            continue;
        }
        if fork.has_converged(&from.dead) || !seen.insert(fork.key(context, setup, head)) {
            continue;
        }
        if shows(context, changed, setup, head) {
            return Some((setup.clone(), head.clone()));
        }
        if is_running(&fork) {
            open.push_back((setup, head.clone(), fork));
        }
    }
    let mut steps = 0;
    while let Some((setup, input, fork)) = open.pop_front() {
        for c in &from.characters {
            steps += 1;
            if steps > STEPS {
                return None;
            }
            let mut next = fork.clone();
            let mut buffer = [0; 4];
            next.feed(c.encode_utf8(&mut buffer));
            if next.has_converged(&from.dead) {
                continue;
            }
            let longer = format!("{input}{c}");
            if !seen.insert(next.key(context, setup, &longer)) {
                continue;
            }
            if shows(context, changed, setup, &longer) {
                return Some((setup.clone(), longer));
            }
            if is_running(&next) && !next.is_undecided() {
                open.push_back((setup, longer, next));
            }
        }
    }
    None
}

fn shows(
    context: &SearchContext<'_>,
    changed: &Interpreter<'_>,
    setup: &Setup,
    input: &str,
) -> bool {
    let original = context.interpreter.run(setup, input);
    let found = changed.run(setup, input);
    original.is_ok_and(|expected| differs(&expected, &found, context.named))
}

fn is_running(fork: &Fork<'_, ()>) -> bool {
    let waits = |run_state: &RunState| matches!(run_state, RunState::Waits(_));
    fork.run_state.iter().any(waits)
}

impl Fork<'_, ()> {
    fn key<'k>(&self, context: &'k SearchContext<'_>, setup: &Setup, input: &str) -> Key<'k> {
        let of = |side: usize| {
            let machine = &self.machines[side];
            context.probes.key.place(machine, setup, input)
        };
        let wait = |side: usize| {
            let machine = &self.machines[side];
            let kind = match self.run_state[side] {
                RunState::Finished | RunState::Stopped(_) => 0,
                RunState::Waits(Wait::Text) => 1,
                RunState::Waits(Wait::Name(_)) => 2,
                RunState::Waits(Wait::Digits(_)) => 3,
                RunState::Waits(Wait::Sequence(_)) => 4,
                RunState::Waits(Wait::Bulk(_)) => 5,
            };
            let (fed, consumed) = machine.consumed();
            let ahead = machine.characters(consumed.max(fed.saturating_sub(AHEAD)));
            (kind, ahead.iter().collect())
        };
        let codes = |side: usize| self.errors[side].iter().map(|(code, _)| code.clone());
        Key {
            places: [of(0), of(1)],
            waits: [wait(0), wait(1)],
            tokens: self.tokens.clone(),
            errors: [codes(0).collect(), codes(1).collect()],
        }
    }
}

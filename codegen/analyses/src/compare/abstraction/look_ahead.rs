//! Pending names and sequences in a key.

use super::super::coverage::CoverageObserver;
use super::super::facts::{BUFFER, DOCTYPE_NAME, RevisionFacts, Splitter, TAG_NAME};
use super::super::key::Key;
use super::super::product::{Named, Pair, PairSide};
use super::Abstraction;
use std::collections::HashMap;
use tokenwright_interpreter::{Machine, RunState, Wait};

/// The classes of ASCII characters, by the state where the name of a reference may begin.
pub(in crate::compare) type Letters = HashMap<usize, Vec<u8>>;

/// For each side, the classes of characters that a state, and the states that get the same character from
/// it, distinguish.
pub(in crate::compare) fn letters(sides: [&RevisionFacts; 2]) -> [Letters; 2] {
    sides.map(|tables| {
        let states = tables.states.iter().enumerate();
        let states = states.filter(|(_, facts)| facts.names);
        let of = |(at, _)| (at, classes(sides, tables, at));
        states.map(of).collect()
    })
}

fn classes(sides: [&RevisionFacts; 2], tables: &RevisionFacts, state: usize) -> Vec<u8> {
    let splitters = &tables.states[state].splitters;
    // For text compared with names, the letter matters; for text compared with other texts, only
    // whether the letter occurs in them.
    let written = |what: u32| splitters.contains(&vec![(what, what)]);
    let (buffer, name) = (written(BUFFER), written(TAG_NAME) || written(DOCTYPE_NAME));
    let texts = sides.iter().flat_map(|t| &t.buffer_texts).map(|(t, _)| t);
    let texts = texts.filter(|_| buffer);
    let texts: String = texts.chain(&tables.behind).cloned().collect();
    let texts = texts.to_ascii_lowercase();
    let mut found: Vec<(Option<char>, Vec<bool>)> = Vec::new();
    let class = |byte: u8| {
        let (character, code) = (char::from(byte), u32::from(byte));
        let matters = name || texts.contains(character.to_ascii_lowercase());
        let inside = |cut: &Splitter| cut.iter().any(|(a, b)| (*a..=*b).contains(&code));
        let within = splitters.iter().chain(&tables.stream).map(inside);
        let is = (matters.then_some(character), within.collect());
        let at = found.iter().position(|other| *other == is);
        let at = at.unwrap_or_else(|| {
            found.push(is);
            found.len() - 1
        });
        at as u8
    };
    (0..0x80).map(class).collect()
}

impl Abstraction<'_> {
    /// The name whose end both sides wait for, if it is the same.
    pub(super) fn name_ahead(&self, a: &PairSide<'_>, b: &PairSide<'_>) -> Option<usize> {
        let (RunState::Waits(Wait::Name(from)), RunState::Waits(Wait::Name(other))) =
            (&a.run_state, &b.run_state)
        else {
            return None;
        };
        let one = from == other && a.machine.offset_of(*from) == b.machine.offset_of(*other);
        (one && self.same_names).then_some(*from)
    }

    /// A name that both sides wait for the end of, if it was not held for the longest yet.
    pub(in crate::compare) fn new_name(&self, pair: &Pair<'_>) -> Option<Named> {
        let [a, b] = &pair.sides;
        let from = self.name_ahead(a, b)?;
        let (length, _) = a.machine.name_so_far(from).unwrap_or_default();
        let (fed, _) = a.machine.consumed();
        let is_known = |known: Named| (known.from, known.length) == (from, length);
        let new = Named { from, length, fed };
        (!pair.named.is_some_and(is_known)).then_some(new)
    }

    /// The input behind a name that is assumed to be complete, at most one character. Further input either
    /// extends the name or continues from the assumption.
    pub(super) fn held(&self, key: &mut Key, pair: &Pair<'_>, Named { from, length, fed }: Named) {
        let [a, b] = &pair.sides;
        let mut behind = a.machine.characters(from + length);
        key.number(behind.len().min(2));
        if behind.len() > 1 && fed != a.machine.consumed().0 {
            behind = &[];
        }
        let states = [a, b].map(|side| side.machine.state());
        for (at, character) in behind.iter().enumerate() {
            // The first of them goes to states that are known.
            let is_like = at == 0 && behind.len() == 1 && !key.singletons.contains(character);
            key.push(u8::from(is_like));
            match is_like {
                true => self.distinguish(key, states, *character),
                false => key.number(*character as usize),
            }
            for side in [a, b] {
                let fault = side.machine.input_errors(from + length + at).first();
                let fault = fault.filter(|(index, _)| *index == from + length + at);
                key.number(fault.map_or(0, |(_, row)| row + 1));
            }
        }
    }

    /// The class of a character in two states and in those that get the same character.
    fn distinguish(&self, key: &mut Key, states: [usize; 2], character: char) {
        for (letters, state) in self.letters.iter().zip(states) {
            let class = letters.get(&state).zip(u8::try_from(character).ok());
            let class = class.and_then(|(classes, byte)| classes.get(usize::from(byte)));
            key.number(class.map_or(1 + character as usize, |class| usize::from(*class)));
        }
    }

    /// The assumptions that a side may test again.
    pub(super) fn answers(&self, key: &mut Key, machine: &Machine<'_, '_, CoverageObserver<'_>>) {
        key.number(machine.assumed_name_length().map_or(0, |length| length + 1));
        for (assumption, again) in machine.assumptions() {
            if let Some(again) = again {
                key.number(again + 1);
                assumption.write(&mut |number| key.number(number));
            }
        }
        key.push(0);
    }

    /// The input that is still possible under the assumptions of both sides.
    pub(super) fn assumptions(&self, key: &mut Key, pair: &Pair<'_>) {
        key.end();
        for (side, of) in pair.sides.iter().enumerate() {
            for (assumption, _) in of.machine.assumptions() {
                key.number(side);
                assumption.write(&mut |number| key.number(number));
            }
        }
    }
}

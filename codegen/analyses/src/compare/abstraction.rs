//! The key of a pair of machines: everything that decides its future.
//!
//! Two pairs with the same key give the same output, or differ in the same way, for every continuation. A
//! key holds the registers that are live on either side. For text that is only emitted, it holds whether
//! both sides agree, and the exact values if they do not.
//!
//! With exact registers every longer name would be a new pair, and no search would close. So the key is smaller than
//! a configuration, and each thing that it leaves out needs a reason; a witness is therefore run before it counts.

mod contents;
mod look_ahead;
mod tokens;

use contents::same_code;
pub(super) use look_ahead::{Letters, letters};
use tokens::has_several_names;

use super::alphabet::Numbers;
use super::facts::{Bulk, RevisionFacts, Splitter};
use super::key::Key;
use super::product::{Compare, Named, Pair, PairSide, Rules, partial_end};
use std::collections::BTreeSet;
use tokenwright_interpreter::{Response, RunState, Wait};
use tokenwright_tables::kernel::effects::RegisterSet;

/// The number of characters that distinguish the names of last start tags; longer names behave the same.
const NAME: usize = 3;

/// Computes keys.
#[derive(Debug)]
pub(super) struct Abstraction<'t> {
    pub(super) rules: Rules<'t>,
    pub(super) numbers: Numbers,
    /// Whether both sides have the same table of named references.
    pub(super) same_names: bool,
    /// Texts that a field may be set to, of both sides.
    pub(super) constants: Vec<String>,
    /// Texts of comparisons in states that also read the name of the last start tag.
    pub(super) texts_near_last_start_tag: &'t BTreeSet<String>,
    /// Characters that can complete an attribute name in a state that checks for a duplicate before it
    /// reads on.
    pub(super) completes: Vec<Splitter>,
    /// Whether a carriage return at the end of the input matters.
    pub(super) returns: bool,
    /// The classes of the characters that can follow the name of a reference.
    pub(super) letters: [Letters; 2],
}

/// The input that a side waits with, after everything before it is written to the key.
struct PendingInput {
    /// The number of the digits so far, and whether there are any.
    number: Option<(u32, bool)>,
    /// The data of the comment that will be emitted.
    comment: Option<String>,
}

impl Abstraction<'_> {
    /// Makes the key of a pair.
    pub(super) fn key(&self, key: &mut Key, pair: &Pair<'_>) {
        key.clear();
        let [a, b] = &pair.sides;
        let live = self.live(pair);
        // The live registers decide how the rest of the key is encoded.
        live.iter()
            .for_each(|live| key.bytes.extend(live.bits().to_le_bytes()));
        let named = pair.named.filter(|_| self.name_ahead(a, b).is_some());
        let ahead = [0, 1].map(|side| self.place(key, side, &pair.sides[side], named));
        for side in &pair.sides {
            for token in &side.tokens {
                key.token(token);
            }
            key.push(0xFE);
            let (fed, _) = side.machine.consumed();
            for (code, offset) in &side.errors {
                key.text(code);
                // Counted in characters: a line feed has one byte or two.
                if self.rules.compare == Compare::Places {
                    key.number(fed - side.machine.index_of(*offset));
                }
            }
            key.push(0xFE);
            key.number(side.owed.len());
            for Response { switch, foreign } in &side.owed {
                key.push(switch.map_or(0, |mode| mode as u8 + 1));
                key.push(foreign.map_or(0, |foreign| u8::from(foreign) + 1));
            }
        }
        self.registers(key, pair, live, &ahead);
        if let Some(named) = named {
            self.held(key, pair, named);
        }
        self.assumptions(key, pair);
    }

    /// The live registers of each side.
    fn live(&self, pair: &Pair<'_>) -> [RegisterSet; 2] {
        [0, 1].map(|side| {
            let side_of = &pair.sides[side];
            match side_of.run_state {
                RunState::Waits(_) => {
                    let registers = side_of.machine.register_values();
                    let back = self.facts(side).return_state(registers.return_state);
                    let live = &self.facts(side).states[side_of.machine.state()].live;
                    live.of(registers.content_model, back)
                }
                _ => RegisterSet::NONE,
            }
        })
    }

    /// Whether a side may no longer read a register only because its steps are opaque.
    fn has_opaque_steps(&self) -> bool {
        let mut tables = self.rules.tables.iter();
        tables.any(|tables| tables.has_opaque_steps)
    }

    /// Whether the other attributes of a tag matter, because one may be removed.
    fn removes_earlier(&self) -> bool {
        let mut tables = self.rules.tables.iter();
        tables.any(|tables| tables.removes_earlier)
    }

    fn facts(&self, side: usize) -> &RevisionFacts {
        self.rules.tables[side]
    }

    /// Whether a text is one character that may complete a name.
    fn is_last(&self, text: &str) -> bool {
        let mut characters = text.chars();
        let (Some(one), None) = (characters.next(), characters.next()) else {
            return false;
        };
        let inside = |(a, b): &(u32, u32)| (*a..=*b).contains(&u32::from(one));
        self.completes.iter().flatten().any(inside)
    }

    /// Names that an earlier attribute may have without changing the key, although no earlier attribute has
    /// them now. With one of them, the current attribute, or one with one more character, is a duplicate.
    ///
    /// The flag says whether the tag is assumed to have other attributes too, where that matters.
    pub(super) fn other_names(
        &self,
        pair: &Pair<'_>,
        symbols: &[char],
    ) -> Vec<(String, Option<bool>)> {
        let live = pair
            .sides
            .iter()
            .zip(self.rules.tables)
            .any(|(side, tables)| {
                let facts = &tables.states[side.machine.state()];
                facts.live.may_have(RegisterSet::ASKS_DUPLICATE)
            });
        let [Some(a), Some(b)] = pair
            .sides
            .each_ref()
            .map(|s| s.machine.register_values().tag.as_ref())
        else {
            return Vec::new();
        };
        if !live || a.earlier.is_empty() || a.parts() != b.parts() {
            return Vec::new();
        }
        let now = a.parts().1.map_or("", |(name, _)| name);
        let mut names = vec![now.to_owned()];
        for symbol in symbols.iter().filter(|c| self.is_last(&c.to_string())) {
            names.extend([format!("{now}{symbol}"), symbol.to_string()]);
        }
        names.retain(|name| !name.is_empty() && !a.earlier.contains(name));
        let others = self
            .removes_earlier()
            .then(|| has_several_names(a.parts().0));
        let with = |name: String| (name, others);
        names.into_iter().map(with).collect()
    }

    /// The number that both sides are adding digits to, if it is the same; one of them may no longer read it.
    pub(super) fn shared_number(&self, pair: &Pair<'_>) -> Option<u32> {
        let live = self.live(pair).map(|live| live.has(RegisterSet::CODE));
        let counts = |side: usize| {
            let facts = &self.facts(side).states[pair.sides[side].machine.state()];
            facts.counts || !live[side]
        };
        let code = pair.sides[0].machine.register_values().code;
        let both = live == [true, true] || self.has_opaque_steps();
        let is_shared = both && live != [false, false] && [0, 1].into_iter().all(counts);
        (is_shared && code != 0 && same_code(pair)).then_some(code)
    }

    /// The numbers to assume instead of one that is shared: one of each class, and where only one side reads it, one
    /// that the other side cannot emit by chance.
    pub(super) fn other_numbers(&self, pair: &Pair<'_>, shared: u32) -> Vec<u32> {
        let mut numbers = self.numbers.representatives.clone();
        if !self
            .live(pair)
            .iter()
            .all(|live| live.has(RegisterSet::CODE))
        {
            let mut key = Key::default();
            self.key(&mut key, pair);
            let met = |number: &&u32| self.numbers.may_meet(**number, &key.singletons);
            let met: Vec<u32> = numbers.iter().filter(met).copied().collect();
            let apart = met
                .iter()
                .filter_map(|number| self.numbers.apart(*number, &key.singletons));
            numbers.extend(apart);
        }
        numbers.retain(|number| *number != shared);
        numbers
    }

    /// State, wait and pending input of one side.
    fn place(
        &self,
        key: &mut Key,
        side: usize,
        of: &PairSide<'_>,
        named: Option<Named>,
    ) -> PendingInput {
        let machine = &of.machine;
        let mut ahead = PendingInput {
            number: None,
            comment: None,
        };
        let wait = match &of.run_state {
            RunState::Waits(wait) => *wait,
            RunState::Finished => {
                key.push(0xF0);
                return ahead;
            }
            RunState::Stopped(_) => {
                key.push(0xF1);
                return ahead;
            }
        };
        key.number(machine.state());
        let (fed, position) = machine.consumed();
        let written = match wait {
            Wait::Text => fed,
            Wait::Digits(from) => from,
            Wait::Name(from) if named.is_some() => from,
            Wait::Name(_) | Wait::Sequence(_) => fed,
            Wait::Bulk(from) => match &self.facts(side).states[machine.state()].bulk {
                Some(_) => from,
                None => fed,
            },
        };
        // Two characters that became the same one differ in whether that is an error.
        let mut faults = machine.input_errors(position).iter().peekable();
        let ahead_of = &machine.characters(position)[..written - position];
        for (at, character) in ahead_of.iter().enumerate() {
            key.number(*character as usize);
            let fault = faults.next_if(|(index, _)| *index == position + at);
            key.number(fault.map_or(0, |(_, row)| row + 1));
            key.singletons.push(*character);
        }
        key.number(0x11_0000);
        self.answers(key, machine);
        match wait {
            Wait::Text => key.push(0),
            Wait::Digits(from) => {
                key.push(1);
                let digits = machine.characters(from);
                let in_base = |base: u32| {
                    digits.iter().fold(0_u32, |value, digit| {
                        let digit = digit.to_digit(16).unwrap_or_default();
                        value.saturating_mul(base).saturating_add(digit)
                    })
                };
                ahead.number = Some((in_base(machine.base_ahead()), !digits.is_empty()));
                if self.facts(side).states[machine.state()]
                    .live
                    .may_have(RegisterSet::BASE)
                {
                    key.bytes.extend(self.numbers.class(in_base(10)));
                    key.bytes.extend(self.numbers.class(in_base(16)));
                }
            }
            Wait::Name(from) if named.is_some() => {
                key.push(2);
                let so_far = machine.name_so_far(from);
                key.push(so_far.map_or(0, |(length, ends)| {
                    1 + u8::from(ends) + 2 * u8::from(length == fed - from)
                }));
            }
            Wait::Name(_) | Wait::Sequence(_) => key.push(4),
            Wait::Bulk(from) => match &self.facts(side).states[machine.state()].bulk {
                Some(Bulk::Text(end)) => {
                    key.push(5);
                    key.number(partial_end(machine.characters(from), end));
                }
                Some(Bulk::Comment(replaced)) => {
                    key.push(6);
                    let data = machine.origin().1.into_iter();
                    let data = data.chain(machine.characters(from).iter().copied());
                    let replace = |c: char| {
                        if *replaced && c == '\0' {
                            '\u{FFFD}'
                        } else {
                            c
                        }
                    };
                    ahead.comment = Some(data.map(replace).collect());
                }
                None => key.push(7),
            },
        }
        key.number(machine.errors_reported_ahead());
        ahead
    }
}

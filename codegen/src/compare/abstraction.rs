//! What of a pair of machines decides about everything that is still to come.
//!
//! Two pairs with the same key give the same, or differ in the same way, whatever input follows.
//! Of each register only what some row still reads is in the key; of everything else only whether
//! both sides have the same, and where they have not, what they have, verbatim.

mod contents;
mod tokens;

use tokens::several_names;

use super::alphabet::Numbers;
use super::key::Key;
use super::product::{Compare, Named, Pair, Rules, Side, partial_end};
use super::ran::Notes;
use super::registers::Registers;
use super::tables::{BUFFER, Bulk, Cut, TAG_NAME, Tables};
use crate::interpret::{Machine, Standing, Wait};
use std::collections::BTreeSet;

/// How long a last start tag's name is told apart: one that is longer has no other future.
const NAME: usize = 3;

/// What makes keys.
#[derive(Debug)]
pub(super) struct Abstraction<'t> {
    pub(super) rules: Rules<'t>,
    pub(super) numbers: Numbers,
    /// Whether both sides have the same table of named references.
    pub(super) same_names: bool,
    /// Texts that a field may be set to, of both sides.
    pub(super) constants: Vec<String>,
    /// Texts that something is compared with where the name of the last start tag is read too.
    pub(super) beside_names: &'t BTreeSet<String>,
    /// Characters that an attribute's name may get in a state that then asks, before anything else
    /// is read, whether it is a duplicate.
    pub(super) completes: Vec<Cut>,
    /// Whether a carriage return at the end of the input matters.
    pub(super) returns: bool,
}

/// What a side waits for, with everything before it written out.
struct Ahead {
    /// The number that the digits ahead make so far, and whether there are any.
    number: Option<(u32, bool)>,
    /// What will be a comment's data.
    comment: Option<String>,
}

impl Abstraction<'_> {
    /// Makes the key of a pair.
    pub(super) fn key(&self, key: &mut Key, pair: &Pair<'_>) {
        key.clear();
        let [a, b] = &pair.sides;
        let live = [0, 1].map(|side| {
            let side_of = &pair.sides[side];
            match side_of.standing {
                Standing::Waits(_) => {
                    let model = side_of.machine.said().content_model;
                    let model = model.map_or(0, |model| model as usize + 1);
                    self.facts(side).states[side_of.machine.state()].live[model]
                }
                _ => Registers::NONE,
            }
        });
        let named = pair.named.filter(|_| self.name_ahead(a, b).is_some());
        let ahead = [0, 1].map(|side| self.place(key, side, &pair.sides[side], named));
        for side in &pair.sides {
            for token in &side.tokens {
                key.token(token);
            }
            key.push(0xFE);
            let (given, _) = side.machine.consumed();
            for (code, offset) in &side.errors {
                key.text(code);
                // Counted in characters: a line feed has one byte or two.
                if self.rules.compare == Compare::Places {
                    key.number(given - side.machine.index_of(*offset));
                }
            }
            key.push(0xFE);
        }
        self.registers(key, pair, live, &ahead);
        if let Some(named) = named {
            self.held(key, pair, named);
        }
        self.told(key, pair);
    }

    /// Whether it matters which other attributes a tag has than one that may be removed.
    fn removes_earlier(&self) -> bool {
        self.rules
            .tables
            .iter()
            .any(|tables| tables.removes_earlier)
    }

    fn facts(&self, side: usize) -> &Tables {
        self.rules.tables[side]
    }

    /// Where both sides wait for the end of a name, if it is the same name to both.
    fn name_ahead(&self, a: &Side<'_>, b: &Side<'_>) -> Option<usize> {
        let (Standing::Waits(Wait::Name(from)), Standing::Waits(Wait::Name(other))) =
            (&a.standing, &b.standing)
        else {
            return None;
        };
        let one = from == other && a.machine.offset_of(*from) == b.machine.offset_of(*other);
        (one && self.same_names).then_some(*from)
    }

    /// A name that both sides wait for the end of, if it was not held for the longest yet.
    pub(super) fn new_name(&self, pair: &Pair<'_>) -> Option<Named> {
        let [a, b] = &pair.sides;
        let from = self.name_ahead(a, b)?;
        let (length, _) = a.machine.name_so_far(from).unwrap_or_default();
        let (given, _) = a.machine.consumed();
        let is_known = |known: Named| (known.from, known.length) == (from, length);
        let new = Named {
            from,
            length,
            given,
        };
        (!pair.named.is_some_and(is_known)).then_some(new)
    }

    /// Whether a text is one character with which a name may be complete at once.
    fn is_last(&self, text: &str) -> bool {
        let mut characters = text.chars();
        let (Some(one), None) = (characters.next(), characters.next()) else {
            return false;
        };
        let inside = |(a, b): &(u32, u32)| (*a..=*b).contains(&u32::from(one));
        self.completes.iter().flatten().any(inside)
    }

    /// Names that an earlier attribute may have for all that the key tells, though no earlier one
    /// has it: with one of them the current attribute, or one that gets a character more, is a
    /// duplicate.
    ///
    /// With each, whether the tag is to be taken for one that has others too, where that matters.
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
                facts
                    .live
                    .iter()
                    .any(|live| live.has(Registers::ASKS_DUPLICATE))
            });
        let [Some(a), Some(b)] = pair.sides.each_ref().map(|s| s.machine.said().tag.as_ref())
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
        let others = self.removes_earlier().then(|| several_names(a.parts().0));
        let with = |name: String| (name, others);
        names.into_iter().map(with).collect()
    }

    /// The number that both sides are adding digits to, if it is the same.
    pub(super) fn counts_together(&self, pair: &Pair<'_>) -> Option<u32> {
        let codes = [0, 1].map(|side| {
            let machine = &pair.sides[side].machine;
            let facts = &self.facts(side).states[machine.state()];
            (facts.counts && facts.reads_code()).then(|| machine.said().code)
        });
        match codes {
            [Some(a), Some(b)] if a == b && a != 0 => Some(a),
            _ => None,
        }
    }

    /// State, wait and pending input of one side.
    fn place(&self, key: &mut Key, side: usize, of: &Side<'_>, named: Option<Named>) -> Ahead {
        let machine = &of.machine;
        let mut ahead = Ahead {
            number: None,
            comment: None,
        };
        let wait = match &of.standing {
            Standing::Waits(wait) => *wait,
            Standing::Finished => {
                key.push(0xF0);
                return ahead;
            }
            Standing::Stopped(_) => {
                key.push(0xF1);
                return ahead;
            }
        };
        key.number(machine.state());
        let (given, position) = machine.consumed();
        let written = match wait {
            Wait::Text => given,
            Wait::Digits(from) => from,
            Wait::Name(from) if named.is_some() => from,
            Wait::Name(_) | Wait::Sequence(_) => given,
            Wait::Bulk(from) => match &self.facts(side).states[machine.state()].bulk {
                Some(_) => from,
                None => given,
            },
        };
        // Two characters that became the same one differ in whether that is an error.
        let mut faults = machine.faulty(position).iter().peekable();
        let ahead_of = &machine.characters(position)[..written - position];
        for (at, character) in ahead_of.iter().enumerate() {
            key.number(*character as usize);
            let fault = faults.next_if(|(index, _)| *index == position + at);
            key.number(fault.map_or(0, |(_, row)| row + 1));
            key.apart.push(*character);
        }
        key.number(0x11_0000);
        self.answered(key, machine);
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
                if self.facts(side).states[machine.state()].live[0].has(Registers::BASE) {
                    key.bytes.extend(self.numbers.class(in_base(10)));
                    key.bytes.extend(self.numbers.class(in_base(16)));
                }
            }
            Wait::Name(from) if named.is_some() => {
                key.push(2);
                let so_far = machine.name_so_far(from);
                key.push(so_far.map_or(0, |(length, ends)| {
                    1 + u8::from(ends) + 2 * u8::from(length == given - from)
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
        key.number(machine.faults_reported_ahead());
        ahead
    }

    /// What stands behind a name that was held to be the longest just now, or one character. Any more
    /// that comes leads to a longer name, or else to what comes of what was held.
    fn held(
        &self,
        key: &mut Key,
        pair: &Pair<'_>,
        Named {
            from,
            length,
            given,
        }: Named,
    ) {
        let [a, b] = &pair.sides;
        let mut behind = a.machine.characters(from + length);
        key.number(behind.len().min(2));
        if behind.len() > 1 && given != a.machine.consumed().0 {
            behind = &[];
        }
        let states = [a, b].map(|side| side.machine.state());
        for (at, character) in behind.iter().enumerate() {
            // The first of them goes to states that are known.
            match at == 0 && behind.len() == 1 && !key.apart.contains(character) {
                true => self.told_apart(key, states, *character),
                false => key.number(*character as usize),
            }
            for side in [a, b] {
                let fault = side.machine.faulty(from + length + at).first();
                let fault = fault.filter(|(index, _)| *index == from + length + at);
                key.number(fault.map_or(0, |(_, row)| row + 1));
            }
        }
    }

    /// What two states, and those that get the same character, tell a character from.
    fn told_apart(&self, key: &mut Key, states: [usize; 2], character: char) {
        let (code, lower) = (u32::from(character), character.to_ascii_lowercase());
        let inside = |cut: &Cut| cut.iter().any(|(a, b)| (*a..=*b).contains(&code));
        for (tables, state) in self.rules.tables.iter().zip(states) {
            let cuts = &tables.states[state].cuts;
            // Of what is compared with names it matters which letter it is, and of what is compared
            // with other texts if it is a letter of them.
            let written = |what: u32| cuts.contains(&vec![(what, what)]);
            let is_in = |text: &String| text.to_ascii_lowercase().contains(lower);
            let mut texts = self.rules.tables.iter().flat_map(|t| &t.buffer_texts);
            let matters = written(TAG_NAME)
                || written(BUFFER) && texts.any(|(text, _)| is_in(text))
                || tables.behind.iter().any(is_in);
            key.number(if matters { 1 + code as usize } else { 0 });
            for cut in cuts.iter().chain(&tables.stream) {
                key.push(u8::from(inside(cut)));
            }
        }
    }

    /// What a side was told that it may ask for again.
    fn answered(&self, key: &mut Key, machine: &Machine<'_, '_, Notes<'_>>) {
        key.number(machine.assumed().map_or(0, |length| length + 1));
        for (promise, again) in machine.promises() {
            if let Some(again) = again {
                key.number(again + 1);
                promise.write(&mut |number| key.number(number));
            }
        }
        key.push(0);
    }

    /// What may come, where a side was told something of it.
    fn told(&self, key: &mut Key, pair: &Pair<'_>) {
        key.end();
        for (side, of) in pair.sides.iter().enumerate() {
            for (promise, _) in of.machine.promises() {
                key.number(side);
                promise.write(&mut |number| key.number(number));
            }
        }
    }
}

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
use super::product::{Compare, Pair, Rules, Side, partial_end};
use super::registers::Registers;
use super::tables::{Bulk, Cut, Tables};
use crate::interpret::{Standing, Wait};
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

/// How many characters of a sequence are carried, where two sides ask different things of it.
const AHEAD: usize = 4;

/// What both sides wait for.
struct Together {
    /// The index of the first character of it.
    from: usize,
    /// Whether they ask the same of it.
    same: bool,
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
        let together = self.wait_together(a, b).is_some();
        let ahead = [0, 1].map(|side| self.place(key, side, &pair.sides[side], together));
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

    /// Whether both sides wait for the end of a name, or of a sequence, at the same place, so that
    /// an answer can be assumed; and where.
    fn wait_together(&self, a: &Side<'_>, b: &Side<'_>) -> Option<Together> {
        let (from, other, names) = match (&a.standing, &b.standing) {
            (Standing::Waits(Wait::Name(a)), Standing::Waits(Wait::Name(b))) => (*a, *b, true),
            (Standing::Waits(Wait::Sequence(a)), Standing::Waits(Wait::Sequence(b))) => {
                (*a, *b, false)
            }
            _ => return None,
        };
        if from != other || a.machine.offset_of(from) != b.machine.offset_of(other) {
            return None;
        }
        // One answer is given to all questions of a side that are asked at one place.
        let asked = [a, b].map(|side| side.machine.state());
        let asked = [0, 1].map(|side| &self.facts(side).states[asked[side]].sequences);
        let one = asked.iter().all(|asked| asked.len() <= 1);
        let same = asked[0].is_empty() || asked[1].is_empty() || asked[0] == asked[1];
        if !one || names && !(same && self.same_names) {
            return None;
        }
        // Where the questions differ an answer may be given that no input gives to both. So what
        // stands ahead is carried as far as a short witness may need it.
        let (given, _) = a.machine.consumed();
        (same || given - from > AHEAD).then_some(Together { from, same })
    }

    /// Answers to a question that both sides wait with: its index, and what each side is told.
    pub(super) fn answers(&self, pair: &Pair<'_>) -> Option<(usize, &'static [[bool; 2]])> {
        let [a, b] = &pair.sides;
        let together = self.wait_together(a, b)?;
        let answers: &[[bool; 2]] = match together.same {
            true => &[[false, false], [true, true]],
            false => &[[false, false], [true, true], [false, true], [true, false]],
        };
        Some((together.from, answers))
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
    fn place(&self, key: &mut Key, side: usize, of: &Side<'_>, together: bool) -> Ahead {
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
            Wait::Name(from) | Wait::Sequence(from) if together => from,
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
            Wait::Name(from) if together => {
                key.push(2);
                let so_far = machine.name_so_far(from);
                key.push(so_far.map_or(0, |(length, ends)| {
                    1 + u8::from(ends) + 2 * u8::from(length == given - from)
                }));
            }
            Wait::Sequence(from) if together => {
                key.push(3);
                key.push(u8::from(given > from));
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
}

//! The registers in a key.
//!
//! Each register is written as far as something can still observe it: a comparison, a list, the other side. Two equal
//! texts that are only emitted are one fact, "equal"; of two that differ the rest after the common part counts. A
//! register that both sides have in common may be read later by one side only, which is the case that makes most of
//! the exceptions here.

use super::super::key::Key;
use super::super::product::{Pair, PairSide, partial_end};
use super::{Abstraction, NAME, PendingInput};
use std::collections::BTreeSet;
use tokenwright_interpreter::{Digits, RunState, Wait};
use tokenwright_tables::kernel::effects::RegisterSet;

impl Abstraction<'_> {
    pub(super) fn registers(
        &self,
        key: &mut Key,
        pair: &Pair<'_>,
        live: [RegisterSet; 2],
        ahead: &[PendingInput; 2],
    ) {
        use RegisterSet as R;
        let [a, b] = [0, 1].map(|side| pair.sides[side].machine.register_values());
        let any = live[0].or(live[1]);
        let sides = || pair.sides.iter().zip(live);
        if any.has(R::BUFFER) {
            let buffers = [a, b].map(|registers| Some(registers.temporary_buffer.as_str()));
            if any.has(R::BUFFER_COPIED) {
                self.relation(key, kept(R::BUFFER_COPIED, live, buffers), true);
            }
            let compared = kept(R::BUFFER_COMPARED, live, buffers).into_iter();
            for (side, buffer) in compared.enumerate() {
                self.buffer(key, side, buffer);
            }
        }
        for (registers, live) in [a, b].into_iter().zip(live) {
            if live.has(R::RETURN_STATE) {
                key.number(registers.return_state.map_or(0, |s| s + 1));
            }
        }
        if any.has(R::ADDITIONAL) {
            let allowed = [a, b].map(|registers| registers.additional_allowed);
            for character in kept(R::ADDITIONAL, live, allowed) {
                key.number(character.map_or(0, |c| c as usize + 1));
            }
        }
        if any.has(R::CONTENT_MODEL.or(R::ESCAPE)) {
            for registers in [a, b] {
                key.push(registers.content_model.map_or(0, |model| model as u8 + 1));
                key.push(u8::from(registers.escape));
            }
        }
        for (side, facts) in self.rules.tables.iter().enumerate() {
            let machine = &pair.sides[side].machine;
            if facts.states[machine.state()].asks_foreign {
                key.push(2 + u8::from(machine.register_values().foreign));
            }
            if !facts.behind.is_empty() {
                let behind = pair.sides[side].machine.behind();
                let progress = |text: &String| partial_end(behind, text);
                facts.behind.iter().for_each(|t| key.number(progress(t)));
            }
        }
        if self.returns {
            key.push(u8::from(a_return(pair)));
        }
        for (register, a, b) in [
            (R::TARGET, &a.target, &b.target),
            (R::REFERENCE, &a.reference, &b.reference),
            (R::RETURNED, &a.returned, &b.returned),
        ] {
            for (live, value) in live.iter().zip([a, b]) {
                if live.has(register) {
                    key.optional(value.as_deref());
                }
            }
        }
        for ((side, live), ahead) in sides().zip(ahead) {
            let registers = side.machine.register_values();
            if live.has(R::RANGE) {
                key.push(u8::from(registers.digits == Digits::Hexadecimal));
            }
            if live.has(R::BASE) {
                key.push(u8::from(registers.base == Digits::Hexadecimal));
            }
            // Neither outlives a state in valid tables, so the key can hold the whole value.
            for (register, range) in [(R::MATCHED, registers.matched), (R::BULK, registers.bulk)] {
                if live.has(register) {
                    let text = range.map(|(from, to)| &side.machine.characters(from)[..to - from]);
                    let text = text.map(|text| text.iter().collect::<String>());
                    key.optional(text.as_deref());
                }
            }
            if live.has(R::BULK) {
                key.push(u8::from(registers.bulk_met_eof));
            }
            if live.has(R::ORIGIN) && ahead.comment.is_none() {
                let (state, character) = side.machine.origin();
                key.number(state.map_or(0, |s| s + 1));
                key.number(character.map_or(0, |c| c as usize + 1));
            }
        }
        if any.has(R::LAST_START_TAG) {
            let names = [a, b].map(|registers| registers.last_start_tag.as_deref());
            match kept(R::LAST_START_TAG, live, names) {
                [a, b] if a == b => self.last_start_tag(key, a),
                names => names.into_iter().for_each(|name| key.optional(name)),
            }
        }
        if any.has(R::COMMENT) || ahead.iter().any(|a| a.comment.is_some()) {
            let data = [a, b].map(|registers| registers.comment.as_deref());
            let data = kept(R::COMMENT, live, data);
            let data = [0, 1].map(|side| ahead[side].comment.as_deref().or(data[side]));
            self.relation(key, data, any.has(R::ASSIGNS_COMMENT));
        }
        if any.has(R::INSTRUCTION) {
            let tokens = [a, b].map(|registers| registers.processing_instruction.as_ref());
            let tokens = kept(R::INSTRUCTION, live, tokens);
            let targets = tokens.map(|it| it.map(|(target, _)| target.as_str()));
            self.relation(key, targets, false);
            let data = tokens.map(|it| it.map(|(_, data)| data.as_str()));
            self.relation(key, data, any.has(R::ASSIGNS_INSTRUCTION));
        }
        if any.has(R::DOCTYPE) {
            let doctypes = [a, b].map(|registers| registers.doctype.as_deref());
            self.doctype(key, kept(R::DOCTYPE, live, doctypes), any);
        }
        if any.has(R::TAG) {
            let tags = [a, b].map(|registers| registers.tag.as_deref());
            let last = [a, b].map(|registers| registers.last_start_tag.as_deref());
            self.tags(key, kept(R::TAG, live, tags), last, any);
        }
        // Last, as it depends on the characters of the other registers.
        if any.has(R::CODE) || ahead.iter().any(|a| a.number.is_some()) {
            self.code(key, pair, live, ahead);
        }
    }

    /// The character reference code, or the number of the digits so far.
    fn code(
        &self,
        key: &mut Key,
        pair: &Pair<'_>,
        live: [RegisterSet; 2],
        ahead: &[PendingInput; 2],
    ) {
        let of = |side: usize| match &ahead[side].number {
            Some((value, any)) => Some((*value, *any)),
            None => {
                let code = pair.sides[side].machine.register_values().code;
                live[side].has(RegisterSet::CODE).then_some((code, true))
            }
        };
        match (of(0), of(1)) {
            (Some((a, _)), Some((b, _))) if a == b => {
                key.push(1);
                key.bytes.extend(self.numbers.class(a));
                key.singletons.extend(char::from_u32(a));
            }
            // What the other side emits does not depend on the number. Only by chance is it the same character:
            // one that a step names, or one that the key holds.
            (Some((one, _)), None) | (None, Some((one, _)))
                if self.has_opaque_steps() && same_code(pair) =>
            {
                key.push(3);
                key.bytes.extend(self.numbers.class(one));
                let exact = self.numbers.may_meet(one, &key.singletons);
                key.number(if exact { one as usize + 1 } else { 0 });
                key.singletons.extend(char::from_u32(one));
            }
            (a, b) => {
                key.push(2);
                for value in [a, b] {
                    key.number(value.map_or(0, |(v, _)| v.min(0x11_0000) as usize + 1));
                }
                // No two digits lead to the same two numbers.
                key.singletons
                    .extend(('0'..='9').chain('A'..='F').chain('a'..='f'));
            }
        }
        for value in [of(0), of(1)] {
            key.push(value.map_or(0, |(_, any)| 1 + u8::from(any)));
        }
    }

    /// The temporary buffer, in as much detail as conditions compare it.
    fn buffer(&self, key: &mut Key, side: usize, buffer: Option<&str>) {
        let Some(buffer) = buffer else {
            key.push(0xFD);
            return;
        };
        let begins = |(text, ignore_case): &(String, bool)| match ignore_case {
            true => text
                .get(..buffer.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(buffer)),
            false => text.starts_with(buffer),
        };
        let begun = self.facts(side).buffer_texts.iter().filter(|t| begins(t));
        let exactly = |(_, ignore_case): &(String, bool)| !ignore_case;
        let exact = begun.map(exactly).max();
        key.push(exact.map_or(0, |exact| 1 + u8::from(exact)));
        match exact {
            Some(true) => key.text(buffer),
            Some(false) => key.text(&buffer.to_ascii_lowercase()),
            None => key.push(u8::from(buffer.is_empty())),
        }
    }

    /// The name of the last start tag, equal on both sides: its length, its characters other than lower
    /// case letters, and its relation to the texts that other things are compared with.
    fn last_start_tag(&self, key: &mut Key, name: Option<&str>) {
        let Some(name) = name else {
            key.push(0);
            return;
        };
        key.number(1 + name.chars().count().min(NAME));
        // Most names consist of one or two lower-case letters.
        if name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            key.number(usize::from(!name.is_empty()));
        } else {
            let kinds: BTreeSet<char> = name.chars().map(kind_in_name).collect();
            key.number(2);
            key.text(&kinds.into_iter().collect::<String>());
        }
        for text in self.texts_near_last_start_tag {
            key.number(common(name, text));
            key.push(u8::from(name == text));
        }
    }

    /// Two texts that are only emitted. If they are equal, their content matters only
    /// where one side alone may still replace its own.
    pub(super) fn relation(&self, key: &mut Key, [a, b]: [Option<&str>; 2], replaced: bool) {
        if a == b {
            key.push(0);
            if !replaced {
                return;
            }
            key.distinguish(a.unwrap_or_default());
            match a {
                None => key.push(0),
                Some("") => key.push(1),
                Some(text) => match self.constants.iter().position(|c| c == text) {
                    Some(at) => {
                        key.push(2);
                        key.number(at);
                    }
                    None => key.push(3),
                },
            }
            return;
        }
        key.push(1);
        let common = match (a, b) {
            (Some(a), Some(b)) => common(a, b),
            _ => 0,
        };
        for side in [a, b] {
            match side {
                None => key.push(0),
                Some(side) => {
                    key.push(1 + u8::from(side.is_empty()));
                    key.verbatim(&side[common..]);
                }
            }
        }
    }
}

/// What a register has on the sides on which it is live.
fn kept<T>(
    register: RegisterSet,
    live: [RegisterSet; 2],
    [a, b]: [Option<T>; 2],
) -> [Option<T>; 2] {
    let [first, second] = live.map(|live| live.has(register));
    [a.filter(|_| first), b.filter(|_| second)]
}

/// How many bytes two texts have in common at the start.
fn common(a: &str, b: &str) -> usize {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(a, _)| a.len_utf8()).sum()
}

/// The representative of a character of a name: all lower case letters are equivalent.
fn kind_in_name(character: char) -> char {
    match character {
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        other => other,
    }
}

/// Whether both sides have the same character reference code, and neither waits for digits.
pub(super) fn same_code(pair: &Pair<'_>) -> bool {
    let waits = |side: &PairSide<'_>| matches!(side.run_state, RunState::Waits(Wait::Digits(_)));
    let [a, b] = pair
        .sides
        .each_ref()
        .map(|s| s.machine.register_values().code);
    a == b && !pair.sides.iter().any(waits)
}

fn a_return(pair: &Pair<'_>) -> bool {
    pair.sides.iter().any(|side| side.machine.after_return())
}

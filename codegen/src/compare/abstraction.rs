//! What of a pair of machines decides about everything that is still to come.
//!
//! Two pairs with the same key give the same, or differ in the same way, whatever input follows.
//! Of each register only what some row still reads is in the key; of everything else only whether
//! both sides have the same, and where they have not, what they have, verbatim.

use super::alphabet::Numbers;
use super::product::{Pair, Rules, Side, partial_end};
use super::registers::Registers;
use super::tables::{Bulk, Tables};
use crate::interpret::{Digits, Doctype, Standing, Tag, Wait};
use std::collections::BTreeSet;

/// How long a last start tag's name is told apart: one that is longer has no other future.
const NAME: usize = 3;

/// A key, and the characters that it holds verbatim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) bytes: Vec<u8>,
    /// Characters of which one side has more than the other: which of them comes next matters.
    pub(super) apart: BTreeSet<char>,
}

impl Key {
    fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn number(&mut self, number: usize) {
        let mut rest = number;
        while rest >= 0x80 {
            self.bytes.push((rest as u8 & 0x7F) | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend(text.as_bytes());
    }

    /// A text that the other side has not.
    fn verbatim(&mut self, text: &str) {
        self.text(text);
        self.apart.extend(text.chars());
    }
}

/// What makes keys.
#[derive(Debug)]
pub(super) struct Abstraction<'t> {
    pub(super) rules: Rules<'t>,
    pub(super) numbers: Numbers,
    /// Whether both sides have the same table of named references.
    pub(super) same_names: bool,
    /// Texts that a field may be set to, of both sides.
    pub(super) constants: Vec<String>,
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
    /// The key of a pair.
    pub(super) fn key(&self, pair: &Pair<'_>) -> Key {
        let mut key = Key::default();
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
        let together = self.wait_together(a, b);
        let ahead = [0, 1].map(|side| self.place(&mut key, side, &pair.sides[side], together));
        for side in &pair.sides {
            for token in &side.tokens {
                key.verbatim(&format!("{token:?}"));
            }
            key.push(0xFE);
            let (given, _) = side.machine.consumed();
            let end = side.machine.offset_of(given);
            for (code, offset) in &side.errors {
                key.text(code);
                key.number(end.wrapping_sub(*offset));
            }
            key.push(0xFE);
        }
        self.registers(&mut key, pair, live, &ahead);
        key
    }

    fn facts(&self, side: usize) -> &Tables {
        self.rules.tables[side]
    }

    /// Whether both sides wait for the same end of a name, or of a sequence.
    fn wait_together(&self, a: &Side<'_>, b: &Side<'_>) -> bool {
        match (&a.standing, &b.standing) {
            (Standing::Waits(Wait::Name(a)), Standing::Waits(Wait::Name(b))) => {
                self.same_names && a == b
            }
            (Standing::Waits(Wait::Sequence(a)), Standing::Waits(Wait::Sequence(b))) => a == b,
            _ => false,
        }
    }

    /// The index of a question that both sides wait with, and that may go either way.
    pub(super) fn asks_together(&self, pair: &Pair<'_>) -> Option<usize> {
        let [a, b] = &pair.sides;
        match a.standing {
            Standing::Waits(Wait::Name(from) | Wait::Sequence(from))
                if self.wait_together(a, b) =>
            {
                Some(from)
            }
            _ => None,
        }
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
        for character in &machine.characters(position)[..written - position] {
            key.number(*character as usize);
        }
        key.push(0xFE);
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

    #[allow(clippy::too_many_lines)]
    fn registers(&self, key: &mut Key, pair: &Pair<'_>, live: [Registers; 2], ahead: &[Ahead; 2]) {
        use Registers as R;
        let [a, b] = [0, 1].map(|side| pair.sides[side].machine.said());
        let any = live[0].and(live[1]);
        let sides = || pair.sides.iter().zip(live);
        let kept = |register: R| {
            move |(side, live): (&Side<'_>, Registers)| {
                let _ = side;
                live.has(register)
            }
        };
        if any.has(R::COMPARED.and(R::COPIED)) {
            let of = |side: usize, register: R| {
                let buffer = &pair.sides[side].machine.said().temporary_buffer;
                live[side].has(register).then_some(buffer.as_str())
            };
            if any.has(R::COPIED) {
                self.relation(key, of(0, R::COPIED), of(1, R::COPIED), true);
            }
            for side in [0, 1] {
                self.buffer(key, side, of(side, R::COMPARED));
            }
        }
        if any.has(R::RETURN_STATE) {
            for (side, _) in sides().filter(|s| kept(R::RETURN_STATE)((s.0, s.1))) {
                key.number(side.machine.said().return_state.map_or(0, |s| s + 1));
            }
        }
        if any.has(R::ADDITIONAL) {
            for (side, live) in sides() {
                let character = side.machine.said().additional_allowed;
                let character = character.filter(|_| live.has(R::ADDITIONAL));
                key.number(character.map_or(0, |c| c as usize + 1));
            }
        }
        if any.has(R::CONTENT_MODEL.and(R::ESCAPE)) {
            for side in &pair.sides {
                let said = side.machine.said();
                key.push(said.content_model.map_or(0, |model| model as u8 + 1));
                key.push(u8::from(said.escape));
            }
        }
        for (side, facts) in self.rules.tables.iter().enumerate() {
            let machine = &pair.sides[side].machine;
            if facts.states[machine.state()].asks_foreign {
                key.push(2 + u8::from(machine.said().foreign));
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
        if any.has(R::CODE) || ahead.iter().any(|a| a.number.is_some()) {
            let of = |side: usize| match &ahead[side].number {
                Some((value, any)) => Some((*value, *any)),
                None => {
                    let code = pair.sides[side].machine.said().code;
                    live[side].has(R::CODE).then_some((code, true))
                }
            };
            match (of(0), of(1)) {
                (Some((a, _)), Some((b, _))) if a == b => {
                    key.push(1);
                    key.bytes.extend(self.numbers.class(a));
                }
                (a, b) => {
                    key.push(2);
                    for value in [a, b] {
                        key.number(value.map_or(0, |(v, _)| v.min(0x11_0000) as usize + 1));
                    }
                }
            }
            for value in [of(0), of(1)] {
                key.push(value.map_or(0, |(_, any)| 1 + u8::from(any)));
            }
        }
        for (register, a, b) in [
            (R::TARGET, &a.target, &b.target),
            (R::REFERENCE, &a.reference, &b.reference),
            (R::RETURNED, &a.returned, &b.returned),
        ] {
            for (live, value) in live.iter().zip([a, b]) {
                if live.has(register) {
                    key.text(value.as_deref().unwrap_or("\u{1}"));
                }
            }
        }
        for ((side, live), ahead) in sides().zip(ahead) {
            let said = side.machine.said();
            if live.has(R::DIGITS) {
                key.push(u8::from(said.digits == Digits::Hexadecimal));
            }
            if live.has(R::BASE) {
                key.push(u8::from(said.base == Digits::Hexadecimal));
            }
            // Neither outlives a state in any revision, so that nothing is lost by carrying the
            // places along.
            if live.has(R::MATCHED) {
                key.text(&format!("{:?}", said.matched));
            }
            if live.has(R::BULK) {
                key.text(&format!("{:?}{}", said.bulk, said.bulk_met_eof));
            }
            if live.has(R::ORIGIN) && ahead.comment.is_none() {
                let (state, character) = side.machine.origin();
                key.number(state.map_or(0, |s| s + 1));
                key.number(character.map_or(0, |c| c as usize + 1));
            }
        }
        if any.has(R::LAST_START_TAG) {
            let of = |side: usize| {
                let name = pair.sides[side].machine.said().last_start_tag.as_deref();
                live[side].has(R::LAST_START_TAG).then_some(name).flatten()
            };
            match (of(0), of(1)) {
                (a, b) if a == b => key.number(a.map_or(0, |name| 1 + name.len().min(NAME))),
                (a, b) => [a, b].iter().for_each(|n| key.text(n.unwrap_or("\u{1}"))),
            }
        }
        if any.has(R::COMMENT) || ahead.iter().any(|a| a.comment.is_some()) {
            let of = |side: usize| match &ahead[side].comment {
                Some(data) => Some(data.as_str()),
                None => {
                    let data = pair.sides[side].machine.said().comment.as_deref();
                    live[side].has(R::COMMENT).then_some(data).flatten()
                }
            };
            self.relation(key, of(0), of(1), any.has(R::SETS_COMMENT));
        }
        if any.has(R::INSTRUCTION) {
            let of = |side: usize| {
                let said = pair.sides[side].machine.said();
                let token = said.processing_instruction.as_ref();
                live[side].has(R::INSTRUCTION).then_some(token).flatten()
            };
            let (a, b) = (of(0), of(1));
            self.relation(key, a.map(|a| a.0.as_str()), b.map(|b| b.0.as_str()), false);
            let sets = any.has(R::SETS_INSTRUCTION);
            self.relation(key, a.map(|a| a.1.as_str()), b.map(|b| b.1.as_str()), sets);
        }
        if any.has(R::DOCTYPE) {
            let of = |side: usize| {
                let doctype = pair.sides[side].machine.said().doctype.as_ref();
                live[side].has(R::DOCTYPE).then_some(doctype).flatten()
            };
            self.doctype(key, of(0), of(1), any);
        }
        if any.has(R::TAG) {
            let of = |side: usize| {
                let tag = pair.sides[side].machine.said().tag.as_ref();
                live[side].has(R::TAG).then_some(tag).flatten()
            };
            let last = [a, b].map(|said| said.last_start_tag.as_deref());
            self.tags(key, [of(0), of(1)], last, any);
        }
    }

    /// The temporary buffer, as far as it is compared.
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
        let mut begun = self.facts(side).buffer_texts.iter().filter(|t| begins(t));
        match begun.next() {
            Some((_, false)) => key.text(buffer),
            Some((_, true)) => key.text(&buffer.to_ascii_lowercase()),
            None => key.push(0xFC + u8::from(buffer.is_empty())),
        }
    }

    /// Two texts that only ever go into output; if they are the same, then what they are matters
    /// where one side alone may still replace its own.
    fn relation(&self, key: &mut Key, a: Option<&str>, b: Option<&str>, replaced: bool) {
        if a == b {
            key.push(0);
            if !replaced {
                return;
            }
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
            (Some(a), Some(b)) => {
                let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
                same.map(|(a, _)| a.len_utf8()).sum()
            }
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

    fn doctype(&self, key: &mut Key, a: Option<&Doctype>, b: Option<&Doctype>, any: Registers) {
        let sets = [
            Registers::SETS_DOCTYPE_NAME,
            Registers::SETS_PUBLIC,
            Registers::SETS_SYSTEM,
        ];
        let fields = |of: Option<&'_ Doctype>| match of {
            None => [None, None, None].map(|n: Option<String>| n),
            Some(d) => [d.name.clone(), d.public.clone(), d.system.clone()],
        };
        let (left, right) = (fields(a), fields(b));
        for ((a, b), sets) in left.iter().zip(&right).zip(sets) {
            self.relation(key, a.as_deref(), b.as_deref(), any.has(sets));
        }
        for side in [a, b] {
            key.push(side.map_or(0, |d| 1 + u8::from(d.force_quirks)));
        }
    }

    fn tags(
        &self,
        key: &mut Key,
        tags: [Option<&Tag>; 2],
        last: [Option<&str>; 2],
        any: Registers,
    ) {
        use Registers as R;
        let asks_duplicate = any.has(R::ASKS_DUPLICATE);
        for (side, tag) in tags.iter().enumerate() {
            let Some(tag) = tag else {
                key.push(0);
                continue;
            };
            let flags = [
                tag.is_end,
                tag.self_closing,
                tag.removed.is_some(),
                tag.has_attributes(),
                asks_duplicate && tag.is_duplicate() == Some(true),
                tag.is_duplicate().is_some(),
            ];
            let flags = flags
                .iter()
                .fold(1, |bits, flag| bits << 1 | u8::from(*flag));
            key.push(flags);
            let facts = self.facts(side);
            if any.has(R::ASKS_TAG_NAME) {
                let name = last[side].unwrap_or("");
                let left = name.strip_prefix(tag.name.as_str()).map(str::len);
                key.push(left.map_or(0, |left| 1 + left.min(NAME) as u8));
            }
            if any.has(R::ASKS_TAG_LIST) {
                key.push(u8::from(facts.listed.contains(&tag.name)));
                let begins = |name: &String| name.starts_with(&tag.name);
                if any.has(R::GROWS_TAG_NAME) && facts.listed.iter().any(begins) {
                    key.text(&tag.name);
                }
            }
        }
        let [Some(a), Some(b)] = tags else {
            // One side alone has a tag: everything of it counts.
            for tag in tags.into_iter().flatten() {
                key.verbatim(&format!("{tag:?}"));
            }
            return;
        };
        self.relation(key, Some(&a.name), Some(&b.name), any.has(R::SETS_TAG_NAME));
        let (before_a, now_a) = a.parts();
        let (before_b, now_b) = b.parts();
        if before_a == before_b {
            key.push(u8::from(asks_duplicate && before_a.is_empty()));
        } else {
            key.push(2);
            let same = before_a.iter().zip(before_b).take_while(|(a, b)| a == b);
            let same = same.count();
            for side in [before_a, before_b] {
                key.verbatim(&format!("{:?}", &side[same..]));
            }
        }
        let name = |now: Option<&'_ (String, String)>| now.map(|(name, _)| name.clone());
        let value = |now: Option<&'_ (String, String)>| now.map(|(_, value)| value.clone());
        let sets = any.has(R::SETS_ATTRIBUTE_NAME);
        self.relation(key, name(now_a).as_deref(), name(now_b).as_deref(), sets);
        let sets = any.has(R::SETS_ATTRIBUTE_VALUE);
        self.relation(key, value(now_a).as_deref(), value(now_b).as_deref(), sets);
    }
}

fn a_return(pair: &Pair<'_>) -> bool {
    pair.sides.iter().any(|side| side.machine.after_return())
}

//! The key of a pair: two pairs with the same key have the same future.
//!
//! For the program's run, the key holds its position, the text that it has not consumed, and the registers as they
//! would be if the chunk ended here: then local variables are written to the registers. If both sides hold the same
//! value, the key holds what conditions can observe of it; otherwise, what one side has in addition. Exact copies of
//! both runs would be right, but the search would not close. A key that leaves out too much loses pairs without a
//! message; so programs of edited tables are also run on documents.

use super::pair::{Ahead, RunPair};
use super::words::{self, Words};
use crate::evaluate::ProgramRegisters;
use std::fmt::Write;
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::liveness::{Facts, Liveness, Named};
use tokenwright_compiler::program::BEYOND;
use tokenwright_interpreter::{Digits, Machine, RunState, Token, Wait};
use tokenwright_tables::kernel::effects::RegisterSet;

/// The data that all keys of a proof share.
pub(super) struct Keys {
    pub(super) live: Liveness,
    pub(super) words: Words,
}

impl Keys {
    /// The key of a pair; `suspended` is the same pair after an end of the chunk.
    pub(super) fn of(&self, pair: &RunPair<'_, '_>, suspended: &RunPair<'_, '_>) -> String {
        let mut key = String::new();
        let tables = &pair.tables;
        let (position, run) = (tables.consumed().1, &suspended.run);
        let ahead = tables.characters(position);
        let waits = match &pair.run_state {
            RunState::Waits(wait) => *wait,
            _ => Wait::Text,
        };
        let bulk = match waits {
            Wait::Bulk(from) => Some(tables.characters(from).iter().collect::<String>()),
            _ => None,
        };
        let origin = tables.reads_origin().then(|| tables.origin().0);
        let _ = write!(
            key,
            "{} {origin:?} {:?} {} {} ",
            tables.state(),
            std::mem::discriminant(&waits),
            tables.after_return(),
            match &bulk {
                Some(bulk) => self.words.bulk(bulk),
                None => self.text(ahead, waits),
            },
        );
        let _ = write!(
            key,
            "| {:?} {} {} ",
            pair.run.control(),
            pair.run.is_midway(),
            self.text(pair.run.unread(), waits),
        );
        let (state, mark) = (run.registers.state, run.registers.mark);
        let _ = write!(
            key,
            "| {state} {mark:?} {} ",
            self.text(run.unread(), waits)
        );
        if self.words.looks_behind() {
            let consumed: String = tables.behind().iter().collect();
            let both = [consumed, run.behind()].map(|consumed| self.words.behind(&consumed));
            let _ = write!(key, "{both:?} ");
        }
        let live = Sides {
            tables: self.live_in_tables(suspended),
            program: self
                .live_in_program(state, &run.registers)
                .or(self.live_in_program(pair.run.state(), &pair.run.registers)),
        };
        self.registers(&mut key, suspended, live, waits);
        let here = tables.offset_of(tables.consumed().0);
        match bulk {
            Some(bulk) => self.ahead_in_bulk(&mut key, suspended, &bulk, here),
            None => {
                for side in &suspended.ahead {
                    ahead_of(&mut key, side, here);
                }
            }
        }
        key
    }

    fn live_in_tables(&self, pair: &RunPair<'_, '_>) -> RegisterSet {
        let (tables, program) = (pair.tables.register_values(), &pair.run.registers);
        let facts = Facts {
            content_model: tables.content_model,
            is_end_tag: tables.tag.as_ref().map(|tag| tag.is_end),
        };
        let named = Named {
            return_state: tables.return_state.or(Some(program.return_state)),
            came_from: pair.tables.origin().0.or(Some(program.came_from)),
            caller: Some(program.caller),
        };
        self.live.at(pair.tables.state(), facts, named)
    }

    fn live_in_program(&self, state: StateId, registers: &ProgramRegisters) -> RegisterSet {
        let facts = Facts {
            content_model: Some(registers.content_model),
            is_end_tag: registers.tag.as_ref().map(|tag| tag.is_end),
        };
        let named = Named {
            return_state: Some(registers.return_state),
            came_from: Some(registers.came_from),
            caller: Some(registers.caller),
        };
        self.live.at(state, facts, named)
    }

    /// The part of a bulk that the program has output before the tables consume it at once: the difference in length.
    fn ahead_in_bulk(&self, key: &mut String, pair: &RunPair<'_, '_>, bulk: &str, here: usize) {
        let [tables, program] = &pair.ahead;
        let mut program = program.clone();
        if let [Token::Characters(text)] = &program.tokens[..]
            && let Some(behind) = bulk.strip_prefix(text.as_str())
        {
            let _ = write!(key, "| behind {behind:?} ");
            program.tokens.clear();
        }
        let mut faults = pair.tables.unreported_errors();
        let same = faults
            .iter()
            .zip(&program.errors)
            .take_while(|(a, b)| a == b)
            .count();
        faults.drain(..same);
        program.errors.drain(..same);
        let rest = Ahead {
            tokens: Vec::new(),
            errors: faults,
        };
        for side in [tables, &rest, &program] {
            ahead_of(key, side, here);
        }
    }

    /// Text that is not consumed; an incomplete reference is represented by its class.
    fn text(&self, text: &[char], waits: Wait) -> String {
        let as_string = || text.iter().collect::<String>();
        match waits {
            _ if text.first() == Some(&'&') => self.words.reference(&as_string()),
            _ if text.first() == Some(&'#') => self.words.number_text(&as_string()),
            Wait::Digits(_) => self.words.number_text(&as_string()),
            Wait::Name(_) | Wait::Sequence(_) => self.words.name(&as_string()),
            Wait::Text | Wait::Bulk(_) => format!("{text:?}"),
        }
    }

    fn registers(&self, key: &mut String, pair: &RunPair<'_, '_>, live: Sides, waits: Wait) {
        let (tables, program) = (pair.tables.register_values(), &pair.run.registers);
        let words = &self.words;
        let of = |text: &str| words.class(&words.buffer, text);
        let buffers = (
            tables.temporary_buffer.as_str(),
            program.temporary_buffer.as_str(),
        );
        live.text(key, RegisterSet::BUFFER, buffers, of);
        let target = tables.target.clone().unwrap_or_default();
        let of = |text: &str| words.class(&words.target, &text.to_ascii_lowercase());
        live.text(
            key,
            RegisterSet::TARGET,
            (target.as_str(), program.target.as_str()),
            of,
        );
        // The tables may wait with digits that the program has already consumed.
        let ahead = pair.tables.characters(pair.tables.consumed().1);
        let ahead: String = ahead.iter().collect();
        let base = matches!(waits, Wait::Digits(_)).then(|| pair.tables.base_ahead());
        let held = match waits {
            Wait::Bulk(_) => None,
            _ => words::held_number(&ahead, base),
        };
        let code = held.unwrap_or(tables.code.min(BEYOND));
        let number = |code: &u32| words.number(*code);
        let counts = Sides {
            tables: match held {
                Some(_) => live.tables.or(RegisterSet::CODE),
                None => live.tables,
            },
            ..live
        };
        counts.value(key, RegisterSet::CODE, (&code, &program.code), number);
        let is_some = |text: &Option<String>| text.is_some().to_string();
        let returned = (&tables.returned, &program.returned);
        live.value(key, RegisterSet::RETURNED, returned, is_some);
        let back = tables.return_state.unwrap_or(usize::MAX);
        live.value(
            key,
            RegisterSet::RETURN_STATE,
            (&back, &program.return_state),
            usize::to_string,
        );
        let name = |text: &Option<String>| words.short(text.as_deref().unwrap_or_default());
        let names = (&tables.last_start_tag, &program.last_start_tag);
        live.value(key, RegisterSet::LAST_START_TAG, names, name);
        let model = tables.content_model.unwrap_or(program.content_model);
        let same = |model: &_| format!("{model:?}");
        live.value(
            key,
            RegisterSet::CONTENT_MODEL,
            (&model, &program.content_model),
            same,
        );
        live.value(
            key,
            RegisterSet::ESCAPE,
            (&tables.escape, &program.escape),
            bool::to_string,
        );
        let additional = (&tables.additional_allowed, &program.additional_allowed);
        live.value(key, RegisterSet::ADDITIONAL, additional, |c| {
            format!("{c:?}")
        });
        let is_hexadecimal = |digits: Digits| digits == Digits::Hexadecimal;
        let digits = (&is_hexadecimal(tables.digits), &program.hex_digits);
        live.value(key, RegisterSet::RANGE, digits, bool::to_string);
        let base = (&is_hexadecimal(tables.base), &program.hexadecimal);
        live.value(key, RegisterSet::BASE, base, bool::to_string);
        if live.program.has(RegisterSet::PREVIOUS_STATE) {
            let _ = write!(key, "f{} ", program.came_from);
        }
        if live
            .program
            .has(RegisterSet::CALLER.or(RegisterSet::MATCHED_DIGITS))
        {
            let _ = write!(key, "p{}{} ", program.caller, program.matched_any);
        }
        if live.program.or(live.tables).has(RegisterSet::NAME_MATCH) {
            let _ = write!(key, "m{:?}{} ", program.matched, tables.reference.is_some());
        }
        if let Some(mode) = program.switch {
            let _ = write!(key, "w{mode} ");
        }
        for owed in pair.owed.iter().filter(|owed| !owed.is_empty()) {
            let _ = write!(key, "o{owed:?} ");
        }
        self.tokens(key, pair, live, waits);
    }

    fn tokens(&self, key: &mut String, pair: &RunPair<'_, '_>, live: Sides, waits: Wait) {
        let (tables, program) = (pair.tables.register_values(), &pair.run.registers);
        let live = live.tables.or(live.program);
        if live.has(RegisterSet::COMMENT) {
            let (a, b) = (tables.comment.as_deref(), program.comment.as_deref());
            let _ = match (waits, a, b) {
                (Wait::Bulk(from), None, Some(b)) => {
                    write!(key, "B{} ", bulk_comment(&pair.tables, from, b))
                }
                _ => write!(key, "K{} ", optional(a, b)),
            };
        }
        if live.has(RegisterSet::INSTRUCTION) {
            match (
                &tables.processing_instruction,
                &program.processing_instruction,
            ) {
                (Some((a, c)), Some((b, d))) => {
                    let _ = write!(key, "I{}{} ", both(a, b, plain), both(c, d, plain));
                }
                (a, b) => {
                    let _ = write!(key, "I{}{} ", a.is_some(), b.is_some());
                }
            }
        }
        if live.has(RegisterSet::DOCTYPE) {
            match (&tables.doctype, &program.doctype) {
                (Some(a), Some(b)) => {
                    let _ = write!(
                        key,
                        "D{}{}{}{}{} ",
                        optional(a.name.as_deref(), b.name.as_deref()),
                        optional(a.public.as_deref(), b.public.as_deref()),
                        optional(a.system.as_deref(), b.system.as_deref()),
                        a.force_quirks,
                        b.force_quirks
                    );
                    if live.has(RegisterSet::ASKS_DOCTYPE_NAME) {
                        let class =
                            |name: &String| self.words.class(&self.words.doctype_names, name);
                        let classes = [&a.name, &b.name].map(|name| name.as_ref().map(class));
                        let _ = write!(key, "{classes:?} ");
                    }
                }
                (a, b) => {
                    let _ = write!(key, "D{}{} ", a.is_some(), b.is_some());
                }
            }
        }
        if live.has(RegisterSet::TAG) {
            self.tag(key, pair, live);
        }
    }

    fn tag(&self, key: &mut String, pair: &RunPair<'_, '_>, live: RegisterSet) {
        let (tables, program) = (pair.tables.register_values(), &pair.run.registers);
        let (Some(a), Some(b)) = (&tables.tag, &program.tag) else {
            let _ = write!(key, "T{}{} ", tables.tag.is_some(), program.tag.is_some());
            return;
        };
        let name = |text: &str| self.tag_name(text, program.last_start_tag.as_deref(), live);
        let _ = write!(
            key,
            "T{}{}{}{}{} ",
            a.is_end,
            b.is_end,
            a.self_closing,
            b.self_closing,
            both(&a.name, &b.name, name)
        );
        let (left, right) = (&a.attributes, &b.attributes);
        let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
        let rest = (left.len() - same, right.len() - same);
        // Only the current attribute can be removed: if it is on the tag, it matters whether there is another.
        let counted = match () {
            () if live.has(RegisterSet::ASKS_DUPLICATE) => 2,
            () if live.has(RegisterSet::ATTRIBUTE.or(RegisterSet::ASKS_ATTRIBUTES)) => 1,
            () => 0,
        };
        let _ = write!(key, "{}{rest:?} ", same.min(counted));
        // If they differ, the part that only one side has.
        for at in same..left.len().max(right.len()) {
            match (left.get(at), right.get(at)) {
                (Some(a), Some(b)) => {
                    let _ = write!(
                        key,
                        "{}={} ",
                        both(&a.0, &b.0, plain),
                        both(&a.1, &b.1, plain)
                    );
                }
                (a, b) => {
                    let _ = write!(key, "{a:?}{b:?} ");
                }
            }
        }
        if live.has(RegisterSet::ATTRIBUTE) {
            match (&a.removed, &b.removed) {
                (Some(a), Some(b)) => {
                    let _ = write!(
                        key,
                        "-{}={} ",
                        both(&a.0, &b.0, plain),
                        both(&a.1, &b.1, plain)
                    );
                }
                (a, b) => {
                    let _ = write!(key, "{}{} ", a.is_some(), b.is_some());
                }
            }
        }
        self.duplicates(key, program, live);
    }

    /// A tag name, by the conditions that can still test it.
    fn tag_name(&self, name: &str, last: Option<&str>, live: RegisterSet) -> String {
        let words = &self.words;
        let mut class = String::new();
        if live.has(RegisterSet::ASKS_TAG_LIST) {
            class += &words.class(&words.names, name);
        }
        if live.has(RegisterSet::ASKS_TAG_NAME) {
            let relation = last.map(|last| match last.strip_prefix(name) {
                Some(rest) => words.short(rest),
                None => "no".into(),
            });
            let _ = write!(class, "{relation:?}");
        }
        if live.has(RegisterSet::TAG_NAME_AS_LAST) {
            class += &words.short(name);
        }
        class
    }

    /// The earlier attributes of which the current one may become a duplicate.
    fn duplicates(&self, key: &mut String, program: &ProgramRegisters, live: RegisterSet) {
        let Some(tag) = &program.tag else {
            return;
        };
        let (current, earlier) = match (&tag.removed, tag.attributes.split_last()) {
            (Some(removed), _) => (removed, tag.attributes.as_slice()),
            (None, Some((current, earlier))) => (current, earlier),
            (None, None) => return,
        };
        // The name may be a duplicate now, or after one more letter, and so may the next name.
        if live.has(RegisterSet::ASKS_DUPLICATE) {
            for rest in ["", "a"] {
                let name = format!("{}{rest}", current.0);
                let _ = write!(key, "{}", earlier.iter().any(|(other, _)| *other == name));
            }
        }
        if live.has(RegisterSet::EARLIER_NAMES) {
            let all = &mut tag.attributes.iter();
            let _ = write!(key, "{} ", all.any(|(name, _)| name == "a"));
        }
    }
}

/// The output that only one side has produced, with the distance of errors from the end of the input.
fn ahead_of(key: &mut String, ahead: &Ahead, here: usize) {
    let back = |offset: usize| here as isize - offset as isize;
    let errors = ahead.errors.iter();
    let errors: Vec<_> = errors.map(|(code, at)| (code, back(*at))).collect();
    let _ = write!(key, "| {:?} {errors:?} ", ahead.tokens);
}

/// The comment of the program so far, compared with the one that the tables will create from the bulk: with or without
/// the character that began it, and with U+0000 replaced or not.
fn bulk_comment(tables: &Machine<'_, '_, ()>, from: usize, comment: &str) -> String {
    let bulk: String = tables.characters(from).iter().collect();
    let first = tables.origin().1.map(String::from).unwrap_or_default();
    let forms = [bulk.clone(), first + &bulk].map(|form| [form.replace('\0', "\u{FFFD}"), form]);
    let forms: Vec<String> = forms.into_iter().flatten().collect();
    let fits = forms.iter().map(|form| form.starts_with(comment));
    let fits: Vec<bool> = fits.collect();
    match forms
        .iter()
        .filter_map(|form| form.strip_prefix(comment))
        .map(str::len)
        .min()
    {
        Some(behind) => format!("{fits:?} {behind}"),
        None => format!("{comment:?}"),
    }
}

/// The live registers of each side.
#[derive(Clone, Copy)]
struct Sides {
    tables: RegisterSet,
    program: RegisterSet,
}

impl Sides {
    /// A text; its class, if both sides read it and have the same.
    fn text(
        self,
        key: &mut String,
        what: RegisterSet,
        (a, b): (&str, &str),
        class: impl Fn(&str) -> String,
    ) {
        let _ = match (self.tables.has(what), self.program.has(what)) {
            (true, true) => write!(key, "{} ", both(a, b, class)),
            (true, false) => write!(key, "<{a:?} "),
            (false, true) => write!(key, ">{b:?} "),
            (false, false) => write!(key, "- "),
        };
    }

    /// Another value.
    fn value<T: PartialEq + std::fmt::Debug>(
        self,
        key: &mut String,
        what: RegisterSet,
        (a, b): (&T, &T),
        class: impl Fn(&T) -> String,
    ) {
        let _ = match (self.tables.has(what), self.program.has(what)) {
            (true, true) if a == b => write!(key, "={} ", class(a)),
            (true, true) => write!(key, "{a:?}/{b:?} "),
            (true, false) => write!(key, "<{a:?} "),
            (false, true) => write!(key, ">{b:?} "),
            (false, false) => write!(key, "- "),
        };
    }
}

/// The class of a text that no condition tests.
fn plain(_: &str) -> String {
    String::new()
}

fn optional(a: Option<&str>, b: Option<&str>) -> String {
    match (a, b) {
        (Some(a), Some(b)) => both(a, b, plain),
        (a, b) => format!("{a:?}{b:?}"),
    }
}

/// A text of both sides: its class if both are equal; otherwise the class of their common part, and the rest of each.
fn both(a: &str, b: &str, class: impl Fn(&str) -> String) -> String {
    if a == b {
        return format!("={}", class(a));
    }
    let same: usize = a
        .chars()
        .zip(b.chars())
        .take_while(|(a, b)| a == b)
        .map(|(c, _)| c.len_utf8())
        .sum();
    format!(
        "{}/{}/{:?}/{:?}",
        class(a),
        class(b),
        &a[same..],
        &b[same..]
    )
}

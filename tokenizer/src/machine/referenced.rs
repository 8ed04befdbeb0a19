//! References one after the other, with the text between them: what they come to is put together where it
//! is short, and given on at once.

use super::references::References;
use super::slot::{Scratch, Slot};
use super::standing::{AHEAD, Comes, Errors, ReferenceRules, found, push_start, push_usual};
use super::{Field, Machine};
use crate::input::block::Block;
use crate::input::scan::{Stops, find};
use crate::revision::Revision;
use crate::sink::Sink;
use alloc::string::String;

/// How much is copied at once, be it more than is wanted.
const STEP: usize = 16;

/// How long a text that is put together gets before it is emitted.
const ENOUGH: usize = 256;

/// Whether the byte at `at` begins nothing, and what follows it does not begin like a reference either.
#[inline(always)]
fn is_bare<P: ReferenceRules>(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1);
    next.is_some_and(|next| *next != P::BYTE && P::is_text_before(*next))
}

/// Appends what a reference comes to that reads as `text`.
#[inline(always)]
fn push(out: &mut String, references: &References, comes: Comes, text: &str) {
    match comes {
        Comes::Text => out.push_str(text),
        Comes::Name(number) => {
            if let Some((filled, len)) = references.filled(number) {
                push_start(out, filled, len);
            }
        }
        Comes::Char(c) => out.push(c),
    }
}

impl<S: Sink, R: Revision> Machine<'_, '_, S, R> {
    /// Emits what the reference at `pos` comes to, and the text and references after it as long as they
    /// are short; gives where it stops, which is `pos` where the rows have to deal with it.
    #[inline(never)]
    pub(crate) fn emit_references<P: ReferenceRules, T: Stops>(&mut self, pos: usize) -> usize {
        let text = self.text;
        self.drain(pos);
        let before = self.r.current.scratch.make_room();
        let (mut from, mut at) = (pos, pos);
        loop {
            let scratch = &mut self.r.current.scratch;
            let is_checked = !S::ERRORS || at + AHEAD < self.watch;
            let end = is_checked
                .then(|| push_usual::<P>(R::REFERENCES, text.as_bytes(), at, scratch, |_| ()));
            match end.flatten() {
                Some(end) => at = end,
                None if is_bare::<P>(text.as_bytes(), at) => {
                    self.r.current.scratch.string.push(char::from(P::BYTE));
                    at += 1;
                    self.drain(at);
                }
                None => {
                    let Some(next) = self.emit_unusual::<P>(before, from, at) else {
                        return at;
                    };
                    (from, at) = next;
                    // They seldom come alone.
                    let is_short = self.r.current.scratch.string.len() < before + ENOUGH;
                    if text.as_bytes().get(at) == Some(&P::BYTE) && is_short {
                        continue;
                    }
                }
            }
            let step = text.get(at..at + STEP);
            let step = step.filter(|_| !S::ERRORS || at + STEP <= self.watch);
            let ends = step.map_or(0, ends_in::<T>);
            if let (Some(step), true) = (step, ends != 0) {
                let len = ends.trailing_zeros() as usize;
                push_start(&mut self.r.current.scratch.string, step, len);
                at += len;
                let is_short = self.r.current.scratch.string.len() < before + ENOUGH;
                if text.as_bytes().get(at) == Some(&P::BYTE) && is_short {
                    continue;
                }
            }
            self.emit_made(before, from, at);
            return at;
        }
    }

    /// What is seldom: gives what the text that is put together stands for from here on, and where to go
    /// on; `None`, all of it being emitted, where the rows have to.
    #[inline(never)]
    fn emit_unusual<P: ReferenceRules>(
        &mut self,
        before: usize,
        from: usize,
        at: usize,
    ) -> Option<(usize, usize)> {
        let Some(found) = found::<P>(R::REFERENCES, self.bytes(), at) else {
            self.emit_made(before, from, at);
            return None;
        };
        let end = found.end;
        let is_text = matches!(found.comes, Comes::Text);
        let text = if is_text { &self.text[at..end] } else { "" };
        if found.errors.is_empty() || !S::ERRORS {
            if text.len() > ENOUGH {
                self.emit_made(before, from, at);
                self.emit_text(at, end);
                return Some((end, end));
            }
            self.drain(end);
            let out = &mut self.r.current.scratch.string;
            push(out, R::REFERENCES, found.comes, text);
            return Some((from, end));
        }
        self.emit_made(before, from, at);
        if found.is_first {
            self.emit_text(at, end);
            self.report_all(found.errors, end);
            return Some((end, end));
        }
        self.report_all(found.errors, end);
        let out = &mut self.r.current.scratch.string;
        push(out, R::REFERENCES, found.comes, text);
        Some((at, end))
    }

    /// The value that is `value` up to `pos`, where a reference begins, with what the reference and the text
    /// and references after it come to; gives where it stops, which is `pos` where the rows have to deal
    /// with it.
    pub(crate) fn refer<P: ReferenceRules, T: Stops>(
        &mut self,
        value: (usize, usize),
        pos: usize,
    ) -> ((usize, usize), usize) {
        let slot = Slot::borrowed(value.0, value.1);
        let (slot, end) = self.append_to::<P, T>(slot, pos);
        (Slot::from_word(slot).pair(), end)
    }

    /// The same, with a field of the token.
    pub(crate) fn append_references<P: ReferenceRules, T: Stops>(
        &mut self,
        field: Field,
        pos: usize,
    ) -> usize {
        let slot = *self.r.current.token.slot(field);
        let (slot, end) = self.append_to::<P, T>(slot, pos);
        *self.r.current.token.slot(field) = Slot::from_word(slot);
        end
    }

    /// The same for any slot, which is given back as [`Slot::word`].
    #[inline(never)]
    fn append_to<P: ReferenceRules, T: Stops>(
        &mut self,
        mut slot: Slot,
        pos: usize,
    ) -> (u64, usize) {
        let text = self.text;
        let bytes = text.as_bytes();
        let base = self.r.current.base;
        let mut at = pos;
        let mut is_open = false;
        loop {
            let scratch = &mut self.r.current.scratch;
            let open = |scratch: &mut Scratch| {
                if !is_open {
                    slot.open(text, scratch, base, at);
                    is_open = true;
                }
            };
            let pushed = match push_usual::<P>(R::REFERENCES, bytes, at, scratch, open) {
                Some(end) => end,
                None => {
                    let Some((comes, end)) = self.unusual::<P>(at) else {
                        break;
                    };
                    let scratch = &mut self.r.current.scratch;
                    if let Comes::Text = comes
                        && !is_open
                        && slot.goes_on_at(at)
                    {
                        let from = at;
                        at = find::<T>(bytes, end);
                        slot.append_range(text, scratch, base, from, at);
                        if bytes.get(at) != Some(&P::BYTE) {
                            break;
                        }
                        continue;
                    }
                    if !is_open {
                        slot.open(text, scratch, base, at);
                        is_open = true;
                    }
                    push(&mut scratch.string, R::REFERENCES, comes, &text[at..end]);
                    end
                }
            };
            at = push_text::<T>(&mut self.r.current.scratch.string, text, pushed);
            if bytes.get(at) != Some(&P::BYTE) {
                break;
            }
        }
        if is_open {
            slot.close(&mut self.r.current.scratch, base, at);
        }
        (slot.word(), at)
    }

    /// What is seldom, with its errors reported.
    #[inline(never)]
    fn unusual<P: ReferenceRules>(&mut self, at: usize) -> Option<(Comes, usize)> {
        let found = found::<P>(R::REFERENCES, self.bytes(), at)?;
        self.report_all(found.errors, found.end);
        Some((found.comes, found.end))
    }

    fn report_all(&mut self, errors: Errors, at: usize) {
        if S::ERRORS {
            for error in errors {
                self.report(*error, at);
            }
        }
    }
}

/// Where a run ends in a step of text.
#[inline(always)]
fn ends_in<T: Stops>(step: &str) -> u32 {
    let block = step.as_bytes().first_chunk::<STEP>();
    block.map_or(0, |block| T::in_block(Block::from(*block)).to_bitmask())
}

/// Appends the run that begins at `at`; gives where it ends.
#[inline(always)]
fn push_text<T: Stops>(out: &mut String, text: &str, mut at: usize) -> usize {
    if let Some(step) = text.get(at..at + STEP) {
        let ends = ends_in::<T>(step);
        let len = STEP.min(ends.trailing_zeros() as usize);
        push_start(out, step, len);
        at += len;
        if ends != 0 {
            return at;
        }
    }
    let end = find::<T>(text.as_bytes(), at);
    out.push_str(&text[at..end]);
    end
}

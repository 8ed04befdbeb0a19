//! Runs of references and the text between them. Short runs are assembled in the scratch buffer and emitted as one
//! text.

use super::reference_lexer::{
    Errors, LOOKAHEAD, ReferenceRules, Resolution, lex_reference, push_short_reference, push_start,
};
use super::reference_table::References;
use super::slot::{Scratch, Slot};
use super::{Field, Machine, Output};
use crate::input::block::Block;
use crate::input::scan::{Stops, find};
use crate::revision::Revision;

use alloc::string::String;

/// The bytes copied at once; the excess is truncated.
const STEP: usize = 16;

/// The length from which on assembled text is emitted.
const ENOUGH: usize = 256;

/// Whether the byte at `at` begins no markup, and the next one does not begin like a reference.
#[inline(always)]
fn is_bare<P: ReferenceRules>(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1);
    next.is_some_and(|next| *next != P::BYTE && P::is_text_before(*next))
}

/// Appends the characters of a resolved reference; `text` is its source.
#[inline(always)]
fn push(out: &mut String, references: &References, resolution: Resolution, text: &str) {
    match resolution {
        Resolution::Text => out.push_str(text),
        Resolution::Name(number) => {
            if let Some((filled, len)) = references.filled(number) {
                push_start(out, filled, len);
            }
        }
        Resolution::Char(c) => out.push(c),
    }
}

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// Emits the characters of the reference at `pos` and the text and references after it while they are
    /// short; returns where it stops, which is `pos` if the states have to process it.
    #[inline(never)]
    pub(crate) fn emit_references<P: ReferenceRules, T: Stops>(&mut self, pos: usize) -> usize {
        let text = self.text;
        self.drain_input_errors_to(pos);
        let before = self.storage.scratch.make_room();
        let (mut from, mut at) = (pos, pos);
        loop {
            let scratch = &mut self.storage.scratch;
            let is_checked = !O::ERRORS || at + LOOKAHEAD < self.checked_to;
            let end = is_checked.then(|| {
                push_short_reference::<P>(R::REFERENCES, text.as_bytes(), at, scratch, |_| ())
            });
            match end.flatten() {
                Some(end) => at = end,
                None if is_bare::<P>(text.as_bytes(), at) => {
                    self.storage.scratch.string.push(char::from(P::BYTE));
                    at += 1;
                    self.drain_input_errors_to(at);
                }
                None => {
                    let Some(next) = self.emit_other_reference::<P>(before, from, at) else {
                        return at;
                    };
                    (from, at) = next;
                    // Several in a row are common.
                    let is_short = self.storage.scratch.string.len() < before + ENOUGH;
                    if text.as_bytes().get(at) == Some(&P::BYTE) && is_short {
                        continue;
                    }
                }
            }
            let step = text.get(at..at + STEP);
            let step = step.filter(|_| !O::ERRORS || at + STEP <= self.checked_to);
            let ends = step.map_or(0, ends_in::<T>);
            if let (Some(step), true) = (step, ends != 0) {
                let len = ends.trailing_zeros() as usize;
                push_start(&mut self.storage.scratch.string, step, len);
                at += len;
                let is_short = self.storage.scratch.string.len() < before + ENOUGH;
                if text.as_bytes().get(at) == Some(&P::BYTE) && is_short {
                    continue;
                }
            }
            self.emit_assembled(before, from, at);
            return at;
        }
    }

    /// Emits a reference that is not short. Returns where the assembled text starts and where to continue; `None`,
    /// with everything emitted, if the states have to process it.
    #[inline(never)]
    fn emit_other_reference<P: ReferenceRules>(
        &mut self,
        before: usize,
        from: usize,
        at: usize,
    ) -> Option<(usize, usize)> {
        let Some(reference) = lex_reference::<P>(R::REFERENCES, self.bytes(), at) else {
            self.emit_assembled(before, from, at);
            return None;
        };
        let end = reference.end;
        let is_text = matches!(reference.resolution, Resolution::Text);
        let text = if is_text { &self.text[at..end] } else { "" };
        if reference.errors.is_empty() || !O::ERRORS {
            if text.len() > ENOUGH {
                self.emit_assembled(before, from, at);
                self.emit_text(at, end);
                return Some((end, end));
            }
            self.drain_input_errors_to(end);
            let out = &mut self.storage.scratch.string;
            push(out, R::REFERENCES, reference.resolution, text);
            return Some((from, end));
        }
        self.emit_assembled(before, from, at);
        if reference.precedes_errors {
            self.emit_text(at, end);
            self.report_all(reference.errors, end);
            return Some((end, end));
        }
        self.report_all(reference.errors, end);
        let out = &mut self.storage.scratch.string;
        push(out, R::REFERENCES, reference.resolution, text);
        Some((at, end))
    }

    /// Extends `value`, which ends at `pos`, by the characters of the reference there and of the text and
    /// references after it. Returns the end of the resolved input, which is `pos` if the states have to process
    /// the reference.
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
        let slot = *self.slot(field);
        let (slot, end) = self.append_to::<P, T>(slot, pos);
        *self.slot(field) = Slot::from_word(slot);
        end
    }

    /// The same for any slot, which is returned as [`Slot::word`].
    #[inline(never)]
    fn append_to<P: ReferenceRules, T: Stops>(
        &mut self,
        mut slot: Slot,
        pos: usize,
    ) -> (u64, usize) {
        let text = self.text;
        let bytes = text.as_bytes();
        let base = self.r.token.base;
        let mut at = pos;
        let mut is_open = false;
        loop {
            let scratch = &mut self.storage.scratch;
            let open = |scratch: &mut Scratch| {
                if !is_open {
                    slot.open(text, scratch, base, at);
                    is_open = true;
                }
            };
            let pushed = match push_short_reference::<P>(R::REFERENCES, bytes, at, scratch, open) {
                Some(end) => end,
                None => {
                    let Some((resolution, end)) = self.resolve_other::<P>(at) else {
                        break;
                    };
                    let scratch = &mut self.storage.scratch;
                    if let Resolution::Text = resolution
                        && !is_open
                        && slot.can_extend_at(at)
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
                    push(
                        &mut scratch.string,
                        R::REFERENCES,
                        resolution,
                        &text[at..end],
                    );
                    end
                }
            };
            at = push_text::<T>(&mut self.storage.scratch.string, text, pushed);
            if bytes.get(at) != Some(&P::BYTE) {
                break;
            }
        }
        if is_open {
            slot.close(&mut self.storage.scratch, base, at);
        }
        (slot.word(), at)
    }

    /// Resolves a reference that is not short and reports its errors.
    #[inline(never)]
    fn resolve_other<P: ReferenceRules>(&mut self, at: usize) -> Option<(Resolution, usize)> {
        let reference = lex_reference::<P>(R::REFERENCES, self.bytes(), at)?;
        self.report_all(reference.errors, reference.end);
        Some((reference.resolution, reference.end))
    }

    fn report_all(&mut self, errors: Errors, at: usize) {
        if O::ERRORS {
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

/// Appends the run that begins at `at`; returns where it ends.
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

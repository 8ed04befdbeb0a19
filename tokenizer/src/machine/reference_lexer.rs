//! Resolves character references without running the states for them.
//!
//! A reference with its semicolon that is no error takes one look at the names that were resolved last, one walk through the
//! automaton of names, or one loop over digits; the states would take a thousand instructions, and three texts instead of
//! one. All other references are left to the states.

use super::{Field, Machine, Output};
use crate::Revision;
use crate::names::{RecentReferences, References};
use crate::registers::Slot;
use crate::text::block::Block;
use crate::text::scan::{Stops, find};
use crate::text::steps;
use alloc::string::String;

/// The numbers that, with a semicolon, resolve to the character with that code point, without an error.
pub(crate) trait PlainNumbers {
    /// Whether a number is one of them.
    fn contains(code: u32) -> bool;
}

/// The length of the text that is looked through at once for the next reference.
const STEP: usize = 16;

/// The length from which on assembled text is emitted.
const ENOUGH: usize = 256;

/// The resolution of a reference.
enum Resolution {
    /// The characters of a name, by its number.
    Name(u16),
    /// The character of a number.
    Char(char),
}

impl Resolution {
    /// Resolves the reference that begins at `at`, and returns its end; `None` if the states have to process it.
    #[inline(always)]
    fn of<N: PlainNumbers>(
        references: &References,
        recent: &mut RecentReferences,
        bytes: &[u8],
        at: usize,
    ) -> Option<(Self, usize)> {
        let after = bytes.get(at + 1..)?;
        if let Some((b'#', digits)) = after.split_first() {
            let (code, len) = number(digits)?;
            let c = char::from_u32(code).filter(|_| N::contains(code))?;
            Some((Resolution::Char(c), at + 2 + len))
        } else {
            let (number, len) = recent.closed(references, after)?;
            Some((Resolution::Name(number), at + 1 + len))
        }
    }

    #[inline(always)]
    fn push_to(self, out: &mut String, references: &References) {
        match self {
            Resolution::Name(number) => {
                if let Some((filled, len)) = references.filled(number) {
                    push_start(out, filled, len);
                }
            }
            Resolution::Char(c) => out.push(c),
        }
    }
}

/// Appends the first `len` bytes of a string. If its length is a constant, it is copied whole and then truncated,
/// which needs no call of `memcpy`.
#[inline(always)]
fn push_start(out: &mut String, filled: &str, len: usize) {
    let end = out.len() + len;
    out.push_str(filled);
    out.truncate(end);
}

/// A number with one more digit. Beyond U+10FFFF all numbers are one: none is a character.
#[inline(always)]
pub(super) fn with_digit(code: u32, base: u32, digit: u32) -> u32 {
    (code * base + digit).min(0x11_0000)
}

/// The number that begins `bytes`, and its length with the semicolon after it.
fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let (base, start) = match bytes.first() {
        Some(b'x' | b'X') => (16, 1),
        _ => (10, 0),
    };
    let mut code = 0_u32;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        steps::count(1);
        match char::from(*byte).to_digit(base) {
            Some(digit) => code = with_digit(code, base, digit),
            None => return (*byte == b';' && at > start).then_some((code, at + 1)),
        }
    }
    None
}

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// Emits the characters of the reference at `pos`, and of the references after it while the texts between them are
    /// short, as one text. Returns where it stops, which is `pos` if the states have to process the reference.
    #[inline(never)]
    pub(crate) fn emit_references<N: PlainNumbers, T: Stops>(&mut self, pos: usize) -> usize {
        let text = self.text;
        let bytes = text.as_bytes();
        self.drain_input_errors_to(pos);
        let before = self.storage.scratch.make_room();
        let mut at = pos;
        loop {
            let recent = &mut self.storage.recent_names;
            let found = Resolution::of::<N>(R::REFERENCES, recent, bytes, at);
            let Some((resolution, end)) = found else {
                break;
            };
            // The reference itself has no error of the input stream.
            self.drain_input_errors_to(end);
            let out = &mut self.storage.scratch.string;
            resolution.push_to(out, R::REFERENCES);
            steps::count(1);
            at = end;
            if O::SPANS && !O::FOLLOWS {
                // Builders of trees divide texts, and ask where a character is.
                break;
            }
            let is_checked = !O::ERRORS || at + STEP <= self.checked_to;
            if let Some(step) = text.get(at..at + STEP).filter(|_| is_checked)
                && let Some(len) = end_in::<T>(step)
            {
                push_start(out, step, len);
                at += len;
            }
            if bytes.get(at) != bytes.get(pos) || out.len() >= before + ENOUGH {
                break;
            }
        }
        self.emit_assembled(before, pos, at);
        at
    }

    /// Extends `value`, which ends at `pos`, by the characters of the reference there and of the text and
    /// references after it. Returns the end of the resolved input, which is `pos` if the states have to process
    /// the reference.
    pub(crate) fn refer<N: PlainNumbers, T: Stops>(
        &mut self,
        value: (usize, usize),
        pos: usize,
    ) -> ((usize, usize), usize) {
        let slot = Slot::borrowed(value.0, value.1);
        let (slot, end) = self.append_to::<N, T>(slot, pos);
        (Slot::from_word(slot).pair(), end)
    }

    /// The same, with a field of the token.
    pub(crate) fn append_references<N: PlainNumbers, T: Stops>(
        &mut self,
        field: Field,
        pos: usize,
    ) -> usize {
        let slot = *self.slot(field);
        let (slot, end) = self.append_to::<N, T>(slot, pos);
        *self.slot(field) = Slot::from_word(slot);
        end
    }

    /// The same for any slot, which is returned as [`Slot::word`].
    #[inline(never)]
    fn append_to<N: PlainNumbers, T: Stops>(&mut self, mut slot: Slot, pos: usize) -> (u64, usize) {
        let text = self.text;
        let bytes = text.as_bytes();
        let base = self.r.token.base;
        let mut at = pos;
        while bytes.get(at) == bytes.get(pos) {
            let recent = &mut self.storage.recent_names;
            let found = Resolution::of::<N>(R::REFERENCES, recent, bytes, at);
            let Some((resolution, end)) = found else {
                break;
            };
            let scratch = &mut self.storage.scratch;
            if at == pos {
                slot.open(text, scratch, base, pos);
            }
            resolution.push_to(&mut scratch.string, R::REFERENCES);
            at = find::<T>(bytes, end);
            scratch.string.push_str(&text[end..at]);
            steps::count_bytes(at - end);
        }
        if at > pos {
            slot.close(&mut self.storage.scratch, base, at);
        }
        (slot.word(), at)
    }
}

/// Where a run ends in a step of text, if it does.
#[inline(always)]
fn end_in<T: Stops>(step: &str) -> Option<usize> {
    let block = Block::from(*step.as_bytes().first_chunk::<STEP>()?);
    let ends = T::in_block(block).to_bitmask();
    (ends != 0).then_some(ends.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::with_digit;
    use crate::text::vectors;

    #[test]
    fn vectors() {
        for word in vectors::words() {
            for base in [10, 16] {
                let (code, digit) = ((word % 0x11_0001) as u32, (word >> 40) as u32 % base);
                let more = with_digit(code, base, digit);
                vectors::print("digit", &[code, base, digit, more].map(u64::from));
            }
        }
    }
}

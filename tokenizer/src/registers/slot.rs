//! Strings under construction, borrowed from the input as long as they can be.
//!
//! A tag has many strings, and most of them are in the text as written. So a string is two half words: a range of the
//! slice, a place in the scratch buffer, or a place among the names in lower case. That bounds the text that a
//! machine takes at once, and every reader has to distinguish the three. A `Cow` would be three words, and would
//! borrow from a slice that the machine outlives.

use super::lowered_names::{LoweredNames, ShortRange};
use super::short_buffers::ShortList;
use crate::Span;
use crate::names::{WHOLE, key};
use crate::text::memory;
use crate::text::narrow;
use crate::text::scan::pair;
use crate::text::steps;
use alloc::string::String;

/// A string that is being built: a range of the current slice, one that is kept in [`Scratch`], or a short range of the
/// slice in lower case.
///
/// Two half words: a tag has many of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    /// Where it starts in the text, or its place in the scratch.
    start: u32,
    /// Where it ends in the text, `KEPT`, or `LOWERED` with the place among the names in lower case, and with the
    /// lowest bits of the end in the text.
    end: u32,
}

const KEPT: u32 = u32::MAX;

/// The lowest end of a slot that is no range of the current slice.
const LOWERED: u32 = 1 << 31;

/// The bits of an end with `LOWERED` that its end in the text has as well: more than the length needs.
const END_BITS: u32 = 0x1F;

/// The longest string that its key has whole.
const WHOLE_LEN: u32 = narrow::count(WHOLE);

/// The longest text that a machine takes at once, in bytes; its positions fit a [`Slot`].
pub(crate) const LONGEST_TEXT: usize = KEPT as usize / 4;

/// Strings that could not be borrowed, of the token under construction.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    /// The strings one after the other, and after the last of them text that is being assembled.
    pub(crate) string: String,
    kept: ShortList<Kept, 4>,
    /// Whether anything is in `string` or `kept`.
    is_used: bool,
    /// Names in lower case, of all tokens.
    lowered: LoweredNames,
}

/// A string in the scratch, and the text that it represents.
#[derive(Clone, Copy, Default)]
struct Kept {
    start: usize,
    end: usize,
    span: Span,
}

impl Scratch {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        if self.is_used {
            self.string.clear();
            self.kept.clear();
            self.is_used = false;
        }
    }

    /// The most bytes that it takes with so many more attributes and so much more text, each byte of which may become a
    /// character of three.
    pub(crate) fn memory(&self, attributes: usize, text: usize) -> usize {
        memory::of_string(self.string.len() + 3 * text)
            + memory::of_list::<Kept>(self.kept.len() + 2 * attributes)
    }

    pub(crate) fn trim(&mut self) {
        memory::trim_string(&mut self.string);
        self.kept.trim();
    }

    /// The start in the whole text of the first string.
    pub(crate) fn first_start(&self) -> Option<usize> {
        Some(self.kept.first()?.span.start)
    }

    /// A range of the current slice, from `pos` on in lower case, as [`Slot::word`].
    #[inline(always)]
    pub(crate) fn lowered(
        &mut self,
        text: &str,
        base: usize,
        from: usize,
        pos: usize,
        to: usize,
    ) -> u64 {
        match self.lowered_before(text, from, pos, to) {
            0 => self.lowered_anew(text, base, from, pos, to),
            word => word,
        }
    }

    /// The same for a short name that is among those in lower case, or has no capitals; otherwise 0.
    #[cold]
    #[inline(never)]
    fn lowered_before(&self, text: &str, from: usize, pos: usize, to: usize) -> u64 {
        if let Some(range) = ShortRange::new(text, from, to)
            && !range.begins_with_capitals(pos - from)
        {
            if !range.has_capitals() {
                return Slot::borrowed(from, to).word();
            }
            if let Some(place) = self.lowered.find(range) {
                return Slot::lowered(from, to, place).word();
            }
        }
        0
    }

    /// The same for any name.
    #[cold]
    #[inline(never)]
    fn lowered_anew(&mut self, text: &str, base: usize, from: usize, pos: usize, to: usize) -> u64 {
        let range = ShortRange::new(text, from, to);
        if let Some(range) = range.filter(|range| range.has_capitals())
            && !range.begins_with_capitals(pos - from)
            && let Some(place) = self.lowered.find_or_add(range)
        {
            return Slot::lowered(from, to, place).word();
        }
        let mut slot = Slot::borrowed(from, to);
        if text.as_bytes()[pos..to].iter().any(u8::is_ascii_uppercase) {
            slot.make_kept(text, self, base);
            self.lower_last(to - pos);
        }
        slot.word()
    }

    /// Writes the last bytes, which were appended to a slot, in lower case.
    #[inline(never)]
    pub(crate) fn lower_last(&mut self, count: usize) {
        let start = self.string.len() - count;
        self.string[start..].make_ascii_lowercase();
    }

    /// Reserves room for the strings of most tags at once. Returns the length that
    /// is in use.
    pub(crate) fn make_room(&mut self) -> usize {
        if self.string.capacity() == 0 {
            self.string.reserve(512);
        }
        self.string.len()
    }
}

impl Slot {
    /// Whether nothing was appended.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The string.
    #[inline(always)]
    pub(crate) fn get<'a>(&self, text: &'a str, scratch: &'a Scratch) -> &'a str {
        if self.is_borrowed() {
            &text[self.start as usize..self.end as usize]
        } else {
            self.get_copy(scratch)
        }
    }

    /// The bytes of the string: to slice them asks for no ends of characters.
    #[inline(always)]
    pub(crate) fn bytes<'a>(&self, text: &'a str, scratch: &'a Scratch) -> &'a [u8] {
        if self.is_borrowed() {
            &text.as_bytes()[self.start as usize..self.end as usize]
        } else {
            self.get_copy(scratch).as_bytes()
        }
    }

    /// The key and the length of a string whose key has it whole.
    #[inline(always)]
    pub(crate) fn whole_key(&self, text: &str, scratch: &Scratch) -> Option<(u64, u32)> {
        let len = self.end.wrapping_sub(self.start);
        if let 1..=WHOLE_LEN = len
            && let Some(from) = text.as_bytes().get(self.start as usize..)
            && let Some(eight) = from.first_chunk()
        {
            let unused = u64::BITS - 8 * len;
            return Some((u64::from_le_bytes(*eight) << unused >> unused, len));
        }
        self.other_whole_key(text, scratch)
    }

    #[inline(never)]
    fn other_whole_key(&self, text: &str, scratch: &Scratch) -> Option<(u64, u32)> {
        let bytes = self.bytes(text, scratch);
        (bytes.len() <= WHOLE).then(|| (key(bytes), narrow::count(bytes.len())))
    }

    #[cold]
    fn get_copy<'a>(&self, scratch: &'a Scratch) -> &'a str {
        if self.end == KEPT {
            let kept = scratch.kept[self.start as usize];
            return &scratch.string[kept.start..kept.end];
        }
        scratch.lowered.get(self.place(), self.lowered_len())
    }

    /// The place of a name in lower case.
    #[inline(always)]
    fn place(&self) -> u8 {
        self.end.to_le_bytes()[1]
    }

    /// The length of a name in lower case.
    #[inline(always)]
    fn lowered_len(&self) -> usize {
        (self.end.wrapping_sub(self.start) & END_BITS) as usize
    }

    /// `false` if the lengths alone show that two strings differ.
    #[inline(always)]
    pub(crate) fn may_equal(&self, other: &Slot) -> bool {
        let (a, b) = (
            self.end.wrapping_sub(self.start),
            other.end.wrapping_sub(other.start),
        );
        a == b || !self.is_borrowed() || !other.is_borrowed()
    }

    /// The whole text's range that the string represents; `base` is where the current slice starts.
    #[inline(always)]
    pub(crate) fn span(&self, base: usize, scratch: &Scratch) -> Span {
        match self.range() {
            Some((_, 0)) => Span::default(),
            Some((start, end)) => Span::new(base + start as usize, base + end as usize),
            None => self.span_of_copy(base, scratch),
        }
    }

    #[inline(never)]
    fn span_of_copy(&self, base: usize, scratch: &Scratch) -> Span {
        if self.is_kept() {
            return scratch.kept[self.start as usize].span;
        }
        let start = base + self.start as usize;
        Span::new(start, start + self.lowered_len())
    }

    /// Forgets the span of a string that is kept.
    pub(crate) fn forget_span(&self, scratch: &mut Scratch) {
        if self.end == KEPT {
            scratch.kept[self.start as usize].span = Span::default();
        }
    }

    /// Whether it is a range of the current slice, verbatim.
    #[inline(always)]
    pub(crate) fn is_borrowed(&self) -> bool {
        self.end < LOWERED
    }

    /// Whether it is in the scratch for as long as the token is.
    #[inline(always)]
    pub(crate) fn is_kept(&self) -> bool {
        self.end == KEPT
    }

    /// The length of a string that is kept; 0 of another.
    pub(crate) fn kept_len(&self, scratch: &Scratch) -> usize {
        match self.is_kept() {
            true => self.get_copy(scratch).len(),
            false => 0,
        }
    }

    /// The range of the current slice that it is, if it is one.
    #[inline(always)]
    pub(crate) fn range(&self) -> Option<(u32, u32)> {
        self.is_borrowed().then_some((self.start, self.end))
    }

    /// The length of a range of the current slice, and the first two bytes from its start on as written, or zeros. Only
    /// the lowest five bits of the length of a name in lower case are right.
    #[inline(always)]
    pub(crate) fn len_and_begin(&self, text: &str) -> (usize, [u8; 2]) {
        let begin = pair(text.as_bytes(), self.start as usize);
        (
            (self.end - self.start) as usize,
            begin.copied().unwrap_or_default(),
        )
    }

    /// A range of the current slice.
    #[inline(always)]
    pub(crate) fn borrowed(from: usize, to: usize) -> Self {
        Slot {
            start: narrow::position(from),
            end: narrow::position(to),
        }
    }

    /// A range of the current slice in lower case, which is among the names at `place`.
    #[inline(always)]
    fn lowered(from: usize, to: usize, place: u8) -> Self {
        Slot {
            start: narrow::position(from),
            end: LOWERED | u32::from(place) << 8 | narrow::position(to) & END_BITS,
        }
    }

    /// Its two words. Those of a range of the current slice are where it starts and ends.
    #[inline(always)]
    pub(crate) fn pair(self) -> (usize, usize) {
        (self.start as usize, self.end as usize)
    }

    /// Both halves in one word. A function that returns it with a position returns both in registers; two halves
    /// would go through memory, and reading them as one word would be a store-to-load forwarding stall.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        u64::from(self.start) | u64::from(self.end) << 32
    }

    /// The slot of a [`word`](Self::word).
    #[inline(always)]
    pub(crate) fn from_word(word: u64) -> Self {
        Slot {
            start: narrow::low_word(word),
            end: narrow::low_word(word >> 32),
        }
    }

    /// Appends a range of the current slice, which starts at `base` of the whole; stays borrowed where
    /// it is adjacent to the slot's end.
    #[inline(always)]
    pub(crate) fn append_range(
        &mut self,
        text: &str,
        scratch: &mut Scratch,
        base: usize,
        from: usize,
        to: usize,
    ) {
        if self.extend_if_adjacent(from, to) {
            return;
        }
        if self.is_empty() {
            *self = Slot::borrowed(from, to);
        } else if from < to {
            let span = Span::new(base + from, base + to);
            self.append_str(text, scratch, base, &text[from..to], span);
        }
    }

    /// Appends a range of the current slice in lower case.
    #[cold]
    #[inline(never)]
    pub(crate) fn append_lowercase(
        &mut self,
        text: &str,
        scratch: &mut Scratch,
        base: usize,
        from: usize,
        to: usize,
    ) {
        if self.end == narrow::position(from) {
            *self = Slot::from_word(scratch.lowered(text, base, self.start as usize, from, to));
        } else {
            let span = Span::new(base + from, base + to);
            self.append_str(text, scratch, base, &text[from..to], span);
            scratch.lower_last(to - from);
        }
    }

    /// Appends a range of the current slice if it follows one; returns whether it did.
    #[inline(always)]
    pub(crate) fn extend_if_adjacent(&mut self, from: usize, to: usize) -> bool {
        let follows = self.end == narrow::position(from);
        if follows {
            self.end = narrow::position(to);
        }
        follows
    }

    /// Appends a character of one byte if it is the one that follows a range of the current slice; says
    /// whether it was.
    #[inline(always)]
    pub(crate) fn extend_with_byte(&mut self, text: &str, byte: u8) -> bool {
        let follows = self.end != 0 && text.as_bytes().get(self.end as usize) == Some(&byte);
        if follows {
            self.end += 1;
        }
        follows
    }

    /// Appends a string that represents `span` of the whole text.
    #[cold]
    #[inline(never)]
    pub(crate) fn append_str(
        &mut self,
        text: &str,
        scratch: &mut Scratch,
        base: usize,
        string: &str,
        span: Span,
    ) {
        let kept = self.make_last(text, scratch, base);
        scratch.string.push_str(string);
        steps::count_bytes(string.len());
        let kept = &mut scratch.kept[kept];
        kept.end = scratch.string.len();
        if span != Span::default() {
            if kept.span == Span::default() {
                kept.span.start = span.start;
            }
            kept.span.end = span.end;
        }
    }

    /// Starts assembling: text pushed to the scratch's string is appended, for the text from `at` on, until
    /// [`close`](Self::close).
    #[inline(never)]
    pub(crate) fn open(&mut self, text: &str, scratch: &mut Scratch, base: usize, at: usize) {
        let kept = self.make_last(text, scratch, base);
        let kept = &mut scratch.kept[kept];
        if kept.span == Span::default() {
            kept.span.start = base + at;
        }
    }

    /// Ends what [`open`](Self::open) started, at `at`.
    #[inline(always)]
    pub(crate) fn close(&self, scratch: &mut Scratch, base: usize, at: usize) {
        if let Some(kept) = scratch.kept.get_mut(self.start as usize) {
            kept.end = scratch.string.len();
            kept.span.end = base + at;
        }
    }

    /// Makes it the last string of the scratch, as only the last can grow. Returns its index.
    #[inline(always)]
    fn make_last(&mut self, text: &str, scratch: &mut Scratch, base: usize) -> usize {
        self.make_kept(text, scratch, base);
        let place = self.start as usize;
        let kept = &mut scratch.kept[place];
        if kept.end != scratch.string.len() {
            let start = scratch.string.len();
            steps::count_bytes(kept.end - kept.start);
            scratch.string.extend_from_within(kept.start..kept.end);
            kept.start = start;
        }
        place
    }

    /// Copies a borrowed range before the current slice ends.
    pub(crate) fn keep(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        // An empty slot has no contents to keep, and no place.
        if self.end != 0 {
            self.make_kept(text, scratch, base);
        }
    }

    fn make_kept(&mut self, text: &str, scratch: &mut Scratch, base: usize) {
        if self.end == KEPT {
            return;
        }
        scratch.is_used = true;
        scratch.make_room();
        let span = self.span(base, scratch);
        let start = scratch.string.len();
        match self.is_borrowed() {
            true => {
                let range = self.start as usize..self.end as usize;
                scratch.string.push_str(&text[range]);
            }
            false => {
                let name = scratch.lowered.get(self.place(), self.lowered_len());
                scratch.string.push_str(name);
            }
        }
        steps::count_bytes(scratch.string.len() - start);
        scratch.kept.push(Kept {
            start,
            end: scratch.string.len(),
            span,
        });
        *self = Slot {
            start: narrow::count(scratch.kept.len() - 1),
            end: KEPT,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Slot;
    use crate::text::vectors;

    #[test]
    fn vectors() {
        for word in vectors::words() {
            let start = (word >> 32) as usize & 0x3FFF_FFFF;
            let slot = Slot::lowered(start, start + word as usize % 9, (word >> 8) as u8);
            let [start, end] = [slot.start, slot.end].map(u64::from);
            let len = slot.lowered_len() as u64;
            vectors::print("lowered_len", &[start, end, len]);
        }
    }
}

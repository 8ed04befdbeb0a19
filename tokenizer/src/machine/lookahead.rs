//! Lookahead, lookbehind and the conditions of steps.
//!
//! The slice may end before a question is decided. Then the answer is `None`, and the state starts again at its first
//! action when more text is there: so no condition needs a register for a partial match, but the undecided text is
//! kept and read twice. A sequence without a bound is the exception: it resumes where it stopped, as many small
//! chunks would otherwise take quadratic time.

use super::reference_lexer::with_digit;
use super::{Input, Machine, Output};
use crate::names::Longest;
use crate::registers::{LastStartTag, Returned, Slot, Waiting};
use crate::text::scan::{Stops, find};
use crate::text::steps;
use crate::{Revision, Sink};

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// Whether `word` is at `from`; `None` if the slice ends too early to decide.
    fn word_at(&self, from: usize, word: &[u8], ignore_case: bool) -> Option<bool> {
        let ahead = &self.bytes()[from..];
        let len = ahead.len().min(word.len());
        steps::count_compared(&ahead[..len], word);
        let same = if ignore_case {
            ahead[..len].eq_ignore_ascii_case(&word[..len])
        } else {
            ahead[..len] == word[..len]
        };
        if !same || (len < word.len() && self.last) {
            return Some(false);
        }
        (len == word.len()).then_some(true)
    }

    /// Whether `word` is ahead; `None` if that is not known yet.
    pub(crate) fn ahead(&mut self, word: &str, ignore_case: bool) -> Option<bool> {
        self.word_at(self.pos, word.as_bytes(), ignore_case)
    }

    /// Whether `word` begins at the current input character; if that is not known yet, the
    /// current input character is to be consumed again.
    pub(crate) fn ahead_from_current(&mut self, word: &str, ignore_case: bool) -> Option<bool> {
        let is_ahead = self.word_at(self.cur, word.as_bytes(), ignore_case);
        if is_ahead.is_none() {
            self.reconsume();
        }
        is_ahead
    }

    /// Consumes the matched look-ahead.
    pub(crate) fn consume_ahead(&mut self, len: usize) {
        self.consume_to(self.pos + len);
    }

    /// Consumes the match that begins at the current input character.
    pub(crate) fn consume_ahead_from_current(&mut self, len: usize) {
        self.consume_to(self.cur + len);
    }

    /// Makes the character that ends at `end` the current input character.
    fn consume_to(&mut self, end: usize) {
        let last = self.text[..end].chars().next_back();
        self.pos = end;
        self.cur = end - last.map_or(0, char::len_utf8);
    }

    /// Whether one or more characters of a class and then `end` are ahead. CR counts as LF.
    ///
    /// `name` identifies it: a condition may test several.
    pub(crate) fn ahead_sequence(
        &mut self,
        name: &'static str,
        class: fn(char) -> bool,
        end: char,
    ) -> Option<bool> {
        let from = self.resumed(name);
        let mut at = from;
        let mut ahead = self.text[at..].chars().map(line_feed_for_cr);
        let other = ahead.find(|c| {
            let is_member = class(*c);
            at += if is_member { c.len_utf8() } else { 0 };
            !is_member
        });
        steps::count(1 + at - from);
        let is_ahead = at > self.pos && other == Some(end);
        let answer = (other.is_some() || self.last).then_some(is_ahead);
        self.wait_unless(answer, name, at)
    }

    /// Where a look-ahead without a bound begins, or goes on if it has waited for input.
    fn resumed(&self, name: &str) -> usize {
        let waiting = self.storage.waiting;
        match waiting.name == name && waiting.from == self.pos {
            true => waiting.to.max(self.pos),
            false => self.pos,
        }
    }

    /// Notes how far a look-ahead came that has no answer yet.
    fn wait_unless(&mut self, answer: Option<bool>, name: &'static str, to: usize) -> Option<bool> {
        let waiting = &mut self.storage.waiting;
        if answer.is_none() {
            let from = self.pos;
            *waiting = Waiting { name, from, to };
        } else if waiting.name == name {
            *waiting = Waiting::default();
        }
        answer
    }

    /// Whether the last start tag's name is ahead, ignoring ASCII case.
    pub(crate) fn ahead_last_start_tag(&mut self) -> Option<bool> {
        const NAME: &str = "the last start tag's name";
        let from = self.resumed(NAME);
        let Some(name) = self.last_start_tag() else {
            return Some(false);
        };
        let (ahead, rest) = (&self.bytes()[from..], &name.as_bytes()[from - self.pos..]);
        let mut both = ahead.iter().zip(rest);
        let differs = both.position(|(byte, expected)| !byte.eq_ignore_ascii_case(expected));
        steps::count_bytes(differs.unwrap_or(ahead.len().min(rest.len())));
        let answer = match differs {
            // CR and CR LF stand for LF.
            Some(at) if (ahead[at], rest[at]) == (b'\r', b'\n') => {
                return match self.end_of_name_ahead(name) {
                    NameAhead::Cut => None,
                    ahead => Some(matches!(ahead, NameAhead::EndsAt(_))),
                };
            }
            Some(_) => Some(false),
            None if ahead.len() >= rest.len() => Some(true),
            None => self.last.then_some(false),
        };
        self.wait_unless(answer, NAME, self.text.len())
    }

    /// Looks for a name ahead, ignoring ASCII case. CR and CR LF count as LF.
    fn end_of_name_ahead(&self, name: &str) -> NameAhead {
        let mut at = self.pos;
        for expected in name.bytes() {
            steps::count(1);
            let Some(&byte) = self.bytes().get(at) else {
                return match self.last {
                    true => NameAhead::Other,
                    false => NameAhead::Cut,
                };
            };
            at += match byte {
                b'\r' if expected == b'\n' => match self.end_of_line_ending(at) {
                    Some(end) => end - at,
                    None if self.last => 1,
                    None => return NameAhead::Cut,
                },
                _ if byte.eq_ignore_ascii_case(&expected) => 1,
                _ => return NameAhead::Other,
            };
        }
        NameAhead::EndsAt(at)
    }

    /// The input after the last start tag's name, which is ahead.
    pub(crate) fn peek_after_last_start_tag(&mut self) -> Input {
        match self.bytes().get(self.after_last_start_tag()) {
            Some(b'\r') => Input::Byte(b'\n'),
            Some(&byte) => Input::Byte(byte),
            None if self.last => Input::Eof,
            None => Input::Starved,
        }
    }

    /// The character after the last start tag's name, which is ahead.
    #[allow(dead_code, reason = "no revision has a character beyond ASCII there")]
    pub(crate) fn char_after_last_start_tag(&self) -> char {
        self.char_at(self.after_last_start_tag())
    }

    fn after_last_start_tag(&self) -> usize {
        let name = self.last_start_tag().unwrap_or_default();
        match name.contains('\n').then(|| self.end_of_name_ahead(name)) {
            Some(NameAhead::EndsAt(end)) => end,
            // The slice has ended before the word.
            Some(NameAhead::Cut) => self.text.len(),
            Some(NameAhead::Other) | None => self.pos + name.len(),
        }
    }

    pub(crate) fn last_start_tag(&self) -> Option<&str> {
        match self.r.last_start_tag {
            LastStartTag::None => None,
            LastStartTag::Borrowed(name) => Some(name.get(self.text, &self.storage.scratch)),
            LastStartTag::Kept => Some(&self.storage.last_start_tag),
        }
    }

    /// Whether the characters up to and including the current one are `word`; `false` at EOF.
    pub(crate) fn behind(&self, word: &str) -> bool {
        self.pos > self.cur && self.is_behind(word, self.pos)
    }

    /// Whether the characters before `end` end with `word`.
    fn is_behind(&self, word: &str, end: usize) -> bool {
        let here = &self.bytes()[..end];
        let word = word.as_bytes();
        let from_here = here.len().min(word.len());
        let (before, after) = word.split_at(word.len() - from_here);
        here.ends_with(after) && self.storage.behind.ends_with(before)
    }

    /// The end of the run from `pos` on. At `byte` it ends only where `text` does: among its first `reach` bytes, or
    /// nowhere.
    #[inline(always)]
    pub(crate) fn find_conditional<S: Stops, Others: Stops>(
        &self,
        pos: usize,
        byte: u8,
        text: &str,
        reach: usize,
    ) -> usize {
        let end = find::<S>(self.bytes(), pos);
        match self.bytes().get(end) {
            Some(at_end) if *at_end == byte => {
                self.find_beyond::<S, Others>((pos, end), byte, text, reach)
            }
            _ => end,
        }
    }

    /// [`find_conditional`](Self::find_conditional) for a run that has `byte` at `end`.
    #[inline(never)]
    fn find_beyond<S: Stops, Others: Stops>(
        &self,
        (pos, mut end): (usize, usize),
        byte: u8,
        text: &str,
        reach: usize,
    ) -> usize {
        let bytes = self.bytes();
        while bytes.get(end) == Some(&byte) {
            let is_near = end < pos + reach;
            if is_near && self.is_behind(text, end + 1) {
                break;
            }
            end = match is_near {
                true => find::<S>(bytes, end + 1),
                false => find::<Others>(bytes, end + 1),
            };
        }
        end
    }

    /// Consumes the longest name of a character reference; `false` where the current slice ends too
    /// early to decide.
    pub(crate) fn consume_named_reference(&mut self) -> bool {
        self.storage.matched_kept = None;
        match R::REFERENCES.longest(&self.bytes()[self.pos..], self.last) {
            Longest::Open => return false,
            Longest::None => {
                self.r.matched = None;
                self.storage.matched_range = (self.pos, self.pos);
            }
            Longest::Name { len, number } => {
                // The next character decides whether the match is a reference.
                if self.pos + len == self.text.len() && !self.last {
                    return false;
                }
                self.storage.matched_range = (self.pos, self.pos + len);
                self.pos += len;
                self.cur = self.pos - 1;
                self.r.matched = Some((number, self.bytes()[self.cur]));
            }
        }
        true
    }

    /// Whether the longest match ended with `byte`.
    pub(crate) fn last_matched_is(&self, byte: u8) -> bool {
        self.r.matched.is_some_and(|(_, last)| last == byte)
    }

    /// Consumes digits of the kind in use into the code; `false` where the current slice ends first.
    pub(crate) fn consume_digits(&mut self) -> bool {
        let base = if self.r.hex_digits { 16 } else { 10 };
        while let Some(digit) = self
            .bytes()
            .get(self.pos)
            .and_then(|b| (*b as char).to_digit(base))
        {
            if !self.r.matched_any {
                self.r.matched_any = true;
                self.storage.mark = None;
            }
            let base = if self.r.hexadecimal { 16 } else { 10 };
            self.r.code = with_digit(self.r.code, base, digit);
            self.pos += 1;
            self.cur = self.pos - 1;
            steps::count(1);
        }
        // More digits may follow.
        self.pos < self.text.len() || self.last
    }

    /// Starts a procedure here, to be able to go back.
    pub(crate) fn begin_procedure(&mut self) {
        self.storage.mark = Some(self.pos);
        self.r.code = 0;
        self.r.matched_any = false;
    }

    pub(crate) fn end_procedure(&mut self) {
        self.storage.mark = None;
    }

    /// Goes back to where the procedure began.
    pub(crate) fn unconsume(&mut self) {
        if let Some(mark) = self.storage.mark {
            self.pos = mark;
        }
    }

    /// The longest match, to be returned.
    pub(crate) fn matched_reference(&self) -> Returned {
        self.r
            .matched
            .map_or(Returned::Nothing, |(number, _)| Returned::Reference(number))
    }

    pub(crate) fn has_attributes(&self) -> bool {
        !self.storage.attributes.is_empty()
    }

    #[inline(always)]
    pub(crate) fn attribute_is_duplicate(&mut self) -> bool {
        self.storage
            .attributes
            .current_is_duplicate(self.text, &self.storage.scratch)
    }

    /// Whether the tag may have an attribute of this name, a range of the current slice.
    #[inline(always)]
    pub(crate) fn may_have_attribute(&self, name: (usize, usize)) -> bool {
        let name = Slot::borrowed(name.0, name.1);
        let attributes = &self.storage.attributes;
        attributes.may_have(name, self.text, &self.storage.scratch)
    }

    pub(crate) fn temporary_buffer_is(&self, string: &str) -> bool {
        self.storage
            .temporary_buffer
            .with(self.text, |buffer| buffer == string)
    }

    /// Whether what `let target be` named is this string, ignoring ASCII case.
    pub(crate) fn target_is(&self, string: &str) -> bool {
        let is_same = |target: &str| target.eq_ignore_ascii_case(string);
        self.storage.target.with(self.text, is_same)
    }

    /// Whether the current DOCTYPE has this name; a missing name is none.
    #[allow(dead_code, reason = "no revision compares the name of a DOCTYPE")]
    pub(crate) fn doctype_name_is(&self, string: &str) -> bool {
        let token = &self.r.token;
        token.has_name && token.name.get(self.text, &self.storage.scratch) == string
    }

    pub(crate) fn tag_name(&self) -> &str {
        self.r.token.name.get(self.text, &self.storage.scratch)
    }

    pub(crate) fn tag_name_is_last_start_tag(&self) -> bool {
        self.last_start_tag() == Some(self.tag_name())
    }

    pub(crate) fn no_start_tag(&self) -> bool {
        matches!(self.r.last_start_tag, LastStartTag::None)
    }

    pub(crate) fn is_foreign(&mut self) -> bool {
        self.follower.is_foreign() || self.output.sink().adjusted_current_node_is_foreign()
    }

    #[inline(always)]
    pub(crate) fn multiply_code(&mut self, by: u32) {
        self.r.code = saturate(self.r.code.saturating_mul(by));
    }

    #[inline(always)]
    pub(crate) fn add_current_to_code(&mut self, minus: u32) {
        let digit = match self.bytes().get(self.cur) {
            Some(byte) if byte.is_ascii_alphanumeric() => u32::from(*byte),
            _ => u32::from(self.current_char()),
        };
        let digit = digit.saturating_sub(minus);
        self.r.code = saturate(self.r.code.saturating_add(digit));
    }

    /// The text for a code point of any number.
    pub(crate) fn code_as_char(&self) -> char {
        char::from_u32(self.r.code).unwrap_or('\u{FFFD}')
    }
}

/// Where a name that was looked for ahead ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameAhead {
    /// At this position.
    EndsAt(usize),
    /// Something else is ahead.
    Other,
    /// The slice ends too early to decide.
    Cut,
}

/// The character that the input stream has for one of the text.
fn line_feed_for_cr(c: char) -> char {
    if c == '\r' { '\n' } else { c }
}

/// Beyond U+10FFFF all numbers mean the same.
fn saturate(code: u32) -> u32 {
    code.min(0x11_0000)
}

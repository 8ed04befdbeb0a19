//! The preprocessed input stream, with offsets into the original input.
//!
//! Millions of runs of a search differ in their last characters only; so the text is shared between machines until
//! one of them extends it. Lines and offsets are stored only where they are not what counting characters gives. A
//! symbol is a character of a private kind that represents any text or class; reading behind one is noted, not
//! answered.

use super::input_row::InputRow;
use super::shared::Shared;
use std::cell::Cell;

/// The characters of a run, and the unknown characters that the run has tried to read.
#[derive(Clone, Debug)]
pub(super) struct RunInput {
    text: Shared<PreprocessedText>,
    /// Whether more input may follow, so that the characters beyond the end are unknown.
    pub(super) open: bool,
    /// Whether the run depends on input that has not arrived.
    wanted: Cell<bool>,
    /// Whether the run depends on the characters behind a symbol.
    read_symbol: Cell<bool>,
}

/// The characters of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct PreprocessedText {
    /// After preprocessing.
    characters: Vec<char>,
    /// The byte behind each character; none as long as each has one byte.
    ends: Option<Vec<usize>>,
    /// The index of the first character of each line but the first.
    lines: Vec<usize>,
    /// The indices of the characters beyond U+FFFF, which count as two columns.
    wide: Vec<usize>,
    /// Characters that are parse errors, with the index of their row.
    faults: Vec<(usize, usize)>,
    /// A symbol for a whole text has two characters: the first of the text and a symbol, or two symbols.
    /// Each pair is the index of the text and that of the first symbol.
    wholes: Vec<(usize, usize)>,
    /// Whether the last character fed was a carriage return that became a line feed.
    after_return: bool,
}

impl Clone for PreprocessedText {
    /// Reserves room, because a copy is made only to be extended.
    fn clone(&self) -> Self {
        const ROOM: usize = 4;
        fn copy<T: Copy>(all: &[T]) -> Vec<T> {
            let mut copy = Vec::with_capacity(all.len() + ROOM);
            copy.extend_from_slice(all);
            copy
        }
        PreprocessedText {
            characters: copy(&self.characters),
            ends: self.ends.as_deref().map(copy),
            lines: self.lines.clone(),
            wide: self.wide.clone(),
            faults: self.faults.clone(),
            wholes: self.wholes.clone(),
            after_return: self.after_return,
        }
    }
}

impl RunInput {
    pub(super) fn new(text: &str, normalize_newlines: bool, rows: &[InputRow]) -> Self {
        let mut all = PreprocessedText {
            characters: Vec::with_capacity(text.len()),
            ..PreprocessedText::default()
        };
        for given in text.chars() {
            all.push(given, normalize_newlines, rows);
        }
        RunInput {
            text: all.into(),
            open: false,
            wanted: Cell::new(false),
            read_symbol: Cell::new(false),
        }
    }

    /// Adds a character at the end.
    pub(super) fn push(&mut self, given: char, normalize_newlines: bool, rows: &[InputRow]) {
        self.text.push(given, normalize_newlines, rows);
    }

    /// Shares the characters of an input that has preprocessed the same text with the same rows.
    pub(super) fn follow(&mut self, other: &RunInput) {
        self.text = other.text.clone();
    }

    /// Whether both have the same characters and the same errors.
    pub(super) fn has_same(&self, other: &RunInput) -> bool {
        self.text == other.text
    }

    /// Whether both share one allocation.
    pub(super) fn is_shared(&self, other: &RunInput) -> bool {
        self.text.is_one(&other.text)
    }

    pub(super) fn characters(&self) -> &[char] {
        &self.text.characters
    }

    /// Characters that are parse errors, with the index of their row.
    pub(super) fn faults(&self) -> &[(usize, usize)] {
        &self.text.faults
    }

    /// Whether the last character fed was a carriage return that became a line feed.
    pub(super) fn after_return(&self) -> bool {
        self.text.after_return
    }

    /// Replaces all characters from `at` on, except the first `kept`, by symbols, and appends `end`. The
    /// symbols must not be those of another text in use.
    pub(super) fn put_whole(&mut self, at: usize, kept: usize, symbol: u32, end: &str) {
        self.truncate(at + kept);
        let text = &mut *self.text;
        let used = |(at, _): &(usize, usize)| u32::from(text.characters[at + 1]) & 0xFFF;
        let used = text.wholes.iter().map(used).max();
        let free = used.map_or(0, |used| used + 1);
        text.wholes.push((at, at + kept));
        let symbol = char::from_u32(symbol + free).into_iter();
        let symbols = symbol.cycle().take(2 - kept);
        symbols
            .chain(end.chars())
            .for_each(|character| text.push(character, false, &[]));
    }

    /// The symbol of the whole text at `index`, if there is one.
    pub(super) fn whole(&self, index: usize) -> Option<char> {
        let (at, _) = self.text.wholes.iter().find(|(at, _)| *at == index)?;
        self.characters().get(at + 1).copied()
    }

    /// Whether a symbol of a whole text is at `index`.
    pub(super) fn is_hidden(&self, index: usize) -> bool {
        let mut wholes = self.text.wholes.iter();
        wholes.any(|(at, hidden)| (*hidden..at + 2).contains(&index))
    }

    /// Whether any text was taken as a whole and is not yet dropped.
    pub(super) fn has_wholes(&self) -> bool {
        !self.text.wholes.is_empty()
    }

    /// Drops the whole texts before `index`.
    pub(super) fn forget_wholes(&mut self, index: usize) {
        if self.has_wholes() {
            self.text.wholes.retain(|(at, _)| at + 2 > index);
        }
    }

    /// Whether the run has read the characters behind a symbol. Resets this and [`RunInput::is_wanting`].
    pub(super) fn take_read_symbol(&self) -> bool {
        self.wanted.set(false);
        self.read_symbol.take()
    }

    /// Takes back the characters from `length` on.
    pub(super) fn truncate(&mut self, length: usize) {
        let text = &mut *self.text;
        text.wholes.retain(|(at, _)| at + 2 <= length);
        text.characters.truncate(length);
        if let Some(ends) = &mut text.ends {
            ends.truncate(length);
        }
        // A line may start right at the end.
        text.lines.retain(|start| *start <= length);
        text.wide.retain(|at| *at < length);
        text.faults.retain(|(at, _)| *at < length);
        text.after_return = false;
    }

    /// The character at `index`; `None` for EOF.
    pub(super) fn at(&self, index: usize) -> Option<char> {
        if self.hides(index) {
            return None;
        }
        let found = self.characters().get(index).copied();
        if found.is_none() {
            self.want();
        }
        found
    }

    /// Notes that the character at `index` is needed and unknown.
    fn hides(&self, index: usize) -> bool {
        let hides = self.is_hidden(index);
        if hides {
            self.read_symbol.set(true);
            self.wanted.set(true);
        }
        hides
    }

    /// Notes that the run depends on input that has not arrived.
    pub(super) fn want(&self) {
        // Beyond the end of a closed input is EOF, which is known.
        self.wanted.set(self.wanted.get() || self.open);
    }

    /// Whether the run depends on input that has not arrived.
    pub(super) fn is_wanting(&self) -> bool {
        self.wanted.get()
    }

    /// How many characters there are, which is also the index of EOF.
    pub(super) fn len(&self) -> usize {
        self.characters().len()
    }

    /// The first byte of the character at `index`; for EOF, one past the last byte.
    pub(super) fn offset(&self, index: usize) -> usize {
        self.text.offset(index)
    }

    /// The index of the character at an offset, or of the first one after it.
    pub(super) fn index(&self, offset: usize) -> usize {
        match &self.text.ends {
            Some(ends) if offset > 0 => 1 + ends.partition_point(|at| *at < offset),
            Some(_) => 0,
            None => offset.min(self.len() + 1),
        }
    }

    /// Line and column, from 1. A column is a UTF-16 code unit, as the tests of html5lib count.
    pub(super) fn line_and_column(&self, index: usize) -> (usize, usize) {
        let PreprocessedText { lines, wide, .. } = &*self.text;
        let ended = lines.partition_point(|start| *start <= index);
        let start = ended.checked_sub(1).map_or(0, |last| lines[last]);
        let wide = |to: usize| wide.partition_point(|at| *at < to);
        (ended + 1, index - start + 1 + wide(index) - wide(start))
    }

    /// Whether `text` is at `index`.
    pub(super) fn is_at(&self, index: usize, text: &str, ignore_case: bool) -> bool {
        text.chars().zip(index..).all(|(wanted, index)| {
            let found = self.at(index);
            let alike = |found: char| ignore_case && found.eq_ignore_ascii_case(&wanted);
            found.is_some_and(|found| found == wanted || alike(found))
        })
    }

    /// The characters from `start` to `end`, the last one not included.
    pub(super) fn text(&self, start: usize, end: usize) -> impl Iterator<Item = char> + '_ {
        self.characters()
            .get(start..end)
            .unwrap_or_default()
            .iter()
            .copied()
    }
}

/// Preprocesses one character; also returns the row of the input stream that matches it.
pub(super) fn read(
    given: char,
    normalize_newlines: bool,
    rows: &[InputRow],
) -> (char, Option<usize>) {
    let character = match given {
        '\r' if normalize_newlines => '\n',
        other => other,
    };
    let row = rows.iter().position(|row| row.takes(character));
    let replacement = row.and_then(|row| rows[row].replacement);
    (replacement.unwrap_or(character), row)
}

impl PreprocessedText {
    fn push(&mut self, given: char, normalize_newlines: bool, rows: &[InputRow]) {
        let index = self.characters.len();
        let end = self.offset(index) + given.len_utf8();
        if std::mem::take(&mut self.after_return)
            && given == '\n'
            && let Some(last) = self.ends().last_mut()
        {
            // A CR LF is one line feed, which ends where the LF does.
            *last = end;
            return;
        }
        self.after_return = normalize_newlines && given == '\r';
        let (character, row) = read(given, normalize_newlines, rows);
        if let Some(row) = row.filter(|row| !rows[*row].errors.is_empty()) {
            self.faults.push((index, row));
        }
        if character == '\n' {
            self.lines.push(index + 1);
        }
        if u32::from(character) > 0xFFFF {
            self.wide.push(index);
        }
        if end > index + 1 || self.ends.is_some() {
            self.ends().push(end);
        }
        self.characters.push(character);
    }

    /// The byte behind each character.
    fn ends(&mut self) -> &mut Vec<usize> {
        let count = self.characters.len();
        self.ends.get_or_insert_with(|| (1..=count).collect())
    }

    /// The first byte of the character at `index`; for EOF, one past the last byte.
    fn offset(&self, index: usize) -> usize {
        let index = index.min(self.characters.len());
        match (&self.ends, index.checked_sub(1)) {
            (Some(ends), Some(before)) => ends[before],
            _ => index,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RunInput;

    #[test]
    fn newlines_become_one_where_the_first_of_them_stood() {
        let input = RunInput::new("a\r\n\rb\n", true, &[]);
        assert_eq!(input.characters(), ['a', '\n', '\n', 'b', '\n']);
        assert_eq!(input.text.ends.as_deref(), Some(&[1, 3, 4, 5, 6][..]));
        assert_eq!(input.line_and_column(1), (1, 2));
        assert_eq!(input.line_and_column(2), (2, 1));
        assert_eq!(input.line_and_column(3), (3, 1));
        assert_eq!(input.line_and_column(5), (4, 1));
    }

    #[test]
    fn carriage_returns_stay_where_nothing_is_said_of_newlines() {
        let input = RunInput::new("\r\n", false, &[]);
        assert_eq!(input.characters(), ['\r', '\n']);
    }

    #[test]
    fn characters_beyond_the_basic_plane_are_two_columns_wide() {
        let input = RunInput::new("\u{10000}\n\u{10000}x\u{10000}y", true, &[]);
        assert_eq!(input.line_and_column(1), (1, 3));
        assert_eq!(input.line_and_column(2), (2, 1));
        assert_eq!(input.line_and_column(3), (2, 3));
        assert_eq!(input.line_and_column(5), (2, 6));
        assert_eq!(input.offset(4), 10);
        assert_eq!(input.offset(6), 15);
    }
}

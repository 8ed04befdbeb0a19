//! The current chunk of a run.

/// How the chunk ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// It may still grow.
    #[default]
    Open,
    /// It is complete, and another may follow.
    Chunk,
    /// It is complete, and ends the file.
    File,
}

/// A chunk of text, and the end of the text before it.
#[derive(Clone, Debug, Default)]
pub struct Text {
    chars: Vec<char>,
    /// The characters as they were before the input stream's replacements.
    original: Vec<char>,
    /// The offset of each character in the whole input, in bytes, and that of the end.
    offsets: Vec<usize>,
    /// The length of the input before the chunk, in bytes.
    base: usize,
    /// The last characters before the chunk.
    behind: Vec<char>,
    /// The index up to which the input stream's errors are reported.
    checked: usize,
    /// Whether it is complete, and whether it ends the file.
    pub end: End,
}

impl Text {
    /// Adds a character, which the input stream replaces by `seen`.
    pub fn push(&mut self, original: char, seen: char) {
        self.offsets.push(self.offset(self.chars.len()));
        self.original.push(original);
        self.chars.push(seen);
    }

    /// The characters.
    #[must_use]
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// Whether it has no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chars.is_empty()
    }

    /// The offset in the whole input of a character or of the end, in bytes.
    #[must_use]
    pub fn offset(&self, at: usize) -> usize {
        match (self.offsets.get(at), self.original.last()) {
            (Some(offset), _) => *offset,
            (None, Some(last)) => self.offsets[self.chars.len() - 1] + last.len_utf8(),
            (None, None) => self.base,
        }
    }

    /// A range as a string.
    #[must_use]
    pub fn range(&self, from: usize, to: usize) -> String {
        self.chars[from..to].iter().collect()
    }

    /// The last `count` characters before an index, fewer where the input begins there.
    #[must_use]
    pub fn before(&self, to: usize, count: usize) -> String {
        let before = self.behind.iter().chain(&self.chars[..to]);
        let skipped = (self.behind.len() + to).saturating_sub(count);
        before.skip(skipped).collect()
    }

    /// Whether the characters up to an index end with a string.
    #[must_use]
    pub fn ends_with(&self, to: usize, word: &str) -> bool {
        self.before(to, word.chars().count()) == word
    }

    /// The next character before an index that was not checked for errors of the input stream, and its offset. CR is
    /// LF, and CR LF is one character.
    pub(super) fn check(&mut self, to: usize) -> Option<(char, usize)> {
        loop {
            let at = self.checked;
            let c = *self.original.get(at).filter(|_| at < to)?;
            self.checked += 1;
            let before = at.checked_sub(1).map(|before| self.original[before]);
            match (before, c) {
                (Some('\r'), '\n') => {}
                (_, '\r') => return Some(('\n', self.offset(at))),
                _ => return Some((c, self.offset(at))),
            }
        }
    }

    /// Drops the characters before an index, and keeps as many of them as a condition can look behind.
    pub(super) fn forget(&mut self, before: usize, longest_behind: usize) {
        self.base = self.offset(before);
        self.offsets.drain(..before);
        self.original.drain(..before);
        self.behind.extend(self.chars.drain(..before));
        let old = self.behind.len().saturating_sub(longest_behind);
        self.behind.drain(..old);
        self.checked = self.checked.saturating_sub(before);
    }
}

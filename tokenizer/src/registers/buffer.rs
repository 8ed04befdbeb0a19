//! The temporary buffer: a range of the current slice, or one character, as long as it can be.

use super::short_buffers::ShortString;
use crate::text::steps;

/// The temporary buffer of the spec.
#[derive(Clone, Default)]
pub(crate) struct Buffer {
    held: Held,
    kept: ShortString,
}

#[derive(Clone, Copy)]
enum Held {
    /// A range of the current slice.
    Range(usize, usize),
    /// One character, which need not be part of the slice.
    Char(char),
    /// The copied text.
    Kept,
}

impl Default for Held {
    fn default() -> Self {
        Held::Range(0, 0)
    }
}

impl Buffer {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.held = Held::default();
    }

    /// Sets it to the contents of another buffer.
    pub(crate) fn copy(&mut self, other: &Buffer) {
        self.held = other.held;
        self.kept.clear();
        self.kept.push_str(&other.kept);
        steps::count_bytes(other.kept.len());
    }

    /// Calls a function with the string.
    #[inline(always)]
    pub(crate) fn with<T>(&self, text: &str, take: impl FnOnce(&str) -> T) -> T {
        match self.held {
            Held::Range(from, to) => take(&text[from..to]),
            Held::Char(c) => take(c.encode_utf8(&mut [0; 4])),
            Held::Kept => take(&self.kept),
        }
    }

    /// The range of the current slice that it is, if it is one.
    #[inline(always)]
    pub(crate) fn range(&self) -> Option<(usize, usize)> {
        match self.held {
            Held::Range(from, to) => Some((from, to)),
            Held::Char(_) | Held::Kept => None,
        }
    }

    /// Appends a range of the current slice.
    #[inline(never)]
    pub(crate) fn append_range(&mut self, text: &str, from: usize, to: usize) {
        self.held = match self.held {
            Held::Range(start, end) if start == end => Held::Range(from, to),
            Held::Range(start, end) if end == from => Held::Range(start, to),
            _ => return self.append_str(text, &text[from..to]),
        };
    }

    /// Appends a character, which need not be part of the slice.
    #[inline(always)]
    pub(crate) fn append_char(&mut self, text: &str, c: char) {
        match self.held {
            Held::Range(start, end) if start == end => self.held = Held::Char(c),
            _ => self.append_str(text, c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Appends a string that need not be a part of the text.
    #[inline(never)]
    pub(crate) fn append_str(&mut self, text: &str, string: &str) {
        self.keep(text);
        self.kept.push_str(string);
        steps::count_bytes(string.len());
    }

    /// Copies a borrowed range before the current slice ends.
    pub(crate) fn keep(&mut self, text: &str) {
        let mut buffer = [0; 4];
        let held = match self.held {
            Held::Kept => return,
            Held::Range(from, to) => &text[from..to],
            Held::Char(c) => c.encode_utf8(&mut buffer),
        };
        self.kept.clear();
        self.kept.push_str(held);
        steps::count_bytes(held.len());
        self.held = Held::Kept;
    }

    /// The length of the text that is kept, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Gives back room that is not used.
    pub(crate) fn trim(&mut self) {
        if !matches!(self.held, Held::Kept) {
            self.kept.clear();
        }
        self.kept.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::Buffer;
    use alloc::string::String;

    #[test]
    fn it_is_what_was_appended_however_it_is_held() {
        let text = "&#script";
        for kept_before in 0..7 {
            let mut buffer = Buffer::default();
            let mut expected = String::new();
            for step in 0..7 {
                if step == kept_before {
                    buffer.keep(text);
                }
                match step {
                    0 => buffer.append_char(text, 'é'),
                    1 => buffer.append_range(text, 0, 2),
                    2 => buffer.append_str(text, "x"),
                    3 => buffer.clear(),
                    4 => buffer.append_range(text, 2, 3),
                    5 => buffer.append_range(text, 3, 8),
                    _ => buffer.append_char(text, '!'),
                }
                match step {
                    0 => expected.push('é'),
                    1 => expected.push_str("&#"),
                    2 => expected.push('x'),
                    3 => expected.clear(),
                    4 => expected.push('s'),
                    5 => expected.push_str("cript"),
                    _ => expected.push('!'),
                }
                buffer.with(text, |string| assert_eq!(string, expected));
            }
            assert_eq!(buffer.range(), None);
        }
    }

    #[test]
    fn what_stands_together_stays_a_range() {
        let mut buffer = Buffer::default();
        assert_eq!(buffer.range(), Some((0, 0)));
        buffer.append_range("abcd", 1, 2);
        buffer.append_range("abcd", 2, 4);
        assert_eq!(buffer.range(), Some((1, 4)));
    }
}

//! The texts of a document.
//!
//! A text that the source has verbatim is a range of the source. Others are behind it, in one string. So a text costs eight bytes, and
//! all are freed at once. A Text node that grows while others do gets room for as much again, so that characters are moved a
//! constant number of times.

use std::collections::HashMap;

/// A text: its place and its length in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Range {
    pub(crate) fn end(self) -> u32 {
        self.start + self.len
    }
}

/// The texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    source: Box<str>,
    /// The texts that the source does not have; their places count on from the end of the source.
    others: String,
    /// The room of texts that were moved, by their places.
    room: HashMap<u32, u32>,
}

impl Texts {
    pub(crate) fn new(source: Box<str>) -> Self {
        Texts {
            source,
            ..Texts::default()
        }
    }

    pub(crate) fn get(&self, range: Range) -> &str {
        let start = range.start as usize;
        match start.checked_sub(self.source.len()) {
            Some(start) => &self.others[start..start + range.len as usize],
            None => &self.source[start..start + range.len as usize],
        }
    }

    /// The text that was parsed, if it was there as a whole.
    pub(crate) fn source(&self) -> Option<&str> {
        Some(&*self.source).filter(|source| !source.is_empty())
    }

    fn end(&self) -> u32 {
        // Documents are bounded by the parser, so that places fit.
        (self.source.len() + self.others.len()) as u32
    }

    /// The range of a part of the source that is at an address.
    #[inline]
    pub(crate) fn verbatim(&self, text: &str, source: usize) -> Option<Range> {
        let start = (text.as_ptr() as usize).wrapping_sub(source);
        let is_inside = start <= self.source.len() && start + text.len() <= self.source.len();
        is_inside.then_some(Range {
            start: start as u32,
            len: text.len() as u32,
        })
    }

    /// Adds a text; `source` is the address of the source as it is parsed.
    #[inline]
    pub(crate) fn add(&mut self, text: &str, source: usize) -> Range {
        match self.verbatim(text, source) {
            Some(range) => range,
            None => self.copy(text),
        }
    }

    pub(crate) fn copy(&mut self, text: &str) -> Range {
        let start = self.end();
        self.others.push_str(text);
        Range {
            start,
            len: text.len() as u32,
        }
    }

    /// A text with another behind it, if that is what the source has.
    #[inline]
    pub(crate) fn append_verbatim(&self, to: Range, text: &str, source: usize) -> Option<Range> {
        let range = self.verbatim(text, source)?;
        (range.start == to.end()).then_some(Range {
            start: to.start,
            len: to.len + range.len,
        })
    }

    /// A text with another behind it.
    pub(crate) fn append(&mut self, to: Range, text: &str) -> Range {
        let longer = Range {
            start: to.start,
            len: to.len + text.len() as u32,
        };
        let Some(begin) = (to.start as usize).checked_sub(self.source.len()) else {
            // What comes next is most often behind it.
            let start = self.end();
            let from = to.start as usize;
            self.others
                .push_str(&self.source[from..from + to.len as usize]);
            self.others.push_str(text);
            return Range { start, ..longer };
        };
        if begin + to.len as usize == self.others.len() {
            self.others.push_str(text);
            return longer;
        }
        if let Some(room) = self.room.get(&to.start).copied()
            && longer.len <= room
        {
            let start = begin + to.len as usize;
            self.others.replace_range(start..start + text.len(), text);
            return longer;
        }
        self.move_to_end(to, text)
    }

    fn move_to_end(&mut self, from: Range, text: &str) -> Range {
        self.room.remove(&from.start);
        let start = self.end();
        let old = self.get(from).to_owned();
        self.others.push_str(&old);
        self.others.push_str(text);
        let len = old.len() + text.len();
        // Spaces hold the room for what comes.
        self.others.extend(std::iter::repeat_n(' ', len));
        self.room.insert(start, 2 * len as u32);
        Range {
            start,
            len: len as u32,
        }
    }
}

impl Texts {
    /// How many bytes they take, with the source.
    pub(crate) fn bytes(&self) -> usize {
        self.source.len() + self.others.len()
    }
}

//! The column `blocks`: the visible text in blocks, each with the heading before it.
//!
//! A block is a part of the visible text: headings only say where it is divided. A heading ends where the element ends, or at the next
//! heading. That is not known before the end of the page, as a tree may move text: marks are kept, and the text is cut by them.

use super::{Field, Items, Strings, nullable, required};

/// Blocks, and the headings of the page under construction.
#[derive(Default)]
pub(crate) struct Blocks {
    levels: Vec<Option<i32>>,
    headings: Strings,
    texts: Strings,
    marks: Vec<Mark>,
    is_in_heading: bool,
}

/// Where a heading is in the visible text.
struct Mark {
    level: i32,
    start: usize,
    end: usize,
}

impl Blocks {
    /// A visible element begins after `len` bytes of visible text.
    #[inline]
    pub(crate) fn start(&mut self, name: &str, len: usize) {
        if let [b'h', level @ b'1'..=b'6'] = name.as_bytes() {
            self.end_heading(len);
            self.is_in_heading = true;
            self.marks.push(Mark {
                level: i32::from(*level - b'0'),
                start: len,
                end: len,
            });
        }
    }

    /// The heading that is open, if there is one, ends after `len` bytes of visible text.
    pub(crate) fn end_heading(&mut self, len: usize) {
        if self.is_in_heading
            && let Some(mark) = self.marks.last_mut()
        {
            mark.end = len;
        }
        self.is_in_heading = false;
    }

    /// Divides the visible text of the page.
    pub(crate) fn finish(&mut self, text: &str) {
        self.end_heading(text.len());
        let marks = std::mem::take(&mut self.marks);
        let cut =
            |from: usize, to: usize| text[from.min(text.len())..to.min(text.len())].trim_ascii();
        let first = marks.first().map_or(text.len(), |mark| mark.start);
        if !cut(0, first).is_empty() {
            self.push(None, None, cut(0, first));
        }
        let ends = marks
            .iter()
            .skip(1)
            .map(|mark| mark.start)
            .chain([text.len()]);
        for (mark, end) in marks.iter().zip(ends) {
            self.push(
                Some(mark.level),
                Some(cut(mark.start, mark.end)),
                cut(mark.end, end),
            );
        }
    }

    fn push(&mut self, level: Option<i32>, heading: Option<&str>, text: &str) {
        self.levels.push(level);
        self.headings.push_option(heading);
        self.texts.push(text);
    }
}

impl Items for Blocks {
    fn len(&self) -> usize {
        self.levels.len()
    }

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let level = nullable("level", &mut self.levels);
        let heading = nullable("heading", &mut self.headings);
        [level, heading, required("text", &mut self.texts)].into_iter()
    }

    fn forget_open(&mut self) {
        self.marks.clear();
        self.is_in_heading = false;
    }
}

//! The column `blocks`: the visible text in blocks, each with the heading before it.
//!
//! A block is a part of the visible text: headings only say where it is divided. Where a heading ends is found without a tree, at its end
//! tag, the next heading, or the end tag of a block that contains it.

use super::{Items, Strings, string_field};
use crate::elements::{Class, Id, class_of};
use arrow_array::{ArrayRef, Int32Array};
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use std::sync::Arc;

const HEADINGS: [Id; 6] = [
    Id::of("h1"),
    Id::of("h2"),
    Id::of("h3"),
    Id::of("h4"),
    Id::of("h5"),
    Id::of("h6"),
];

/// How many open blocks are compared with an end tag, so that time stays linear.
const COMPARED: usize = 256;

/// Blocks, and the headings of the page under construction.
pub(crate) struct Blocks {
    levels: Vec<Option<i32>>,
    headings: Strings,
    texts: Strings,
    marks: Vec<Mark>,
    /// The blocks that are open within the heading.
    inner: Vec<Id>,
    is_in_heading: bool,
}

/// Where a heading is in the visible text.
struct Mark {
    level: i32,
    start: usize,
    end: usize,
}

impl Blocks {
    pub(crate) fn new() -> Self {
        Blocks {
            levels: Vec::new(),
            headings: Strings::new(),
            texts: Strings::new(),
            marks: Vec::new(),
            inner: Vec::new(),
            is_in_heading: false,
        }
    }

    /// Reads a visible start tag after `len` bytes of visible text.
    pub(crate) fn start_tag(&mut self, name: &str, len: usize) {
        let element = Id::of(name);
        if let Some(level) = HEADINGS.iter().position(|heading| *heading == element) {
            self.end_heading(len);
            self.is_in_heading = true;
            self.marks.push(Mark {
                level: i32::try_from(level).map_or(0, |level| level + 1),
                start: len,
                end: len,
            });
        } else if self.is_in_heading && class_of(element) == Class::Block {
            self.inner.push(element);
        }
    }

    /// Reads a visible end tag after `len` bytes of visible text.
    pub(crate) fn end_tag(&mut self, name: &str, len: usize) {
        if !self.is_in_heading {
            return;
        }
        let element = Id::of(name);
        let first = self.inner.len().saturating_sub(COMPARED);
        if HEADINGS.contains(&element) {
            self.end_heading(len);
        } else if let Some(at) = self.inner[first..]
            .iter()
            .rposition(|open| *open == element)
        {
            self.inner.truncate(first + at);
        } else if class_of(element) == Class::Block && element != Id::of("p") && first == 0 {
            self.end_heading(len);
        }
    }

    fn end_heading(&mut self, len: usize) {
        if self.is_in_heading
            && let Some(mark) = self.marks.last_mut()
        {
            mark.end = len;
        }
        self.is_in_heading = false;
        self.inner.clear();
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

    fn truncate(&mut self, len: usize) {
        self.levels.truncate(len);
        self.headings.truncate(len);
        self.texts.truncate(len);
        self.marks.clear();
        self.inner.clear();
        self.is_in_heading = false;
    }

    fn is_full(&self) -> bool {
        self.headings.is_full() || self.texts.is_full()
    }

    fn map_spans(&mut self, _: usize, _: &mut dyn FnMut(Range<usize>) -> Range<usize>) {}

    fn fields(&self) -> Fields {
        Fields::from(vec![
            Field::new("level", DataType::Int32, true),
            Field::new("heading", DataType::Utf8, true),
            string_field("text"),
        ])
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let levels = Int32Array::from(std::mem::take(&mut self.levels));
        vec![Arc::new(levels), self.headings.take(), self.texts.take()]
    }
}

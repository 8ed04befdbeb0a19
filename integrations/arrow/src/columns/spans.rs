//! Spans of items.

use super::{Field, required};
use std::ops::Range;
use tokenwright::Span;

/// The fields `start` and `end`, if they are asked for.
#[derive(Default)]
pub(crate) struct Spans(Option<Ends>);

#[derive(Default)]
struct Ends {
    starts: Vec<i64>,
    ends: Vec<i64>,
}

impl Spans {
    pub(crate) fn new(wanted: bool) -> Self {
        Spans(wanted.then(Ends::default))
    }

    #[inline]
    pub(crate) fn push(&mut self, span: Span) {
        if let Some(spans) = &mut self.0 {
            spans.starts.push(span.start as i64);
            spans.ends.push(span.end as i64);
        }
    }

    /// Moves the end of the last span.
    pub(crate) fn extend(&mut self, end: usize) {
        if let Some(last) = self.0.as_mut().and_then(|spans| spans.ends.last_mut()) {
            *last = end as i64;
        }
    }

    pub(crate) fn map(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        if let Some(spans) = &mut self.0 {
            for (start, end) in spans.starts[from..].iter_mut().zip(&mut spans.ends[from..]) {
                let mapped = map(*start as usize..*end as usize);
                (*start, *end) = (mapped.start as i64, mapped.end as i64);
            }
        }
    }

    pub(crate) fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        self.0
            .iter_mut()
            .flat_map(|Ends { starts, ends }| [required("start", starts), required("end", ends)])
    }
}

//! Spans of items.

use arrow_array::{ArrayRef, Int64Array};
use arrow_schema::{DataType, Field};
use std::ops::Range;
use std::sync::Arc;
use tokenwright::Span;

/// The fields `start` and `end`, if they are asked for.
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

    pub(crate) fn truncate(&mut self, len: usize) {
        if let Some(spans) = &mut self.0 {
            spans.starts.truncate(len);
            spans.ends.truncate(len);
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

    pub(crate) fn fields(&self) -> Vec<Field> {
        let field = |name| Field::new(name, DataType::Int64, false);
        match self.0 {
            Some(_) => vec![field("start"), field("end")],
            None => Vec::new(),
        }
    }

    pub(crate) fn take(&mut self) -> Vec<ArrayRef> {
        let Some(spans) = &mut self.0 else {
            return Vec::new();
        };
        let Ends { starts, ends } = std::mem::take(spans);
        vec![
            Arc::new(Int64Array::from(starts)),
            Arc::new(Int64Array::from(ends)),
        ]
    }
}

//! Where the machine sends its output.

use super::CurrentTag;
use crate::{Next, Sink, Tag};

/// A sink, and shortcuts for the iterator.
#[expect(
    private_interfaces,
    reason = "it bounds a method of the sealed `Machinery`"
)]
pub trait Output {
    type Sink: Sink;

    const ERRORS: bool = Self::Sink::ERRORS;
    const SPANS: bool = Self::Sink::SPANS;
    const SOURCE: bool = Self::Sink::SOURCE;

    fn sink(&mut self) -> &mut Self::Sink;

    /// Accepts verbatim text by its range in the current slice, in place of a call of [`Sink::text`];
    /// returns whether it did.
    #[inline(always)]
    fn verbatim_text(&mut self, from: usize, to: usize) -> bool {
        let _ = (from, to);
        false
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        self.sink().start_tag(&Tag::current(tag))
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        self.sink().end_tag(&Tag::current(tag))
    }
}

impl<S: Sink> Output for &mut S {
    type Sink = S;

    #[inline(always)]
    fn sink(&mut self) -> &mut S {
        self
    }
}

//! Where the machine sends its output.

use crate::Sink;

/// A sink, and a shortcut for text that the iterator takes by its range.
pub trait Output {
    type Sink: Sink;

    const ERRORS: bool = Self::Sink::ERRORS;
    const SPANS: bool = Self::Sink::SPANS;

    fn sink(&mut self) -> &mut Self::Sink;

    /// Accepts verbatim text by its range in the current slice, in place of a call of [`Sink::text`];
    /// returns whether it did.
    #[inline(always)]
    fn verbatim_text(&mut self, from: usize, to: usize) -> bool {
        let _ = (from, to);
        false
    }
}

impl<S: Sink> Output for &mut S {
    type Sink = S;

    #[inline(always)]
    fn sink(&mut self) -> &mut S {
        self
    }
}

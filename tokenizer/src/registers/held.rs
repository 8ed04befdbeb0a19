//! What follows the last output, once its slice is gone.

/// The most bytes that are kept. Rows hold back few characters before they emit them one by one: those of further ones have empty spans
/// where the input is split.
pub(crate) const LONGEST: usize = 16;

/// The first bytes of the text after the last output, up to the end of the slice at which the machine was last suspended.
#[derive(Clone, Copy, Default)]
pub(crate) struct Held {
    /// Where they begin in the whole text.
    start: usize,
    len: usize,
    bytes: [u8; LONGEST],
}

/// What text may become that is not emitted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undecided {
    /// A character reference, as it begins with `&`.
    Reference,
    /// An end tag, as it begins with `</`.
    EndTag,
    /// Other markup, as it begins with `<`.
    Markup,
}

impl Held {
    /// Keeps what a slice, which begins at `base` of the whole text, has of the text after the last output, which ends at `emitted`.
    pub(crate) fn keep(&mut self, slice: &[u8], base: usize, emitted: usize) {
        let rest = match emitted.checked_sub(base) {
            Some(at) => slice.get(at..).unwrap_or_default(),
            None => slice,
        };
        if emitted >= base || emitted < self.start {
            *self = Held {
                start: emitted,
                ..Held::default()
            };
        }
        // Earlier slices were kept up to there, or further where a procedure went back.
        let at = emitted.max(base) - self.start;
        if at <= self.len {
            let len = rest.len().min(LONGEST - at);
            self.bytes[at..at + len].copy_from_slice(&rest[..len]);
            self.len = at + len;
        }
    }

    /// What is known of the text from a position of the whole text on.
    pub(crate) fn after(&self, emitted: usize) -> &[u8] {
        let bytes = &self.bytes[..self.len];
        let rest = emitted
            .checked_sub(self.start)
            .and_then(|at| bytes.get(at..));
        rest.unwrap_or_default()
    }

    /// What the text after a position may become.
    pub(crate) fn undecided(&self, emitted: usize) -> Option<Undecided> {
        match self.after(emitted) {
            [b'&', ..] => Some(Undecided::Reference),
            [b'<', b'/', b'>', ..] => None,
            [b'<', b'/', ..] => Some(Undecided::EndTag),
            [b'<', ..] => Some(Undecided::Markup),
            _ => None,
        }
    }
}

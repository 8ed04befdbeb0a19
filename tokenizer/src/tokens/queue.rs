//! The queue of tokens and errors between the machine and the caller.

use crate::text::narrow;
use alloc::vec::Vec;

/// A token or an error in the queue. Between the end of one and the start of the next lies verbatim text of the
/// document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The low 32 bits of its start in the document.
    pub(super) start: u32,
    /// The length of a tag without its `<`, which keeps it positive; the index of other records.
    pub(super) len: u32,
    pub(super) bits: u64,
}

/// The kind of a record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    StartTag,
    EndTag,
    /// Another token, by its index among the built ones.
    Built,
    /// An error, by its index.
    Error,
}

const BUILT: u64 = 2;
const ERROR: u64 = 3;

impl Record {
    #[inline(always)]
    pub(super) fn kind(self) -> Kind {
        match self.bits & 3 {
            0 => Kind::StartTag,
            1 => Kind::EndTag,
            BUILT => Kind::Built,
            _ => Kind::Error,
        }
    }
}

/// A token that the collector built, as it does not fit a record.
#[derive(Debug)]
pub(super) struct BuiltToken<T> {
    /// Where it ends in the document.
    pub(super) end: usize,
    pub(super) payload: Payload<T>,
}

#[derive(Debug)]
pub(super) enum Payload<T> {
    /// Input without a token, or a token that was returned already.
    Nothing,
    Token(T),
    /// A tag whose length does not fit 32 bits.
    Tag(u64),
}

#[derive(Debug)]
pub(super) struct Queue<T, E> {
    pub(super) records: Vec<Record>,
    pub(super) built: Vec<BuiltToken<T>>,
    pub(super) errors: Vec<E>,
}

impl<T, E> Default for Queue<T, E> {
    fn default() -> Self {
        Queue {
            records: Vec::new(),
            built: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl<T, E> Queue<T, E> {
    pub(super) fn clear(&mut self) {
        self.records.clear();
        self.built.clear();
        self.errors.clear();
    }

    /// Queues a token that ends at `end`.
    pub(super) fn push_built(&mut self, start: usize, end: usize, payload: Payload<T>) {
        let place = narrow::count(self.built.len());
        self.built.push(BuiltToken { end, payload });
        self.records.push(Record {
            start: narrow::low_half(start),
            len: place,
            bits: BUILT,
        });
    }

    pub(super) fn push_error(&mut self, at: usize, error: E) {
        let place = narrow::count(self.errors.len());
        self.errors.push(error);
        self.records.push(Record {
            start: narrow::low_half(at),
            len: place,
            bits: ERROR,
        });
    }
}

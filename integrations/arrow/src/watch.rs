//! What ends the reading of a page before its end: its time limit, and an interruption of all work.
//!
//! A page is read in pieces, and both are looked at between two of them, so that a page of any length takes little more time than it may.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many bytes of a page are read between two looks.
pub(crate) const PIECE: usize = 64 << 10;

/// Whether all work ends. Threads share it.
pub(crate) struct Interrupt<'a> {
    asked: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a> Interrupt<'a> {
    pub(crate) fn new(asked: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Interrupt {
            asked,
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether to stop. Once it is so, it stays so.
    pub(crate) fn is_stopped(&self) -> bool {
        if !self.stopped.load(Ordering::Relaxed) && (self.asked)() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The watch over one page.
pub(crate) struct Watch<'a> {
    end: Option<Instant>,
    interrupt: Option<&'a Interrupt<'a>>,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Begins with the page.
    pub(crate) fn new(time: Option<Duration>, interrupt: Option<&'a Interrupt<'a>>) -> Self {
        Watch {
            // A time that is too long to be counted is no limit.
            end: time.and_then(|time| Instant::now().checked_add(time)),
            interrupt,
            is_over: false,
        }
    }

    /// Whether the page is not to be read further.
    pub(crate) fn is_over(&mut self) -> bool {
        self.is_over |= self.end.is_some_and(|end| Instant::now() >= end)
            || self.interrupt.is_some_and(Interrupt::is_stopped);
        self.is_over
    }

    /// Whether the page was not read further.
    pub(crate) fn was_over(&self) -> bool {
        self.is_over
    }
}

/// The pieces of bytes.
pub(crate) fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunks(PIECE)
}

/// The pieces of text, each of whole characters.
pub(crate) fn text_pieces(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let mut len = text.len().min(PIECE);
        while !text.is_char_boundary(len) {
            len += 1;
        }
        let (piece, rest) = text.split_at(len);
        text = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

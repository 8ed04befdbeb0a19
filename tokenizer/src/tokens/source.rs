//! The machine behind the iterator, run over the document a stretch at a time.

use super::collector::{Collected, Collector};
use crate::machine::{Flow, Kept, Machine, SuspendedMachine};
use crate::places::Lines;
use crate::registers::LONGEST_TEXT;
use crate::text::boundary;
use crate::{Ambiguity, LimitExceeded, Limits, Options, Revision, Sink, Tokenizer};
use alloc::boxed::Box;

/// How much of the document goes through the machine at once, in bytes: enough that starting it
/// costs nothing, little enough that the tokens are still in the cache when the caller reads them.
const STRETCH: usize = 32 * 1024;

#[derive(Debug)]
pub(super) enum Source<'a, R: Revision, const ERRORS: bool> {
    /// The machine reads the document itself.
    Whole(Box<Whole<'a, R, ERRORS>>),
    /// The revision replaces characters that the document has, or it is very long, so it is fed.
    Fed(Box<Fed<'a, R, ERRORS>>),
}

#[derive(Debug)]
pub(super) struct Whole<'a, R: Revision, const ERRORS: bool> {
    collector: Collector<'a, ERRORS>,
    text: &'a str,
    pos: usize,
    /// How far the machine may read.
    end: usize,
    machine: SuspendedMachine<R::State>,
    limits: Limits,
    exceeded: Option<LimitExceeded>,
    done: bool,
}

#[derive(Debug)]
pub(super) struct Fed<'a, R: Revision, const ERRORS: bool> {
    tokenizer: Tokenizer<Collector<'a, ERRORS>, R>,
    rest: &'a str,
    done: bool,
}

impl<'a, R: Revision, const ERRORS: bool> Source<'a, R, ERRORS> {
    pub(super) fn new(text: &'a str, options: Options) -> Self {
        let is_replaced = |byte: &u8| text.as_bytes().contains(byte);
        if text.len() > LONGEST_TEXT || R::REPLACED.iter().any(is_replaced) {
            let collector = Collector::new(text, false);
            return Source::Fed(Box::new(Fed {
                tokenizer: Tokenizer::with_options(collector, options),
                rest: text,
                done: false,
            }));
        }
        let begin = match text.starts_with('\u{FEFF}') && options.strip_bom {
            true => '\u{FEFF}'.len_utf8(),
            false => 0,
        };
        let (mut machine, _) = SuspendedMachine::new::<R>(&options);
        machine.registers.emitted = begin;
        machine.storage.checked = begin;
        machine.storage.lines = Lines::starting_at(begin);
        Source::Whole(Box::new(Whole {
            collector: Collector::new(text, true),
            text,
            pos: begin,
            end: begin,
            machine,
            limits: options.limits,
            exceeded: None,
            done: false,
        }))
    }

    #[inline(always)]
    pub(super) fn collector(&mut self) -> &mut Collector<'a, ERRORS> {
        match self {
            Source::Whole(whole) => &mut whole.collector,
            Source::Fed(fed) => fed.tokenizer.sink_mut(),
        }
    }

    /// The first ambiguity so far.
    pub(super) fn first_ambiguity(&self) -> Option<Ambiguity> {
        match self {
            Source::Whole(whole) => whole.collector.first_ambiguity,
            Source::Fed(fed) => fed.tokenizer.sink().first_ambiguity,
        }
    }

    /// The limit that a token exceeded.
    pub(super) fn limit_exceeded(&self) -> Option<LimitExceeded> {
        match self {
            Source::Whole(whole) => whole.exceeded,
            Source::Fed(fed) => fed.tokenizer.limit_exceeded(),
        }
    }

    /// Runs the machine over the next stretch; `false` if there was none.
    pub(super) fn run(&mut self) -> bool {
        match self {
            Source::Whole(whole) => whole.run(),
            Source::Fed(fed) => fed.run(),
        }
    }
}

impl<R: Revision, const ERRORS: bool> Whole<'_, R, ERRORS> {
    fn run(&mut self) -> bool {
        if self.done {
            return false;
        }
        let stretch = self
            .limits
            .stretch(&self.machine, self.end, Kept::default());
        // The end of the input makes tokens of markup that is not complete, so limits are checked before it.
        let last_from = match self.limits.is_set() {
            true => self.end,
            false => self.text.len(),
        };
        self.end = boundary(self.text, self.end + STRETCH.min(stretch));
        let mut machine = Machine::<_, R>::new(
            &self.text[..self.end],
            self.pos,
            self.end == self.text.len() && self.end <= last_from,
            Collected(&mut self.collector),
            &mut self.machine,
        );
        self.done = R::run(&mut machine) == Flow::Done;
        self.pos = machine.checkpoint();
        let is_open = !self.done || self.machine.storage.tag_over_limit.is_some();
        if self.limits.is_set() && is_open {
            let more = self.end < self.text.len();
            self.machine.storage.trim(&self.machine.registers);
            self.exceeded = self
                .limits
                .exceeded(&self.machine, self.end, more, Kept::default());
        }
        if let Some(exceeded) = self.exceeded {
            self.collector.end_of_file(exceeded.span);
            self.done = true;
        }
        true
    }
}

impl<R: Revision, const ERRORS: bool> Fed<'_, R, ERRORS> {
    fn run(&mut self) -> bool {
        if self.done {
            return false;
        }
        let (stretch, rest) = self.rest.split_at(boundary(self.rest, STRETCH));
        self.rest = rest;
        self.tokenizer.feed_str(stretch);
        if let Some(exceeded) = self.tokenizer.limit_exceeded() {
            self.tokenizer.sink_mut().end_of_file(exceeded.span);
            self.done = true;
        } else if rest.is_empty() {
            self.tokenizer.end();
            self.done = true;
        }
        true
    }
}

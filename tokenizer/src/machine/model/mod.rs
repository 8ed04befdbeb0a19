//! The machine compared with a model, call by call.
//!
//! `cargo xtask prove` compares the tables with a program that the prover's evaluator runs, over strings. The generated
//! code runs the same program with the methods of the machine, over ranges, scratch buffers, blocks of bytes and caches.
//! Here both make the same calls on the same input, and after each call everything that can be observed has to be equal:
//! the answer, the position, every register, tokens with their spans, and errors with their lines and columns. So the
//! evaluator is the model of the methods, the same one that the proofs are about; what it lacks is [`places`].
//!
//! The calls are those of random programs, not only of the six revisions: [`generate`] chooses each from all that the
//! registers allow. Chunks end anywhere, also within a call, which both then repeat with the next chunk; and a chunk may
//! grow instead of ending.
//!
//! Each state that generated code could have is not run here, but its parts are: the actions, conditions and statements
//! of the compiler's languages, printed as `codegen/readback` reads them.

mod call;
mod episodes;
mod generate;
mod perform;
mod phrases;
mod places;
mod preconditions;
mod record;
mod sets;

use super::{Flow, Machine, SuspendedMachine};
use crate::machine::prelude::Returned;
use crate::{Options, Revision};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use call::{Answer, Call};
use core::fmt::Debug;
use core::mem::take;
use perform::{Locals, Performer};
use places::Model;
use record::{Ranges, Record, joined};
use tokenwright_compiler::program::{Cond, Stmt};
use tokenwright_prover::evaluate::{Evaluator, Halt};

pub(crate) use episodes::Inputs;

/// The source of what performs the calls.
pub(crate) const PERFORMED: &str = include_str!("perform.rs");

/// What happens where a piece of the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seam {
    /// The machine is suspended, and what it borrows is copied.
    Suspend,
    /// The chunk grows: nothing is copied.
    Grow,
}

/// A run of both sides over one input.
struct Comparison<'e, R: Revision, const ERRORS: bool, const SPANS: bool> {
    model: Model<'e>,
    suspended: SuspendedMachine<R::State>,
    sink: Record<ERRORS, SPANS>,
    /// The text that the machine reads, where it is in the whole input, and the position in it.
    text: String,
    base: usize,
    pos: usize,
    /// Whether the output accepts ranges in place of text.
    accepts_ranges: bool,
    /// The number of errors that were compared.
    compared: usize,
    log: Log,
}

/// What has happened so far: it is printed if a check fails, or the machine panics.
#[derive(Default)]
pub(crate) struct Log(pub(crate) Vec<String>);

impl Drop for Log {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::eprintln!("{}", self.0.join("\n"));
        }
    }
}

impl Log {
    fn note(&mut self, what: impl Debug) {
        self.0.push(format!("{what:?}"));
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, what: &str, expected: T, seen: T) {
        assert!(
            expected == seen,
            "{what} of the model: {expected:?}, of the machine: {seen:?}"
        );
    }
}

impl<'e, R: Revision, const ERRORS: bool, const SPANS: bool> Comparison<'e, R, ERRORS, SPANS> {
    fn new(evaluator: &'e Evaluator<'e>) -> Self {
        let machine = &evaluator.program().machine;
        Comparison {
            model: Model::new(evaluator.start(machine.initial), &machine.errors),
            suspended: SuspendedMachine::new::<R>(&Options::default()).0,
            sink: Record::default(),
            text: String::new(),
            base: 0,
            pos: 0,
            accepts_ranges: false,
            compared: 0,
            log: Log::default(),
        }
    }

    /// Makes calls over the next piece of the input, until there is none to make.
    fn piece(
        &mut self,
        piece: &str,
        last: bool,
        seam: Seam,
        choose: &mut dyn FnMut(&Model<'e>) -> Option<Call>,
    ) {
        self.text.push_str(piece);
        self.model.feed(piece);
        match last {
            true => self.model.run.close(),
            false => self.model.run.end_chunk(),
        }
        self.log.note((piece, last));
        let (mut suspended, mut sink) = (take(&mut self.suspended), take(&mut self.sink));
        let text = take(&mut self.text);
        let output = Ranges {
            sink: &mut sink,
            text: &text,
            base: self.base,
            accepts: self.accepts_ranges,
        };
        let mut performer = Performer {
            m: Machine::<_, R>::new(&text, self.pos, last, output, &mut suspended),
            locals: Locals::default(),
            is_hot: false,
            tables: &self.model.run.program().machine,
        };
        while let Some(call) = choose(&self.model) {
            let before = self.model.clone();
            let mut answer = self.model.call(&call, None);
            if let Err(Halt::Stuck(_)) = answer {
                // It makes no sense with these registers.
                self.model = before;
                continue;
            }
            self.log.note(&call);
            if let Call::EmitTag(next) | Call::EmitKnownTag(next) = &call {
                performer.m.output.sink.answer = *next;
            }
            let mut seen = performer.call(&call);
            if let Answer::To(end) = seen {
                // The machine decides how many references or line endings it takes at once.
                let to = text[..end].chars().count();
                seen = Answer::To(to);
                self.model = before;
                answer = self.model.call(&call, Some(to));
            }
            self.check_answer(&call, answer, seen);
            self.check(&mut performer);
            if self.model.is_starved {
                break;
            }
        }
        let mut m = performer.m;
        if seam == Seam::Grow && !last {
            self.pos = m.checkpoint();
            self.model.grow();
            self.text = text;
        } else {
            let pos = m.pos;
            let kept_from = m.suspend(Flow::Starved);
            self.pos = pos - kept_from;
            self.log.note(seam);
            let expected = self.model.next_chunk();
            self.base += kept_from;
            self.log.same("what is kept", expected, self.base);
            self.text = text[kept_from..].into();
        }
        (self.suspended, self.sink) = (suspended, sink);
        self.log.same(
            "the number of errors",
            self.expected_errors(),
            self.sink.errors.len(),
        );
    }

    fn expected_errors(&self) -> usize {
        match ERRORS {
            true => self.model.reported.len(),
            false => 0,
        }
    }

    fn check_answer(&self, call: &Call, expected: Result<Answer, Halt>, seen: Answer) {
        let tag = self.model.run.registers.tag.as_ref();
        let has_many = tag.is_some_and(|tag| tag.attributes.len() >= 12);
        match call {
            // Among many names it may be.
            Call::Do(Stmt::If(Cond::MayHaveAttribute, _)) if has_many => {
                self.log.same("the answer", Answer::Yes, seen);
            }
            _ => self.log.same("the answer", expected, Ok(seen)),
        }
    }

    /// Compares everything that can be observed.
    fn check(&mut self, performer: &mut Performer<'_, '_, '_, Ranges<'_, ERRORS, SPANS>, R>) {
        self.check_positions(performer);
        self.check_registers(&performer.m);
        let sink = &mut *performer.m.output.sink;
        let expected = joined(take(&mut self.model.seen));
        let (seen, reported) = (joined(take(&mut sink.seen)), take(&mut sink.reported));
        let is_same = expected.len() == seen.len()
            && expected.iter().zip(&seen).all(|(a, b)| a.allows(b, SPANS));
        if !is_same {
            self.log.same("the output", &expected, &seen);
        }
        let both = self.model.reported.len().min(sink.errors.len());
        for at in self.compared..both {
            let (code, span, place) = &self.model.reported[at];
            let span = if SPANS { *span } else { crate::Span::default() };
            let expected = (code.clone(), span, *place);
            self.log.same("an error", &expected, &sink.errors[at]);
        }
        self.compared = self.compared.max(both);
        // No output ends after an error that comes later.
        for (end, errors) in reported.into_iter().filter(|_| ERRORS && SPANS) {
            let before = self
                .model
                .reported
                .iter()
                .filter(|(_, span, _)| span.start < end);
            self.log
                .same("errors before output", true, before.count() <= errors);
        }
    }

    fn check_positions<O: crate::machine::Output>(&self, performer: &Performer<'_, '_, '_, O, R>) {
        let (m, model) = (&performer.m, &self.model);
        if !model.is_stale {
            self.log
                .same("the position", model.position(), self.base + m.pos);
        }
        if model.has_current() {
            self.log
                .same("the current character", model.current(), self.base + m.cur);
        }
        if model.is_hot {
            let cursor = self.base + performer.locals.pos;
            self.log.same("the cursor", model.cursor(), cursor);
        }
    }

    fn check_registers<O: crate::machine::Output>(&self, m: &Machine<'_, '_, O, R>) {
        let (log, registers) = (&self.log, &self.model.run.registers);
        let (text, storage, token) = (m.text, &*m.storage, &m.r.token);
        log.same("the code", registers.code, m.r.code);
        log.same(
            "whether any matched",
            registers.matched_any,
            m.r.matched_any,
        );
        log.same(
            "whether a name matched",
            registers.matched.is_some(),
            m.r.matched.is_some(),
        );
        let string = match m.r.returned {
            Returned::Nothing => None,
            Returned::Char(c) => Some(c.to_string()),
            Returned::Reference(number) => Some(R::REFERENCES.characters(number).into()),
        };
        log.same("what is returned", registers.returned.clone(), string);
        let expected = registers.last_start_tag.as_deref();
        log.same("the last start tag", expected, m.last_start_tag());
        let expected = &registers.temporary_buffer;
        let is = |seen: &str| log.same("the temporary buffer", expected.as_str(), seen);
        storage.temporary_buffer.with(text, is);
        let is = |seen: &str| log.same("the target", registers.target.as_str(), seen);
        storage.target.with(text, is);
        let scratch = &storage.scratch;
        let string = |slot: &crate::registers::Slot| slot.get(text, scratch);
        if let Some(tag) = &registers.tag {
            log.same("the tag name", tag.name.as_str(), string(&token.name));
            let attributes = storage.attributes.as_slice().iter();
            let attributes = attributes.map(|of| (string(&of.name), string(&of.value)));
            let expected = tag.attributes.iter();
            let expected = expected.map(|(name, value)| (name.as_str(), value.as_str()));
            log.same(
                "the attributes",
                expected.collect(),
                attributes.collect::<Vec<_>>(),
            );
        }
        if let Some(data) = &registers.comment {
            log.same("the comment", data.as_str(), string(&token.data));
        }
        if let Some((target, data)) = &registers.processing_instruction {
            log.same("the target", target.as_str(), string(&token.name));
            log.same("the data", data.as_str(), string(&token.data));
        }
        if let Some(doctype) = &registers.doctype {
            let part = |has: bool, slot| has.then(|| string(slot));
            let seen = [
                part(token.has_name, &token.name),
                part(token.has_public_identifier, &token.public_identifier),
                part(token.has_system_identifier, &token.system_identifier),
            ];
            let expected = [&doctype.name, &doctype.public, &doctype.system];
            log.same("the DOCTYPE", expected.map(|part| part.as_deref()), seen);
        }
    }
}

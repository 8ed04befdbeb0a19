//! Consuming: one character, what was matched, or in bulk.

use super::machine::{ErrorPlace, Machine};
use super::observer::Observer;
use super::open::Wait;
use super::refusal::Reason;

impl<O: Observer> Machine<'_, '_, O> {
    /// The current input character.
    pub(super) fn current(&self) -> Option<char> {
        self.visit.current.and_then(|at| self.input.at(at))
    }

    /// Consumes the next input character, or EOF, which is then the current one.
    pub(super) fn consume(&mut self) {
        if self.position < self.input.len() {
            self.consume_to(self.position + 1);
        } else {
            self.observer
                .consume(None, self.input.offset(self.position));
            self.input.want();
            self.make_current(self.position);
        }
    }

    /// Consumes every character before the one at `to`; the last of them, if there is any, is then
    /// the current one.
    pub(super) fn consume_to(&mut self, to: usize) {
        for at in self.position..to {
            let offset = self.input.offset(at);
            self.observer.consume(self.input.at(at), offset);
            self.report_faults(at);
        }
        if to > self.position {
            self.position = to;
            self.make_current(to - 1);
        }
    }

    fn make_current(&mut self, at: usize) {
        self.visit.current = Some(at);
        if self.visit.error_place == ErrorPlace::Next {
            self.visit.error_place = ErrorPlace::Current;
        }
    }

    /// Consumes the longest name of the revision's table that stands here, if one does.
    pub(super) fn consume_named(&mut self) {
        let start = self.position;
        let ahead = &self.input.characters[start..];
        let mut found = self.program.names.longest(ahead);
        let settled = self.settled == Some(start);
        if self.input.open && !settled && self.program.names.may_go_on(ahead) {
            match self.assumed(start) {
                Some(_) => found = None,
                None => self.wait_for(Wait::Name(start)),
            }
        }
        let length = found.map_or(0, |(length, _)| length);
        self.registers.reference = found.map(|(_, means)| means.to_owned());
        self.registers.matched = Some((start, start + length));
        self.consume_to(start + length);
        self.visit.error_place = ErrorPlace::AfterMatch;
    }

    /// Consumes digits of the kind in use.
    pub(super) fn consume_digits(&mut self) {
        let start = self.position;
        let base = self.registers.digits.base();
        let ahead = self.input.characters[start..].iter();
        let end = start + ahead.take_while(|c| c.is_digit(base)).count();
        self.registers.matched = Some((start, end));
        if end == self.input.len() {
            self.wait_for(Wait::Digits(start));
            self.base_ahead = self.registers.base.base();
        }
        self.consume_to(end);
        self.visit.error_place = ErrorPlace::AfterMatch;
    }

    /// Consumes up to `end` and the `length` characters there, or up to EOF and EOF.
    pub(super) fn consume_bulk(&mut self, end: Option<usize>, length: usize) {
        if end.is_none() {
            self.wait_for(Wait::Bulk(self.position));
        }
        let stop = end.unwrap_or(self.input.len());
        self.registers.bulk = Some((self.position, stop));
        self.registers.bulk_met_eof = end.is_none();
        self.consume_to(end.map_or(stop, |end| end + length));
        if end.is_none() {
            self.consume();
        }
    }

    /// The characters consumed in bulk, without those that ended it.
    pub(super) fn bulk(&self) -> Result<String, Reason> {
        let (start, end) = self.registers.bulk.ok_or(Reason::NothingMatched)?;
        Ok(self.input.text(start, end).collect())
    }

    /// The bulk, after the character for which the state was entered.
    pub(super) fn bulk_from_origin(&self) -> Result<String, Reason> {
        let first = self.origin.and_then(|(_, character)| character);
        let first = first.and_then(|at| self.input.at(at));
        Ok(first.into_iter().chain(self.bulk()?.chars()).collect())
    }
}

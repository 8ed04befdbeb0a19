//! Consuming: one character, a match, or in bulk.

use super::machine::{ErrorPlace, Machine};
use super::observer::Observer;
use super::refusal::Reason;
use super::symbols::{FAULTS, Whole};
use super::wait::Wait;

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

    /// Consumes every character before `to`. The last of them, if any, becomes the current one.
    pub(super) fn consume_to(&mut self, to: usize) {
        for at in self.position..to {
            let offset = self.input.offset(at);
            let character = self.input.characters().get(at).copied();
            self.observer.consume(character, offset);
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

    /// Consumes the longest matching name of the revision's table, if there is one.
    pub(super) fn consume_named(&mut self) {
        let start = self.position;
        let first = self.input.characters().get(start).copied();
        if self.observer.has_symbols()
            && first.is_some_and(|first| self.program.names.may_begin_with(first))
            && let Some(answer) = self.ask_whole(Whole::Name, format_args!(""), 2)
        {
            let end = (answer > 0).then(|| self.consume_whole(Whole::Name, ""));
            self.registers.reference = end.map(|_| self.meaning(start));
            self.registers.matched = Some((start, end.unwrap_or(start)));
            self.consume_to(end.unwrap_or(start));
            self.visit.error_place = ErrorPlace::AfterMatch;
            return;
        }
        let mut ahead = &self.input.characters()[start..];
        match self.complete_name {
            Some((at, given)) if at == start => ahead = &ahead[..given - start],
            _ if self.input.open && self.program.names.may_go_on(ahead) => {
                self.wait_for(Wait::Name(start));
            }
            _ => {}
        }
        let found = self.program.names.longest(ahead);
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
        let ahead = self.input.characters()[start..].iter();
        let mut end = start + ahead.take_while(|c| c.is_digit(base)).count();
        if end > start
            && self
                .ask_whole(Whole::Digits, format_args!("{base}"), 1)
                .is_some()
        {
            end = self.consume_whole(Whole::Digits, "");
            self.registers.matched = Some((start, end));
            self.consume_to(end);
            self.visit.error_place = ErrorPlace::AfterMatch;
            return;
        }
        self.registers.matched = Some((start, end));
        if end == self.input.len() {
            self.wait_for(Wait::Digits(start));
            self.base_ahead = self.registers.base.base();
        }
        self.consume_to(end);
        self.visit.error_place = ErrorPlace::AfterMatch;
    }

    /// Consumes up to a text and that text, or up to EOF and EOF.
    pub(super) fn consume_bulk(&mut self, text: &str) {
        let start = self.position;
        let how = format_args!("{text:?} {:?}", self.program.input_rows);
        let mut from = start;
        if let Some(answer) = self.ask_whole(Whole::Bulk, how, 2) {
            let new = self.input.whole(start).is_none();
            from = self.consume_whole(Whole::Bulk, if answer == 0 { text } else { "" });
            self.input.open &= !new || answer == 0;
            // The errors in the bulk; their places are unknown.
            self.report(FAULTS, start);
        }
        let text: Vec<char> = text.chars().collect();
        let length = text.len();
        let ends = |at: &usize| self.input.characters()[*at..].starts_with(&text);
        let end = (from..self.input.len()).find(ends);
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

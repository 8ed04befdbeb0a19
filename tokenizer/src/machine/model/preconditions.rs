//! Where programs make a call.
//!
//! The evaluator refuses what makes no sense with its registers. These are the other conditions: on places, and on what
//! the machine may assume of a program that `check` accepts.

use super::call::Call;
use super::places::{Model, Place};
use super::sets;
use crate::places::LONGEST_STEP_BACK;
use crate::registers::held;
use alloc::string::String;
use tokenwright_compiler::ir::{Action, InputPosition, Source, Test};
use tokenwright_compiler::program::{Cond, Pending, Receiver, Rest, Stmt, Through};
use tokenwright_prover::evaluate::End;
use tokenwright_tables::grammar::Field;

impl Model<'_> {
    /// Whether programs make a call here.
    pub(super) fn allows(&self, call: &Call) -> bool {
        let registers = &self.run.registers;
        match call {
            Call::Consume => !self.is_hot,
            Call::Take(test, _) => !self.is_hot && self.allows_test(test),
            Call::ScanInState(scan) => {
                let field = sets::appended(*scan);
                !self.is_hot && field.is_none_or(|field| self.contents(field).is_some())
            }
            Call::Reconsume => !self.is_hot && self.has_current(),
            Call::EmitTag(_) => {
                let cursor = self.char_at(self.run.cursor().0);
                let is_before = cursor.is_some_and(|c| c.is_ascii() && c != '\r');
                (is_before || !self.is_hot) && self.may_emit_tag()
            }
            Call::EmitKnownTag(_) => self.is_hot && self.may_emit_tag(),
            Call::AfterTag => !self.is_hot && self.has_answer(),
            // No procedure runs in the hot path.
            Call::Enter => !self.is_hot && registers.mark.is_none(),
            Call::Leave => self.is_hot,
            Call::Holds(test) => !self.is_hot && self.allows_test(test),
            Call::Act(action, through) => {
                let is_placed = match through {
                    Through::Current => self.has_current(),
                    Through::Position => true,
                };
                is_placed && self.is_synchronised() && self.allows_action(action)
            }
            Call::Do(stmt) => self.is_hot && self.allows_stmt(stmt),
        }
    }

    /// Whether the machine's position is the cursor.
    fn is_synchronised(&self) -> bool {
        let position = self.run.position();
        !self.is_hot || position == self.run.cursor().0 && !self.is_stale
    }

    fn may_emit_tag(&self) -> bool {
        let end = match self.is_hot {
            true => self.cursor(),
            false => self.position(),
        };
        self.run.registers.tag.is_some() && !self.has_answer() && end > 0
    }

    /// Whether the sink's answer to a tag has to be acted on.
    pub(super) fn has_answer(&self) -> bool {
        self.run.registers.switch.is_some() || self.is_paused
    }

    /// Whether an error may be reported at an offset: not long before another.
    fn is_near(&self, offset: usize) -> bool {
        offset + LONGEST_STEP_BACK > self.places.last_error
    }

    fn allows_action(&self, action: &Action) -> bool {
        let registers = &self.run.registers;
        let is_last = self.run.text.end == End::File;
        let tag = registers.tag.as_ref();
        let attributes = tag.filter(|tag| tag.removed.is_none());
        let attributes = attributes.map_or(0, |tag| tag.attributes.len());
        match action {
            Action::Error(_, InputPosition::Current) => {
                let is_at_eof = is_last && self.is_at_end() && !self.has_left;
                (self.has_current() || is_at_eof) && self.is_near(self.current())
            }
            // The character has arrived.
            Action::Error(_, InputPosition::Next) => {
                let next = self.char_at(self.run.position());
                (next.is_some_and(|c| c != '\r') || is_last) && self.is_near(self.position())
            }
            Action::BeginMarkup
            | Action::EmitCurrent
            | Action::EmitInstead(_)
            | Action::AddToCode(_) => self.has_current(),
            // Whether it was read after the last output is known.
            Action::EmitChar(c) => {
                let (text, at) = (String::from(*c), self.places.emitted);
                let end = at + text.len();
                let held_to = self.places.held_from.map(|from| from + held::LONGEST);
                let is_known = at >= self.offset(0) || held_to.is_some_and(|to| end <= to);
                !self.is_at(at, &text) || is_known
            }
            Action::Append(source, field) => self.allows_append(*source, *field),
            // A tag begins after the one before, and not in text that was emitted.
            Action::CreateTag { .. } => {
                let start = self.places.emitted;
                self.places.tag.is_none_or(|tag| tag < start) && start >= self.places.abandoned_to
            }
            Action::RemoveAttribute => attributes > 0,
            Action::RemoveEarlierAttribute => attributes > 1,
            // It goes back by no more than a name.
            Action::Unconsume => {
                let mark = self.places.mark.unwrap_or(0);
                registers.mark.is_some() && self.is_near(mark) && !self.is_hot
            }
            Action::Call(_) => registers.mark.is_none() && !self.is_hot,
            Action::ConsumeNamed | Action::ConsumeDigits | Action::AwaitNext => !self.is_hot,
            // It has arrived.
            Action::ConsumeNext => {
                let next = self.char_at(self.run.position());
                !self.is_hot && next.is_some_and(|c| c != '\r')
            }
            _ => true,
        }
    }

    fn allows_append(&self, source: Source, field: Field) -> bool {
        let is_present = self.contents(field).is_some();
        match source {
            Source::Current
            | Source::CurrentLowercase
            | Source::CurrentUppercase
            | Source::Char('\u{FFFD}') => self.has_current(),
            Source::Char(_) => true,
            Source::TemporaryBuffer => is_present && field != Field::TemporaryBuffer,
            // No text is appended to a missing identifier.
            Source::Matched | Source::MatchedReference | Source::Returned => is_present,
            // Programs append a code to the buffer alone.
            Source::Code => field == Field::TemporaryBuffer,
        }
    }

    fn allows_test(&self, test: &Test) -> bool {
        match test {
            Test::AfterLastStartTag { .. } => {
                let mut copy = self.run.clone();
                copy.holds(&Test::AheadLastStartTag) == Ok(true)
            }
            Test::Ahead {
                from: InputPosition::Current,
                ..
            } => self.has_current(),
            Test::TagNameIsLastStartTag | Test::TagNameIn(_) => self.run.registers.tag.is_some(),
            Test::DuplicateAttribute => self.contents(Field::AttributeName).is_some(),
            _ => true,
        }
    }

    fn allows_stmt(&self, stmt: &Stmt) -> bool {
        let (cursor, from) = self.run.cursor();
        let next = self.char_at(cursor);
        // Scans end at CR.
        let is_scanned = !self.run.text.chars()[from..cursor].contains(&'\r');
        let (name, value) = self.places.deferred;
        match stmt {
            Stmt::SetScanned(field) | Stmt::SetCharacter(field, _) => {
                *field != Field::TemporaryBuffer
                    && self.contents(*field).is_none_or(str::is_empty)
                    && match stmt {
                        Stmt::SetScanned(_) => is_scanned,
                        _ => next.is_some_and(|c| c != '\r'),
                    }
            }
            Stmt::EmitScanned { .. }
            | Stmt::AppendScanned(_)
            | Stmt::HoldName
            | Stmt::HoldValue => is_scanned,
            Stmt::HoldReferences(_) => self.ends_at_cursor(value),
            Stmt::RestOfName { to: Rest::Name, .. } => self.ends_at_cursor(name),
            Stmt::RestOfName {
                to: Rest::Append(field),
                ..
            } => self.contents(*field).is_some(),
            Stmt::References { of, .. } => {
                let is_field = match self.run.program().references[of].to {
                    Receiver::Emitted => true,
                    Receiver::Appended(field) => self.contents(field).is_some(),
                };
                next == Some('&') && is_field
            }
            Stmt::LineEnding { .. } => next == Some('\r'),
            Stmt::WriteAttribute(Pending::Named) => name != Place::Open,
            Stmt::WriteAttribute(Pending::Valued) => name != Place::Open && value != Place::Open,
            Stmt::If(Cond::MayHaveAttribute, _) => {
                name != Place::Open && self.run.registers.tag.is_some()
            }
            Stmt::Sync(_)
            | Stmt::Advance(_)
            | Stmt::EmitCharacter(_)
            | Stmt::AppendCharacter(..) => next.is_some_and(|c| c != '\r'),
            _ => true,
        }
    }

    /// Whether a deferred part ends at the cursor.
    fn ends_at_cursor(&self, place: Place) -> bool {
        matches!(place, Place::At(_, end) if end == self.cursor())
    }
}

//! Evaluates conditions.
//!
//! A condition may ask about input that has not arrived, or about a symbol that represents many characters. The first
//! is noted in the input, and the state is rolled back; the second is a question to the observer, which decides for
//! both machines alike. So one evaluator serves plain runs, the search and the checker. A plain run pays for the
//! calls of an observer that does nothing.

use super::assumptions::SequenceQuestion;
use super::machine::Machine;
use super::observer::Observer;
use super::program::ResolvedCondition;
use super::refusal::{Reason, Refusal};
use super::set::CharacterSet;
use super::symbols::{fact, is_symbol, same};
use super::wait::Wait;
use tokenwright_tables::grammar::{Are, Condition, FlagSetting, Is, TokenKind};

impl<'p, 'r, O: Observer> Machine<'p, 'r, O> {
    /// Whether all of any of these hold.
    pub(super) fn any_holds(
        &mut self,
        any: &'p [Vec<ResolvedCondition<'r>>],
    ) -> Result<bool, Refusal> {
        'any: for all in any {
            for question in all {
                if !self.holds(question)? {
                    continue 'any;
                }
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn holds(&mut self, question: &'p ResolvedCondition<'r>) -> Result<bool, Refusal> {
        match question {
            ResolvedCondition::Condition {
                condition,
                target,
                set,
                list,
            } => {
                let held = self
                    .answer(condition, *target, set, list)
                    .map_err(|reason| self.refuse(Some(condition.to_string()), reason))?;
                self.observer.condition_tested(condition, held);
                Ok(held)
            }
            ResolvedCondition::Defined {
                name,
                definition,
                negated,
            } => {
                let program = self.program;
                let means = &program.conditions[*definition];
                let held = self.nested(name, |machine| machine.any_holds(means))?;
                Ok(held != *negated)
            }
        }
    }

    fn answer(
        &mut self,
        condition: &Condition,
        target: usize,
        set: &'p CharacterSet,
        list: &[String],
    ) -> Result<bool, Reason> {
        let observer = &mut self.observer;
        let (at, emitted) = (self.position, self.emitted);
        let additional = self.registers.additional_allowed;
        let registers = &self.registers;
        // An error only if the condition is about a tag.
        let tag = registers.tag.as_ref().ok_or(Reason::NoToken);
        let last_start_tag = registers.last_start_tag.as_deref();
        Ok(match condition {
            Condition::TemporaryBuffer(is, text) => {
                is.agrees(same(observer, &registers.temporary_buffer, &text.0, false))
            }
            Condition::Target(is, text) => {
                let target = registers.target.as_deref().ok_or(Reason::NothingMatched)?;
                is.agrees(same(observer, target, &text.0, true))
            }
            Condition::ReturnState(is, _) => is.agrees(registers.return_state == Some(target)),
            Condition::CurrentState(is, _) => is.agrees(self.visit.state == target),
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => {
                let foreign = fact(
                    observer,
                    format_args!("is it foreign at {at} after {emitted}"),
                );
                let foreign = foreign.or_else(|| observer.is_foreign());
                let foreign = foreign.unwrap_or(registers.foreign);
                match condition {
                    Condition::ForeignInsertionMode(is) => is.agrees(foreign),
                    Condition::AdjustedCurrentNode(is) | Condition::CurrentNode(is) => {
                        is.agrees(!foreign)
                    }
                    _ => false,
                }
            }
            Condition::Match(is) => is.agrees(registers.reference.is_some()),
            Condition::LastMatched(is, char) => {
                let (start, end) = registers.matched.ok_or(Reason::NothingMatched)?;
                let answer = match self.input.whole(start) {
                    Some(_) => fact(observer, format_args!("ends {start} with {}", char.0)),
                    None => None,
                };
                is.agrees(answer.unwrap_or_else(|| {
                    let last = end.checked_sub(1).and_then(|last| self.input.at(last));
                    last.map(u32::from) == Some(char.0)
                }))
            }
            Condition::NextInput(is, _) => is.agrees(self.is_in(self.position, set)),
            Condition::Keyword(are, text) => {
                let start = self.visit.current.ok_or(Reason::NoCharacter)?;
                let matches = self.input.is_at(start, &text.0, true);
                if matches {
                    // `consume those characters` refers to this match.
                    self.visit.those = Some((start, start + text.0.chars().count()));
                }
                are.agrees(matches)
            }
            Condition::AheadSequence(are, _, then) => {
                are.agrees(self.is_sequence_next(set, then.0))
            }
            Condition::AheadLastStartTag(are) => {
                let Some(name) = last_start_tag else {
                    return Ok(are.agrees(false));
                };
                let answer = match name.contains(is_symbol) {
                    true => fact(observer, format_args!("{name:?} at {at}")),
                    false => None,
                };
                are.agrees(answer.unwrap_or_else(|| self.input.is_at(at, name, true)))
            }
            Condition::AfterLastStartTag(is, _) => {
                let name = last_start_tag.unwrap_or_default();
                let answer = match name.contains(is_symbol) {
                    true => fact(
                        observer,
                        format_args!("{name:?} at {at} and {set:?} {additional:?}"),
                    ),
                    false => None,
                };
                is.agrees(answer.unwrap_or_else(|| self.is_in(at + name.chars().count(), set)))
            }
            Condition::NoStartTagEmitted => last_start_tag.is_none(),
            Condition::Behind(are, text) => {
                let current = self.visit.current.ok_or(Reason::NoCharacter)?;
                let answer = fact(observer, format_args!("{:?} before {current}", text.0));
                are.agrees(answer.unwrap_or_else(|| {
                    let start = (current + 1).checked_sub(text.0.chars().count());
                    let matches = |start| self.input.is_at(start, &text.0, false);
                    current < self.input.len() && start.is_some_and(matches)
                }))
            }
            Condition::ContentModelFlag(is, models) => {
                let flag = registers.content_model;
                is.agrees(flag.is_some_and(|flag| models.0.contains(&flag)))
            }
            Condition::EscapeFlag(is, setting) => {
                is.agrees(registers.escape == (*setting == FlagSetting::True))
            }
            Condition::CurrentTag(is, kind) => is.agrees(match kind {
                TokenKind::StartTag => !tag?.is_end,
                TokenKind::EndTag => tag?.is_end,
                TokenKind::Doctype => false,
            }),
            Condition::TagNameIsLastStartTag(is) => {
                let name = &tag?.name;
                is.agrees(last_start_tag.is_some_and(|last| same(observer, last, name, false)))
            }
            Condition::TagNameIn(is, _) => {
                let name = &tag?.name;
                is.agrees(list.iter().any(|one| same(observer, name, one, false)))
            }
            Condition::DuplicateAttribute(is) => is.agrees(self.is_duplicate()?),
            Condition::HasAttributes => tag?.has_attributes(),
            Condition::SelfClosing(is) => is.agrees(tag?.self_closing),
            Condition::DoctypeName(is, text) => {
                let doctype = registers.doctype.as_ref().ok_or(Reason::NoToken)?;
                let name = doctype.name.as_deref();
                is.agrees(name.is_some_and(|name| same(observer, name, &text.0, false)))
            }
            Condition::NothingReturned => registers.returned.is_none(),
            Condition::EofReached => registers.bulk_met_eof,
            Condition::NoneMatched => {
                let (start, end) = registers.matched.ok_or(Reason::NothingMatched)?;
                start == end
            }
            Condition::CodeInReplacements(is) => {
                let code = observer.number(registers.code);
                is.agrees(self.program.replacements.contains_key(&code))
            }
            Condition::Code(is, numbers) => {
                let code = observer.number(registers.code);
                is.agrees(numbers.0.iter().any(|range| range.contains(code)))
            }
        })
    }

    /// Whether the current attribute's name is that of an earlier one.
    pub(super) fn is_duplicate(&mut self) -> Result<bool, Reason> {
        let tag = self.registers.tag.as_ref().ok_or(Reason::NoToken)?;
        let (earlier, current) = tag.parts();
        let known = tag.without.as_ref() == current.map(|(name, _)| name);
        let answer = match earlier.is_empty() || known {
            true => None,
            false => fact(
                &mut self.observer,
                format_args!("{current:?} among {earlier:?}"),
            ),
        };
        answer
            .or_else(|| tag.is_duplicate())
            .ok_or(Reason::NoAttribute)
    }

    /// Whether the next characters are one or more of a set, followed by `then`.
    fn is_sequence_next(&mut self, set: &'p CharacterSet, then: u32) -> bool {
        let additional = self.registers.additional_allowed;
        let what = format_args!("{set:?} {additional:?} then {then} at {}", self.position);
        if let Some(answer) = fact(&mut self.observer, what) {
            return answer;
        }
        let inside = |at: &usize| self.is_in(*at, set);
        let end = (self.position..self.input.len()).find(|at| !inside(at));
        if end.is_none() {
            let question = SequenceQuestion::new(self.position, set, additional, then);
            if self.input.open {
                if let Some(holds) = self.assumptions.answer(&question) {
                    return holds;
                }
                // The machine waits for the answer to its first question.
                if !self.input.is_wanting() {
                    self.pending_question = Some(question);
                }
            }
            self.wait_for(Wait::Sequence(self.position));
        }
        let end = end.unwrap_or(self.input.len());
        end > self.position && self.input.at(end).map(u32::from) == Some(then)
    }

    /// Whether the character at `index`, or EOF, is in a set.
    fn is_in(&self, index: usize, set: &CharacterSet) -> bool {
        set.contains(self.input.at(index), self.registers.additional_allowed)
    }
}

/// `is` and `are`: whether a fact agrees with the verb of the sentence.
trait Agrees {
    fn agrees(self, fact: bool) -> bool;
}

impl Agrees for &Is {
    fn agrees(self, fact: bool) -> bool {
        fact == (*self == Is::Is)
    }
}

impl Agrees for &Are {
    fn agrees(self, fact: bool) -> bool {
        fact == (*self == Are::Are)
    }
}

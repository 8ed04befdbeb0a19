//! Whether two steps can change places without anyone noticing.
//!
//! Each step reads and writes some resources. If neither of two adjacent steps writes what the other reads
//! or writes, their order does not matter. Tokens are one resource, since their order is observable, and
//! parse errors are one. Named errors are reported separately from tokens, so an error and a token commute;
//! unnamed errors are in one sequence with the tokens, so both write the same resource. A step that the
//! machine refuses stops the run, and its output is discarded, so the order does not matter either.
//!
//! A form that is not listed depends on everything.

use tokenwright_tables::grammar::{Condition, Field, Source, Step, Token, TokenKind};
use tokenwright_tables::model::{
    Clause, Conjunction, Definition, Event, On, Revision, State, Test,
};

/// The greatest depth of definitions within definitions.
const DEPTH: usize = 16;

macro_rules! things {
    ($($name:ident = $bit:literal: $what:literal),+ $(,)?) => {
        $(#[doc = $what] const $name: u32 = 1 << $bit;)+
    };
}

things! {
    NEXT = 0: "The state that is next.",
    INPUT = 1: "The current input character, the characters ahead, and what of them was matched.",
    POSITION = 2: "How far the input is consumed.",
    TOKENS = 3: "What was emitted.",
    ERRORS = 4: "What was reported.",
    BUFFER = 5: "The temporary buffer.",
    RETURN_STATE = 6: "The return state.",
    LAST_START_TAG = 7: "The name of the last start tag.",
    ADDITIONAL = 8: "The additional allowed character.",
    CONTENT_MODEL = 9: "The content model flag.",
    ESCAPE = 10: "The escape flag.",
    CODE = 11: "The character reference code.",
    DIGITS = 12: "Which digits are in use.",
    BASE = 13: "The base in use.",
    TARGET = 14: "What `let target be` named.",
    MATCHED = 15: "The characters that were matched, and the characters that they refer to.",
    RETURNED = 16: "What a procedure returned.",
    BULK = 17: "The characters consumed in bulk.",
    TAG = 18: "The current tag token.",
    COMMENT = 19: "The current comment token.",
    DOCTYPE = 20: "The current DOCTYPE token.",
    INSTRUCTION = 21: "The current processing instruction token.",
}

/// The resources of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touch {
    reads: u32,
    writes: u32,
    /// Whether it ends the path, or has unknown effects.
    ends: bool,
}

const fn touch(reads: u32, writes: u32) -> Touch {
    Touch {
        reads,
        writes,
        ends: false,
    }
}

const ENDS: Touch = Touch {
    reads: 0,
    writes: 0,
    ends: true,
};

const ANYTHING: Touch = Touch {
    reads: u32::MAX,
    writes: u32::MAX,
    ends: true,
};

impl Touch {
    fn and(self, other: Touch) -> Touch {
        Touch {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            ends: self.ends || other.ends,
        }
    }

    fn commutes(self, other: Touch) -> bool {
        let disturbs = |one: Touch, other: Touch| one.writes & (other.reads | other.writes) != 0;
        !self.ends && !other.ends && !disturbs(self, other) && !disturbs(other, self)
    }
}

/// The context of two clauses.
#[derive(Debug)]
pub(super) struct ClauseContext<'r> {
    revision: &'r Revision,
    /// The resources of the rules that run when the state is left, or a tag is emitted.
    leaving: Touch,
    emitting: Touch,
    /// Whether the place of an error can only be the current input character.
    plain: bool,
}

impl<'r> ClauseContext<'r> {
    /// A state; `None` for a place that several states reach.
    pub(super) fn new(revision: &'r Revision, state: Option<&State>) -> Self {
        let mut place = ClauseContext {
            revision,
            leaving: Touch::default(),
            emitting: Touch::default(),
            plain: state.is_some_and(|state| is_plain(revision, state)),
        };
        for rule in &revision.rules {
            let body = place.body(&rule.body, DEPTH);
            match &rule.on.value {
                Event::Leaving(name) => {
                    if state.is_none_or(|state| state.name.value == *name) {
                        place.leaving = place.leaving.and(body);
                    }
                }
                _ => place.emitting = place.emitting.and(body),
            }
        }
        place
    }

    /// Whether two neighbours do the same in both orders.
    pub(super) fn independent(&self, first: &Clause, second: &Clause) -> bool {
        let [a, b] = [first, second].map(|clause| self.clause(clause, DEPTH));
        a.commutes(b)
    }

    fn body(&self, body: &[Clause], depth: usize) -> Touch {
        let clauses = body.iter().map(|clause| self.clause(clause, depth));
        clauses.fold(Touch::default(), Touch::and)
    }

    fn clause(&self, clause: &Clause, depth: usize) -> Touch {
        let Some(depth) = depth.checked_sub(1) else {
            return ANYTHING;
        };
        match clause {
            Clause::Step(step) => self.step(&step.value),
            Clause::Call(name) => {
                let found = self.revision.definitions.iter().find_map(|d| match d {
                    Definition::Step { name: n, body } if n.value == name.value => Some(body),
                    _ => None,
                });
                found.map_or(ANYTHING, |body| self.body(body, depth))
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => self
                .tests(any, depth)
                .and(self.body(then, depth))
                .and(self.body(otherwise, depth)),
        }
    }

    fn tests(&self, any: &[Conjunction], depth: usize) -> Touch {
        let Some(depth) = depth.checked_sub(1) else {
            return ANYTHING;
        };
        let mut all = Touch::default();
        for test in any.iter().flatten() {
            all = all.and(match &test.value {
                Test::Condition(condition) => condition_touch(condition),
                Test::Defined { name, .. } => {
                    let found = self.revision.definitions.iter().find_map(|d| match d {
                        Definition::Condition { name: n, any } if n.value == *name => Some(any),
                        _ => None,
                    });
                    found.map_or(ANYTHING, |any| self.tests(any, depth))
                }
            });
        }
        all
    }

    fn step(&self, step: &Step) -> Touch {
        match step {
            // The state may be left by this, and then its rule runs.
            Step::Switch(_) | Step::SwitchBack => touch(0, NEXT).and(self.leaving),
            Step::SwitchToReturn => touch(RETURN_STATE, NEXT).and(self.leaving),
            Step::Reconsume(_) => touch(INPUT, NEXT | POSITION).and(self.leaving),
            Step::ReconsumeInReturn => {
                touch(INPUT | RETURN_STATE, NEXT | POSITION).and(self.leaving)
            }
            Step::ReconsumeCurrent => touch(INPUT, POSITION),
            Step::TreatAsAnythingElse
            | Step::EmitEof
            | Step::ReturnNothing
            | Step::ReturnMatchedReference
            | Step::ReturnReplacement
            | Step::ReturnCode
            | Step::ReturnChar(_) => ENDS,
            Step::Ignore => touch(0, 0),
            // Errors of the input are reported when it is consumed.
            Step::ConsumeNext | Step::ConsumeThose => self.report(touch(0, INPUT | POSITION)),
            Step::ConsumeNamed => self.report(touch(0, INPUT | POSITION | MATCHED)),
            Step::ConsumeMatching => self.report(touch(DIGITS, INPUT | POSITION | MATCHED)),
            Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => {
                self.report(touch(0, INPUT | POSITION | BULK))
            }
            Step::NamedError(_) | Step::BareError => self.report(match self.plain {
                true => touch(INPUT, 0),
                false => touch(INPUT | POSITION, 0),
            }),
            Step::EmitCurrent => touch(INPUT, TOKENS),
            Step::EmitTemporaryBuffer => touch(BUFFER, TOKENS),
            Step::EmitReturned => touch(RETURNED, TOKENS),
            Step::EmitConsumed | Step::EmitBulkComment | Step::EmitBulkCommentReplaced => {
                touch(INPUT | BULK, TOKENS)
            }
            Step::EmitChar(_) => touch(0, TOKENS),
            Step::EmitToken(token) => match token {
                Token::Tag => touch(0, TAG | LAST_START_TAG | TOKENS)
                    .and(self.leaving)
                    .and(self.emitting),
                Token::Comment => touch(0, COMMENT | TOKENS),
                Token::Doctype => touch(0, DOCTYPE | TOKENS),
                Token::ProcessingInstruction => touch(0, INSTRUCTION | TOKENS),
            },
            Step::CreateComment(_) => touch(0, COMMENT),
            Step::CreateProcessingInstruction(_) => touch(TARGET, INSTRUCTION),
            Step::Create(TokenKind::StartTag | TokenKind::EndTag)
            | Step::StartAttribute
            | Step::RemoveAttribute
            | Step::RemoveEarlierAttribute
            | Step::SetSelfClosing => touch(0, TAG),
            Step::Create(TokenKind::Doctype) | Step::SetForceQuirks | Step::ClearForceQuirks => {
                touch(0, DOCTYPE)
            }
            Step::SetReturnState(_) => touch(0, RETURN_STATE),
            Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => touch(0, ADDITIONAL),
            Step::SetContentModel(_) => touch(0, CONTENT_MODEL),
            Step::SetEscape(_) => touch(0, ESCAPE),
            Step::ReplaceCode | Step::SetCode(_) | Step::MultiplyCode(_) => touch(0, CODE),
            Step::AddToCode(_) => touch(INPUT, CODE),
            Step::InterpretNumber => touch(INPUT | MATCHED | BASE, CODE),
            Step::UseHexDigits | Step::UseDigits => touch(0, DIGITS),
            Step::AsHexadecimal | Step::AsDecimal => touch(0, BASE),
            Step::Set(field, source) | Step::Append(source, field) => {
                touch(of_source(*source), of_field(*field))
            }
            Step::LetTarget => touch(BUFFER, TARGET),
            // The other steps depend on everything, or are only for the input stream.
            _ => ANYTHING,
        }
    }

    /// The same, with something reported.
    fn report(&self, touched: Touch) -> Touch {
        let order = match self.revision.about.named_errors {
            true => ERRORS,
            false => ERRORS | TOKENS,
        };
        touched.and(touch(0, order))
    }
}

fn of_source(source: Source) -> u32 {
    match source {
        Source::Current | Source::CurrentLowercase | Source::CurrentUppercase => INPUT,
        Source::Empty | Source::Char(_) => 0,
        Source::TemporaryBuffer => BUFFER,
        Source::Matched | Source::MatchedReference => INPUT | MATCHED,
        Source::Returned => RETURNED,
        Source::CharacterReferenceCode => CODE,
    }
}

fn of_field(field: Field) -> u32 {
    match field {
        Field::TagName | Field::AttributeName | Field::AttributeValue => TAG,
        Field::CommentData => COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => DOCTYPE,
        Field::ProcessingInstructionData => INSTRUCTION,
        Field::TemporaryBuffer => BUFFER,
    }
}

fn condition_touch(condition: &Condition) -> Touch {
    match condition {
        Condition::TemporaryBuffer(..) => touch(BUFFER, 0),
        Condition::Target(..) => touch(TARGET, 0),
        Condition::ReturnState(..) => touch(RETURN_STATE, 0),
        // The current state and the setup do not change.
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_) => touch(0, 0),
        // A later step may consume this input.
        Condition::NextInput(..) | Condition::Keyword(..) | Condition::AheadSequence(..) => {
            touch(POSITION, INPUT)
        }
        Condition::AheadLastStartTag(_) | Condition::AfterLastStartTag(..) => {
            touch(POSITION | LAST_START_TAG, INPUT)
        }
        Condition::Behind(..) => touch(INPUT, 0),
        Condition::NoStartTagEmitted => touch(LAST_START_TAG, 0),
        Condition::Match(_) | Condition::LastMatched(..) | Condition::NoneMatched => {
            touch(INPUT | MATCHED, 0)
        }
        Condition::ContentModelFlag(..) => touch(CONTENT_MODEL, 0),
        Condition::EscapeFlag(..) => touch(ESCAPE, 0),
        Condition::CurrentTag(..)
        | Condition::TagNameIn(..)
        | Condition::DuplicateAttribute(_)
        | Condition::HasAttributes
        | Condition::SelfClosing(_) => touch(TAG, 0),
        Condition::TagNameIsLastStartTag(_) => touch(TAG | LAST_START_TAG, 0),
        Condition::DoctypeName(..) => touch(DOCTYPE, 0),
        Condition::NothingReturned => touch(RETURNED, 0),
        Condition::EofReached => touch(INPUT | BULK, 0),
        Condition::CodeInReplacements(_) | Condition::Code(..) => touch(CODE, 0),
    }
}

/// Whether a state consumes one character for its rows, and no step of it consumes more.
fn is_plain(revision: &Revision, state: &State) -> bool {
    let consumed = |row: &tokenwright_tables::model::Row| matches!(row.on, On::Consumed { .. });
    // The rules do not change which steps consume.
    let place = ClauseContext {
        revision,
        leaving: Touch::default(),
        emitting: Touch::default(),
        plain: true,
    };
    let keeps = |row: &tokenwright_tables::model::Row| {
        let touched = place
            .tests(&row.when, DEPTH)
            .and(place.body(&row.body, DEPTH));
        touched.writes & INPUT == 0
    };
    state.body.is_empty() && state.rows.iter().all(|row| consumed(row) && keeps(row))
}

#[cfg(test)]
mod tests {
    use super::ClauseContext;
    use std::path::Path;
    use tokenwright_tables::diagnostic::{Sources, render_all};
    use tokenwright_tables::grammar::Step;
    use tokenwright_tables::load;
    use tokenwright_tables::model::{Clause, Located};

    fn step(text: &str) -> Clause {
        let step = Step::parse(text).expect("a step of the language");
        Clause::Step(Located::nowhere(step))
    }

    fn independent(named: bool, first: &str, second: &str) -> bool {
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let mut sources = Sources::default();
        let all = load::all(&spec, &mut sources);
        let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
        let mut all = all.iter().map(|loaded| &loaded.revision);
        let found = all.find(|revision| revision.about.named_errors == named);
        let revision = found.expect("a revision of either kind");
        let place = ClauseContext::new(revision, Some(&revision.states[0]));
        let both = place.independent(&step(first), &step(second));
        let turned = place.independent(&step(second), &step(first));
        assert_eq!(both, turned, "`{first}` and `{second}`");
        both
    }

    #[test]
    fn steps_that_touch_the_same_are_not_independent() {
        for (first, second) in [
            ("emit U+003C (<)", "emit the current input character"),
            ("switch to the data state", "switch to the RCDATA state"),
            (
                "set the temporary buffer to the empty string",
                "emit each character in the temporary buffer",
            ),
            (
                "create a start tag token",
                "set the self-closing flag of the current tag token",
            ),
            (
                "reconsume in the data state",
                "consume the next input character",
            ),
            ("emit an end-of-file token", "switch to the data state"),
            ("parse error: eof-in-tag", "parse error: eof-in-comment"),
        ] {
            assert!(
                !independent(true, first, second),
                "`{first}` and `{second}`"
            );
        }
    }

    #[test]
    fn steps_that_touch_nothing_of_each_other_are_independent() {
        for (first, second) in [
            ("emit U+003C (<)", "switch to the data state"),
            (
                "set the return state to the data state",
                "switch to the character reference state",
            ),
            ("create a start tag token", "emit U+003C (<)"),
        ] {
            assert!(independent(true, first, second), "`{first}` and `{second}`");
            assert!(
                independent(false, first, second),
                "`{first}` and `{second}`"
            );
        }
    }

    #[test]
    fn an_error_and_a_token_have_an_order_where_errors_have_no_names() {
        let (error, token) = ("parse error: eof-before-tag-name", "emit U+003C (<)");
        assert!(independent(true, error, token));
        assert!(!independent(false, "parse error", token));
    }
}

//! Lowers conditions to tests.

use super::{Lowering, sets};
use crate::ir::{CharSet, InputPosition, Test};
use tokenwright_tables::grammar::{Are, Condition, FlagSetting, Is, TokenKind};
use tokenwright_tables::model::{Conjunction, Test as ModelTest};

impl Lowering<'_> {
    /// The disjunction of conjunctions.
    pub(super) fn any(&self, any: &[Conjunction]) -> Result<Test, String> {
        let tests = any.iter().map(|all| self.all(all));
        Ok(joined(tests.collect::<Result<_, _>>()?, Test::Any))
    }

    fn all(&self, all: &Conjunction) -> Result<Test, String> {
        let tests = all.iter().map(|test| self.test(&test.value));
        Ok(joined(tests.collect::<Result<_, _>>()?, Test::All))
    }

    fn test(&self, test: &ModelTest) -> Result<Test, String> {
        match test {
            ModelTest::Condition(condition) => self.condition(condition),
            ModelTest::Defined { name, negated } => {
                let definition = self.revision.defined_condition(name);
                let meaning =
                    self.any(definition.ok_or_else(|| format!("the condition {name}"))?)?;
                Ok(not_if(*negated, meaning))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> Result<Test, String> {
        let is = |is: &Is, test: Test| not_if(*is == Is::IsNot, test);
        let are = |are: &Are, test: Test| not_if(*are == Are::AreNot, test);
        Ok(match condition {
            Condition::TemporaryBuffer(i, text) => is(i, Test::TemporaryBufferIs(text.0.clone())),
            Condition::Target(i, text) => is(i, Test::TargetIs(text.0.clone())),
            Condition::ReturnState(i, state) => {
                is(i, Test::ReturnStateIs(self.state_id(&state.0)?))
            }
            Condition::CurrentState(i, state) => is(i, Test::CallerIs(self.state_id(&state.0)?)),
            Condition::AdjustedCurrentNode(i) | Condition::CurrentNode(i) => {
                not_if(*i == Is::Is, Test::Foreign)
            }
            Condition::ForeignInsertionMode(i) => is(i, Test::Foreign),
            Condition::Match(i) => is(i, Test::Matched),
            Condition::LastMatched(i, c) => is(i, Test::LastMatchedIs(char_of(c.0)?)),
            Condition::NextInput(i, set) => {
                let taken = sets::set(self.revision, set)?;
                is(i, next_is(&taken))
            }
            Condition::Keyword(a, text) => are(
                a,
                Test::Ahead {
                    text: text.0.clone(),
                    ignore_case: true,
                    from: InputPosition::Current,
                },
            ),
            Condition::AheadSequence(a, set, end) => {
                let taken = sets::set(self.revision, set)?;
                are(a, Test::AheadSequence(taken.on, char_of(end.0)?))
            }
            Condition::AheadLastStartTag(a) => are(a, Test::AheadLastStartTag),
            Condition::AfterLastStartTag(i, set) => {
                let taken = sets::set(self.revision, set)?;
                is(
                    i,
                    Test::AfterLastStartTag {
                        on: taken.on,
                        eof: taken.eof,
                    },
                )
            }
            Condition::NoStartTagEmitted => Test::NoStartTag,
            Condition::Behind(a, text) => are(a, Test::Behind(text.0.clone())),
            Condition::ContentModelFlag(i, models) => {
                let tests = models.0.iter().map(|m| Test::ContentModelIs(*m));
                is(i, joined(tests.collect(), Test::Any))
            }
            Condition::EscapeFlag(i, setting) => {
                is(i, not_if(*setting == FlagSetting::False, Test::Escape))
            }
            Condition::CurrentTag(i, kind) => match kind {
                TokenKind::StartTag => is(i, not_if(true, Test::IsEndTag)),
                TokenKind::EndTag => is(i, Test::IsEndTag),
                TokenKind::Doctype => return Err("a tag token that is a DOCTYPE token".into()),
            },
            Condition::TagNameIsLastStartTag(i) => is(i, Test::TagNameIsLastStartTag),
            Condition::TagNameIn(i, list) => {
                let names = &self.revision.about.names;
                let at = names.iter().position(|(n, _)| n.value == list.0);
                is(
                    i,
                    Test::TagNameIn(at.ok_or_else(|| format!("the list {list}"))?),
                )
            }
            Condition::DuplicateAttribute(i) => is(i, Test::DuplicateAttribute),
            Condition::HasAttributes => Test::HasAttributes,
            Condition::SelfClosing(i) => is(i, Test::SelfClosing),
            Condition::DoctypeName(i, text) => is(i, Test::DoctypeNameIs(text.0.clone())),
            Condition::NothingReturned => Test::NothingReturned,
            Condition::EofReached => {
                return Err("`the end of the file was reached` outside a bulk".into());
            }
            Condition::NoneMatched => Test::NoneMatched,
            Condition::CodeInReplacements(i) => is(i, Test::CodeInReplacements),
            Condition::Code(i, numbers) => {
                let ranges = numbers.0.iter().flat_map(|range| range.ranges());
                is(
                    i,
                    Test::CodeIn(CharSet::from_ranges(ranges).ranges().to_vec()),
                )
            }
        })
    }
}

/// Some conditions as one; a single condition is that.
pub(crate) fn joined<T>(mut all: Vec<T>, join: fn(Vec<T>) -> T) -> T {
    match all.len() {
        1 => all.remove(0),
        _ => join(all),
    }
}

/// The test of the next input character against a set.
pub(super) fn next_is(taken: &sets::Taken) -> Test {
    let plain = Test::NextIs {
        on: taken.on.clone(),
        eof: taken.eof,
    };
    if taken.additional {
        Test::Any(vec![plain, Test::NextIsAdditional])
    } else {
        plain
    }
}

pub(super) fn not_if(negated: bool, test: Test) -> Test {
    match (negated, test) {
        (false, test) => test,
        (true, Test::Not(inner)) => *inner,
        (true, test) => Test::Not(Box::new(test)),
    }
}

pub(super) fn char_of(code: u32) -> Result<char, String> {
    char::from_u32(code).ok_or_else(|| format!("the surrogate U+{code:04X} as a character"))
}

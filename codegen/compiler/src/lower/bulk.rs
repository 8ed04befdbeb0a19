//! Lowers states that consume in bulk to states that consume one character at a time.
//!
//! The oldest revisions say "consume every character up to the first U+003E (>)". Such a step cannot stop where a
//! chunk ends, so the state becomes a few that are like those of later revisions: all later stages know only these,
//! and scans make them fast again. The reader accepts the sentences in the combinations that revisions use; any other
//! is an error.

use super::Lowering;
use super::conditions::char_of;
use crate::ir::{
    Action, Block, CharSet, End, InputPosition, Row, Source, StateId, StateKind, Target, Test,
};
use tokenwright_tables::grammar::{Condition, Field, Step};
use tokenwright_tables::model::{Clause, State, Test as ModelTest};

/// A state whose steps consume up to a delimiter.
#[derive(Clone, Debug)]
pub(super) enum Bulk {
    /// Consumes up to a character, as a comment.
    Comment {
        end: char,
        next: String,
        replace_null: bool,
    },
    /// Consumes up to a string, as text.
    Text { end: String, next: String },
}

impl Bulk {
    /// The character that ends a comment.
    pub(super) fn comment_end(&self) -> Option<char> {
        match self {
            Bulk::Comment { end, .. } => Some(*end),
            Bulk::Text { .. } => None,
        }
    }
}

/// Reads a state that consumes in bulk; `None` for any other.
pub(super) fn find(state: &State) -> Result<Option<Bulk>, String> {
    let (mut until_char, mut until_text, mut next, mut emit, mut at_eof) =
        (None, None, None, None, false);
    for clause in &state.body {
        match clause {
            Clause::Step(step) => match &step.value {
                Step::ConsumeThroughChar(c) => until_char = Some(char_of(c.0)?),
                Step::ConsumeThroughText(text) => until_text = Some(text.0.clone()),
                Step::Switch(state) => next = Some(state.0.clone()),
                step @ (Step::EmitConsumed
                | Step::EmitBulkComment
                | Step::EmitBulkCommentReplaced) => {
                    emit = Some(step.clone());
                }
                _ => return Ok(None),
            },
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let eof = ModelTest::Condition(Condition::EofReached);
                let reconsumes = matches!(then.as_slice(), [Clause::Step(s)] if s.value == Step::ReconsumeCurrent);
                at_eof = any.len() == 1
                    && any[0].len() == 1
                    && any[0][0].value == eof
                    && reconsumes
                    && otherwise.is_empty();
                if !at_eof {
                    return Ok(None);
                }
            }
            Clause::Call(_) => return Ok(None),
        }
    }
    if until_char.is_none() && until_text.is_none() {
        return Ok(None);
    }
    let next = next.filter(|_| at_eof && state.rows.is_empty());
    Ok(Some(match (until_char, until_text, emit, next) {
        (Some(end), None, Some(Step::EmitBulkComment), Some(next)) => Bulk::Comment {
            end,
            next,
            replace_null: false,
        },
        (Some(end), None, Some(Step::EmitBulkCommentReplaced), Some(next)) => Bulk::Comment {
            end,
            next,
            replace_null: true,
        },
        (None, Some(end), Some(Step::EmitConsumed), Some(next)) => Bulk::Text { end, next },
        _ => {
            return Err(format!(
                "the steps of the {} state together",
                state.name.value
            ));
        }
    }))
}

impl Lowering<'_> {
    /// The part of a bulk comment that consumes its first character, even the one that ends comments.
    pub(super) fn first_of_bulk(&mut self, id: StateId) -> StateId {
        if let Some(first) = self.first_of_bulk.get(&id) {
            return *first;
        }
        let replaces = matches!(
            self.bulk[id],
            Some(Bulk::Comment {
                replace_null: true,
                ..
            })
        );
        let to = |reconsume| End::To {
            target: Target::State(id),
            reconsume,
        };
        let row = |heading: &str, on, eof, actions, end| Row {
            heading: heading.into(),
            on,
            eof,
            anything_else: heading == "anything else",
            guard: None,
            block: Block {
                actions,
                end,
                responds: false,
            },
        };
        let append = |source| vec![Action::Append(source, Field::CommentData)];
        let mut rows = vec![row("EOF", CharSet::default(), true, Vec::new(), to(true))];
        let null = CharSet::from_ranges([(0, 0)]);
        let mut rest = CharSet::all();
        if replaces {
            rest = rest.minus(&null);
            let replaced = append(Source::Char(char::REPLACEMENT_CHARACTER));
            rows.push(row("U+0000 (NULL)", null, false, replaced, to(false)));
        }
        let any = append(Source::Current);
        rows.push(row("anything else", rest, false, any, to(false)));
        let first = self.part(id, StateKind::Consume(rows));
        self.first_of_bulk.insert(id, first);
        first
    }

    pub(super) fn bulk_state(&mut self, id: StateId, bulk: &Bulk) -> Result<(), String> {
        let one = |c: char| CharSet::from_ranges([(c.into(), c.into())]);
        let row = |heading: &str, on: CharSet, eof: bool, actions: Vec<Action>, end: End| Row {
            heading: heading.into(),
            on,
            eof,
            anything_else: heading == "anything else",
            guard: None,
            block: Block {
                actions,
                end,
                responds: false,
            },
        };
        let to = |to: StateId, reconsume: bool| End::To {
            target: Target::State(to),
            reconsume,
        };
        let rows = match bulk {
            Bulk::Comment {
                end,
                next,
                replace_null,
            } => {
                let next = self.state_id(next)?;
                let append = |source| vec![Action::Append(source, Field::CommentData)];
                let end_heading = tokenwright_tables::grammar::Char((*end).into()).to_string();
                let mut rows = vec![
                    row(
                        &end_heading,
                        one(*end),
                        false,
                        vec![Action::EmitComment],
                        to(next, false),
                    ),
                    row(
                        "EOF",
                        CharSet::default(),
                        true,
                        vec![Action::EmitComment],
                        to(next, true),
                    ),
                ];
                if *replace_null {
                    rows.push(row(
                        "U+0000 (NULL)",
                        one('\0'),
                        false,
                        append(Source::Char('\u{FFFD}')),
                        End::Stay,
                    ));
                }
                let taken = rows
                    .iter()
                    .fold(CharSet::default(), |set, row| set.union(&row.on));
                rows.push(row(
                    "anything else",
                    taken.complement(),
                    false,
                    append(Source::Current),
                    End::Stay,
                ));
                rows
            }
            Bulk::Text { end, next } => {
                let next = self.state_id(next)?;
                let first = end
                    .chars()
                    .next()
                    .ok_or("an empty string that ends a bulk")?;
                let found = Test::Ahead {
                    text: end.clone(),
                    ignore_case: false,
                    from: InputPosition::Current,
                };
                let ends = Block {
                    actions: vec![Action::ConsumeAhead {
                        len: end.len(),
                        from: InputPosition::Current,
                    }],
                    end: to(next, false),
                    responds: false,
                };
                let goes_on = Block {
                    actions: vec![Action::EmitCurrent],
                    end: End::Stay,
                    responds: false,
                };
                let heading = tokenwright_tables::grammar::Char(first.into()).to_string();
                let either = End::If(found, Box::new(ends), Box::new(goes_on));
                vec![
                    row(
                        &heading,
                        one(first),
                        false,
                        vec![Action::BeginMarkup],
                        either,
                    ),
                    row("EOF", CharSet::default(), true, vec![], to(next, true)),
                    row(
                        "anything else",
                        one(first).complement(),
                        false,
                        vec![Action::EmitCurrent],
                        End::Stay,
                    ),
                ]
            }
        };
        self.states[id].kind = StateKind::Consume(rows);
        Ok(())
    }
}

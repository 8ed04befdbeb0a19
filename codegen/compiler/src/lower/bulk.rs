//! Lowers states that consume in bulk to states that consume one character at a time.
//!
//! The oldest revisions say "consume every character up to the first U+003E (>)". Such a step cannot stop where a
//! chunk ends, so the state becomes a few that are like those of later revisions: all later stages know only these,
//! and scans make them fast again.

use super::Lowering;
use super::conditions::char_of;
use crate::ir::{
    Action, Block, CharSet, End, InputPosition, Row, Source, StateId, StateKind, Target, Test,
};
use tokenwright_tables::grammar::Field;
use tokenwright_tables::kernel::{Bulk, BulkKind};

impl Lowering<'_> {
    /// The part of a bulk comment that consumes its first character, even the one that ends comments.
    pub(super) fn first_of_bulk(&mut self, id: StateId) -> StateId {
        if let Some(first) = self.first_of_bulk.get(&id) {
            return *first;
        }
        let replaces = self.bulk[id].as_ref().is_some_and(|bulk| {
            matches!(
                bulk.kind,
                BulkKind::Comment {
                    replaces_null: true,
                    ..
                }
            )
        });
        let to = |reconsume| End::To {
            target: Target::State(id),
            reconsume,
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

    pub(super) fn bulk_state(&mut self, id: StateId, bulk: &Bulk<'_>) -> Result<(), String> {
        let one = |c: char| CharSet::from_ranges([(c.into(), c.into())]);
        let to = |to: StateId, reconsume: bool| End::To {
            target: Target::State(to),
            reconsume,
        };
        let next = self.state_id(bulk.next)?;
        let rows = match bulk.kind {
            BulkKind::Comment {
                end,
                replaces_null,
                unless_at_end,
            } => {
                let end = char_of(end)?;
                let append = |source| vec![Action::Append(source, Field::CommentData)];
                let end_heading = tokenwright_tables::grammar::Char(end.into()).to_string();
                let mut rows = vec![
                    row(
                        &end_heading,
                        one(end),
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
                if replaces_null {
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
                if unless_at_end {
                    // The first character decides whether there is a comment; a part takes the rest.
                    let rest = self.part(id, StateKind::Consume(rows.clone()));
                    for row in &mut rows {
                        match row.block.end {
                            End::Stay => row.block.end = to(rest, false),
                            _ => row.block.actions = vec![Action::CreateComment(String::new())],
                        }
                    }
                }
                rows
            }
            BulkKind::Text { end } => {
                let first = end
                    .chars()
                    .next()
                    .ok_or("an empty string that ends a bulk")?;
                let found = Test::Ahead {
                    text: end.to_owned(),
                    ignore_case: false,
                    from: InputPosition::Current,
                };
                let consume = Action::ConsumeAhead {
                    len: end.len(),
                    from: InputPosition::Current,
                };
                let ends = Block::of(vec![consume], to(next, false));
                let goes_on = Block::of(vec![Action::EmitCurrent], End::Stay);
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

fn row(heading: &str, on: CharSet, eof: bool, actions: Vec<Action>, end: End) -> Row {
    Row {
        heading: heading.into(),
        on,
        eof,
        anything_else: heading == "anything else",
        guard: None,
        block: Block::of(actions, end),
    }
}

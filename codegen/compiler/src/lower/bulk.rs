//! Lowers states that consume in bulk to states that consume one character at a time.
//!
//! The oldest revisions say "consume every character up to the first U+003E (>)". Such a step cannot stop where a
//! chunk ends, so the state becomes a few that are like those of later revisions: all later stages know only these,
//! and scans make them fast again.

use super::Lowering;
use super::conditions::char_of;
use super::cut::to;
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
        let kind = self.bulk[id].as_ref().map(|bulk| &bulk.kind);
        let replaces_null = match kind {
            Some(BulkKind::Comment { replaces_null, .. }) => *replaces_null,
            _ => false,
        };
        let at_eof = to(Target::State(id), true);
        let mut rows = vec![row("EOF", CharSet::default(), true, Vec::new(), at_eof)];
        append_others(&mut rows, replaces_null, &to(Target::State(id), false));
        let first = self.part(id, StateKind::Consume(rows));
        self.first_of_bulk.insert(id, first);
        first
    }

    pub(super) fn bulk_state(&mut self, id: StateId, bulk: &Bulk<'_>) -> Result<(), String> {
        let one = |c: char| CharSet::from_ranges([(c.into(), c.into())]);
        let next = Target::State(self.state_id(bulk.next)?);
        let rows = match bulk.kind {
            BulkKind::Comment {
                end,
                replaces_null,
                unless_at_end,
            } => {
                let end = char_of(end)?;
                let heading = tokenwright_tables::grammar::Char(end.into()).to_string();
                let emit = vec![Action::EmitComment];
                let mut rows = vec![
                    row(&heading, one(end), false, emit.clone(), to(next, false)),
                    row("EOF", CharSet::default(), true, emit, to(next, true)),
                ];
                append_others(&mut rows, replaces_null, &End::Stay);
                if unless_at_end {
                    // The first character decides whether there is a comment; a part takes the rest.
                    let rest = self.part(id, StateKind::Consume(rows.clone()));
                    for row in &mut rows {
                        match row.block.end {
                            End::Stay => row.block.end = to(Target::State(rest), false),
                            _ => row.block.actions = vec![Action::CreateComment(String::new())],
                        }
                    }
                }
                rows
            }
            BulkKind::Text { end } => {
                let first = end.chars().next();
                let first = first.ok_or("an empty string that ends a bulk")?;
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
                let emit = vec![Action::EmitCurrent];
                let goes_on = Block::of(emit.clone(), End::Stay);
                let heading = tokenwright_tables::grammar::Char(first.into()).to_string();
                let either = End::If(found, Box::new(ends), Box::new(goes_on));
                let begin = vec![Action::BeginMarkup];
                let others = one(first).complement();
                vec![
                    row(&heading, one(first), false, begin, either),
                    row("EOF", CharSet::default(), true, vec![], to(next, true)),
                    row("anything else", others, false, emit, End::Stay),
                ]
            }
        };
        self.states[id].kind = StateKind::Consume(rows);
        Ok(())
    }
}

/// Adds the rows for what no row takes: each character is appended to the comment, or U+0000 replaced.
fn append_others(rows: &mut Vec<Row>, replaces_null: bool, end: &End) {
    let appending = |heading, on, source| {
        let append = vec![Action::Append(source, Field::CommentData)];
        row(heading, on, false, append, end.clone())
    };
    if replaces_null {
        let null = CharSet::from_ranges([(0, 0)]);
        let replacement = Source::Char(char::REPLACEMENT_CHARACTER);
        rows.push(appending("U+0000 (NULL)", null, replacement));
    }
    let all = rows.iter().map(|row| &row.on);
    let taken = all.fold(CharSet::default(), |set, on| set.union(on));
    rows.push(appending(
        "anything else",
        taken.complement(),
        Source::Current,
    ));
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

//! Signs that a page has lost something: a row, the head of a row, a state.

use super::{Assembler, Raw, RawOn, RawRow};
use crate::report::Cause;
use crate::section::Section;
use crate::stmt::Stmt;

impl Assembler<'_> {
    /// Reports signs that the page has lost a part.
    pub(super) fn losses(&mut self, section: &Section<'_>, states: &[Raw]) {
        let last = section.parts.last().map(|part| part.line);
        for raw in states {
            self.part.clone_from(&raw.title);
            self.state_losses(raw, last == Some(raw.line));
        }
        self.number_losses(section);
    }

    fn state_losses(&mut self, raw: &Raw, is_last: bool) {
        if raw.rows.is_empty() && raw.body.is_empty() {
            self.fault_from(Cause::Lost, raw.line, "this state has no text");
            return;
        }
        let consumed: Vec<&RawRow> = raw
            .rows
            .iter()
            .filter(|row| !matches!(row.on, RawOn::Ahead { .. }))
            .collect();
        if !raw.rows.is_empty() && !consumed.iter().any(|row| matches(row, "anything else")) {
            // The end of the page may be lost.
            let cause = if is_last { Cause::Lost } else { Cause::Page };
            self.fault_from(cause, raw.line, "this state has no row `anything else`");
        }
        for row in &raw.rows {
            self.entry = row.entry;
            self.row_losses(row);
        }
        self.entry = None;
    }

    fn row_losses(&mut self, row: &RawRow) {
        if matches(row, "U+0009 (tab)") != matches(row, "U+0020 (space)")
            || matches(row, "U+0009 (tab)") != matches(row, "U+000A (LF)")
        {
            self.fault(row.line, "this row matches only some of the white space");
        }
        let treats = |stmt: &Stmt| stmt.is("treat as anything else");
        let reconsumes = |stmt: &Stmt| stmt.begins("reconsume in ");
        let leaves = |stmt: &&Stmt| stmt.begins("switch ") || reconsumes(stmt) || treats(stmt);
        if row.body.iter().filter(leaves).count() > 1 {
            self.fault(
                row.line,
                "the steps of this row switch twice; the head of a row may be lost",
            );
        }
        let ends = row.body.iter().position(|stmt| {
            let ignores = stmt.is("ignore the character");
            let again = stmt.is("reconsume the current input character");
            reconsumes(stmt) || treats(stmt) || ignores || again
        });
        if ends.is_some_and(|at| at + 1 < row.body.len()) {
            self.fault(
                row.line,
                "steps follow the end of this row; the heading of another row may be lost",
            );
        }
        let mut pairs = row.body.windows(2);
        if pairs.any(|pair| pair[0] == pair[1] && pair[0].begins("append the current")) {
            self.fault(
                row.line,
                "the same text is appended twice; the head of a row may be lost",
            );
        }
    }

    /// The numbers below the section are consecutive.
    fn number_losses(&mut self, section: &Section<'_>) {
        let mut expected = 1;
        for part in &section.parts {
            let last = part.number.and_then(|number| number.rsplit('.').next());
            let Some(found) = last.and_then(|last| last.parse::<u32>().ok()) else {
                continue;
            };
            if found != expected {
                self.part = part.title.to_owned();
                self.fault_from(
                    Cause::Lost,
                    part.line,
                    format!("its number ends in {found} where {expected} is expected; a heading may be lost"),
                );
            }
            expected = found.saturating_add(1);
        }
    }
}

fn matches(row: &RawRow, wanted: &str) -> bool {
    match &row.on {
        RawOn::Consumed(any) | RawOn::Peeked(any) => any.iter().any(|matcher| matcher == wanted),
        RawOn::Ahead { .. } => false,
    }
}

//! Selects the row for a character, and runs it.

use super::machine::{Flow, Machine};
use super::observer::Observer;
use super::program::{ResolvedBlock, ResolvedRow};
use super::refusal::{Reason, Refusal};
use super::tokens::Token;
use tokenwright_tables::model::On;

impl<'p, 'r, O: Observer> Machine<'p, 'r, O> {
    /// Runs the first row of `block` that matches the character and whose guards hold.
    pub(super) fn run_row(&mut self, block: &'p ResolvedBlock<'r>) -> Result<Flow, Refusal> {
        for (index, row) in block.rows.iter().enumerate() {
            if self.takes(block, row) && self.guards_hold(row)? {
                return self.run_chosen(index, row);
            }
        }
        self.ignore(block)
    }

    /// Does what a state does if none of its guards holds: it ignores the character, and the end of the input ends the
    /// run. In tables that pass the checks, a procedure, rows that look ahead and rows without a guard never come here.
    fn ignore(&mut self, block: &ResolvedBlock<'_>) -> Result<Flow, Refusal> {
        let has_unguarded = block.rows.iter().any(|row| row.when.is_empty());
        if block.looks_ahead || has_unguarded || self.visit.procedure.is_some() {
            return Err(self.refuse(None, Reason::NoRow));
        }
        if self.current().is_some() {
            return Ok(Flow::On);
        }
        self.emit(Token::EndOfFile);
        self.finished = true;
        Ok(Flow::Over)
    }

    /// Runs the first row `anything else` of the running block whose guard holds.
    pub(super) fn run_anything_else(&mut self) -> Result<Flow, Refusal> {
        for (index, row) in self.block().rows.iter().enumerate() {
            if row.set.anything && self.visit.row != Some(index) && self.guards_hold(row)? {
                return self.run_chosen(index, row);
            }
        }
        Err(self.refuse(None, Reason::NoAnythingElse))
    }

    fn run_chosen(&mut self, index: usize, row: &'p ResolvedRow<'r>) -> Result<Flow, Refusal> {
        self.observer.row(self.seen(), index);
        self.visit.row = Some(index);
        self.run(&row.body)
    }

    fn takes(&mut self, block: &ResolvedBlock<'r>, row: &ResolvedRow<'r>) -> bool {
        if let On::Ahead { text, ignore_case } = &row.source.on {
            let matches = self.input.is_at(self.position, text, *ignore_case);
            if matches {
                let end = self.position + text.chars().count();
                self.visit.those = Some((self.position, end));
            }
            return matches;
        }
        let character = if block.looks_ahead {
            self.input.at(self.position)
        } else {
            self.current()
        };
        let additional = self.registers.additional_allowed;
        row.set.contains(character, additional) && !row.except.contains(character, additional)
    }

    fn guards_hold(&mut self, row: &'p ResolvedRow<'r>) -> Result<bool, Refusal> {
        Ok(row.when.is_empty() || self.any_holds(&row.when)?)
    }
}

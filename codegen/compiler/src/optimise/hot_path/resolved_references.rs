//! References that the hot path resolves without leaving a state.

use super::{Writer, arm};
use crate::ir::{CharSet, StateId};
use crate::optimise::tree::Choice;
use crate::program::{Arm, Pattern, Pending, Reference, Stmt};

impl Writer<'_> {
    /// The rules of a state, and the byte that begins a reference there.
    pub(super) fn reference(&self, id: StateId) -> Option<(u8, &Reference)> {
        let mut references = self.references.iter();
        references
            .find(|((state, _), _)| *state == id)
            .map(|((_, byte), reference)| (*byte, reference))
    }

    /// The character that `references` handles; the rows get the rest.
    pub(super) fn taken_by_references(&self, id: StateId) -> CharSet {
        let byte = self.reference(id).map(|(byte, _)| u32::from(byte));
        CharSet::from_ranges(byte.map(|byte| (byte, byte)))
    }

    /// Whether `references` handles the character of a choice.
    pub(super) fn is_for_references(&self, id: StateId, choice: &Choice<'_>) -> bool {
        let when = self.reference(id).map(|(_, reference)| &reference.when);
        when.is_some_and(|when| when.is_none() || *when == choice.row.guard)
    }

    /// The arm for the byte that begins a reference.
    pub(super) fn references(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<Arm> {
        let (byte, reference) = self.reference(id)?;
        let heading = format!(
            "{}: {}, resolved references",
            self.hot.machine.states[id].name,
            tokenwright_tables::grammar::Char(u32::from(byte))
        );
        let mut rows = choices
            .iter()
            .filter(|choice| choice.on.contains(u32::from(byte)));
        let row = match reference.when {
            None => rows.find(|choice| choice.guard.is_none()),
            Some(_) => Some(rows.find(|choice| choice.row.guard == reference.when)?),
        };
        let guard = row.and_then(|choice| choice.guard.clone());
        let other = match row {
            Some(choice) => self.code(id, node, choice),
            None => self.stop(id, node),
        };
        let facts = self.tree.at_row(self.hot, node);
        let is_left = facts.pending != Pending::Nothing || self.is_text_in_scan(id, node);
        let code = match is_left {
            true => other,
            false => vec![Stmt::References {
                to: reference.to,
                text_only: reference.is_text_only(),
                rules: id,
                stops: id,
                then: self.again(id, node),
                otherwise: other,
            }],
        };
        let byte = u32::from(byte);
        Some(Arm {
            row: Some(heading),
            guard,
            ..arm(Pattern::Bytes(CharSet::from_ranges([(byte, byte)])), code)
        })
    }

    /// Adds references to a deferred value.
    pub(super) fn hold_references(&self, id: StateId) -> Option<Stmt> {
        let (byte, _) = self.reference(id).filter(|(_, r)| !r.is_text_only())?;
        Some(Stmt::HoldReferences {
            byte,
            rules: id,
            stops: id,
        })
    }

    /// The byte that begins a reference, if a state outside of the tree scans through references that are text. In nested
    /// states that would slow each scan down.
    pub(super) fn text_in_scan(&self, id: StateId, node: usize) -> Option<u8> {
        let (byte, _) = self.reference(id).filter(|(_, r)| r.is_text_only())?;
        self.is_alone(node).then_some(byte)
    }

    fn is_text_in_scan(&self, id: StateId, node: usize) -> bool {
        self.hot.scans.contains_key(&id) && self.text_in_scan(id, node).is_some()
    }
}

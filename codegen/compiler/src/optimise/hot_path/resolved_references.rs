//! References that the hot path resolves without leaving a state.

use super::{Writer, arm};
use crate::ir::{CharSet, StateId};
use crate::optimise::tree::Choice;
use crate::program::{Arm, Pattern, Pending, Stmt};

impl Writer<'_> {
    /// The byte that begins a reference in a state that resolves some.
    pub(super) fn reference_byte(&self, id: StateId) -> CharSet {
        let byte = self.references.get(&id).map(|r| u32::from(r.byte));
        CharSet::from_ranges(byte.map(|byte| (byte, byte)))
    }

    /// Whether the arm for references runs a choice at that byte.
    pub(super) fn is_for_references(&self, id: StateId, choice: &Choice<'_>) -> bool {
        let reference = self.references.get(&id);
        reference.is_some_and(|r| r.when.is_none() || r.when == choice.row.guard)
    }

    /// The arm for the byte that begins a reference.
    pub(super) fn references(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<Arm> {
        let reference = self.references.get(&id)?;
        let byte = u32::from(reference.byte);
        let heading = format!(
            "{}: {}, resolved references",
            self.hot.machine.states[id].name,
            tokenwright_tables::grammar::Char(byte)
        );
        let mut rows = choices.iter().filter(|choice| choice.on.contains(byte));
        let row = match reference.when {
            None => rows.find(|choice| choice.guard.is_none()),
            Some(_) => Some(rows.find(|choice| choice.row.guard == reference.when)?),
        };
        let guard = row.and_then(|choice| choice.guard.clone());
        let otherwise = match row {
            Some(choice) => self.code(id, node, choice),
            None => self.stop(id, node),
        };
        // A deferred value has its references already.
        let facts = self.tree.at_row(self.hot, node);
        let code = match facts.pending {
            Pending::Nothing => vec![Stmt::References {
                of: id,
                then: self.again(id, node),
                otherwise,
            }],
            _ => otherwise,
        };
        Some(Arm {
            row: Some(heading),
            guard,
            ..arm(Pattern::Bytes(self.reference_byte(id)), code)
        })
    }
}

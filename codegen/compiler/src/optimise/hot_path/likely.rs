//! Tests for the likely branch of a state before all others.

use super::Writer;
use crate::ir::StateId;
use crate::optimise::tree::{Choice, TreeNode};
use crate::program::{Cond, Label, Stmt};

/// The likely choice at a node.
pub(super) struct Likely {
    /// The index of its row.
    pub(super) place: usize,
    /// The condition that holds when it is taken.
    cond: Cond,
}

impl Writer<'_> {
    /// The likely choice at a node. `choices` are those that need a separate arm.
    pub(super) fn likely(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<Likely> {
        let here = self.tree.nodes.get(node);
        let here = here.filter(|_| self.tree.likely_first)?;
        match here.parent {
            None => self.markup(id, choices),
            Some(parent) => self.leads_to_scan(here, parent, choices),
        }
    }

    /// Whether a branch is tested first, so that its code follows all others.
    pub(super) fn asks_likely(&self, id: StateId, node: usize) -> bool {
        let choices = (!self.is_alone(node)).then(|| self.tree.choices(self.hot, node));
        choices.is_some_and(|choices| self.likely(id, node, &choices).is_some())
    }

    /// At the root, the byte that begins a tag: most tags have no text between them, and a test of one byte costs
    /// less than a scan that finds nothing.
    fn markup(&self, id: StateId, choices: &[Choice<'_>]) -> Option<Likely> {
        let begins = self.begins_markup(id, choices)?;
        let place = begins.guard.is_none().then_some(begins.place)?;
        let cond = Cond::ByteIs(single(begins)?);
        Some(Likely { place, cond })
    }

    /// The scan at the root, skipped at the byte that begins a tag if a guard decides whether that is markup.
    pub(super) fn scan_of_text(
        &self,
        id: StateId,
        choices: &[Choice<'_>],
        scan: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let begins = self.begins_markup(id, choices);
        let begins = begins.filter(|choice| self.tree.likely_first && choice.guard.is_some());
        match begins.and_then(single) {
            Some(byte) => vec![Stmt::If(Cond::ByteIsNot(byte), scan)],
            None => scan,
        }
    }

    fn begins_markup<'c, 'm>(
        &self,
        id: StateId,
        choices: &'c [Choice<'m>],
    ) -> Option<&'c Choice<'m>> {
        let ends = &self.hot.scans.get(&id)?.stops;
        let referred = self.reference_byte(id);
        let mut goes_in = choices
            .iter()
            .filter(|choice| choice.runs && choice.row.hot && choice.row.state() != Some(id));
        goes_in.find(|choice| {
            let byte = single(choice).map(u32::from);
            byte.is_some_and(|byte| ends.contains(byte) && !referred.contains(byte))
        })
    }

    /// The byte that leads to a nested scan. It is tested together with the byte before it: alone it would only be
    /// another case of the same jump.
    fn leads_to_scan(
        &self,
        here: &TreeNode,
        parent: usize,
        choices: &[Choice<'_>],
    ) -> Option<Likely> {
        let rows = self.tree.choices(self.hot, parent);
        let mut rows = rows.iter().filter(|row| {
            let child = self.tree.nodes[parent].children.get(&row.place);
            child.is_some_and(|child| std::ptr::eq(&self.tree.nodes[*child], here))
        });
        let before = rows.next().filter(|row| !row.row.reconsume)?;
        let before = single(before)?;
        let (place, byte) = choices.iter().find_map(|choice| {
            let child = &self.tree.nodes[*here.children.get(&choice.place)?];
            let has_scan = self.hot.scans.contains_key(&child.state);
            let plain = choice.guard.is_none() && !choice.row.reconsume;
            let byte = single(choice).filter(|_| has_scan && plain)?;
            Some((choice.place, byte))
        })?;
        let cond = Cond::PairIs(before, byte);
        Some(Likely { place, cond })
    }

    /// Tests for the likely branch, then runs `found`.
    pub(super) fn likely_first(
        &self,
        (id, node): (StateId, usize),
        choices: &[Choice<'_>],
        likely: &Likely,
        found: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let choice = choices.iter().find(|choice| choice.place == likely.place);
        let choice = choice.expect("the likely choice is one of the choices");
        let label = Label::Likely(id);
        let mut block = vec![Stmt::If(likely.cond.clone(), vec![Stmt::Break(label)])];
        block.extend(found);
        vec![
            Stmt::Block(label, block),
            Stmt::Row(self.heading(id, choice.row), self.code(id, node, choice)),
        ]
    }
}

/// The byte of a choice, if it is a single one.
fn single(choice: &Choice<'_>) -> Option<u8> {
    match choice.on.ranges() {
        [(first, last)] if first == last => u8::try_from(*first).ok(),
        _ => None,
    }
}

//! The likely branch of a state is asked for before all others at once.

use super::Writer;
use crate::ir::StateId;
use crate::optimise::tree::{Choice, Node};
use crate::program::{Cond, Label, Stmt};

/// The likely choice at a node.
pub(super) struct Likely {
    /// The place of its row.
    pub(super) place: usize,
    /// How to ask for it.
    asked: Cond,
}

impl Writer<'_> {
    /// The likely choice at a node. `choices` are those with a pattern of their own.
    pub(super) fn likely(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<Likely> {
        let here = self.tree.nodes.get(node).filter(|_| self.tree.usual)?;
        match here.parent {
            None => self.markup(id, choices),
            Some(parent) => self.leads_to_scan(here, parent, choices),
        }
    }

    /// Whether something is asked for first, so that what is found goes on after all else.
    pub(super) fn asks_likely(&self, id: StateId, node: usize) -> bool {
        let choices = (!self.is_alone(node)).then(|| self.tree.choices(self.hot, node));
        choices.is_some_and(|choices| self.likely(id, node, &choices).is_some())
    }

    /// In the state that all else is written inside of, what tags begin with: most tags have no text
    /// between them, and a look at one byte costs less than a scan that finds nothing.
    fn markup(&self, id: StateId, choices: &[Choice<'_>]) -> Option<Likely> {
        let begins = self.begins_markup(id, choices)?;
        let place = begins.guard.is_none().then_some(begins.place)?;
        let asked = Cond::ByteIs(single(begins)?);
        Some(Likely { place, asked })
    }

    /// The scan of that state, which is left out as well where what tags begin with is not always markup.
    pub(super) fn scan_of_text(
        &self,
        id: StateId,
        choices: &[Choice<'_>],
        scan: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let begins = self.begins_markup(id, choices);
        let begins = begins.filter(|choice| self.tree.usual && choice.guard.is_some());
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
        let referred = self.taken_by_references(id);
        let mut goes_in = choices
            .iter()
            .filter(|choice| choice.runs && choice.row.hot && choice.row.state() != Some(id));
        goes_in.find(|choice| {
            let byte = single(choice).map(u32::from);
            byte.is_some_and(|byte| ends.contains(byte) && !referred.contains(byte))
        })
    }

    /// What leads to a scan that is written inside. It is asked for together with the byte before it: asked alone, it
    /// would be one more case of the same jump.
    fn leads_to_scan(&self, here: &Node, parent: usize, choices: &[Choice<'_>]) -> Option<Likely> {
        let ways = self.tree.choices(self.hot, parent);
        let mut ways = ways.iter().filter(|way| {
            let child = self.tree.nodes[parent].children.get(&way.place);
            child.is_some_and(|child| std::ptr::eq(&self.tree.nodes[*child], here))
        });
        let before = ways.next().filter(|way| !way.row.reconsume)?;
        let before = single(before)?;
        let (place, byte) = choices.iter().find_map(|choice| {
            let child = &self.tree.nodes[*here.children.get(&choice.place)?];
            let has_scan = self.hot.scans.contains_key(&child.state);
            let plain = choice.guard.is_none() && !choice.row.reconsume;
            let byte = single(choice).filter(|_| has_scan && plain)?;
            Some((choice.place, byte))
        })?;
        let asked = Cond::PairIs(before, byte);
        Some(Likely { place, asked })
    }

    /// Asks for what is likely, and else for all of `found`, which goes on after it or elsewhere.
    pub(super) fn likely_first(
        &self,
        (id, node): (StateId, usize),
        choices: &[Choice<'_>],
        likely: &Likely,
        found: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let choice = choices.iter().find(|choice| choice.place == likely.place);
        let choice = choice.expect("the likely choice is one of the choices");
        let label = Label::Likely(node);
        let mut block = vec![Stmt::If(likely.asked.clone(), vec![Stmt::Break(label)])];
        block.extend(found);
        vec![
            Stmt::Block(label, block),
            Stmt::Row(self.heading(id, choice.row), self.code(id, node, choice)),
        ]
    }
}

/// The byte for which a choice is, if it is only one.
fn single(choice: &Choice<'_>) -> Option<u8> {
    match choice.on.ranges() {
        [(first, last)] if first == last => u8::try_from(*first).ok(),
        _ => None,
    }
}

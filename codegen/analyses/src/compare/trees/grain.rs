//! How finely a search distinguishes states.

use super::behaviour::Machine;
use super::pair::{Key, Pair};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tokenwright_tables::tree::grammar::ElementType;

/// How finely a search distinguishes states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// By the modes, the namespace of the current node, and the current node where a row asks for it: that reaches every row.
    Modes,
    /// By the modes and the current node.
    Current,
    /// By all that rules can read.
    Exact,
}

/// The elements for which a row of either side asks whether they are the current node.
pub(super) fn asked(machines: [&Machine<'_>; 2]) -> BTreeSet<ElementType> {
    let tables = machines.map(|machine| machine.tables);
    let asked = tables.into_iter().flat_map(|it| it.current_nodes());
    asked.cloned().collect()
}

impl Pair<'_> {
    /// The key of a pair whose states are the same; that of others is exact.
    pub(super) fn key(
        &self,
        machines: [&Machine<'_>; 2],
        grain: Grain,
        asked: &BTreeSet<ElementType>,
        exact: Key,
    ) -> Key {
        if grain == Grain::Exact {
            return exact;
        }
        let mut hash = DefaultHasher::new();
        for (side, machine) in self.sides.iter().zip(machines) {
            let mode = machine.tables.mode(side.insertion_mode());
            mode.map(|mode| machine.modes[mode]).hash(&mut hash);
            let current = side.open_elements().last();
            let current = current.and_then(|node| side.document.element(*node));
            current.map(|it| it.namespace).hash(&mut hash);
            let is_told = |it: &&ElementType| grain == Grain::Current || asked.contains(*it);
            current.filter(is_told).hash(&mut hash);
        }
        self.text_only.hash(&mut hash);
        Key::Coarse(hash.finish())
    }
}

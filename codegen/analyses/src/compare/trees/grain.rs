//! How finely a search distinguishes states.

use super::behaviour::Machine;
use super::pair::{Key, Pair};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tokenwright_tables::tree::grammar::{ElementType, Elements, Expression, TreeCondition};
use tokenwright_tables::tree::model::{Test, TreeTables};

/// How finely a search distinguishes states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
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
    tables.into_iter().flat_map(of_tables).collect()
}

fn of_tables(tables: &TreeTables) -> impl Iterator<Item = ElementType> {
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let rows = modes.flat_map(|mode| &mode.rows);
    let tests = rows.flat_map(|row| &row.on).flat_map(|on| &on.when);
    let asked = tests.filter_map(|test| match &test.value {
        Test::Condition(TreeCondition::Node(
            Expression::CurrentNode,
            _,
            Elements::Types { any, .. },
        )) => Some(any),
        _ => None,
    });
    asked.flatten().cloned()
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

//! What runs of tree construction have reached.

use crate::trees::PartId;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_interpreter::tree::{Body, TreeObserver};
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::model::Conjunction;

/// Records what runs.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// The rows and algorithms.
    pub(super) parts: BTreeSet<PartId>,
    /// Whether the conditions of a clause have failed, and whether they have held, by their place.
    pub(super) outcomes: BTreeMap<Place, [bool; 2]>,
}

/// Where the conditions of a clause are.
pub(super) fn place_of(any: &[Conjunction]) -> Option<Place> {
    let mut all = any.iter().flatten();
    all.next().map(|Located { place, .. }| *place)
}

impl TreeObserver for Reached {
    fn enter(&mut self, body: Body<'_>) {
        self.parts.insert(body.into());
    }

    fn tested(&mut self, any: &[Conjunction], held: bool) {
        if let Some(place) = place_of(any) {
            self.outcomes.entry(place).or_default()[usize::from(held)] = true;
        }
    }
}

//! The mutator, and the variants that it makes.

use super::independent::ClauseContext;
use super::{Operator, Sites, Trigger};
use tokenwright_tables::model::Revision;

/// Makes the mutants of one part of a revision.
pub(super) struct Mutator<'r> {
    pub(super) revision: &'r Revision,
    pub(super) sites: &'r Sites,
    /// The context of the mutated clauses.
    pub(super) place: ClauseContext<'r>,
}

/// A list of something with one thing changed.
pub(super) struct Variant<T> {
    pub(super) operator: Operator,
    pub(super) description: String,
    pub(super) triggers: Vec<Trigger>,
    /// Whether the change swaps two steps that do the same in both orders.
    pub(super) independent: bool,
    pub(super) value: T,
}

impl<T> Variant<T> {
    pub(super) fn new(
        operator: Operator,
        description: String,
        triggers: Vec<Trigger>,
        value: T,
    ) -> Self {
        Variant {
            operator,
            description,
            triggers,
            independent: false,
            value,
        }
    }

    /// The variant of a larger whole, which `whole` makes around the changed value.
    pub(super) fn map<U>(self, whole: impl FnOnce(T) -> U) -> Variant<U> {
        Variant {
            operator: self.operator,
            description: self.description,
            triggers: self.triggers,
            independent: self.independent,
            value: whole(self.value),
        }
    }
}

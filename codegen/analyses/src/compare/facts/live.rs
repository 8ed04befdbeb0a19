//! The live registers of a state.

use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::kernel::effects::RegisterSet;

/// The live registers of a state.
#[derive(Clone, Debug, Default)]
pub(in crate::compare) struct Live {
    /// For any content model and return state.
    pub(in crate::compare) any: RegisterSet,
    /// By the content model, none first, and then by the return state, any first.
    pub(in crate::compare) by: Vec<Vec<RegisterSet>>,
}

impl Live {
    /// Whether one of some registers may be live.
    pub(in crate::compare) fn may_have(&self, registers: RegisterSet) -> bool {
        self.any.has(registers)
    }

    /// Everything that may be live.
    pub(in crate::compare) fn any(&self) -> RegisterSet {
        self.any
    }

    /// The live registers for a content model and for one of the return states, as
    /// [`RevisionFacts::return_state`] numbers them.
    pub(in crate::compare) fn of(&self, model: Option<ContentModel>, back: usize) -> RegisterSet {
        let model = model.map_or(0, |model| model as usize + 1);
        let by = self.by.get(model).or(self.by.first());
        let found = by.and_then(|by| by.get(back).or(by.first()));
        found.copied().unwrap_or(self.any)
    }
}

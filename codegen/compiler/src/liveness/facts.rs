//! Facts about registers that conditions test, at a point of a run.

use super::effects::effects;
use crate::ir::{Action, Block, End, LoweredMachine, Target, Test};
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::kernel::effects::RegisterSet as R;

/// The content model flag and the kind of the current tag token, each if it is known.
///
/// With them, liveness follows only the branches that a run can take: in an end tag nothing tests whether the tag name
/// is that of a void element, and behind a start tag nothing reads the last start tag that it replaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The value of the content model flag.
    pub content_model: Option<ContentModel>,
    /// Whether the current tag token is an end tag.
    pub is_end_tag: Option<bool>,
}

impl Facts {
    /// No fact is known.
    pub const NONE: Facts = Facts {
        content_model: None,
        is_end_tag: None,
    };

    /// Every combination, in the order of [`Facts::index`].
    pub(crate) fn all() -> impl Iterator<Item = Facts> {
        let models = ContentModel::ALL.iter().map(|(model, ..)| Some(*model));
        let models = std::iter::once(None).chain(models);
        models.flat_map(|content_model| {
            [None, Some(false), Some(true)].map(|is_end_tag| Facts {
                content_model,
                is_end_tag,
            })
        })
    }

    /// The index of a combination among all of them.
    pub(super) fn index(self) -> usize {
        let mut models = ContentModel::ALL.iter();
        let model = models.position(|(model, ..)| Some(*model) == self.content_model);
        let kind = self
            .is_end_tag
            .map_or(0, |is_end_tag| 1 + usize::from(is_end_tag));
        model.map_or(0, |model| 1 + model) * 3 + kind
    }

    /// The facts after an action.
    pub(super) fn after(self, action: &Action) -> Facts {
        match action {
            Action::SetContentModel(model) => Facts {
                content_model: Some(*model),
                ..self
            },
            Action::CreateTag { end_tag } => Facts {
                is_end_tag: Some(*end_tag),
                ..self
            },
            Action::EmitTag => Facts {
                is_end_tag: None,
                ..self
            },
            // Tree construction may set the flag.
            Action::Respond => Facts {
                content_model: None,
                ..self
            },
            Action::If(test, then, otherwise) => {
                let after = |actions: &[Action]| actions.iter().fold(self, Facts::after);
                match self.answer(test) {
                    Some(true) => after(then),
                    Some(false) => after(otherwise),
                    None => after(then).or(after(otherwise)),
                }
            }
            action => {
                let (_, writes) = effects(action, self);
                let unless = |register| !writes.has(register);
                Facts {
                    content_model: self.content_model.filter(|_| unless(R::CONTENT_MODEL)),
                    is_end_tag: self.is_end_tag.filter(|_| unless(R::TAG)),
                }
            }
        }
    }

    /// The facts that hold in both cases.
    #[must_use]
    pub fn or(self, other: Facts) -> Facts {
        Facts {
            content_model: self
                .content_model
                .filter(|_| self.content_model == other.content_model),
            is_end_tag: self
                .is_end_tag
                .filter(|_| self.is_end_tag == other.is_end_tag),
        }
    }

    /// Whether a condition holds, if that is known.
    pub(super) fn answer(self, test: &Test) -> Option<bool> {
        test.answer(|test| match test {
            Test::ContentModelIs(model) => self.content_model.map(|known| known == *model),
            Test::IsEndTag => self.is_end_tag,
            _ => None,
        })
    }
}

/// The states from which the facts may change before a run continues in a state that a register holds.
pub(super) fn changing(machine: &LoweredMachine) -> Vec<bool> {
    let mut all = vec![false; machine.states.len()];
    loop {
        let before = all.clone();
        for (id, state) in machine.states.iter().enumerate() {
            let mut blocks = state.kind.blocks();
            all[id] = blocks.any(|block| changes(block, id, &before));
        }
        if all == before {
            return all;
        }
    }
}

/// Whether the facts may change in a block or after it, before a run continues in a state that a register holds.
pub(super) fn changes(block: &Block, id: usize, changing: &[bool]) -> bool {
    let end = match &block.end {
        End::Stay => changing[id],
        End::To { target, .. } => match target {
            Target::State(state) => changing[*state],
            Target::Return | Target::Back | Target::Caller => false,
        },
        End::If(_, then, otherwise) => {
            changes(then, id, changing) || changes(otherwise, id, changing)
        }
        End::Done => false,
    };
    end || block.actions.iter().any(|action| action.any(sets_fact))
}

fn sets_fact(action: &Action) -> bool {
    let sets = |action| effects(action, Facts::NONE).1;
    matches!(action, Action::EmitTag | Action::Respond)
        || sets(action).has(R::CONTENT_MODEL.or(R::TAG))
}

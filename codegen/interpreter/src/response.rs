//! What tree construction does to the tokenizer at the step that emits a tag.

use super::machine::Machine;
use super::observer::Observer;
use super::resolve::Resolver;
use tokenwright_tables::grammar::{ContentModel, Mode};
use tokenwright_tables::model::{Revision, Switch};

/// What tree construction does to the tokenizer at the step that emits a tag. Later steps of the row may undo it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Response {
    /// The text mode that it switches to; none if it leaves the tokenizer alone. A mode that the revision does not
    /// define has no effect.
    pub switch: Option<Mode>,
    /// Whether the adjusted current node is foreign afterwards, if that changes.
    pub foreign: Option<bool>,
}

impl Response {
    /// Every response to a tag: none first, then a switch to each mode. `changes_node` adds those that also change the
    /// namespace of the adjusted current node.
    pub fn all(modes: &[Mode], changes_node: bool) -> Vec<Response> {
        let foreign: &[Option<bool>] = match changes_node {
            true => &[None, Some(false), Some(true)],
            false => &[None],
        };
        let switches = || std::iter::once(None).chain(modes.iter().copied().map(Some));
        let with = |foreign: &Option<bool>| {
            let foreign = *foreign;
            switches().map(move |switch| Response { switch, foreign })
        };
        foreign.iter().flat_map(with).collect()
    }

    /// The text modes that all of some revisions define.
    pub fn modes<'r>(revisions: impl IntoIterator<Item = &'r Revision> + Clone) -> Vec<Mode> {
        let defines = |revision: &Revision, mode: Mode| {
            let mut modes = revision.about.text_modes.iter();
            modes.any(|text| {
                text.mode.value == mode
                    && match &text.switch.value {
                        Switch::State(name) => revision.state(name).is_some(),
                        Switch::ContentModel(_) => revision.about.content_model_flag,
                    }
            })
        };
        let all = Mode::ALL.iter().map(|(mode, _)| *mode);
        all.filter(|mode| revisions.clone().into_iter().all(|r| defines(r, *mode)))
            .collect()
    }
}

/// The effect of a switch to a text mode, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) enum ModeSwitch {
    State(usize),
    ContentModel(ContentModel),
}

impl<'r> Resolver<'r> {
    /// The text modes of a revision, without those whose state it does not have.
    pub(super) fn modes(&self, revision: &Revision) -> Vec<(Mode, ModeSwitch)> {
        let modes = revision.about.text_modes.iter();
        let modes = modes.filter_map(|text| {
            let switch = match &text.switch.value {
                Switch::State(state) => ModeSwitch::State(self.state(state).ok()?),
                Switch::ContentModel(model) => ModeSwitch::ContentModel(*model),
            };
            Some((text.mode.value, switch))
        });
        modes.collect()
    }
}

impl<O: Observer> Machine<'_, '_, O> {
    /// Lets tree construction respond to the tag that was emitted.
    pub(super) fn respond(&mut self, is_end: bool) {
        let nth = self.tags;
        self.tags += 1;
        let given = self.responses.get(nth).copied();
        let response = given.or_else(|| self.observer.response(nth));
        let Some(response) = response else {
            return;
        };
        if let Some(foreign) = response.foreign {
            self.registers.foreign = foreign;
        }
        let modes = self.program.modes.iter();
        let switch = modes
            .filter(|(mode, _)| Some(*mode) == response.switch)
            .map(|(_, switch)| *switch);
        for switch in switch {
            match switch {
                ModeSwitch::State(state) => self.visit.response = Some(state),
                ModeSwitch::ContentModel(model) => self.registers.content_model = Some(model),
            }
        }
        self.has_switched |= response.switch.is_some();
        if is_end
            && response.switch.is_some()
            && let Some(name) = self.observer.last_start_tag()
        {
            self.registers.last_start_tag = name;
        }
    }

    /// Sets the responses to the next tags. Without any, tree construction leaves the tokenizer alone.
    pub fn set_responses(&mut self, responses: Vec<Response>) {
        (self.responses, self.tags) = (responses, 0);
        self.has_switched = false;
    }

    /// The number of tags emitted since the responses were set.
    pub fn tags(&self) -> usize {
        self.tags
    }

    /// Whether tree construction has switched at a tag since the responses were set.
    pub fn has_switched(&self) -> bool {
        self.has_switched
    }

    /// Sets the name of the last start tag.
    pub fn set_last_start_tag(&mut self, name: Option<String>) {
        self.registers.last_start_tag = name;
    }

    /// Sets the number of tokens emitted so far; each character counts.
    pub fn set_emitted(&mut self, emitted: usize) {
        self.emitted = emitted;
    }
}

//! The text modes that tree construction switches the tokenizer to.

use super::located::Located;
use crate::grammar::{ContentModel, Mode};

/// A text mode: the effect of a switch to it, and the elements whose content is read in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMode {
    /// The mode, by the name that all revisions share.
    pub mode: Located<Mode>,
    /// The effect of a switch to it.
    pub switch: Located<Switch>,
    /// The elements whose start tag switches to it, in lower case.
    pub elements: Vec<Located<String>>,
    /// The elements whose start tag does so only if scripting is enabled.
    pub elements_if_scripting: Vec<Located<String>>,
}

impl TextMode {
    /// All elements of the mode: the names, and whether the switch depends on scripting.
    pub fn all_elements(&self) -> impl Iterator<Item = (&Located<String>, bool)> {
        let always = self.elements.iter().map(|name| (name, false));
        always.chain(self.elements_if_scripting.iter().map(|name| (name, true)))
    }
}

/// The effect of a switch to a text mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Sets the state, by its name.
    State(String),
    /// Sets the content model flag; only in revisions that have one.
    ContentModel(ContentModel),
}

//! Where the tokenizer emits no tags, so that not every sequence of tokens is one of a text.

use super::behaviour::Machine;
use tokenwright_interpreter::tree::TreeToken;
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::Switch;

/// Where the tokenizer is, if it emits no tags.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum TextOnly {
    /// In an element of text, up to its end tag.
    Until(String),
    /// Up to the end of the file.
    Forever,
}

impl TextOnly {
    /// Whether the tokenizer emits a token here. The end tag of the element ends its text.
    pub(crate) fn admits(here: &mut Option<TextOnly>, token: &TreeToken) -> bool {
        match (&*here, token) {
            (None, _) | (Some(_), TreeToken::EndOfFile) => true,
            (Some(_), TreeToken::Character(character)) => *character != '\0',
            (Some(TextOnly::Until(name)), TreeToken::Tag(tag))
                if tag.is_end && tag.name == *name =>
            {
                *here = None;
                true
            }
            _ => false,
        }
    }

    /// Where the tokenizer is after a token that may have switched it.
    pub(crate) fn follow(
        here: &mut Option<TextOnly>,
        switch: Option<Switch>,
        token: &TreeToken,
        machine: &Machine<'_>,
    ) {
        let (Some(switch), TreeToken::Tag(tag)) = (switch, token) else {
            return;
        };
        let mut modes = machine.revision.about.text_modes.iter();
        let is_plaintext =
            modes.any(|it| it.mode.value == Mode::Plaintext && it.switch.value == switch);
        *here = Some(match is_plaintext {
            true => TextOnly::Forever,
            false => TextOnly::Until(tag.name.clone()),
        });
    }
}

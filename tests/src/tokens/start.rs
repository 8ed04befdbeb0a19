//! The setup of a tokenizer, in terms that all peers support.

use super::TextState;
use tokenwright_interpreter::Setup;

/// The setup of a tokenizer; the default is the data state of a new page.
#[derive(Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Start {
    /// The entry state, unless it is the data state.
    pub state: Option<EntryState>,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// Whether the adjusted current node is outside the HTML namespace.
    pub foreign: bool,
}

/// A state that tree construction switches to.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum EntryState {
    /// A state for the text of an element.
    Text(TextState),
    /// The CDATA section state.
    CdataSection,
}

impl EntryState {
    /// Every entry state.
    pub const ALL: [Self; 5] = [
        Self::Text(TextState::Rcdata),
        Self::Text(TextState::Rawtext),
        Self::Text(TextState::ScriptData),
        Self::Text(TextState::Plaintext),
        Self::CdataSection,
    ];

    /// The name that the standard gives the state, without the word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text(TextState::Rcdata) => "RCDATA",
            Self::Text(TextState::Rawtext) => "RAWTEXT",
            Self::Text(TextState::ScriptData) => "script data",
            Self::Text(TextState::Plaintext) => "PLAINTEXT",
            Self::CdataSection => "CDATA section",
        }
    }

    /// The markup that precedes such content in a page.
    #[must_use]
    pub fn markup(self) -> &'static str {
        match self {
            Self::Text(TextState::Rcdata) => "<textarea>",
            Self::Text(TextState::Rawtext) => "<style>",
            Self::Text(TextState::ScriptData) => "<script>",
            Self::Text(TextState::Plaintext) => "<plaintext>",
            Self::CdataSection => "<svg><![CDATA[",
        }
    }

    /// The element of that markup.
    #[must_use]
    pub fn element(self) -> &'static str {
        let name = self.markup().trim_start_matches('<');
        name.split('>').next().unwrap_or(name)
    }
}

impl Start {
    /// A start from the interpreter's setup; `None` for a state that tree construction does not use.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let state = match setup.state.as_deref() {
            None | Some("data") => None,
            Some(name) => Some(
                EntryState::ALL
                    .into_iter()
                    .find(|entry| entry.name() == name)?,
            ),
        };
        setup.content_model.is_none().then(|| Self {
            state,
            last_start_tag: setup.last_start_tag.clone(),
            foreign: setup.foreign,
        })
    }

    /// The interpreter's setup for this start.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            state: self.state.map(|entry| entry.name().to_owned()),
            last_start_tag: self.last_start_tag.clone(),
            foreign: self.foreign,
            ..Setup::default()
        }
    }

    /// The markup before the input that leads a tokenizer without entry states to the state; it is one token. `None`
    /// if no page leads there.
    #[must_use]
    pub fn markup(&self) -> Option<&'static str> {
        let Some(entry) = self.state else {
            let plain = self.last_start_tag.is_none();
            return plain.then_some(if self.foreign { "<svg>" } else { "" });
        };
        let last = self.last_start_tag.as_deref();
        let fits =
            last == Some(entry.element()) && self.foreign == (entry == EntryState::CdataSection);
        fits.then(|| entry.markup())
    }
}

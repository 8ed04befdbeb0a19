//! What is set from outside before a run.

use crate::grammar::ContentModel;

/// What tree construction, or a test suite, has settled before the first character.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The state to start in, by its name without the word "state"; `None` for the revision's own.
    pub state: Option<String>,
    /// The name of the last start tag, as if it had been emitted.
    pub last_start_tag: Option<String>,
    /// The content model flag, for revisions that have one; `None` for `PCDATA`.
    pub content_model: Option<ContentModel>,
    /// Whether the (adjusted) current node is in another namespace than HTML's.
    pub foreign: bool,
}

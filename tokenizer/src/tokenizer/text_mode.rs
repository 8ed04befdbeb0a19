//! The text mode after a start tag, by the rules of the newest revision.

use crate::TextMode;
use crate::machine::Machinery;
use crate::revisions::Newest;

impl TextMode {
    /// The text mode after a start tag with this lowercase name in a parser that builds no tree, as in the newest
    /// revision; `None` if the state does not change. The content of `noscript` is text if `scripting` is true.
    #[inline]
    pub fn after_start_tag(name: &str, scripting: bool) -> Option<TextMode> {
        <Newest as Machinery>::TEXT_ELEMENTS.mode_of(name, scripting)
    }
}

//! The elements whose start tags switch the tokenizer to a text mode, by their names alone.
//!
//! Most tags have no meaning at all, which a small filter finds by the length and two bytes of the name: it may say yes wrongly, never no,
//! and then the name is looked up.

use crate::TextMode;
use crate::names::NameSet;

/// An element: its name, the text mode, and whether it has that only where scripts run.
type TextElement = (&'static str, TextMode, bool);

/// The text elements of a revision.
#[derive(Debug)]
pub(crate) struct TextElements {
    elements: &'static [TextElement],
    pub(crate) names: NameSet,
}

impl TextElements {
    pub(crate) const fn new(elements: &'static [TextElement]) -> Self {
        let mut names = NameSet::NONE;
        let mut at = 0;
        while at < elements.len() {
            names.add(elements[at].0);
            at += 1;
        }
        TextElements { elements, names }
    }

    /// The mode that a start tag with this lowercase name switches to; `None` if it switches to none.
    #[inline]
    pub(crate) fn mode_of(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let begin = name.as_bytes().first_chunk();
        let begin = begin.copied().unwrap_or_default();
        match self.names.may_have(name.len(), begin) {
            true => self.find(name, scripting),
            false => None,
        }
    }

    #[inline(never)]
    fn find(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let found = self.elements.iter().find(|element| element.0 == name);
        let (_, mode, if_scripting) = found?;
        (scripting || !if_scripting).then_some(*mode)
    }
}

#[cfg(test)]
mod tests {
    use super::TextElements;
    use crate::TextMode;

    #[test]
    fn elements_are_found_by_their_whole_name() {
        const LONG: &str = "a-name-of-more-than-fifteen-bytes";
        const ALL: TextElements = TextElements::new(&[
            ("title", TextMode::Rcdata, false),
            ("noscript", TextMode::Rawtext, true),
            ("\u{e9}", TextMode::Plaintext, false),
            (LONG, TextMode::ScriptData, false),
            ("q", TextMode::Data, false),
        ]);
        assert_eq!(ALL.mode_of("title", false), Some(TextMode::Rcdata));
        assert_eq!(ALL.mode_of("noscript", true), Some(TextMode::Rawtext));
        assert_eq!(ALL.mode_of("noscript", false), None);
        assert_eq!(ALL.mode_of("\u{e9}", false), Some(TextMode::Plaintext));
        assert_eq!(ALL.mode_of(LONG, false), Some(TextMode::ScriptData));
        assert_eq!(ALL.mode_of("q", false), Some(TextMode::Data));
        for other in [
            "",
            "titla",
            "titles",
            "\u{e8}",
            "a-name-of-more-than-fifteen-bits",
            "p",
        ] {
            assert_eq!(ALL.mode_of(other, true), None, "{other}");
        }
    }
}

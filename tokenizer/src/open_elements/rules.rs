//! What the tables of a revision say of elements.

use crate::TextMode;
use crate::generated::{Category, ElementName};

/// Names of this length and longer are the same to [`ElementRules::may_have`].
const LONGEST: usize = 15;

/// An element whose start tag switches the tokenizer to a text mode: its name, the mode, and whether it has that only
/// where scripts run.
type TextElement = (&'static str, ElementName, TextMode, bool);

/// The rules of a revision for elements.
#[derive(Debug)]
pub struct ElementRules {
    text_elements: &'static [TextElement],
    /// The mode of each element, and whether it has that only where scripts run.
    modes: [Option<(TextMode, bool)>; ElementName::ALL.len()],
    /// For each element, the categories that it is in, as bits.
    categories: [u64; ElementName::ALL.len()],
    /// For the low five bits of each first byte, the lengths of the names that begin with it and have a meaning between
    /// other HTML elements, as bits.
    lengths: [u16; 32],
    /// The facts of `tree-construction.toml`; `None` if the revision has no such file.
    pub(crate) tree_construction: Option<TreeConstruction>,
}

/// The facts of `tree-construction.toml` besides the categories.
#[derive(Debug)]
pub(crate) struct TreeConstruction {
    pub(crate) select_insertion_mode: bool,
    pub(crate) fragments_break_out: bool,
    pub(crate) renamed: &'static [(ElementName, ElementName)],
    pub(crate) break_out_attributes: &'static [&'static str],
    pub(crate) html_encodings: &'static [&'static str],
    pub(crate) quirks: QuirksDoctypes,
}

/// The DOCTYPEs that set quirks mode.
#[derive(Debug)]
pub(crate) struct QuirksDoctypes {
    pub(crate) public_identifiers: &'static [&'static str],
    pub(crate) prefixes: &'static [&'static str],
    pub(crate) prefixes_without_system: &'static [&'static str],
    pub(crate) system_identifiers: &'static [&'static str],
}

impl ElementRules {
    pub(crate) const fn new(
        text_elements: &'static [TextElement],
        lists: &[(Category, &[ElementName])],
        tree_construction: Option<TreeConstruction>,
    ) -> Self {
        let mut categories = [0; ElementName::ALL.len()];
        let mut at = 0;
        while at < lists.len() {
            let (category, members) = lists[at];
            let mut member = 0;
            while member < members.len() {
                categories[members[member] as usize] |= 1 << category as u32;
                member += 1;
            }
            at += 1;
        }
        let mut lengths = [0; 32];
        let mut modes = [None; ElementName::ALL.len()];
        let mut at = 0;
        while at < text_elements.len() {
            let (name, element, mode, if_scripting) = text_elements[at];
            note_length(&mut lengths, name);
            modes[element as usize] = Some((mode, if_scripting));
            at += 1;
        }
        if let Some(tables) = &tree_construction {
            note_length(&mut lengths, "svg");
            note_length(&mut lengths, "math");
            note_length(&mut lengths, "template");
            note_length(&mut lengths, "table");
            if tables.select_insertion_mode {
                note_length(&mut lengths, "select");
            }
        }
        ElementRules {
            text_elements,
            modes,
            categories,
            lengths,
            tree_construction,
        }
    }

    /// Whether a start tag between HTML elements may have a meaning for the tokenizer, by the length and the first byte
    /// of its name; rejects most names.
    #[inline(always)]
    pub(crate) const fn may_have(&self, len: usize, first: u8) -> bool {
        self.lengths[(first & 31) as usize] >> capped(len) & 1 != 0
    }

    /// The mode that a start tag with this lowercase name switches to; `None` if it switches to none.
    #[inline]
    pub(crate) fn mode_of(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let first = name.bytes().next()?;
        if self.may_have(name.len(), first) {
            self.find(name, scripting)
        } else {
            None
        }
    }

    /// The mode that a start tag of this element switches to.
    pub(crate) fn mode_of_element(&self, name: ElementName, scripting: bool) -> Option<TextMode> {
        let (mode, if_scripting) = self.modes[name as usize]?;
        (scripting || !if_scripting).then_some(mode)
    }

    #[inline(never)]
    fn find(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let found = self.text_elements.iter().find(|element| element.0 == name);
        let (_, _, mode, if_scripting) = found?;
        (scripting || !if_scripting).then_some(*mode)
    }

    /// The element with this lowercase name; `None` if the revision does nothing special for it.
    pub(crate) fn element(&self, name: &str) -> Option<ElementName> {
        let renamed = self.tree_construction.iter().flat_map(|it| it.renamed);
        let is_renamed = |name| renamed.clone().any(|(from, _)| *from == name);
        let has_category = |name| self.categories[name as usize] != 0;
        ElementName::of(name).filter(|name| has_category(*name) || is_renamed(*name))
    }

    /// Whether an element is in a category.
    pub(crate) fn is(&self, name: ElementName, category: Category) -> bool {
        self.categories[name as usize] >> category as u32 & 1 != 0
    }
}

const fn note_length(lengths: &mut [u16; 32], name: &str) {
    let name = name.as_bytes();
    lengths[(name[0] & 31) as usize] |= 1 << capped(name.len());
}

#[inline(always)]
const fn capped(len: usize) -> usize {
    if len < LONGEST { len } else { LONGEST }
}

#[cfg(test)]
mod tests {
    use super::ElementRules;
    use crate::TextMode;
    use crate::generated::{Category, ElementName};

    #[test]
    fn elements_are_found_by_their_whole_name() {
        const LONG: &str = "a-name-of-more-than-fifteen-bytes";
        const P: ElementName = ElementName::P;
        const ALL: ElementRules = ElementRules::new(
            &[
                ("title", P, TextMode::Rcdata, false),
                ("noscript", P, TextMode::Rawtext, true),
                ("\u{e9}", P, TextMode::Plaintext, false),
                (LONG, P, TextMode::ScriptData, false),
            ],
            &[(Category::Special, &[ElementName::P])],
            None,
        );
        assert_eq!(ALL.mode_of("title", false), Some(TextMode::Rcdata));
        assert_eq!(ALL.mode_of("noscript", true), Some(TextMode::Rawtext));
        assert_eq!(ALL.mode_of("noscript", false), None);
        assert_eq!(ALL.mode_of("\u{e9}", false), Some(TextMode::Plaintext));
        assert_eq!(ALL.mode_of(LONG, false), Some(TextMode::ScriptData));
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
        assert!(ALL.is(ElementName::P, Category::Special));
        assert!(!ALL.is(ElementName::A, Category::Special));
    }

    #[test]
    fn every_name_is_found_by_its_text() {
        assert_eq!(ElementName::of("p"), Some(ElementName::P));
        assert_eq!(ElementName::of("td"), Some(ElementName::Td));
        assert_eq!(ElementName::of("of"), None);
        assert_eq!(ElementName::of(""), None);
        assert!(ElementName::ALL.contains(&ElementName::P));
    }
}

//! What the tables of a revision say of elements.
//!
//! The tables have lists of names; rules ask of one name whether it is in a list. So the lists are turned into one
//! row of bits for each name, at compile time, for each revision. Most tags have no meaning at all, which a small
//! filter finds by the length and two bytes of the name: it may say yes wrongly, never no, and then the name is
//! looked up.

use super::common::Common;
use super::names::{KNOWN_NAMES, KeyedName, Name};
use super::node::{Boundaries, Boundary};
use crate::TextMode;
use crate::generated::{Category, ElementName};
use crate::names::NameSet;

/// An element whose start tag switches the tokenizer to a text mode: its name, the mode, and whether it has that only
/// where scripts run.
type TextElement = (&'static str, ElementName, TextMode, bool);

/// The rules of a revision for elements.
#[derive(Debug)]
pub(crate) struct ElementRules {
    text_elements: &'static [TextElement],
    /// The mode of each element, and whether it has that only where scripts run.
    modes: [Option<(TextMode, bool)>; KNOWN_NAMES],
    /// For each element, the categories that it is in, as bits.
    categories: [u64; KNOWN_NAMES],
    /// The boundaries that HTML elements are; the last are those of the elements that no rule mentions.
    boundaries: [Boundaries; KNOWN_NAMES + 1],
    /// What is common of the tags of each element; the last is that of the elements that no rule mentions.
    common: [Common; KNOWN_NAMES + 1],
    /// The names that rules mention, under the name that HTML content gives them: `image` is `img`.
    html_names: [Option<ElementName>; KNOWN_NAMES],
    /// The names that have a meaning between other HTML elements.
    pub(crate) between_html: NameSet,
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
        let mut categories = [0; KNOWN_NAMES];
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
        let mut boundaries = [Boundary::Html.only(); KNOWN_NAMES + 1];
        let mut html_names = [None; KNOWN_NAMES];
        let mut at = 0;
        while at < KNOWN_NAMES {
            let name = ElementName::ALL[at];
            boundaries[at] = Boundaries::of(name, categories[at]);
            if categories[at] != 0 {
                html_names[at] = Some(name);
            }
            at += 1;
        }
        if let Some(tables) = &tree_construction {
            let mut at = 0;
            while at < tables.renamed.len() {
                let (from, to) = tables.renamed[at];
                html_names[from as usize] = Some(to);
                at += 1;
            }
        }
        let mut between_html = NameSet::NONE;
        let mut modes = [None; KNOWN_NAMES];
        let mut at = 0;
        while at < text_elements.len() {
            let (name, element, mode, if_scripting) = text_elements[at];
            between_html.add(name);
            modes[element as usize] = Some((mode, if_scripting));
            at += 1;
        }
        if let Some(tables) = &tree_construction {
            between_html.add("svg");
            between_html.add("math");
            between_html.add("template");
            between_html.add("table");
            between_html.add("frameset");
            if tables.select_insertion_mode {
                between_html.add("select");
            }
        }
        let mut common = [Common::OTHER; KNOWN_NAMES + 1];
        let mut formatting = 1;
        let mut at = 0;
        while at < KNOWN_NAMES {
            let name = ElementName::ALL[at];
            let is_renamed = match html_names[at] {
                Some(other) => other as usize != at,
                None => false,
            };
            let is_known = html_names[at].is_some();
            let has_other_rules = modes[at].is_some() || is_renamed || !is_known;
            let is_formatting = categories[at] >> Category::Formatting as u32 & 1 != 0;
            let bit = if is_formatting { formatting } else { 0 };
            common[at] = Common::of(name, categories[at], has_other_rules, bit);
            if is_formatting {
                // Names beyond the last bit share it.
                formatting = if formatting == 1 << 15 {
                    formatting
                } else {
                    formatting << 1
                };
            }
            at += 1;
        }
        ElementRules {
            text_elements,
            modes,
            categories,
            boundaries,
            common,
            html_names,
            between_html,
            tree_construction,
        }
    }

    /// The mode that a start tag with this lowercase name switches to; `None` if it switches to none.
    #[inline]
    pub(crate) fn mode_of(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let begin = name.as_bytes().first_chunk();
        let begin = begin.copied().unwrap_or_default();
        if self.between_html.may_have(name.len(), begin) {
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
    #[inline]
    pub(super) fn element(&self, name: KeyedName<'_>) -> Option<ElementName> {
        ElementName::of(name).filter(|name| self.html_names[*name as usize].is_some())
    }

    /// The element that a tag with this name is in HTML content.
    pub(super) fn in_html_content(&self, name: ElementName) -> Option<ElementName> {
        self.html_names[name as usize]
    }

    /// What is common of the tags of an element.
    #[inline]
    pub(super) fn common(&self, name: Option<ElementName>) -> &Common {
        &self.common[name.map_or(KNOWN_NAMES, |name| name as usize)]
    }

    /// The bit of a formatting element.
    pub(super) fn formatting(&self, name: ElementName) -> u16 {
        self.common[name as usize].formatting
    }

    /// The same of an open element.
    #[inline]
    pub(super) fn common_of(&self, name: Name) -> &Common {
        &self.common[name.index().min(KNOWN_NAMES)]
    }

    /// The boundaries that an HTML element is.
    #[inline]
    pub(super) fn boundaries(&self, name: Name) -> Boundaries {
        self.boundaries[name.index().min(KNOWN_NAMES)]
    }

    /// Whether an element is in a category.
    pub(crate) fn is(&self, name: ElementName, category: Category) -> bool {
        self.categories[name as usize] >> category as u32 & 1 != 0
    }
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
                ("q", P, TextMode::Data, false),
            ],
            &[(Category::Special, &[ElementName::P])],
            None,
        );
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
        assert!(ALL.is(ElementName::P, Category::Special));
        assert!(!ALL.is(ElementName::A, Category::Special));
    }
}

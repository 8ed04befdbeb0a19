//! The sections on trees of a page, by their headings.

use super::phases::{mode_of_phase, phase};
use crate::lexicon::key;
use crate::outline::PageBlock;
use crate::section::Part;
use std::collections::HashMap;

/// Whether a heading can be the one of a section that is read.
pub(crate) fn is_wanted(heading: &str) -> bool {
    const WORDS: [&str; 8] = [
        "parse state",
        "insertion mode",
        "stack of open elements",
        "list of active formatting elements",
        "element pointers",
        "parsing state flags",
        "tree construction",
        "parsing html fragments",
    ];
    // What a page of this project has before the sections.
    const OUTSIDE: [&str; 2] = ["questions to the document", "outputs"];
    let heading = key(heading);
    OUTSIDE.contains(&heading.as_str()) || WORDS.iter().any(|words| heading.contains(words))
}

/// A section on trees, without those below it.
impl Part<'_> {
    /// The number and the title.
    pub(super) fn numbered_title(&self) -> String {
        let number = self.number.iter().copied();
        number.chain([self.title]).collect::<Vec<_>>().join(" ")
    }

    /// The name of the mode whose rows it has.
    pub(super) fn mode(&self) -> Option<String> {
        let of_phase = phase(self.title).or_else(|| mode_of_phase(self.title));
        if of_phase.is_some() {
            return of_phase;
        }
        let title = self.title.replace(['\u{201C}', '\u{201D}'], "\"");
        let (before, rest) = title.split_once('"')?;
        let (name, after) = rest.split_once('"')?;
        let is_mode = key(before) == "the" && key(after) == "insertion mode"
            || key(before) == "the insertion mode" && after.is_empty();
        is_mode.then(|| name.to_owned())
    }

    /// Whether it has the rules for foreign content.
    pub(super) fn is_foreign(&self) -> bool {
        let title = key(self.title);
        title.contains("foreign content") || title.contains("foreign elements")
    }
}

/// The lines of two sections with the rows of one mode.
pub(super) fn doubled(sections: &[Part<'_>]) -> Option<[u32; 2]> {
    let has_rows = |it: &&Part<'_>| {
        let mut blocks = it.blocks.iter();
        blocks.any(|block| matches!(block, PageBlock::Entries(_)))
    };
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut all = sections.iter().filter(has_rows);
    all.find_map(|section| {
        let first = seen.insert(section.mode()?, section.line)?;
        Some([first, section.line])
    })
}

/// The sections of the blocks of a page.
pub(super) fn sections(blocks: &[PageBlock]) -> Vec<Part<'_>> {
    let mut found: Vec<Part<'_>> = Vec::new();
    for block in blocks {
        if let PageBlock::Heading { text, .. } = block {
            found.push(Part::of(text));
        } else if let Some(last) = found.last_mut() {
            last.blocks.push(block);
        }
    }
    found.retain(|section| key(section.title) != "the end");
    found
}

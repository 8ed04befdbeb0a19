//! The sections on trees of a page, by their headings.

use super::phases::{mode_of_phase, phase};
use crate::lexicon::key;
use crate::outline::PageBlock;
use crate::terms::numbered;
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

/// A section of the page, without those below it.
pub(super) struct TreeSection<'a> {
    pub(super) number: Option<&'a str>,
    pub(super) title: &'a str,
    /// The line of the heading.
    pub(super) line: u32,
    pub(super) blocks: Vec<&'a PageBlock>,
}

impl TreeSection<'_> {
    /// The number and the title.
    pub(super) fn heading(&self) -> String {
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
pub(super) fn doubled(sections: &[TreeSection<'_>]) -> Option<[u32; 2]> {
    let has_rows = |it: &&TreeSection<'_>| {
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
pub(super) fn sections(blocks: &[PageBlock]) -> Vec<TreeSection<'_>> {
    let mut found: Vec<TreeSection<'_>> = Vec::new();
    for block in blocks {
        if let PageBlock::Heading { text, .. } = block {
            let (number, title) = numbered(text.as_str());
            found.push(TreeSection {
                number,
                title,
                line: text.line(0),
                blocks: Vec::new(),
            });
        } else if let Some(last) = found.last_mut() {
            last.blocks.push(block);
        }
    }
    found.retain(|section| key(section.title) != "the end");
    found
}

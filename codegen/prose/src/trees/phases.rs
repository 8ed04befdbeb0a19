//! Pages of 2006 and 2007, on which the parser has phases, and only the main phase has insertion modes.
//!
//! The rows of all modes are below one entry of the main phase, `Anything else`; the entries before it are for every mode. Later pages
//! have no phases and a section for each mode. The outline of an older page is brought to their form: a phase is a mode, and each mode
//! has the rows that the main phase has for all of them before its own.

use crate::lexicon::key;
use crate::outline::{ListEntry, PageBlock, Text};
use crate::prefix::between;
use crate::report::SentenceReport;
use crate::terms::numbered;
use std::collections::HashSet;

/// The name of what switches to the main phase, which begins in one of its modes.
pub(super) const BEGIN: &str = "begin the main phase";

/// The phase that a heading is the title of.
pub(super) fn phase(title: &str) -> Option<String> {
    let title = key(title);
    between(&title, "the ", " phase").map(str::to_owned)
}

/// Whether a page has phases.
pub(super) fn has_phases(blocks: &[PageBlock]) -> bool {
    let of_modes = |block: &PageBlock| matches!(block, PageBlock::Entries(entries) if modes(entries).is_some());
    blocks.iter().any(of_modes)
}

/// Leaves one of the sentences that were read again in each mode.
pub(super) fn count_once(sentences: &mut Vec<SentenceReport>) {
    let mut seen = HashSet::new();
    sentences.retain(|it| seen.insert((it.line, it.original.clone())));
}

/// An outline in which each mode of the main phase has a heading.
pub(super) fn unfolded(blocks: Vec<PageBlock>) -> Vec<PageBlock> {
    let mut found = Vec::new();
    let mut number = String::new();
    for block in blocks {
        if let PageBlock::Heading { text, .. } = &block {
            let (of_heading, _) = numbered(text.as_str());
            number = of_heading.unwrap_or_default().to_owned();
        }
        match block {
            PageBlock::Entries(entries) => match modes(&entries) {
                Some((shared, modes)) => {
                    for mode in modes {
                        found.extend(unfolded_mode(&number, shared, mode));
                    }
                }
                None => found.push(PageBlock::Entries(entries)),
            },
            other => found.push(other),
        }
    }
    found
}

/// The entries that are for all modes, and those of the modes.
fn modes(entries: &[ListEntry]) -> Option<(&[ListEntry], &[ListEntry])> {
    let (last, shared) = entries.split_last()?;
    let [term] = &last.terms[..] else {
        return None;
    };
    let [PageBlock::Paragraph { text, .. }, PageBlock::Entries(modes)] = &last.body[..] else {
        return None;
    };
    let is_of_modes = key(term.as_str()) == "anything else"
        && key(text.as_str().trim_end_matches(':')) == "depends on the insertion mode"
        && modes
            .iter()
            .all(|it| matches!(&it.terms[..], [term] if mode_of_phase(term.as_str()).is_some()));
    is_of_modes.then_some((shared, modes))
}

/// The mode in the main phase that has the entries below a title.
pub(super) fn mode_of_phase(title: &str) -> Option<String> {
    let title = title.replace(['\u{201C}', '\u{201D}'], "\"");
    let (before, name) = title.strip_suffix('"')?.split_once('"')?;
    (key(before) == "if the insertion mode is").then(|| name.to_owned())
}

fn unfolded_mode(number: &str, shared: &[ListEntry], mode: &ListEntry) -> Vec<PageBlock> {
    let title = mode.terms.first();
    let heading = title.map(|term| PageBlock::Heading {
        level: 6,
        text: Text::at(term.line(0), &format!("{number} {}", term.as_str())),
    });
    let body = mode.body.iter().map(|block| match block {
        PageBlock::Entries(rows) => PageBlock::Entries([shared, rows].concat()),
        other => other.clone(),
    });
    heading.into_iter().chain(body).collect()
}

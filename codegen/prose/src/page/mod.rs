//! Pages of any shape as outlines.

mod depth;
mod dump;
mod html;
mod links;
mod markdown;
mod markup;
mod parts;
mod tree;

use super::outline::PageBlock;
use super::unread::Unread;
use std::borrow::Cow;

/// The shape of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// HTML: a generated page, a section of one, or the source that pages are generated from.
    Html,
    /// A plain text dump: indented, one line for each entry, or ruled with `|`; or Markdown.
    Dump,
}

/// The format of a page, detected from its text.
pub fn shape(source: &str) -> Shape {
    const TAGS: [&str; 6] = ["<dt", "<dl", "<p>", "<h4", "<h5", "<!doctype"];
    let mut starts = source.match_indices('<');
    match starts.any(|(at, _)| TAGS.iter().any(|tag| is_at(source, at, tag))) {
        true => Shape::Html,
        false => Shape::Dump,
    }
}

/// Whether these words are at a place of a page, in any case.
fn is_at(source: &str, at: usize, words: &str) -> bool {
    let found = source.as_bytes().get(at..at + words.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(words.as_bytes()))
}

/// The parts of a page that may be the sections to read.
#[derive(Default)]
pub(super) struct Page {
    pub(super) blocks: Vec<PageBlock>,
    /// The line of an element that is nested too deeply.
    pub(super) too_deep: Option<u32>,
    /// What the page contradicts itself in, with the lines.
    pub(super) contradictions: Vec<(u32, &'static str)>,
}

/// The parts of a page in HTML whose headings are wanted; nothing of other pages.
pub(super) fn read_parts(source: &str, wanted: fn(&str) -> bool) -> Result<Page, Unread> {
    match shape(source) {
        Shape::Html => read_html(source, wanted),
        Shape::Dump => Ok(Page::default()),
    }
}

/// Paragraphs of Bikeshed's markup end at blank lines, and those of sources without `p`.
fn read_html(source: &str, wanted: fn(&str) -> bool) -> Result<Page, Unread> {
    let html = markup::to_html(source);
    let is_marked_up = matches!(html, Cow::Owned(_));
    let ends_at_blank_lines = is_marked_up || !parts::has_element(source, "p");
    html::read(&html, wanted, ends_at_blank_lines)
}

/// Reads a page of any shape.
pub(super) fn read(source: &str) -> Result<Page, Unread> {
    match shape(source) {
        Shape::Html => read_html(source, parts::is_wanted),
        Shape::Dump => Ok(Page {
            blocks: dump::read(&markdown::to_text(source))?,
            ..Page::default()
        }),
    }
}

//! Pages of any shape as outlines.

mod dump;
mod html;
mod markup;
mod tree;

use super::outline::PageBlock;

/// The shape of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// HTML: a generated page, a section of one, or the source that pages are generated from.
    Html,
    /// A plain text dump: indented, one line for each entry, or ruled with `|`.
    Dump,
}

/// The format of a page, detected from its text.
pub fn shape(source: &str) -> Shape {
    const TAGS: [&str; 6] = ["<dt", "<dl", "<p>", "<h4", "<h5", "<!doctype"];
    let lower = |text: &str| text.to_ascii_lowercase();
    let html = source
        .lines()
        .filter(|line| line.contains('<'))
        .any(|line| TAGS.iter().any(|tag| lower(line).contains(tag)));
    if html { Shape::Html } else { Shape::Dump }
}

/// Reads a page of any shape. Also returns the line of an element that is nested too deeply.
pub(super) fn read(source: &str) -> (Vec<PageBlock>, Option<u32>) {
    match shape(source) {
        Shape::Html => html::read(&markup::to_html(source)),
        Shape::Dump => (dump::read(source), None),
    }
}

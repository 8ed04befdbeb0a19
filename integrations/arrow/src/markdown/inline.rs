//! The content of a block: text, images and line breaks, each with its style.
//!
//! It is kept in pieces until the block ends, as what is around a piece decides how it is written.

use super::delimiters;
use super::escape::{self, Context};

/// How a piece is written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// The number of the link.
    pub(super) link: Option<usize>,
    pub(super) is_strong: bool,
    pub(super) is_emphasis: bool,
    /// The number of the element of code.
    pub(super) code: Option<usize>,
}

impl Style {
    /// The style of what is between two pieces.
    fn common(self, other: Style) -> Style {
        Style {
            link: self.link.filter(|_| self.link == other.link),
            is_strong: self.is_strong && other.is_strong,
            is_emphasis: self.is_emphasis && other.is_emphasis,
            code: self.code.filter(|_| self.code == other.code),
        }
    }
}

/// A part of the content.
pub(super) enum Piece {
    Text(String),
    Image { alt: String, address: String },
    Break,
}

/// What precedes the next piece.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Break,
}

/// The content of a block under construction. It neither begins nor ends with white space.
#[derive(Default)]
pub(super) struct Inline {
    pieces: Vec<(Style, Piece)>,
    gap: Gap,
}

impl Inline {
    /// Adds text in which white space is collapsed.
    pub(super) fn text(&mut self, text: &str, style: Style) {
        for part in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let word = part.trim_ascii();
            if !word.is_empty() {
                self.fill_gap(style);
                self.push_text(style, word);
            }
            if word.len() < part.len() {
                self.space();
            }
        }
    }

    /// Adds an image.
    pub(super) fn image(&mut self, alt: &str, address: String, style: Style) {
        let style = Style {
            code: None,
            ..style
        };
        self.fill_gap(style);
        let alt: Vec<_> = alt.split_ascii_whitespace().collect();
        let alt = alt.join(" ");
        self.pieces.push((style, Piece::Image { alt, address }));
    }

    /// Separates what follows.
    pub(super) fn space(&mut self) {
        self.gap = self.gap.max(Gap::Space);
    }

    /// Begins a line. Returns whether that leaves an empty one.
    pub(super) fn line_break(&mut self) -> bool {
        std::mem::replace(&mut self.gap, Gap::Break) == Gap::Break
    }

    fn fill_gap(&mut self, next: Style) {
        let gap = std::mem::take(&mut self.gap);
        let Some((before, _)) = self.pieces.last() else {
            return;
        };
        let style = before.common(next);
        match gap {
            Gap::None => {}
            Gap::Space => self.push_text(style, " "),
            Gap::Break => {
                let style = Style {
                    code: None,
                    ..style
                };
                self.pieces.push((style, Piece::Break));
            }
        }
    }

    fn push_text(&mut self, style: Style, text: &str) {
        match self.pieces.last_mut() {
            Some((before, Piece::Text(last))) if *before == style => last.push_str(text),
            _ => self.pieces.push((style, Piece::Text(text.to_owned()))),
        }
    }

    /// Gives pieces of code in a row one style: if they were written apart, they would be read as one with backticks in it.
    fn unify_code(&mut self) {
        let is_row = |(a, _): &(Style, Piece), (b, _): &(Style, Piece)| {
            a.code.is_some() && b.code.is_some() && a.link == b.link
        };
        for row in self.pieces.chunk_by_mut(is_row) {
            let mut styles = row.iter().map(|(style, _)| *style);
            let first = styles.next().unwrap_or_default();
            let common = Style {
                code: first.code,
                ..styles.fold(first, Style::common)
            };
            row.iter_mut().for_each(|(style, _)| *style = common);
        }
    }

    /// Takes all, as Markdown. `addresses` are those of the links. What is longer than `budget` is cut off.
    pub(super) fn take(&mut self, context: Context, addresses: &[String], budget: usize) -> String {
        let mut taken = std::mem::take(self);
        taken.unify_code();
        let written = delimiters::write(&taken.pieces, context, addresses, budget);
        if context != Context::Paragraph {
            return written;
        }
        let mut out = String::with_capacity(written.len());
        for (at, line) in written.split('\n').enumerate() {
            if at > 0 {
                out.push('\n');
            }
            escape::line(line, &mut out);
        }
        out
    }
}

//! The visible text of a page.
//!
//! What a browser shows depends on a tree, on style sheets and on scripts. Here it depends on the elements alone, which decide
//! what is hidden and what separates two texts: those of [`Nesting`], or of a tree. Text that a style sheet or a script hides or
//! adds is read as the page has it.

use crate::columns::Partial;
use crate::elements::{Class, Element, Kind};
use crate::nesting::Nesting;
use tokenwright::Tag;

/// What the elements so far mean for the text that follows.
#[derive(Default)]
pub(crate) struct Visible {
    /// What is open.
    pub(crate) nesting: Nesting,
    /// Whether a line feed is dropped if it comes next: it is the first character of a `pre` or a `textarea`.
    drops_line_feed: bool,
}

/// What separates the next text from the text before.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Separator {
    #[default]
    None,
    Space,
    Tab,
    LineFeed,
}

impl Visible {
    /// Begins a page.
    pub(crate) fn begin(&mut self) {
        self.nesting.begin();
        self.drops_line_feed = false;
    }

    #[inline]
    pub(crate) fn start_tag(&mut self, tag: &Tag<'_>, element: Element) {
        self.nesting.start_tag(tag, element);
        let drops = element.kind == Kind::Preformatted || element.class == Class::TextArea;
        self.drops_line_feed = drops && !self.nesting.is_foreign();
    }

    #[inline]
    pub(crate) fn end_tag(&mut self, element: Element) {
        self.drops_line_feed = false;
        self.nesting.end_tag(element);
    }

    /// Reads what is neither a tag nor text.
    #[inline]
    pub(crate) fn other(&mut self) {
        self.drops_line_feed = false;
    }

    /// Appends what is visible of text. Returns its length, about.
    #[inline]
    pub(crate) fn text(&mut self, text: &str, mut out: Partial<'_>) -> usize {
        if self.nesting.is_hidden() {
            return 0;
        }
        let without_nulls;
        let text = match text.contains('\0') {
            true => {
                without_nulls = self.without_nulls(text);
                &without_nulls
            }
            false => text,
        };
        if !self.nesting.is_preformatted() {
            collapse(text, &mut self.nesting.separator, &mut out);
            return text.len();
        }
        let dropped = match self.drops_line_feed && text.starts_with('\n') {
            true => 1,
            false => 0,
        };
        self.drops_line_feed = false;
        let text = &text[dropped..];
        keep(text, &mut self.nesting.separator, &mut out);
        text.len()
    }

    /// The tree construction ignores U+0000 in HTML, and replaces it in SVG and MathML.
    #[cold]
    fn without_nulls(&mut self, text: &str) -> String {
        self.drops_line_feed &= !text.starts_with('\0');
        let is_foreign = self.nesting.is_foreign();
        text.replace('\0', if is_foreign { "\u{FFFD}" } else { "" })
    }
}

impl Separator {
    /// What an element separates before its content.
    #[inline]
    pub(crate) fn before(class: Class) -> Separator {
        match class {
            Class::Inline | Class::Void | Class::Hidden => Separator::None,
            Class::VoidBlock | Class::Block | Class::Preformatted | Class::Dialog => {
                Separator::LineFeed
            }
            Class::Cell => Separator::Tab,
            Class::TextArea => Separator::Space,
        }
    }

    /// What an element separates after its content.
    #[inline]
    pub(crate) fn after(class: Class) -> Separator {
        match class {
            Class::Cell => Separator::None,
            class => Separator::before(class),
        }
    }

    /// Writes the separator, unless nothing precedes it.
    #[inline]
    fn write(self, out: &mut Partial<'_>) {
        if !out.is_empty() {
            match self {
                Separator::None => {}
                Separator::Space => out.push(' '),
                Separator::Tab => out.push('\t'),
                Separator::LineFeed => out.push('\n'),
            }
        }
    }
}

/// Appends text in which white space is kept.
pub(crate) fn keep(text: &str, separator: &mut Separator, out: &mut Partial<'_>) {
    if !text.is_empty() {
        separator.write(out);
        *separator = Separator::None;
        out.push_str(text);
    }
}

/// Appends text in which white space is collapsed. `separator` is what precedes it, and then what follows it.
#[inline]
pub(crate) fn collapse(text: &str, separator: &mut Separator, out: &mut Partial<'_>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let spaces = bytes[at..].iter().take_while(|byte| is_space(**byte));
        let spaces = spaces.count();
        if spaces > 0 {
            *separator = (*separator).max(Separator::Space);
        }
        at += spaces;
        if at == bytes.len() {
            return;
        }
        // Words with one space between them are copied at once.
        let start = at;
        loop {
            let word = bytes[at..].iter().position(|byte| is_space(*byte));
            at = word.map_or(bytes.len(), |len| at + len);
            match bytes[at..] {
                [b' ', next, ..] if !is_space(next) => at += 1,
                _ => break,
            }
        }
        separator.write(out);
        *separator = Separator::None;
        out.push_str(&text[start..at]);
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    byte <= b' ' && byte.is_ascii_whitespace()
}

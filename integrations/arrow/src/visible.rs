//! The visible text of a page.
//!
//! What a browser shows depends on a tree, on style sheets and on scripts. Here it depends on the tags alone, which decide
//! in one pass what is hidden and what separates two texts. Text that a style sheet or a script hides or adds is read as
//! the page has it.

use crate::columns::Partial;
use crate::elements::{Class, Id, class_of};
use crate::hidden::Hidden;
use tokenwright::Tag;

/// What the tags so far mean for the text that follows.
#[derive(Default)]
pub(crate) struct Visible {
    hidden: Hidden,
    raw_text: Option<RawText>,
    /// How many elements are open in which white space is kept.
    preformatted: usize,
    /// Whether a line feed is dropped if it comes next: it is the first character of a `pre` or a `textarea`.
    drops_line_feed: bool,
    separator: Separator,
}

/// An element whose text is not shown.
struct RawText {
    element: Id,
    /// Whether it may have been empty: in `svg` and `math`, if it is self-closing. Elsewhere the next tag is its end tag.
    may_be_empty: bool,
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
        self.hidden.clear();
        self.raw_text = None;
        self.preformatted = 0;
        self.drops_line_feed = false;
        self.separator = Separator::None;
    }

    /// Whether what follows is not shown.
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden.is_open()
    }

    #[inline]
    pub(crate) fn start_tag(&mut self, tag: &Tag<'_>) {
        let element = Id::of(tag.name());
        self.raw_text = None;
        if self.hidden.is_open() && self.hidden.start_tag(element, tag.is_self_closing()) {
            return;
        }
        let class = class_of(element);
        self.drops_line_feed = false;
        match class {
            Class::Void | Class::Inline | Class::Formatting => {}
            Class::VoidBlock | Class::Block => self.separate(Separator::LineFeed),
            Class::Cell => self.separate(Separator::Tab),
            Class::Preformatted => {
                self.separate(Separator::LineFeed);
                self.preformatted += 1;
                self.drops_line_feed = true;
            }
            Class::TextArea => {
                self.separate(Separator::Space);
                self.preformatted += 1;
                self.drops_line_feed = true;
            }
            Class::RawText => {
                self.raw_text = Some(RawText {
                    element,
                    may_be_empty: tag.is_self_closing(),
                });
            }
            Class::Hidden => self.hidden.begin(element),
            Class::Dialog => {
                self.separate(Separator::LineFeed);
                if tag.attribute("open").is_none() {
                    self.hidden.begin(element);
                }
            }
        }
        let can_hide = !matches!(
            class,
            Class::Void | Class::VoidBlock | Class::RawText | Class::Hidden
        );
        if can_hide && !self.hidden.is_open() && tag.attribute("hidden").is_some() {
            self.hidden.begin(element);
        }
    }

    #[inline]
    pub(crate) fn end_tag(&mut self, tag: &Tag<'_>) {
        let element = Id::of(tag.name());
        if let Some(raw_text) = &self.raw_text
            && (raw_text.element == element || raw_text.may_be_empty)
        {
            self.raw_text = None;
        }
        let class = class_of(element);
        if self.hidden.is_open() && self.hidden.end_tag(element) {
            // What hides its content still separates lines.
            if !self.hidden.is_open() {
                self.leave(class);
            }
            return;
        }
        self.drops_line_feed = false;
        self.leave(class);
    }

    fn leave(&mut self, class: Class) {
        match class {
            Class::Block | Class::VoidBlock | Class::Dialog => self.separate(Separator::LineFeed),
            Class::Preformatted => {
                self.separate(Separator::LineFeed);
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            Class::TextArea => {
                self.separate(Separator::Space);
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// Appends what is visible of text. Returns its length, about.
    #[inline]
    pub(crate) fn text(&mut self, text: &str, is_foreign: bool, mut out: Partial<'_>) -> usize {
        if self.hidden.is_open() || self.raw_text.is_some() {
            return 0;
        }
        let without_nulls;
        let text = match text.contains('\0') {
            true => {
                without_nulls = self.without_nulls(text, is_foreign);
                &without_nulls
            }
            false => text,
        };
        if self.preformatted == 0 {
            collapse(text, &mut self.separator, &mut out);
            return text.len();
        }
        let dropped = match self.drops_line_feed && text.starts_with('\n') {
            true => 1,
            false => 0,
        };
        self.drops_line_feed = false;
        let text = &text[dropped..];
        if !text.is_empty() {
            self.separator.write(&mut out);
            self.separator = Separator::None;
            out.push_str(text);
        }
        text.len()
    }

    /// The tree construction ignores U+0000 in HTML, and replaces it in SVG and MathML.
    #[cold]
    fn without_nulls(&mut self, text: &str, is_foreign: bool) -> String {
        self.drops_line_feed &= !text.starts_with('\0');
        text.replace('\0', if is_foreign { "\u{FFFD}" } else { "" })
    }

    fn separate(&mut self, separator: Separator) {
        self.separator = self.separator.max(separator);
    }
}

impl Separator {
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

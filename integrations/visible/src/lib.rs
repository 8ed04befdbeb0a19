//! Text for a terminal, with the characters that it obeys or hides as escapes.
//!
//! Input that is printed as it is can change colours, move the cursor, or show text in another order than it has. Here
//! such characters are written as `\u202E`, in UTF-16 as in JSON: so text in a JSON string keeps its meaning.
//!
//! ```
//! use tokenwright_visible::Visible;
//!
//! assert_eq!(Visible("a\u{202E}b\u{9B}31m é").to_string(), "a\\u202Eb\\u009B31m é");
//! ```
#![forbid(unsafe_code)]

use std::fmt;
use std::io::{self, Write};

/// Whether a terminal obeys or hides a character: it is a control other than tab and line feed, a line or paragraph
/// separator, an annotation mark, or one that Unicode has ignored where it is not supported
/// (`Default_Ignorable_Code_Point`), such as those that set the direction of text, joiners, variation selectors and tags.
///
/// Combining marks such as U+0301 are not hidden, as they show on the character before them.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | ' '..='~' => false,
        '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => true,
        c => c.is_control(),
    }
}

/// Displays a text with escapes for hidden characters.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(
    /// The text.
    pub &'a str,
);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        parts(self.0, false, |part| match part {
            Part::Plain(text) => f.write_str(text),
            Part::Unit(unit) => write!(f, "\\u{unit:04X}"),
        })
    }
}

/// Passes text on to a writer, with escapes for hidden characters. Bytes that are not UTF-8 become U+FFFD.
///
/// Each call of [`write`](Write::write) must end with a whole character, as `write!` does.
#[derive(Debug)]
pub struct Writer<W> {
    inner: W,
    keeps_colours: bool,
}

impl<W: Write> Writer<W> {
    /// A writer that escapes all hidden characters.
    pub fn new(inner: W) -> Self {
        Writer {
            inner,
            keeps_colours: false,
        }
    }

    /// A writer that lets the sequences pass that set colours and other styles, such as `ESC [ 1 ; 31 m`. They can hide
    /// text, as `ESC [ 8 m` does: escape foreign text before it is written.
    pub fn with_colours(inner: W) -> Self {
        Writer {
            inner,
            keeps_colours: true,
        }
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        parts(
            &String::from_utf8_lossy(bytes),
            self.keeps_colours,
            |part| match part {
                Part::Plain(text) => self.inner.write_all(text.as_bytes()),
                Part::Unit(unit) => write!(self.inner, "\\u{unit:04X}"),
            },
        )?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

enum Part<'a> {
    Plain(&'a str),
    /// A unit of UTF-16 of a hidden character.
    Unit(u16),
}

/// Calls `take` with the parts of a text.
fn parts<E>(
    text: &str,
    keeps_colours: bool,
    mut take: impl FnMut(Part<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if text
        .bytes()
        .all(|byte| matches!(byte, b'\t' | b'\n' | b' '..=b'~'))
    {
        return take(Part::Plain(text));
    }
    let (mut from, mut colour_end) = (0, 0);
    for (at, c) in text.char_indices() {
        if at < colour_end || !is_hidden(c) {
            continue;
        }
        if keeps_colours && let Some(len) = colour_len(&text[at..]) {
            colour_end = at + len;
            continue;
        }
        take(Part::Plain(&text[from..at]))?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            take(Part::Unit(*unit))?;
        }
        from = at + c.len_utf8();
    }
    take(Part::Plain(&text[from..]))
}

/// The length of the sequence at the beginning of a text that sets a colour.
fn colour_len(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    parameters[end..].starts_with('m').then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::{Visible, Writer, is_hidden};
    use regex_syntax::hir::{Class, HirKind};
    use std::io::Write;

    #[test]
    fn everything_that_acts_on_a_terminal_is_hidden() {
        let controls = (0..0x20).chain(0x7F..0xA0).filter(|c| ![9, 10].contains(c));
        let directions = [0x200E, 0x200F, 0x61C].into_iter();
        let directions = directions.chain(0x202A..=0x202E).chain(0x2066..=0x2069);
        let others = [0x2028, 0x2029, 0xFEFF, 0xAD, 0x200B, 0xE0041];
        for code in controls.chain(directions).chain(others) {
            let c = char::from_u32(code).expect("a character");
            assert!(is_hidden(c), "{code:X}");
            let shown = Visible(&format!("a{c}b")).to_string();
            assert!(
                !shown.contains(is_hidden) && shown.ends_with('b'),
                "{shown:?}"
            );
        }
        for plain in "a \t\n\\\"~\u{A0}é中\u{301}😀ش".chars() {
            assert!(!is_hidden(plain), "{plain:?}");
        }
    }

    #[test]
    fn the_properties_of_unicode_decide() {
        let pattern =
            r"[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}--[\t\n]]";
        let class = regex_syntax::parse(pattern).expect("a class");
        let HirKind::Class(Class::Unicode(class)) = class.kind() else {
            panic!("no class: {class:?}");
        };
        for c in '\0'..=char::MAX {
            let is_in = class
                .iter()
                .any(|range| (range.start()..=range.end()).contains(&c));
            assert_eq!(is_hidden(c), is_in, "{c:?}");
        }
    }

    #[test]
    fn a_writer_keeps_nothing_but_colours() {
        let text = "\x1b[1;31mred\x1b[0m \x1b[2Jx\x1b]0;t\x07\x1b[31\u{9b}m\u{E0041}";
        let written = |mut writer: Writer<Vec<u8>>| {
            write!(writer, "{text}").expect("memory");
            String::from_utf8(writer.inner).expect("text")
        };
        assert_eq!(written(Writer::new(Vec::new())), Visible(text).to_string());
        assert_eq!(
            written(Writer::with_colours(Vec::new())),
            "\x1b[1;31mred\x1b[0m \\u001B[2Jx\\u001B]0;t\\u0007\\u001B[31\\u009Bm\\uDB40\\uDC41"
        );
    }
}

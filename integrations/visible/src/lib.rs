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

use std::fmt::{self, Write as _};
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
        let mut shown = String::with_capacity(self.0.len());
        parts(self.0, false, |part| match part {
            Part::Plain(text) => shown.write_str(text),
            Part::Unit(unit) => write!(shown, "\\u{unit:04X}"),
        })?;
        f.pad(&shown)
    }
}

/// Passes text on to a writer, with escapes for hidden characters. Bytes that are not UTF-8 become U+FFFD.
///
/// A character, or a sequence that sets a colour, may be in several calls of [`write`](Write::write), as
/// `write!("\x1b[{colour}m")` makes them. One that has begun waits for its end, for [`flush`](Write::flush), or until the
/// writer is dropped.
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: W,
    keeps_colours: bool,
    /// The beginning of a character or of a sequence.
    begun: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// A writer that escapes all hidden characters.
    pub fn new(inner: W) -> Self {
        Writer {
            inner,
            keeps_colours: false,
            begun: Vec::new(),
        }
    }

    /// A writer that lets the sequences pass that set colours and other styles, such as `ESC [ 1 ; 31 m`. They can hide
    /// text, as `ESC [ 8 m` does: escape foreign text before it is written.
    pub fn with_colours(inner: W) -> Self {
        Writer {
            inner,
            keeps_colours: true,
            begun: Vec::new(),
        }
    }

    /// Writes what has begun, although its end has not come.
    fn release(&mut self) -> io::Result<()> {
        let begun = std::mem::take(&mut self.begun);
        self.escape(&begun)
    }

    fn escape(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        parts(&text, self.keeps_colours, |part| match part {
            Part::Plain(text) => self.inner.write_all(text.as_bytes()),
            Part::Unit(unit) => write!(self.inner, "\\u{unit:04X}"),
        })
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut joined = std::mem::take(&mut self.begun);
        let all = match joined.is_empty() {
            true => bytes,
            false => {
                joined.extend(bytes);
                &joined
            }
        };
        let (whole, begun) = all.split_at(all.len() - begun_len(all, self.keeps_colours));
        self.begun = begun.to_vec();
        self.escape(whole)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.release()?;
        self.inner.flush()
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        // As with `BufWriter`, only a call of `flush` reports an error.
        let _ = self.release();
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

/// The most bytes of a sequence that sets a colour: more than two colours and all styles take.
const COLOUR: usize = 64;

/// The length of the sequence at the beginning of a text that sets a colour.
fn colour_len(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let len = end + 3;
    (parameters[end..].starts_with('m') && len <= COLOUR).then_some(len)
}

/// How many bytes at the end are the beginning of a character or of a sequence that sets a colour.
fn begun_len(bytes: &[u8], keeps_colours: bool) -> usize {
    let last = &bytes[bytes.len() - bytes.len().min(COLOUR - 1)..];
    if keeps_colours && let Some(at) = last.iter().rposition(|byte| *byte == 0x1B) {
        let sequence = &last[at..];
        let mut parameters = sequence.iter().skip(2);
        let is_begun = sequence.get(1).is_none_or(|byte| *byte == b'[')
            && parameters.all(|byte| byte.is_ascii_digit() || *byte == b';');
        if is_begun {
            return sequence.len();
        }
    }
    // A character has at most four bytes, of which the first is not `10xxxxxx`.
    let last = &bytes[bytes.len() - bytes.len().min(3)..];
    let Some(at) = last.iter().rposition(|byte| byte & 0xC0 != 0x80) else {
        return 0;
    };
    match std::str::from_utf8(&last[at..]) {
        Err(error) if error.error_len().is_none() => last.len() - at,
        _ => 0,
    }
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

    /// What a writer writes of a text that comes in parts.
    fn written(keeps_colours: bool, parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = match keeps_colours {
            true => Writer::with_colours(&mut out),
            false => Writer::new(&mut out),
        };
        for part in parts {
            writer.write_all(part).expect("memory");
        }
        drop(writer);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_writer_keeps_nothing_but_colours() {
        let text = "\x1b[1;31mred\x1b[0m \x1b[2Jx\x1b]0;t\x07\x1b[31\u{9b}m\u{E0041}";
        let text = text.as_bytes();
        let shown = Visible(std::str::from_utf8(text).expect("text")).to_string();
        assert_eq!(written(false, &[text]), shown);
        assert_eq!(
            written(true, &[text]),
            "\x1b[1;31mred\x1b[0m \\u001B[2Jx\\u001B]0;t\\u0007\\u001B[31\\u009Bm\\uDB40\\uDC41"
        );
    }

    /// As `write!` does with arguments, and `io::copy` anywhere.
    #[test]
    fn a_text_may_be_written_in_parts() {
        let long = format!("\x1b[{}m\x1b[{}m", "1;".repeat(30), "1;".repeat(31));
        let texts: [&[u8]; 4] = [
            "\x1b[1;38;5;9mé\u{202E}\x1b\x1b[\x1b[0m€😀\x1b[2J\x1b[31\u{9b}m\u{E0041}\x1b[3"
                .as_bytes(),
            b"\xE2\x82 \xF0\x9F\x98\x1b[\xFF\xC3m\x1b[m\x80\x80\x80\x80\xE2\x82",
            long.as_bytes(),
            "\x1b[1mé\x1b".as_bytes(),
        ];
        for (text, colours) in texts.into_iter().flat_map(|it| [(it, false), (it, true)]) {
            let whole = written(colours, &[text]);
            let bytes: Vec<&[u8]> = text.chunks(1).collect();
            assert_eq!(written(colours, &bytes), whole, "{text:?}");
            for split in 0..=text.len() {
                let (a, b) = text.split_at(split);
                assert_eq!(written(colours, &[a, b]), whole, "{text:?} at {split}");
            }
        }
        let shown = written(true, &[long.as_bytes()]);
        assert_eq!(shown.find("\\u001B"), Some(63), "{shown}");
        let (colour, mut out) = (31, Vec::new());
        write!(Writer::with_colours(&mut out), "\x1b[{colour}m").expect("memory");
        assert_eq!(out, b"\x1b[31m");
    }

    #[test]
    fn a_text_is_padded_with_its_escapes() {
        assert_eq!(
            format!("{:>8}|{:<8}|", Visible("\x07a"), Visible("é")),
            " \\u0007a|é       |"
        );
    }
}

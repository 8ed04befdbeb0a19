//! Where an edit joins text that was apart before.
//!
//! In `<<!---->b>`, the first `<` is text because a comment follows. Without the comment, `<b>` would be a tag.

use alloc::format;
use alloc::vec::Vec;

/// U+FEFF, which a tokenizer may strip at the beginning.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// How text ends, as far as what follows it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tail {
    /// In any other way.
    #[default]
    Closed,
    /// With `<`, which begins markup if the right characters follow.
    LessThan,
    /// With `&`, which begins a reference if the right characters follow.
    Ampersand,
    /// With `</title`, `&am` or `&#1`: it becomes markup or another reference if the right characters follow.
    Open,
    /// With U+000D, which is one line ending with a following U+000A.
    Return,
}

impl Tail {
    /// Whether text with this first byte would be read in another way after it.
    fn takes(self, byte: u8) -> bool {
        match self {
            Tail::Closed => false,
            Tail::LessThan | Tail::Ampersand | Tail::Open => {
                byte.is_ascii() && !matches!(byte, b'<' | b'&' | 0)
            }
            Tail::Return => byte == b'\n',
        }
    }
}

/// The end of the text that was written last.
#[derive(Debug, Default)]
pub(crate) struct Seam {
    tail: Tail,
    /// The offset in the input up to which nothing was written since that text.
    end: usize,
    /// Whether something between was removed.
    is_joined: bool,
}

impl Seam {
    /// Text from `start` is written as it is in the input. Returns whether its first character must be escaped.
    #[inline]
    pub(crate) fn keep_text(&mut self, start: usize, source: &[u8]) -> bool {
        let before = match start == self.end {
            true => self.tail,
            false => Tail::Closed,
        };
        let escapes = self.is_joined && source.first().is_some_and(|byte| before.takes(*byte));
        let rest = trim_name(source);
        let has_no_name = rest.len() == source.len();
        self.tail = match (rest, before) {
            ([.., b'<'], _) if has_no_name => Tail::LessThan,
            ([.., b'&'], _) if has_no_name => Tail::Ampersand,
            ([.., b'<' | b'&'] | [.., b'<', b'/'] | [.., b'&', b'#'], _) => Tail::Open,
            // The rest is in the pieces before.
            ([b'/'], Tail::LessThan) | ([b'#'], Tail::Ampersand) if !escapes => Tail::Open,
            ([], Tail::LessThan | Tail::Ampersand | Tail::Open) if !escapes => Tail::Open,
            ([.., b'\r'], _) if source.ends_with(b"\r") => Tail::Return,
            _ => Tail::Closed,
        };
        self.end = start + source.len();
        self.is_joined = false;
        escapes
    }

    /// A token from `start` to `end` is removed.
    pub(crate) fn remove(&mut self, start: usize, end: usize) {
        if start != self.end {
            self.tail = Tail::Closed;
        }
        self.end = end;
        self.is_joined = true;
    }

    /// Whether text with this first byte must be escaped at its beginning, if it is written at this offset of the input.
    pub(crate) fn takes(&self, offset: usize, byte: u8) -> bool {
        offset == self.end && self.tail.takes(byte)
    }

    /// Something was written that ends neither like markup nor like a reference.
    pub(crate) fn close(&mut self) {
        self.tail = Tail::Closed;
    }
}

/// The text without the letters and digits at its end.
fn trim_name(source: &[u8]) -> &[u8] {
    let end = source
        .iter()
        .rposition(|byte| !byte.is_ascii_alphanumeric());
    &source[..end.map_or(0, |at| at + 1)]
}

/// Writes the first character of text, U+FEFF or an ASCII character, as a character reference. Returns how many bytes that
/// is.
pub(crate) fn escape_first(text: &[u8], out: &mut Vec<u8>) -> usize {
    let (code, len) = match text {
        _ if text.starts_with(BYTE_ORDER_MARK) => (0xFEFF, BYTE_ORDER_MARK.len()),
        [b'\r', b'\n', ..] => (u32::from(b'\n'), 2),
        [b'\r', ..] => (u32::from(b'\n'), 1),
        [byte, ..] => (u32::from(*byte), 1),
        [] => return 0,
    };
    out.extend_from_slice(format!("&#{code};").as_bytes());
    len
}

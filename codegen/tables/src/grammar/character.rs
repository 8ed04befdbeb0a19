//! Code points in the notation of the tables: `U+003C (<)`.

use super::form::Hole;
use super::phrase::Number;
use std::fmt;

/// A code point with its gloss. A surrogate can be named, so this is not a `char`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Char(pub u32);

/// The gloss that follows `U+XXXX` in parentheses; `None` for a code point without one.
pub fn gloss(code: u32) -> Option<String> {
    Some(match code {
        0x00 => "NULL".into(),
        0x09 => "tab".into(),
        0x0A => "LF".into(),
        0x0B => "VT".into(),
        0x0C => "FF".into(),
        0x0D => "CR".into(),
        0x20 => "space".into(),
        0x21..=0x7E => char::from_u32(code).expect("ASCII").to_string(),
        _ => return None,
    })
}

impl fmt::Display for Char {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", self.0)?;
        gloss(self.0).map_or(Ok(()), |gloss| write!(f, " ({gloss})"))
    }
}

impl Char {
    /// A code point with its gloss, a surrogate too: what a row can name.
    pub fn parse(text: &str) -> Option<Self> {
        let char = Char(code_of(text)?);
        (char.to_string() == text).then_some(char)
    }

    /// The code point with its gloss that a misspelt `text` may have meant: another gloss, another notation, or the
    /// bare character.
    pub(super) fn respelt(text: &str) -> Option<Char> {
        let mut chars = text.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(alone), None) => Some(alone.into()),
            _ => code_of(text).or_else(|| Number::respelt(text).map(Number::value)),
        };
        code.filter(|code| *code <= LAST).map(Char)
    }

    /// Whether it is half of a UTF-16 pair, and so no character of its own.
    pub fn is_surrogate(self) -> bool {
        char::from_u32(self.0).is_none()
    }
}

impl Hole for Char {
    const EXPECTS: &'static str =
        "a code point with its gloss, such as U+003C (<); a surrogate is no character";

    fn read(text: &str) -> Option<Self> {
        Char::parse(text).filter(|char| !char.is_surrogate())
    }

    fn mend(text: &str) -> Option<String> {
        let char = Char::respelt(text)?;
        let char = match char.is_surrogate() {
            true => Char(char::REPLACEMENT_CHARACTER.into()),
            false => char,
        };
        Some(char.to_string())
    }
}

const LAST: u32 = 0x10_FFFF;

/// The code point at the start of `text`, with any gloss.
fn code_of(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("U+").or(text.strip_prefix("u+"))?;
    let digits = &digits[..digits
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(digits.len())];
    let code = u32::from_str_radix(digits, 16).ok()?;
    (digits.len() <= 6 && code <= LAST).then_some(code)
}

//! Code points in the notation of the tables: `U+003C (<)`.

use super::form::Hole;
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

impl Hole for Char {
    const EXPECTS: &'static str = "a code point with its gloss, such as U+003C (<)";

    fn read(text: &str) -> Option<Self> {
        let code = code_of(text)?;
        (Char(code).to_string() == text).then_some(Char(code))
    }

    /// The same code point with the right gloss; for a bare character, its code point with the gloss.
    fn mend(text: &str) -> Option<String> {
        let mut chars = text.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(alone), None) => Some(alone.into()),
            _ => code_of(text),
        };
        code.map(|code| Char(code).to_string())
    }
}

/// The code point at the start of `text`, with any gloss.
fn code_of(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("U+")?;
    let digits = &digits[..digits
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(digits.len())];
    let code = u32::from_str_radix(digits, 16).ok()?;
    (digits.len() <= 6 && code <= 0x10_FFFF).then_some(code)
}

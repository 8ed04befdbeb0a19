//! Matchers of rows, and sets of characters and numbers in conditions.
//!
//! Rows and conditions name characters in the spec's words, with the same classes. A matcher is kept as written, not
//! as a set: the writer prints it again, and messages speak of the class and not of its ranges. An unknown class
//! parses, because only the revision knows its classes; `check` reports it at its place.

use super::character::Char;
use super::form::Hole;
use super::phrase::{Number, alternatives, named};
use std::fmt;

named! {
    /// The classes that every revision has, by their Infra names.
    Class {
        /// U+0030 to U+0039.
        AsciiDigit = "ASCII digit",
        /// U+0041 to U+0046.
        AsciiUpperHexDigit = "ASCII upper hex digit",
        /// U+0061 to U+0066.
        AsciiLowerHexDigit = "ASCII lower hex digit",
        /// An ASCII digit, or a letter from A to F in either case.
        AsciiHexDigit = "ASCII hex digit",
        /// U+0041 to U+005A.
        AsciiUpperAlpha = "ASCII upper alpha",
        /// U+0061 to U+007A.
        AsciiLowerAlpha = "ASCII lower alpha",
        /// An ASCII letter.
        AsciiAlpha = "ASCII alpha",
        /// An ASCII letter or digit.
        AsciiAlphanumeric = "ASCII alphanumeric",
        /// Tab, LF, FF, CR and space.
        AsciiWhitespace = "ASCII whitespace",
        /// U+0000 to U+001F and U+007F to U+009F.
        Control = "control",
        /// U+FDD0 to U+FDEF, and the last two code points of each plane.
        Noncharacter = "noncharacter",
        /// U+D800 to U+DFFF.
        Surrogate = "surrogate",
    }
}

impl Class {
    /// The class's members as inclusive ranges of code points, in order.
    pub fn ranges(self) -> Vec<(u32, u32)> {
        const DIGIT: (u32, u32) = (0x30, 0x39);
        const UPPER: (u32, u32) = (0x41, 0x5A);
        const LOWER: (u32, u32) = (0x61, 0x7A);
        match self {
            // The Infra Standard counts A to F as upper hex digits only together with the digits;
            // the tokenization section has a separate row for the digits before this one.
            Class::AsciiUpperHexDigit => vec![DIGIT, (0x41, 0x46)],
            Class::AsciiLowerHexDigit => vec![DIGIT, (0x61, 0x66)],
            Class::AsciiHexDigit => vec![DIGIT, (0x41, 0x46), (0x61, 0x66)],
            Class::AsciiDigit => vec![DIGIT],
            Class::AsciiUpperAlpha => vec![UPPER],
            Class::AsciiLowerAlpha => vec![LOWER],
            Class::AsciiAlpha => vec![UPPER, LOWER],
            Class::AsciiAlphanumeric => vec![DIGIT, UPPER, LOWER],
            Class::AsciiWhitespace => vec![(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)],
            Class::Control => vec![(0x00, 0x1F), (0x7F, 0x9F)],
            Class::Surrogate => vec![(0xD800, 0xDFFF)],
            Class::Noncharacter => std::iter::once((0xFDD0, 0xFDEF))
                .chain((0..=0x10).map(|plane| (plane << 16 | 0xFFFE, plane << 16 | 0xFFFF)))
                .collect(),
        }
    }
}

impl Hole for Class {
    const EXPECTS: &'static str = "a class of characters, such as ASCII whitespace";

    fn read(text: &str) -> Option<Self> {
        let mut all = Class::ALL.iter();
        all.find(|(_, name)| *name == text).map(|(class, _)| *class)
    }
}

/// An entry of `on`, `peek` or `except`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Matcher {
    /// `U+003C (<)`
    Char(Char),
    /// `U+0001 to U+0008`
    Range(Char, Char),
    /// `ASCII alpha`
    Class(Class),
    /// A class that the revision defines in its `[classes]`.
    Defined(String),
    /// `the additional allowed character`, in a procedure that has one.
    AdditionalAllowed,
    /// `EOF`: the end of the input.
    Eof,
    /// `anything else`: every character that no earlier row matches, and EOF.
    AnythingElse,
}

impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matcher::Char(char) => char.fmt(f),
            Matcher::Range(first, last) => write!(f, "{first} to {last}"),
            Matcher::Class(class) => class.fmt(f),
            Matcher::Defined(name) => f.write_str(name),
            Matcher::AdditionalAllowed => f.write_str("the additional allowed character"),
            Matcher::Eof => f.write_str("EOF"),
            Matcher::AnythingElse => f.write_str("anything else"),
        }
    }
}

impl Matcher {
    /// Parses a matcher in the notation of rows; `None` if `text` is not one.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text)
    }

    /// The characters that the matcher names; none for a class that the revision defines.
    #[must_use]
    pub fn ranges(&self) -> Vec<(u32, u32)> {
        match self {
            Matcher::Char(char) => vec![(char.0, char.0)],
            Matcher::Range(first, last) => vec![(first.0, last.0)],
            Matcher::Class(class) => class.ranges(),
            Matcher::Defined(_)
            | Matcher::AdditionalAllowed
            | Matcher::Eof
            | Matcher::AnythingElse => Vec::new(),
        }
    }
}

impl Hole for Matcher {
    const EXPECTS: &'static str = "a character such as U+003C (<), a range, a class, or EOF";

    /// Any other name is taken as a class; `check` reports a class that the revision does not define.
    fn read(text: &str) -> Option<Self> {
        if let Some(class) = Class::read(text) {
            return Some(Matcher::Class(class));
        }
        match text {
            "EOF" => return Some(Matcher::Eof),
            "anything else" => return Some(Matcher::AnythingElse),
            "the additional allowed character" => return Some(Matcher::AdditionalAllowed),
            _ => {}
        }
        if text.starts_with("U+") {
            // No gloss contains " to ", so the first one separates the ends.
            return match text.split_once(" to ") {
                Some((first, last)) => {
                    Some(Matcher::Range(Char::parse(first)?, Char::parse(last)?))
                }
                None => Char::parse(text).map(Matcher::Char),
            };
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
        // Of "is not ASCII alpha", the "not" belongs to the verb.
        let is_name = !text.is_empty() && !text.starts_with("not ") && text.chars().all(plain);
        is_name.then(|| Matcher::Defined(text.into()))
    }

    fn mend(text: &str) -> Option<String> {
        let respelt = |text| Char::respelt(text).map(|char| char.to_string());
        match text.split_once(" to ") {
            Some((first, last)) => Some(format!("{} to {}", respelt(first)?, respelt(last)?)),
            None => respelt(text),
        }
    }
}

alternatives! {
    /// Matchers joined by ` or `, inside a condition: `U+003D (=) or ASCII alphanumeric`.
    Set(Matcher),
    "characters or classes joined by \" or \""
}

alternatives! {
    /// Numbers joined by ` or `, inside a condition on the character reference code.
    Numbers(NumberRange),
    "numbers such as 0x0D, 0xD800 to 0xDFFF, greater than 0x10FFFF or a surrogate"
}

/// One member of [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberRange {
    /// `0x0D`
    One(Number),
    /// `0xD800 to 0xDFFF`
    Range(Number, Number),
    /// `greater than 0x10FFFF`
    GreaterThan(Number),
    /// `a surrogate`, `a noncharacter`, `a control`, `ASCII whitespace`
    Class(Class),
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberRange::One(n) => n.fmt(f),
            NumberRange::Range(a, b) => write!(f, "{a} to {b}"),
            NumberRange::GreaterThan(n) => write!(f, "greater than {n}"),
            NumberRange::Class(Class::AsciiWhitespace) => f.write_str("ASCII whitespace"),
            NumberRange::Class(class) => write!(f, "a {class}"),
        }
    }
}

impl NumberRange {
    fn read(text: &str) -> Option<Self> {
        Self::spelt(text, Number::read)
    }

    fn mend(text: &str) -> Option<String> {
        Self::spelt(text, Number::respelt).map(|range| range.to_string())
    }

    /// Reads a member whose numbers `number` reads.
    fn spelt(text: &str, number: impl Fn(&str) -> Option<Number>) -> Option<Self> {
        let read = if text == "ASCII whitespace" {
            NumberRange::Class(Class::AsciiWhitespace)
        } else if let Some(name) = text.strip_prefix("a ") {
            NumberRange::Class(Class::read(name)?)
        } else if let Some(least) = text.strip_prefix("greater than ") {
            NumberRange::GreaterThan(number(least)?)
        } else if let Some((first, last)) = text.split_once(" to ") {
            NumberRange::Range(number(first)?, number(last)?)
        } else {
            NumberRange::One(number(text)?)
        };
        Some(read)
    }

    /// The members as inclusive ranges, in order.
    pub fn ranges(self) -> Vec<(u32, u32)> {
        match self {
            NumberRange::One(n) => vec![(n.value(), n.value())],
            NumberRange::Range(a, b) => vec![(a.value(), b.value())],
            NumberRange::GreaterThan(n) => match n.value().checked_add(1) {
                Some(least) => vec![(least, u32::MAX)],
                None => Vec::new(),
            },
            NumberRange::Class(class) => class.ranges(),
        }
    }

    /// Whether `number` is a member.
    pub fn contains(self, number: u32) -> bool {
        match self {
            NumberRange::One(n) => number == n.value(),
            NumberRange::Range(a, b) => (a.value()..=b.value()).contains(&number),
            NumberRange::GreaterThan(n) => number > n.value(),
            NumberRange::Class(class) => {
                let mut ranges = class.ranges().into_iter();
                ranges.any(|(a, b)| (a..=b).contains(&number))
            }
        }
    }
}

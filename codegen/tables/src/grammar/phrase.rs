//! The smaller phrases that fill the holes of steps and conditions.

use super::character::Char;
use super::form::Hole;
use std::fmt;

/// Declares an enum whose members are fixed phrases.
macro_rules! phrases {
    ($(#[$meta:meta])* $name:ident, $expects:literal { $( $variant:ident = $text:literal ),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $( #[doc = concat!("`", $text, "`")] $variant ),+ }

        impl $name {
            /// Every member, in the order of the documentation.
            pub const ALL: &'static [(Self, &'static str)] = &[$( ($name::$variant, $text) ),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $( $name::$variant => $text ),+ })
            }
        }

        impl Hole for $name {
            const EXPECTS: &'static str = $expects;

            fn read(text: &str) -> Option<Self> {
                match text { $( $text => Some($name::$variant), )+ _ => None }
            }

            fn mend(text: &str) -> Option<String> {
                super::form::nearest(text, [$($text),+]).map(Into::into)
            }
        }
    };
}

phrases! {
    /// The kind of token that a step creates.
    TokenKind, "`a start tag`, `an end tag` or `a DOCTYPE`" {
        StartTag = "a start tag",
        EndTag = "an end tag",
        Doctype = "a DOCTYPE",
    }
}

phrases! {
    /// The token that a step emits.
    Token, "`tag`, `comment`, `DOCTYPE` or `processing instruction`" {
        Tag = "tag",
        Comment = "comment",
        Doctype = "DOCTYPE",
        ProcessingInstruction = "processing instruction",
    }
}

phrases! {
    /// A string that steps build up.
    Field, "a field such as `the current tag token's tag name` or `the temporary buffer`" {
        TagName = "the current tag token's tag name",
        AttributeName = "the current attribute's name",
        AttributeValue = "the current attribute's value",
        CommentData = "the current comment token's data",
        DoctypeName = "the current DOCTYPE token's name",
        PublicIdentifier = "the current DOCTYPE token's public identifier",
        SystemIdentifier = "the current DOCTYPE token's system identifier",
        ProcessingInstructionData = "the current processing instruction token's data",
        TemporaryBuffer = "the temporary buffer",
    }
}

phrases! {
    /// Affirmed or negated.
    Is, "`is` or `is not`" { Is = "is", IsNot = "is not" }
}

phrases! {
    /// Affirmed or negated, of several.
    Are, "`are` or `are not`" { Are = "are", AreNot = "are not" }
}

phrases! {
    /// The values of the content model flag of the oldest revisions.
    ContentModel, "`PCDATA`, `RCDATA`, `CDATA` or `PLAINTEXT`" {
        Pcdata = "PCDATA",
        Rcdata = "RCDATA",
        Cdata = "CDATA",
        Plaintext = "PLAINTEXT",
    }
}

phrases! {
    /// The text modes to which tree construction can switch the tokenizer. Every revision has all of them.
    Mode, "`data`, `RCDATA`, `RAWTEXT`, `script data` or `PLAINTEXT`" {
        Data = "data",
        Rcdata = "RCDATA",
        Rawtext = "RAWTEXT",
        ScriptData = "script data",
        Plaintext = "PLAINTEXT",
    }
}

phrases! {
    /// The values of a flag.
    FlagSetting, "`true` or `false`" { True = "true", False = "false" }
}

/// The source of an appended or assigned string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// `the current input character`
    Current,
    /// `the lowercase of the current input character`
    CurrentLowercase,
    /// `the uppercase of the current input character`
    CurrentUppercase,
    /// `each character in the temporary buffer`
    TemporaryBuffer,
    /// `each matched character`: those of the longest match
    Matched,
    /// `the characters of the matched reference`
    MatchedReference,
    /// `the returned characters`
    Returned,
    /// `a code point equal to the character reference code`
    CharacterReferenceCode,
    /// `the empty string`
    Empty,
    /// `U+FFFD`
    Char(Char),
}

impl Source {
    const PHRASES: [(Source, &'static str); 9] = [
        (Source::Current, "the current input character"),
        (
            Source::CurrentLowercase,
            "the lowercase of the current input character",
        ),
        (
            Source::CurrentUppercase,
            "the uppercase of the current input character",
        ),
        (
            Source::TemporaryBuffer,
            "each character in the temporary buffer",
        ),
        (Source::Matched, "each matched character"),
        (
            Source::MatchedReference,
            "the characters of the matched reference",
        ),
        (Source::Returned, "the returned characters"),
        (
            Source::CharacterReferenceCode,
            "a code point equal to the character reference code",
        ),
        (Source::Empty, "the empty string"),
    ];

    /// The fixed phrases among the sources; a code point is the other kind.
    pub(crate) fn phrases() -> impl Iterator<Item = &'static str> {
        Source::PHRASES.iter().map(|(_, phrase)| *phrase)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Char(char) => char.fmt(f),
            other => {
                let (_, text) = Source::PHRASES
                    .iter()
                    .find(|(s, _)| s == other)
                    .expect("every phrase is listed");
                f.write_str(text)
            }
        }
    }
}

impl Hole for Source {
    const EXPECTS: &'static str =
        "a source such as `the current input character`, `the empty string` or U+FFFD";

    fn read(text: &str) -> Option<Self> {
        let phrase = Source::PHRASES
            .iter()
            .find(|(_, t)| *t == text)
            .map(|(s, _)| *s);
        phrase.or_else(|| Char::read(text).map(Source::Char))
    }

    fn mend(text: &str) -> Option<String> {
        Char::mend(text).or_else(|| super::form::nearest(text, Source::phrases()).map(Into::into))
    }
}

/// The name of a state, without the word "state". `check` reports one that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateName(pub String);

impl fmt::Display for StateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Hole for StateName {
    const EXPECTS: &'static str = "the name of a state";

    fn read(text: &str) -> Option<Self> {
        (!text.is_empty() && text != "return").then(|| StateName(text.into()))
    }
}

/// A name: an error code, a procedure, a list of names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub String);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Hole for Word {
    const EXPECTS: &'static str = "a name";

    fn read(text: &str) -> Option<Self> {
        (!text.trim().is_empty() && text.trim() == text).then(|| Word(text.into()))
    }
}

/// A string in quotation marks: `"script"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quoted(pub String);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

impl Hole for Quoted {
    const EXPECTS: &'static str = "a string in quotation marks";

    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('"')?.strip_suffix('"')?;
        (!inner.contains('"')).then(|| Quoted(inner.into()))
    }
}

/// A number, hexadecimal (`0xFFFD`) or decimal (`16`), printed as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `0xFFFD`
    Hex(u32),
    /// `16`
    Decimal(u32),
}

impl Number {
    /// The number, independent of its notation.
    pub fn value(self) -> u32 {
        match self {
            Number::Hex(n) | Number::Decimal(n) => n,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Hex(n) => write!(f, "0x{n:04X}"),
            Number::Decimal(n) => write!(f, "{n}"),
        }
    }
}

impl Hole for Number {
    const EXPECTS: &'static str = "a number such as 16 or 0xFFFD";

    fn read(text: &str) -> Option<Self> {
        let read = match text.strip_prefix("0x") {
            Some(digits) => Number::Hex(u32::from_str_radix(digits, 16).ok()?),
            None => Number::Decimal(text.parse().ok()?),
        };
        (read.to_string() == text).then_some(read)
    }
}

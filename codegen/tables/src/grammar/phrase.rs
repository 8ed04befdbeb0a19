//! The smaller phrases that fill the holes of steps and conditions.
//!
//! A hole has a type, so that "emit the {token}" takes the tokens and nothing else, and a message can list what fits.
//! Phrases that are fixed are an enum from a list of texts; the others parse by hand. Every phrase prints as it was
//! read. A number keeps its notation for that, which comparisons ignore.

use super::character::Char;
use super::form::Hole;
use std::fmt;

/// Declares an enum whose members have names, which `ALL` lists, or but for one a member of another type.
macro_rules! named {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$doc:meta])* $variant:ident = $text:literal ),+ $(,)? }
        $( | $hole:ident($type:ty) )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $( #[doc = concat!("`", $text, "`")] $(#[$doc])* $variant, )+
            $( #[doc = "A phrase of another type."] $hole($type), )?
        }

        impl $name {
            /// Every member with a name, in the order of the documentation.
            pub const ALL: &'static [(Self, &'static str)] = &[$( ($name::$variant, $text) ),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $( $name::$variant => $text, )+
                    $( $name::$hole(other) => return other.fmt(f), )?
                })
            }
        }
    };
}

pub(crate) use named;

/// Declares an enum whose members are fixed phrases, or but for one a phrase of another type.
macro_rules! phrases {
    (
        $(#[$meta:meta])*
        $name:ident, $expects:literal { $( $variant:ident = $text:literal ),+ $(,)? }
        $( $one:ident is not $other:ident )?
        $( | $hole:ident($type:ty) )?
    ) => {
        $crate::grammar::named! {
            $(#[$meta])*
            $name { $( $variant = $text ),+ } $( | $hole($type) )?
        }

        impl $crate::grammar::form::Hole for $name {
            const EXPECTS: &'static str = $expects;

            fn read(text: &str) -> Option<Self> {
                match text {
                    $( $text => return Some($name::$variant), )+
                    _ => {}
                }
                None $( .or_else(|| <$type>::read(text).map($name::$hole)) )?
            }

            fn mend(text: &str) -> Option<String> {
                $(
                    let mended = <$type>::mend(text);
                    if mended.is_some() {
                        return mended;
                    }
                )?
                $crate::grammar::nearest(text, [$($text),+]).map(Into::into)
            }

            $(
                fn negate(&mut self) -> bool {
                    *self = match self {
                        $name::$one => $name::$other,
                        $name::$other => $name::$one,
                    };
                    true
                }
            )?
        }
    };
}

pub(crate) use phrases;

/// Declares a name, which is written as it is, and of which `fits` says what it can be.
macro_rules! names {
    ($(#[$meta:meta])* $name:ident, $expects:literal, $fits:expr) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl $crate::grammar::form::Hole for $name {
            const EXPECTS: &'static str = $expects;

            fn read(text: &str) -> Option<Self> {
                let fits: fn(&str) -> bool = $fits;
                fits(text).then(|| $name(text.to_owned()))
            }
        }
    };
}

pub(crate) use names;

/// Declares a list of members that are joined by ` or `.
macro_rules! alternatives {
    ($(#[$meta:meta])* $name:ident($member:ty), $expects:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub Vec<$member>);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (at, member) in self.0.iter().enumerate() {
                    f.write_str(if at > 0 { " or " } else { "" })?;
                    member.fmt(f)?;
                }
                Ok(())
            }
        }

        impl $crate::grammar::form::Hole for $name {
            const EXPECTS: &'static str = $expects;

            fn read(text: &str) -> Option<Self> {
                let members = text.split(" or ").map(<$member>::read);
                members.collect::<Option<_>>().map($name)
            }

            fn mend(text: &str) -> Option<String> {
                let members = text.split(" or ").map(|member| match <$member>::read(member) {
                    Some(read) => Some(read.to_string()),
                    None => <$member>::mend(member),
                });
                Some(members.collect::<Option<Vec<_>>>()?.join(" or "))
            }
        }
    };
}

pub(super) use alternatives;

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
    Is, "`is` or `is not`" { Is = "is", IsNot = "is not" } Is is not IsNot
}

phrases! {
    /// Affirmed or negated, of several.
    Are, "`are` or `are not`" { Are = "are", AreNot = "are not" } Are is not AreNot
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

phrases! {
    /// The source of an appended or assigned string.
    Source, "a source such as `the current input character`, `the empty string` or U+FFFD; a surrogate is no character" {
        Current = "the current input character",
        CurrentLowercase = "the lowercase of the current input character",
        CurrentUppercase = "the uppercase of the current input character",
        TemporaryBuffer = "each character in the temporary buffer",
        Matched = "each matched character",
        MatchedReference = "the characters of the matched reference",
        Returned = "the returned characters",
        CharacterReferenceCode = "a code point equal to the character reference code",
        Empty = "the empty string",
    } | Char(Char)
}

names! {
    /// The name of a state, without the word "state". `check` reports one that does not exist.
    StateName, "the name of a state", |text| !text.is_empty() && text != "return"
}

names! {
    /// A name: an error code, a procedure, a list of names.
    Word, "a name", |text| !text.trim().is_empty() && text.trim() == text
}

/// A string in quotation marks: `"script"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quoted(pub String);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', r"\\").replace('"', r#"\""#);
        write!(f, "\"{escaped}\"")
    }
}

impl Quoted {
    /// The text in quotation marks: `"` and `\` in it follow a `\`. `None` if `text` is not one.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text)
    }

    /// The text between the marks, where a `\` before another character stands for itself.
    fn unescaped(inner: &str) -> Self {
        let mut value = String::with_capacity(inner.len());
        let mut chars = inner.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = (c == '\\').then(|| chars.next_if(|next| matches!(next, '"' | '\\')));
            value.push(escaped.flatten().unwrap_or(c));
        }
        Quoted(value)
    }
}

impl Hole for Quoted {
    const EXPECTS: &'static str =
        r#"a text in quotation marks; in it, `"` is written `\"`, and `\` is written `\\`"#;

    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('"')?.strip_suffix('"')?;
        let read = Quoted::unescaped(inner);
        (read.to_string() == text).then_some(read)
    }

    fn mend(text: &str) -> Option<String> {
        let inner = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’')]
            .iter()
            .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))?;
        Some(Quoted::unescaped(inner).to_string())
    }
}

/// Splits at `separator`, but not inside a text in quotation marks.
pub(crate) fn split_outside_texts<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(separator) {
        if at >= start && !in_text(&text[start..at]) {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The conditions that ` and ` joins, each with its byte offset.
pub(crate) fn conjuncts(text: &str) -> Vec<(usize, &str)> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let parts = split_outside_texts(text, " and ").into_iter();
    parts.map(|part| (offset(part), part)).collect()
}

/// Whether a text in quotation marks is still open at the end of `words`. It begins after a space, unlike the mark in
/// `U+0022 (")`.
fn in_text(words: &str) -> bool {
    let mut open = false;
    let mut before = ' ';
    let mut chars = words.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' if open => open = false,
            '"' => open = before == ' ',
            '\\' if open => drop(chars.next()),
            _ => {}
        }
        before = c;
    }
    open
}

/// A number, printed as it was written. The notation does not count in a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    value: u32,
    /// How many hexadecimal digits; 0 for a decimal number.
    digits: usize,
}

impl Number {
    /// A number in hexadecimal notation: `0x0D`.
    pub fn hexadecimal(value: u32) -> Self {
        Number { value, digits: 2 }
    }

    /// The number, independent of its notation.
    pub fn value(self) -> u32 {
        self.value
    }

    /// The number that `text` may have meant, in the notation of the tables.
    pub(super) fn respelt(text: &str) -> Option<Self> {
        let hexadecimal = ["0x", "0X", "U+", "u+"]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix));
        let (digits, radix) = match hexadecimal {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        let all = |is: fn(&u8) -> bool| digits.bytes().all(|digit| is(&digit));
        let number = Number {
            value: u32::from_str_radix(digits, radix).ok()?,
            digits: hexadecimal.map_or(0, str::len),
        };
        // `from_str_radix` takes a sign.
        (number.digits <= 8 && all(u8::is_ascii_hexdigit)).then_some(number)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Number {}

impl std::hash::Hash for Number {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number { value, digits } = self;
        match digits {
            0 => write!(f, "{value}"),
            _ => write!(f, "0x{value:0digits$X}"),
        }
    }
}

impl Hole for Number {
    const EXPECTS: &'static str = "a number such as 16 or 0xFFFD";

    fn read(text: &str) -> Option<Self> {
        Number::respelt(text).filter(|number| number.to_string() == text)
    }

    fn mend(text: &str) -> Option<String> {
        Number::respelt(text).map(|number| number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_every_notation_and_printed_as_written() {
        for (text, value) in [
            ("0", 0),
            ("42", 42),
            ("0x2A", 42),
            ("0x002A", 42),
            ("0x0000002A", 42),
            ("0xA", 10),
            ("0xFFFFFFFF", u32::MAX),
        ] {
            let read = Number::read(text).unwrap_or_else(|| panic!("{text} is a number"));
            assert_eq!((read.value(), read.to_string()), (value, text.to_owned()));
        }
        for (text, mended) in [
            ("0x2a", Some("0x2A")),
            ("0X2A", Some("0x2A")),
            ("U+002A", Some("0x002A")),
            ("042", Some("42")),
            ("+42", None),
            ("0x+2", None),
            ("0x", None),
            ("0x100000000", None),
            ("4294967296", None),
            ("2A", None),
            ("-1", None),
            ("", None),
        ] {
            assert_eq!(Number::read(text), None, "{text}");
            assert_eq!(Number::mend(text).as_deref(), mended, "{text}");
        }
    }

    #[test]
    fn every_text_can_be_written() {
        for text in [
            "", "a", "\"", "\\", "\\\"", "\"\\", "a \"b\" 'c'", " and ", "\n\t", "\u{1F600}",
        ] {
            let written = Quoted(text.into()).to_string();
            assert_eq!(
                Quoted::read(&written),
                Some(Quoted(text.into())),
                "{written}"
            );
            assert_eq!(
                split_outside_texts(&format!("x {written} and {written}"), " and ").len(),
                2
            );
        }
        assert_eq!(
            split_outside_texts("U+0022 (\") and x", " and "),
            ["U+0022 (\")", "x"]
        );
        for (wrong, right) in [
            ("'a'", r#""a""#),
            ("“a”", r#""a""#),
            (r#""a"b""#, r#""a\"b""#),
            (r#""a\b""#, r#""a\\b""#),
            (r#""\""#, r#""\\""#),
        ] {
            assert_eq!(Quoted::read(wrong), None, "{wrong}");
            assert_eq!(Quoted::mend(wrong).as_deref(), Some(right), "{wrong}");
        }
    }
}

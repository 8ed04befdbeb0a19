//! How the attributes of a tag are written.

use crate::Span;
use crate::input::offsets::Offsets;
use core::fmt;

/// The quotation marks around the value of an attribute.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Quote {
    /// None, or there is no value.
    #[default]
    None,
    /// U+0027 (').
    Single,
    /// U+0022 (").
    Double,
}

impl Quote {
    /// The quotation mark.
    ///
    /// ```
    /// use tokenwright::Quote;
    ///
    /// assert_eq!(Quote::Double.as_str(), "\"");
    /// assert_eq!(Quote::None.as_str(), "");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Quote::None => "",
            Quote::Single => "'",
            Quote::Double => "\"",
        }
    }

    fn of(byte: Option<&u8>) -> Self {
        match byte {
            Some(b'"') => Quote::Double,
            Some(b'\'') => Quote::Single,
            _ => Quote::None,
        }
    }
}

/// An attribute as it is written, returned by [`Attribute::source`](crate::Attribute::source) and
/// [`Tag::duplicate_attributes`](crate::Tag::duplicate_attributes).
///
/// ```
/// use tokenwright::{Quote, Token, tokens};
///
/// let html = "<a HREF = 'a&amp;b' x= hidden>";
/// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
/// let written: Vec<_> = tag.attributes().map(|attribute| attribute.source()).collect();
///
/// assert_eq!(&html[written[0].span().range()], "HREF = 'a&amp;b'");
/// assert_eq!((written[0].name(), written[0].value()), ("HREF", "a&amp;b"));
/// assert_eq!(written[0].quote(), Quote::Single);
///
/// // After `x=`, white space is skipped: `hidden` is its value.
/// assert_eq!((written[1].value(), written[1].quote()), ("hidden", Quote::None));
/// ```
///
/// In a [`Sink`](crate::Sink) without [`Sink::SOURCE`](crate::Sink::SOURCE) the source is not known:
/// only the spans of the name and of the value are.
#[derive(Clone, Copy)]
pub struct AttributeSource<'t> {
    tag: TagText<'t>,
    name: (usize, usize),
    has_equals_sign: bool,
    quote: Quote,
    value: (usize, usize),
    end: usize,
}

/// The text of a tag, and where it is.
#[derive(Clone, Copy)]
pub(crate) struct TagText<'t> {
    /// Empty if it is not known.
    pub(crate) text: &'t str,
    /// The position of its first character.
    pub(crate) start: usize,
    pub(crate) positions: Positions<'t>,
}

/// What the positions in a tag are.
#[derive(Clone, Copy)]
pub(crate) enum Positions<'t> {
    /// Offsets in the input.
    Input,
    /// Positions in the machine's text.
    Text(&'t Offsets),
    /// The sink has no spans.
    Unused,
}

impl TagText<'_> {
    /// The range of the input at a range of the tag.
    fn span(&self, (from, to): (usize, usize)) -> Span {
        let span = Span::new(self.start + from, self.start + to);
        match self.positions {
            Positions::Input => span,
            Positions::Text(offsets) => offsets.span(span),
            Positions::Unused => Span::default(),
        }
    }
}

impl<'t> AttributeSource<'t> {
    /// Reads an attribute of a tag whose name is at a span, and whose value is at a span if one is known.
    /// `is_name` tells whether a name begins at a position.
    pub(crate) fn read(
        mut tag: TagText<'t>,
        name: Span,
        value: Option<Span>,
        is_name: impl Fn(usize) -> bool,
    ) -> Self {
        if tag.text.is_empty() {
            tag.start = 0;
        }
        let within = |span: Span| (span.start - tag.start, span.end - tag.start);
        let name = within(name);
        let value = value.map(within);
        let bytes = tag.text.as_bytes();
        let is_white_space = |at: usize| match bytes.get(at) {
            Some(b'\t' | b'\n' | 0x0C | b'\r' | b' ') => true,
            // White space in the oldest revision, part of a name in the others.
            Some(0x0B) => !is_name(tag.start + at),
            _ => false,
        };
        let after_white_space = |at: usize| {
            let mut rest = at..=bytes.len().max(at);
            rest.find(|at| !is_white_space(*at)).unwrap_or(at)
        };
        let mut read = AttributeSource {
            tag,
            name,
            has_equals_sign: false,
            quote: Quote::None,
            value: value.unwrap_or((name.1, name.1)),
            end: name.1,
        };
        let equals_sign = after_white_space(name.1);
        if bytes.get(equals_sign) != Some(&b'=') {
            return read;
        }
        read.has_equals_sign = true;
        read.value = (name.1, name.1);
        read.end = equals_sign + 1;
        let (quote, start) = match value.filter(|(start, end)| start < end) {
            Some((start, _)) => (Quote::of(bytes.get(start - 1)), start),
            None => {
                let at = after_white_space(equals_sign + 1);
                let quote = Quote::of(bytes.get(at));
                (quote, at + quote.as_str().len())
            }
        };
        read.quote = quote;
        let rest = bytes.get(start..).unwrap_or_default();
        let len = match quote.as_str().bytes().next() {
            Some(quote) => rest.iter().position(|byte| *byte == quote),
            None => (start..bytes.len())
                .find(|at| bytes[*at] == b'>' || is_white_space(*at))
                .map(|at| at - start),
        };
        let end = start + len.unwrap_or(rest.len());
        if quote != Quote::None || end > start {
            read.value = (start, end);
            read.end = (end + quote.as_str().len()).min(bytes.len());
        }
        read
    }

    fn at(&self, range: (usize, usize)) -> &'t str {
        self.tag.text.get(range.0..range.1).unwrap_or_default()
    }

    /// The name as written: letters are not lowercased.
    pub fn name(&self) -> &'t str {
        self.at(self.name)
    }

    /// The value as written: character references are not decoded, line endings not normalized.
    pub fn value(&self) -> &'t str {
        self.at(self.value)
    }

    /// Whether there is an `=` after the name. A value may still be missing, as in `<a href=>`.
    pub fn has_equals_sign(&self) -> bool {
        self.has_equals_sign
    }

    /// The quotation marks around the value.
    pub fn quote(&self) -> Quote {
        self.quote
    }

    /// The range of the attribute in the input: name, `=`, and value with its quotation marks.
    pub fn span(&self) -> Span {
        self.tag.span((self.name.0, self.end))
    }

    /// The range of the name in the input.
    pub fn name_span(&self) -> Span {
        self.tag.span(self.name)
    }

    /// The range of the value in the input, without its quotation marks. If no value is written it is
    /// empty, after the name.
    pub fn value_span(&self) -> Span {
        self.tag.span(self.value)
    }
}

impl fmt::Debug for AttributeSource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttributeSource")
            .field("name", &self.name())
            .field("value", &self.value())
            .field("has_equals_sign", &self.has_equals_sign)
            .field("quote", &self.quote)
            .field("span", &self.span())
            .finish()
    }
}

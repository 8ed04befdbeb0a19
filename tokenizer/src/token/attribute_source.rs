//! How the attributes of a tag are written.

use crate::Span;
use crate::places::Offsets;
use crate::text::steps;
use core::cmp::Ordering;

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
    pub(crate) const fn as_str(self) -> &'static str {
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
/// assert_eq!(&html[written[0].span.range()], "HREF = 'a&amp;b'");
/// assert_eq!((written[0].name, written[0].value), ("HREF", "a&amp;b"));
/// assert_eq!(written[0].quote, Quote::Single);
///
/// // After `x=`, white space is skipped: `hidden` is its value.
/// assert_eq!((written[1].value, written[1].quote), ("hidden", Quote::None));
/// ```
///
/// In a [`Sink`](crate::Sink) without [`Sink::SOURCE`](crate::Sink::SOURCE) the source is not known:
/// only the spans of the name and of the value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttributeSource<'t> {
    /// The name as written: letters are not lowercased.
    pub name: &'t str,
    /// The value as written: character references are not decoded, line endings not normalized.
    pub value: &'t str,
    /// Whether there is an `=` after the name. A value may still be missing, as in `<a href=>`.
    pub has_equals_sign: bool,
    /// The quotation marks around the value.
    pub quote: Quote,
    /// The range of the attribute in the input: name, `=`, and value with its quotation marks.
    pub span: Span,
    /// The range of the name in the input.
    pub name_span: Span,
    /// The range of the value in the input, without its quotation marks.
    pub value_span: Span,
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

impl<'t> TagText<'t> {
    /// The text of a range of the tag.
    fn at(&self, (from, to): (usize, usize)) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

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

/// Whether one of so many names begins at a position: `start` says where each begins, in the order of the source.
pub(crate) fn begins_one(count: usize, at: usize, start: impl Fn(usize) -> usize) -> bool {
    let (mut from, mut to) = (0, count);
    while from < to {
        steps::count(1);
        let middle = from.midpoint(to);
        match start(middle).cmp(&at) {
            Ordering::Less => from = middle + 1,
            Ordering::Equal => return true,
            Ordering::Greater => to = middle,
        }
    }
    false
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
        let nothing = (name.1, name.1);
        let read = |has_equals_sign, quote, value, end| AttributeSource {
            name: tag.at(name),
            value: tag.at(value),
            has_equals_sign,
            quote,
            span: tag.span((name.0, end)),
            name_span: tag.span(name),
            value_span: tag.span(value),
        };
        let equals_sign = after_white_space(name.1);
        if bytes.get(equals_sign) != Some(&b'=') {
            return read(false, Quote::None, value.unwrap_or(nothing), name.1);
        }
        let (quote, start) = match value.filter(|(start, end)| start < end) {
            Some((start, _)) => (Quote::of(bytes.get(start - 1)), start),
            None => {
                let at = after_white_space(equals_sign + 1);
                let quote = Quote::of(bytes.get(at));
                (quote, at + quote.as_str().len())
            }
        };
        let rest = bytes.get(start..).unwrap_or_default();
        let len = match quote.as_str().bytes().next() {
            Some(quote) => rest.iter().position(|byte| *byte == quote),
            None => (start..bytes.len())
                .find(|at| bytes[*at] == b'>' || is_white_space(*at))
                .map(|at| at - start),
        };
        let end = start + len.unwrap_or(rest.len());
        match quote != Quote::None || end > start {
            true => {
                let after = (end + quote.as_str().len()).min(bytes.len());
                read(true, quote, (start, end), after)
            }
            false => read(true, quote, nothing, equals_sign + 1),
        }
    }
}

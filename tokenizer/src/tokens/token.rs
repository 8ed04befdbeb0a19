//! Tokens that live as long as the input.

use super::Shared;
use super::batch::{AttributeRecord, Batch, Piece, Written};
use super::shape::{Shape, Shaped};
use crate::Span;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

/// A token, borrowed from the input where the input has it verbatim.
///
/// The end of the file is the end of the iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A DOCTYPE.
    Doctype(Box<Doctype<'a>>),
    /// A start tag.
    StartTag(Tag<'a>),
    /// An end tag. Its attributes mean nothing, but are there.
    EndTag(Tag<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// A processing instruction (revisions from June 2026 on).
    ProcessingInstruction(Box<ProcessingInstruction<'a>>),
    /// All the text between two other tokens.
    Text(Text<'a>),
}

impl Token<'_> {
    /// Where the token stands in the input.
    pub fn span(&self) -> Span {
        match self {
            Token::Doctype(doctype) => doctype.span,
            Token::StartTag(tag) | Token::EndTag(tag) => tag.span(),
            Token::Comment(comment) => comment.span,
            Token::ProcessingInstruction(instruction) => instruction.span,
            Token::Text(text) => text.span,
        }
    }
}

/// Text: everything up to the next token of another kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text, character references decoded and line endings normalized.
    pub text: Cow<'a, str>,
    /// What it was made of.
    pub span: Span,
}

/// A start or end tag.
///
/// Cloning it copies no attributes. Tags that stand near each other share memory for attributes that do not
/// stand in the usual way or are more than three; it is freed with the last of these tags.
#[derive(Clone)]
pub struct Tag<'a> {
    pub(super) written: Written<'a>,
    /// Where name and attributes are; none where the tag has a shape.
    pub(super) batch: Option<Shared<Batch>>,
    pub(super) shape: Shape,
}

impl<'a> Tag<'a> {
    /// The tag name, ASCII letters in lower case.
    #[inline]
    pub fn name(&self) -> &str {
        match self.shape.place() {
            None => self.shape.name_in(self.written.text),
            Some(_) => self.string(self.name_piece()),
        }
    }

    /// The tag name, borrowed from the input where it stands there in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        self.cow(self.name_piece())
    }

    /// Whether this is an end tag.
    #[inline]
    pub fn is_end_tag(&self) -> bool {
        self.shape.is_end_tag()
    }

    /// The self-closing flag: `<br/>`.
    #[inline]
    pub fn is_self_closing(&self) -> bool {
        self.shape.self_closing()
    }

    /// The attributes in source order; of those with one name the first.
    #[inline]
    pub fn attributes(&self) -> Attributes<'_, 'a> {
        Attributes {
            tag: self,
            left: self.shape.count(),
            shaped: self.shape.attributes(),
            given: 0,
        }
    }

    /// The attributes in the batch.
    #[inline(never)]
    fn in_batch(&self) -> &[AttributeRecord] {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.attributes(place),
            _ => &[],
        }
    }

    /// The attribute of this name, if there is one.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'_, 'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// From `<` to `>`.
    #[inline]
    pub fn span(&self) -> Span {
        let Written { text, start } = self.written;
        Span::new(start, start + text.len())
    }

    /// The name, as it is written in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        self.piece_span(self.name_piece())
    }

    #[inline]
    fn name_piece(&self) -> Piece {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.name(place),
            _ => self.shape.name(),
        }
    }

    #[inline(always)]
    fn string(&self, piece: Piece) -> &str {
        match piece.of_tag(self.written.text) {
            Some(string) => string,
            None => self.kept_string(piece),
        }
    }

    #[inline(never)]
    fn kept_string(&self, piece: Piece) -> &str {
        Batch::string(self.batch.as_deref(), self.written, piece)
    }

    fn cow(&self, piece: Piece) -> Cow<'a, str> {
        Batch::cow(self.batch.as_deref(), self.written, piece)
    }

    #[inline]
    fn piece_span(&self, piece: Piece) -> Span {
        Batch::span(self.batch.as_deref(), self.written, piece)
    }
}

impl PartialEq for Tag<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.is_end_tag() == other.is_end_tag()
            && self.name() == other.name()
            && self.span() == other.span()
            && self.name_span() == other.name_span()
            && self.is_self_closing() == other.is_self_closing()
            && self.attributes().eq(other.attributes())
    }
}

impl Eq for Tag<'_> {}

impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tag")
            .field("name", &self.name())
            .field("name_span", &self.name_span())
            .field("attributes", &self.attributes())
            .field("self_closing", &self.is_self_closing())
            .field("span", &self.span())
            .finish()
    }
}

/// The attributes of a [`Tag`], in source order.
#[derive(Clone)]
pub struct Attributes<'t, 'a> {
    tag: &'t Tag<'a>,
    /// How many are left of those that a shape tells.
    left: u32,
    shaped: Shaped,
    /// How many of those in the batch were given.
    given: usize,
}

impl<'t, 'a> Iterator for Attributes<'t, 'a> {
    type Item = Attribute<'t, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.tag;
        let record = if self.left > 0 {
            self.left -= 1;
            self.shaped.next(tag.shape, tag.written.text.len())
        } else {
            tag.shape.place()?;
            let record = *tag.in_batch().get(self.given)?;
            self.given += 1;
            record
        };
        Some(Attribute { tag, record })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left as usize + self.tag.in_batch().len() - self.given;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Attributes<'_, '_> {}

impl fmt::Debug for Attributes<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// One attribute of a [`Tag`].
#[derive(Clone, Copy)]
pub struct Attribute<'t, 'a> {
    tag: &'t Tag<'a>,
    record: AttributeRecord,
}

impl<'t, 'a> Attribute<'t, 'a> {
    /// The name, ASCII letters in lower case.
    #[inline]
    pub fn name(&self) -> &'t str {
        self.tag.string(self.record.name)
    }

    /// The name, borrowed from the input where it stands there in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        self.tag.cow(self.record.name)
    }

    /// The value, character references decoded; empty where there is none.
    #[inline]
    pub fn value(&self) -> &'t str {
        self.tag.string(self.record.value)
    }

    /// The value, borrowed from the input where it stands there verbatim.
    pub fn to_value(&self) -> Cow<'a, str> {
        self.tag.cow(self.record.value)
    }

    /// The name, as it is written in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        self.tag.piece_span(self.record.name)
    }

    /// The value, as it is written in the input, without its quotation marks. Of an empty value the
    /// place between them; where no value is written the place after the name.
    #[inline]
    pub fn value_span(&self) -> Span {
        self.tag.piece_span(self.record.value)
    }
}

impl PartialEq for Attribute<'_, '_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.value() == other.value()
            && self.name_span() == other.name_span()
            && self.value_span() == other.value_span()
    }
}

impl Eq for Attribute<'_, '_> {}

impl fmt::Debug for Attribute<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attribute")
            .field("name", &self.name())
            .field("value", &self.value())
            .field("name_span", &self.name_span())
            .field("value_span", &self.value_span())
            .finish()
    }
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// What stands between `<!--` and `-->`; of a bogus comment, what the spec makes of it.
    pub data: Cow<'a, str>,
    /// From `<` to `>`.
    pub span: Span,
}

/// A DOCTYPE. A missing field is `None`, which is not the empty string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name, ASCII letters in lower case (in the revisions that say so).
    pub name: Option<Cow<'a, str>>,
    /// The public identifier.
    pub public_identifier: Option<Cow<'a, str>>,
    /// The system identifier.
    pub system_identifier: Option<Cow<'a, str>>,
    /// The force-quirks flag.
    pub force_quirks: bool,
    /// From `<` to `>`.
    pub span: Span,
}

/// A processing instruction: `<?target data?>` or `<?target data>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    /// The target.
    pub target: Cow<'a, str>,
    /// The data, without the white space before it.
    pub data: Cow<'a, str>,
    /// From `<` to `>`.
    pub span: Span,
}

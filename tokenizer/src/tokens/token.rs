//! Tokens that live as long as the input.

use super::Shared;
use super::batch::{AttributeRecord, Batch, TagRecord};
use super::shape::Shaped;
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
/// stand in the usual way or are more than two; it is freed with the last of these tags.
#[derive(Clone)]
pub struct Tag<'a> {
    pub(super) source: &'a str,
    /// Where the attributes are; none where the tag needs nothing of it.
    pub(super) batch: Option<Shared<Batch>>,
    pub(super) record: TagRecord,
}

impl<'a> Tag<'a> {
    /// The tag name, ASCII letters in lower case.
    #[inline]
    pub fn name(&self) -> &str {
        Batch::string(self.batch.as_deref(), self.source, self.record.name)
    }

    /// The tag name, borrowed from the input where it stands there in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        Batch::cow(self.batch.as_deref(), self.source, self.record.name)
    }

    /// Whether this is an end tag.
    #[inline]
    pub fn is_end_tag(&self) -> bool {
        self.record.is_end_tag()
    }

    /// The self-closing flag: `<br/>`.
    #[inline]
    pub fn is_self_closing(&self) -> bool {
        self.record.self_closing()
    }

    /// The attributes in source order; of those with one name the first.
    #[inline]
    pub fn attributes(&self) -> Attributes<'_, 'a> {
        let in_batch = self.batch.as_ref();
        let rest = in_batch
            .and_then(|batch| batch.attributes.get(self.record.in_batch()))
            .unwrap_or_default();
        Attributes {
            tag: self,
            shaped: self.record.shaped(),
            rest: rest.iter(),
        }
    }

    /// The attribute of this name, if there is one.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'_, 'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// From `<` to `>`.
    #[inline]
    pub fn span(&self) -> Span {
        Batch::span(self.batch.as_deref(), self.record.span)
    }

    /// The name, as it is written in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        Batch::span(self.batch.as_deref(), self.record.name)
    }
}

impl PartialEq for Tag<'_> {
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
    /// Those that have a shape, or else the others.
    shaped: Shaped,
    rest: core::slice::Iter<'t, AttributeRecord>,
}

impl<'t, 'a> Iterator for Attributes<'t, 'a> {
    type Item = Attribute<'t, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.tag;
        let record = match self.shaped.next() {
            Some(record) => record,
            None => *self.rest.next()?,
        };
        Some(Attribute { tag, record })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.shaped.len() + self.rest.len();
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
        Batch::string(self.tag.batch.as_deref(), self.tag.source, self.record.name)
    }

    /// The name, borrowed from the input where it stands there in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        Batch::cow(self.tag.batch.as_deref(), self.tag.source, self.record.name)
    }

    /// The value, character references decoded; empty where there is none.
    #[inline]
    pub fn value(&self) -> &'t str {
        Batch::string(
            self.tag.batch.as_deref(),
            self.tag.source,
            self.record.value,
        )
    }

    /// The value, borrowed from the input where it stands there verbatim.
    pub fn to_value(&self) -> Cow<'a, str> {
        Batch::cow(
            self.tag.batch.as_deref(),
            self.tag.source,
            self.record.value,
        )
    }

    /// The name, as it is written in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        Batch::span(self.tag.batch.as_deref(), self.record.name)
    }

    /// The value, as it is written in the input, without its quotation marks. Of an empty value the
    /// place between them; where no value is written the place after the name.
    #[inline]
    pub fn value_span(&self) -> Span {
        Batch::span(self.tag.batch.as_deref(), self.record.value)
    }
}

impl PartialEq for Attribute<'_, '_> {
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

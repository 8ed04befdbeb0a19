//! The tokens of the iterator, which live as long as the input.

use super::Shared;
use super::batch::{AttributeRecord, Batch, StringRef, TagSource};
use super::shape::{Shape, Shaped};
use crate::Span;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

/// A token of a document, borrowed from the document where it contains the token verbatim.
///
/// There is no token for the end of the file: the iteration ends instead.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let kinds: Vec<_> = tokens("<!DOCTYPE html><p>a</p><!--b-->")
///     .map(|token| match token {
///         Token::Doctype(_) => "doctype",
///         Token::StartTag(_) => "start tag",
///         Token::EndTag(_) => "end tag",
///         Token::Comment(_) => "comment",
///         Token::ProcessingInstruction(_) => "processing instruction",
///         Token::Text(_) => "text",
///     })
///     .collect();
/// assert_eq!(kinds, ["doctype", "start tag", "text", "end tag", "comment"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A DOCTYPE.
    Doctype(Box<Doctype<'a>>),
    /// A start tag.
    StartTag(Tag<'a>),
    /// An end tag. It may have attributes, which are a parse error and have no meaning.
    EndTag(Tag<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// A processing instruction. Only `whatwg-2026-07-19` has this token.
    ProcessingInstruction(Box<ProcessingInstruction<'a>>),
    /// The text between two other tokens, as one token.
    Text(Text<'a>),
}

impl Token<'_> {
    /// The range of the token in the input.
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

/// Text up to the next token of another kind.
///
/// ```
/// use std::borrow::Cow;
/// use tokenwright::{Token, tokens};
///
/// let html = "a &lt; b<br>c";
/// let texts: Vec<_> = tokens(html)
///     .filter_map(|token| match token {
///         Token::Text(text) => Some(text),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(texts[0].text, "a < b");
/// assert_eq!(&html[texts[0].span.range()], "a &lt; b");
/// // Text without references and carriage returns is not copied.
/// assert!(matches!(texts[1].text, Cow::Borrowed("c")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text, with character references decoded and line endings normalized.
    pub text: Cow<'a, str>,
    /// The range in the input.
    pub span: Span,
}

/// A start or end tag.
///
/// A clone copies no attributes. Neighbouring tags may share the memory of their attributes; it is
/// freed with the last of these tags.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<a href='/x?a&amp;b' download>";
/// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
/// assert_eq!(tag.name(), "a");
/// assert_eq!(tag.attribute("href").map(|href| href.value()), Some("/x?a&b"));
/// assert_eq!(tag.attributes().count(), 2);
/// assert_eq!(&html[tag.name_span().range()], "a");
/// ```
#[derive(Clone)]
pub struct Tag<'a> {
    pub(super) source: TagSource<'a>,
    /// The name and the attributes; none if the shape contains them.
    pub(super) batch: Option<Shared<Batch>>,
    pub(super) shape: Shape,
}

impl<'a> Tag<'a> {
    /// The tag name, with ASCII letters in lower case.
    #[inline]
    pub fn name(&self) -> &str {
        match self.shape.place() {
            None => self.shape.name_in(self.source.text),
            Some(_) => self.string(self.name_piece()),
        }
    }

    /// The tag name for as long as the input lives; borrowed if the input has it in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        self.cow(self.name_piece())
    }

    /// Whether this is an end tag.
    #[inline]
    pub fn is_end_tag(&self) -> bool {
        self.shape.is_end_tag()
    }

    /// Whether the self-closing flag is set, as by `<br/>`.
    #[inline]
    pub fn is_self_closing(&self) -> bool {
        self.shape.self_closing()
    }

    /// The attributes in source order. Of attributes with the same name, only the first is included.
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

    /// The attribute with this name, which must be in lower case; `None` if the tag has none.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'_, 'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The range of the tag in the input, from `<` to `>`.
    #[inline]
    pub fn span(&self) -> Span {
        let TagSource { text, start } = self.source;
        Span::new(start, start + text.len())
    }

    /// The range of the name in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        self.piece_span(self.name_piece())
    }

    #[inline]
    fn name_piece(&self) -> StringRef {
        match (self.shape.place(), &self.batch) {
            (Some(place), Some(batch)) => batch.name(place),
            _ => self.shape.name(),
        }
    }

    #[inline(always)]
    fn string(&self, piece: StringRef) -> &str {
        match piece.of_tag(self.source.text) {
            Some(string) => string,
            None => self.kept_string(piece),
        }
    }

    #[inline(never)]
    fn kept_string(&self, piece: StringRef) -> &str {
        Batch::string(self.batch.as_deref(), self.source, piece)
    }

    fn cow(&self, piece: StringRef) -> Cow<'a, str> {
        Batch::cow(self.batch.as_deref(), self.source, piece)
    }

    #[inline]
    fn piece_span(&self, piece: StringRef) -> Span {
        Batch::span(self.batch.as_deref(), self.source, piece)
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

/// An iterator over the attributes of a [`Tag`], in source order.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let Some(Token::StartTag(tag)) = tokens("<input CHECKED name=x name=y>").next() else { panic!() };
/// let attributes = tag.attributes();
/// assert_eq!(attributes.len(), 2);
/// let pairs: Vec<_> = attributes.map(|a| (a.name(), a.value())).collect();
/// assert_eq!(pairs, [("checked", ""), ("name", "x")]);
/// ```
#[derive(Clone)]
pub struct Attributes<'t, 'a> {
    tag: &'t Tag<'a>,
    /// The number of attributes left in the shape.
    left: u32,
    shaped: Shaped,
    /// The number of attributes yielded from the batch.
    given: usize,
}

impl<'t, 'a> Iterator for Attributes<'t, 'a> {
    type Item = Attribute<'t, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.tag;
        let record = if self.left > 0 {
            self.left -= 1;
            self.shaped.next(tag.shape, tag.source.text.len())
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

/// An attribute of a [`Tag`].
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<a title='Tom &amp; Jerry'>";
/// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
/// let title = tag.attribute("title").expect("it has one");
/// assert_eq!((title.name(), title.value()), ("title", "Tom & Jerry"));
/// assert_eq!(&html[title.value_span().range()], "Tom &amp; Jerry");
/// // `to_value` outlives the tag; it borrows from the document if it can.
/// let value = title.to_value();
/// drop(tag);
/// assert_eq!(value, "Tom & Jerry");
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'t, 'a> {
    tag: &'t Tag<'a>,
    record: AttributeRecord,
}

impl<'t, 'a> Attribute<'t, 'a> {
    /// The name, with ASCII letters in lower case.
    #[inline]
    pub fn name(&self) -> &'t str {
        self.tag.string(self.record.name)
    }

    /// The name for as long as the input lives; borrowed if the input has it in lower case.
    pub fn to_name(&self) -> Cow<'a, str> {
        self.tag.cow(self.record.name)
    }

    /// The value, with character references decoded; empty if none is written.
    #[inline]
    pub fn value(&self) -> &'t str {
        self.tag.string(self.record.value)
    }

    /// The value for as long as the input lives; borrowed if the input contains it verbatim.
    pub fn to_value(&self) -> Cow<'a, str> {
        self.tag.cow(self.record.value)
    }

    /// The range of the name in the input.
    #[inline]
    pub fn name_span(&self) -> Span {
        self.tag.piece_span(self.record.name)
    }

    /// The range of the value in the input, without its quotation marks.
    ///
    /// It is empty if the value is: between the quotation marks, or after the name if no value is
    /// written.
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
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<!-- a --></ b>";
/// let comments: Vec<_> = tokens(html)
///     .filter_map(|token| match token {
///         Token::Comment(comment) => Some(comment.data),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(comments, [" a ", " b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The text between `<!--` and `-->`, or the data that the spec gives a bogus comment.
    pub data: Cow<'a, str>,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A DOCTYPE.
///
/// `None` means that the field is missing, which differs from an empty string.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<!DOCTYPE html SYSTEM \"about:legacy-compat\">";
/// let Some(Token::Doctype(doctype)) = tokens(html).next() else { panic!() };
/// assert_eq!(doctype.name.as_deref(), Some("html"));
/// assert_eq!(doctype.public_identifier, None);
/// assert_eq!(doctype.system_identifier.as_deref(), Some("about:legacy-compat"));
/// assert!(!doctype.force_quirks);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name. ASCII letters are in lower case, except in `whatwg-2008-03-09`.
    pub name: Option<Cow<'a, str>>,
    /// The public identifier, without its quotation marks.
    pub public_identifier: Option<Cow<'a, str>>,
    /// The system identifier, without its quotation marks.
    pub system_identifier: Option<Cow<'a, str>>,
    /// The force-quirks flag, set if the DOCTYPE is malformed.
    pub force_quirks: bool,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A processing instruction, `<?target data?>` or `<?target data>`.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<?php echo 1?>";
/// let Some(Token::ProcessingInstruction(instruction)) = tokens(html).next() else { panic!() };
/// assert_eq!((&*instruction.target, &*instruction.data), ("php", "echo 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    /// The target: the name after `<?`.
    pub target: Cow<'a, str>,
    /// The data, without the white space after the target.
    pub data: Cow<'a, str>,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

//! Tokens that live as long as the input.

use super::Shared;
use crate::Span;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
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
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// All the text between two other tokens.
    Text(Text<'a>),
}

impl Token<'_> {
    /// Where the token stands in the input.
    pub fn span(&self) -> Span {
        match self {
            Token::Doctype(doctype) => doctype.span,
            Token::StartTag(tag) | Token::EndTag(tag) => tag.span,
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
/// Cloning it copies no attributes. Tags that stand near each other share the memory of their
/// attributes, which is freed with the last of them.
#[derive(Clone)]
pub struct Tag<'a> {
    /// The tag name, ASCII letters in lower case.
    pub name: Cow<'a, str>,
    /// The name, as it is written in the input.
    pub name_span: Span,
    /// From `<` to `>`.
    pub span: Span,
    /// The self-closing flag: `<br/>`.
    pub self_closing: bool,
    pub(super) first_attribute: u32,
    pub(super) attribute_count: u32,
    pub(super) attributes: Option<Shared<Vec<Attribute<'a>>>>,
}

impl<'a> Tag<'a> {
    /// The attributes in source order; of those with one name the first.
    pub fn attributes(&self) -> &[Attribute<'a>] {
        let first = self.first_attribute as usize;
        self.attributes
            .as_ref()
            .and_then(|shared| shared.get(first..first + self.attribute_count as usize))
            .unwrap_or_default()
    }

    /// The attribute of this name, if there is one.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        self.attributes().iter().find(|a| a.name == name)
    }
}

impl PartialEq for Tag<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.span == other.span
            && self.name_span == other.name_span
            && self.self_closing == other.self_closing
            && self.attributes() == other.attributes()
    }
}

impl Eq for Tag<'_> {}

impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tag")
            .field("name", &self.name)
            .field("name_span", &self.name_span)
            .field("attributes", &self.attributes())
            .field("self_closing", &self.self_closing)
            .field("span", &self.span)
            .finish()
    }
}

/// One attribute of a [`Tag`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name, ASCII letters in lower case.
    pub name: Cow<'a, str>,
    /// The value, character references decoded; empty where there is none.
    pub value: Cow<'a, str>,
    /// The name, as it is written in the input.
    pub name_span: Span,
    /// The value, as it is written in the input, without its quotation marks. Of an empty value the
    /// place between them; where no value is written the place after the name.
    pub value_span: Span,
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

//! The tokens.
//!
//! The iterator and a sink share these types: a string is a `Cow`, which borrows where the document has it verbatim.
//! A sink gets only borrowed ones, so it cannot keep a token without a copy. There is no token for the end of the
//! file, since the end of the iteration says it, and no error, since most programs read none: `Tokens::with_errors`
//! has both in one order.

mod attribute_source;
mod current_tag;
mod parse_error;
#[cfg(feature = "serde")]
mod serialize;
pub(crate) mod stored;
mod tag;

pub use attribute_source::{AttributeSource, Quote};
pub(crate) use current_tag::CurrentTag;
pub use parse_error::ParseError;
pub use tag::{Attribute, Tag};

use crate::Span;
use alloc::borrow::Cow;
use alloc::boxed::Box;

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The text between two other tokens, as one token. The text of a CDATA section is a token of its own.
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

    /// The same token, which borrows nothing: borrowed strings are copied.
    ///
    /// ```
    /// use tokenwright::{Token, tokens};
    ///
    /// fn first(html: String) -> Option<Token<'static>> {
    ///     tokens(&html).next().map(Token::into_owned)
    /// }
    ///
    /// assert_eq!(first("<p id=a>b".into()).expect("a tag").to_string(), "<p id=\"a\">");
    /// ```
    pub fn into_owned(self) -> Token<'static> {
        match self {
            Token::Doctype(doctype) => Token::Doctype(Box::new(doctype.into_owned())),
            Token::StartTag(tag) => Token::StartTag(tag.into_owned()),
            Token::EndTag(tag) => Token::EndTag(tag.into_owned()),
            Token::Comment(comment) => Token::Comment(comment.into_owned()),
            Token::ProcessingInstruction(instruction) => {
                Token::ProcessingInstruction(Box::new(instruction.into_owned()))
            }
            Token::Text(text) => Token::Text(text.into_owned()),
        }
    }
}

fn owned(string: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(string.into_owned())
}

/// Text up to the next token of another kind, or up to the beginning or the end of a CDATA section.
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
///
/// In foreign content, text may be in a CDATA section:
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let texts: Vec<_> = tokens("<svg>a<![CDATA[<b>]]>c</svg>")
///     .filter_map(|token| match token {
///         Token::Text(text) => Some((text.text, text.is_cdata)),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(texts, [("a".into(), false), ("<b>".into(), true), ("c".into(), false)]);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<'a> {
    /// The text, with character references decoded and line endings normalized.
    pub text: Cow<'a, str>,
    /// The range in the input.
    pub span: Span,
    /// Whether the text is the content of a CDATA section, in which nothing is markup or a character reference.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_cdata: bool,
}

/// A comment.
///
/// The iterator [`tokens`](crate::tokens()) yields it; a [`Sink`](crate::Sink) receives it borrowed, so its strings are
/// always [`Cow::Borrowed`] there.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment<'a> {
    /// The text between `<!--` and `-->`, or the data that the spec gives a bogus comment.
    pub data: Cow<'a, str>,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A DOCTYPE, from the iterator or for a [`Sink`](crate::Sink), as for [`Comment`].
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
/// let span = doctype.system_identifier_span.expect("it has one");
/// assert_eq!(&html[span.range()], "about:legacy-compat");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Doctype<'a> {
    /// The name. ASCII letters are in lower case, except in `whatwg-2008-03-09`.
    pub name: Option<Cow<'a, str>>,
    /// The public identifier, without its quotation marks.
    pub public_identifier: Option<Cow<'a, str>>,
    /// The system identifier, without its quotation marks.
    pub system_identifier: Option<Cow<'a, str>>,
    /// The force-quirks flag, set if the DOCTYPE is malformed.
    pub force_quirks: bool,
    /// The range of the name in the input; `None` if it is missing.
    pub name_span: Option<Span>,
    /// The range of the public identifier in the input, without its quotation marks; `None` if it is missing or empty.
    pub public_identifier_span: Option<Span>,
    /// The range of the system identifier in the input, without its quotation marks; `None` if it is missing or empty.
    pub system_identifier_span: Option<Span>,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A processing instruction, `<?target data?>` or `<?target data>`, from the iterator or for a
/// [`Sink`](crate::Sink), as for [`Comment`].
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<?php echo 1?>";
/// let Some(Token::ProcessingInstruction(instruction)) = tokens(html).next() else { panic!() };
/// assert_eq!((&*instruction.target, &*instruction.data), ("php", "echo 1"));
/// assert_eq!(&html[instruction.data_span.range()], "echo 1");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProcessingInstruction<'a> {
    /// The target: the name after `<?`.
    pub target: Cow<'a, str>,
    /// The data, without the white space after the target.
    pub data: Cow<'a, str>,
    /// The range of the target in the input.
    pub target_span: Span,
    /// The range of the data in the input; empty, at the end of the target, if there is no data.
    pub data_span: Span,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

impl Text<'_> {
    /// The same text, which borrows nothing.
    fn into_owned(self) -> Text<'static> {
        Text {
            text: owned(self.text),
            span: self.span,
            is_cdata: self.is_cdata,
        }
    }
}

impl Comment<'_> {
    /// The same comment, which borrows nothing.
    fn into_owned(self) -> Comment<'static> {
        Comment {
            data: owned(self.data),
            span: self.span,
        }
    }
}

impl Doctype<'_> {
    /// The same DOCTYPE, which borrows nothing.
    fn into_owned(self) -> Doctype<'static> {
        Doctype {
            name: self.name.map(owned),
            public_identifier: self.public_identifier.map(owned),
            system_identifier: self.system_identifier.map(owned),
            force_quirks: self.force_quirks,
            name_span: self.name_span,
            public_identifier_span: self.public_identifier_span,
            system_identifier_span: self.system_identifier_span,
            span: self.span,
        }
    }
}

impl ProcessingInstruction<'_> {
    /// The same processing instruction, which borrows nothing.
    fn into_owned(self) -> ProcessingInstruction<'static> {
        ProcessingInstruction {
            target: owned(self.target),
            data: owned(self.data),
            target_span: self.target_span,
            data_span: self.data_span,
            span: self.span,
        }
    }
}

//! The tokens that a sink borrows for one call.

use crate::Span;
use crate::machine::{AttributeSlots, CurrentToken, Slot};
use core::fmt;

/// A start or end tag, borrowed for a call of a [`Sink`](crate::Sink).
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Tokenizer};
///
/// struct Check;
///
/// impl Sink for Check {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         assert_eq!(tag.name(), "img");
///         assert_eq!(tag.attribute("src").map(|src| src.value()), Some("a.png"));
///         assert!(tag.is_self_closing());
///         assert_eq!(tag.span().to_string(), "0..17");
///         Next::Continue
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Check);
/// tokenizer.feed("<IMG SRC=a.png />");
/// tokenizer.finish();
/// ```
#[derive(Clone, Copy)]
pub struct Tag<'a> {
    pub(crate) text: &'a str,
    pub(crate) current: &'a CurrentToken,
    /// The range in the whole text; `0..0` without [`Sink::SPANS`](crate::Sink::SPANS).
    pub(crate) range: Span,
}

impl<'a> Tag<'a> {
    /// The tag name, with ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &'a str {
        self.current
            .token
            .name
            .get(self.text, &self.current.scratch)
    }

    /// The range of the name in the machine's text, if the text contains it verbatim.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.current.token.name.range()
    }

    /// Whether this is an end tag.
    #[inline(always)]
    pub fn is_end_tag(&self) -> bool {
        self.current.token.is_end_tag
    }

    /// Whether the self-closing flag is set, as by `<br/>`.
    #[inline(always)]
    pub fn is_self_closing(&self) -> bool {
        self.current.token.self_closing
    }

    /// The attributes in source order. Of attributes with the same name, only the first is included.
    #[inline(always)]
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes {
            tag: *self,
            rest: self.current.token.attributes.as_slice().iter(),
        }
    }

    /// The attribute with this name, which must be in lower case; `None` if the tag has none.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The range of the tag in the input, from `<` to `>`.
    #[inline(always)]
    pub fn span(&self) -> Span {
        self.current.offsets.span(self.range)
    }

    /// The range of the tag in the machine's text.
    #[inline(always)]
    pub(crate) fn range(&self) -> Span {
        self.range
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        self.slot_span(&self.current.token.name)
    }

    /// The range of a string in the input; `0..0` without [`Sink::SPANS`](crate::Sink::SPANS).
    #[inline(always)]
    fn slot_span(&self, slot: &Slot) -> Span {
        let (offsets, base) = (&self.current.offsets, self.current.base);
        match self.range.end {
            0 => Span::default(),
            _ => offsets.span(slot.span(base, &self.current.scratch)),
        }
    }
}

impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(if self.is_end_tag() {
            "EndTag"
        } else {
            "StartTag"
        })
        .field("name", &self.name())
        .field("attributes", &self.attributes())
        .field("self_closing", &self.is_self_closing())
        .field("span", &self.span())
        .finish()
    }
}

/// An iterator over the attributes of a [`Tag`], in source order.
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Tokenizer};
///
/// #[derive(Default)]
/// struct Names(Vec<String>);
///
/// impl Sink for Names {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         assert_eq!(tag.attributes().len(), 2);
///         self.0.extend(tag.attributes().map(|attribute| attribute.name().to_owned()));
///         Next::Continue
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Names::default());
/// tokenizer.feed("<input checked NAME=x name=y>");
/// assert_eq!(tokenizer.finish().0, ["checked", "name"]);
/// ```
#[derive(Clone)]
pub struct Attributes<'a> {
    tag: Tag<'a>,
    rest: core::slice::Iter<'a, AttributeSlots>,
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Attribute<'a>> {
        self.rest.next().map(|slots| Attribute {
            tag: self.tag,
            slots,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.clone().map(|a| (a.name(), a.value())))
            .finish()
    }
}

/// An attribute of a [`Tag`].
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Tokenizer};
///
/// struct Check;
///
/// impl Sink for Check {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         let href = tag.attribute("href").expect("it has one");
///         assert_eq!((href.name(), href.value()), ("href", "?a&b"));
///         // The span covers the source, before the character reference is decoded.
///         assert_eq!(href.value_span().to_string(), "9..17");
///         Next::Continue
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Check);
/// tokenizer.feed("<a href='?a&amp;b'>");
/// tokenizer.finish();
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    tag: Tag<'a>,
    slots: &'a AttributeSlots,
}

impl<'a> Attribute<'a> {
    /// The name, with ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &'a str {
        self.slots
            .name
            .get(self.tag.text, &self.tag.current.scratch)
    }

    /// The value, with character references decoded; empty if none is written.
    #[inline(always)]
    pub fn value(&self) -> &'a str {
        self.slots
            .value
            .get(self.tag.text, &self.tag.current.scratch)
    }

    /// The range of the name in the machine's text, if the text contains it verbatim.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.slots.name.range()
    }

    /// The range of the value in the machine's text, likewise. It ends at 0 if no value is written.
    #[inline(always)]
    pub(crate) fn value_range(&self) -> Option<(u32, u32)> {
        self.slots.value.range()
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        self.tag.slot_span(&self.slots.name)
    }

    /// The range of the value in the input, without its quotation marks.
    ///
    /// It is empty if the value is: between the quotation marks, or after the name if no value is
    /// written.
    #[inline(always)]
    pub fn value_span(&self) -> Span {
        let (base, scratch) = (self.tag.current.base, &self.tag.current.scratch);
        if self.slots.value.span(base, scratch).end == 0 {
            let name = self.name_span();
            return Span::new(name.end, name.end);
        }
        self.tag.slot_span(&self.slots.value)
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?}", self.name(), self.value())
    }
}

/// A comment, borrowed for a call of a [`Sink`](crate::Sink).
///
/// ```
/// use tokenwright::{Comment, Sink, Tokenizer};
///
/// #[derive(Default)]
/// struct Comments(Vec<String>);
///
/// impl Sink for Comments {
///     fn comment(&mut self, comment: &Comment<'_>) {
///         self.0.push(format!("{}: {}", comment.span, comment.data));
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Comments::default());
/// tokenizer.feed("<!--a--></ b>");
/// assert_eq!(tokenizer.finish().0, ["0..8: a", "8..13:  b"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The text between `<!--` and `-->`, or the data that the spec gives a bogus comment.
    pub data: &'a str,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A DOCTYPE, borrowed for a call of a [`Sink`](crate::Sink).
///
/// `None` means that the field is missing, which differs from an empty string.
///
/// ```
/// use tokenwright::{Doctype, Sink, Tokenizer};
///
/// #[derive(Default)]
/// struct Quirks(Option<bool>);
///
/// impl Sink for Quirks {
///     fn doctype(&mut self, doctype: &Doctype<'_>) {
///         self.0 = Some(doctype.force_quirks || doctype.name != Some("html"));
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Quirks::default());
/// tokenizer.feed("<!DOCTYPE HTML>");
/// assert_eq!(tokenizer.finish().0, Some(false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name. ASCII letters are in lower case, except in `whatwg-2008-03-09`.
    pub name: Option<&'a str>,
    /// The public identifier, without its quotation marks.
    pub public_identifier: Option<&'a str>,
    /// The system identifier, without its quotation marks.
    pub system_identifier: Option<&'a str>,
    /// The force-quirks flag, set if the DOCTYPE is malformed.
    pub force_quirks: bool,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

/// A processing instruction, `<?target data?>` or `<?target data>`, borrowed for a call of a
/// [`Sink`](crate::Sink).
///
/// ```
/// use tokenwright::{ProcessingInstruction, Sink, Tokenizer};
///
/// #[derive(Default)]
/// struct Targets(Vec<String>);
///
/// impl Sink for Targets {
///     fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
///         self.0.push(format!("{}={}", instruction.target, instruction.data));
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Targets::default());
/// tokenizer.feed("<?php echo 1?><?a>");
/// assert_eq!(tokenizer.finish().0, ["php=echo 1", "a="]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    /// The target: the name after `<?`.
    pub target: &'a str,
    /// The data, without the white space after the target.
    pub data: &'a str,
    /// The range in the input, from `<` to `>`.
    pub span: Span,
}

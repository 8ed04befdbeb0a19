//! Tokens as a sink sees them: borrowed for the call.

use crate::Span;
use crate::machine::{AttributeSlots, Current};
use core::fmt;

/// A start or end tag (13.2.5).
#[derive(Clone, Copy)]
pub struct Tag<'a> {
    pub(crate) text: &'a str,
    pub(crate) current: &'a Current,
    /// Where it stands in the whole text; nowhere if spans are not wanted.
    pub(crate) range: Span,
}

impl<'a> Tag<'a> {
    /// The tag name, ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &'a str {
        self.current
            .token
            .name
            .get(self.text, &self.current.scratch)
    }

    /// The range of the name in the text that the machine reads, if it is one.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.current.token.name.range()
    }

    /// Whether this is an end tag.
    #[inline(always)]
    pub fn is_end_tag(&self) -> bool {
        self.current.token.is_end_tag
    }

    /// The self-closing flag: `<br/>`.
    #[inline(always)]
    pub fn is_self_closing(&self) -> bool {
        self.current.token.self_closing
    }

    /// The attributes in source order; of those with one name the first.
    #[inline(always)]
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes {
            tag: *self,
            rest: self.current.token.attributes.as_slice().iter(),
        }
    }

    /// The attribute of this name, if there is one.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// From `<` to `>`.
    #[inline(always)]
    pub fn span(&self) -> Span {
        self.current.offsets.span(self.range)
    }

    /// The same in the text that the machine reads.
    #[inline(always)]
    pub(crate) fn range(&self) -> Span {
        self.range
    }

    /// The name, as it is written in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        let (offsets, base) = (&self.current.offsets, self.current.base);
        offsets.span(self.current.token.name.span(base, &self.current.scratch))
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

/// The attributes of a [`Tag`], in source order.
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

/// One attribute of a [`Tag`].
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    tag: Tag<'a>,
    slots: &'a AttributeSlots,
}

impl<'a> Attribute<'a> {
    /// The name, ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &'a str {
        self.slots
            .name
            .get(self.tag.text, &self.tag.current.scratch)
    }

    /// The value, character references decoded; empty where there is none.
    #[inline(always)]
    pub fn value(&self) -> &'a str {
        self.slots
            .value
            .get(self.tag.text, &self.tag.current.scratch)
    }

    /// The range of the name in the text that the machine reads, if it is one.
    #[inline(always)]
    pub(crate) fn name_range(&self) -> Option<(u32, u32)> {
        self.slots.name.range()
    }

    /// The same of the value; it ends at 0 where none is written.
    #[inline(always)]
    pub(crate) fn value_range(&self) -> Option<(u32, u32)> {
        self.slots.value.range()
    }

    /// The name, as it is written in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        let current = &self.tag.current;
        let name = self.slots.name.span(current.base, &current.scratch);
        current.offsets.span(name)
    }

    /// The value, as it is written in the input, without its quotation marks. Of an empty value the
    /// place between them; where no value is written the place after the name.
    #[inline(always)]
    pub fn value_span(&self) -> Span {
        let value = self
            .slots
            .value
            .span(self.tag.current.base, &self.tag.current.scratch);
        if value.end == 0 {
            let name = self.name_span();
            return Span::new(name.end, name.end);
        }
        self.tag.current.offsets.span(value)
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?}", self.name(), self.value())
    }
}

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// What stands between `<!--` and `-->`; of a bogus comment, what the spec makes of it.
    pub data: &'a str,
    /// From `<` to `>`.
    pub span: Span,
}

/// A DOCTYPE. A missing field is `None`, which is not the empty string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name, ASCII letters in lower case (in the revisions that say so).
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_identifier: Option<&'a str>,
    /// The system identifier.
    pub system_identifier: Option<&'a str>,
    /// The force-quirks flag.
    pub force_quirks: bool,
    /// From `<` to `>`.
    pub span: Span,
}

/// A processing instruction: `<?target data?>` or `<?target data>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    /// The target.
    pub target: &'a str,
    /// The data, without the white space before it.
    pub data: &'a str,
    /// From `<` to `>`.
    pub span: Span,
}

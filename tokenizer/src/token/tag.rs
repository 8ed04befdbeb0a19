//! Tags and their attributes: one type for those of a sink and those of the iterator.
//!
//! The two keep their strings in different places, and a function over tags should serve both. A trait would make
//! each such function generic, and its users with it; so a tag is an enum whose methods forward. A method tests the
//! form, which the compiler removes where the tag is made in sight of its use.

use super::attribute_source::AttributeSource;
use super::current_tag::{CurrentAttribute, CurrentAttributes, CurrentTag};
use super::stored::{StoredAttribute, StoredAttributes, StoredTag, TagParts};
use crate::Span;
use alloc::borrow::Cow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

/// A start or end tag.
///
/// A [`Sink`](crate::Sink) receives it borrowed for one call; the tags of the iterator
/// [`tokens`](crate::tokens()) live as long as the input. `'a` is how long the strings of
/// [`Attribute::to_value`] live. A function over a `Tag` serves both:
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Token, Tokenizer, tokens};
///
/// fn is_external(tag: &Tag<'_>) -> bool {
///     tag.name() == "a" && tag.attribute("href").is_some_and(|href| href.value().starts_with("https:"))
/// }
///
/// #[derive(Default)]
/// struct External(usize);
///
/// impl Sink for External {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         self.0 += usize::from(is_external(tag));
///         Next::Continue
///     }
/// }
///
/// let html = "<a href='https:&#x2F;/example.org'>1</a><A HREF=/2>2</A>";
/// let in_iterator = tokens(html)
///     .filter(|token| matches!(token, Token::StartTag(tag) if is_external(tag)))
///     .count();
/// let mut tokenizer = Tokenizer::new(External::default());
/// tokenizer.feed_str(html);
/// assert_eq!((in_iterator, tokenizer.finish().0), (1, 1));
/// ```
///
/// A clone copies no attributes. Neighbouring tags of the iterator may share the memory of their
/// attributes; it is freed with the last of these tags.
#[derive(Clone)]
pub struct Tag<'a>(Form<'a>);

#[derive(Clone)]
enum Form<'a> {
    /// The tag that the machine has just completed.
    Current(CurrentTag<'a>),
    /// A tag of the iterator.
    Stored(StoredTag<'a>),
}

/// Calls the same method of both forms.
macro_rules! either {
    ($kind:ident, $this:expr, $inner:ident => $value:expr) => {
        match $this {
            $kind::Current($inner) => $value,
            $kind::Stored($inner) => $value,
        }
    };
}

impl<'a> Tag<'a> {
    #[inline(always)]
    pub(crate) fn current(tag: CurrentTag<'a>) -> Self {
        Tag(Form::Current(tag))
    }

    #[inline(always)]
    pub(crate) fn stored(tag: StoredTag<'a>) -> Self {
        Tag(Form::Stored(tag))
    }

    /// The tag as the machine passes it to a sink.
    #[inline(always)]
    pub(crate) fn as_current(&self) -> Option<CurrentTag<'a>> {
        match self.0 {
            Form::Current(tag) => Some(tag),
            Form::Stored(_) => None,
        }
    }

    /// The tag name, with ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &str {
        either!(Form, &self.0, tag => tag.name())
    }

    /// Whether this is an end tag.
    #[inline(always)]
    pub fn is_end_tag(&self) -> bool {
        either!(Form, &self.0, tag => tag.is_end_tag())
    }

    /// Whether the self-closing flag is set, as by `<br/>`.
    #[inline(always)]
    pub fn is_self_closing(&self) -> bool {
        either!(Form, &self.0, tag => tag.is_self_closing())
    }

    /// The attributes in source order. Of attributes with the same name, only the first is included.
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
    #[inline(always)]
    pub fn attributes(
        &self,
    ) -> impl ExactSizeIterator<Item = Attribute<'_, 'a>> + Clone + fmt::Debug {
        Attributes(match &self.0 {
            Form::Current(tag) => FormOfAll::Current(tag.attributes()),
            Form::Stored(tag) => FormOfAll::Stored(tag.attributes()),
        })
    }

    /// The attribute with this name, which must be in lower case; `None` if the tag has none.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'_, 'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The attributes that were dropped because the tag has an earlier one with the same name, in
    /// source order. In a [`Sink`](crate::Sink) without [`Sink::SOURCE`](crate::Sink::SOURCE) it is only
    /// the first of them. Content Security Policy, for example, ignores the nonce of such a tag.
    ///
    /// ```
    /// use tokenwright::{Token, tokens};
    ///
    /// let html = "<script nonce=a NONCE='b' src=c>";
    /// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
    /// let duplicate = tag.duplicate_attributes().next().expect("there is one");
    /// assert_eq!((duplicate.name, duplicate.value), ("NONCE", "b"));
    /// assert_eq!(&html[duplicate.span.range()], "NONCE='b'");
    /// ```
    pub fn duplicate_attributes(&self) -> impl ExactSizeIterator<Item = AttributeSource<'_>> {
        DuplicateAttributes {
            tag: self,
            places: 0..self.count_duplicates(),
        }
    }

    fn count_duplicates(&self) -> usize {
        match &self.0 {
            Form::Current(tag) => tag.duplicates().len(),
            Form::Stored(tag) => tag.count_duplicates(),
        }
    }

    /// The tag as written, from `<` to `>`. In a [`Sink`](crate::Sink) it is empty unless
    /// [`Sink::SOURCE`](crate::Sink::SOURCE) is set.
    ///
    /// In the iterator it is the part of the document at [`span`](Self::span), byte for byte. In a sink it is the input
    /// as the tokenizer reads it: bytes that are not UTF-8 are U+FFFD, characters that input preprocessing replaces (in
    /// 2008 and 2009, NUL) are replaced, and characters that were [inserted](crate::Tokenizer::insert) are included. It
    /// is empty if a [state was set](crate::Tokenizer::set_state) inside the tag.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Sources(Vec<String>);
    ///
    /// impl Sink for Sources {
    ///     const SOURCE: bool = true;
    ///
    ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
    ///         self.0.push(tag.source().to_owned());
    ///         Next::Continue
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Sources::default());
    /// for chunk in ["<A Hre", "f = '&amp", ";'><", "br>"] {
    ///     tokenizer.feed_str(chunk);
    /// }
    /// assert_eq!(tokenizer.finish().0, ["<A Href = '&amp;'>", "<br>"]);
    /// ```
    pub fn source(&self) -> &str {
        match &self.0 {
            Form::Current(tag) => tag.source(),
            Form::Stored(tag) => tag.source(),
        }
    }

    /// The range of the tag in the input, from `<` to `>`.
    #[inline(always)]
    pub fn span(&self) -> Span {
        either!(Form, &self.0, tag => tag.span())
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        either!(Form, &self.0, tag => tag.name_span())
    }

    /// The same tag, which borrows nothing. A tag of a [`Sink`](crate::Sink) keeps what it knows during the call.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Tags(Vec<Tag<'static>>);
    ///
    /// impl Sink for Tags {
    ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
    ///         self.0.push(tag.clone().into_owned());
    ///         Next::Continue
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Tags::default());
    /// tokenizer.feed_str("<p><a href='?a&amp;b'>");
    /// let tags = tokenizer.finish().0;
    /// assert_eq!(tags[1].attribute("href").expect("it has one").value(), "?a&b");
    /// ```
    pub fn into_owned(self) -> Tag<'static> {
        let owned = match &self.0 {
            Form::Stored(tag) => tag.as_owned(),
            Form::Current(_) => None,
        };
        Tag::stored(owned.unwrap_or_else(|| TagParts::of(&self).into_tag()))
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

impl Hash for Tag<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
        self.span().hash(state);
        for attribute in self.attributes() {
            attribute.hash(state);
        }
    }
}

impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.is_end_tag() {
            false => "StartTag",
            true => "EndTag",
        };
        f.debug_struct(kind)
            .field("name", &self.name())
            .field("attributes", &self.attributes())
            .field("self_closing", &self.is_self_closing())
            .field("span", &self.span())
            .finish()
    }
}

/// The iterator of [`Tag::duplicate_attributes`].
struct DuplicateAttributes<'t, 'a> {
    tag: &'t Tag<'a>,
    places: Range<usize>,
}

impl<'t> Iterator for DuplicateAttributes<'t, '_> {
    type Item = AttributeSource<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let place = self.places.next()?;
        match &self.tag.0 {
            Form::Current(tag) => tag.duplicate_source(place),
            Form::Stored(tag) => tag.duplicate_source(place),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for DuplicateAttributes<'_, '_> {}

/// The iterator of [`Tag::attributes`].
#[derive(Clone)]
struct Attributes<'t, 'a>(FormOfAll<'t, 'a>);

#[derive(Clone)]
enum FormOfAll<'t, 'a> {
    Current(CurrentAttributes<'t, 'a>),
    Stored(StoredAttributes<'t, 'a>),
}

impl<'t, 'a> Iterator for Attributes<'t, 'a> {
    type Item = Attribute<'t, 'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        Some(Attribute(match &mut self.0 {
            FormOfAll::Current(attributes) => FormOfOne::Current(attributes.next()?),
            FormOfAll::Stored(attributes) => FormOfOne::Stored(attributes.next()?),
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        either!(FormOfAll, &self.0, attributes => attributes.size_hint())
    }
}

impl ExactSizeIterator for Attributes<'_, '_> {}

impl fmt::Debug for Attributes<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.clone().map(|a| (a.name(), a.value())))
            .finish()
    }
}

/// An attribute of a [`Tag`].
///
/// [`value`](Self::value) borrows from the tag; [`to_value`](Self::to_value) outlives it:
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<a title='Tom &amp; Jerry'>";
/// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
/// let title = tag.attribute("title").expect("it has one");
/// assert_eq!((title.name(), title.value()), ("title", "Tom & Jerry"));
/// assert_eq!(&html[title.value_span().range()], "Tom &amp; Jerry");
/// let value = title.to_value();
/// drop(tag);
/// assert_eq!(value, "Tom & Jerry");
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'t, 'a>(FormOfOne<'t, 'a>);

#[derive(Clone, Copy)]
enum FormOfOne<'t, 'a> {
    Current(CurrentAttribute<'t, 'a>),
    Stored(StoredAttribute<'t, 'a>),
}

impl<'t, 'a> Attribute<'t, 'a> {
    /// The name, with ASCII letters in lower case.
    #[inline(always)]
    pub fn name(&self) -> &'t str {
        either!(FormOfOne, &self.0, attribute => attribute.name())
    }

    /// The value, with character references decoded; empty if none is written.
    ///
    /// It borrows from the tag. To keep it longer than the tag, take [`to_value`](Self::to_value), which
    /// borrows from the document where it can:
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use tokenwright::{Token, tokens};
    ///
    /// fn links(html: &str) -> Vec<Cow<'_, str>> {
    ///     tokens(html)
    ///         .filter_map(|token| match token {
    ///             Token::StartTag(tag) if tag.name() == "a" => Some(tag.attribute("href")?.to_value()),
    ///             _ => None,
    ///         })
    ///         .collect()
    /// }
    ///
    /// assert_eq!(links("<a href=/one>1</a><a name=x><a href='?a&amp;b'>"), ["/one", "?a&b"]);
    /// ```
    #[inline(always)]
    pub fn value(&self) -> &'t str {
        either!(FormOfOne, &self.0, attribute => attribute.value())
    }

    /// The value for as long as `'a`; borrowed if the input contains it verbatim.
    pub fn to_value(&self) -> Cow<'a, str> {
        match &self.0 {
            FormOfOne::Current(attribute) => Cow::Borrowed(attribute.value()),
            FormOfOne::Stored(attribute) => attribute.to_value(),
        }
    }

    /// How the attribute is written: its whole span, its quotation marks, and name and value before
    /// letters are lowercased and character references decoded.
    ///
    /// It is read from the source of the tag when it is called. In a [`Sink`](crate::Sink) it needs
    /// [`Sink::SOURCE`](crate::Sink::SOURCE).
    ///
    /// ```
    /// use tokenwright::{Quote, Token, tokens};
    ///
    /// let html = "<a href=>";
    /// let Some(Token::StartTag(tag)) = tokens(html).next() else { panic!() };
    /// let source = tag.attribute("href").expect("it has one").source();
    /// assert_eq!((source.has_equals_sign, source.quote), (true, Quote::None));
    /// // To give it a value, replace the whole attribute.
    /// assert_eq!(&html[source.span.range()], "href=");
    /// ```
    pub fn source(&self) -> AttributeSource<'t> {
        either!(FormOfOne, &self.0, attribute => attribute.source())
    }

    /// The range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Span {
        either!(FormOfOne, &self.0, attribute => attribute.name_span())
    }

    /// The range of the value in the input, without its quotation marks.
    ///
    /// It is empty if the value is: between the quotation marks, or after the name if no value is
    /// written.
    #[inline(always)]
    pub fn value_span(&self) -> Span {
        either!(FormOfOne, &self.0, attribute => attribute.value_span())
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

impl Hash for Attribute<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
        self.value().hash(state);
        self.value_span().hash(state);
    }
}

impl fmt::Debug for Attribute<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?}", self.name(), self.value())
    }
}

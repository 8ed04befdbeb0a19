//! Memory shared by the tags of one stretch of the document: attributes and names that do not fit a [`Shape`](super::Shape).
//!
//! A list for each tag would be an allocation for each. Here all tags of a stretch append to the same lists, and each
//! holds a count of references to them. A tag that is kept keeps the lists of its stretch, but no list outlives all
//! of its tags; if none was kept, the next stretch uses the memory again.

use crate::Span;
use crate::text::narrow;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A string of a tag: a range of its source, or a string in the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StringRef {
    /// The place before it, from the tag's `<` on, or its place among the kept.
    before: u32,
    /// Its length, or `KEPT`.
    len: u32,
}

const KEPT: u32 = u32::MAX;

impl StringRef {
    /// A range behind a place, from the tag's `<` on.
    #[inline(always)]
    pub(crate) fn behind(before: u32, len: u32) -> Self {
        StringRef { before, len }
    }

    /// A range of the document within a tag that starts at `tag`, if half words can say it.
    #[inline(always)]
    pub(crate) fn of(span: Span, tag: usize) -> Option<Self> {
        // What is shorter than this fits as well.
        u32::try_from(span.end.checked_sub(tag)?).ok()?;
        let before = span.start.checked_sub(tag + 1)?;
        let len = span.end.checked_sub(span.start)?;
        Some(StringRef::behind(
            narrow::position(before),
            narrow::position(len),
        ))
    }

    /// The string in the source of a tag, if it is a range.
    #[inline(always)]
    pub(crate) fn of_tag(self, tag: &str) -> Option<&str> {
        match self.len {
            KEPT => None,
            len => Some(slice_behind(tag, self.before, len)),
        }
    }

    /// The range, from the tag's `<` on, if it is one.
    #[inline(always)]
    pub(crate) fn range(self) -> Option<(u32, u32)> {
        let start = self.before.wrapping_add(1);
        (self.len != KEPT).then(|| (start, start + self.len))
    }
}

/// A string that is not a range of the tag, or is too far from its beginning.
#[derive(Debug)]
struct Kept {
    /// `None` where the document has the string.
    string: Option<Box<str>>,
    span: Span,
}

/// An attribute of a tag. A record before a tag's attributes has its name, and as the value the number of its duplicate
/// attributes and of the others. The duplicates come last, without values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeRecord {
    pub(crate) name: StringRef,
    pub(crate) value: StringRef,
}

/// The memory that the tags of a stretch share.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) attributes: Vec<AttributeRecord>,
    kept: Vec<Kept>,
    /// Of the batch of one tag that owns its strings: the tag as written, and its range in the document.
    pub(crate) owned: Option<Box<(Box<str>, Span)>>,
}

/// The source of a tag, and its start in the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagSource<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl<'a> TagSource<'a> {
    /// The source at a range of the document.
    fn at(self, span: Span) -> &'a str {
        let within = |at: usize| at.wrapping_sub(self.start);
        let range = within(span.start)..within(span.end);
        self.text.get(range).unwrap_or_default()
    }
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        self.attributes.clear();
        self.kept.clear();
    }

    /// Stores a string that represents `span` of a document.
    pub(crate) fn keep_owned(&mut self, string: Box<str>, span: Span) -> StringRef {
        self.kept.push(Kept {
            string: Some(string),
            span,
        });
        StringRef {
            before: narrow::count(self.kept.len() - 1),
            len: KEPT,
        }
    }

    /// Begins a tag; returns its index.
    pub(crate) fn begin(&mut self, name: StringRef) -> u32 {
        let place = u32::try_from(self.attributes.len());
        let value = StringRef::behind(0, 0);
        self.attributes.push(AttributeRecord { name, value });
        place.expect("more attributes than memory holds")
    }

    /// Ends the tag: the attributes added since [`begin`](Self::begin) are its own, the last of them duplicates.
    pub(crate) fn end(&mut self, place: u32, duplicates: usize) {
        let count = self.attributes.len() - place as usize - 1 - duplicates;
        let [duplicates, count] = [duplicates, count]
            .map(|count| u32::try_from(count).expect("more attributes than memory holds"));
        self.attributes[place as usize].value = StringRef::behind(duplicates, count);
    }

    /// The name of the tag at a place.
    pub(crate) fn name(&self, place: u32) -> StringRef {
        self.attributes[place as usize].name
    }

    /// The attributes of the tag at a place.
    pub(crate) fn attributes(&self, place: u32) -> &[AttributeRecord] {
        let place = place as usize;
        let count = self.attributes[place].value.len as usize;
        &self.attributes[place + 1..place + 1 + count]
    }

    /// The duplicate attributes of the tag at a place.
    pub(crate) fn duplicates(&self, place: u32) -> &[AttributeRecord] {
        let from = place as usize + 1 + self.attributes(place).len();
        let count = self.attributes[place as usize].value.before as usize;
        &self.attributes[from..from + count]
    }

    /// Stores a string of a tag at `tag` that represents `span` of the document, unless it is a range of the tag.
    #[inline(never)]
    pub(crate) fn keep(&mut self, source: &str, tag: usize, string: &str, span: Span) -> StringRef {
        // A string that was built character by character may still equal the document's text.
        let verbatim = source.get(span.range()) == Some(string);
        if verbatim && let Some(string_ref) = StringRef::of(span, tag) {
            return string_ref;
        }
        let string = (!verbatim).then(|| string.into());
        self.kept.push(Kept { string, span });
        StringRef {
            before: narrow::count(self.kept.len() - 1),
            len: KEPT,
        }
    }

    /// The string that is referred to.
    pub(crate) fn string<'b>(
        batch: Option<&'b Self>,
        source: TagSource<'b>,
        string_ref: StringRef,
    ) -> &'b str {
        match Self::kept(batch, string_ref).map(|kept| &kept.string) {
            Some(Some(string)) => string,
            _ => source.at(Self::span(batch, source, string_ref)),
        }
    }

    /// The same for as long as the document lives; borrowed from the document if it has the string.
    pub(crate) fn cow<'a>(
        batch: Option<&Self>,
        source: TagSource<'a>,
        string_ref: StringRef,
    ) -> Cow<'a, str> {
        let owned = Self::kept(batch, string_ref).and_then(|kept| kept.string.as_deref());
        match owned {
            Some(string) => Cow::Owned(string.to_owned()),
            None => Cow::Borrowed(source.at(Self::span(batch, source, string_ref))),
        }
    }

    /// The range in the document of the string that is referred to.
    #[inline]
    pub(crate) fn span(batch: Option<&Self>, source: TagSource<'_>, string_ref: StringRef) -> Span {
        match Self::kept(batch, string_ref) {
            Some(kept) => kept.span,
            None => {
                let start = source.start + string_ref.before as usize + 1;
                Span::new(start, start + string_ref.len as usize)
            }
        }
    }

    #[inline(always)]
    fn kept(batch: Option<&Self>, string_ref: StringRef) -> Option<&Kept> {
        match string_ref.len {
            KEPT => batch?.kept.get(string_ref.before as usize),
            _ => None,
        }
    }
}

/// `len` bytes of a text after the byte at `before`. In this form, the compiler can see that the range starts after the
/// beginning and ends after its start.
#[inline(always)]
pub(crate) fn slice_behind(text: &str, before: u32, len: u32) -> &str {
    let start = before as usize + 1;
    &text[start..start + len as usize]
}

#[cfg(test)]
mod tests {
    use super::{Batch, StringRef, TagSource};
    use crate::Span;

    #[test]
    fn a_string_is_a_range_or_it_is_kept() {
        let mut batch = Batch::default();
        let (source, start) = ("a<P>", 1);
        let tag_source = TagSource {
            text: &source[1..],
            start,
        };
        let (span, name) = (Span::new(2, 3), "p");
        let kept = batch.keep(source, start, name, span);
        assert!(kept.range().is_none());
        assert_eq!(Batch::string(Some(&batch), tag_source, kept), name);
        assert_eq!(Batch::span(Some(&batch), tag_source, kept), span);
        assert_eq!(Batch::cow(Some(&batch), tag_source, kept), name);
        let verbatim = batch.keep(source, start, "P", span);
        assert_eq!(verbatim.range(), Some((1, 2)));
        assert_eq!(Batch::string(None, tag_source, verbatim), "P");
        assert_eq!(Batch::cow(None, tag_source, verbatim), "P");
        assert_eq!(Batch::span(None, tag_source, verbatim), span);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn strings_beyond_32_bits_are_kept() {
        let far = Span::new(5 << 32, (5 << 32) + 1);
        assert!(StringRef::of(far, 0).is_none());
        assert!(StringRef::of(far, (5 << 32) - 1).is_some());
        let mut batch = Batch::default();
        let kept = batch.keep("", 0, "", far);
        let source = TagSource { text: "", start: 0 };
        assert_eq!(Batch::span(Some(&batch), source, kept), far);
    }

    #[test]
    fn attributes_follow_the_name_of_their_tag() {
        let mut batch = Batch::default();
        let (name, other) = (StringRef::behind(1, 1), StringRef::behind(3, 2));
        for count in [0, 3, 1] {
            let place = batch.begin(name);
            for _ in 0..count {
                batch.attributes.push(super::AttributeRecord {
                    name: other,
                    value: other,
                });
            }
            batch.end(place, 0);
            assert_eq!(batch.name(place), name);
            assert_eq!(batch.attributes(place).len(), count);
        }
        assert_eq!(batch.attributes(1).len(), 3);
    }
}

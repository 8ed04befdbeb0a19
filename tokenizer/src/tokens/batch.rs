//! What the tokens of one stretch of the document are made of, in as little memory as it takes.

use super::shape::{Shape, Shaped};
use crate::Span;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// A string of a token: a range of the document, or one that the batch keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it starts in the document, or its place among the kept.
    pub(super) start: u32,
    /// Where it ends in the document, or `KEPT`.
    pub(super) end: u32,
}

const KEPT: u32 = u32::MAX;

impl Piece {
    /// A range of the document, if half words can say it.
    #[inline(always)]
    pub(super) fn of(span: Span) -> Option<Self> {
        let end = u32::try_from(span.end).ok().filter(|end| *end != KEPT)?;
        let start = span.start as u32;
        Some(Piece { start, end })
    }

    #[inline(always)]
    pub(super) fn of_range((start, end): (u32, u32)) -> Self {
        Piece { start, end }
    }

    /// The empty string where this one ends.
    #[inline(always)]
    pub(super) fn empty_at_end(self) -> Option<Self> {
        let end = self.end;
        (!self.is_kept()).then_some(Piece { start: end, end })
    }

    /// Its length, if it is a range of the document.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        self.end - self.start
    }

    #[inline(always)]
    pub(super) fn is_kept(self) -> bool {
        self.end == KEPT
    }
}

/// A string that is not a range of the document, or is too far from its beginning.
#[derive(Debug)]
struct Kept {
    /// `None` where the document has the string.
    string: Option<Box<str>>,
    span: Span,
}

/// An attribute of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeRecord {
    pub(super) name: Piece,
    pub(super) value: Piece,
}

/// What is shared by the tags of a stretch.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) attributes: Vec<AttributeRecord>,
    kept: Vec<Kept>,
}

impl Batch {
    pub(super) fn clear(&mut self) {
        self.attributes.clear();
        self.kept.clear();
    }

    /// The piece for a string that stands for `span` of the document.
    #[inline(never)]
    pub(super) fn keep(&mut self, source: &str, string: &str, span: Span) -> Piece {
        // What was built up character by character may still read as the document does.
        let verbatim = source.get(span.range()) == Some(string);
        if verbatim && let Some(piece) = Piece::of(span) {
            return piece;
        }
        let string = (!verbatim).then(|| string.into());
        self.kept.push(Kept { string, span });
        Piece {
            start: (self.kept.len() - 1) as u32,
            end: KEPT,
        }
    }

    /// The string of a piece.
    #[inline(always)]
    pub(super) fn string<'b>(batch: Option<&'b Self>, source: &'b str, piece: Piece) -> &'b str {
        match piece.is_kept() {
            false => &source[piece.start as usize..piece.end as usize],
            true => Self::kept(batch, piece).map_or("", |kept| match &kept.string {
                Some(string) => string,
                None => &source[kept.span.range()],
            }),
        }
    }

    /// The same, as long as the document lives where it has the string.
    pub(super) fn cow<'a>(batch: Option<&Self>, source: &'a str, piece: Piece) -> Cow<'a, str> {
        let owned = Self::kept(batch, piece).and_then(|kept| kept.string.as_deref());
        match owned {
            Some(string) => Cow::Owned(string.to_owned()),
            None => Cow::Borrowed(&source[Self::span(batch, piece).range()]),
        }
    }

    /// What a piece stands for in the document.
    #[inline(always)]
    pub(super) fn span(batch: Option<&Self>, piece: Piece) -> Span {
        match Self::kept(batch, piece) {
            Some(kept) => kept.span,
            None => Span::new(piece.start as usize, piece.end as usize),
        }
    }

    #[inline(always)]
    fn kept(batch: Option<&Self>, piece: Piece) -> Option<&Kept> {
        match piece.is_kept() {
            true => batch?.kept.get(piece.start as usize),
            false => None,
        }
    }
}

/// Where the attributes of a tag are, in two half words that are told apart by the count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    /// The first attribute's place in the batch, or the shape of the attributes.
    first: u32,
    count: u32,
}

/// Counts beyond this one are those of attributes that have a shape. There is no memory for as many others.
const MOST: u32 = (1 << 30) - 3;

impl Places {
    /// Places in the batch.
    #[inline(always)]
    pub(super) fn in_batch(places: Range<usize>) -> Self {
        let count = places.len() as u32;
        assert!(count <= MOST, "more attributes than memory holds");
        let first = places.start as u32;
        Places { first, count }
    }

    /// One or two attributes that have a shape.
    #[inline(always)]
    pub(super) fn shaped(shape: Shape, count: usize) -> Self {
        Places {
            first: shape.to_bits(),
            count: MOST + count as u32,
        }
    }
}

/// A tag, but for the document and the batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagRecord {
    pub(super) span: Piece,
    pub(super) name: Piece,
    first: u32,
    /// The count and two flags: a record of whole words is copied by words.
    counted: u32,
}

const END_TAG: u32 = 1;
const SELF_CLOSING: u32 = 2;

impl TagRecord {
    #[inline(always)]
    pub(super) fn new(
        span: Piece,
        name: Piece,
        attributes: Places,
        is_end_tag: bool,
        self_closing: bool,
    ) -> Self {
        let flags = u32::from(self_closing) << 1 | u32::from(is_end_tag);
        TagRecord {
            span,
            name,
            first: attributes.first,
            counted: attributes.count << 2 | flags,
        }
    }

    /// The attributes that have a shape.
    #[inline(always)]
    pub(super) fn shaped(&self) -> Shaped {
        match (self.counted >> 2).checked_sub(MOST) {
            None | Some(0) => Shaped::default(),
            Some(count) => {
                let shape = Shape::from_bits(self.first);
                let end = end_of_attributes(self.span, self.self_closing());
                Shaped::new(shape, count, self.name.end, end)
            }
        }
    }

    /// The places of the others in the batch.
    #[inline(always)]
    pub(super) fn in_batch(&self) -> Range<usize> {
        let first = self.first as usize;
        match self.counted >> 2 {
            count @ 0..=MOST => first..first + count as usize,
            _ => 0..0,
        }
    }

    #[inline(always)]
    pub(super) fn is_end_tag(&self) -> bool {
        self.counted & END_TAG != 0
    }

    #[inline(always)]
    pub(super) fn self_closing(&self) -> bool {
        self.counted & SELF_CLOSING != 0
    }

    /// Whether the tag has anything in the batch.
    #[inline(always)]
    pub(super) fn needs_batch(&self) -> bool {
        !self.in_batch().is_empty() || self.name.is_kept() || self.span.is_kept()
    }
}

/// Where the `/>` or `>` of a tag stands.
#[inline(always)]
pub(super) fn end_of_attributes(span: Piece, self_closing: bool) -> u32 {
    span.end - 1 - u32::from(self_closing)
}

/// A token, or an error, in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record {
    /// Text that the document has verbatim.
    Text(Piece),
    Tag(TagRecord),
    /// Another token, by its place among those.
    Other(u32),
    /// An error, by its place among those.
    Error(u32),
}

/// What a stretch of the document gave.
#[derive(Debug)]
pub(super) struct Queue<T, E> {
    pub(super) records: Vec<Record>,
    pub(super) others: Vec<Option<T>>,
    pub(super) errors: Vec<E>,
}

impl<T, E> Default for Queue<T, E> {
    fn default() -> Self {
        Queue {
            records: Vec::new(),
            others: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl<T, E> Queue<T, E> {
    pub(super) fn clear(&mut self) {
        self.records.clear();
        self.others.clear();
        self.errors.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, Piece};
    use crate::Span;

    #[test]
    fn a_piece_is_a_range_or_it_is_kept() {
        let mut batch = Batch::default();
        let source = "<P>";
        let (written, name) = (Span::new(1, 2), "p");
        let kept = batch.keep(source, name, written);
        assert!(kept.is_kept());
        assert_eq!(Batch::string(Some(&batch), source, kept), name);
        assert_eq!(Batch::span(Some(&batch), kept), written);
        assert_eq!(Batch::cow(Some(&batch), source, kept), name);
        let verbatim = batch.keep(source, "P", written);
        assert!(!verbatim.is_kept());
        assert_eq!(Batch::string(None, source, verbatim), "P");
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn what_half_words_cannot_say_is_kept() {
        let far = Span::new(5 << 32, (5 << 32) + 1);
        assert!(Piece::of(far).is_none());
        let mut batch = Batch::default();
        let kept = batch.keep("", "", far);
        assert_eq!(Batch::span(Some(&batch), kept), far);
    }
}

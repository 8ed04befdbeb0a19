//! A tag of a common form, encoded in a word.
//!
//! Attributes of most tags are written as in `<a href="b" id=c checked>`: one character after the preceding part, no white
//! space around the `=`, the value in quotation marks or without. Then a few lengths describe the tag, and it need not
//! share memory with others. The length of a long value and of the third one is not encoded: it ends before the `/>` or `>`.

use super::batch::{AttributeRecord, StringRef};
use crate::text::narrow;

/// A tag as a word. The lowest bits determine the meaning of the others:
///
/// | bits | of a tag that has a shape | of another |
/// |---|---|---|
/// | 2 | 0 of a start tag, 1 of an end tag | the same; larger in other records |
/// | 1 | the self-closing flag | the same |
/// | 1 | 0 | 1 |
/// | 2 | how many attributes, three at most | |
/// | 1 | whether another character is before the `/>` or `>` | |
/// | 7 | where the tag name ends | |
/// | 21 | of each attribute: the length of the name, 6; from the name to the value, 2; the length of the value and one, 13, or 0 | |
/// | the last 32 | | the place in the batch |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape(u64);

const END_TAG: u64 = 1;
const SELF_CLOSING_AT: u32 = 2;
const IN_BATCH: u64 = 1 << 3;
const COUNT_AT: u32 = 4;
const MOST: usize = 3;
const SLACK_AT: u32 = 6;
const NAME_END_AT: u32 = 7;
const NAME_END_BITS: u32 = 7;
const ATTRIBUTES_AT: u32 = NAME_END_AT + NAME_END_BITS;
const NAME_BITS: u32 = 6;
const BETWEEN_BITS: u32 = 2;
const VALUE_AT: u32 = NAME_BITS + BETWEEN_BITS;
const VALUE_BITS: u32 = 13;
const ATTRIBUTE_BITS: u32 = VALUE_AT + VALUE_BITS;
const PLACE_AT: u32 = 32;

/// Where a string starts and ends.
pub(crate) type Range = (u32, u32);

#[inline(always)]
fn low(bits: u64, count: u32) -> u32 {
    narrow::low_word(bits & ((1 << count) - 1))
}

impl Shape {
    /// The flags alone.
    #[inline(always)]
    pub(crate) fn flags(is_end_tag: bool, self_closing: bool) -> Self {
        Shape(u64::from(is_end_tag) | u64::from(self_closing) << SELF_CLOSING_AT)
    }

    /// With the length of the name and the attributes of a tag from `start` to `end`, if it has this form. Of each
    /// attribute name and value; the value ends at 0 where none is written, and a `None` is no range of the document.
    #[inline(always)]
    pub(crate) fn with(
        self,
        (start, end): Range,
        name: Range,
        mut attributes: impl ExactSizeIterator<Item = Option<(Range, Range)>>,
    ) -> Option<Self> {
        let name_end = name.1.wrapping_sub(start);
        if name.0.wrapping_sub(start) != 1 + self.before_name() || name_end >= 1 << NAME_END_BITS {
            return None;
        }
        let mut bits = self.0 | u64::from(name_end) << NAME_END_AT;
        let count = attributes.len();
        if count == 0 {
            return Some(Shape(bits));
        }
        if count > MOST {
            return None;
        }
        bits |= (count as u64) << COUNT_AT;
        let mut from = name.1;
        for place in 0..count {
            let (name, value) = attributes.next()??;
            let len = name.1.wrapping_sub(name.0);
            if name.0 != from + 1 || len >= 1 << NAME_BITS {
                return None;
            }
            let (between, value) = match value.0.wrapping_sub(name.1) {
                between @ 1..=2 => (between, value),
                _ if value.1 == 0 || value == (name.1, name.1) => (0, (name.1, name.1)),
                _ => return None,
            };
            from = value.1 + (between >> 1);
            let mut attribute = len | between << NAME_BITS;
            let len = value.1 - value.0 + 1;
            if len < 1 << VALUE_BITS && place + 1 < MOST {
                attribute |= len << VALUE_AT;
            } else {
                let slack = self.end_of_attributes(end).wrapping_sub(from);
                if slack > 1 || place + 1 < count {
                    return None;
                }
                bits |= u64::from(slack) << SLACK_AT;
            }
            bits |= u64::from(attribute) << (ATTRIBUTES_AT + ATTRIBUTE_BITS * narrow::count(place));
        }
        Some(Shape(bits))
    }

    /// A tag at a place in the batch.
    pub(crate) fn in_batch(self, place: u32) -> Self {
        Shape(self.0 | IN_BATCH | u64::from(place) << PLACE_AT)
    }

    #[inline(always)]
    pub(crate) fn to_bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Self {
        Shape(bits)
    }

    #[inline(always)]
    pub(crate) fn is_end_tag(self) -> bool {
        self.0 & END_TAG != 0
    }

    #[inline(always)]
    pub(crate) fn self_closing(self) -> bool {
        low(self.0 >> SELF_CLOSING_AT, 1) != 0
    }

    /// The place in the batch, of a tag that is there.
    #[inline(always)]
    pub(crate) fn place(self) -> Option<u32> {
        (self.0 & IN_BATCH != 0).then_some((self.0 >> PLACE_AT) as u32)
    }

    /// The place before the name.
    #[inline(always)]
    fn before_name(self) -> u32 {
        low(self.0, 1)
    }

    #[inline(always)]
    fn name_end(self) -> u32 {
        low(self.0 >> NAME_END_AT, NAME_END_BITS)
    }

    /// The name, of a tag that has a shape.
    #[inline(always)]
    pub(crate) fn name(self) -> StringRef {
        StringRef::behind(self.before_name(), self.name_end() - self.before_name() - 1)
    }

    /// The same as it is written in the tag.
    #[inline(always)]
    pub(crate) fn name_in(self, tag: &str) -> &str {
        &tag[self.before_name() as usize + 1..self.name_end() as usize]
    }

    /// How many attributes there are, of a tag that has a shape.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        low(self.0 >> COUNT_AT, 2)
    }

    /// The attributes, of a tag that has a shape.
    #[inline(always)]
    pub(crate) fn attributes(self) -> Shaped {
        Shaped {
            bits: self.0 >> ATTRIBUTES_AT,
            from: self.name_end(),
        }
    }

    /// The position of the `/>` or `>` of a tag.
    #[inline(always)]
    fn end_of_attributes(self, end: u32) -> u32 {
        end.wrapping_sub(1 + low(self.0 >> SELF_CLOSING_AT, 1))
    }

    /// Where the last attribute ends, of a tag of this length that has a shape.
    #[cold]
    #[inline(never)]
    fn end_of_last(self, len: u32) -> u32 {
        self.end_of_attributes(len) - low(self.0 >> SLACK_AT, 1)
    }
}

/// The attributes of a shape, from the first on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shaped {
    bits: u64,
    /// The end of the part before the next one.
    from: u32,
}

impl Shaped {
    /// The next one; if its value ends where the tag does, its length follows from the shape and the length of the tag.
    #[inline(always)]
    pub(crate) fn next(&mut self, shape: Shape, len: usize) -> AttributeRecord {
        let name_len = low(self.bits, NAME_BITS);
        let name = StringRef::behind(self.from, name_len);
        let between = low(self.bits >> NAME_BITS, BETWEEN_BITS);
        let quoted = between >> 1;
        let before_value = self.from + name_len + between;
        let value_end = match low(self.bits >> VALUE_AT, VALUE_BITS) {
            0 => shape.end_of_last(narrow::position(len)) - quoted,
            value_len => before_value + value_len,
        };
        self.bits >>= ATTRIBUTE_BITS;
        self.from = value_end + quoted;
        let value = StringRef::behind(before_value, value_end - before_value - 1);
        AttributeRecord { name, value }
    }
}

#[cfg(test)]
mod tests {
    use super::{Range, Shape};
    use alloc::vec::Vec;

    /// Name and value of an attribute.
    type Ranges = (Range, Range);

    /// Whether a tag has a shape; that shape has to give the same ranges.
    fn has_shape(tag: Range, name: Range, attributes: &[Ranges]) -> bool {
        let mut has = [false; 4];
        for (flags, has) in has.iter_mut().enumerate() {
            let (is_end_tag, self_closing) = (flags & 1 != 0, flags & 2 != 0);
            let more = u32::from(is_end_tag);
            let move_on = |(from, to): Range| (from + more, to + more);
            let attributes: Vec<_> = attributes
                .iter()
                .map(|(name, value)| match value.1 {
                    0 => (move_on(*name), *value),
                    _ => (move_on(*name), move_on(*value)),
                })
                .collect();
            let (name, end) = (move_on(name), tag.1 + more + u32::from(self_closing));
            let ranges = attributes.iter().copied().map(Some);
            let flags = Shape::flags(is_end_tag, self_closing);
            let Some(shape) = flags.with((tag.0, end), name, ranges) else {
                continue;
            };
            *has = true;
            assert_eq!(Shape::from_bits(shape.to_bits()), shape);
            assert_eq!(shape.is_end_tag(), is_end_tag);
            assert_eq!(shape.self_closing(), self_closing);
            assert_eq!(shape.place(), None);
            let (from, to) = shape.name().range().expect("it is one");
            assert_eq!((tag.0 + from, tag.0 + to), name);
            let mut shaped = shape.attributes();
            assert_eq!(shape.count() as usize, attributes.len());
            for (name, value) in attributes {
                let record = shaped.next(shape, (end - tag.0) as usize);
                let at = |range: Option<Range>| range.map(|(from, to)| (tag.0 + from, tag.0 + to));
                assert_eq!(at(record.name.range()), Some(name));
                let written = match value.1 {
                    0 => (name.1, name.1),
                    _ => value,
                };
                assert_eq!(at(record.value.range()), Some(written));
            }
        }
        assert!(has.iter().all(|one| *one == has[0]), "flags change nothing");
        has[0]
    }

    /// An attribute one character behind `from`, and where it ends.
    fn attribute(from: u32, name: u32, between: u32, value: u32) -> (Ranges, u32) {
        let name = (from + 1, from + 1 + name);
        let start = name.1 + between;
        let written = match between {
            0 => (0, 0),
            _ => (start, start + value),
        };
        ((name, written), start + value + between / 2)
    }

    #[test]
    fn a_shape_gives_the_ranges_of_its_tag() {
        let betweens = [(0, 0), (1, 3), (2, 0), (2, 8190), (2, 8191)];
        for start in [0, 100_000, u32::MAX - 60_000] {
            let name = (start + 1, start + 3);
            for (first_between, first_value) in betweens {
                let (first, end) = attribute(name.1, 63, first_between, first_value);
                let tag = |end| (start, end + 1);
                assert!(has_shape(tag(end), name, &[first]));
                assert!(has_shape(tag(end + 1), name, &[first]), "white space");
                let long = first_value == 8191;
                assert_eq!(has_shape(tag(end + 2), name, &[first]), !long);
                let (late, end) = attribute(name.1 + 1, 1, first_between, first_value);
                assert!(!has_shape(tag(end), name, &[late]), "more before the name");
                for (between, value) in betweens {
                    let (first, end) = attribute(name.1, 1, first_between, first_value);
                    let (second, end) = attribute(end, 63, between, value);
                    let fits = first_value < 8191;
                    assert_eq!(has_shape(tag(end), name, &[first, second]), fits);
                    assert_eq!(has_shape(tag(end + 1), name, &[first, second]), fits);
                    let fits = fits && value < 8191;
                    let (third, end) = attribute(end, 63, first_between, first_value);
                    let three = [first, second, third];
                    for (more, is_shape) in [(0, true), (1, true), (2, false)] {
                        assert_eq!(has_shape(tag(end + more), name, &three), fits && is_shape);
                    }
                    let (fourth, end) = attribute(end, 1, between, value);
                    assert!(!has_shape(tag(end), name, &[first, second, third, fourth]));
                }
            }
        }
    }

    #[test]
    fn parts_that_are_too_long_have_no_shape() {
        for len in [125, 127] {
            assert_eq!(has_shape((0, len + 2), (1, len + 1), &[]), len < 126);
        }
        for len in [63, 64] {
            let (one, end) = attribute(2, len, 1, 1);
            assert_eq!(has_shape((0, end + 1), (1, 2), &[one]), len < 64);
        }
        for len in [8190, 8191] {
            let (one, middle) = attribute(2, 1, 2, len);
            assert!(has_shape((0, middle + 1), (1, 2), &[one]), "the last");
            let (two, end) = attribute(middle, 1, 2, len);
            assert_eq!(has_shape((0, end + 1), (1, 2), &[one, two]), len < 8191);
        }
    }

    #[test]
    fn other_layouts_have_no_shape() {
        assert!(!has_shape((0, 9), (2, 3), &[]), "a name behind more");
        let (one, end) = attribute(2, 1, 3, 1);
        assert!(!has_shape((0, end), (1, 2), &[one]), "white space after =");
        let flags = Shape::flags(false, false);
        assert!(flags.with((0, 9), (1, 2), [None].into_iter()).is_none());
    }

    #[test]
    fn an_index_of_the_batch_differs_from_a_shape() {
        for place in [0, 7, u32::MAX] {
            let shape = Shape::flags(true, true).in_batch(place);
            assert_eq!(shape.place(), Some(place));
            assert!(shape.is_end_tag() && shape.self_closing());
        }
    }
}

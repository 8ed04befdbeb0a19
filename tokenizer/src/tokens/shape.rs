//! Where one or two attributes of a tag stand, in a half word.
//!
//! Attributes of most tags stand as in `<a href="b" id=c>`: one character after what is before them, `=` after
//! the name, the value at once, in quotation marks or without, and nothing behind the last but `/>` or `>`. Then
//! a few lengths tell all, and the tag need not share memory with others.

use super::batch::{AttributeRecord, Piece};

/// The attributes of a tag that stand so: of each eight bits for the length of the name and one for quotation
/// marks; of the first of two the length of its value between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape(u32);

const NAME_BITS: u32 = 8;
const VALUE_BITS: u32 = 14;
const VALUE_AT: u32 = NAME_BITS + 1;
const SECOND_AT: u32 = VALUE_AT + VALUE_BITS;

impl Shape {
    /// The shape of attributes between the end of the tag name and the `/>` or `>`, if they have one; a `None` is
    /// one that is no range of the document.
    #[inline(always)]
    pub(super) fn of(
        mut attributes: impl ExactSizeIterator<Item = Option<AttributeRecord>>,
        name_end: u32,
        end: u32,
    ) -> Option<Self> {
        let count = attributes.len();
        if count > 2 {
            return None;
        }
        let first = attributes.next()??;
        let (mut bits, mut value_end) = Self::one(first, name_end)?;
        if count == 2 {
            let (second, second_end) = Self::one(attributes.next()??, value_end)?;
            let len = first.value.len();
            if len >= 1 << VALUE_BITS {
                return None;
            }
            bits |= len << VALUE_AT | second << SECOND_AT;
            value_end = second_end;
        }
        (value_end == end).then_some(Shape(bits))
    }

    #[inline(always)]
    pub(super) fn to_bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) fn from_bits(bits: u32) -> Self {
        Shape(bits)
    }

    /// The bits for a name and its quotation marks, and where the attribute ends that stands behind `from`.
    #[inline(always)]
    fn one(attribute: AttributeRecord, from: u32) -> Option<(u32, u32)> {
        let AttributeRecord { name, value } = attribute;
        let quoted = value.start.wrapping_sub(name.end).wrapping_sub(1);
        let stands = name.start == from + 1 && quoted <= 1 && name.len() < 1 << NAME_BITS;
        stands.then(|| (name.len() | quoted << NAME_BITS, value.end + quoted))
    }
}

/// The attributes of a shape, from the first on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shaped {
    bits: u32,
    /// How many are left.
    left: u32,
    /// Where what is before the next one ends.
    from: u32,
    /// Where the last one ends.
    end: u32,
}

impl Shaped {
    /// As many as `count` between the end of the tag name and the `/>` or `>`.
    #[inline(always)]
    pub(super) fn new(shape: Shape, count: u32, name_end: u32, end: u32) -> Self {
        Shaped {
            bits: shape.0,
            left: count,
            from: name_end,
            end,
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.left as usize
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<AttributeRecord> {
        self.left = self.left.checked_sub(1)?;
        let name_start = self.from + 1;
        let name_end = name_start + (self.bits & ((1 << NAME_BITS) - 1));
        let quoted = self.bits >> NAME_BITS & 1;
        let value_start = name_end + 1 + quoted;
        let value_end = match self.left {
            0 => self.end - quoted,
            _ => value_start + (self.bits >> VALUE_AT & ((1 << VALUE_BITS) - 1)),
        };
        self.bits >>= SECOND_AT;
        self.from = value_end + quoted;
        Some(AttributeRecord {
            name: Piece::of_range((name_start, name_end)),
            value: Piece::of_range((value_start, value_end)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Shaped};
    use crate::tokens::batch::{AttributeRecord, Piece};
    use alloc::vec::Vec;

    /// Whether attributes of these ranges have a shape; that shape has to give the same ranges.
    fn has_shape(attributes: &[[u32; 4]], name_end: u32, end: u32) -> bool {
        let records: Vec<_> = attributes
            .iter()
            .map(|[a, b, c, d]| AttributeRecord {
                name: Piece::of_range((*a, *b)),
                value: Piece::of_range((*c, *d)),
            })
            .collect();
        let Some(shape) = Shape::of(records.iter().copied().map(Some), name_end, end) else {
            return false;
        };
        let mut shaped = Shaped::new(shape, records.len() as u32, name_end, end);
        assert_eq!(shaped.len(), records.len());
        for AttributeRecord { name, value } in records {
            let given = shaped.next().expect("as many as there were");
            assert_eq!(given.name, name);
            assert_eq!(given.value, value);
        }
        assert!(shaped.next().is_none());
        true
    }

    #[test]
    fn what_has_a_shape_stands_as_the_shape_says() {
        for base in [2, 100_000, u32::MAX - 40_000] {
            for (name, value) in [(1, 0), (255, 70), (256, 1), (3, 16_383), (3, 16_384)] {
                for quoted in [0, 1] {
                    let start = base + 1;
                    let value_start = start + name + 1 + quoted;
                    let first = [start, start + name, value_start, value_start + value];
                    let end = value_start + value + quoted;
                    assert_eq!(has_shape(&[first], base, end), name < 256);
                    assert!(
                        !has_shape(&[first], base, end + 1),
                        "white space at the end"
                    );
                    assert!(!has_shape(&[first], base - 1, end), "more before the name");
                    for quoted in [0, 1] {
                        let second = [end + 1, end + 2, end + 3 + quoted, end + 7 + quoted];
                        let fits = name < 256 && value < 16_384;
                        let end = end + 7 + 2 * quoted;
                        assert_eq!(has_shape(&[first, second], base, end), fits);
                        assert!(!has_shape(&[first, second, second], base, end));
                    }
                }
            }
        }
    }

    #[test]
    fn what_stands_in_another_way_has_none() {
        assert!(!has_shape(&[], 2, 2));
        assert!(!has_shape(&[[3, 4, 4, 4]], 2, 4), "no value");
        assert!(!has_shape(&[[3, 4, 6, 7]], 2, 7), "one quotation mark");
        assert!(!has_shape(&[[3, 4, 7, 8]], 2, 9), "white space after =");
        assert!(Shape::of([None].into_iter(), 2, 8).is_none());
    }
}

//! Sets of code points.

const LAST: u32 = 0x10_FFFF;

/// A set of code points, as sorted ranges that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    /// Every code point, surrogates included.
    pub fn all() -> Self {
        CharSet(vec![(0, LAST)])
    }

    /// The union of these ranges, both ends included, in any order. A range that ends before it begins is empty.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let ranges = ranges.into_iter().filter(|(first, last)| first <= last);
        let mut ranges: Vec<_> = ranges.collect();
        ranges.sort_unstable();
        ranges.dedup_by(|next, before| {
            let touch = next.0 <= before.1.saturating_add(1);
            if touch {
                before.1 = before.1.max(next.1);
            }
            touch
        });
        CharSet(ranges)
    }

    /// The ranges, both ends included, in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has this member.
    // Inlined, so that it is optimised in the crates that search, which this one is not.
    #[inline]
    pub fn contains(&self, code: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= code);
        after > 0 && code <= self.0[after - 1].1
    }

    /// The union of both sets.
    #[must_use]
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_ranges(self.0.iter().chain(&other.0).copied())
    }

    /// The complement: every code point that is not a member.
    #[must_use]
    pub fn complement(&self) -> CharSet {
        let mut out = Vec::new();
        let mut next = 0;
        for (first, last) in &self.0 {
            if *first > next {
                out.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            out.push((next, LAST));
        }
        CharSet(out)
    }

    /// The difference of both sets.
    #[must_use]
    pub fn minus(&self, other: &CharSet) -> CharSet {
        self.intersection(&other.complement())
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        CharSet(self.shared(other).collect())
    }

    /// Whether the sets have a member in common.
    pub fn meets(&self, other: &CharSet) -> bool {
        self.shared(other).next().is_some()
    }

    /// The ranges that both sets have, in order.
    fn shared(&self, other: &CharSet) -> impl Iterator<Item = (u32, u32)> {
        let (mut ours, mut theirs) = (&self.0[..], &other.0[..]);
        std::iter::from_fn(move || {
            while let ([our, after_our @ ..], [their, after_their @ ..]) = (ours, theirs) {
                let shared = (our.0.max(their.0), our.1.min(their.1));
                match our.1 < their.1 {
                    true => ours = after_our,
                    false => theirs = after_their,
                }
                if shared.0 <= shared.1 {
                    return Some(shared);
                }
            }
            None
        })
    }

    /// Its ASCII members, as ranges.
    pub fn ascii(&self) -> Vec<(u8, u8)> {
        self.0
            .iter()
            .filter(|(first, _)| *first < 0x80)
            .map(|(first, last)| (*first as u8, (*last).min(0x7F) as u8))
            .collect()
    }

    /// Whether it has all code points beyond ASCII, none, or some (`None`).
    pub fn beyond_ascii(&self) -> Option<bool> {
        let beyond = self.intersection(&CharSet(vec![(0x80, LAST)]));
        match beyond.0.as_slice() {
            [] => Some(false),
            [(0x80, LAST)] => Some(true),
            _ => None,
        }
    }
}

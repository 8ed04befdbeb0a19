//! Sets of code points.

/// A set of code points, as sorted ranges that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    /// Every code point, surrogates included.
    pub fn all() -> Self {
        CharSet(vec![(0, 0x10_FFFF)])
    }

    /// The union of these ranges, both ends included, in any order.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut out: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            match out.last_mut() {
                Some(previous) if first <= previous.1.saturating_add(1) => {
                    previous.1 = previous.1.max(last)
                }
                _ => out.push((first, last)),
            }
        }
        CharSet(out)
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
        self.0
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&code))
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
        if next <= 0x10_FFFF {
            out.push((next, 0x10_FFFF));
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
        let mut out = Vec::new();
        for (a, b) in &self.0 {
            for (c, d) in &other.0 {
                if a.max(c) <= b.min(d) {
                    out.push((*a.max(c), *b.min(d)));
                }
            }
        }
        CharSet::from_ranges(out)
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
        let beyond = self.intersection(&CharSet(vec![(0x80, 0x10_FFFF)]));
        match beyond.0.as_slice() {
            [] => Some(false),
            [(0x80, 0x10_FFFF)] => Some(true),
            _ => None,
        }
    }
}

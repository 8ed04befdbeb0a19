//! An index of rows by the characters that they match.

use super::takes::{How, Takes};

/// The number that stands for EOF, after the last code point.
const EOF: u32 = 0x11_0000;
/// The number that stands for the additional allowed character, which is known only at run time.
const ADDITIONAL: u32 = 0x11_0001;

/// Finds the rows that may match a character in common with another row, without a look at the others: a segment tree
/// over ranges of characters in the order of their first ones.
pub(super) struct RowIndex {
    /// The ranges of all rows, and the row of each.
    ranges: Vec<(u32, u32, usize)>,
    /// The greatest last character below each node; the leaves are the ranges.
    reach: Vec<Option<u32>>,
    leaves: usize,
}

impl RowIndex {
    pub(super) fn of<'t>(rows: impl Iterator<Item = (usize, &'t Takes)>) -> Self {
        let mut ranges: Vec<(u32, u32, usize)> = rows
            .flat_map(|(row, takes)| {
                let all = characters(takes).into_iter();
                all.map(move |(first, last)| (first, last, row))
            })
            .collect();
        ranges.sort_unstable();
        let leaves = ranges.len().next_power_of_two();
        let mut reach = vec![None; 2 * leaves];
        for (at, (_, last, _)) in ranges.iter().enumerate() {
            reach[leaves + at] = Some(*last);
        }
        for node in (1..leaves).rev() {
            reach[node] = reach[2 * node].max(reach[2 * node + 1]);
        }
        RowIndex {
            ranges,
            reach,
            leaves,
        }
    }

    /// Rows with a character in common, in order, and at most `limit` of their ranges.
    pub(super) fn touching(&self, takes: &Takes, limit: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for (first, last) in characters(takes) {
            let end = self.ranges.partition_point(|(start, ..)| *start <= last);
            self.collect(1, self.leaves, end, first, limit, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Collects the rows of the ranges below a node that are among the first `end` and reach `first`.
    fn collect(
        &self,
        node: usize,
        width: usize,
        end: usize,
        first: u32,
        limit: usize,
        found: &mut Vec<usize>,
    ) {
        let start = node * width - self.leaves;
        if start >= end || found.len() >= limit || self.reach[node] < Some(first) {
            return;
        }
        if width == 1 {
            found.push(self.ranges[start].2);
            return;
        }
        for child in [2 * node, 2 * node + 1] {
            self.collect(child, width / 2, end, first, limit, found);
        }
    }
}

/// The ranges of characters that a row matches; of a text ahead, its first character in both cases.
fn characters(takes: &Takes) -> Vec<(u32, u32)> {
    if let How::Ahead { text, .. } = &takes.how {
        let first = text.chars().next();
        let cases = first.map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
        let mut all: Vec<u32> = cases.into_iter().flatten().map(u32::from).collect();
        all.dedup();
        return all.into_iter().map(|code| (code, code)).collect();
    }
    let mut all = takes.set.ranges().to_vec();
    if takes.set.has_eof() {
        all.push((EOF, EOF));
    }
    if takes.additional {
        all.push((ADDITIONAL, ADDITIONAL));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{How, RowIndex, Takes};
    use tokenwright_tables::set::Set;

    fn takes(ranges: &[(u32, u32)]) -> Takes {
        let ones = ranges.iter().flat_map(|(first, last)| *first..=*last);
        let ones: Vec<Set> = ones.map(|code| Set::one(Some(code))).collect();
        Takes {
            how: How::Consumed,
            set: Set::union_of(&ones),
            anything_else: false,
            additional: false,
        }
    }

    #[test]
    fn it_finds_what_a_look_at_all_rows_finds() {
        let rows: Vec<Takes> = [
            &[(0, 200)][..],
            &[(3, 5), (9, 9)],
            &[(5, 8)],
            &[],
            &[(10, 90), (120, 130)],
            &[(9, 10)],
        ]
        .map(takes)
        .into_iter()
        .collect();
        let index = RowIndex::of(rows.iter().enumerate());
        for row in &rows {
            let by_hand: Vec<usize> = (0..rows.len())
                .filter(|other| !row.set.intersection(&rows[*other].set).is_empty())
                .collect();
            assert_eq!(index.touching(row, usize::MAX), by_hand);
        }
        assert!(index.touching(&rows[0], 2).len() <= 2);
    }

    #[test]
    fn no_rows_touch_nothing() {
        let index = RowIndex::of(std::iter::empty());
        assert!(index.touching(&takes(&[(0, 9)]), 10).is_empty());
    }
}

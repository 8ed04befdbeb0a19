//! The longest common subsequence of two lists, in bounded time.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::hash::Hash;

/// The product of the lengths up to which lists are compared exactly. Those of the standard stay far below.
const EXACT: usize = 1 << 18;

/// The operations that make `to` of `from`. Of very long lists, only the common start and the common end count as equal.
pub(super) fn operations<T: Eq + Hash>(from: &[T], to: &[T]) -> Vec<DiffOp> {
    let mut numbers: HashMap<&T, usize> = HashMap::new();
    let mut number = |thing| {
        let next = numbers.len();
        *numbers.entry(thing).or_insert(next)
    };
    let old: Vec<usize> = from.iter().map(&mut number).collect();
    let new: Vec<usize> = to.iter().map(&mut number).collect();
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (old.len() - start - end, new.len() - start - end);
    if old_len.saturating_mul(new_len) <= EXACT {
        return capture_diff_slices(Algorithm::Myers, &old, &new);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replace = DiffOp::Replace {
        old_index: start,
        old_len,
        new_index: start,
        new_len,
    };
    let all = [
        equal(0, 0, start),
        replace,
        equal(start + old_len, start + new_len, end),
    ];
    let is_empty = |op: &DiffOp| op.old_range().is_empty() && op.new_range().is_empty();
    all.into_iter().filter(|op| !is_empty(op)).collect()
}

#[cfg(test)]
mod tests {
    use super::operations;
    use similar::DiffOp;

    /// What the operations leave equal, and the lengths of both lists that they cover.
    fn covered(from: &[usize], to: &[usize]) -> (usize, usize, usize) {
        let (mut equal, mut old, mut new) = (0, 0, 0);
        for op in operations(from, to) {
            assert_eq!((op.old_range().start, op.new_range().start), (old, new));
            if let DiffOp::Equal { len, .. } = op {
                assert_eq!(from[op.old_range()], to[op.new_range()]);
                equal += len;
            }
            old += op.old_range().len();
            new += op.new_range().len();
        }
        (equal, old, new)
    }

    #[test]
    fn short_lists_are_compared_exactly() {
        assert_eq!(covered(&[1, 2, 3, 4, 5], &[2, 3, 9, 5]), (3, 5, 4));
        assert_eq!(covered(&[], &[1]), (0, 0, 1));
    }

    #[test]
    fn of_long_lists_both_ends_are_equal() {
        let from: Vec<usize> = (0..20_000).collect();
        let mut to: Vec<usize> = from.iter().map(|n| n + 100_000).collect();
        to[..7].copy_from_slice(&from[..7]);
        to[19_990..].copy_from_slice(&from[19_990..]);
        to[500] = from[500];
        assert_eq!(covered(&from, &to), (17, 20_000, 20_000));
    }
}

//! What of both sides belongs together, by how alike it is.

use std::collections::BTreeSet;

/// A possible pair: how alike its members are, in two steps, and their indices on both sides.
pub(super) type Candidate = ([f64; 2], usize, usize);

/// The pairs that share no member; of those that do, the most alike one.
pub(super) fn disjoint(mut candidates: Vec<Candidate>) -> Vec<(usize, usize)> {
    candidates.sort_by(|(x, a, b), (y, c, d)| {
        let most_alike = y[0].total_cmp(&x[0]).then(y[1].total_cmp(&x[1]));
        most_alike.then((a, b).cmp(&(c, d)))
    });
    let (mut from, mut to) = (BTreeSet::new(), BTreeSet::new());
    let mut pairs = Vec::new();
    for (_, a, b) in candidates {
        if !from.contains(&a) && to.insert(b) {
            from.insert(a);
            pairs.push((a, b));
        }
    }
    pairs
}

/// Indices of both sides that belong together, and those that have no partner.
#[derive(Clone, Debug, Default)]
pub(super) struct Matched {
    /// In the order of the newer side.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) gone: Vec<usize>,
    pub(super) new: Vec<usize>,
}

impl Matched {
    /// Of sides of these lengths, the pairs in any order.
    pub(super) fn of([from, to]: [usize; 2], mut pairs: Vec<(usize, usize)>) -> Self {
        pairs.sort_by_key(|(_, b)| *b);
        let paired: BTreeSet<usize> = pairs.iter().map(|(a, _)| *a).collect();
        let gone = (0..from).filter(|a| !paired.contains(a)).collect();
        let paired: BTreeSet<usize> = pairs.iter().map(|(_, b)| *b).collect();
        let new = (0..to).filter(|b| !paired.contains(b)).collect();
        Matched { pairs, gone, new }
    }

    /// All of both sides in the order of the newer one; what is gone after its nearest predecessor that has a partner.
    pub(super) fn in_order(&self) -> Vec<(Option<usize>, Option<usize>)> {
        let pairs = self.pairs.iter();
        let both = pairs.clone().map(|(a, b)| (2 * b + 1, Some(*a), Some(*b)));
        let new = self.new.iter().map(|b| (2 * b + 1, None, Some(*b)));
        let gone = self.gone.iter().map(|a| {
            let before = pairs.clone().filter(|(other, _)| other < a).max();
            (before.map_or(0, |(_, b)| 2 * b + 2), Some(*a), None)
        });
        let mut all: Vec<_> = both.chain(new).chain(gone).collect();
        all.sort_by_key(|(place, ..)| *place);
        all.into_iter().map(|(_, from, to)| (from, to)).collect()
    }
}

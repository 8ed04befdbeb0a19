//! How much work a search may do, and its progress.

/// The pairs of states and registers that a search explores before its result is inconclusive.
const PAIRS: usize = 50_000;

/// How much work a search may do.
#[derive(Clone, Copy)]
pub struct Budget<'p> {
    /// The number of pairs of states and registers that are explored.
    pub pairs: usize,
    /// Called with the number of explored pairs, and with `pairs`.
    pub progress: &'p (dyn Fn(usize, usize) + Sync),
}

impl Budget<'_> {
    /// As many pairs as any comparison of two revisions of the standard has needed, and more.
    #[must_use]
    pub fn standard() -> Budget<'static> {
        Budget::of(PAIRS)
    }

    /// So many pairs, without a look at the progress.
    #[must_use]
    pub fn of(pairs: usize) -> Budget<'static> {
        Budget {
            pairs,
            progress: &|_, _| (),
        }
    }
}

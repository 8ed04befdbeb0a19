//! Random numbers that are the same in every run.

/// The generator of Marsaglia's "Xorshift RNGs", with 64 bits.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// One of some items.
    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

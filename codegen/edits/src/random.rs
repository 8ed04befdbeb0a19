//! Random numbers that depend only on their seed.

/// Marsaglia's 64-bit xorshift generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for a seed. Different seeds give different sequences.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // Multiplication by an odd constant spreads small seeds over all bits; the state must not be zero.
        let mut random =
            Random((seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD134_2543_DE82_EF95) | 1);
        random.below(2);
        random
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    /// One of several; `None` if there are none.
    pub fn choose<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        match of.len() {
            0 => None,
            count => of.get(self.below(count)),
        }
    }

    /// One of several.
    ///
    /// # Panics
    /// If there are none.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

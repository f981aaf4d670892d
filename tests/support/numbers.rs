//! The same numbers in every run.

/// A xorshift generator: no dependence on the machine or on a crate's version.
#[derive(Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers that follow from `seed`, which is not 0.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`; 0 where that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or(0)
    }
}

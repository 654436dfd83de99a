//! Numbers that look random and are the same on every machine.
//!
//! Reference: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014
//! (`SplitMix64`).

/// A generator of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit.max(1) as u64) as usize
    }

    /// A number from 0 to 1, in steps of a thousandth.
    pub(crate) fn part(&mut self) -> f64 {
        f64::from(self.below(1000) as u32) / 1000.0
    }
}

//! A generator of pseudo-random numbers that is the same everywhere: splitmix64. The one place where
//! the project makes such numbers.
//!
//! ```
//! use vedette_worlds::random::Random;
//!
//! let (mut a, mut b) = (Random::new(1, "slips", 0), Random::new(1, "slips", 1));
//! assert_ne!(a.bits(), b.bits(), "numbers for another purpose, or of another number, are others");
//! assert!(Random::seeded(7).below(10) < 10);
//! ```
//!
//! # Why our own
//! A generator of a crate may give other numbers in its next version, and then every sample differs.
//!
//! Reference: G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, 2014.

/// The generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for one purpose: others with the same seed are independent of it.
    pub fn new(seed: u64, purpose: &str, number: u64) -> Self {
        let mut random = Self(seed);
        for byte in purpose.bytes() {
            random.0 = random.bits() ^ u64::from(byte);
        }
        random.0 = random.bits() ^ number;
        random
    }

    /// The generator with exactly this seed.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, 0 if that is 0; the bias is far below anything that matters here.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// A number from 0 to 1, in steps of a thousandth.
    pub fn part(&mut self) -> f64 {
        f64::from(self.below(1000) as u32) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = Random::seeded(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}

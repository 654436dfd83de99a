//! A generator of pseudo-random numbers that is the same everywhere: splitmix64.
//!
//! Reference: G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, 2014.

/// The generator.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// A generator for one purpose: others with the same seed are independent of it.
    pub(super) fn new(seed: u64, purpose: &str, number: u64) -> Self {
        let mut random = Self(seed);
        for byte in purpose.bytes() {
            random.0 = random.next() ^ u64::from(byte);
        }
        random.0 = random.next() ^ number;
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the bias is far below anything that matters here.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = Random(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}

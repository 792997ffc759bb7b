//! Operands worth trying: every directed corner, and random ones of several distributions.

use fftgen_maths::format::Float;

/// Zeros, subnormals, the ends of the normal range, infinities, NaNs, and fractions that round every way at
/// exponents around one another.
pub fn corners(f: Float) -> Vec<u64> {
    let (e, n) = (f.exponent_max(), f.fraction);
    let all = (1u64 << n) - 1;
    let middle = f.bias() as u64;
    let mut exponents = vec![0, 1, 2, 3, e, e - 1, e - 2, e / 4];
    // Sums: distances around the fraction width. Products: exponents that add up around both limits.
    for distance in [0, 1, 2, n - 1, n, n + 1, n + 2, n + 3, n + 4, n + 8] {
        exponents.push(middle.saturating_sub(distance.into()));
        exponents.push((middle + u64::from(distance)).min(e));
    }
    for half in [middle / 2, middle + middle / 2] {
        exponents.extend([half, half + 1]);
    }
    exponents.sort();
    exponents.dedup();
    let fractions =
        [0, 1, 2, all, all - 1, 1 << (n - 1), (1 << (n - 1)) - 1, (1 << (n - 1)) + 1, all & 0x5555_5555_5555_5555];
    let magnitudes = exponents.iter().flat_map(|e| fractions.iter().map(move |fraction| e << n | fraction));
    let mut values: Vec<u64> = magnitudes.flat_map(|x| [x, x | f.sign_mask()]).collect();
    values.sort();
    values.dedup();
    values
}

/// Whether a word is what a multiplier takes for its second operand: no infinity and no NaN.
pub fn is_finite(f: Float, word: u64) -> bool {
    word & f.infinity() != f.infinity()
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A pair: anything; exponents close to each other; the same but for a few low bits; or a product near the
    /// smallest normal number. A fraction may be all one bit from some place down, as ties and carries want it.
    pub fn pair(&mut self, f: Float) -> (u64, u64) {
        let all = f.sign_mask() << 1;
        let word = all.wrapping_sub(1);
        let choice = self.next();
        let a = self.run(f);
        let b = match choice % 8 {
            0..3 => self.run(f),
            3 | 4 => {
                let distance = (self.next() % (u64::from(f.fraction) + 6)) << f.fraction;
                let b = self.run(f) & !f.infinity() | a & f.infinity();
                if choice & 8 == 0 {
                    b.wrapping_add(distance)
                } else {
                    b.wrapping_sub(distance)
                }
            }
            5 => a ^ (self.next() % 16) ^ (self.next() & f.sign_mask()),
            _ => {
                let exponent = (a & f.infinity()) >> f.fraction;
                let partner = (f.bias() as u64).wrapping_sub(exponent).wrapping_add(self.next() % 4);
                self.run(f) & !f.infinity() | partner << f.fraction & f.infinity()
            }
        };
        (a & word, b & word)
    }

    fn run(&mut self, f: Float) -> u64 {
        let (a, choice) = (self.next(), self.next());
        let ones = (1u64 << ((choice >> 8) % u64::from(f.fraction + 1))) - 1;
        match choice % 4 {
            0 => a | ones,
            1 => a & !ones,
            _ => a,
        }
    }
}

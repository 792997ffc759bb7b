//! Transforms modulo a prime, by their definition.

use fftgen::exact::Field;
use fftgen::rng::Rng;

/// Returns a field with the roots of unity of the constants of transforms of `n` points, and of convolutions in it.
pub fn field(n: usize) -> Field {
    let [mut a, mut b] = [8 * n.max(1) as u64, 1 << (n.max(2).next_power_of_two().ilog2() + 4)];
    let product = a * b;
    while b > 0 {
        (a, b) = (b, a % b);
    }
    Field::new(product / a * 9 * 5, n as u64).unwrap()
}

/// Returns random points.
pub fn noise(field: &Field, n: usize) -> Vec<[u64; 2]> {
    let mut rng = Rng::new(n as u64);
    (0..n).map(|_| [0; 2].map(|_: u64| rng.word() % field.prime())).collect()
}

/// Computes the transform, of positive exponents if it is inverse and without a factor.
pub fn dft(field: &Field, x: &[[u64; 2]], inverse: bool) -> Vec<[u64; 2]> {
    let n = x.len();
    let roots: Vec<[u64; 2]> = (0..n).map(|k| field.parts(field.root(k, n))).collect();
    let root = |exponent: usize| roots[if inverse { (n - exponent % n) % n } else { exponent % n }];
    (0..n).map(|k| (0..n).fold([0; 2], |sum, j| field.add_product(sum, x[j], root(j * k)))).collect()
}

//! The rules that factor a transform, each of them one line of algebra.

use super::{inverse_modulo, prime_factors, Diag, Formula, Kernel, Perm};
use crate::exact::gcd;

/// Factors a transform by decimation in frequency (Cooley & Tukey, 1965; Gentleman & Sande, 1966):
/// DFT_nm = L · (I_n ⊗ DFT_m) · T · (DFT_n ⊗ I_m).
pub fn cooley_tukey(dft_n: impl Into<Formula>, dft_m: impl Into<Formula>) -> Formula {
    decimated(dft_n.into(), dft_m.into(), 1)
}

/// Factors a transform by decimation in time, the transpose of [`cooley_tukey`] (Cooley & Tukey, 1965):
/// DFT_nm = (DFT_n ⊗ I_m) · T · (I_n ⊗ DFT_m) · L.
///
/// ```
/// use fftgen_maths::formula::{rules::in_time, Kernel};
/// let dft8 = in_time(Kernel::direct(2), Kernel::direct(4));
/// assert_eq!(dft8.to_string(), "(DFT2⊗I4)·T(8,4)·(I2⊗DFT4)·L(8,4)");
/// ```
pub fn in_time(dft_n: impl Into<Formula>, dft_m: impl Into<Formula>) -> Formula {
    let (dft_n, dft_m) = (dft_n.into(), dft_m.into());
    let (n, m) = (dft_n.size_in(), dft_m.size_in());
    Formula::product([
        Formula::tensor(dft_n, Formula::Identity(m)),
        Diag::Twiddle { n, m, power: 1 }.into(),
        Formula::tensor(Formula::Identity(n), dft_m),
        Perm::Stride { n: m, m: n }.into(),
    ])
}

/// Factors the transform with a power of the root of unity, by factors with that power of their roots.
fn decimated(dft_n: Formula, dft_m: Formula, power: usize) -> Formula {
    let (n, m) = (dft_n.size_in(), dft_m.size_in());
    Formula::product([
        Perm::Stride { n, m }.into(),
        Formula::tensor(Formula::Identity(n), dft_m),
        Diag::Twiddle { n, m, power }.into(),
        Formula::tensor(dft_n, Formula::Identity(m)),
    ])
}

/// Factors a transform into parts of coprime sizes without twiddle factors between them, and each part by decimation in
/// frequency into its kernels. Points and results have the same map, RES: point k is in each part that of number k
/// modulo the part's size. So results are in natural order where the points have been (Burrus & Eschenbacher, 1981;
/// Temperton, 1985). For that each part is a transform with a power of its root of unity, whose kernels take their
/// elements in another order.
///
/// ```
/// use fftgen_maths::formula::{rules::in_place, Kernel};
/// let dft4 = Kernel::direct(4);
/// assert_eq!(in_place(&[vec![dft4]]).to_string(), "DFT4");
/// let dft20 = in_place(&[vec![dft4], vec![Kernel::symmetric(5)]]);
/// assert_eq!(dft20.to_string(), "CRT(4,5)·(DFT4⊗(S5·MUL(5,4)))·RES(4,5)");
/// ```
pub fn in_place(parts: &[Vec<Kernel>]) -> Formula {
    of_parts(parts, 1)
}

/// Factors the transform with a power of its root of unity as [`in_place`] does.
fn of_parts(parts: &[Vec<Kernel>], power: usize) -> Formula {
    let Some((first, others)) = parts.split_first() else { return Formula::Identity(1) };
    let [n, m] = [std::slice::from_ref(first), others]
        .map(|parts| parts.iter().flatten().map(|kernel| kernel.radix).product::<usize>());
    let own = |kernel: &Kernel| of_root(*kernel, power * inverse_modulo(m, n));
    let power_of_first = power * inverse_modulo(m, n) % n.max(1);
    let decimated = |inner, outer| decimated(outer, inner, power_of_first);
    let first = first.iter().rev().map(own).reduce(decimated).unwrap_or(Formula::Identity(1));
    if others.is_empty() {
        return first;
    }
    let others = of_parts(others, power * inverse_modulo(n, m) % m);
    Formula::product([Perm::Crt { n, m }.into(), Formula::tensor(first, others), Perm::Residues { n, m }.into()])
}

/// Returns a kernel with a power of its root of unity, by taking its elements in another order.
fn of_root(kernel: Kernel, power: usize) -> Formula {
    match inverse_modulo(power, kernel.radix) {
        0 | 1 => kernel.into(),
        by => Formula::product([kernel.into(), Perm::Multiples { n: kernel.radix, by }.into()]),
    }
}

/// Factors a transform of coprime sizes without twiddle factors (Good, 1958; Thomas, 1963):
/// DFT_nm = CRT · (DFT_n ⊗ DFT_m) · RUR. Returns `None` if the sizes have a common factor.
pub fn prime_factor(dft_n: impl Into<Formula>, dft_m: impl Into<Formula>) -> Option<Formula> {
    let (dft_n, dft_m) = (dft_n.into(), dft_m.into());
    let (n, m) = (dft_n.size_in(), dft_m.size_in());
    (gcd(n, m) == 1).then(|| {
        Formula::product([Perm::Crt { n, m }.into(), Formula::tensor(dft_n, dft_m), Perm::Ruritanian { n, m }.into()])
    })
}

/// Factors a transform into parts of coprime sizes by [`prime_factor`], and each part by decimation in frequency into
/// its kernels. Parts whose sizes have a common factor are factored by [`cooley_tukey`].
///
/// ```
/// use fftgen_maths::formula::{rules::in_parts, Kernel};
/// let [dft2, dft4] = [2, 4].map(Kernel::direct);
/// let dft24 = in_parts(&[vec![dft4, dft2], vec![Kernel::symmetric(3)]]);
/// assert_eq!(dft24.to_string(), "CRT(8,3)·((L(8,4)·(I4⊗DFT2)·T(8,2)·(DFT4⊗I2))⊗S3)·RUR(8,3)");
/// ```
pub fn in_parts(parts: &[Vec<Kernel>]) -> Formula {
    let decimated = |kernels: &Vec<Kernel>| {
        let kernels = kernels.iter().rev().copied().map(Formula::from);
        kernels.reduce(|inner, outer| cooley_tukey(outer, inner)).unwrap_or(Formula::Identity(1))
    };
    parts.iter().map(decimated).reduce(coprime_product).unwrap_or(Formula::Identity(1))
}

/// Returns the transform of the product of two sizes, without twiddle factors between them if they are coprime.
fn coprime_product(dft_n: Formula, dft_m: Formula) -> Formula {
    prime_factor(dft_n.clone(), dft_m.clone()).unwrap_or_else(|| cooley_tukey(dft_n, dft_m))
}

/// Factors a size by the prime-factor rule into powers of primes, and each power by Cooley-Tukey, into kernels with
/// short paths. A prime is one kernel, and size 1 the identity.
///
/// ```
/// use fftgen_maths::formula::rules::fused;
/// assert_eq!(fused(20).to_string(), "CRT(4,5)·(DFT4⊗S5)·RUR(4,5)");
/// assert_eq!(fused(9).to_string(), "L(9,3)·(I3⊗W3)·T(9,3)·(W3⊗I3)");
/// ```
pub fn fused(n: usize) -> Formula {
    let mut powers: Vec<(usize, Formula)> = Vec::new();
    for p in prime_factors(n) {
        match powers.last_mut() {
            Some((prime, power)) if *prime == p => *power = next_power(p, power.clone()),
            _ => powers.push((p, short_path_kernel(p).into())),
        }
    }
    powers.into_iter().map(|(_, power)| power).reduce(coprime_product).unwrap_or(Formula::Identity(1))
}

/// Returns the kernel of a prime with a short path and few multiplications.
fn short_path_kernel(p: usize) -> Kernel {
    match p {
        2 => Kernel::direct(2),
        3 => Kernel::winograd(3),
        _ => Kernel::symmetric(p),
    }
}

/// Returns the transform of the next power of a prime.
fn next_power(p: usize, power: Formula) -> Formula {
    match p {
        2 => Kernel::direct(2 * power.size_in()).into(),
        _ => cooley_tukey(short_path_kernel(p), power),
    }
}

/// Replaces the direct kernels of a radix above `max_radix`, which is a power of two, by steps of at max_radix that
/// radix, by Cooley-Tukey.
///
/// ```
/// use fftgen_maths::formula::{rules::limit_radix, Kernel};
/// assert_eq!(limit_radix(&Kernel::direct(8).into(), 4).to_string(), "L(8,2)·(I2⊗DFT4)·T(8,4)·(DFT2⊗I4)");
/// assert_eq!(limit_radix(&Kernel::symmetric(7).into(), 2).to_string(), "S7");
/// ```
pub fn limit_radix(formula: &Formula, max_radix: usize) -> Formula {
    let inner = |formula: &Formula| limit_radix(formula, max_radix);
    match formula {
        Formula::Kernel(kernel) if *kernel == Kernel::direct(kernel.radix) && kernel.radix > max_radix => {
            let outer = max_radix.min(kernel.radix / max_radix);
            cooley_tukey(Kernel::direct(outer), inner(&Kernel::direct(kernel.radix / outer).into()))
        }
        Formula::Tensor(a, b) => Formula::tensor(inner(a), inner(b)),
        Formula::Compose(factors) => Formula::product(factors.iter().map(inner)),
        other => other.clone(),
    }
}

/// Computes a transform by a convolution with a chirp, over any m >= 2n - 1 (Bluestein, 1968):
/// DFT_n = CHIRP · TAKE · REV · DFT_m · SPEC · DFT_m · PAD · CHIRP. Returns `None` if m is less.
///
/// ```
/// use fftgen_maths::formula::{rules::bluestein, Kernel};
/// let dft3 = bluestein(3, Kernel::direct(8)).unwrap();
/// assert_eq!(dft3.to_string(), "CHIRP(3)·TAKE(8,3)·REV(8)·DFT8·SPEC(3,8)·DFT8·PAD(3,8)·CHIRP(3)");
/// assert_eq!(bluestein(5, Kernel::direct(8)), None);
/// ```
pub fn bluestein(n: usize, dft_m: impl Into<Formula>) -> Option<Formula> {
    let dft_m = dft_m.into();
    let m = dft_m.size_in();
    (n > 0 && m >= 2 * n - 1).then(|| {
        Formula::product([
            Diag::Chirp(n).into(),
            Formula::Take { from: m, to: n },
            Perm::Reverse(m).into(),
            dft_m.clone(),
            Diag::Spectrum { n, m }.into(),
            dft_m,
            Formula::Pad { from: n, to: m },
            Diag::Chirp(n).into(),
        ])
    })
}

/// Returns the unscaled inverse transform, REV · DFT_n.
pub fn inverse(dft: impl Into<Formula>) -> Formula {
    let dft = dft.into();
    Formula::product([Perm::Reverse(dft.size_out()).into(), dft])
}

/// Divides a transform by an integer.
pub fn scaled(formula: impl Into<Formula>, by: usize) -> Formula {
    let formula = formula.into();
    Formula::product([Diag::Scale { size: formula.size_out(), by }.into(), formula])
}

//! The rules that break a transform down: one line of algebra each.

use super::{Diag, Formula, Perm};
use crate::exact::gcd;

/// DFT_nm = L · (I_n ⊗ DFT_m) · T · (DFT_n ⊗ I_m): decimation in frequency (Cooley & Tukey, 1965;
/// Gentleman & Sande, 1966).
pub fn cooley_tukey(dft_n: impl Into<Formula>, dft_m: impl Into<Formula>) -> Formula {
    let (dft_n, dft_m) = (dft_n.into(), dft_m.into());
    let (n, m) = (dft_n.size_in(), dft_m.size_in());
    Formula::product([
        Perm::Stride { n, m }.into(),
        Formula::tensor(Formula::Identity(n), dft_m),
        Diag::Twiddle { n, m }.into(),
        Formula::tensor(dft_n, Formula::Identity(m)),
    ])
}

/// DFT_nm = CRT · (DFT_n ⊗ DFT_m) · RUR for coprime n and m: no twiddles (Good, 1958; Thomas, 1963).
/// `None` when the sizes have a common factor.
pub fn prime_factor(dft_n: impl Into<Formula>, dft_m: impl Into<Formula>) -> Option<Formula> {
    let (dft_n, dft_m) = (dft_n.into(), dft_m.into());
    let (n, m) = (dft_n.size_in(), dft_m.size_in());
    (gcd(n, m) == 1).then(|| {
        Formula::product([Perm::Crt { n, m }.into(), Formula::tensor(dft_n, dft_m), Perm::Ruritanian { n, m }.into()])
    })
}

/// DFT_n = CHIRP · TAKE · REV · DFT_m · SPEC · DFT_m · PAD · CHIRP: a convolution with a chirp, over any
/// m >= 2n - 1 (Bluestein, 1968). `None` when m is less.
///
/// ```
/// use fftgen::plan::{rules::bluestein, Kernel};
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

/// The inverse transform, unscaled: REV · DFT_n.
pub fn inverse(dft: impl Into<Formula>) -> Formula {
    let dft = dft.into();
    Formula::product([Perm::Reverse(dft.size_out()).into(), dft])
}

/// A transform divided by an integer.
pub fn scaled(formula: impl Into<Formula>, by: usize) -> Formula {
    let formula = formula.into();
    Formula::product([Diag::Scale { size: formula.size_out(), by }.into(), formula])
}

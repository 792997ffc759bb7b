//! LLVM's soft float as the oracle for both subnormal rules.

use fftgen_maths::format::Float;
use rustc_apfloat::ieee::{IeeeFloat, Semantics};
use rustc_apfloat::{Float as _, FloatConvert as _, Round};

/// One operation of two operands, or of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Scale(i32),
}

/// A format's arithmetic by LLVM.
pub type Oracle = fn(Float, Operation, u64, u64) -> u64;

struct Ieee<const E: usize, const F: usize>;

impl<const E: usize, const F: usize> Semantics for Ieee<E, F> {
    const BITS: usize = 1 + E + F;
    const EXP_BITS: usize = E;
}

/// Exponent bits that stand for an unbounded exponent.
const WIDE: usize = 15;
const WIDE_BIAS: i64 = (1 << (WIDE - 1)) - 1;

/// The oracle of e`E`m`F`.
pub fn oracle<const E: usize, const F: usize>(f: Float, operation: Operation, a: u64, b: u64) -> u64 {
    assert_eq!((f.exponent as usize, f.fraction as usize), (E, F));
    if f.subnormals {
        let result = apply::<Ieee<E, F>>(operation, a.into(), b.into());
        return result.map_or(f.nan(), |bits| bits as u64);
    }
    let result = apply::<Ieee<WIDE, F>>(operation, widen(f, a), widen(f, b));
    result.map_or(f.nan(), |bits| narrow(f, bits))
}

/// The product of values of two formats by LLVM, rounded to the first.
pub type ProductOracle = fn([Float; 2], u64, u64) -> u64;

/// A format that holds every product of an e`E`m`F` and an e`E`m`G`.
type Exact = IeeeFloat<Ieee<WIDE, 60>>;

/// The oracle of products of e`E`m`F` and e`E`m`G`.
pub fn product<const E: usize, const F: usize, const G: usize>([f, other]: [Float; 2], a: u64, b: u64) -> u64 {
    assert_eq!([E, F, G], [f.exponent, f.fraction, other.fraction].map(|n| n as usize));
    let (round, mut inexact) = (Round::NearestTiesToEven, false);
    let y = exact::<E, F>(f, a).mul_r(exact::<E, G>(other, b), round).value;
    if y.is_nan() {
        return f.nan();
    }
    if f.subnormals {
        let y: IeeeFloat<Ieee<E, F>> = y.convert_r(round, &mut inexact).value;
        return y.to_bits() as u64;
    }
    let y: IeeeFloat<Ieee<WIDE, F>> = y.convert_r(round, &mut inexact).value;
    narrow(f, y.to_bits())
}

fn exact<const E: usize, const F: usize>(f: Float, a: u64) -> Exact {
    let mut inexact = false;
    match f.subnormals {
        true => IeeeFloat::<Ieee<E, F>>::from_bits(a.into()).convert(&mut inexact).value,
        false => IeeeFloat::<Ieee<WIDE, F>>::from_bits(widen(f, a)).convert(&mut inexact).value,
    }
}

/// `None` is NaN.
fn apply<S: Semantics>(operation: Operation, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (IeeeFloat::<S>::from_bits(a), IeeeFloat::<S>::from_bits(b));
    let round = Round::NearestTiesToEven;
    let result = match operation {
        Operation::Add => a.add_r(b, round).value,
        Operation::Sub => a.sub_r(b, round).value,
        Operation::Mul => a.mul_r(b, round).value,
        Operation::Scale(k) => a.scalbn_r(k.clamp(-5000, 5000), round),
    };
    (!result.is_nan()).then(|| result.to_bits())
}

/// To the wide exponent; subnormals are zero.
fn widen(f: Float, a: u64) -> u128 {
    let sign = u128::from(a & f.sign_mask() != 0) << (WIDE as u32 + f.fraction);
    let fraction = u128::from(a & ((1 << f.fraction) - 1));
    let exponent = (a >> f.fraction) & f.exponent_max();
    let wide = match exponent {
        0 => return sign,
        _ if exponent == f.exponent_max() => (1 << WIDE) - 1,
        _ => exponent as i64 - i64::from(f.bias()) + WIDE_BIAS,
    };
    sign | (wide as u128) << f.fraction | fraction
}

/// Back, a rounded result: what does not fit is zero or infinity.
fn narrow(f: Float, a: u128) -> u64 {
    let sign = if a >> (WIDE as u32 + f.fraction) == 0 { 0 } else { f.sign_mask() };
    let fraction = a as u64 & ((1 << f.fraction) - 1);
    let wide = (a >> f.fraction) as i64 & ((1 << WIDE) - 1);
    let exponent = wide - WIDE_BIAS + i64::from(f.bias());
    match exponent {
        ..=0 => sign,
        _ if exponent >= f.exponent_max() as i64 => sign | f.infinity(),
        _ => sign | (exponent as u64) << f.fraction | fraction,
    }
}

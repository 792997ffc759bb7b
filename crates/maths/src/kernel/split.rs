//! The graph of the real-data step for one pair of points.

use super::{Builder, ComplexWire, Graph, Wire};
use crate::formula::{Kind, RealSplit};

/// The batches in which the points of a pair are their own mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfConjugate {
    /// No batch.
    Never,
    /// Every batch.
    Always,
    /// The batches where this choice of the stage, by its number, is true.
    Choice(usize),
}

impl SelfConjugate {
    /// Selects `own` in the batches where the points are their own mirror images, else `mirrored`.
    fn select(self, b: &mut Builder, mirrored: Wire, own: Wire) -> Wire {
        match self {
            SelfConjugate::Never => mirrored,
            SelfConjugate::Always => own,
            SelfConjugate::Choice(index) => b.choose(mirrored, own, index),
        }
    }

    /// Selects both points as [`SelfConjugate::select`] does.
    fn select_points(self, b: &mut Builder, mirrored: [ComplexWire; 2], own: [ComplexWire; 2]) -> [ComplexWire; 2] {
        [0, 1].map(|at: usize| self.select_point(b, mirrored[at], own[at]))
    }

    /// Selects both parts of a point as [`SelfConjugate::select`] does.
    fn select_point(self, b: &mut Builder, mirrored: ComplexWire, own: ComplexWire) -> ComplexWire {
        ComplexWire { re: self.select(b, mirrored.re, own.re), im: self.select(b, mirrored.im, own.im) }
    }
}

/// How the results of points that are their own mirror images are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfConjugateMethod {
    /// By two sums before those of a pair.
    SumsAhead,
    /// By the sum and the difference of a pair's real parts, with one operand exchanged. The products are bypassed.
    Bypass,
}

/// Adds the real-data step for a pair of points; `rotate` multiplies by the pair's factor. Points that are their own
/// mirror images must come in exchanged order, as [`RealSplit::is_crossed`] says.
pub fn split(
    b: &mut Builder,
    split: RealSplit,
    (own, method): (SelfConjugate, SelfConjugateMethod),
    points: [ComplexWire; 2],
    rotate: impl FnOnce(&mut Builder, ComplexWire) -> ComplexWire,
) -> [ComplexWire; 2] {
    match split.kind {
        Kind::Real => real(b, split.inverse, (own, method), points, rotate),
        Kind::RealPair | Kind::Complex => pairs(b, split.inverse, own, points),
    }
}

/// Adds the step between the spectrum of real data and the spectrum of half the number of complex points.
fn real(
    b: &mut Builder,
    inverse: bool,
    (own, method): (SelfConjugate, SelfConjugateMethod),
    [x, y]: [ComplexWire; 2],
    rotate: impl FnOnce(&mut Builder, ComplexWire) -> ComplexWire,
) -> [ComplexWire; 2] {
    let (bypass, y) = match method {
        SelfConjugateMethod::Bypass => (own, y),
        SelfConjugateMethod::SumsAhead => (SelfConjugate::Never, sums_ahead(b, inverse, own, y)),
    };
    let other = bypass.select(b, x.re, y.im);
    // X + conj Y and X - conj Y.
    let sum = ComplexWire { re: b.add(other, y.re), im: b.sub(x.im, y.im) };
    let difference = ComplexWire { re: b.sub(other, y.re), im: b.add(x.im, y.im) };
    if inverse {
        let rotated = rotate(b, sum);
        let first = b.complex_add(difference, rotated);
        let second = ComplexWire { re: b.sub(rotated.re, difference.re), im: b.sub(difference.im, rotated.im) };
        let twice = ComplexWire { re: b.scale(x.re, 1), im: b.scale(x.im, 1) };
        let own = [ComplexWire { re: difference.re, im: sum.re }, ComplexWire { re: -twice.re, im: twice.im }];
        bypass.select_points(b, [first, second], own)
    } else {
        let half = ComplexWire { re: b.scale(sum.re, -1), im: b.scale(sum.im, -1) };
        let rotated = rotate(b, difference);
        let first = b.complex_add(half, rotated);
        let second = ComplexWire { re: b.sub(half.re, rotated.re), im: b.sub(rotated.im, half.im) };
        let own = [ComplexWire { re: sum.re, im: -difference.re }, ComplexWire { re: x.re, im: -x.im }];
        bypass.select_points(b, [first, second], own)
    }
}

/// Returns (1 + i) conj Y in batches where points are their own mirror images, else Y. For the inverse transform the
/// former is half of (1 + i) Y, because real and imaginary parts are exchanged.
fn sums_ahead(b: &mut Builder, inverse: bool, own: SelfConjugate, y: ComplexWire) -> ComplexWire {
    if own == SelfConjugate::Never {
        return y;
    }
    let (re, im) = if inverse {
        let half = ComplexWire { re: b.scale(y.re, -1), im: b.scale(y.im, -1) };
        (b.sub(half.re, half.im), b.add(half.re, half.im))
    } else {
        (b.add(y.re, y.im), b.sub(y.im, y.re))
    };
    own.select_point(b, y, ComplexWire { re, im })
}

/// Adds the step from the spectrum of complex data to two spectra of real data, or the inverse.
fn pairs(b: &mut Builder, inverse: bool, own: SelfConjugate, [x, y]: [ComplexWire; 2]) -> [ComplexWire; 2] {
    let parts = match inverse {
        true => [b.add(x.re, y.im), b.sub(x.im, y.re), b.sub(y.im, x.re), b.add(x.im, y.re)],
        false => {
            [b.add(x.re, y.re), b.sub(x.im, y.im), b.add(x.im, y.im), b.sub(y.re, x.re)].map(|twice| b.scale(twice, -1))
        }
    };
    let mirrored = [ComplexWire { re: parts[0], im: parts[1] }, ComplexWire { re: parts[2], im: parts[3] }];
    own.select_points(b, mirrored, [x, y])
}

/// Builds the graph of a pair. Words 0 and 1 of the table are the parts of its factor, and choice 0 is true if its
/// points are their own mirror images.
pub fn from_split(which: RealSplit, method: SelfConjugateMethod) -> Graph {
    let mut builder = Builder::new();
    let points = [builder.complex_input(), builder.complex_input()];
    let rotate = |b: &mut Builder, x: ComplexWire| b.complex_mul_table(x, 0, 1);
    let results = split(&mut builder, which, (SelfConjugate::Choice(0), method), points, rotate);
    builder.finish(&results.map(|y| [y.re, y.im]).concat())
}

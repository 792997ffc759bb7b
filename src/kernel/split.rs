//! The step of real data on one pair of points, as a graph.

use super::{Builder, ComplexWire, Graph, Wire};
use crate::formula::{Kind, RealSplit};

/// When the points of a pair mirror themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfConjugate {
    Never,
    Always,
    /// In the batches that this choice of the stage says.
    Choice(usize),
}

impl SelfConjugate {
    /// The second wire when the points mirror themselves, else the first.
    fn of(self, b: &mut Builder, mirrored: Wire, alone: Wire) -> Wire {
        match self {
            SelfConjugate::Never => mirrored,
            SelfConjugate::Always => alone,
            SelfConjugate::Choice(index) => b.choose(mirrored, alone, index),
        }
    }

    fn of_points(self, b: &mut Builder, mirrored: [ComplexWire; 2], alone: [ComplexWire; 2]) -> [ComplexWire; 2] {
        [0, 1].map(|at: usize| self.of_point(b, mirrored[at], alone[at]))
    }

    fn of_point(self, b: &mut Builder, mirrored: ComplexWire, alone: ComplexWire) -> ComplexWire {
        ComplexWire { re: self.of(b, mirrored.re, alone.re), im: self.of(b, mirrored.im, alone.im) }
    }
}

/// How points that mirror themselves come by their results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfConjugateMethod {
    /// By two sums ahead of a pair's own.
    SumsAhead,
    /// Past the products: the sum and the difference are those of a pair's real parts with one operand exchanged.
    Bypass,
}

/// A pair of points, `rotate` multiplying by the pair's factor. Those that mirror themselves come crossed.
pub fn split(
    b: &mut Builder,
    split: RealSplit,
    (alone, way): (SelfConjugate, SelfConjugateMethod),
    points: [ComplexWire; 2],
    rotate: impl FnOnce(&mut Builder, ComplexWire) -> ComplexWire,
) -> [ComplexWire; 2] {
    match split.kind {
        Kind::Real => real(b, split.inverse, (alone, way), points, rotate),
        Kind::RealPair | Kind::Complex => pairs(b, split.inverse, alone, points),
    }
}

fn real(
    b: &mut Builder,
    inverse: bool,
    (alone, way): (SelfConjugate, SelfConjugateMethod),
    [x, y]: [ComplexWire; 2],
    rotate: impl FnOnce(&mut Builder, ComplexWire) -> ComplexWire,
) -> [ComplexWire; 2] {
    let (past, y) = match way {
        SelfConjugateMethod::Bypass => (alone, y),
        SelfConjugateMethod::SumsAhead => (SelfConjugate::Never, ahead(b, inverse, alone, y)),
    };
    let other = past.of(b, x.re, y.im);
    // X + conj Y and X - conj Y.
    let sum = ComplexWire { re: b.add(other, y.re), im: b.sub(x.im, y.im) };
    let difference = ComplexWire { re: b.sub(other, y.re), im: b.add(x.im, y.im) };
    if inverse {
        let turned = rotate(b, sum);
        let first = b.complex_add(difference, turned);
        let second = ComplexWire { re: b.sub(turned.re, difference.re), im: b.sub(difference.im, turned.im) };
        let twice = ComplexWire { re: b.scale(x.re, 1), im: b.scale(x.im, 1) };
        let alone = [ComplexWire { re: difference.re, im: sum.re }, ComplexWire { re: -twice.re, im: twice.im }];
        past.of_points(b, [first, second], alone)
    } else {
        let half = ComplexWire { re: b.scale(sum.re, -1), im: b.scale(sum.im, -1) };
        let turned = rotate(b, difference);
        let first = b.complex_add(half, turned);
        let second = ComplexWire { re: b.sub(half.re, turned.re), im: b.sub(turned.im, half.im) };
        let alone = [ComplexWire { re: sum.re, im: -difference.re }, ComplexWire { re: x.re, im: -x.im }];
        past.of_points(b, [first, second], alone)
    }
}

/// (1 + i) conj Y where points mirror themselves, else Y; of the inverse, half of (1 + i) Y, parts being exchanged.
fn ahead(b: &mut Builder, inverse: bool, alone: SelfConjugate, y: ComplexWire) -> ComplexWire {
    if alone == SelfConjugate::Never {
        return y;
    }
    let (re, im) = if inverse {
        let half = ComplexWire { re: b.scale(y.re, -1), im: b.scale(y.im, -1) };
        (b.sub(half.re, half.im), b.add(half.re, half.im))
    } else {
        (b.add(y.re, y.im), b.sub(y.im, y.re))
    };
    alone.of_point(b, y, ComplexWire { re, im })
}

/// Two spectra of real data from one of complex data, or back.
fn pairs(b: &mut Builder, inverse: bool, alone: SelfConjugate, [x, y]: [ComplexWire; 2]) -> [ComplexWire; 2] {
    let parts = match inverse {
        true => [b.add(x.re, y.im), b.sub(x.im, y.re), b.sub(y.im, x.re), b.add(x.im, y.re)],
        false => {
            [b.add(x.re, y.re), b.sub(x.im, y.im), b.add(x.im, y.im), b.sub(y.re, x.re)].map(|twice| b.scale(twice, -1))
        }
    };
    let mirrored = [ComplexWire { re: parts[0], im: parts[1] }, ComplexWire { re: parts[2], im: parts[3] }];
    alone.of_points(b, mirrored, [x, y])
}

/// The graph of a pair whose factor comes from tables 0 and 1, and choice 0 says whether its points mirror themselves.
pub fn from_split(which: RealSplit, way: SelfConjugateMethod) -> Graph {
    let mut builder = Builder::new();
    let points = [builder.complex_input(), builder.complex_input()];
    let rotate = |b: &mut Builder, x: ComplexWire| b.complex_mul_table(x, 0, 1);
    let results = split(&mut builder, which, (SelfConjugate::Choice(0), way), points, rotate);
    builder.finish(&results.map(|y| [y.re, y.im]).concat())
}

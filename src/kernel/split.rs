//! The step of real data on one pair of points, as a graph.

use super::{Builder, Cplx, Graph, Wire};
use crate::formula::{Kind, Split};

/// When the points of a pair mirror themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alone {
    Never,
    Always,
    /// In the batches that this choice of the stage says.
    Choice(usize),
}

impl Alone {
    /// The second wire when the points mirror themselves, else the first.
    fn of(self, b: &mut Builder, mirrored: Wire, alone: Wire) -> Wire {
        match self {
            Alone::Never => mirrored,
            Alone::Always => alone,
            Alone::Choice(index) => b.choose(mirrored, alone, index),
        }
    }

    fn of_points(self, b: &mut Builder, mirrored: [Cplx; 2], alone: [Cplx; 2]) -> [Cplx; 2] {
        [0, 1].map(|at: usize| self.of_point(b, mirrored[at], alone[at]))
    }

    fn of_point(self, b: &mut Builder, mirrored: Cplx, alone: Cplx) -> Cplx {
        Cplx { re: self.of(b, mirrored.re, alone.re), im: self.of(b, mirrored.im, alone.im) }
    }
}

/// How points that mirror themselves come by their results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By two sums ahead of a pair's own.
    Ahead,
    /// Past the products: the sum and the difference are those of a pair's real parts with one operand exchanged.
    Past,
}

/// A pair of points, `rotate` multiplying by the pair's factor. Those that mirror themselves come crossed.
pub fn split(
    b: &mut Builder,
    split: Split,
    (alone, way): (Alone, Way),
    points: [Cplx; 2],
    rotate: impl FnOnce(&mut Builder, Cplx) -> Cplx,
) -> [Cplx; 2] {
    match split.kind {
        Kind::Real => real(b, split.inverse, (alone, way), points, rotate),
        Kind::RealPair | Kind::Complex => pairs(b, split.inverse, alone, points),
    }
}

fn real(
    b: &mut Builder,
    inverse: bool,
    (alone, way): (Alone, Way),
    [x, y]: [Cplx; 2],
    rotate: impl FnOnce(&mut Builder, Cplx) -> Cplx,
) -> [Cplx; 2] {
    let (past, y) = match way {
        Way::Past => (alone, y),
        Way::Ahead => (Alone::Never, ahead(b, inverse, alone, y)),
    };
    let other = past.of(b, x.re, y.im);
    // X + conj Y and X - conj Y.
    let sum = Cplx { re: b.add(other, y.re), im: b.sub(x.im, y.im) };
    let difference = Cplx { re: b.sub(other, y.re), im: b.add(x.im, y.im) };
    if inverse {
        let turned = rotate(b, sum);
        let first = b.complex_add(difference, turned);
        let second = Cplx { re: b.sub(turned.re, difference.re), im: b.sub(difference.im, turned.im) };
        let twice = Cplx { re: b.scale(x.re, 1), im: b.scale(x.im, 1) };
        let alone = [Cplx { re: difference.re, im: sum.re }, Cplx { re: -twice.re, im: twice.im }];
        past.of_points(b, [first, second], alone)
    } else {
        let half = Cplx { re: b.scale(sum.re, -1), im: b.scale(sum.im, -1) };
        let turned = rotate(b, difference);
        let first = b.complex_add(half, turned);
        let second = Cplx { re: b.sub(half.re, turned.re), im: b.sub(turned.im, half.im) };
        let alone = [Cplx { re: sum.re, im: -difference.re }, Cplx { re: x.re, im: -x.im }];
        past.of_points(b, [first, second], alone)
    }
}

/// (1 + i) conj Y where points mirror themselves, else Y; of the inverse, half of (1 + i) Y, parts being exchanged.
fn ahead(b: &mut Builder, inverse: bool, alone: Alone, y: Cplx) -> Cplx {
    if alone == Alone::Never {
        return y;
    }
    let (re, im) = if inverse {
        let half = Cplx { re: b.scale(y.re, -1), im: b.scale(y.im, -1) };
        (b.sub(half.re, half.im), b.add(half.re, half.im))
    } else {
        (b.add(y.re, y.im), b.sub(y.im, y.re))
    };
    alone.of_point(b, y, Cplx { re, im })
}

/// Two spectra of real data from one of complex data, or back.
fn pairs(b: &mut Builder, inverse: bool, alone: Alone, [x, y]: [Cplx; 2]) -> [Cplx; 2] {
    let parts = match inverse {
        true => [b.add(x.re, y.im), b.sub(x.im, y.re), b.sub(y.im, x.re), b.add(x.im, y.re)],
        false => {
            [b.add(x.re, y.re), b.sub(x.im, y.im), b.add(x.im, y.im), b.sub(y.re, x.re)].map(|twice| b.scale(twice, -1))
        }
    };
    let mirrored = [Cplx { re: parts[0], im: parts[1] }, Cplx { re: parts[2], im: parts[3] }];
    alone.of_points(b, mirrored, [x, y])
}

/// The graph of a pair whose factor comes from tables 0 and 1, and choice 0 says whether its points mirror themselves.
pub fn from_split(which: Split, way: Way) -> Graph {
    let mut builder = Builder::new();
    let points = [builder.complex_input(), builder.complex_input()];
    let rotate = |b: &mut Builder, x: Cplx| b.complex_mul_table(x, 0, 1);
    let results = split(&mut builder, which, (Alone::Choice(0), way), points, rotate);
    builder.finish(&results.map(|y| [y.re, y.im]).concat())
}

//! The step of real data on one pair of points, as a graph.

use super::{Builder, Cplx, Graph, Wire};
use crate::plan::{Kind, Split};

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
}

/// A pair of points, `rotate` multiplying by the pair's factor. What mirrors itself goes past the products; its sum and
/// difference are those of a pair's real parts with one operand exchanged.
pub fn split(
    b: &mut Builder,
    split: Split,
    alone: Alone,
    [x, y]: [Cplx; 2],
    rotate: impl FnOnce(&mut Builder, Cplx) -> Cplx,
) -> [Cplx; 2] {
    // For each result its parts, and what they are where points mirror themselves.
    let results = match split.kind {
        Kind::Real => {
            let other = alone.of(b, y.re, x.im);
            // X + conj Y and X - conj Y.
            let sum = Cplx { re: b.add(x.re, other), im: b.sub(x.im, y.im) };
            let difference = Cplx { re: b.sub(x.re, other), im: b.add(x.im, y.im) };
            if split.inverse {
                let turned = rotate(b, sum);
                let (first, second) = (b.complex_add(difference, turned), b.complex_sub(difference, turned));
                let twice = Cplx { re: b.scale(y.re, 1), im: b.scale(y.im, 1) };
                [[(first.re, -difference.re), (first.im, sum.re)], [(-second.re, -twice.re), (second.im, twice.im)]]
            } else {
                let half = Cplx { re: b.scale(sum.re, -1), im: b.scale(sum.im, -1) };
                let turned = rotate(b, difference);
                let (first, second) = (b.complex_add(half, turned), b.complex_sub(half, turned));
                [[(first.re, sum.re), (first.im, difference.re)], [(second.re, y.re), (-second.im, -y.im)]]
            }
        }
        Kind::RealPair | Kind::Complex => {
            let parts = match split.inverse {
                true => [b.add(x.re, y.im), b.sub(x.im, y.re), b.sub(y.im, x.re), b.add(x.im, y.re)],
                false => [b.add(x.re, y.re), b.sub(x.im, y.im), b.add(x.im, y.im), b.sub(y.re, x.re)]
                    .map(|twice| b.scale(twice, -1)),
            };
            [[(parts[0], x.re), (parts[1], x.im)], [(parts[2], y.re), (parts[3], y.im)]]
        }
    };
    results.map(|[re, im]| Cplx { re: alone.of(b, re.0, re.1), im: alone.of(b, im.0, im.1) })
}

/// The graph of a pair whose factor comes from tables 0 and 1, and choice 0 says whether its points mirror themselves.
pub fn from_split(which: Split) -> Graph {
    let mut builder = Builder::new();
    let points = [builder.complex_input(), builder.complex_input()];
    let rotate = |b: &mut Builder, x: Cplx| b.complex_mul_table(x, 0, 1);
    let results = split(&mut builder, which, Alone::Choice(0), points, rotate);
    builder.finish(&results.map(|y| [y.re, y.im]).concat())
}

//! The claim that a model computes the transform of frames.

use super::frame::{in_places, FullFrame};
use super::order;
use super::scale::Scale;
use super::trial::{self, ExactModel};
use super::verdict::Verdict;
use crate::exact::Field;
use crate::formula::{FrameShape, Kind, Order};
use crate::model::{Sample, Transformed};
use crate::rng::Rng;

/// Points up to which one prime and one trial suffice: a wrong frame passes with a probability of 2^-49 or less.
const ONE_TRIAL: usize = 1 << 12;

/// A transform of which a proof shows that some model computes it.
pub struct Claim<'a> {
    /// Lengths of a frame, in samples.
    pub shape: FrameShape,
    /// Data of a frame.
    pub kind: Kind,
    /// Orders of the points that go in and of those that come out.
    pub orders: [Order; 2],
    /// The points that go in, or of inverse frames those that come out, if not all do.
    pub support: Option<&'a [usize]>,
    /// What results are multiplied by, and the direction of frames.
    pub scale: Scale,
}

impl Claim<'_> {
    /// Proves that a model computes the transform.
    pub fn prove(&self, model: &ExactModel, seed: u64) -> Verdict {
        let trials = if self.shape.samples() <= ONE_TRIAL { 1 } else { 2 };
        let holds = |field: &Field, factor: u64, rng: &mut Rng| self.holds(field, model, factor, rng);
        trial::prove(order::of_frames(self.shape), trials, &self.scale, seed, &holds)
    }

    /// Whether a model computes the transform of a random frame.
    fn holds(&self, field: &Field, model: &ExactModel, factor: u64, rng: &mut Rng) -> bool {
        let Claim { shape, kind, orders, support, scale: Scale { is_inverse: inverse, .. } } = *self;
        let points = kind.point_shape(shape);
        let count = support.filter(|_| !inverse).map_or(points.samples(), <[usize]>::len);
        let samples: Vec<Sample> = (0..count).map(|_| [0; 2].map(|_: u64| rng.word() % field.prime())).collect();
        let Transformed { samples: results, exponents, .. } = model(field, &samples);
        let exponent = exponents.and_then(|exponents| exponents.first().copied()).unwrap_or(0);
        let power = field.power_of_two(exponent);
        let results: Vec<Sample> = results.iter().map(|pair| pair.map(|part| field.mul(part, power))).collect();
        let [given, found] =
            [(&samples, orders[0], !inverse), (&results, orders[1], inverse)].map(|(values, order, has_support)| {
                in_places(values, order.points(points), support.filter(|_| has_support))
            });
        let frame = FullFrame { field, shape, kind };
        let (time, spectrum) = if inverse { (&found, &given) } else { (&given, &found) };
        let (time, spectrum) = (frame.samples(time), frame.spectrum(spectrum));
        let [from, to] = if inverse { [spectrum, time] } else { [time, spectrum] };
        let wanted = support.filter(|_| inverse);
        (0..2).all(|image| frame.is_transform([&from, &to], (image, inverse), wanted, factor, rng))
    }
}

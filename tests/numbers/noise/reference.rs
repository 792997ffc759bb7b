//! Transforms in double precision, as cores pack their points.

use fftgen::format::Format;
use fftgen::formula::Kind;
use fftgen::model::Sample;
use fftgen::Config;
use num_complex::Complex64;

/// Returns the values of samples in a format.
pub fn values(format: Format, samples: &[Sample]) -> Vec<Complex64> {
    samples.iter().map(|[re, im]| Complex64::new(format.to_f64(*re), format.to_f64(*im))).collect()
}

/// Returns the transform of a frame without a scale.
pub fn wanted(config: &Config, frame: &[Complex64]) -> Vec<Complex64> {
    match (config.kind, config.inverse) {
        (Kind::Complex, inverse) => transform(config, frame.to_vec(), inverse),
        (_, false) => {
            let samples = frame.iter().flat_map(|pair| [pair.re, pair.im]).map(Complex64::from);
            let bins = transform(config, samples.collect(), false);
            let ends = Complex64::new(bins[0].re, bins[frame.len()].re);
            [ends].into_iter().chain(bins[1..frame.len()].iter().copied()).collect()
        }
        (_, true) => {
            let mirrored = frame[1..].iter().rev().map(|bin| bin.conj());
            let ends = [Complex64::from(frame[0].re), Complex64::from(frame[0].im)];
            let half = frame[1..].iter().copied();
            let bins: Vec<Complex64> = [ends[0]].into_iter().chain(half).chain([ends[1]]).chain(mirrored).collect();
            let samples = transform(config, bins, true);
            samples.chunks(2).map(|pair| Complex64::new(pair[0].re, pair[1].re)).collect()
        }
    }
}

/// Transforms a frame along its dimensions.
fn transform(config: &Config, mut frame: Vec<Complex64>, inverse: bool) -> Vec<Complex64> {
    let conjugate = |frame: &mut Vec<Complex64>| frame.iter_mut().filter(|_| inverse).for_each(|x| *x = x.conj());
    conjugate(&mut frame);
    oracle::transform_dimensions(&mut frame, config.shape.dimensions());
    conjugate(&mut frame);
    frame
}

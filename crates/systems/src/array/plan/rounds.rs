//! Rounds: transforms of all pencils along one dimension.

use crate::design::Config;
use crate::formula::{is_supported, Kind};

/// Transforms of all pencils along one dimension, which is in memory meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Points of a pencil.
    pub length: usize,
    /// Distance of a pencil's points in a frame, in points.
    pub stride: usize,
    /// Distance of a pencil's results in the frame of the results, in points. It is that of the points, unless a frame
    /// has one dimension.
    pub result_stride: usize,
    /// Number of the engine that transforms the pencils.
    pub engine: usize,
}

impl Round {
    /// Returns the number of a pencil's point, of the number of a point in the frame.
    pub(crate) fn digit(&self, point: usize) -> usize {
        point / self.stride % self.length
    }

    /// Returns the numbers of the points of a pencil in the frame, of which the first one is known.
    pub(crate) fn places(&self, start: usize) -> impl Iterator<Item = usize> {
        let (length, stride) = (self.length, self.stride);
        (0..length).map(move |point| start + point * stride)
    }
}

/// Returns the number of the dimension of one of the rounds, counted from 0, of which the last one has neighbouring
/// points.
pub fn dimension(rounds: &[Round], round: usize) -> usize {
    rounds.iter().filter(|other| other.stride > rounds[round].stride).count()
}

/// Returns the rounds of a frame of several dimensions: the last one first, then the first one, and the second one if
/// there are three. An inverse transform to real samples has them in the opposite order. The dimensions that are not in
/// memory are spread over all `axes`, each over one of them, or one dimension over both. Refuses other frames, and
/// those whose lengths the elements do not divide. `splits`: whether frames of one dimension work too.
pub(super) fn rounds(config: &Config, splits: bool, axes: usize, places: usize) -> Result<Vec<Round>, String> {
    let samples = config.shape.dimensions();
    let (count, last) = (samples.len(), samples.len() - 1);
    let most = axes + 1;
    if count != 2 && count != most {
        let cube = vec![samples[last].to_string(); most].join("x");
        let two = if most > 2 { "2 or " } else { "" };
        let one = if splits { ", or one" } else { "" };
        return Err(format!("a frame has {two}{most} dimensions{one}; try --size {cube}"));
    }
    let holders = places.pow((axes / last) as u32);
    let share = |dimension: usize| if dimension == last { config.kind.share() } else { 1 };
    let divides = |elements: usize| (0..count).all(|dimension| samples[dimension] % (share(dimension) * elements) == 0);
    if !divides(holders) {
        let next = |dimension: usize| samples[dimension].next_multiple_of(share(dimension) * holders);
        let engines = |dimension: usize| is_supported(next(dimension) / share(dimension));
        let next: Vec<String> = (0..count).map(|dimension| next(dimension).to_string()).collect();
        let halves = if config.kind == Kind::Real { ", of two samples of a row each" } else { "" };
        let each = match holders > places {
            true => format!("each of all {holders} elements has the same number of points of a pencil"),
            false => "each element has the same number of points".into(),
        };
        let ring = if divides(places) { format!(", or --array ring:{places}") } else { String::new() };
        return Err(match (0..count).all(engines) {
            true => format!("{each}{halves}; try --size {}{ring}", next.join("x")),
            false => format!("{each}{halves}; take fewer elements{ring}"),
        });
    }
    let lengths: Vec<usize> = (0..count).map(|dimension| samples[dimension] / share(dimension)).collect();
    let round = |dimension: usize| {
        let stride = lengths[dimension + 1..].iter().product();
        Round { length: lengths[dimension], stride, result_stride: stride, engine: 0 }
    };
    let rounds = [last].into_iter().chain(0..last).map(round);
    Ok(match config.kind == Kind::Real && config.inverse {
        true => rounds.rev().collect(),
        false => rounds.collect(),
    })
}

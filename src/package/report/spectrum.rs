//! Pictures of spectra: the errors of each result beside double precision, and the results of a tone.

use crate::accuracy::{noise, Comparison, Definition, Errors};
use crate::design::Config;
use crate::error::figure;
use crate::format::Format;
use crate::formula::Kind;
use crate::model::{Sample, Transformed};
use crate::package::drawing::{Drawing, LEFT};
use num_complex::Complex64;

/// Points of all frames of noise together.
const POINTS: usize = 1 << 15;

/// Amplitude of the tone, relative to full scale or to 1.
const TONE: f64 = 0.9;

/// Level of results that are zero, in dB.
const FLOOR: f64 = -400.0;

/// Groups of neighbours that a line has at most.
const COLUMNS: usize = 512;

/// Size of a picture's field, and the width of the numbers at its left.
const FIELD: [usize; 2] = [700, 220];
const SCALE: usize = 60;

const STYLE: &str =
    "text{font:12px sans-serif;fill:#222}.head{font-weight:bold}.small{font-size:11px}.grid{stroke:#ddd;fill:none}\
    .model{stroke:#0072b2;fill:none;stroke-width:1.3}.exact{stroke:#d55e00;fill:none;stroke-width:1.3}\
    .forecast{stroke:#009e73;fill:none;stroke-width:1.5;stroke-dasharray:6 4}";

/// Accuracy of a model.
pub struct Spectrum {
    /// Ratio of the results to their errors, for white noise of full scale, in dB.
    pub snr_db: f64,
    /// Ratio of a tone to the largest other result, in dB.
    pub sfdr_db: Option<f64>,
    /// Ratio that is foretold for noise, in dB.
    pub forecast_db: Option<f64>,
    /// Picture as SVG.
    pub picture: String,
}

/// Frames of a model.
pub struct Frames {
    /// Of the words that enter and leave.
    pub formats: [Format; 2],
    /// Points that enter.
    pub points: usize,
    /// A tone, if frames have one.
    pub tone: Option<Vec<Sample>>,
}

impl Frames {
    /// Frames of the transform of a configuration.
    pub fn new(config: &Config, output: Format) -> Self {
        Frames { formats: [config.format, output], points: config.frame_points()[0], tone: tone(config) }
    }
}

impl Spectrum {
    /// Measures the model of a transform. `forecast`: ratio that is foretold for noise, in dB.
    pub fn new(
        definition: &Definition,
        frames: &Frames,
        forecast: Option<f64>,
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Option<Self> {
        let Frames { formats, points, ref tone } = *frames;
        if Errors::takes_long(definition, formats[0]) {
            return None;
        }
        let compare = |samples: &[Sample]| Comparison::new(definition, formats, points, samples, &transform);
        let samples = noise(formats[0], points, POINTS);
        let Comparison { found, wanted, .. } = compare(&samples);
        let count = found.len() / (samples.len() / points);
        let errors: Vec<Complex64> = found.iter().zip(&wanted).map(|(x, y)| x - y).collect();
        let (powers, all) = (by_result(&errors, count), mean(&by_result(&wanted, count)));
        let snr_db = decibels(all / mean(&powers));
        if !snr_db.is_finite() {
            return None;
        }
        let mut drawing = Drawing::new(0, STYLE);
        let line = Line { class: "model", levels: levels(&powers, all) };
        let foretold = forecast.map(|snr| Line { class: "forecast", levels: vec![-snr; count] });
        let lines: Vec<Line> = [line].into_iter().chain(foretold).collect();
        drawing.chart("Errors of results of white noise of full scale, beside the mean result", &lines);
        let sfdr_db = tone.as_ref().and_then(|tone| {
            let powers = by_result(&compare(tone).found, count);
            let (bin, most) = powers.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
            let others = powers.iter().enumerate().filter(|(k, _)| *k != bin).map(|(_, power)| *power);
            let other = others.fold(0.0, f64::max);
            let title = format!("Results of a tone of {TONE} of full scale beside the largest, which is result {bin}");
            drawing.chart(&title, &[Line { class: "model", levels: levels(&powers, most) }]);
            (other > 0.0 && most > 0.0).then(|| decibels(most / other))
        });
        Some(Spectrum { snr_db, sfdr_db, forecast_db: forecast, picture: drawing.finish() })
    }
}

/// Makes a frame of a tone, about a fifth of each dimension from the first result. `None` for frames whose points are
/// not all points or samples of a signal.
fn tone(config: &Config) -> Option<Vec<Sample>> {
    let is_signal = matches!((config.kind, config.inverse), (Kind::Complex, _) | (Kind::Real, false));
    if !is_signal || config.support.is_some() {
        return None;
    }
    let format = config.format;
    let amplitude = match format {
        Format::Float(_) => TONE,
        Format::Fixed(fixed) => TONE * format.to_f64(u64::MAX >> (65 - fixed.bits())),
    };
    let shape = config.shape;
    let turns = |sample: usize| -> f64 {
        let places = shape.indices(sample).into_iter().zip(shape.dimensions());
        places.map(|(index, length)| (index * (length / 5) % length) as f64 / *length as f64).sum()
    };
    let wave = |sample: usize| (std::f64::consts::TAU * turns(sample)).sin_cos();
    let word = |level: f64| format.from_f64(amplitude * level);
    let point = |place: usize| match config.kind {
        Kind::Real => [2 * place, 2 * place + 1].map(|sample| word(wave(sample).1)),
        _ => {
            let (sin, cos) = wave(place);
            [word(cos), word(sin)]
        }
    };
    Some(config.orders[0].points(config.point_shape()).into_iter().map(point).collect())
}

/// Returns powers relative to one of them, in dB.
fn levels(powers: &[f64], of: f64) -> Vec<f64> {
    powers.iter().map(|power| decibels(power / of)).collect()
}

/// Returns the mean power of each of `count` results over all frames.
fn by_result(values: &[Complex64], count: usize) -> Vec<f64> {
    let frames = values.len() / count;
    (0..count)
        .map(|k| values.iter().skip(k).step_by(count).map(|x| x.norm_sqr()).sum::<f64>() / frames as f64)
        .collect()
}

fn mean(powers: &[f64]) -> f64 {
    powers.iter().sum::<f64>() / powers.len() as f64
}

fn decibels(ratio: f64) -> f64 {
    (10.0 * ratio.log10()).max(FLOOR)
}

/// Line of a chart: a level for each result.
struct Line {
    class: &'static str,
    levels: Vec<f64>,
}

impl Drawing {
    /// Draws lines over all results below what is drawn.
    fn chart(&mut self, title: &str, lines: &[Line]) {
        let [width, height] = FIELD;
        self.y += 28;
        self.text(LEFT, self.y, "head", title);
        let (left, top) = (LEFT + SCALE, self.y + 14);
        let all = || lines.iter().flat_map(|line| &line.levels).copied().filter(|level| *level > FLOOR);
        let most = (all().fold(f64::MIN, f64::max) / 10.0 + 0.3).ceil() * 10.0;
        // Results that are zero are at the bottom.
        let least = (all().fold(f64::MAX, f64::min) / 10.0 - 0.7).floor() * 10.0;
        let range = most - least;
        let y = |level: f64| ((most - level.max(least)) / range * height as f64) as usize;
        let step = (range / 60.0).ceil() * 10.0;
        for line in 0..=(range / step) as usize {
            let level = most - step * line as f64;
            self.path([left, top + y(level)], &format!("M0 0H{width}"), "grid");
            self.text(LEFT, top + y(level) + 4, "small", &format!("{level:.0} dB"));
        }
        for line in lines {
            self.path([left, top], &commands(&line.levels, y), line.class);
        }
        let count = lines.first().map_or(0, |line| line.levels.len());
        self.y = top + height + 16;
        self.text(left, self.y, "small", "0");
        let last = figure(count.saturating_sub(1));
        self.text(left + width - 7 * last.len(), self.y, "small", &last);
    }
}

/// Returns the path through levels; of many, through the largest of each group of neighbours.
fn commands(levels: &[f64], y: impl Fn(f64) -> usize) -> String {
    let width = FIELD[0];
    let group = levels.len().div_ceil(COLUMNS).max(1);
    let groups = levels.chunks(group).map(|levels| levels.iter().copied().fold(f64::MIN, f64::max));
    let last = levels.len().div_ceil(group).max(2) - 1;
    let point = |(place, level): (usize, f64)| {
        format!("{}{} {}", if place == 0 { 'M' } else { 'L' }, place * width / last, y(level))
    };
    groups.enumerate().map(point).collect()
}

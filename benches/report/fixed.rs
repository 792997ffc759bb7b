//! The report's section on fixed point: cores, noise, and cores of many sizes.

use crate::measure::{Figures, Size};
use crate::published::{Column, FixedRow, Goal, Published};
use crate::tables::{grouped, missed, name, percent, Metric, Miss, METRICS, UNKNOWN};
use crate::Known;
use serde::Serialize;

/// Figures of a core, by the keys of published.yaml.
const COLUMNS: [&str; 5] = ["lut", "ff", "dsp", "bram", "latency"];

#[derive(Serialize)]
pub struct Section {
    columns: Vec<&'static str>,
    lines: Vec<Line>,
    misses: Vec<Miss>,
    noise: NoiseTable,
    /// One, once it is measured.
    sizes: Vec<SizeTable>,
}

/// A line of the table of cores, as text.
#[derive(Serialize)]
struct Line {
    what: String,
    cells: Vec<String>,
    path: String,
}

#[derive(Serialize)]
struct NoiseTable {
    /// The head and the rule below it.
    head: [String; 2],
    rows: Vec<NoiseRow>,
    misses: Vec<String>,
    /// By how many dB `fftgen explain` is wrong at the most.
    forecast: String,
}

#[derive(Serialize)]
struct NoiseRow {
    size: usize,
    cells: String,
}

#[derive(Serialize)]
struct SizeTable {
    name: String,
    source: String,
    beside: Vec<SizeLine>,
    /// All of them, in one line.
    list: String,
}

#[derive(Serialize)]
struct SizeLine {
    points: usize,
    measured: usize,
    published: usize,
    of_published: String,
}

impl Section {
    pub fn new(published: &Published, known: &Known) -> Self {
        let rows = &published.fixed.cores;
        Section {
            columns: metrics().map(|metric| metric.short).collect(),
            lines: rows.iter().flat_map(|row| lines(row, known)).collect(),
            misses: rows.iter().flat_map(|row| misses(row, known, published.path)).collect(),
            noise: NoiseTable::new(published, known),
            sizes: SizeTable::new(published, known).into_iter().collect(),
        }
    }
}

fn metrics() -> impl Iterator<Item = &'static Metric> {
    COLUMNS.iter().filter_map(|key| METRICS.iter().find(|metric| metric.key == *key))
}

/// A core's figures, then its target and its limit, and those of others.
fn lines(row: &FixedRow, known: &Known) -> Vec<Line> {
    let goal = |what: String, goal: &Goal| Line {
        what,
        cells: metrics().map(|metric| cell((metric.goal)(goal), metric)).collect(),
        path: String::new(),
    };
    let measured = |what: String, figures: Option<&Figures>| Line {
        what,
        cells: metrics().map(|metric| cell(figures.and_then(metric.measured), metric)).collect(),
        path: match figures {
            Some(figures) => figures.synthesis.path_ns.map_or(String::new(), |path| grouped(path, 2)),
            None => UNKNOWN.into(),
        },
    };
    let mut lines = vec![measured(format!("**{}**", name(&row.core)), known.cores.get(&row.core))];
    let goals = [("target", target(row, known)), ("limit", row.limit)];
    let goals = goals.into_iter().filter(|(_, goal)| !goal.is_empty());
    lines.extend(goals.map(|(what, figures)| goal(format!("*{what}*"), &figures)));
    lines.extend(row.peers.iter().map(|peer| goal(peer.source.clone(), &peer.figures)));
    if let Some(beside) = &row.beside {
        let (ours, other) = (known.cores.get(&row.core), known.cores.get(&beside.core));
        let share = |metric: &Metric| {
            let [part, whole] = [ours, other].map(|figures| figures.and_then(metric.measured));
            part.zip(whole).map_or(String::new(), |(part, whole)| percent(part, whole))
        };
        let cells = metrics().map(share).collect();
        lines.push(measured(name(&beside.core), other));
        lines.push(Line { what: format!("share of {}", name(&beside.core)), cells, path: String::new() });
    }
    lines
}

fn cell(figure: Option<f64>, metric: &Metric) -> String {
    figure.map_or(String::new(), |figure| grouped(figure, metric.digits))
}

/// The target, as a figure where it is a share.
fn target(row: &FixedRow, known: &Known) -> Goal {
    let share = row.beside.as_ref().and_then(|beside| known.cores.get(&beside.core).zip(beside.share));
    match share {
        None => row.target,
        Some((other, share)) => {
            let resources = &other.synthesis.measured;
            let part = |whole: usize| Some((share * whole as f64).round());
            Goal { lut: part(resources.lut), dsp: part(resources.dsp), ..row.target }
        }
    }
}

fn misses(row: &FixedRow, known: &Known, path: f64) -> Vec<Miss> {
    let figures = known.cores.get(&row.core);
    figures.map_or(vec![], |figures| missed(&row.core, figures, &target(row, known), path, &row.why).collect())
}

impl NoiseTable {
    fn new(published: &Published, known: &Known) -> Self {
        let noise = &published.fixed.noise;
        let (mut rows, mut misses, mut worst) = (vec![], vec![], 0f64);
        for (place, &size) in noise.sizes.iter().enumerate() {
            let mut cells = vec![];
            for column in &noise.columns {
                let target = column.targets[place];
                let Some(found) = known.noise.get(&column.core(size)) else {
                    cells.push(format!("{UNKNOWN} ({target})"));
                    continue;
                };
                worst = worst.max(found.foretold.map_or(0.0, |foretold| (foretold - found.snr).abs()));
                let shown = column.shown(size, found.snr);
                if column.misses(size, found.snr, target) {
                    misses.push(format!("{size} points, {}: {shown}, target {target}", column.title));
                }
                cells.push(format!("{shown} ({target})"));
            }
            rows.push(NoiseRow { size, cells: cells.join(" | ") });
        }
        let titles: Vec<&str> = noise.columns.iter().map(|column| column.title.as_str()).collect();
        let head = [titles.join(" | "), vec!["---"; titles.len()].join(" | ")];
        NoiseTable { head, rows, misses, forecast: format!("{worst:.1}") }
    }
}

impl Column {
    /// An error in units of 2^-bits·√log2 N.
    fn error(bits: u32, size: usize, snr: f64) -> f64 {
        10f64.powf(-snr / 20.0) * 2f64.powi(bits as i32) / (size as f64).log2().sqrt()
    }

    fn shown(&self, size: usize, snr: f64) -> String {
        match self.significand {
            None => format!("{snr:.1}"),
            Some(bits) => format!("{:.2}", Self::error(bits, size, snr)),
        }
    }

    fn misses(&self, size: usize, snr: f64, target: f64) -> bool {
        match self.significand {
            None => snr < target,
            Some(bits) => Self::error(bits, size, snr) > target,
        }
    }
}

impl SizeTable {
    /// None as long as nothing is known of the core.
    fn new(published: &Published, known: &Known) -> Option<Self> {
        let wanted = &published.fixed.sizes;
        let (core, figures) = known.cores.iter().find(|(core, _)| core.to_string() == wanted.core)?;
        let line = |size: &Size| {
            let Size { points, latency_cycles: measured } = *size;
            let published = *wanted.published.get(&points)?;
            let of_published = percent(measured as f64, published as f64);
            Some(SizeLine { points, measured, published, of_published })
        };
        let one = |size: &Size| format!("{}: {}", size.points, size.latency_cycles);
        Some(SizeTable {
            name: name(core),
            source: wanted.source.clone(),
            beside: figures.sizes.iter().filter_map(line).collect(),
            list: figures.sizes.iter().map(one).collect::<Vec<_>>().join(", "),
        })
    }
}

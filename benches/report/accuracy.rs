//! The report's section on accuracy: errors of floating point at eight amplitudes.

#[path = "../../tests/support/error.rs"]
mod error;

use crate::measure::Lab;
use crate::published::{Accuracy, Core, Published};
use crate::tables::UNKNOWN;
use crate::Known;
use anyhow::Result;
use error::{amplitudes, error, White};
use fftgen::format::Format;
use fftgen::number::Datapath;
use fftgen::{Config, Design};
use serde::{Deserialize, Serialize};

/// Samples of a measurement.
const SAMPLES: usize = 16_384;

/// Relative L2 errors in u·√log2 N.
#[derive(Serialize, Deserialize)]
pub struct Errors {
    even: f64,
    /// On normal noise, by amplitude.
    normal: Vec<f64>,
}

#[derive(Serialize)]
pub struct Section {
    target: f64,
    /// The head and the rule below it.
    head: [String; 2],
    rows: Vec<Row>,
    misses: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    size: usize,
    cells: String,
}

impl Lab {
    /// Errors of the plan for a core, known under all that is said of its arithmetic.
    pub fn accuracy(&self, core: &Core, wanted: bool) -> Result<Option<Errors>> {
        let format = Format::parse(&core.precision, false)?;
        let datapath = core.options.get("datapath").map(|_| Datapath::Float);
        let plans = Design::plans(&Config { datapath, ..Config::new(core.size, core.width, format) })?;
        let pipeline = &plans[0].pipeline;
        let arithmetic: Vec<_> = pipeline.stages().map(|stage| stage.arithmetic.fixed()).collect();
        let key = [pipeline.plan(), format!("{arithmetic:?}")];
        self.cache.get(&format!("{core}-accuracy"), &[&key[0], &key[1]], wanted, || {
            let root = (core.size as f64).log2().sqrt();
            let of = |white: White| error(pipeline, format, white, SAMPLES) / root;
            Ok(Errors { even: of(White::Even), normal: amplitudes().map(of).collect() })
        })
    }
}

impl Errors {
    fn greatest(&self) -> f64 {
        self.normal.iter().copied().fold(self.even, f64::max)
    }
}

impl Section {
    pub fn new(published: &Published, known: &Known) -> Self {
        let Accuracy { sizes, target, precisions } = &published.accuracy;
        let mut misses = vec![];
        let mut row = |size: usize| {
            let all = published.accuracy.of(size);
            let found: Vec<Option<&Errors>> = all.iter().map(|core| known.accuracy.get(core)).collect();
            for (core, errors) in all.iter().zip(&found).filter(|(core, _)| core.options.is_empty()) {
                if let Some(greatest) = errors.map(Errors::greatest).filter(|greatest| greatest > target) {
                    misses.push(format!("{core}: {greatest:.2}, target {target}"));
                }
            }
            let shown = |error: Option<f64>| error.map_or(UNKNOWN.into(), |error| format!("{error:.2}"));
            let own = (0..amplitudes().count()).map(|k| found[0].map(|errors| errors.normal[k]));
            let own = own.chain([found[0].map(|errors| errors.even)]);
            let all = own.chain(found.iter().map(|errors| errors.map(Errors::greatest)));
            Row { size, cells: all.map(shown).collect::<Vec<_>>().join(" | ") }
        };
        let rows = sizes.iter().map(|&size| row(size)).collect();
        let own = amplitudes().map(|white| match white {
            White::Normal(deviation) => format!("{deviation:.2}"),
            White::Even => "even".into(),
        });
        let beside = ["even", "fp32", "`float`"].map(String::from).into_iter().chain(precisions.clone());
        let titles: Vec<String> = own.chain(beside).collect();
        let head = [titles.join(" | "), vec!["---"; titles.len()].join(" | ")];
        Section { target: *target, head, rows, misses }
    }
}

//! One table a figure: every core's beside what is published, the target and the limit.

use crate::measure::Figures;
use crate::published::{Core, Goal, Operator, Published, Row};
use crate::Known;
use serde::Serialize;
use std::collections::BTreeMap;

pub const UNKNOWN: &str = "not measured yet";

/// A figure: its key in published.yaml, and how it is taken from either side.
pub struct Metric {
    pub key: &'static str,
    title: &'static str,
    /// The title of a narrow column.
    pub short: &'static str,
    pub digits: usize,
    pub measured: fn(&Figures) -> Option<f64>,
    pub goal: fn(&Goal) -> Option<f64>,
}

pub const METRICS: &[Metric] = &[
    Metric {
        key: "latency",
        title: "Latency, cycles, simulated",
        short: "latency",
        digits: 0,
        measured: |f| Some(f.latency as f64),
        goal: |g| g.latency,
    },
    Metric {
        key: "least latency",
        title: "Latency with `--optimize latency`, cycles, simulated",
        short: "least latency",
        digits: 0,
        measured: |f| f.least_latency.map(|cycles| cycles as f64),
        goal: |g| g.latency,
    },
    Metric {
        key: "lut",
        title: "LUTs",
        short: "LUT",
        digits: 0,
        measured: |f| Some(f.synthesis.measured.lut as f64),
        goal: |g| g.lut,
    },
    Metric {
        key: "ff",
        title: "Flip-flops",
        short: "FF",
        digits: 0,
        measured: |f| Some(f.synthesis.measured.ff as f64),
        goal: |g| g.ff,
    },
    Metric {
        key: "dsp",
        title: "DSP48E2",
        short: "DSP",
        digits: 0,
        measured: |f| Some(f.synthesis.measured.dsp as f64),
        goal: |g| g.dsp,
    },
    Metric {
        key: "bram",
        title: "Block RAMs of 36 kb",
        short: "BRAM36",
        digits: 1,
        measured: |f| Some(f.synthesis.measured.bram),
        goal: |g| g.bram,
    },
    Metric {
        key: "memory",
        title: "Memory for data, kB",
        short: "memory",
        digits: 2,
        measured: |f| Some(f.memory),
        goal: |g| g.memory,
    },
];

#[derive(Serialize)]
pub struct Table {
    title: &'static str,
    rows: Vec<Line>,
}

/// A line of a table, as text.
#[derive(Serialize)]
pub struct Line {
    name: String,
    beside: String,
    measured: String,
    published: String,
    target: String,
    limit: String,
    of_published: String,
    of_target: String,
    of_limit: String,
}

/// Where a core's memory is, and its slowest path.
#[derive(Serialize)]
pub struct Detail {
    core: String,
    lutram: String,
    srl: String,
    estimated: String,
    path: String,
    clock: String,
    slowest: String,
}

/// A missed target.
#[derive(Serialize)]
pub struct Miss {
    #[serde(skip)]
    key: &'static str,
    core: String,
    what: String,
    why: String,
}

pub fn figures(published: &Published, known: &Known) -> Vec<Table> {
    let table = |metric: &Metric| {
        let has_figure = |row: &&Row| [row.published, row.target].iter().any(|goal| (metric.goal)(goal).is_some());
        let rows = published.cores.iter().filter(has_figure).map(|row| {
            let measured = known.cores.get(&row.core()).and_then(metric.measured);
            let goals = [row.published, row.target, row.limit].map(|goal| (metric.goal)(&goal));
            line(name(&row.core()), row.source.clone(), measured, goals, metric.digits)
        });
        Table { title: metric.title, rows: rows.collect() }
    };
    METRICS.iter().map(table).collect()
}

pub fn operators(published: &Published, known: &Known) -> Vec<Line> {
    let one = |operator: &Operator| {
        let measured = known.operators.get(&operator.module);
        let goals = [operator.published, operator.target, operator.limit].map(|goal| goal.lut);
        let name = match measured {
            Some(found) => {
                let path = found.path_ns.map_or(String::new(), |path| format!(", {path:.2} ns"));
                format!("{} ({} DSP{path})", operator.name, found.measured.dsp)
            }
            None => operator.name.clone(),
        };
        line(name, operator.peer.clone(), measured.map(|found| found.measured.lut as f64), goals, 0)
    };
    published.operators.iter().map(one).collect()
}

pub fn details(published: &Published, known: &Known) -> Vec<Detail> {
    let unknown = |core: Core| {
        let text = String::new;
        let path = UNKNOWN.to_string();
        Detail {
            core: name(&core),
            lutram: text(),
            srl: text(),
            estimated: text(),
            path,
            clock: text(),
            slowest: text(),
        }
    };
    let known_one = |core: Core, found: &Figures| {
        let (synthesis, resources) = (&found.synthesis, &found.synthesis.measured);
        Detail {
            core: name(&core),
            lutram: grouped(resources.lutram as f64, 0),
            srl: grouped(resources.srl as f64, 0),
            estimated: synthesis
                .estimated
                .as_ref()
                .and_then(|estimate| estimate.lut)
                .map_or(String::new(), |lut| percent(lut as f64, resources.lut as f64)),
            path: synthesis.path_ns.map_or(String::new(), |path| format!("{path:.2}")),
            clock: synthesis.path_ns.map_or(String::new(), |path| format!("{:.0}", 1000.0 / path)),
            slowest: synthesis.slowest.clone().unwrap_or_default(),
        }
    };
    let one = |core: Core| match known.cores.get(&core) {
        Some(found) => known_one(core, found),
        None => unknown(core),
    };
    published.float_cores().into_iter().map(one).collect()
}

/// Every missed target of floating point, with what is said of it in published.yaml.
pub fn misses(published: &Published, known: &Known) -> Vec<Miss> {
    let mut misses: BTreeMap<(Core, &str), Miss> = BTreeMap::new();
    for row in &published.cores {
        let core = row.core();
        let Some(found) = known.cores.get(&core) else { continue };
        // A core stands there once for each that it is compared with.
        for miss in missed(&core, found, &row.target, published.path, &row.why) {
            misses.entry((core.clone(), miss.key)).or_insert(miss);
        }
    }
    misses.into_values().collect()
}

/// The missed targets of a core.
pub fn missed<'a>(
    core: &'a Core,
    found: &'a Figures,
    target: &Goal,
    path: f64,
    why: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = Miss> + 'a {
    let figures = METRICS.iter().map(|metric| (metric.key, (metric.measured)(found), metric.digits));
    let figures = figures.chain([("path", found.synthesis.path_ns, 2)]);
    let targets: Vec<Option<f64>> = METRICS.iter().map(|metric| (metric.goal)(target)).chain([Some(path)]).collect();
    figures.zip(targets).filter_map(move |((key, found, digits), target)| {
        let (found, target) = found.zip(target)?;
        let what = format!("{key} {}, target {}", grouped(found, digits), grouped(target, digits));
        let why = why.get(key).cloned().unwrap_or_else(|| "not looked into yet".into());
        (found > target).then(|| Miss { key, core: name(core), what, why })
    })
}

fn line(name: String, beside: String, measured: Option<f64>, goals: [Option<f64>; 3], digits: usize) -> Line {
    let number = |figure: Option<f64>| figure.map_or(String::new(), |figure| grouped(figure, digits));
    let of = |goal: Option<f64>| measured.zip(goal).map_or(String::new(), |(found, goal)| percent(found, goal));
    let [published, target, limit] = goals;
    Line {
        name,
        beside,
        measured: measured.map_or(UNKNOWN.into(), |found| grouped(found, digits)),
        published: number(published),
        target: number(target),
        limit: number(limit),
        of_published: of(published),
        of_target: of(target),
        of_limit: of(limit),
    }
}

pub fn name(core: &Core) -> String {
    core.to_string().replace(',', ", ")
}

/// A share of a whole; of nothing there is none.
pub fn percent(part: f64, whole: f64) -> String {
    match whole > 0.0 {
        true => format!("{:.0} %", 100.0 * part / whole),
        false => String::new(),
    }
}

/// A number with a comma between thousands.
pub fn grouped(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        let comma = i > 0 && (whole.len() - i) % 3 == 0;
        grouped.extend(comma.then_some(','));
        grouped.push(digit);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        grouped
    } else {
        format!("{grouped}.{fraction}")
    }
}

//! The section: a table of all chains, and what misses its target.

use crate::measure::{Figures, Lab};
use crate::rows::Row;
use anyhow::Result;

/// A figure of a table.
struct Metric {
    /// Its key in the targets.
    name: &'static str,
    title: &'static str,
    /// What it is shown in, over what it is measured in.
    unit: f64,
    /// Decimals.
    digits: usize,
    of: fn(&Figures) -> f64,
}

const METRICS: [Metric; 8] = [
    Metric { name: "lut", title: "LUT", unit: 1.0, digits: 0, of: |figures| figures.lut },
    Metric { name: "ff", title: "FF", unit: 1.0, digits: 0, of: |figures| figures.ff },
    Metric { name: "dsp", title: "DSP", unit: 1.0, digits: 0, of: |figures| figures.dsp },
    Metric { name: "bram", title: "BRAM36", unit: 1.0, digits: 1, of: |figures| figures.bram },
    Metric { name: "ram", title: "memories, kbit", unit: 1e3, digits: 1, of: |figures| figures.ram },
    Metric { name: "rom", title: "tables, kbit", unit: 1e3, digits: 1, of: |figures| figures.rom },
    Metric { name: "latency", title: "latency", unit: 1.0, digits: 0, of: |figures| figures.latency },
    Metric { name: "products", title: "products a cycle", unit: 1.0, digits: 0, of: |figures| figures.products },
];

/// Writes the section without its heading. `wanted`: names of the rows to be measured, with colons between them; empty
/// for all.
pub fn text(lab: &Lab, rows: &[Row], wanted: &str) -> Result<String> {
    let (mut table, mut misses) = (String::new(), String::new());
    for row in rows {
        match measured(lab, row, wanted.is_empty() || wanted.split(':').any(|name| name == row.name))? {
            Some((chain, parts)) => {
                table += &lines(row, &chain, &parts);
                misses += &missed(row, &chain, &parts);
            }
            None => table += &format!("| {} | not measured yet |\n", row.name),
        }
    }
    let titles: Vec<&str> = METRICS.iter().map(|metric| metric.title).collect();
    let head = format!("| Chain | | {} |\n|---|---{} |\n", titles.join(" | "), "|---".repeat(METRICS.len()));
    Ok(format!("{}\n\n{head}{table}\nWhat misses its target:\n\n{misses}", introduction(&lab.yosys)))
}

/// What is known of a chain and of its parts, or is measured if that is wanted.
fn measured(lab: &Lab, row: &Row, wanted: bool) -> Result<Option<(Figures, Figures)>> {
    let mut parts = Figures::default();
    for part in &row.parts {
        let Some(figures) = lab.figures(part, wanted)? else { return Ok(None) };
        parts = parts.after(figures);
    }
    Ok(lab.figures(&row.core, wanted)?.map(|chain| (chain, parts)))
}

fn introduction(yosys: &str) -> String {
    format!(
        "`make bench-chains`. A chain is one core; beside it is the sum of separate cores in natural order that do the \
         same one after\nanother, in the same words, each with its AXI4-Stream ports; and the same by its definition, in \
         products of real numbers a clock\ncycle. Shares are of the sum. Area by {yosys} for UltraScale+ \
         (`fftgen synth --top axis`), before place and route; memories and tables\nby the manifest; latency with the \
         ports, simulated by Verilator. Flags of all cores are in `benches/chains/rows.yaml`."
    )
}

/// The lines of a chain, of its parts, and of the shares.
fn lines(row: &Row, chain: &Figures, parts: &Figures) -> String {
    let cells = |cell: &dyn Fn(&Metric) -> String| METRICS.iter().map(cell).collect::<Vec<_>>().join(" | ");
    let shown = |figures: &Figures| cells(&|metric| number((metric.of)(figures) / metric.unit, metric.digits));
    let share = |metric: &Metric| match (metric.of)(parts) {
        0.0 => "–".into(),
        all => format!("{:.0} %", 100.0 * (metric.of)(chain) / all),
    };
    let of_direct = chain.products / row.direct.products as f64;
    format!(
        "| {} | chain | {} |\n| | {} cores | {} |\n| | share | {} |\n| | {} | {}{} ({:.1} %) |\n",
        row.name,
        shown(chain),
        row.parts.len(),
        shown(parts),
        cells(&share),
        row.direct.what,
        "| ".repeat(METRICS.len() - 1),
        number(row.direct.products as f64, 0),
        100.0 * of_direct
    )
}

/// The targets that a chain misses.
fn missed(row: &Row, chain: &Figures, parts: &Figures) -> String {
    let miss = |metric: &Metric| {
        let [found, all] = [chain, parts].map(|figures| (metric.of)(figures) / metric.unit);
        let of_parts = row.share.get(metric.name).map(|share| share * all);
        let target = row.target.get(metric.name).copied().or(of_parts)?;
        let [shown, most] = [found, target].map(|figure| number(figure, metric.digits));
        let why = row.why.get(metric.name).map_or(String::new(), |why| format!(": {why}"));
        (found > target).then(|| format!("- **{}**: {} {shown}, target {most}{why}\n", row.name, metric.title))
    };
    METRICS.iter().filter_map(miss).collect()
}

/// A number with commas between thousands.
fn number(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let group = |(at, digit): (usize, char)| {
        let comma = at > 0 && (whole.len() - at) % 3 == 0;
        [if comma { "," } else { "" }.to_string(), digit.to_string()].concat()
    };
    whole.char_indices().map(group).collect::<String>() + rest
}

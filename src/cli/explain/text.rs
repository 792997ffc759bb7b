//! Facts about plans in a form for people.

use super::facts::{Bound, Cost, Facts, Size};
use super::operators::{note, OperatorCounts};
use super::pieces::{Piece, Words};
use crate::cli::counts::{counted, cycles, figure};
use fftgen::protect::Protection;
use fftgen::schedule::Goal;
use fftgen::Choice;
use std::fmt::{Display, Formatter, Result};

/// Plans in the table: the chosen one and the five after it.
const SHOWN: usize = 6;

/// Characters of the longest formula in the table.
const FORMULA: usize = 120;

/// Cuts the middle out of a long formula.
fn shortened(formula: &str) -> String {
    let length = formula.chars().count();
    if length <= FORMULA {
        return formula.into();
    }
    let part = |skip: usize| formula.chars().skip(skip).take(FORMULA / 2 - 2).collect::<String>();
    format!("{} … {}", part(0), part(length - FORMULA / 2 + 2))
}

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}, {} per clock, {}\n", self.name, self.title, self.width, self.precision)?;
        if let Some(reason) = self.streams_because {
            writeln!(f, "Rate    frames without a gap: {reason}")?;
        }
        let Some((chosen, others)) = self.plans.split_first() else {
            self.stages(f)?;
            writeln!(f)?;
            return self.sizes(f);
        };
        writeln!(f, "Order   {}", self.order)?;
        if let Some(scale) = &self.scale {
            writeln!(f, "Scale   {scale}")?;
        }
        writeln!(f, "Plan    {}", chosen.plan)?;
        writeln!(f, "Chosen  {}", self.reason(&chosen.cost, others.first().map(|plan| &plan.cost)))?;
        if let Some(noise) = &self.noise {
            writeln!(f, "Noise   {noise}")?;
        }
        if self.core_cycle_clocks.is_some() {
            writeln!(f, "Pace    a cycle of the core is two clock cycles: a real sample comes or goes in each")?;
        }
        if let Some(words) = self.buffer_words {
            writeln!(f, "Buffer  {words} complex words at the input, in which a frame becomes whole")?;
        }
        match Protection::from_word(self.protection).unwrap_or_default() {
            Protection::None => {}
            Protection::Parity => writeln!(f, "Memory  words have parity bits")?,
            Protection::Ecc => writeln!(f, "Memory  words have check bits: an error is corrected, two are found")?,
        }
        writeln!(f)?;
        self.stages(f)?;
        writeln!(f)?;
        self.plans(f)
    }
}

/// Writes the counts as columns.
impl Display for OperatorCounts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:>8}{:>7}", figure(self.adders), figure(self.multipliers))
    }
}

impl OperatorCounts {
    /// Writes the count that has no column.
    fn constants(&self) -> String {
        match self.constants_by_sums {
            0 => String::new(),
            count => format!("; {} by sums", counted(count, "constant")),
        }
    }
}

impl Words {
    fn shift(&self) -> String {
        let asked = self.shift_bits.as_ref().map(|bits| format!(", or as bits {bits} of the frame's word say"));
        format!(", shift {}{}", self.shift, asked.unwrap_or_default())
    }
}

impl Facts {
    fn reason(&self, chosen: &Cost, next: Option<&Cost>) -> String {
        let Some(next) = next else { return "because there was no other to weigh".into() };
        let more = 100.0 * (next.score as f64 / chosen.score.max(1) as f64 - 1.0);
        let change = |now: usize, then: usize, thing: &str| {
            let sign = if now < then { "-" } else { "+" };
            format!("{sign}{}", counted(now.abs_diff(then), thing))
        };
        if self.least_memory {
            return format!(
                "for the least memory of {}, then by {}; the next takes {}, {}, {}, {} of latency",
                self.plans.len(),
                self.measure(),
                change(next.memory_words, chosen.memory_words, "word"),
                change(next.luts, chosen.luts, "LUT"),
                change(next.dsp, chosen.dsp, "DSP block"),
                change(next.core_latency_cycles, chosen.core_latency_cycles, "cycle"),
            );
        }
        format!(
            "for the least score of {}, {}; the next scores {more:.1} % more: {}, {}, {}, {} of latency",
            self.plans.len(),
            self.measure(),
            change(next.luts, chosen.luts, "LUT"),
            change(next.dsp, chosen.dsp, "DSP block"),
            change(next.memory_words, chosen.memory_words, "word"),
            change(next.core_latency_cycles, chosen.core_latency_cycles, "cycle"),
        )
    }

    fn measure(&self) -> String {
        let measure = match Goal::from_word(self.optimize).unwrap_or_default() {
            Goal::Latency => "latency first and area second",
            Goal::Area => "area alone",
            Goal::Balanced => "area with latency as a price",
        };
        self.max_dsp.map_or(measure.into(), |most| format!("{measure}, with at most {most} DSP blocks"))
    }

    fn stages(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{:>5}  {:<10}{:>8}{:>8}{:>7}{:>7}  what", "stage", "part", "latency", "adders", "mults", "words")?;
        for (index, piece) in self.stages.iter().enumerate() {
            write!(f, "{:>5}  ", index + 1)?;
            match piece {
                Piece::Permuter { min_cycles, latency_cycles, banks, memory_words, .. } => {
                    let (latency_cycles, memory_words) = (figure(*latency_cycles), figure(*memory_words));
                    let banks = match banks {
                        0 => "wires".into(),
                        1 => "1 bank".into(),
                        many => format!("{many} banks"),
                    };
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{memory_words:>7}  ", "permuter", "", "")?;
                    write!(f, "{banks}; no permuter takes less than L = {}", cycles(*min_cycles))?;
                }
                Piece::Normalizer { wait_cycles, latency_cycles, memory_words, input_bits, output_bits } => {
                    let (latency_cycles, memory_words) = (figure(*latency_cycles), figure(*memory_words));
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{memory_words:>7}  ", "normalizer", "", "")?;
                    write!(f, "{input_bits} to {output_bits} bits; the frame waits {}", cycles(*wait_cycles))?;
                }
                Piece::Entry { latency_cycles, output_bits } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{:>7}  ", "entry", "", "", "")?;
                    write!(f, "parts of {output_bits} bits that share an exponent")?;
                }
                Piece::Converter { latency_cycles, input_bits, output } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{:>7}  ", "converter", "", "", "")?;
                    write!(f, "{input_bits} bits and an exponent to {output}")?;
                }
                Piece::Kernel {
                    kernel, transforms, period_cycles, batches, latency_cycles, operators, words, ..
                } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{kernel:<10}{latency_cycles:>8}{operators}{:>7}  ", "")?;
                    write!(f, "{transforms} in {}, {batches} a frame", cycles(*period_cycles))?;
                    if let Some(Words { input_bits, inner_bits, output_bits, .. }) = words {
                        write!(f, "; words of {input_bits}, {inner_bits}, {output_bits} bits")?;
                    }
                    write!(f, "{}", words.as_ref().map_or(String::new(), Words::shift))?;
                }
                Piece::Feedback { kernel, distance_cycles, latency_cycles, operators, memory_words, words, .. } => {
                    let (latency_cycles, memory_words) = (figure(*latency_cycles), figure(*memory_words));
                    write!(f, "{kernel:<10}{latency_cycles:>8}{operators}{memory_words:>7}  ")?;
                    let shift = words.as_ref().filter(|words| words.shift_bits.is_some());
                    let shift = shift.map_or(String::new(), Words::shift);
                    write!(f, "delayed feedback, over {}{shift}", cycles(*distance_cycles))?;
                }
                Piece::Place {
                    radices,
                    longest_distance_cycles: longest,
                    latency_cycles,
                    operators,
                    memory_words,
                    input_bits,
                    output_bits,
                } => {
                    let (latency_cycles, memory_words) = (figure(*latency_cycles), figure(*memory_words));
                    let radices: Vec<String> = radices.iter().map(usize::to_string).collect();
                    let part = format!("{{{}}}", radices.join(","));
                    write!(f, "{part:<10}{latency_cycles:>8}{operators}{memory_words:>7}  ")?;
                    write!(f, "a radix of these or none, over up to {}; ", cycles(*longest))?;
                    write!(f, "words of {input_bits} to {output_bits} bits")?;
                }
                Piece::Join { kernel, lanes, latency_cycles, operators, input_bits, output_bits } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{kernel:<10}{latency_cycles:>8}{operators}{:>7}  ", "")?;
                    write!(f, "factors, and a transform of {lanes} lanes each beat; ")?;
                    write!(f, "words of {input_bits} to {output_bits} bits")?;
                }
                Piece::Division { latency_cycles, operators, inverse, .. } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{:<10}{latency_cycles:>8}{operators}{:>7}  ", "division", "")?;
                    f.write_str(if *inverse { "inverse transforms by their size" } else { "what shifts leave of it" })?;
                }
                Piece::Reordering { latency_cycles, memory_words } => {
                    let (latency_cycles, memory_words) = (figure(*latency_cycles), figure(*memory_words));
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{memory_words:>7}  ", "reordering", "", "")?;
                    write!(f, "two frames")?;
                }
                Piece::Factors { latency_cycles, operators, .. } => {
                    let latency_cycles = figure(*latency_cycles);
                    write!(f, "{:<10}{latency_cycles:>8}{operators}{:>7}  ", "factors", "")?;
                    write!(f, "for each element as it passes")?;
                }
            }
            writeln!(f, "{}", piece.operators().map_or(String::new(), OperatorCounts::constants))?;
        }
        Ok(())
    }

    fn plans(&self, f: &mut Formatter) -> Result {
        let mut row = |rank: &str, figures: [String; 7], plan: &str| {
            let [score, luts, dsp, latency, adders, multipliers, words] = figures;
            write!(f, "{rank:>5}  {score:>9}{luts:>9}{dsp:>6}{latency:>9}{adders:>8}{multipliers:>7}{words:>7}")?;
            writeln!(f, "  {plan}")
        };
        let titles = ["score", self.luts, "DSPs", "latency", "adders", "mults", "words"];
        row("rank", titles.map(String::from), "plan")?;
        let shown = if self.shows_all { self.plans.len() } else { SHOWN.min(self.plans.len()) };
        for (index, plan) in self.plans[..shown].iter().enumerate() {
            let Cost { score, luts, dsp, core_latency_cycles: latency, operators, memory_words: words } = plan.cost;
            let OperatorCounts { adders, multipliers, .. } = operators;
            let figures = [score as usize, luts, dsp, latency, adders, multipliers, words];
            let formula = if self.shows_all { plan.plan.clone() } else { shortened(&plan.plan) };
            row(&(index + 1).to_string(), figures.map(figure), &formula)?;
        }
        if shown < self.plans.len() {
            row(
                "",
                std::array::from_fn(|_| String::new()),
                &format!("and {} more by --all", self.plans.len() - shown),
            )?;
        }
        let Some(Bound { core_latency_cycles: latency, adders, multipliers, luts }) = self.bound else { return Ok(()) };
        let figures = [None, Some(luts), None, Some(latency), Some(adders), Some(multipliers), None];
        let figures = figures.map(|count| count.map_or(String::new(), figure));
        row("bound", figures, "no core of plan 1 takes less: operators busy in every cycle; nothing waits")?;
        f.write_str(note(self.luts))
    }

    fn sizes(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{:>6}{:>9}{:>10}{:>11}{:>10}  radices", "size", "latency", "interval", "most wait", "noise")?;
        for Size { points, radices, core_latency_cycles, interval_cycles, most_wait_cycles, noise } in &self.sizes {
            let noise = noise.as_ref().map_or(String::new(), |noise| format!("{:.1} dB", noise.snr_db));
            let radices: Vec<String> =
                radices.iter().map(|radix| if *radix == 1 { "-".into() } else { radix.to_string() }).collect();
            let [latency, interval, wait] =
                [core_latency_cycles, interval_cycles, most_wait_cycles].map(|cycles| figure(*cycles));
            write!(f, "{points:>6}{latency:>9}{interval:>10}{wait:>11}{noise:>10}")?;
            writeln!(f, "  {}", radices.join(" "))?;
        }
        writeln!(
            f,
            "\nA stage of radix r takes its latency and r - 1 times the distance of the size; past it goes one \
             cycle.\nA frame \
             after one of its own size waits for nothing, after one of another size at most as long as that has it."
        )
    }
}

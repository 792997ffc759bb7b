//! What there is to say about plans, as people read it.

use super::facts::{Cost, Facts, Piece};
use crate::cli::summary::cycles;
use std::fmt::{Display, Formatter, Result};

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}, {} per clock, {}\n", self.name, self.title, self.width, self.precision)?;
        let Some((chosen, others)) = self.plans.split_first() else { return Ok(()) };
        writeln!(f, "Plan    {}", chosen.plan)?;
        writeln!(f, "Chosen  {}\n", self.reason(&chosen.cost, others.first().map(|plan| &plan.cost)))?;
        self.stages(f)?;
        writeln!(f)?;
        self.plans(f)
    }
}

impl Facts {
    fn reason(&self, chosen: &Cost, next: Option<&Cost>) -> String {
        let Some(next) = next else { return "because there was no other to weigh".into() };
        let more = 100.0 * (next.score as f64 / chosen.score.max(1) as f64 - 1.0);
        let change = |now: usize, then: usize| now as i64 - then as i64;
        format!(
            "for the least score of {}, area with latency as a price; the next scores {more:.1} % more: {:+} LUTs, \
             {:+} multipliers, {:+} words, {:+} cycles of latency",
            self.plans.len(),
            change(next.luts, chosen.luts),
            change(next.multipliers, chosen.multipliers),
            change(next.memory_words, chosen.memory_words),
            change(next.core_latency_cycles, chosen.core_latency_cycles),
        )
    }

    fn stages(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{:>5}  {:<10}{:>8}{:>8}{:>7}{:>7}  what", "stage", "part", "latency", "adders", "mults", "words")?;
        for (index, piece) in self.stages.iter().enumerate() {
            write!(f, "{:>5}  ", index + 1)?;
            match piece {
                Piece::Permuter { minimum_cycles, latency_cycles, banks, memory_words, .. } => {
                    let banks = match banks {
                        0 => "wires".into(),
                        1 => "1 bank".into(),
                        many => format!("{many} banks"),
                    };
                    write!(f, "{:<10}{latency_cycles:>8}{:>8}{:>7}{memory_words:>7}  ", "permuter", "", "")?;
                    writeln!(f, "{banks}; no permuter takes less than L = {}", cycles(*minimum_cycles))?;
                }
                Piece::Kernel {
                    kernel,
                    transforms,
                    period_cycles,
                    batches,
                    latency_cycles,
                    adders,
                    multipliers,
                    ..
                } => {
                    write!(f, "{kernel:<10}{latency_cycles:>8}{adders:>8}{multipliers:>7}{:>7}  ", "")?;
                    writeln!(f, "{transforms} in {}, {batches} a frame", cycles(*period_cycles))?;
                }
            }
        }
        Ok(())
    }

    fn plans(&self, f: &mut Formatter) -> Result {
        writeln!(
            f,
            "{:>5}  {:>9}{:>9}{:>9}{:>8}{:>7}{:>7}  plan",
            "rank", "score", "LUTs", "latency", "adders", "mults", "words"
        )?;
        for (index, plan) in self.plans.iter().enumerate() {
            let Cost { score, luts, core_latency_cycles: latency, adders, multipliers, memory_words: words } =
                plan.cost;
            write!(f, "{:>5}  {score:>9}{luts:>9}{latency:>9}{adders:>8}{multipliers:>7}{words:>7}", index + 1)?;
            writeln!(f, "  {}", plan.plan)?;
        }
        Ok(())
    }
}

//! Summary of a core in a few lines.

use fftgen::formula::{Kind, Order};
use fftgen::package::File;
use fftgen::verify::Measured;
use fftgen::{Config, Design, Interface};
use std::fmt::{Display, Formatter, Result};
use std::path::Path;

pub struct Summary<'a> {
    pub design: &'a Design,
    pub folder: &'a Path,
    pub files: &'a [File],
    pub checked: Option<Measured>,
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let design = self.design;
        writeln!(f, "{}: {}, {}\n", design.name, design.title(), design.config.number().title())?;
        let mut row = |label: &str, value: String| writeln!(f, "  {label:<12}{value}");
        row("plan", design.plan())?;
        let most = if design.has_sizes() { "at most " } else { "" };
        row("points", format!("{most}{}", points(&design.config)))?;
        row("order", Order::names(design.config.orders, design.config.point_shape()))?;
        let by_size = design.has_sizes() && design.scale() != "1";
        row("scale", if by_size { "by size".into() } else { design.scale() })?;
        if design.config.support.is_some() {
            row("support", support(design))?;
        }
        row("samples", format!("{} per clock", design.config.width))?;
        row("frame", format!("{most}{}", cycles(design.interval())))?;
        row(
            "latency",
            match design.config.interface {
                Interface::Axis if design.config.clocks_per_beat() > 1 => {
                    let core = design.core_latency();
                    format!("{} (core {core}, in every second cycle)", cycles(design.latency()))
                }
                Interface::Axis => format!("{most}{} (core {})", cycles(design.latency()), design.core_latency()),
                Interface::Native => cycles(design.latency()),
            },
        )?;
        row("operators", format!("{}, of real numbers", design.units()))?;
        row("memory", format!("{} complex words", design.memory_words()))?;
        row("files", format!("{} in {}", self.files.len(), self.folder.display()))?;
        row(
            "self-check",
            match self.checked {
                Some(measured) => verdict(&measured),
                None => "skipped (--no-verify)".into(),
            },
        )
    }
}

fn points(config: &Config) -> String {
    match config.kind {
        Kind::Real => format!("{} of {} real samples", config.points(), config.size()),
        Kind::Complex | Kind::RealPair => config.size().to_string(),
    }
}

/// Writes how many points pass which side, and in how many beats.
fn support(design: &Design) -> String {
    let (side, name) = if design.config.inverse { (1, "output") } else { (0, "input") };
    format!("{} points on the {name}, {} beats", design.config.frame_points()[side], design.streams()[side].beats)
}

/// Writes the result of a simulation.
pub fn verdict(measured: &Measured) -> String {
    let Measured { frames, latency, interval, .. } = measured;
    format!("PASS: {frames} frames, latency {latency} cycles, interval {interval} cycles")
}

pub fn cycles(count: usize) -> String {
    format!("{count} cycle{}", if count == 1 { "" } else { "s" })
}

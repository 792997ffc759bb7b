//! Discrete Fourier transforms along each dimension, by streaming cores or by folded ones.

use super::{Engine, Round, Separable};
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::formula::{Kind, Order};
use crate::number::Scale;
use crate::parts::Reset;

/// Discrete Fourier transform of a configuration.
pub(super) struct Fourier<'a>(pub &'a Config);

impl Separable for Fourier<'_> {
    fn title(&self) -> String {
        match (self.0.kind, self.0.inverse) {
            (Kind::Real, false) => "DFT of real samples",
            (Kind::Real, true) => "inverse DFT to real samples",
            (_, false) => "DFT",
            (_, true) => "inverse DFT",
        }
        .into()
    }

    fn name(&self) -> String {
        Config { name: None, ..self.0.clone() }.top_name()
    }

    fn splits(&self) -> bool {
        self.0.kind != Kind::RealPair
    }

    /// Plans an engine for each length of the rounds and one for the rows of real samples.
    fn engines(&self, rounds: &mut [Round]) -> Result<Vec<Engine>, Error> {
        if let Some(Scale::Shifts(_)) = self.0.arithmetic.scale {
            let why = "scale and arrays: shifts are those of one step; try --scale stage";
            return Err(Error::Unsupported(why.into()));
        }
        let mut pencils: Vec<(Kind, usize)> = Vec::new();
        let row = if self.0.inverse { rounds.len() - 1 } else { 0 };
        for (number, round) in rounds.iter_mut().enumerate() {
            let pencil = (if number == row { self.0.kind } else { Kind::Complex }, round.length);
            round.engine = pencils.iter().position(|other| *other == pencil).unwrap_or(pencils.len());
            if round.engine == pencils.len() {
                pencils.push(pencil);
            }
        }
        pencils.into_iter().map(|(kind, length)| Engine::planned(engine(self.0, kind, length)?)).collect()
    }
}

/// Returns the configuration of an engine for pencils of `length` points. It is a folded core if one is asked for and
/// takes a pencil in the clock cycles. A streaming core gives its results in the order in which its latency is the
/// shortest.
pub(super) fn engine(config: &Config, kind: Kind, length: usize) -> Result<Config, Error> {
    let natural = Config {
        kind,
        width: kind.share(),
        shape: (length * kind.share()).into(),
        orders: [Order::Natural; 2],
        interface: Interface::Native,
        reset: Reset::Rst,
        name: None,
        ..config.clone()
    };
    if let Some(cycles) = natural.cycles {
        if !Design::front(&natural, cycles)?[0].is_streaming() {
            return Ok(natural);
        }
    }
    let is_of_samples = kind == Kind::Real && config.inverse;
    let orders = match length.is_power_of_two() && !is_of_samples {
        true => [Order::Natural, Order::Reversed],
        false => [Order::Natural; 2],
    };
    Ok(Config { orders, cycles: None, ..natural })
}

//! The engines of the rounds.

use super::{Engine, EngineTiming, Plan};
use crate::error::Error;

impl Plan {
    /// Plans the engines without building them.
    pub fn engines(&self) -> Result<Vec<Engine>, Error> {
        self.engines.iter().map(Engine::planned).collect()
    }

    /// Returns the factor of the sum along each dimension, of those of each engine: one for all of them, or several ones from the first
    /// dimension to the last.
    pub fn scale(&self, of_engine: impl Fn(usize) -> String) -> String {
        let mut rounds: Vec<usize> = (0..self.rounds.len()).collect();
        rounds.sort_by_key(|round| self.dimension(*round));
        let scales: Vec<String> = rounds.into_iter().map(|round| of_engine(self.rounds[round].engine)).collect();
        match scales.iter().all(|scale| *scale == scales[0]) {
            true => scales[0].clone(),
            false => scales.join(", "),
        }
    }

    /// Says what the factors of [`Plan::scale`] are for.
    pub fn each(&self) -> &'static str {
        match self.long {
            None => "along each dimension",
            Some(_) => "in each round",
        }
    }

    /// Clock cycles behind each pencil of each round in which engines take no point.
    pub(crate) fn pauses(&self, engines: &[EngineTiming]) -> Vec<usize> {
        self.rounds.iter().map(|round| engines[round.engine].interval - round.length).collect()
    }

    /// Returns the timing of the engine of a round, of those of all engines.
    pub(crate) fn timing(&self, round: usize, engines: &[EngineTiming]) -> EngineTiming {
        engines[self.rounds[round].engine]
    }
}

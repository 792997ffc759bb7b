//! The engines of the rounds.

use super::{Engine, Plan};

impl Plan {
    /// Returns the engine of a round.
    pub fn engine(&self, round: usize) -> &Engine {
        &self.engines[self.rounds[round].engine]
    }

    /// Returns the factor of the sum along each dimension: one for all of them, or several ones from the first
    /// dimension to the last.
    pub fn scale(&self) -> String {
        let mut rounds: Vec<usize> = (0..self.rounds.len()).collect();
        rounds.sort_by_key(|round| self.dimension(*round));
        let scales: Vec<String> = rounds.into_iter().map(|round| self.engine(round).scale()).collect();
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

    /// Clock cycles after each pencil of each round in which engines take no point.
    pub(crate) fn pauses(&self) -> Vec<usize> {
        (0..self.rounds.len()).map(|round| self.engine(round).interval - self.rounds[round].length).collect()
    }

    /// Complex words of memory of an element, with those of its engines.
    pub fn element_memory_words(&self) -> usize {
        self.memory_words() + self.engines.iter().map(|engine| engine.architecture.memory_words()).sum::<usize>()
    }
}

//! The program of a folded core: the steps of a frame, the places that each step reads, and the cycles between steps.

use super::banks::BankMap;
use super::places::Places;

/// Steps of a frame in one memory, in place.
///
/// Frames may take the digits of the places in both directions in turn, if the radices are a palindrome. The bin k of one frame then
/// lies where the sample k of the next frame belongs, so that one frame leaves while the next one comes.
#[derive(Clone, Debug)]
pub struct FoldedPlan {
    banks: BankMap,
    /// `waits[step]`: cycles without a read behind each step, until the results that the next step, or the output, reads first have
    /// been written.
    waits: Vec<usize>,
}

impl FoldedPlan {
    /// Plans steps of these radices in `banks` banks. A result may be read `turnaround` cycles after its place was read. Returns
    /// `None` if the number of banks does not divide the number of places.
    pub fn new(radices: Vec<usize>, banks: usize, turnaround: usize) -> Option<Self> {
        let banks = BankMap::new(Places { radices }, banks)?;
        let orders: Vec<Vec<usize>> =
            (0..=banks.places().radices.len()).map(|step| beat_numbers(&banks, step)).collect();
        let cycles = banks.places().count() / banks.count();
        // A result of beat b is read in beat b' of the next step, at least `turnaround` cycles later.
        let wait = |pair: &[Vec<usize>]| {
            let waits = pair[0].iter().zip(&pair[1]).map(|(from, to)| (from + turnaround).saturating_sub(cycles + to));
            waits.max().unwrap_or(0)
        };
        let waits = orders.windows(2).map(wait).collect();
        Some(FoldedPlan { banks, waits })
    }

    /// Returns the places and their digits.
    pub fn places(&self) -> &Places {
        self.banks.places()
    }

    /// Returns the banks of the memory.
    pub fn banks(&self) -> &BankMap {
        &self.banks
    }

    /// Returns the radices of the steps.
    pub fn radices(&self) -> &[usize] {
        &self.places().radices
    }

    /// Returns the cycles without a read behind each step.
    pub fn waits(&self) -> &[usize] {
        &self.waits
    }

    /// Returns the cycles without a read between the last step and the output.
    pub fn last_wait(&self) -> usize {
        self.waits.last().copied().unwrap_or(0)
    }

    /// Whether one frame comes while the frame before it leaves.
    pub fn alternates(&self) -> bool {
        self.places().is_palindrome()
    }

    /// Cycles of a step without the wait behind it.
    pub fn step_cycles(&self) -> usize {
        self.places().count() / self.banks.count()
    }

    /// Cycles from the first read of the first step to the first read of the output.
    pub fn compute_cycles(&self) -> usize {
        self.radices().len() * self.step_cycles() + self.waits.iter().sum::<usize>()
    }
}

/// Returns the beat of each place in a step. Behind the last step, it is the beat of the output at as many points a beat as there are
/// banks.
fn beat_numbers(banks: &BankMap, step: usize) -> Vec<usize> {
    let places = banks.places();
    let mut beats = vec![0; places.count()];
    if step == places.radices.len() {
        (0..places.count()).for_each(|bin| beats[places.of_bin(bin)] = bin / banks.count());
        return beats;
    }
    for (beat, lanes) in banks.beats(step).iter().enumerate() {
        lanes.iter().for_each(|&place| beats[place] = beat);
    }
    beats
}

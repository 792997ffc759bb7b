//! The program of a folded core: the steps of a frame, the places that each step reads, and the cycles between steps.

use super::banks::BankMap;
use super::places::Places;
use super::processor::StepProcessor;
use crate::exact::gcd;
use crate::formula::{MirrorPair, RealSplit};

/// Cycles from the last word that is written to the headroom of all words.
const MEASURE_CYCLES: usize = 3;

/// Steps of a frame in one memory, in place.
///
/// Frames may take the digits of the places in both directions in turn, if the radices are a palindrome. The bin k of
/// one frame then lies where the sample k of the next frame belongs, so that one frame leaves while the next one comes.
///
/// Real data take a step more, after the steps of the digits or, in an inverse transform, before them. It pairs the
/// places of the points k and -k.
#[derive(Clone, Debug)]
pub struct FoldedPlan {
    banks: BankMap,
    /// Step of real data. `None` for complex data.
    split: Option<RealSplit>,
    /// Samples, or bins, that pass in a cycle.
    width: usize,
    /// Memories of a frame each, one or two.
    memories: usize,
    /// `rests[digit]`: cycles without a read after each batch of transforms of a step, in which the processor computes
    /// more than it reads.
    rests: Vec<usize>,
    /// `waits[step]`: cycles without a read after each step, until the results that the next step, or the output, reads
    /// first have been written.
    waits: Vec<usize>,
}

impl FoldedPlan {
    /// Plans the steps of places in `banks` banks, of which a sample and a bin pass in a cycle, with `rests[step]`
    /// cycles without a read after each batch of transforms of a step. A result may be read `turnaround` cycles after
    /// its place was read. Returns `None` if the number of banks does not divide the number of places.
    pub fn new(places: Places, banks: usize, rests: Vec<usize>, turnaround: usize) -> Option<Self> {
        Self::with_shape(places, banks, [1, 1], rests, turnaround)
    }

    /// Plans steps as [`Self::new`] does. `width`: samples, or bins, that pass in a cycle: one, or one for each bank if
    /// the radices are a palindrome. `memories`: one, or two, which have one sample and one bin in a cycle. Several
    /// parts have one bank. Otherwise `None` is returned.
    pub fn with_shape(
        places: Places,
        banks: usize,
        [width, memories]: [usize; 2],
        rests: Vec<usize>,
        turnaround: usize,
    ) -> Option<Self> {
        let banks = BankMap::new(places, banks)?;
        if banks.count() > 1 && banks.places().parts().len() > 1 {
            return None;
        }
        if width > 1 && (memories > 1 || width != banks.count() || !banks.places().is_palindrome()) {
            return None;
        }
        Some(FoldedPlan { banks, split: None, width, memories, rests, waits: vec![] }.with_waits(turnaround))
    }

    /// Adds the step of real data, which takes an element in a cycle.
    pub fn with_split(self, split: RealSplit, turnaround: usize) -> Self {
        FoldedPlan { split: Some(split), ..self }.with_waits(turnaround)
    }

    /// Waits after each step until the results that are read next have been written.
    fn with_waits(self, turnaround: usize) -> Self {
        // A result whose element is read in cycle c of a step is read again in cycle c' of the next step.
        let wait = |step: usize| {
            let orders = [self.result_cycles(step), self.read_cycles(step + 1)];
            wait_between(&orders, self.step_cycles(step), turnaround)
        };
        FoldedPlan { waits: (0..self.steps()).map(wait).collect(), ..self }
    }

    /// Waits after each step until the headroom of its results is known: to the rounding of the next step, or to the
    /// output after the last one.
    pub fn with_measurements(mut self, processor: &StepProcessor) -> Self {
        wait_for_measurements(&mut self.waits, processor);
        self
    }

    /// Waits between steps until the operators of the processor serve the next one.
    pub fn with_waits_of(mut self, processor: &StepProcessor) -> Self {
        let digits: Vec<Option<usize>> = (0..self.steps()).map(|step| self.digit_of(step)).collect();
        for (step, pair) in digits.windows(2).enumerate() {
            if let [Some(before), Some(next)] = *pair {
                let kinds = [before, next].map(|digit| self.places().kind(digit));
                self.waits[step] = processor.wait(kinds, self.waits[step]);
            }
        }
        self
    }

    /// Returns the places and their digits.
    pub fn places(&self) -> &Places {
        self.banks.places()
    }

    /// Returns the banks of the memory.
    pub fn banks(&self) -> &BankMap {
        &self.banks
    }

    /// Returns the samples, or bins, that pass in a cycle.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of memories, of a frame each.
    pub fn memories(&self) -> usize {
        self.memories
    }

    /// Returns the radices of the steps.
    pub fn radices(&self) -> &[usize] {
        self.places().radices()
    }

    /// Returns the step of real data. `None` for complex data.
    pub fn split(&self) -> Option<RealSplit> {
        self.split
    }

    /// Returns the number of steps, with that of real data.
    pub fn steps(&self) -> usize {
        self.radices().len() + usize::from(self.split.is_some())
    }

    /// Returns the number of the digit whose places a step combines. `None` for the step of real data.
    fn digit_of(&self, step: usize) -> Option<usize> {
        match self.split {
            Some(split) if split.inverse => step.checked_sub(1),
            _ => Some(step).filter(|step| *step < self.radices().len()),
        }
    }

    /// Returns the order of the roots of unity that are the factors of all steps.
    pub fn circle(&self) -> usize {
        match self.split {
            None => self.places().circle(),
            Some(_) => self.places().count() * self.roots_per_place(),
        }
    }

    /// Returns the roots of unity to each root that is a factor after a step.
    pub fn roots_per_place(&self) -> usize {
        self.split.map_or(1, |split| split.kind.share())
    }

    /// Returns the exponent of the factor of result 1, in the second of the transforms of the step of a digit that have
    /// factors.
    pub fn exponent_unit(&self, digit: usize) -> usize {
        let places = self.places();
        let part = places.part_of(digit);
        if part.len() == 1 {
            return 0;
        }
        let (points, circle) = (places.points(&part), self.circle());
        let before: usize = self.radices()[part.start..digit].iter().product();
        circle / points * places.root_power(&part) % circle * before % circle
    }

    /// Returns the order of the roots, if exponents exceed it and are counted modulo it, where it is no power of two.
    pub fn exponents_wrap(&self) -> Option<usize> {
        let exceeds = |digit: usize| {
            let later: usize = self.radices()[digit + 1..self.places().part_of(digit).end].iter().product();
            (self.radices()[digit] - 1) * (later - 1) * self.exponent_unit(digit) >= self.circle()
        };
        let circle = self.circle();
        (!circle.is_power_of_two() && (0..self.radices().len()).any(exceeds)).then_some(circle)
    }

    /// Returns the cycles without a read after each step.
    pub fn waits(&self) -> &[usize] {
        &self.waits
    }

    /// Returns the cycles without a read after each batch of transforms of a step.
    pub fn rest(&self, step: usize) -> usize {
        self.digit_of(step).map_or(0, |digit| self.rests[digit])
    }

    /// Returns the cycles without a read between the last step and the output.
    pub fn last_wait(&self) -> usize {
        let last = self.steps() - 1;
        self.rest(last) + self.waits[last]
    }

    /// Whether one frame comes into the places that the frame before it leaves, so that frames take the digits in both
    /// directions in turn.
    pub fn alternates(&self) -> bool {
        self.memories == 1 && self.places().is_palindrome()
    }

    /// Cycles of a step without the wait after it.
    pub fn step_cycles(&self, step: usize) -> usize {
        let beats = self.places().count() / self.banks.count();
        beats + self.digit_of(step).map_or(0, |digit| beats / self.batch_beats(digit) * self.rest(step))
    }

    /// Beats of a batch of whole transforms of the step of a digit.
    fn batch_beats(&self, digit: usize) -> usize {
        let (radix, banks) = (self.radices()[digit], self.banks.count());
        radix / gcd(radix, banks)
    }

    /// Cycles from the first read of the first step to the first read of the output.
    pub fn compute_cycles(&self) -> usize {
        (0..self.steps()).map(|step| self.step_cycles(step) + self.waits[step]).sum()
    }

    /// Cycles of the processor for a frame: those from the first read of the first step to the first read of the next
    /// frame's, at least.
    pub fn processor_cycles(&self) -> usize {
        self.compute_cycles() - self.waits.last().copied().unwrap_or(0)
    }

    /// Returns the cycle of a step in which each place is read. After the last step, it is that of the output.
    fn read_cycles(&self, step: usize) -> Vec<usize> {
        let places = self.places();
        let mut cycles = vec![0; places.count()];
        if step == self.steps() {
            (0..places.count()).for_each(|bin| cycles[places.of_bin(bin)] = bin / self.width);
            return cycles;
        }
        let Some(digit) = self.digit_of(step) else {
            self.pair_places(true).into_iter().flatten().enumerate().for_each(|(beat, place)| cycles[place] = beat);
            return cycles;
        };
        let batch = self.batch_beats(digit);
        let element = self.elements(digit);
        for (beat, lanes) in self.banks.beats(digit).iter().enumerate() {
            lanes.iter().for_each(|&place| cycles[element(place)] = beat + beat / batch * self.rest(step));
        }
        cycles
    }

    /// Returns the map from the place of a result to that of the element that is read for it, in the step of a digit.
    fn elements(&self, digit: usize) -> impl Fn(usize) -> usize + '_ {
        let places = self.places();
        let (multiple, weight, radix) = (places.element_multiple(digit), places.weight(digit), places.radices()[digit]);
        move |result| {
            let number = places.digit(result, digit);
            result - number * weight + number * multiple % radix * weight
        }
    }

    /// Returns the cycle of a step in which the element is read whose result takes each place.
    fn result_cycles(&self, step: usize) -> Vec<usize> {
        let reads = self.read_cycles(step);
        if let Some(digit) = self.digit_of(step) {
            return (0..reads.len()).map(self.elements(digit)).map(|element| reads[element]).collect();
        }
        let mut cycles = reads;
        self.pair_places(false).into_iter().flatten().enumerate().for_each(|(beat, place)| cycles[place] = beat);
        cycles
    }

    /// Returns the places of the pairs of points that mirror each other, as the step of real data reads them, or as it
    /// writes them. Points that change places in the step are read in the other order.
    fn pair_places(&self, reads: bool) -> Vec<[usize; 2]> {
        let Some(split) = self.split else { return vec![] };
        let place = |point: usize| if split.inverse { point } else { self.places().of_bin(point) };
        let places = |pair: &MirrorPair| match pair.points.map(place) {
            [first, second] if reads && split.is_crossed(pair) => [second, first],
            places => places,
        };
        split.pairs().iter().map(places).collect()
    }
}

/// Returns the cycles without a read between two steps. `orders`: cycles of the first step in which the elements are
/// read whose results take each place, and cycles of the second step in which each place is read; `cycles`: cycles of
/// the first step; `turnaround`: cycles from the read of a place to the first read of its result.
pub(super) fn wait_between(orders: &[Vec<usize>; 2], cycles: usize, turnaround: usize) -> usize {
    let waits = orders[0].iter().zip(&orders[1]);
    waits.map(|(from, to)| (from + turnaround).saturating_sub(cycles + to)).max().unwrap_or(0)
}

/// Extends the waits after steps to those for the headroom of their results.
pub(super) fn wait_for_measurements(waits: &mut [usize], processor: &StepProcessor) {
    let [between, last] = [processor.round_cycles() + processor.idle_cycles(), processor.cycles()]
        .map(|cycles| MEASURE_CYCLES + cycles - 1);
    let steps = waits.len();
    let min = |step: usize| if step + 1 == steps { last } else { between };
    waits.iter_mut().enumerate().for_each(|(step, wait)| *wait = min(step).max(*wait));
}

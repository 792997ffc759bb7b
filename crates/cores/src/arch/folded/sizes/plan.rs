//! The steps of a frame of one part or of two coprime ones, in one memory.

use crate::arch::folded::places::Places;
use crate::arch::folded::plan::{wait_between, wait_for_measurements};
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::step_kind::StepKind;
use crate::formula::inverse_modulo;
use std::ops::Range;

/// Steps of a frame in one memory, in place, an element in a cycle.
///
/// A place is a mixed-radix number with a digit for each step, the first one the largest. A step reads its elements at
/// a stride: the weight of its digit. Sample n is in each part the one whose number is n divided by the points of the
/// other part, modulo the points of the part, so that each part is the transform of its size (Good, 1958; Thomas,
/// 1963).
#[derive(Clone, Debug)]
pub struct SizedPlan {
    places: Places,
    /// `rests[step]`: cycles without a read after each transform, in which the processor computes more than it reads.
    rests: Vec<usize>,
    /// `waits[step]`: cycles without a read after each step, until the results that the next step, or the output, reads
    /// first have been written.
    waits: Vec<usize>,
}

/// How the places of samples follow each other.
///
/// The number of a sample in the second part grows by `low_stride`, modulo `low_points`. Its place grows by `stride`,
/// less `low_points` where that number wraps, modulo the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleStrides {
    /// Points of the second part. It is 1 if there is none.
    pub low_points: usize,
    /// Distance of two samples in the second part.
    pub low_stride: usize,
    /// Distance of the places of two samples where no number wraps.
    pub stride: usize,
}

impl SizedPlan {
    /// Plans the steps of one part, or of two coprime ones, with these radices. `rest`: cycles without a read after
    /// each transform of a kind of step. A result may be read `turnaround` cycles after its place was read.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::SizedPlan;
    /// let plan = SizedPlan::new(&[vec![4], vec![3]], |_| 0, 4);
    /// assert_eq!(plan.compute_cycles(), 2 * 12 + plan.waits()[1]);
    /// ```
    pub fn new(parts: &[Vec<usize>], rest: impl Fn(StepKind) -> usize, turnaround: usize) -> Self {
        let plan = SizedPlan { places: Places::of_parts(parts), rests: vec![], waits: vec![] };
        let plan = SizedPlan { rests: plan.places.kinds().map(rest).collect(), ..plan };
        let wait = |step: usize| {
            wait_between(&[plan.read_cycles(step), plan.read_cycles(step + 1)], plan.step_cycles(step), turnaround)
        };
        SizedPlan { waits: (0..plan.steps()).map(wait).collect(), ..plan }
    }

    /// Waits after each step until the headroom of its results is known.
    pub fn with_measurements(mut self, processor: &StepProcessor) -> Self {
        wait_for_measurements(&mut self.waits, processor);
        self
    }

    /// Waits between steps until the operators of the processor serve the next one.
    pub fn with_waits_of(mut self, processor: &StepProcessor) -> Self {
        for step in 1..self.steps() {
            self.waits[step - 1] = processor.wait([step - 1, step].map(|step| self.kind(step)), self.waits[step - 1]);
        }
        self
    }

    /// Returns what a step differs in from others to the processor.
    pub fn kind(&self, step: usize) -> StepKind {
        self.places.kind(step)
    }

    /// Returns the radices of the steps.
    pub fn radices(&self) -> &[usize] {
        self.places.radices()
    }

    /// Returns the radices of the steps of each part.
    pub fn radices_of_parts(&self) -> Vec<Vec<usize>> {
        self.places.radices_of_parts()
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> usize {
        self.radices().len()
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.places.count()
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.places.parts().len()
    }

    /// Returns the steps of a part. A size has none in parts beyond its own.
    pub fn steps_of(&self, part: usize) -> Range<usize> {
        self.places.parts().get(part).cloned().unwrap_or_default()
    }

    /// Returns the number of the part of a step.
    pub fn part_of(&self, step: usize) -> usize {
        self.places.parts().iter().position(|part| part.contains(&step)).unwrap_or(0)
    }

    /// Returns the number of points of a part.
    pub fn points_of(&self, part: usize) -> usize {
        self.places.points(&self.steps_of(part))
    }

    /// Returns the order of the roots of unity that are the factors after the steps of a part. `None` if it has a
    /// single step.
    pub fn order_of(&self, part: usize) -> Option<usize> {
        (self.steps_of(part).len() > 1).then(|| self.points_of(part))
    }

    /// Returns the distance of the elements of a step's transforms: the product of the radices of all later steps.
    pub fn weight(&self, step: usize) -> usize {
        self.places.weight(step)
    }

    /// Returns the points of the parts after that of a step, and so the number of its transforms in a row that have the
    /// same factors.
    pub fn repeats(&self, step: usize) -> usize {
        self.radices()[self.steps_of(self.part_of(step)).end..].iter().product()
    }

    /// Returns the order of the roots of unity among the factors after a step.
    pub fn order_after(&self, step: usize) -> usize {
        self.radices()[step] * self.weight(step) / self.repeats(step)
    }

    /// Returns the distance of two samples in a part, modulo the points of the part and no less than one.
    fn sample_step(&self, part: usize) -> usize {
        let own = self.points_of(part);
        inverse_modulo(self.points() / own, own).max(1)
    }

    /// Returns how the places of samples follow each other.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::SizedPlan;
    /// let plan = SizedPlan::new(&[vec![4], vec![3]], |_| 0, 4);
    /// // 3 is its own reciprocal modulo 4, and 4 is 1 modulo 3: sample 1 is point 3 of the first part, and point 1 of the second one.
    /// assert_eq!(plan.samples().stride, 3 * 3 + 1);
    /// ```
    pub fn samples(&self) -> SampleStrides {
        let (low_points, low_stride) = (self.points_of(1), self.sample_step(1));
        let stride = self.sample_step(0) * low_points + low_stride;
        SampleStrides { low_points, low_stride, stride }
    }

    /// Returns the place of a sample before the first step.
    pub fn of_sample(&self, sample: usize) -> usize {
        let number = |part: usize| sample * self.sample_step(part) % self.points_of(part);
        (0..self.parts()).fold(0, |place, part| place * self.points_of(part) + number(part))
    }

    /// Returns by how much the place of a bin exceeds that of the bin before it through the digits of a part, where the
    /// digit of a step is the first one that does not wrap.
    pub fn bin_stride(&self, step: usize) -> isize {
        let part = self.steps_of(self.part_of(step));
        let before: usize = self.radices()[step..part.end].iter().product();
        let wrapped = if step == part.start { 0 } else { self.points_of(self.part_of(step)) - before };
        let own = self.weight(step) / self.repeats(step);
        (own as isize - wrapped as isize) * self.repeats(step) as isize
    }

    /// Returns by how much the place of a bin exceeds that of the bin before it through the digits of a part, where all
    /// of them wrap.
    pub fn wrapped_stride(&self, part: usize) -> isize {
        let points = self.points_of(part);
        let behind: usize = self.radices()[self.steps_of(part).end..].iter().product();
        -((points - 1) as isize * behind as isize)
    }

    /// Returns the place of a bin after the last step: in each part the digits of its number are in reversed order.
    pub fn of_bin(&self, bin: usize) -> usize {
        self.places.of_bin(bin)
    }

    /// Returns the cycles without a read after each step.
    pub fn waits(&self) -> &[usize] {
        &self.waits
    }

    /// Returns the cycles without a read after each transform of a step.
    pub fn rest(&self, step: usize) -> usize {
        self.rests[step]
    }

    /// Cycles of a step without the wait after it.
    fn step_cycles(&self, step: usize) -> usize {
        self.points() / self.radices()[step] * (self.radices()[step] + self.rests[step])
    }

    /// Cycles from the first read of the first step to the first read of the output.
    pub fn compute_cycles(&self) -> usize {
        (0..self.steps()).map(|step| self.step_cycles(step) + self.waits[step]).sum()
    }

    /// Returns the cycle of a step in which each place is read. After the last step, it is that of the output.
    fn read_cycles(&self, step: usize) -> Vec<usize> {
        let mut cycles = vec![0; self.points()];
        if step == self.steps() {
            (0..self.points()).for_each(|bin| cycles[self.of_bin(bin)] = bin);
            return cycles;
        }
        let (radix, weight) = (self.radices()[step], self.weight(step));
        for (place, cycle) in cycles.iter_mut().enumerate() {
            let transform = place / (radix * weight) * weight + place % weight;
            *cycle = transform * (radix + self.rests[step]) + place / weight % radix;
        }
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes as one part, and as two coprime ones.
    fn plans() -> Vec<SizedPlan> {
        let all: [&[&[usize]]; 7] = [
            &[&[4, 2]],
            &[&[6, 6, 3]],
            &[&[4], &[3]],
            &[&[4, 2, 5], &[3, 3]],
            &[&[3, 3], &[2, 5]],
            &[&[4, 4, 2], &[5, 3]],
            &[&[7], &[2]],
        ];
        let parts = all.map(|parts| parts.iter().map(|radices| radices.to_vec()).collect::<Vec<_>>());
        parts.iter().map(|parts| SizedPlan::new(parts, |_| 0, 20)).collect()
    }

    /// Bins are found by adding the strides of the first digits that do not wrap.
    #[test]
    fn strides_lead_from_bin_to_bin() {
        for plan in plans() {
            let points = plan.points();
            for bin in 0..points {
                let stride = |part: usize| {
                    let mut left = bin % plan.points_of(part);
                    let first_to_move = plan.steps_of(part).find(|&step| {
                        let wraps = left % plan.radices()[step] == plan.radices()[step] - 1;
                        left /= plan.radices()[step];
                        !wraps
                    });
                    first_to_move.map_or(plan.wrapped_stride(part), |step| plan.bin_stride(step))
                };
                let next = plan.of_bin(bin) as isize + (0..plan.parts()).map(stride).sum::<isize>();
                assert_eq!(next, plan.of_bin((bin + 1) % points) as isize, "{:?}, bin {bin}", plan.radices_of_parts());
            }
        }
    }

    /// Samples are found by adding strides, the last one of all after the others.
    #[test]
    fn strides_lead_from_sample_to_sample() {
        for plan in plans() {
            let SampleStrides { low_points, low_stride, stride } = plan.samples();
            let (mut low, mut place) = (0, 0);
            for sample in 0..plan.points() {
                assert_eq!(place, plan.of_sample(sample), "{:?}, sample {sample}", plan.radices_of_parts());
                low += low_stride;
                place += stride;
                if low >= low_points {
                    low -= low_points;
                    place -= low_points;
                }
                place %= plan.points();
            }
            assert_eq!([low, place], [0; 2]);
        }
    }

    /// A sample is the sum of what its numbers in both parts are multiples of.
    #[test]
    fn samples_are_sums_of_multiples() {
        for plan in plans() {
            let points = plan.points();
            for sample in 0..points {
                let place = plan.of_sample(sample);
                let low = plan.points_of(1);
                let sum = place / low * low + place % low * (points / low);
                assert_eq!(if plan.parts() > 1 { sum % points } else { place }, sample);
            }
        }
    }

    /// A step waits until the results of the one before it have been written, and not a cycle longer.
    #[test]
    fn no_place_is_read_too_early() {
        for plan in plans() {
            for step in 0..plan.steps() {
                let begin = plan.step_cycles(step) + plan.waits[step];
                let orders = plan.read_cycles(step).into_iter().zip(plan.read_cycles(step + 1));
                let least = orders.map(|(from, to)| begin + to - from).min().unwrap();
                assert!(least >= 20 && (least == 20 || plan.waits[step] == 0));
            }
        }
    }
}

//! Delayed feedback: a step whose elements already pass in the right order needs no permuter. What its transforms
//! wait for and what waits to leave share one memory (Groginsky and Works 1970; He and Torkelson 1996).

use super::permuter::Memory;
use super::{Layout, Stage};
use crate::plan::Kernel;
use crate::rtl::{line, ring};

/// Beats between the elements of a transform, where the elements of each come on one lane, in order and at equal
/// distances, and the frame is whole blocks of such transforms.
///
/// ```
/// use fftgen::stream::{feedback::distance, Layout};
/// let layout = Layout::packed(2, 0..8);
/// assert_eq!(distance(&[vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]], &layout), Some(2));
/// assert_eq!(distance(&[vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]], &layout), None);
/// ```
pub fn distance(groups: &[Vec<usize>], layout: &Layout) -> Option<usize> {
    let radix = groups.first()?.len();
    let count = layout.slots.len();
    let full = layout.slots.iter().all(Option::is_some) && groups.len() * radix == count;
    if !full || radix < 2 || groups.iter().flatten().any(|&element| element >= count) {
        return None;
    }
    let places: Vec<_> = layout.places(count).into_iter().collect::<Option<_>>()?;
    let distance = places[groups[0][1]].beat.checked_sub(places[groups[0][0]].beat).filter(|d| *d > 0)?;
    let block = radix * distance;
    let fits = |group: &Vec<usize>| {
        let first = places[group[0]];
        let in_line = |(digit, &element): (usize, &usize)| {
            places[element].lane == first.lane && places[element].beat == first.beat + digit * distance
        };
        first.beat % block < distance && group.iter().enumerate().all(in_line)
    };
    (layout.beats % block == 0 && groups.iter().all(fits)).then_some(distance)
}

/// Whether each transform has all its elements in one beat.
pub fn is_in_beats(groups: &[Vec<usize>], layout: &Layout) -> bool {
    let elements = groups.iter().flatten().max().map_or(0, |last| last + 1);
    let places = layout.places(elements);
    let beat = |element: &usize| places[*element].map(|place| place.beat);
    groups.iter().all(|group| group.iter().all(|element| beat(element).is_some() && beat(element) == beat(&group[0])))
}

/// Cycles that words wait in registers.
pub const REGISTERS: usize = 3;

/// What holds so many bits that wait so many cycles, but for the register at the end; `None` for registers and shift
/// registers.
pub fn memory(cycles: usize, bits: usize) -> Option<Memory> {
    match cycles.saturating_sub(1) {
        0..REGISTERS => None,
        words if words > Memory::DEEPEST_TABLES => Some(Memory::Block),
        words => (ring(words, bits) < shifted(cycles, bits)).then_some(Memory::Tables),
    }
}

/// Lookup tables of so many bits in shift registers.
fn shifted(cycles: usize, bits: usize) -> usize {
    if cycles > REGISTERS {
        line(cycles) * bits
    } else {
        0
    }
}

impl Stage {
    /// Whether this is transforms of two in fixed point with feedback, turned by -i in their second elements at most: sums,
    /// differences and switches are then one operator.
    pub fn is_butterfly(&self) -> bool {
        let Some(distance) = self.feedback.filter(|distance| *distance >= self.schedule.latency) else { return false };
        let second = |slot: usize| slot / self.layout.lanes / distance % 2 == 1;
        let turns = || self.layout.slots.iter().map(|slot| slot.map_or(0, |element| self.turns[element as usize]));
        let turned = |(slot, turns): (usize, u8)| turns == 0 || turns == 1 && second(slot);
        let plain = self.kernel == Kernel::direct(2);
        self.numeric.is_some()
            && self.shared().is_none()
            && plain
            && (self.turns.is_empty() || turns().enumerate().all(turned))
    }

    /// Whether no elements but the last ones of transforms are turned, where these come one after the other.
    pub fn turns_last(&self) -> bool {
        let Some(distance) = self.feedback.filter(|_| !self.turns.is_empty()) else { return true };
        let last = |slot: usize| slot / self.layout.lanes / distance % self.kernel.radix == self.kernel.radix - 1;
        let turned = |slot: &Option<u32>| slot.is_some_and(|element| self.turns[element as usize] != 0);
        self.layout.slots.iter().enumerate().all(|(slot, element)| !turned(element) || last(slot))
    }

    /// Whether these are butterflies of adjacent elements, whose first ones wait for the one cycle that the operator takes.
    pub fn is_adjacent(&self) -> bool {
        self.is_butterfly() && self.feedback == Some(1)
    }

    /// Whether operands and results of the feedback share memory: where results come before their operands' places
    /// are free, they cannot.
    pub fn shares_memory(&self) -> bool {
        self.is_butterfly() || self.feedback.is_some_and(|distance| distance > self.cycles())
    }

    /// Complex words of memory of the feedback. What waits within a stage for operators, or to be aligned, is not among them.
    pub fn words(&self) -> usize {
        let shares = if self.shares_memory() { 1 } else { 2 };
        self.feedback.map_or(0, |distance| shares * self.layout.lanes * (self.kernel.radix - 1) * distance)
    }

    /// Lookup tables of what complex words of so many bits pass through ahead of the operators and behind them: quarter
    /// turns unless they have been `turned`, delay lines, memories and the switches of the feedback.
    pub fn passing_luts(&self, word: usize, turned: bool) -> usize {
        let turns = if turned { 0 } else { self.turning_lanes() * word };
        let Some(distance) = self.feedback else {
            return if self.is_crossing() { 0 } else { turns };
        };
        if self.is_butterfly() {
            return waiting(distance - self.schedule.latency, self.layout.lanes * word);
        }
        let (lines, cycles) = (self.kernel.radix - 1, self.cycles());
        let lane = match self.shares_memory() {
            true => word + lines * (word + waiting(distance - cycles, word)) + (lines + 1) * waiting(cycles, word),
            false => {
                let results: usize = (1..=lines).map(|digit| waiting(digit * distance, word)).sum();
                word * (lines + 1).div_ceil(4) + lines * waiting(distance, word) + results
            }
        };
        self.layout.lanes * lane + turns
    }

    /// Lanes on which elements are turned ahead of everything.
    fn turning_lanes(&self) -> usize {
        let turns = |element: u32| self.turns.get(element as usize).is_some_and(|turns| *turns != 0);
        let row = |lane: usize| self.layout.slots.iter().skip(lane).step_by(self.layout.lanes).flatten();
        (0..self.layout.lanes).filter(|&lane| row(lane).any(|&element| turns(element))).count()
    }
}

/// Lookup tables of so many bits that wait so many cycles.
pub fn waiting(cycles: usize, bits: usize) -> usize {
    match memory(cycles, bits) {
        None => shifted(cycles, bits),
        Some(Memory::Tables) => ring(cycles - 1, bits),
        Some(Memory::Block) => 0,
    }
}

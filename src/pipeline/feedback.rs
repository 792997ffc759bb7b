//! Delayed feedback: a step whose elements already pass in the right order needs no permuter. What its transforms
//! wait for and what waits to leave share one memory (Groginsky and Works 1970; He and Torkelson 1996).

use super::stage::Work;
use super::{Layout, Shape, Stage, Transform};
use crate::formula::{Kernel, Step};
use crate::permute::MemoryKind;
use crate::rtl::{ring_luts, shift_register_luts};
use crate::schedule::ScheduleCache;

/// Beats between the elements of a transform, where the elements of each come on one lane, in order and at equal
/// distances, and the frame is whole blocks of such transforms.
///
/// ```
/// use fftgen::pipeline::{feedback::distance, Layout};
/// let layout = Layout::packed(2, 0..8);
/// assert_eq!(distance(&[vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]], &layout), Some(2));
/// assert_eq!(distance(&[vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]], &layout), None);
/// ```
pub fn distance(groups: &[Vec<usize>], layout: &Layout) -> Option<usize> {
    let radix = groups.first()?.len();
    let count = layout.slots.iter().flatten().count();
    if groups.len() * radix != count || radix < 2 || groups.iter().flatten().any(|&element| element >= count) {
        return None;
    }
    let positions: Vec<_> = layout.positions(count).into_iter().collect::<Option<_>>()?;
    let distance = positions[groups[0][1]].beat.checked_sub(positions[groups[0][0]].beat).filter(|d| *d > 0)?;
    let block = radix * distance;
    let fits = |group: &Vec<usize>| {
        let first = positions[group[0]];
        let in_line = |(digit, &element): (usize, &usize)| {
            positions[element].lane == first.lane && positions[element].beat == first.beat + digit * distance
        };
        first.beat % block < distance && group.iter().enumerate().all(in_line)
    };
    (layout.beats % block == 0 && groups.iter().all(fits)).then_some(distance)
}

/// Whether each transform has all its elements in one beat.
pub fn is_in_beats(groups: &[Vec<usize>], layout: &Layout) -> bool {
    let elements = groups.iter().flatten().max().map_or(0, |last| last + 1);
    let positions = layout.positions(elements);
    let beat = |element: &usize| positions[*element].map(|place| place.beat);
    groups.iter().all(|group| group.iter().all(|element| beat(element).is_some() && beat(element) == beat(&group[0])))
}

/// Cycles that words wait in registers.
pub const REGISTERS: usize = 3;

/// What holds so many bits that wait so many cycles, but for the register at the end; `None` for registers and shift
/// registers.
pub fn memory(cycles: usize, bits: usize) -> Option<MemoryKind> {
    match cycles.saturating_sub(1) {
        0..REGISTERS => None,
        words if words > MemoryKind::MAX_LUT_RAM_WORDS => Some(MemoryKind::BlockRam),
        words => (ring_luts(words, bits) < shifted(cycles, bits)).then_some(MemoryKind::LutRam),
    }
}

/// Lookup tables of so many bits in shift registers.
fn shifted(cycles: usize, bits: usize) -> usize {
    if cycles > REGISTERS {
        shift_register_luts(cycles) * bits
    } else {
        0
    }
}

/// Transforms on each lane with delay feedback: a transform is computed when the last of its elements comes.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// Its lanes are those of the transforms, each of which has all its elements at once.
    pub stage: Stage,
    /// Beats between the elements of a transform.
    pub distance: usize,
}

impl Feedback {
    /// Schedules a step's transforms without its factors. The elements of each come on one lane of `layout`, `distance` beats
    /// apart.
    pub fn new(step: &Step, layout: &Layout, distance: usize, schedules: &ScheduleCache) -> Self {
        let (radix, copies) = (step.kernel.radix, layout.lanes);
        let batches = layout.beats / radix;
        let first = |batch: usize| batch / distance * distance * radix + batch % distance;
        let element = |batch, lane, digit| layout.slots[(first(batch) + digit * distance) * layout.lanes + lane];
        let members = (0..batches).map(|batch| {
            (0..copies).flat_map(|lane| (0..radix).map(move |digit| element(batch, lane, digit))).collect()
        });
        let members = members.collect();
        let shape = Shape { lanes: copies * radix, period: 1, copies, batches };
        let work = Work { kernel: step.kernel, split: None, factors: [None; 2], shape, members, natural: true };
        let stage = Stage { layout: layout.clone(), ..Stage::of(work, schedules) };
        Feedback { stage, distance }
    }

    /// Latency in clock cycles.
    pub fn latency(&self) -> usize {
        (self.stage.transform.radix() - 1) * self.distance + self.stage.cycles()
    }

    /// Whether sums, differences and switches can be one operator: transforms of two in fixed point whose second elements at
    /// most are turned by -i.
    pub fn can_fuse(&self) -> bool {
        let Feedback { stage, distance } = self;
        let second = |slot: usize| slot / stage.layout.lanes / distance % 2 == 1;
        let turns = || stage.layout.slots.iter().map(|slot| slot.map_or(0, |element| stage.turns[element as usize]));
        let turned = |(slot, turns): (usize, u8)| turns == 0 || turns == 1 && second(slot);
        stage.arithmetic.fixed().is_some()
            && stage.shared().is_none()
            && stage.transform == Transform::Dft(Kernel::direct(2))
            && *distance >= stage.kernel.schedule.latency
            && (stage.turns.is_empty() || turns().enumerate().all(turned))
    }

    /// Whether no elements but the last ones of transforms are turned.
    pub fn turns_last(&self) -> bool {
        let Feedback { stage, distance } = self;
        if stage.turns.is_empty() {
            return true;
        }
        let last =
            |slot: usize| slot / stage.layout.lanes / distance % stage.transform.radix() == stage.transform.radix() - 1;
        let turned = |slot: &Option<u32>| slot.is_some_and(|element| stage.turns[element as usize] != 0);
        stage.layout.slots.iter().enumerate().all(|(slot, element)| !turned(element) || last(slot))
    }

    /// Whether operands and results share memory: where results come before their operands' words are free, they cannot.
    pub fn shares_memory(&self) -> bool {
        self.distance > self.stage.cycles()
    }

    /// Complex words of the delay lines. Words that wait for operators or to be aligned are not among them.
    pub fn words(&self) -> usize {
        let shares = if self.shares_memory() { 1 } else { 2 };
        shares * self.stage.layout.lanes * (self.stage.transform.radix() - 1) * self.distance
    }

    /// LUTs of quarter turns, delay lines, memories and switches, for complex words of `word` bits.
    pub fn passing_luts(&self, word: usize) -> usize {
        let Feedback { stage, distance } = self;
        let (lines, cycles) = (stage.transform.radix() - 1, stage.cycles());
        let lane = match self.shares_memory() {
            true => word + lines * (word + waiting(distance - cycles, word)) + (lines + 1) * waiting(cycles, word),
            false => {
                let results: usize = (1..=lines).map(|digit| waiting(digit * distance, word)).sum();
                word * (lines + 1).div_ceil(4) + lines * waiting(*distance, word) + results
            }
        };
        stage.layout.lanes * lane + stage.turning_luts(word)
    }
}

/// Transforms of two in fixed point with delay feedback, where an adder and the switches around it are one lookup table a bit:
/// words wait unrounded, and are rounded as they leave.
#[derive(Clone, Debug)]
pub struct Butterfly {
    pub stage: Stage,
    /// Beats between the elements of a transform.
    pub distance: usize,
}

impl Butterfly {
    /// Latency in clock cycles.
    pub fn latency(&self) -> usize {
        self.distance + self.stage.cycles()
    }

    /// Whether elements are adjacent: the first ones wait for the one cycle that the operator takes.
    pub fn is_adjacent(&self) -> bool {
        self.distance == 1
    }

    /// Complex words of the delay lines.
    pub fn words(&self) -> usize {
        self.stage.layout.lanes * self.distance
    }

    /// LUTs of the delay lines, for complex words of `word` bits.
    pub fn passing_luts(&self, word: usize) -> usize {
        waiting(self.distance - self.stage.kernel.schedule.latency, self.stage.layout.lanes * word)
    }
}

impl Stage {
    /// LUTs of the quarter turns ahead of everything, for complex words of `word` bits.
    pub fn turning_luts(&self, word: usize) -> usize {
        let turns = |element: u32| self.turns.get(element as usize).is_some_and(|turns| *turns != 0);
        let row = |lane: usize| self.layout.slots.iter().skip(lane).step_by(self.layout.lanes).flatten();
        (0..self.layout.lanes).filter(|&lane| row(lane).any(|&element| turns(element))).count() * word
    }
}

/// Lookup tables of so many bits that wait so many cycles.
pub fn waiting(cycles: usize, bits: usize) -> usize {
    match memory(cycles, bits) {
        None => shifted(cycles, bits),
        Some(MemoryKind::LutRam) => ring_luts(cycles - 1, bits),
        Some(MemoryKind::BlockRam) => 0,
    }
}

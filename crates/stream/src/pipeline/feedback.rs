//! Delay feedback: a step whose elements come in the right order needs no permuter. Elements that wait for their
//! transform and results that wait for the output share one memory (Groginsky and Works 1970; He and Torkelson 1996).

use super::batch_graph::Work;
use super::{Layout, Shape, Stage, Transform};
use crate::formula::{Kernel, Step};
use crate::permute::MemoryKind;
use crate::rtl::{ring_luts, shift_register_luts};
use crate::schedule::ScheduleCache;

/// Returns the beats between the elements of a transform. `None` unless the elements of each transform come on one
/// lane, in order and at equal distances, and the frame consists of whole blocks of such transforms.
///
/// ```
/// use fftgen_stream::pipeline::{feedback::distance, Layout};
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
    let beat = |element: &usize| positions[*element].map(|position| position.beat);
    groups.iter().all(|group| group.iter().all(|element| beat(element).is_some() && beat(element) == beat(&group[0])))
}

/// Registers of the longest delay line without shift registers.
pub const MAX_DELAY_REGISTERS: usize = 3;

/// Returns the kind of memory that delays `bits` bits by `cycles` clock cycles, of which a register at the end takes
/// one. `None` for registers and shift registers.
pub fn delay_memory(cycles: usize, bits: usize) -> Option<MemoryKind> {
    match cycles.saturating_sub(1) {
        0..MAX_DELAY_REGISTERS => None,
        words if words > MemoryKind::MAX_LUT_RAM_WORDS => Some(MemoryKind::BlockRam),
        words => (ring_luts(words, bits) < delay_register_luts(cycles, bits)).then_some(MemoryKind::LutRam),
    }
}

/// Returns the LUTs of shift registers that delay `bits` bits by `cycles` clock cycles.
fn delay_register_luts(cycles: usize, bits: usize) -> usize {
    if cycles > MAX_DELAY_REGISTERS {
        shift_register_luts(cycles) * bits
    } else {
        0
    }
}

/// Transforms with delay feedback on each lane. A transform is computed when the last of its elements comes.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// Transforms. A lane of [`super::Placement::shape`] is an operand of a transform, because each has all its
    /// elements at once; a lane of [`Stage::layout`] is a lane of the stream.
    pub stage: Stage,
    /// Beats between the elements of a transform.
    pub distance: usize,
}

impl Feedback {
    /// Schedules the transforms of a step, without its factors. The elements of a transform come on one lane of
    /// `layout`, `distance` beats apart.
    pub fn new(step: &Step, layout: &Layout, distance: usize, schedules: &ScheduleCache) -> Self {
        let (radix, copies) = (step.kernel.radix, layout.lanes);
        let batches = layout.beats / radix;
        let first = |batch: usize| batch / distance * distance * radix + batch % distance;
        let element = |batch, lane, digit| layout.slots[(first(batch) + digit * distance) * layout.lanes + lane];
        let elements = (0..batches).map(|batch| {
            (0..copies).flat_map(|lane| (0..radix).map(move |digit| element(batch, lane, digit))).collect()
        });
        let elements = elements.collect();
        let shape = Shape { lanes: copies * radix, period: 1, copies, batches };
        let work = Work { kernel: step.kernel, split: None, factors: [None; 2], shape, elements, natural: true };
        let stage = Stage { layout: layout.clone(), ..Stage::from_work(work, schedules) };
        Feedback { stage, distance }
    }

    /// Latency in clock cycles.
    pub fn latency(&self) -> usize {
        (self.stage.transform.radix() - 1) * self.distance + self.stage.cycles()
    }

    /// Whether adders and switches can be one operator. This holds for transforms of two points in fixed point, of
    /// which no elements but the second ones are multiplied by -i.
    pub fn can_fuse(&self) -> bool {
        let Feedback { stage, distance } = self;
        let second = |slot: usize| slot / stage.layout.lanes / distance % 2 == 1;
        let rotations =
            || stage.layout.slots.iter().map(|slot| slot.map_or(0, |element| stage.rotations[element as usize]));
        let fits = |(slot, rotation): (usize, u8)| rotation == 0 || rotation == 1 && second(slot);
        stage.arithmetic.fixed().is_some()
            && stage.shared().is_none()
            && stage.transform == Transform::Dft(Kernel::direct(2))
            && *distance >= stage.kernel.schedule.latency
            && (stage.rotations.is_empty() || rotations().enumerate().all(fits))
    }

    /// Whether no elements but the last ones of transforms are multiplied by powers of -i.
    pub fn rotates_last_only(&self) -> bool {
        let Feedback { stage, distance } = self;
        if stage.rotations.is_empty() {
            return true;
        }
        let last =
            |slot: usize| slot / stage.layout.lanes / distance % stage.transform.radix() == stage.transform.radix() - 1;
        let is_rotated = |slot: &Option<u32>| slot.is_some_and(|element| stage.rotations[element as usize] != 0);
        stage.layout.slots.iter().enumerate().all(|(slot, element)| !is_rotated(element) || last(slot))
    }

    /// Whether operands and results share memory. They cannot where results come before the words of the operands are
    /// free.
    pub fn shares_memory(&self) -> bool {
        self.distance > self.stage.cycles()
    }

    /// Complex words of the delay lines, without the delays beside operators and alignment.
    pub fn words(&self) -> usize {
        let shares = if self.shares_memory() { 1 } else { 2 };
        shares * self.stage.layout.lanes * (self.stage.transform.radix() - 1) * self.distance
    }

    /// LUTs of rotations, delay lines, memories and switches, for complex words of `word` bits.
    pub fn buffer_luts(&self, word: usize) -> usize {
        let Feedback { stage, distance } = self;
        let (lines, cycles) = (stage.transform.radix() - 1, stage.cycles());
        let lane = match self.shares_memory() {
            true => {
                word + lines * (word + delay_luts(distance - cycles, word)) + (lines + 1) * delay_luts(cycles, word)
            }
            false => {
                let results: usize = (1..=lines).map(|digit| delay_luts(digit * distance, word)).sum();
                word * (lines + 1).div_ceil(4) + lines * delay_luts(*distance, word) + results
            }
        };
        stage.layout.lanes * lane + stage.rotation_luts(word)
    }
}

/// Transforms of two points in fixed point with delay feedback, where an adder and the switches around it take one LUT
/// for each bit. Delay lines hold words before rounding.
#[derive(Clone, Debug)]
pub struct Butterfly {
    /// Transforms of two points.
    pub stage: Stage,
    /// Beats between the elements of a transform.
    pub distance: usize,
}

impl Butterfly {
    /// Latency in clock cycles.
    pub fn latency(&self) -> usize {
        self.distance + self.stage.cycles()
    }

    /// Whether the delay is one beat, which is the latency of the operator, so that there are no delay lines.
    pub fn has_unit_delay(&self) -> bool {
        self.distance == 1
    }

    /// Complex words of the delay lines.
    pub fn words(&self) -> usize {
        self.stage.layout.lanes * self.distance
    }

    /// LUTs of the delay lines, for complex words of `word` bits.
    pub fn buffer_luts(&self, word: usize) -> usize {
        delay_luts(self.distance - self.stage.kernel.schedule.latency, self.stage.layout.lanes * word)
    }
}

impl Stage {
    /// LUTs of the rotations by powers of -i before the kernel, for complex words of `word` bits.
    pub fn rotation_luts(&self, word: usize) -> usize {
        let is_rotated = |element: u32| self.rotations.get(element as usize).is_some_and(|rotation| *rotation != 0);
        let row = |lane: usize| self.layout.slots.iter().skip(lane).step_by(self.layout.lanes).flatten();
        (0..self.layout.lanes).filter(|&lane| row(lane).any(|&element| is_rotated(element))).count() * word
    }
}

/// Returns the LUTs that delay `bits` bits by `cycles` clock cycles.
pub fn delay_luts(cycles: usize, bits: usize) -> usize {
    match delay_memory(cycles, bits) {
        None => delay_register_luts(cycles, bits),
        Some(MemoryKind::LutRam) => ring_luts(cycles - 1, bits),
        Some(MemoryKind::BlockRam | MemoryKind::RegisteredBlockRam) => 0,
    }
}

//! The widths of stages that frames of several sizes share.

use crate::error::Error;
use crate::format::Fixed;
use crate::number::fixed::widths::{bits_of_shift, Scaled, Widths};
use crate::number::FixedOptions;
use crate::pipeline::arithmetic::{Coefficients, FixedStage};
use crate::pipeline::Stage;
use std::collections::BTreeMap;

/// The arithmetic of stages that stand in columns: a frame passes one stage of a column, or none. What differs from size
/// to size is what is known of the words, and by how much a stage shifts them.
pub struct Columns<'a> {
    /// By size.
    frames: Vec<Widths<'a>>,
    bits: u32,
}

/// Of each size the stage of a column that its frames take, and the number of its group: all of a group are one in
/// hardware, with one arithmetic but for the shift.
pub type Taken<'a> = Vec<Option<(usize, &'a Stage)>>;

impl<'a> Columns<'a> {
    pub fn new(sizes: &[usize], fixed: Fixed, options: &'a FixedOptions) -> Result<Self, Error> {
        let of = |size: &usize| Widths::new(*size, fixed, options, usize::MAX);
        Ok(Columns { frames: sizes.iter().map(of).collect::<Result<_, _>>()?, bits: fixed.bits() })
    }

    /// Bits of a word behind the columns so far.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The next column: the arithmetic of each size's stage. All stages give words of one length, and what goes past has it
    /// as well; nothing goes past the last.
    pub fn column(&mut self, taken: &Taken, last: bool) -> Result<Vec<Option<FixedStage>>, Error> {
        let scaled = self.scaled(taken, last);
        let mut found = Vec::new();
        for ((widths, taken), scaled) in self.frames.iter_mut().zip(taken).zip(&scaled) {
            found.push(match taken.zip(scaled.as_ref()) {
                Some(((_, stage), scaled)) => Some(widths.settle(stage, scaled, last)?),
                None => None,
            });
        }
        self.bits = self.frames.iter().map(|widths| widths.bits).max().unwrap_or(self.bits);
        self.frames.iter_mut().for_each(|widths| widths.bits = self.bits);
        let own = groups(taken, &found).map(|(group, numeric)| (group, Common::of(&numeric)));
        let common = by_group(own, Common::joined);
        if common.values().any(Common::moves_up) {
            return Err(Error::Unsupported(format!(
                "sizes: words of {} bits become too long before all of them are scaled; ask for a --precision of fewer",
                self.bits
            )));
        }
        let shared = |(taken, own): (&Option<(usize, &Stage)>, &Option<FixedStage>)| {
            Some(common.get(&(*taken)?.0)?.numeric(&(*own)?, self.bits))
        };
        Ok(taken.iter().zip(&found).map(shared).collect())
    }

    /// By how much each size's stage shifts, with the guard bits of the group.
    fn scaled(&mut self, taken: &Taken, last: bool) -> Vec<Option<Scaled>> {
        let Some(width) = self.frames.first().map(Widths::coefficient) else { return vec![] };
        let own = taken.iter().flatten().map(|&(group, stage)| (group, Coefficients::point(stage, width)));
        let points = by_group(own, u32::min);
        let scale = |(widths, taken): (&mut Widths, &Option<(usize, &Stage)>)| {
            let (group, stage) = (*taken)?;
            let measured = widths.measured(stage, points[&group]);
            Some(widths.scaled(0, stage, measured, (false, last)))
        };
        let mut scaled: Vec<Option<Scaled>> = self.frames.iter_mut().zip(taken).map(scale).collect();
        let guards = by_group(groups(taken, &scaled).map(|(group, own)| (group, own.guard)), u32::max);
        for (taken, own) in taken.iter().zip(&mut scaled) {
            if let (Some((group, _)), Some(own)) = (taken, own) {
                own.guard = guards[group];
            }
        }
        scaled
    }
}

/// What is known of each stage, with the number of its group.
fn groups<'t, T: Copy>(taken: &'t Taken, known: &'t [Option<T>]) -> impl Iterator<Item = (usize, T)> + 't {
    taken.iter().zip(known).filter_map(|(taken, known)| Some(((*taken)?.0, (*known)?)))
}

/// What is known of the stages of each group, joined.
fn by_group<T: Copy>(known: impl Iterator<Item = (usize, T)>, join: impl Fn(T, T) -> T) -> BTreeMap<usize, T> {
    let mut groups = BTreeMap::new();
    for (group, own) in known {
        groups.entry(group).and_modify(|known| *known = join(*known, own)).or_insert(own);
    }
    groups
}

/// What stages of a group have in common.
#[derive(Clone, Copy)]
struct Common {
    inner: u32,
    /// The least and the largest shift.
    shifts: [i32; 2],
    fits: bool,
    cycles: usize,
}

impl Common {
    fn of(numeric: &FixedStage) -> Self {
        let FixedStage { inner, shift, fits, cycles, .. } = *numeric;
        Common { inner, shifts: [shift; 2], fits, cycles }
    }

    fn joined(self, other: Self) -> Self {
        Common {
            inner: self.inner.max(other.inner),
            shifts: [self.shifts[0].min(other.shifts[0]), self.shifts[1].max(other.shifts[1])],
            fits: self.fits && other.fits,
            cycles: self.cycles.max(other.cycles),
        }
    }

    /// Whether words of some size are shifted up where others are not: there is a field for shifts down only.
    fn moves_up(&self) -> bool {
        let [least, most] = self.shifts;
        least < most && least < 0
    }

    /// The arithmetic of one, whose results have so many bits.
    fn numeric(&self, own: &FixedStage, output: u32) -> FixedStage {
        let Common { inner, shifts: [least, most], fits, cycles } = *self;
        let choice = if least == most { 0 } else { bits_of_shift(most) };
        FixedStage { inner, choice, output, fits, cycles, ..*own }
    }
}

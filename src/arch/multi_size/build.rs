//! Builds a row: the stages of all sizes, place by place, and the words that they have in common.

use super::chain::{Join, Position, Row};
use super::route::Path;
use super::widths::{Columns, Taken};
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Diag, Direction, Factor};
use crate::number::FixedOptions;
use crate::pipeline::{Layout, Stage, StageArithmetic, Twiddle};
use crate::schedule::Schedules;
use rayon::prelude::*;
use std::collections::BTreeMap;

impl Row {
    /// `rows`: for each size its radices, without those of the `width` lanes that divides it.
    pub fn new(
        rows: &[Vec<usize>],
        width: usize,
        direction: Direction,
        (format, arithmetic): (Format, &FixedOptions),
        schedules: &Schedules,
    ) -> Result<Self, Error> {
        let sizes: Vec<usize> = rows.iter().map(|radices| width * radices.iter().product::<usize>()).collect();
        // In fixed point both directions are scaled alike: where shifts do not make all of it, by a factor for each size.
        let inverse = matches!(format, Format::Float(_)) && direction != Direction::Forward;
        let scale = arithmetic.scale();
        let left = |size: &usize| scale.level(1, *size).is_some_and(|level| !level.is_one());
        let levels = matches!(format, Format::Fixed(_)) && sizes.iter().any(left);
        let level = |size: usize| {
            let quotient = inverse.then_some(Diag::Scale { size: 1, by: size });
            quotient.or_else(|| scale.level(1, size).filter(|_| levels))?.factors().last().cloned()
        };
        let of_size = |radices: &Vec<usize>| Path::new(radices, width, direction, (&level, inverse), schedules);
        let mut paths: Vec<Path> = rows.par_iter().map(of_size).collect();
        let columns = match format {
            Format::Float(_) => None,
            Format::Fixed(fixed) => Some(Columns::new(&sizes, fixed, arithmetic)?),
        };
        let places = rows.first().map_or(0, Vec::len);
        if let (None, Some(last), true) = (&columns, places.checked_sub(1), width > 1) {
            paths.iter_mut().for_each(|path| path.spare_first_lane(last));
        }
        let mut build = Build { paths, format, columns };
        let mut positions = Vec::new();
        for place in 0..places {
            let before = build.bits();
            let last = place + 1 == places;
            let kernels = build.column(place, last && width == 1 && !levels)?;
            let rotator = if last { None } else { build.factors(place)? };
            positions.push(Position { kernels, rotator, bits: [before, build.bits()] });
        }
        let join = match places.checked_sub(1).filter(|_| width > 1) {
            None => None,
            Some(last) => {
                let before = build.bits();
                let rotator = build.factors(last)?;
                let between = build.bits();
                let kernel = build.column(places, !levels)?.pop();
                let bits = [before, between, build.bits()];
                let (ones, _) = Stage::of_factors(&[Factor::ONE], &Layout::packed(1, [0]), &[], schedules);
                let join = |(rotator, kernel): (Stage, Stage)| {
                    let unit = Stage { arithmetic: rotator.arithmetic, ..ones };
                    Join { unit, rotator, kernel, bits }
                };
                rotator.zip(kernel).map(join)
            }
        };
        let division = build.division(width, inverse, schedules)?;
        Ok(Row { width, positions, join, division, paths: build.paths })
    }
}

/// Gives stages of all sizes their arithmetic, place by place.
struct Build<'a> {
    paths: Vec<Path>,
    format: Format,
    /// In fixed point.
    columns: Option<Columns<'a>>,
}

impl Build<'_> {
    /// Bits of a component behind the places so far.
    fn bits(&self) -> u32 {
        self.columns.as_ref().map_or(self.format.bits(), Columns::bits)
    }

    /// The arithmetic of the stages that frames take next.
    fn arithmetics(&mut self, taken: &Taken, last: bool) -> Result<Vec<Option<StageArithmetic>>, Error> {
        match &mut self.columns {
            None => Ok(vec![Some(self.format.into()); taken.len()]),
            Some(columns) => {
                let assigned = columns.column(taken, last)?.into_iter();
                Ok(assigned.map(|fixed| fixed.map(StageArithmetic::Fixed)).collect())
            }
        }
    }

    /// The kernels at a place, one of each radix; the place behind the last is that of all lanes.
    fn column(&mut self, place: usize, last: bool) -> Result<Vec<Stage>, Error> {
        let found = self.paths.iter().filter_map(|path| {
            let stage = path.stage(place, false)?;
            Some((path.radix(place), path.at(stage)?.clone()))
        });
        let mut kernels: Vec<Stage> = found.collect::<BTreeMap<_, _>>().into_values().collect();
        let own = |path: &Path| kernels.iter().position(|kernel| kernel.transform.radix() == path.radix(place));
        let groups: Vec<Option<usize>> = self.paths.iter().map(own).collect();
        let taken: Taken = groups.iter().map(|group| group.map(|group| (group, &kernels[group]))).collect();
        let arithmetics = self.arithmetics(&taken, last)?;
        for (path, arithmetic) in self.paths.iter_mut().zip(&arithmetics) {
            path.give(self.format, path.stage(place, false), *arithmetic);
        }
        for (group, kernel) in kernels.iter_mut().enumerate() {
            let first = groups.iter().position(|own| *own == Some(group));
            kernel.arithmetic = first.and_then(|first| arithmetics[first]).unwrap_or(kernel.arithmetic);
        }
        Ok(kernels)
    }

    /// The factors behind a place, if there are any.
    fn factors(&mut self, place: usize) -> Result<Option<Stage>, Error> {
        self.alike(false, |path| path.stage(place, true))
    }

    /// What frames are multiplied by at the end, if they are.
    fn division(&mut self, width: usize, inverse: bool, schedules: &Schedules) -> Result<Option<Twiddle>, Error> {
        let Some(Stage { arithmetic, .. }) = self.alike(true, Path::last)? else { return Ok(None) };
        let levels: Vec<Factor> = self.paths.iter().filter_map(|path| path.level.clone()).collect();
        let stage = Stage { arithmetic, ..Stage::of_choice(&levels, width, schedules) };
        Ok(Some(Twiddle { stage, bypass: inverse }))
    }

    /// A stage that those sizes share which have one, as it is for the first of them.
    fn alike(&mut self, last: bool, stage: impl Fn(&Path) -> Option<usize>) -> Result<Option<Stage>, Error> {
        let of = |path: &Path| path.at(stage(path)?).cloned();
        let all: Vec<Option<Stage>> = self.paths.iter().map(of).collect();
        let Some(first) = all.iter().flatten().next() else { return Ok(None) };
        let taken: Taken = all.iter().map(|stage| stage.as_ref().map(|stage| (0, stage))).collect();
        let arithmetics = self.arithmetics(&taken, last)?;
        for (path, arithmetic) in self.paths.iter_mut().zip(&arithmetics) {
            path.give(self.format, stage(path), *arithmetic);
        }
        let arithmetic = arithmetics.into_iter().flatten().next().unwrap_or(first.arithmetic);
        Ok(Some(Stage { arithmetic, ..first.clone() }))
    }
}

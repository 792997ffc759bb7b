//! Builds a row: the stages of all sizes, place by place, and the words that they have in common.

use super::{Join, Path, Position, Row};
use crate::error::Error;
use crate::format::Format;
use crate::plan::{Direction, Factor};
use crate::stream::numeric::{Arithmetic, Columns};
use crate::stream::schedule::Schedules;
use crate::stream::{Layout, Numeric, Stage};
use rayon::prelude::*;
use std::collections::BTreeMap;

impl Row {
    /// `rows`: for each size its radices, without those of the `width` lanes that divides it.
    pub fn new(
        rows: &[Vec<usize>],
        width: usize,
        direction: Direction,
        (format, arithmetic): (Format, &Arithmetic),
        schedules: &Schedules,
    ) -> Result<Self, Error> {
        let columns = match format {
            Format::Float(_) => None,
            Format::Fixed(fixed) => Some(Columns::new(fixed, arithmetic)?),
        };
        // In fixed point both directions are scaled alike.
        let divides = columns.is_none() && direction != Direction::Forward;
        let of_size = |radices: &Vec<usize>| Path::new(radices, width, (direction, divides), schedules);
        let mut paths: Vec<Path> = rows.par_iter().map(of_size).collect();
        let places = rows.first().map_or(0, Vec::len);
        if let (None, Some(last), true) = (&columns, places.checked_sub(1), width > 1) {
            paths.iter_mut().for_each(|path| path.spare_first_lane(last));
        }
        let mut build = Build { paths, format, columns };
        let mut positions = Vec::new();
        for place in 0..places {
            let before = build.bits();
            let last = place + 1 == places;
            let kernels = build.column(place, last && width == 1)?;
            let rotator = if last { None } else { build.factors(place)? };
            positions.push(Position { kernels, rotator, bits: [before, build.bits()] });
        }
        let join = match places.checked_sub(1).filter(|_| width > 1) {
            None => None,
            Some(last) => {
                let before = build.bits();
                let rotator = build.factors(last)?;
                let between = build.bits();
                let kernel = build.column(places, true)?.pop();
                let bits = [before, between, build.bits()];
                let (ones, _) = Stage::of_factors(&[Factor::ONE], &Layout::packed(1, [0]), &[], schedules);
                let join = |(rotator, kernel): (Stage, Stage)| {
                    let unit = Stage { numeric: rotator.numeric, ..ones };
                    Join { unit, rotator, kernel, bits }
                };
                rotator.zip(kernel).map(join)
            }
        };
        let paths = build.paths;
        let sizes: Vec<usize> = paths.iter().map(|path| path.size).collect();
        let division = divides.then(|| Stage::divisions(&sizes, width, schedules));
        Ok(Row { width, positions, join, division, paths })
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

    /// The arithmetic of groups of stages at the next place.
    fn numerics(&mut self, groups: &[Vec<&Stage>], last: bool) -> Result<Vec<Option<Numeric>>, Error> {
        match &mut self.columns {
            None => Ok(vec![None; groups.len()]),
            Some(columns) => Ok(columns.column(groups, last)?.into_iter().map(Some).collect()),
        }
    }

    /// The kernels at a place, one of each radix; the place behind the last is that of all lanes.
    fn column(&mut self, place: usize, last: bool) -> Result<Vec<Stage>, Error> {
        let found = self.paths.iter().filter_map(|path| {
            let stage = path.stage(place, false)?;
            Some((path.radix(place), path.program.stages[stage].clone()))
        });
        let kernels: Vec<Stage> = found.collect::<BTreeMap<_, _>>().into_values().collect();
        let groups: Vec<Vec<&Stage>> = kernels.iter().map(|stage| vec![stage]).collect();
        let numerics = self.numerics(&groups, last)?;
        for path in &mut self.paths {
            let own = kernels.iter().position(|kernel| kernel.kernel.radix == path.radix(place));
            path.give(self.format, (place, false), own.and_then(|own| numerics[own]));
        }
        // The place has the feedback, of every distance.
        let with = |(stage, numeric)| Stage { numeric, feedback: None, ..stage };
        Ok(kernels.into_iter().zip(numerics).map(with).collect())
    }

    /// The factors behind a place, if there are any.
    fn factors(&mut self, place: usize) -> Result<Option<Stage>, Error> {
        let of = |path: &Path| Some(path.program.stages[path.stage(place, true)?].clone());
        let all: Vec<Stage> = self.paths.iter().filter_map(of).collect();
        let Some(first) = all.first() else { return Ok(None) };
        let numeric = self.numerics(&[all.iter().collect()], false)?[0];
        self.paths.iter_mut().for_each(|path| path.give(self.format, (place, true), numeric));
        Ok(Some(Stage { numeric, ..first.clone() }))
    }
}

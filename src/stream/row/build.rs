//! Builds a row: the stages of all sizes, place by place, and the words that they have in common.

use super::{Join, Path, Position, Row};
use crate::error::Error;
use crate::format::Fixed;
use crate::plan::{Direction, Factor};
use crate::stream::numeric::{Arithmetic, Columns};
use crate::stream::schedule::Schedules;
use crate::stream::{Layout, Stage};
use rayon::prelude::*;
use std::collections::BTreeMap;

impl Row {
    /// `rows`: for each size its radices, without those of the `width` lanes that divides it.
    pub fn new(
        rows: &[Vec<usize>],
        width: usize,
        direction: Direction,
        (fixed, arithmetic): (Fixed, &Arithmetic),
        schedules: &Schedules,
    ) -> Result<Self, Error> {
        let of_size = |radices: &Vec<usize>| Path::new(radices, width, direction, schedules);
        let paths: Vec<Path> = rows.par_iter().map(of_size).collect();
        let places = rows.first().map_or(0, Vec::len);
        let columns = Columns::new(fixed, arithmetic)?;
        let mut build = Build { paths, fixed, columns };
        let mut positions = Vec::new();
        for place in 0..places {
            let before = build.columns.bits();
            let last = place + 1 == places;
            let kernels = build.column(place, last && width == 1)?;
            let rotator = if last { None } else { build.factors(place)? };
            positions.push(Position { kernels, rotator, bits: [before, build.columns.bits()] });
        }
        let join = match places.checked_sub(1).filter(|_| width > 1) {
            None => None,
            Some(last) => {
                let before = build.columns.bits();
                let rotator = build.factors(last)?;
                let between = build.columns.bits();
                let kernel = build.column(places, true)?.pop();
                let bits = [before, between, build.columns.bits()];
                let (ones, _) = Stage::of_factors(&[Factor::ONE], &Layout::packed(1, [0]), &[], schedules);
                let join = |(rotator, kernel): (Stage, Stage)| {
                    let unit = Stage { numeric: rotator.numeric, ..ones };
                    Join { unit, rotator, kernel, bits }
                };
                rotator.zip(kernel).map(join)
            }
        };
        Ok(Row { width, positions, join, paths: build.paths })
    }
}

/// Gives stages of all sizes their arithmetic, place by place.
struct Build<'a> {
    paths: Vec<Path>,
    fixed: Fixed,
    columns: Columns<'a>,
}

impl Build<'_> {
    /// The kernels at a place, one of each radix; the place behind the last is that of all lanes.
    fn column(&mut self, place: usize, last: bool) -> Result<Vec<Stage>, Error> {
        let found = self.paths.iter().filter_map(|path| {
            let stage = path.stage(place, false)?;
            Some((path.radix(place), path.program.stages[stage].clone()))
        });
        let kernels: Vec<Stage> = found.collect::<BTreeMap<_, _>>().into_values().collect();
        let groups: Vec<Vec<&Stage>> = kernels.iter().map(|stage| vec![stage]).collect();
        let numerics = self.columns.column(&groups, last)?;
        for path in &mut self.paths {
            let own = kernels.iter().position(|kernel| kernel.kernel.radix == path.radix(place));
            path.give(self.fixed, (place, false), own.map(|own| numerics[own]));
        }
        // The place has the feedback, of every distance.
        let with = |(stage, numeric)| Stage { numeric: Some(numeric), feedback: None, ..stage };
        Ok(kernels.into_iter().zip(numerics).map(with).collect())
    }

    /// The factors behind a place, if there are any.
    fn factors(&mut self, place: usize) -> Result<Option<Stage>, Error> {
        let all: Vec<&Stage> =
            self.paths.iter().filter_map(|path| Some(&path.program.stages[path.stage(place, true)?])).collect();
        let Some(&first) = all.first() else { return Ok(None) };
        let first = first.clone();
        let numeric = self.columns.column(&[all], false)?[0];
        self.paths.iter_mut().for_each(|path| path.give(self.fixed, (place, true), Some(numeric)));
        Ok(Some(Stage { numeric: Some(numeric), ..first }))
    }
}

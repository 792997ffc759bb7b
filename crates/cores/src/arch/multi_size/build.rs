//! Builds a shared chain: routes of all sizes, then stage by stage the kernels and factors that they have in common.

use super::chain::SharedChain;
use super::combiner::LaneCombiner;
use super::route::{ResidualScale, SizeRoute};
use super::stage::SharedStage;
use super::widths::{ChainWidths, SizeStages};
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Diag, Direction, Factor};
use crate::number::FixedOptions;
use crate::pipeline::{Layout, Stage, StageArithmetic, Twiddle};
use crate::schedule::ScheduleCache;
use rayon::prelude::*;
use std::collections::BTreeMap;

impl SharedChain {
    /// Builds the chain of sizes. `radices[size]`: the radices of each size on a lane, stage by stage; their product
    /// times `width` is the size.
    pub fn new(
        radices: &[Vec<usize>],
        width: usize,
        direction: Direction,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let sizes: Vec<usize> = radices.iter().map(|radices| width * radices.iter().product::<usize>()).collect();
        let inverse_only = matches!(format, Format::Float(_)) && direction != Direction::Forward;
        // In fixed point both directions have a scale. Where shifts do not make all of it, each size has a factor.
        let scale = options.scale();
        let is_left = |size: &usize| scale.level(1, *size).is_some_and(|level| !level.is_one());
        let has_factors = matches!(format, Format::Fixed(_)) && sizes.iter().any(is_left);
        let of_size = |size: usize| {
            let quotient = inverse_only.then_some(Diag::Scale { size: 1, by: size });
            quotient.or_else(|| scale.level(1, size).filter(|_| has_factors))?.factors().last().cloned()
        };
        let residual = ResidualScale { of_size: &of_size, inverse_only };
        let route = |radices: &Vec<usize>| SizeRoute::new(radices, width, direction, &residual, schedules);
        let routes = radices.par_iter().map(route).collect();
        let widths = match format {
            Format::Float(_) => None,
            Format::Fixed(fixed) => Some(ChainWidths::new(&sizes, fixed, options)?),
        };
        let build = Build { routes, format, width, widths, scales_last: has_factors };
        build.chain(radices.first().map_or(0, Vec::len), inverse_only, schedules)
    }
}

/// A chain on the way: gives the blocks of all routes their arithmetic, stage by stage.
struct Build<'a> {
    routes: Vec<SizeRoute>,
    format: Format,
    /// Lanes.
    width: usize,
    /// Word lengths in fixed point.
    widths: Option<ChainWidths<'a>>,
    /// Whether fixed point has an output scaler after all kernels.
    scales_last: bool,
}

impl Build<'_> {
    /// Builds all stages of a chain with `places` stages on each lane.
    fn chain(mut self, places: usize, inverse_only: bool, schedules: &ScheduleCache) -> Result<SharedChain, Error> {
        let joined = places.checked_sub(1).filter(|_| self.width > 1);
        if let (None, Some(last)) = (&self.widths, joined) {
            self.routes.iter_mut().for_each(|route| route.skip_first_lane(last));
        }
        let stages: Vec<SharedStage> = (0..places).map(|place| self.stage(place, places)).collect::<Result<_, _>>()?;
        let combiner = match joined {
            Some(last) => self.combiner(last, schedules)?,
            None => None,
        };
        let scaler = self.scaler(inverse_only, schedules)?;
        Ok(SharedChain { width: self.width, stages, combiner, scaler, routes: self.routes })
    }

    /// Builds the next stage of a lane.
    fn stage(&mut self, place: usize, places: usize) -> Result<SharedStage, Error> {
        let input = self.bits();
        let is_last = place + 1 == places;
        let kernels = self.kernels(place, is_last && self.width == 1 && !self.scales_last)?;
        let rotator = if is_last { None } else { self.rotator(place)? };
        Ok(SharedStage { kernels, rotator, bits: [input, self.bits()] })
    }

    /// Builds what combines the lanes after their `last` stage.
    fn combiner(&mut self, last: usize, schedules: &ScheduleCache) -> Result<Option<LaneCombiner>, Error> {
        let input = self.bits();
        let rotator = self.rotator(last)?;
        let between = self.bits();
        let kernel = self.kernels(last + 1, !self.scales_last)?.pop();
        let bits = [input, between, self.bits()];
        let (ones, _) = Stage::for_factors(&[Factor::ONE], &Layout::packed(1, [0]), &[], schedules);
        let combiner = |(rotator, kernel): (Stage, Stage)| {
            let unit = Stage { arithmetic: rotator.arithmetic, ..ones };
            LaneCombiner { unit, rotator, kernel, bits }
        };
        Ok(rotator.zip(kernel).map(combiner))
    }

    /// Bits of a component after the stages so far.
    fn bits(&self) -> u32 {
        self.widths.as_ref().map_or(self.format.bits(), ChainWidths::bits)
    }

    /// Returns the arithmetic of each size's next block.
    fn arithmetics(&mut self, stages: &SizeStages, is_last: bool) -> Result<Vec<Option<StageArithmetic>>, Error> {
        match &mut self.widths {
            None => Ok(vec![Some(self.format.into()); stages.len()]),
            Some(widths) => {
                let fixed = widths.next(stages, is_last)?.into_iter();
                Ok(fixed.map(|fixed| fixed.map(StageArithmetic::Fixed)).collect())
            }
        }
    }

    /// Builds the kernels of a stage, one for each radix. After the last stage of a lane it is the kernel across the
    /// lanes.
    fn kernels(&mut self, place: usize, is_last: bool) -> Result<Vec<Stage>, Error> {
        let found = self.routes.iter().filter_map(|route| {
            let block = route.kernel_block(place)?;
            Some((route.radix(place), route.stage(block)?.clone()))
        });
        let mut kernels: Vec<Stage> = found.collect::<BTreeMap<_, _>>().into_values().collect();
        let own = |route: &SizeRoute| kernels.iter().position(|kernel| kernel.transform.radix() == route.radix(place));
        let groups: Vec<Option<usize>> = self.routes.iter().map(own).collect();
        let stages: SizeStages = groups.iter().map(|group| group.map(|group| (group, &kernels[group]))).collect();
        let arithmetics = self.arithmetics(&stages, is_last)?;
        self.set_arithmetics(&arithmetics, |route| route.kernel_block(place));
        for (group, kernel) in kernels.iter_mut().enumerate() {
            let first = groups.iter().position(|own| *own == Some(group));
            kernel.arithmetic = first.and_then(|first| arithmetics[first]).unwrap_or(kernel.arithmetic);
        }
        Ok(kernels)
    }

    /// Builds the twiddle factors after a stage, if there are any.
    fn rotator(&mut self, place: usize) -> Result<Option<Stage>, Error> {
        self.shared_part(false, |route| route.rotator_block(place))
    }

    /// Builds the multiplication by the residual scales, if sizes have them.
    fn scaler(&mut self, inverse_only: bool, schedules: &ScheduleCache) -> Result<Option<Twiddle>, Error> {
        let Some(Stage { arithmetic, .. }) = self.shared_part(true, SizeRoute::scaler_block)? else { return Ok(None) };
        let scales: Vec<Factor> = self.routes.iter().filter_map(|route| route.residual_scale.clone()).collect();
        let stage = Stage { arithmetic, ..Stage::for_chosen_factor(&scales, self.width, schedules) };
        Ok(Some(Twiddle { stage, bypass: inverse_only }))
    }

    /// Builds a part that all sizes share which have such a block, as scheduled for the first of them.
    fn shared_part(
        &mut self,
        is_last: bool,
        block: impl Fn(&SizeRoute) -> Option<usize>,
    ) -> Result<Option<Stage>, Error> {
        let all: Vec<Option<Stage>> = self.routes.iter().map(|route| route.stage(block(route)?).cloned()).collect();
        let Some(first) = all.iter().flatten().next() else { return Ok(None) };
        let stages: SizeStages = all.iter().map(|stage| stage.as_ref().map(|stage| (0, stage))).collect();
        let arithmetics = self.arithmetics(&stages, is_last)?;
        self.set_arithmetics(&arithmetics, block);
        let arithmetic = arithmetics.into_iter().flatten().next().unwrap_or(first.arithmetic);
        Ok(Some(Stage { arithmetic, ..first.clone() }))
    }

    /// Gives a block of each route its arithmetic.
    fn set_arithmetics(
        &mut self,
        arithmetics: &[Option<StageArithmetic>],
        block: impl Fn(&SizeRoute) -> Option<usize>,
    ) {
        for (route, arithmetic) in self.routes.iter_mut().zip(arithmetics) {
            route.set_arithmetic(self.format, block(route), *arithmetic);
        }
    }
}

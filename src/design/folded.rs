//! Folded cores: whether one processor is fast enough, and what it does not do.

use super::{Config, Design};
use crate::arch::folded::{foldings, price, radix_orders, FoldedCore, Folding};
use crate::blocks::constant_multipliers;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{default_kernel, Kernel, Kind, Order};
use crate::number::{Datapath, Scale};
use crate::runtime::Runtime;
use crate::schedule::{ScheduleCache, ScheduleModel};

impl Config {
    /// Refuses what folded cores do not have.
    pub(super) fn check_cycles(&self) -> Result<(), Error> {
        let Some(cycles) = self.cycles else { return Ok(()) };
        let beats = self.frame_beats();
        let beats = beats[0].max(beats[1]);
        if cycles < beats {
            return Err(Error::Usage(format!(
                "cycles {cycles}: a frame has {beats} beats; ask for more --cycles, or for a larger --width"
            )));
        }
        let Config { kind, shape, width, ref runtime, orders, .. } = *self;
        let is_float = matches!(self.format, Format::Float(_));
        let datapath = self.datapath.or_else(|| self.shared().and_then(|shared| shared.datapath));
        let is_computed = match datapath {
            None => !is_float,
            Some(datapath) => matches!(datapath, Datapath::Shared(_)),
        };
        let is_scaled_otherwise = !matches!(self.arithmetic.scale(), Scale::Stage | Scale::None);
        let excluded = [
            (kind != Kind::Complex, "kind", "a folded core computes complex transforms; leave --kind or --cycles out"),
            (
                shape.has_rows() || shape.channels() > 1,
                "size",
                "a folded core has one dimension and one channel; ask for another --size, or leave --cycles out",
            ),
            (width != 1, "width", "a folded core takes a point in a cycle; ask for --width 1, or leave --cycles out"),
            (
                *runtime != Runtime::default(),
                "runtime",
                "the frames of a folded core choose nothing; leave --runtime and --sizes out, or --cycles",
            ),
            (
                orders != [Order::Natural; 2],
                "order",
                "the points of a folded core come and go in natural order; leave --order or --cycles out",
            ),
            (
                self.support.is_some(),
                "support",
                "all points of a frame pass the ports of a folded core; leave --support or --cycles out",
            ),
            (
                !is_computed,
                "datapath",
                "a folded core computes in fixed point, or in words that share exponents; leave --datapath or --cycles out",
            ),
            (
                is_scaled_otherwise || self.arithmetic.max_growth.is_some(),
                "scale",
                "a folded core shifts in each step by the bits of its radix, or with --scale none in no step; leave --scale and \
                 --max-growth out, or --cycles",
            ),
            (
                is_float && self.inverse && !self.points().is_power_of_two(),
                "inverse",
                "a folded core divides by powers of two only; leave --inverse or --cycles out",
            ),
        ];
        match excluded.iter().find(|(asked, ..)| *asked) {
            Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and cycles: {why}"))),
            None => Ok(()),
        }
    }
}

impl Design {
    /// Plans the cheapest folded core that takes a frame in the cycles of a configuration. Returns `None` if none is asked for, or if
    /// none is fast enough, so that a streaming core is needed.
    pub fn folded(config: &Config) -> Result<Option<FoldedCore>, Error> {
        let Some(cycles) = config.cycles else { return Ok(None) };
        config.check()?;
        let config = &config.shared().unwrap_or_else(|| config.clone());
        let number = config.number();
        let model = config.schedule_model();
        let schedules = ScheduleCache::new(ScheduleModel { external_twiddles: true, ..model });
        let lists = match &config.kernels {
            Some(kernels) => vec![kernels.clone()],
            None => {
                let kernels = |radices: Vec<usize>| radices.into_iter().map(default_kernel).collect();
                radix_orders(config.points()).into_iter().map(kernels).collect::<Vec<Vec<Kernel>>>()
            }
        };
        let foldings = lists
            .iter()
            .flat_map(|kernels| foldings(kernels, cycles).into_iter().map(move |folding| (kernels, folding)));
        let mut found: Vec<(usize, &Vec<Kernel>, Folding)> =
            foldings.map(|(kernels, folding)| (price(kernels, folding, &model.costs), kernels, folding)).collect();
        found.sort_by_key(|(price, ..)| *price);
        for (_, kernels, folding) in found {
            let arithmetic = (config.format, &config.arithmetic);
            // Kernels that do not serve are passed over.
            let core = FoldedCore::new(kernels, folding, config.direction(), &*number, arithmetic, &schedules);
            let Ok(core) = core else { continue };
            let blocks = core
                .processor
                .stages()
                .map(|(stage, copies)| copies * constant_multipliers::stage_dsp(stage, &model.costs))
                .sum::<usize>();
            if core.interval() <= cycles && config.max_dsp.is_none_or(|max| blocks <= max) {
                return Ok(Some(core));
            }
        }
        Ok(None)
    }
}

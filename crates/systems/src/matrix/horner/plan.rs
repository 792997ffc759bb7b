//! What a core by Horner's rule is made of, and its clock cycles.
//!
//! Times of an element count from its first slot of a frame on.

use super::check::check;
use super::nodes::LoadedNodes;
use super::step::{bits_of, FixedStep};
use crate::arch::FrameTiming;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::matrix::elements::Elements;
use crate::matrix::longer::format_of;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES, ROUND_CYCLES, SELECT_CYCLES};
use crate::matrix::sums::Sums;
use crate::matrix::timing::ResultReads;
use crate::matrix::words::CoefficientFormat;
use crate::number::ProductRule;
use crate::operators::fixed::complex_products;
use crate::operators::{depths, fixed_depths, Depths};
use crate::pipeline::Units;
use std::sync::Arc;

/// Clock cycles from the last point of a frame to the last point in its first slot.
const TURN_CYCLES: usize = 1;

/// Clock cycles from a product of fixed point to the sum that it is a part of: an addition and a rounding.
const FIXED_SUM_CYCLES: usize = 2;

/// What a core by Horner's rule is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct HornerPlan {
    /// The factors of all nodes as a matrix of one column, with elements, words and operators.
    pub product: ProductPlan,
    /// Points of a frame.
    pub points: usize,
    /// Step of fixed point. `None` in floating point.
    pub fixed: Option<FixedStep>,
}

impl HornerPlan {
    /// Plans a core, or says what does not work.
    ///
    /// ```
    /// use fftgen_systems::matrix::{Elements, HornerPlan, LoadedNodes};
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::Config;
    /// let config = Config::new(64, 1, Format::parse("fp32", false)?);
    /// let plan = HornerPlan::new(&config, &LoadedNodes::Any(32), Elements { macs: 2, ..Elements::default() })?;
    /// assert_eq!(plan.timing().interval, 64 * 32 / 2);
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn new(config: &Config, nodes: &LoadedNodes, elements: Elements) -> Result<Self, Error> {
        let points = config.size();
        check(config, nodes.count(), elements)?;
        let format = format_of(config);
        let factors = nodes.factors(&format, points, &config.arithmetic)?;
        let (fixed, sums) = match (format, factors.format) {
            (Format::Fixed(fixed), CoefficientFormat::Fixed { bits, fraction }) => {
                let step = FixedStep::new(config, fixed, points, [bits, fraction.unsigned_abs()])?;
                (Some(step), Sums::Fixed(step.sums))
            }
            (Format::Float(float), _) => (None, Sums::Float(float)),
            (Format::Fixed(_), CoefficientFormat::Float(_)) => unreachable!("factors are of the kind of the data"),
        };
        let depths = Self::depths(config, sums, factors.format);
        let product = ProductPlan {
            elements,
            coefficients: Arc::new(factors),
            word: "horner",
            label: "horner".into(),
            sums,
            rule: ProductRule::Whole,
            depths,
            multiplier: config.multiplier,
            partial_sums: 1,
        };
        Ok(HornerPlan { product, points, fixed })
    }

    /// Returns the latencies of the operators of a step, whose multipliers have a sum and a factor.
    fn depths(config: &Config, sums: Sums, factor: CoefficientFormat) -> Depths {
        let technology = config.target.technology;
        match (sums, factor) {
            (Sums::Float(float), CoefficientFormat::Float(factor)) => {
                let [own, longer] =
                    [float, factor].map(|float| depths(float, config.pipeline, config.multiplier, technology));
                Depths { multiplier: longer.multiplier, ..own }
            }
            (Sums::Fixed(fixed), _) => {
                let bits = [fixed.sum_bits, fixed.coefficient_bits];
                Depths { adder: 1, ..fixed_depths(bits[0], bits[1], config.pipeline, config.multiplier, technology) }
            }
            (Sums::Float(_), CoefficientFormat::Fixed { .. }) => unreachable!("factors are of the kind of the data"),
        }
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.product.rows()
    }

    /// Returns the nodes of a multiply-add.
    pub fn mac_nodes(&self) -> usize {
        self.product.mac_rows()
    }

    /// Returns the clock cycles of a step of the recursion.
    pub fn step_cycles(&self) -> usize {
        let last = match self.product.sums {
            Sums::Fixed(_) => FIXED_SUM_CYCLES,
            Sums::Float(_) => self.product.depths.adder as usize,
        };
        self.product.product_cycles() + last
    }

    /// Returns the slots of a point: one for each node of a multiply-add, and as many as a step takes.
    pub fn point_slots(&self) -> usize {
        self.mac_nodes().max(self.step_cycles())
    }

    /// Returns the clock cycles in which a sum waits for its next step.
    pub(super) fn wait_cycles(&self) -> usize {
        self.point_slots() - self.step_cycles()
    }

    /// Returns beats, initiation interval and latency of the core.
    pub fn timing(&self) -> FrameTiming {
        let beats = [self.points, self.nodes()];
        FrameTiming { beats, interval: self.interval(), latency: self.latency() }
    }

    /// Returns the clock cycles from a frame to the next, which are the slots of its points.
    pub(super) fn interval(&self) -> usize {
        self.points * self.point_slots()
    }

    /// Returns the clock cycles from the first point at the core to the first slot of an element, which has the last
    /// point.
    pub(super) fn first_slot(&self, element: usize) -> usize {
        self.points + TURN_CYCLES + element * self.product.elements.hop
    }

    /// Returns the clock cycles from the slot of a node to its sum.
    pub(super) fn sum_cycles(&self) -> usize {
        COEFFICIENT_CYCLES + self.step_cycles()
    }

    /// Returns when an element reads its results: element 0 a clock cycle after its first sum of the last step.
    pub(super) fn result_reads(&self, element: usize) -> ResultReads {
        let rows = self.product.element_rows();
        ResultReads {
            first: (self.points - 1) * self.point_slots() + self.sum_cycles() + 1 + element * rows,
            interval: self.interval(),
            rows,
            // The results of a frame leave within its interval, at the place of a sum before the next one.
            has_two_places: false,
            hop: self.product.elements.hop,
        }
    }

    /// Returns the clock cycles in which a sum becomes a result.
    pub(super) fn round_cycles(&self) -> usize {
        self.fixed.map_or(0, |_| ROUND_CYCLES)
    }

    /// Returns the clock cycles from the first point at the core to its first result.
    fn latency(&self) -> usize {
        let Elements { hop, .. } = self.product.elements;
        let results = self.first_slot(0) + self.result_reads(0).first + SELECT_CYCLES;
        results + self.product.elements.count() * hop + self.round_cycles()
    }

    /// Complex words of memory for points and sums.
    pub fn memory_words(&self) -> usize {
        let waiting = self.wait_cycles() * self.product.elements.count() * self.product.elements.macs;
        2 * self.points + self.nodes() + waiting
    }

    /// Returns the operators of all elements.
    pub fn units(&self) -> Units {
        let Elements { macs, .. } = self.product.elements;
        let products = self.fixed.map_or(4, |fixed| {
            complex_products([fixed.sums.sum_bits, fixed.sums.coefficient_bits], self.product.multiplier)
        });
        let [multipliers, adders] = match products {
            // Three sums before three products, and two after them.
            3 => [3, 7],
            _ => [4, 4],
        };
        let all = self.product.elements.count() * macs;
        Units { adders: all * adders, multipliers: all * multipliers, constants: 0 }
    }

    /// Returns the bits by which the fraction of a factor is longer than that of other coefficients, but for the limits
    /// of words.
    pub fn growth_bits(&self) -> u32 {
        bits_of(self.points)
    }
}

//! Conversions of floating point, each an operator of its own.

use super::traits::{Conversion, Converted, Integers};
use crate::design::Config;
use crate::format::{Fixed, Float};
use crate::operators::{depths, fixed_to_float, float_to_fixed, float_to_float, Depths, MultiplierStyle};
use crate::parts::cache::ModuleCache;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Numbers that leave as they are.
pub(super) struct Same;

impl Conversion for Same {
    fn cycles(&self) -> usize {
        0
    }

    fn number(&self, number: i128) -> (i64, bool) {
        (number as i64, false)
    }

    fn word<'m>(&self, _: &str, _: &str, number: Sig<'m>) -> Converted<'m> {
        (number, None)
    }
}

/// A conversion by an operator, which has the shifters of an addition, and its clock cycles.
pub(super) struct Operation {
    /// Name of the operator.
    name: String,
    depths: Depths,
    multiplier: MultiplierStyle,
    /// Bits of a number.
    bits: u32,
    value: Box<Value>,
    build: Box<Build>,
}

/// The component of an element for a number, and whether the number is too large.
type Value = dyn Fn(i128) -> (i64, bool) + Send + Sync;

/// Builds the operator by its name.
type Build = dyn Fn(&str) -> Module + Send + Sync;

impl Conversion for Operation {
    fn cycles(&self) -> usize {
        self.depths.adder as usize
    }

    fn number(&self, number: i128) -> (i64, bool) {
        (self.value)(number)
    }

    fn word<'m>(&self, prefix: &str, label: &str, number: Sig<'m>) -> Converted<'m> {
        let cycles = self.depths.adder;
        let module = ModuleCache::new(prefix, self.depths, self.multiplier).module(&self.name, cycles, &self.build);
        let results = number.builder().apply(label, &Operator { module, cycles }, &[number.sign_extend(self.bits)]);
        (results[0], results.get(1).copied())
    }
}

/// Exact numbers become floating-point numbers.
pub(super) fn to_float(from: Integers, to: Float, config: &Config) -> Operation {
    let Integers { bits, fraction, .. } = from;
    Operation {
        name: format!("fixed_{bits}_{fraction}_to_{}", to.name()),
        depths: depths(to, config.pipeline, config.multiplier, config.target.technology),
        multiplier: config.multiplier,
        bits,
        value: Box::new(move |number| (to.nearest(number, -(fraction as i32)) as i64, false)),
        build: Box::new(move |name| fixed_to_float(name, [bits, fraction], to)),
    }
}

/// Floating-point numbers become those of another format.
pub(super) fn between(from: Float, to: Float, config: &Config) -> Operation {
    Operation {
        name: format!("{}_to_{}", from.name(), to.name()),
        depths: depths(from, config.pipeline, config.multiplier, config.target.technology),
        multiplier: config.multiplier,
        bits: from.bits(),
        value: Box::new(move |number| (to.nearest_of(from, number as u64) as i64, false)),
        build: Box::new(move |name| float_to_float(name, from, to)),
    }
}

/// Floating-point numbers become words of fixed point, rounded and saturated.
pub(super) fn to_fixed(from: Float, to: Fixed, config: &Config) -> Operation {
    let rounding = config.arithmetic.rounding.unwrap_or_default();
    Operation {
        name: format!("{}_to_{}", from.name(), to.name().replace('.', "_")),
        depths: depths(from, config.pipeline, config.multiplier, config.target.technology),
        multiplier: config.multiplier,
        bits: from.bits(),
        value: Box::new(move |number| to.of_float(from, number as u64, rounding)),
        build: Box::new(move |name| float_to_fixed(name, from, to, rounding)),
    }
}

//! Fields of a configuration word, and sizes that it chooses from.

use crate::arch::FrameSize;
use crate::design::Design;
use crate::pipeline::{Pipeline, Transform};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// Field of a configuration word, as the manifest and the README list it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Field {
    /// Name of the field.
    pub name: String,
    /// Bits of the field, as in `0` or `6:1`.
    pub bits: String,
    /// Values and their meanings.
    pub values: String,
    /// Value for a frame before the first word, if it is not zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<u32>,
}

/// Returns the name of a shift. Shifts are numbered from 0 in the order of the steps.
pub fn shift_name(number: usize) -> String {
    format!("shift_{}", number + 1)
}

/// Writes a range of bits, as in `0` or `6:1`.
pub fn bit_range(bits: &Range<u32>) -> String {
    match bits.len() {
        1 => bits.start.to_string(),
        _ => format!("{}:{}", bits.end - 1, bits.start),
    }
}

/// Lists the fields of a design whose frames choose, the lowest first.
pub(super) fn fields(design: &Design) -> Vec<Field> {
    let runtime = &design.config.runtime;
    let bits = runtime.size_bits();
    let size = Field {
        name: "size".into(),
        bits: bit_range(&(0..bits.max(1))),
        values: format!("number of the size, 0 to {}; a larger one is the last", runtime.sizes.len().saturating_sub(1)),
        reset: None,
    };
    let direction =
        Field { name: "direction".into(), bits: bits.to_string(), values: "0 forward, 1 inverse".into(), reset: None };
    let all = [(bits > 0, size), (runtime.direction, direction)];
    all.into_iter().filter_map(|(there, field)| there.then_some(field)).chain(shifts(design)).collect()
}

/// Returns the word for a number of stages that are scaled together.
fn group(stages: usize) -> &'static str {
    if stages == 2 {
        "pair"
    } else {
        "group"
    }
}

/// Lists the fields of the shifts in the order of the steps.
fn shifts(design: &Design) -> impl Iterator<Item = Field> + '_ {
    let (pipeline, below) = (design.architecture.shifts(), design.config.runtime.bits());
    let first = design.modes()[0];
    let fields = pipeline.stages().zip(pipeline.shift_fields());
    // Stages without a field of their own are scaled with the next one.
    let mut before: Vec<String> = vec![];
    let fields = fields.filter_map(move |(stage, bits)| {
        if stage.transform != Transform::Scale {
            before.push(stage.name());
        }
        let (fixed, bits) = (stage.arithmetic.fixed()?, bits?);
        let names = std::mem::take(&mut before);
        let results = match &names[..] {
            [one] => one.clone(),
            several => format!("a {} of stages, {},", group(several.len()), several.join(" and ")),
        };
        Some((results, fixed, bits))
    });
    fields.enumerate().map(move |(number, (results, fixed, bits))| Field {
        name: shift_name(number),
        bits: bit_range(&(below + bits.start..below + bits.end)),
        values: match design.has_sizes() {
            false => format!("0 to {}: results of {results} are divided by 2 to this power", fixed.max_shift()),
            true => format!(
                "0 to {}: results of step {} are divided by 2 to this power, in frames with so many steps",
                fixed.max_shift(),
                number + 1
            ),
        },
        reset: Some(first.shift(bits) as u32),
    })
}

/// Returns the shifts of the frames of a size with which nothing overflows between the steps. Empty if frames do not
/// choose them.
fn standard_shifts(pipeline: &Pipeline) -> Vec<i32> {
    let chosen =
        pipeline.stages().filter_map(|stage| stage.arithmetic.fixed()).filter(|fixed| fixed.shift_field_bits > 0);
    chosen.map(|fixed| fixed.shift).collect()
}

/// Size that frames may choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Size {
    /// Number of the size in the configuration word.
    pub number: usize,
    /// Number of points.
    pub points: usize,
    /// Cycles from the first beat in to the first beat out, while no other frame is in the core.
    pub latency_cycles: usize,
    /// Factor of the sum, as a ratio.
    pub scale: String,
    /// Radices of the stages in order, with that of the lanes.
    pub radices: Vec<usize>,
    /// Shifts with which no value between the steps is too large, where frames choose them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<i32>,
    /// Term of the gap that precedes a frame of another size. The gap is `lag_cycles` of this size minus `lead_cycles`
    /// of the other size, and at least `least_cycles` of this size.
    pub lag_cycles: usize,
    /// Term that a frame of this size takes off the gap before it.
    pub lead_cycles: usize,
    /// Shortest gap after a frame of this size.
    pub least_cycles: usize,
}

/// Lists the sizes of a design, the smallest first. Empty if there is only one.
pub(super) fn sizes(design: &Design) -> Vec<Size> {
    let mode = |points: usize| design.modes().into_iter().find(|mode| mode.size == points);
    let size = |(number, route): (usize, FrameSize)| Size {
        number,
        points: route.points,
        latency_cycles: mode(route.points).map_or(0, |mode| design.latency_of(&mode)),
        scale: design.config.number().scale(route.pipeline),
        radices: route.radices,
        shifts: standard_shifts(route.pipeline),
        lag_cycles: route.gap.lag,
        lead_cycles: route.gap.lead,
        least_cycles: route.gap.min,
    };
    design.architecture.sizes().into_iter().enumerate().map(size).collect()
}

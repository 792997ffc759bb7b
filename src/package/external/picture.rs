//! Picture of a core for frames in external memory: the memory, and the passes over a frame.

use super::facts::{Facts, PassFacts};
use crate::error::counted;
use crate::external::External;
use crate::package::picture::{draw, Part, Shape, Wire};

/// Draws a core as SVG.
pub fn picture(core: &External, facts: &Facts) -> String {
    let out = Wire { lanes: core.config.width, bits: core.config.format.bits(), has_exponent: false };
    let memory = Part {
        shape: Shape::Memory,
        name: "external".into(),
        latency: None,
        notes: vec![
            format!("{} a beat", counted(facts.bus.data_bits, "bit")),
            format!("{} in flight", counted(facts.bus.bursts_in_flight as usize, "burst")),
        ],
        out,
    };
    let pass = |(number, pass): (usize, &PassFacts)| {
        let engine = &facts.engines[pass.engine];
        let tile = pass.tile_points.map(|tile| format!("tiles {tile} × {tile}"));
        let twiddles = pass.twiddle_order.map(|_| "twiddle factors".to_string());
        let rest = [format!("dimension {}", pass.dimension), format!("at least {}", counted(pass.min_cycles, "cycle"))];
        let notes = rest.into_iter().chain(tile).chain(twiddles).collect();
        Part {
            shape: Shape::Butterfly,
            name: format!("pass {}", number + 1),
            latency: Some(engine.latency_cycles),
            notes,
            out,
        }
    };
    let parts: Vec<Part> = [memory].into_iter().chain(facts.passes.iter().enumerate().map(pass)).collect();
    let figures = format!(
        "a frame in at least {}, {} of memory on the chip",
        counted(facts.min_cycles, "cycle"),
        counted(facts.memory_words, "complex word")
    );
    draw([&core.name, &core.title(), &figures], out, &parts, true).finish()
}

//! The netlist around a core of longer words.

use super::Lengths;
use crate::matrix::lower::ports::Ports;
use crate::operators::shortened;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Builds a core around one of longer words, with the same ports but for the length of points and results. `prefix`:
/// what the names of its modules begin with. `alone`: the reset of a core without ports around it.
#[hdl]
pub fn core(name: &str, prefix: &str, inside: Arc<Module>, lengths: Lengths, alone: Option<Reset>) -> Module {
    let Lengths { ports: own, words } = lengths;
    let doc = format!("{} Computed in {}, with ports of {}.", inside.doc, words.name(), own.name());
    let m = Builder::new(name, doc);
    let lanes = inside.inputs[3].fields.len() / 2;
    let Ports { start, points } = Ports::new(&m, lanes, own.bits(), alone);
    // A subnormal number of a longer fraction is one as well.
    let parts = points.concat().into_iter().map(|part| part.above_zeros(words.fraction - own.fraction));
    let longer = m.place("longer", inside.clone());
    longer.set("ce", m.enable()).set(&inside.inputs[1].name, m.reset()).set("in_start", start);
    longer.set_bus("in_data", parts.collect::<Vec<_>>());
    for port in &inside.inputs[4..] {
        let widths: Vec<u32> = port.fields.iter().map(|field| inside.width(*field)).collect();
        longer.set_bus(&port.name, m.input_bus(&port.name, &widths));
    }
    let rounding = Arc::new(shortened(&format!("{prefix}_shortened"), words, own));
    for port in &inside.outputs {
        let fields = longer.bus(&port.name).into_iter().enumerate();
        let late = fields.map(|(number, field)| match port.name.as_str() {
            "out_start" => field.later_with_reset(1),
            "out_data" => m.operate(format!("shortened{number}"), &rounding, [field])[0].register(),
            _ => field,
        });
        m.output_bus(&port.name, late);
    }
    m.finish()
}

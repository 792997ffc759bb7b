//! The netlist around a core of longer words.

use super::Lengths;
use crate::lower::{Ports, Reset};
use crate::operators::{lengthened, shortened};
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds a core around one of longer words, with the same ports but for the length of points and results. `prefix`: what the names of its
/// modules begin with. `alone`: the reset of a core without ports around it.
pub fn core(name: &str, prefix: &str, inside: Arc<Module>, lengths: Lengths, alone: Option<Reset>) -> Module {
    let Lengths { ports: own, words } = lengths;
    let doc = format!("{} Computed in {}, with ports of {}.", inside.doc, words.name(), own.name());
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs_with(&mut m, 1, own.bits(), alone.unwrap_or_default());
    let points = ports.data.iter().map(|part| lengthened(&mut m, *part, words.fraction - own.fraction)).collect();
    let mut inputs = vec![vec![ports.enable], vec![ports.reset], vec![ports.start], points];
    for port in &inside.inputs[inputs.len()..] {
        let widths: Vec<u32> = port.fields.iter().map(|field| inside.width(*field)).collect();
        inputs.push(m.input_bus(&port.name, &widths));
    }
    let outputs = m.instance("longer", &inside, inputs);
    let rounding = Arc::new(shortened(&format!("{prefix}_shortened"), words, own));
    let round = |m: &mut Module, (number, part): (usize, &Net)| {
        let rounded = m.instance(format!("shortened{number}"), &rounding, vec![vec![*part]])[0][0];
        m.register(rounded, None)
    };
    for (port, nets) in inside.outputs.iter().zip(&outputs) {
        match port.name.as_str() {
            "out_start" => {
                let start = m.register(nets[0], Some(0));
                m.output(&port.name, start);
            }
            "out_data" => {
                let results: Vec<Net> = nets.iter().enumerate().map(|part| round(&mut m, part)).collect();
                m.output_bus(&port.name, &results);
            }
            _ => m.output_bus(&port.name, nets),
        }
    }
    m
}

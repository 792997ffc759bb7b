//! The package in SystemVerilog with the types of the points on the data ports, whose bits are those of the ports.

use super::ports::Port;
use super::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Types<'a> {
    name: &'a str,
    ports: Vec<DataPort<'a>>,
}

/// Port with lanes of points.
#[derive(Serialize)]
struct DataPort<'a> {
    name: &'a str,
    lanes: usize,
    is_complex: bool,
    /// Type of a component.
    kind: String,
    /// Names of the parts of a point, the highest bits first.
    fields: [&'static str; 2],
}

/// Returns the package of a core. It is empty if no port has points.
pub(super) fn types(name: &str, ports: &[Port], template: &str) -> String {
    let points = ports.iter().filter_map(|port| {
        let packing = port.packing.as_ref()?;
        let sign = if packing.is_signed { "signed " } else { "" };
        Some(DataPort {
            name: &port.name,
            lanes: packing.lanes,
            is_complex: packing.is_complex(),
            kind: format!("logic {sign}[{}:0]", packing.component_slot_bits - 1),
            fields: if packing.imaginary_low { ["re", "im"] } else { ["im", "re"] },
        })
    });
    let ports: Vec<DataPort> = points.collect();
    if ports.is_empty() {
        String::new()
    } else {
        format!("\n{}", fill(template, &Types { name, ports }))
    }
}

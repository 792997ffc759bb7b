//! Multiplexer of two words.

use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `y = second ? b : a`, combinational. Inputs `a`, `b`, `second`; output `y`.
#[hdl]
pub fn chooser(name: &str, bits: u32) -> Module {
    let m = Builder::new(name, format!("Choice between two words of {bits} bits"));
    let [a, b] = ["a", "b"].map(|port| m.input(port, bits));
    let chosen = m.input("second", 1).mux(b, a);
    m.output("y", chosen);
    m.finish()
}

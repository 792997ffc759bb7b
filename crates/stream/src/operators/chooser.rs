//! Multiplexer of two words.

use crate::rtl::Module;

/// Builds `y = second ? b : a`, combinational. Inputs `a`, `b`, `second`; output `y`.
pub fn chooser(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, format!("Choice between two words of {bits} bits"));
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let second = m.input("second", 1);
    let y = m.mux(second, b, a);
    m.output("y", y);
    m
}

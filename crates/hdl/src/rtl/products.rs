//! Products as modules of their own: DSP blocks with their registers.

use super::cells::{Cell, Pin, ProductCell};
use super::Module;

/// Product of a DSP block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Product {
    /// Bits of the factors.
    pub bits: [u32; 2],
    /// Whether factors are signed.
    pub signed: bool,
    /// Whether each factor passes a register.
    pub registered: [bool; 2],
}

impl Product {
    /// Names the module of the product.
    pub fn name(&self, prefix: &str) -> String {
        let [a, b] = self.bits;
        let signed = if self.signed { "" } else { "_unsigned" };
        let registers = match self.registered {
            [true, true] => "",
            [true, false] => "_a",
            [false, true] => "_b",
            [false, false] => "_q",
        };
        format!("{prefix}_product_{a}x{b}{signed}{registers}")
    }
}

impl ProductCell {
    /// Builds the module of a product: registers of the factors, the product and its register.
    pub fn module(self, prefix: &str, product: Product) -> Module {
        let Product { bits: [a_bits, b_bits], signed, registered } = product;
        let mut m = Module::new(
            product.name(prefix),
            format!("Product of {a_bits} by {b_bits} bits in a DSP block with registers."),
        );
        let factors = [m.input("a", a_bits), m.input("b", b_bits)];
        let enable = m.input("ce", 1);
        m.set_enable(enable);
        let mut factor = |index: usize| match registered[index] {
            true => m.register(factors[index], None),
            false => factors[index],
        };
        let (a, b) = (factor(0), factor(1));
        let y = if signed { m.mul_signed(a, b) } else { m.mul(a, b) };
        let y = m.register(y, None);
        for (net, name, is_register) in [(a, "a_q", registered[0]), (b, "b_q", registered[1]), (y, "product", true)] {
            if is_register {
                m.name(net, name);
            }
        }
        m.output("y", y);
        m.cells = vec![self.cell(product)];
        m
    }

    /// Returns the cell of a product.
    fn cell(self, product: Product) -> Cell {
        match self {
            ProductCell::Mult18x18d => mult18x18d(product),
        }
    }
}

/// Returns the multiplier of ECP5. Its registers share a clock and an enable.
fn mult18x18d(product: Product) -> Cell {
    let text = |word: &str| format!("\"{word}\"");
    let register = |name: &str, is_used: bool| {
        let clock = if is_used { "CLK0" } else { "NONE" };
        [("CLK", clock), ("CE", "CE0"), ("RST", "RST0")].map(|(pin, value)| (format!("REG_{name}_{pin}"), text(value)))
    };
    let [a, b] = product.registered;
    let registers = [("INPUTA", a), ("INPUTB", b), ("PIPELINE", false), ("OUTPUT", true)];
    let parameters = registers.into_iter().flat_map(|(name, is_used)| register(name, is_used));
    let fixed = [("RESETMODE", "SYNC"), ("GSR", "DISABLED"), ("MULT_BYPASS", "DISABLED")];
    let parameters = parameters.chain(fixed.map(|(name, value)| (name.to_string(), text(value)))).collect();
    let factor = |port: usize, bit: u32| {
        let bits = product.bits[port];
        match bit < bits {
            true => Pin::Input(port, bit),
            false if product.signed => Pin::Input(port, bits - 1),
            false => Pin::Constant(false),
        }
    };
    let mut pins: Vec<(String, Pin)> = Vec::new();
    for (port, name) in ["A", "B"].into_iter().enumerate() {
        pins.extend((0..18).map(|bit| (format!("{name}{bit}"), factor(port, bit))));
    }
    pins.extend((0..18).map(|bit| (format!("C{bit}"), Pin::Constant(false))));
    let signed = Pin::Constant(product.signed);
    let zero = Pin::Constant(false);
    let controls = [("SIGNEDA", signed), ("SIGNEDB", signed), ("SOURCEA", zero), ("SOURCEB", zero), ("RST0", zero)];
    pins.extend(controls.map(|(name, pin)| (name.to_string(), pin)));
    pins.extend([("CLK0".to_string(), Pin::Clock), ("CE0".to_string(), Pin::Input(2, 0))]);
    let bits: u32 = product.bits.iter().sum();
    pins.extend((0..bits).map(|bit| (format!("P{bit}"), Pin::Output(0, bit))));
    Cell { kind: "MULT18X18D", parameters, pins }
}

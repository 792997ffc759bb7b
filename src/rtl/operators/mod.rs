//! Operators as combinational netlists: those of floating point, generic in exponent and fraction width, and in
//! [`fixed`] those of fixed point.
//!
//! They obey the rules that [`crate::format`] states, and share no code with it. [`super::retime`] turns
//! them into pipelined modules.
//!
//! All end alike (`pack`): exponent field and fraction stand side by side as one integer, to which the
//! leading bit and the rounding increment are added, so that a carry out of the fraction moves the exponent
//! and a carry into the largest exponent is infinity, with no case of its own (the encoding was made for it:
//! Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed., section 7.2). Whatever forces a result,
//! zero or infinity or NaN, masks the operands of that addition where their tables have room for it. Where they
//! have not, as in an addition, zeros come after it, and the reset of the output register makes them for nothing.
//!
//! An addition is ordered and aligned in `order`, normalised in `result`; `adder` and `pair` put these together.

mod adder;
pub mod cfp;
mod chooser;
mod convert;
mod eighth;
pub mod fixed;
mod multiplier;
mod odd;
mod order;
mod pack;
mod pair;
mod product;
mod result;
mod scaler;
mod shift;

pub use adder::adder;
pub use chooser::chooser;
pub use convert::{comparisons, from_float, larger, largest, to_float};
pub use eighth::eighth;
pub use multiplier::multiplier;
pub use pair::pair;
pub use product::{MultiplierStyle, DSP_A_BITS, DSP_B_BITS};
pub use scaler::scaler;

use super::{Module, Net, Op};
use crate::format::Float;
use std::sync::Arc;

/// The result of an operator of one result within another, under the enable and the reset of that where it has its own.
fn operator(m: &mut Module, module: &Arc<Module>, label: &str, inputs: impl IntoIterator<Item = Net>) -> Net {
    let shared = [module.enable.and(m.enable), module.reset.and(m.reset)];
    let inputs = inputs.into_iter().chain(shared.into_iter().flatten()).map(|net| vec![net]).collect();
    m.instance(label, module, inputs)[0][0]
}

/// The fields of an operand.
struct Fields {
    sign: Net,
    exponent: Net,
    fraction: Net,
    /// Name of the port that it is, for names of what is made of it.
    port: String,
}

impl Fields {
    /// The fields of an operand, named for the port that it is.
    fn of(m: &mut Module, f: Float, a: Net) -> Fields {
        let port = port_name(m, a);
        let fields = Fields {
            sign: m.bit(a, f.exponent + f.fraction),
            exponent: m.slice(a, f.fraction, f.exponent),
            fraction: m.slice(a, 0, f.fraction),
            port,
        };
        m.name(fields.sign, format!("sign_{}", fields.port));
        m.name(fields.exponent, format!("exponent_{}", fields.port));
        m.name(fields.fraction, format!("fraction_{}", fields.port));
        fields
    }
}

/// The name of the input port that a net is, with the number of its field where there are several; else nothing.
fn port_name(m: &Module, net: Net) -> String {
    let Op::Input { port, field } = m.nets[net.index()].op else { return String::new() };
    let port = &m.inputs[port];
    match port.fields.len() {
        1 => port.name.clone(),
        _ => format!("{}{field}", port.name),
    }
}

/// The rounding and subnormal rules, for the text above a module.
fn rules(f: Float) -> String {
    let subnormals = if f.subnormals { "gradual underflow" } else { "subnormals flushed to zero" };
    format!("{} (e{}m{}), round to nearest even, {subnormals}", f.name(), f.exponent, f.fraction)
}

/// The exponent by which a value is weighed: a subnormal counts as exponent 1 without leading bit.
/// `leading` is set for normal numbers.
fn weight(m: &mut Module, exponent: Net, leading: Net) -> Net {
    let width = m.width(exponent);
    let subnormal = m.not(leading);
    let low = m.bit(exponent, 0);
    let low = m.or(low, subnormal);
    let high = m.slice(exponent, 1, width - 1);
    m.concat(&[low, high])
}

/// And of a word with one bit repeated.
fn gate(m: &mut Module, a: Net, bit: Net) -> Net {
    let bits = m.repeat(bit, m.width(a));
    m.and(a, bits)
}

/// `a + b + carry` modulo 2^width, as one addition: a one below `a` turns the bit below `b` into a carry.
fn add_carry(m: &mut Module, a: Net, b: Net, carry: Net) -> Net {
    let (width, one) = (m.width(a), m.constant(1, 1));
    let (a, b) = (m.concat(&[one, a]), m.concat(&[carry, b]));
    let sum = m.add(a, b);
    m.slice(sum, 1, width)
}

/// `a + b` modulo 2^width, where it is `b` that comes out of lookup tables, and they are to add it as well.
///
/// Yosys puts the operand whose lowest bits are less into the carry chain as it is: a zero here, and a one below `b`.
fn add_tables(m: &mut Module, a: Net, b: Net) -> Net {
    let [low, high] = in_order(m, a, b);
    let sum = m.add(low, high);
    m.slice(sum, 1, m.width(a))
}

/// Operands of an addition with a bit more below each, a zero and a one: without a carry between them, they say which is
/// the first.
fn in_order(m: &mut Module, a: Net, b: Net) -> [Net; 2] {
    [(0, a), (1, b)].map(|(bit, word)| {
        let below = m.constant(1, bit);
        m.concat(&[below, word])
    })
}

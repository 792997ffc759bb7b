//! Operators as combinational netlists: floating point, generic in exponent and fraction width, and in [`fixed`] fixed
//! point.
//!
//! They follow the rules of [`crate::format`] and share no code with it, so that each checks the other.
//! [`crate::rtl::retime`] turns them into pipelined modules.
//!
//! All floating-point operators share their last step, `pack`. Exponent field and fraction form one integer, to which
//! the leading bit and the rounding increment are added. A carry out of the fraction then increments the exponent, and
//! a carry into the largest exponent gives infinity, without special cases. The encoding was made for this (Muller et
//! al., Handbook of Floating-Point Arithmetic, 2nd ed., section 7.2). Forced results (zero, infinity, NaN) mask the
//! operands of that addition if the LUTs that compute them have free inputs. Otherwise, as in the adder, the result is
//! cleared after the addition, which the reset of the output register does without LUTs.
//!
//! In an addition, `order` orders and aligns the operands, and `result` normalises. `adder` and `pair` combine them.

mod adder;
pub mod cfp;
mod chooser;
mod convert;
mod depths;
mod eighth;
pub mod fixed;
mod lengths;
mod multiplier;
mod odd;
mod order;
mod pack;
mod pair;
mod parts;
mod product;
mod result;
mod scaler;
mod shift;

pub use adder::adder;
pub use chooser::chooser;
pub use convert::{comparisons, from_float, larger, largest, to_float};
pub use depths::{depths, fixed_depths, Depths, PipelineDepths, MAX_DEPTH};
pub use eighth::eighth;
pub use lengths::{lengthened, shortened};
pub use multiplier::{multiplier, multiplier_of_any};
pub use pair::pair;
pub use parts::parts;
pub use product::{MultiplierStyle, Products, DSP_A_BITS, DSP_B_BITS};
pub use scaler::scaler;

use crate::format::Float;
use crate::rtl::{Module, Net, Op};
use fftgen_hdl::dsl::Builder;
use std::sync::Arc;

/// Instantiates an operator with one result and returns the result. The operator takes the module's enable and reset if
/// it has such ports.
fn operator(m: &mut Module, module: &Arc<Module>, label: &str, inputs: impl IntoIterator<Item = Net>) -> Net {
    let shared = [module.enable.and(m.enable), module.reset.and(m.reset)];
    let inputs = inputs.into_iter().chain(shared.into_iter().flatten()).map(|net| vec![net]).collect();
    m.instance(label, module, inputs)[0][0]
}

/// Fields of an operand.
struct Fields {
    sign: Net,
    exponent: Net,
    fraction: Net,
    /// Name of the operand's port, from which names of nets are derived.
    port: String,
}

impl Fields {
    /// Splits an operand and names its fields after its port.
    fn split(m: &mut Module, f: Float, a: Net) -> Fields {
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

/// Returns the name of the input port that a net is, with the index of its field if there are several. The name of any
/// other net is empty.
fn port_name(m: &Module, net: Net) -> String {
    let Op::Input { port, field } = m.nets[net.index()].op else { return String::new() };
    let port = &m.inputs[port];
    match port.fields.len() {
        1 => port.name.clone(),
        _ => format!("{}{field}", port.name),
    }
}

/// Describes the rules of rounding and of subnormals, for the text above a module.
fn rules(f: Float) -> String {
    let subnormals = if f.subnormals { "gradual underflow" } else { "subnormals flushed to zero" };
    format!("{} (e{}m{}), round to nearest even, {subnormals}", f.name(), f.exponent, f.fraction)
}

/// Computes the effective exponent of a value. A subnormal has exponent 1 and no leading bit. `leading` is set for
/// normal numbers.
fn weight(m: &mut Module, exponent: Net, leading: Net) -> Net {
    let width = m.width(exponent);
    let subnormal = m.not(leading);
    let low = m.bit(exponent, 0);
    let low = m.or(low, subnormal);
    let high = m.slice(exponent, 1, width - 1);
    m.concat(&[low, high])
}

/// Masks a word with one bit.
fn gate(m: &mut Module, a: Net, bit: Net) -> Net {
    let bits = m.repeat(bit, m.width(a));
    m.and(a, bits)
}

/// Adds `a + b + carry`: [`fftgen_hdl::dsl::Sig::add_carry`].
pub(crate) fn add_carry(m: &mut Module, a: Net, b: Net, carry: Net) -> Net {
    Builder::over(m, |m| m.sig(a).add_carry(m.sig(b), m.sig(carry)).net())
}

/// Adds `a + b` modulo 2^width, where LUTs compute `b` and are to absorb the addition.
///
/// Yosys connects the operand with the smaller low bits directly to the carry chain. A zero below `a` and a one below
/// `b` make it choose `a`.
fn add_tables(m: &mut Module, a: Net, b: Net) -> Net {
    let [low, high] = in_order(m, a, b);
    let sum = m.add(low, high);
    m.slice(sum, 1, m.width(a))
}

/// Appends a zero below `a` and a one below `b`. The sum of these bits has no carry, and Yosys takes `a` as the first
/// operand because of them.
fn in_order(m: &mut Module, a: Net, b: Net) -> [Net; 2] {
    [(0, a), (1, b)].map(|(bit, word)| {
        let below = m.constant(1, bit);
        m.concat(&[below, word])
    })
}

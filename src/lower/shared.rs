//! Words whose parts share an exponent, as hardware: out of floating-point numbers, and back.

use super::control::delay_pulse;
use super::{Operators, Ports};
use crate::rtl::operators::shared::Makeup;
use crate::rtl::Module;
use crate::stream::numeric::Shared;

/// How the words are made up.
pub(super) fn makeup(shared: &Shared) -> Makeup {
    Makeup { aligned: shared.aligned, mantissa: shared.mantissa(), exponent: shared.exponent_bits() }
}

/// Bits of a signed number that holds the exponent field of a part, wherever its leading bit is.
pub(super) fn field_bits(shared: &Shared) -> u32 {
    let most = 2i64.pow(shared.float.exponent) + i64::from(shared.field().abs()) + i64::from(shared.mantissa());
    (1..=32).find(|bits| most < 1 << (bits - 1)).unwrap_or(32)
}

/// The netlist of what makes words of floating-point numbers.
pub fn entry(name: &str, shared: &Shared, operators: &Operators, interval: usize) -> Module {
    let doc = format!(
        "{} lanes of {} as words with an exponent each, of parts of {} bits; latency {} cycles.",
        shared.lanes,
        shared.float.name(),
        shared.mantissa(),
        Shared::ENTERING
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, shared.lanes, shared.float.bits());
    let mut data = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        let inputs = [parts[0], parts[1], ports.enable].map(|net| vec![net]).to_vec();
        let word = m.instance(format!("enter{lane}"), operators.enter(), inputs);
        data.extend(word.into_iter().flatten());
    }
    let out_start = delay_pulse(&mut m, ports.start, Shared::ENTERING, interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// The netlist of what makes floating-point numbers of words.
pub fn exit(name: &str, shared: &Shared, operators: &Operators, interval: usize) -> Module {
    let doc = format!(
        "{} lanes of words with an exponent each as {}; latency {} cycles.",
        shared.lanes,
        shared.float.name(),
        Shared::LEAVING
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, shared.lanes, shared.bits());
    let bits = field_bits(shared);
    let mut data = Vec::new();
    for (lane, word) in ports.data.chunks(2).enumerate() {
        let (parts, exponent) = makeup(shared).split(&mut m, [word[0], word[1]]);
        let nan = m.all(exponent);
        // The exponent counts fours.
        let zero = m.constant(1, 0);
        let twice = m.concat(&[zero, exponent]);
        let (twice, offset) = (m.extend(twice, bits), m.constant(bits, shared.field() as u128));
        let field = m.add(twice, offset);
        for (part, &net) in parts.iter().enumerate() {
            let inputs = [net, field, nan, ports.enable].map(|net| vec![net]).to_vec();
            data.push(m.instance(format!("leave{}", 2 * lane + part), operators.leave(), inputs)[0][0]);
        }
    }
    let out_start = delay_pulse(&mut m, ports.start, Shared::LEAVING, interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}

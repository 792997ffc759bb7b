//! Registers and gates of one bit that states are made of.

use crate::rtl::{address_bits, Module, Net};

/// Adds a register of one bit with a name and a reset value.
pub fn named_state(m: &mut Module, name: &str, is_set: bool) -> Net {
    let state = m.state(1, Some(u128::from(is_set)));
    m.name(state, name)
}

/// Adds a register of one bit that changes after each pulse.
pub fn toggled(m: &mut Module, name: &str, pulse: Net) -> Net {
    let register = named_state(m, name, false);
    let next = m.xor(register, pulse);
    m.drive(register, next);
    register
}

/// Returns `a` without `b`.
pub fn and_not(m: &mut Module, a: Net, b: Net) -> Net {
    let b = m.not(b);
    m.and(a, b)
}

/// Returns a net that is high with any of some nets.
pub fn any_of(m: &mut Module, nets: &[Net]) -> Net {
    let never = m.constant(1, 0);
    nets.iter().fold(never, |any, &net| m.or(any, net))
}

/// Returns the number of the step that is high, or `zero` if none is.
pub fn number_in_step(
    m: &mut Module,
    zero: Net,
    steps: &[Net],
    mut number: impl FnMut(&mut Module, usize) -> Net,
) -> Net {
    steps.iter().enumerate().fold(zero, |all, (index, &step)| {
        let own = number(m, index);
        let own = m.mux(step, own, zero);
        m.or(all, own)
    })
}

/// Returns the number of the net that is high. One of them is.
pub fn number_of(m: &mut Module, nets: &[Net]) -> Net {
    let bits: Vec<Net> = (0..address_bits(nets.len()))
        .map(|bit| {
            let with_bit: Vec<Net> =
                nets.iter().enumerate().filter(|(number, _)| number >> bit & 1 > 0).map(|(_, net)| *net).collect();
            any_of(m, &with_bit)
        })
        .collect();
    m.concat(&bits)
}

/// Delays a control signal by registers, which a reset clears.
pub fn later(m: &mut Module, net: Net, cycles: usize) -> Net {
    (0..cycles).fold(net, |net, _| m.register(net, Some(0)))
}

//! Connections of a module that is rebuilt net by net.

use super::{Module, Net, Op};

/// Connects the registers, delays, ports and instances of a rebuilt module. `nets`: new net of each net of `module`.
/// `is_kept`: whether a register or a delay is what it was. Instances after those of `module` are connected.
pub(crate) fn reconnect(module: &Module, out: &mut Module, nets: &[Net], is_kept: impl Fn(Net) -> bool) {
    let new = |net: &Net| nets[net.index()];
    for (old, &net) in nets.iter().enumerate().filter(|(old, _)| is_kept(Net(*old as u32))) {
        match (&module.nets[old].op, &mut out.nets[net.index()].op) {
            (Op::Reg { d, enable, .. }, Op::Reg { d: new_d, enable: new_enable, .. }) => {
                (*new_d, *new_enable) = (d.as_ref().map(new), enable.as_ref().map(new));
            }
            (_, Op::Delay { of, .. }) => *of = new(of),
            _ => {}
        }
    }
    let ports = out.inputs.iter_mut().chain(&mut out.outputs);
    ports.flat_map(|port| &mut port.fields).for_each(|net| *net = new(net));
    let instances = out.instances.iter_mut().take(module.instances.len());
    instances.flat_map(|instance| &mut instance.inputs).flatten().for_each(|net| *net = new(net));
    out.ring_pointers.iter_mut().for_each(|(_, net)| *net = new(net));
    out.apart.iter_mut().for_each(|net| *net = new(net));
    out.sections.retain_mut(|(first, _)| {
        let net = nets.get(first.index());
        net.map(|net| *first = *net).is_some()
    });
    out.enable = module.enable.as_ref().map(new);
    out.reset = module.reset.as_ref().map(new);
}

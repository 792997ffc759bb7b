//! Cuts a combinational module into pipeline stages.
//!
//! Each net is given a stage; a net read in a later stage than its own passes a register for each stage
//! between. `schedule` chooses the stages, by the delays in `delay`; this file rebuilds the module.

mod delay;
mod depths;
mod leads;
mod schedule;

pub use depths::{depths, fixed_depths, Depths, PipelineDepths, Profile, DEEPEST};
pub use leads::InputArrival;

use super::{Module, Net, Op};
use schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet};

/// The same function with a latency of exactly `depth` cycles. A depth of zero is the module itself.
///
/// Outputs are registered, inputs are not: there is logic before the first register. A clock enable `ce` becomes the last input port. No register is reset.
///
/// `module` has no registers, memories or instances.
pub fn pipeline(module: &Module, depth: u32, leads: InputArrival) -> Module {
    assert!(!module.is_clocked() && module.instances.is_empty(), "{} is not combinational", module.name);
    if depth == 0 {
        return module.clone();
    }
    let schedule = Schedule::new(module, depth, leads);
    let cycles = if depth == 1 { "cycle" } else { "cycles" };
    let doc = format!("{}; latency {depth} {cycles}.", module.doc.trim_end_matches('.'));
    let mut out = Module::new(&module.name, doc);
    let mut placed: BTreeMap<(Net, u32), Net> = BTreeMap::new();
    for port in &module.inputs {
        let widths: Vec<u32> = port.fields.iter().map(|&field| module.width(field)).collect();
        let nets = out.input_bus(&port.name, &widths);
        placed.extend(port.fields.iter().zip(nets).map(|(&field, net)| ((field, 0), net)));
    }
    let enable = out.input("ce", 1);
    out.set_enable(enable);

    let needed = needed(module, &schedule, depth);
    for (index, net) in module.nets.iter().enumerate() {
        let old = Net(index as u32);
        let mut last = None;
        for &stage in &needed[index] {
            let new = match (placed.get(&(old, stage)), &net.op, last) {
                (Some(&input), ..) => input,
                (None, Op::Slice { of, .. }, _) if placed.contains_key(&(*of, stage)) => {
                    out.net(net.width, net.op.map_operands(|o| placed[&(o, stage)]))
                }
                (None, _, Some((before, value))) => register(&mut out, value, stage - before),
                (None, op, None) => out.net(net.width, op.map_operands(|o| placed[&(o, schedule.seen(o, stage))])),
            };
            if let (Some(name), false) = (&net.name, matches!(net.op, Op::Const(_))) {
                let first = stage == schedule.stage(old);
                out.name(new, if first { name.clone() } else { format!("{name}_{stage}") });
            }
            placed.insert((old, stage), new);
            last = Some((stage, new));
        }
    }
    for port in &module.outputs {
        let fields: Vec<Net> = port.fields.iter().map(|&field| placed[&(field, schedule.seen(field, depth))]).collect();
        out.output_bus(&port.name, &fields);
    }
    out
}

fn register(out: &mut Module, value: Net, cycles: u32) -> Net {
    match cycles {
        1 => out.register(value, None),
        _ => out.delay(value, cycles),
    }
}

/// The stages in which each net must be at hand, its own first; none for a net that nothing reads.
fn needed(module: &Module, schedule: &Schedule<'_>, depth: u32) -> Vec<BTreeSet<u32>> {
    let mut needed = vec![BTreeSet::new(); module.nets.len()];
    for field in module.outputs.iter().flat_map(|port| &port.fields) {
        needed[field.index()].insert(schedule.seen(*field, depth));
    }
    for index in (0..module.nets.len()).rev() {
        let net = Net(index as u32);
        let Some(&last) = needed[index].last() else { continue };
        let own = schedule.stage(net);
        needed[index].insert(own);
        for operand in module.operands(net) {
            needed[operand.index()].insert(schedule.seen(operand, own));
            // Where the whole word is registered anyway, a part of it is taken from there.
            if let Op::Slice { .. } = module.nets[index].op {
                let whole = schedule.last_use(operand).min(last);
                let shared: Vec<u32> = needed[index].range(own..=whole).copied().collect();
                needed[operand.index()].extend(shared);
            }
        }
    }
    needed
}

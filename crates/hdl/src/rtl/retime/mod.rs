//! Pipelining of combinational modules.
//!
//! Each net has a stage. A net that a later stage reads passes one register per stage between. `schedule` chooses the
//! stages from the delays in `delay`, and this file rebuilds the module.

mod blocks;
mod delay;
mod input_arrival;
mod profile;
mod schedule;

pub use blocks::{with_blocks, ProductModules};
pub use input_arrival::InputArrival;
pub use profile::Profile;

use super::technology::Technology;
use super::{Module, Net, Op};
use schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet};

/// Pipelines a module to a latency of exactly `depth` cycles. A depth of zero returns the module unchanged.
///
/// Outputs are registered. Inputs are not, so there is logic before the first register. A clock enable `ce` becomes the
/// last input port. No register is reset.
///
/// # Panics
///
/// Panics if `module` has registers, memories or instances.
pub fn pipeline(module: &Module, depth: u32, input_arrival: InputArrival, technology: &Technology) -> Module {
    assert!(!module.is_clocked() && module.instances.is_empty(), "{} is not combinational", module.name);
    if depth == 0 {
        return module.clone();
    }
    let schedule = Schedule::new(module, depth, input_arrival, technology);
    let cycles = if depth == 1 { "cycle" } else { "cycles" };
    let doc = format!("{}; latency {depth} {cycles}.", module.doc.trim_end_matches('.'));
    let mut out = Module::new(&module.name, doc);
    // The net of each original net in each stage that needs it.
    let mut placed: BTreeMap<(Net, u32), Net> = BTreeMap::new();
    for port in &module.inputs {
        let widths: Vec<u32> = port.fields.iter().map(|&field| module.width(field)).collect();
        let nets = out.input_bus(&port.name, &widths);
        placed.extend(port.fields.iter().zip(nets).map(|(&field, net)| ((field, 0), net)));
    }
    let enable = out.input("ce", 1);
    out.set_enable(enable);

    let required = required_stages(module, &schedule, depth);
    let mut sections = module.sections.iter().peekable();
    for (index, net) in module.nets.iter().enumerate() {
        let old = Net(index as u32);
        while let Some((_, title)) = sections.next_if(|(first, _)| *first <= old) {
            out.section(title);
        }
        let mut last = None;
        for &stage in &required[index] {
            let new = match (placed.get(&(old, stage)), &net.op, last) {
                (Some(&input), ..) => input,
                (None, Op::Slice { of, .. }, _) if placed.contains_key(&(*of, stage)) => {
                    out.net(net.width, net.op.map_operands(|o| placed[&(o, stage)]))
                }
                (None, _, Some((before, value))) => register(&mut out, value, stage - before),
                (None, op, None) => {
                    out.net(net.width, op.map_operands(|o| placed[&(o, schedule.read_stage(o, stage))]))
                }
            };
            if let (Some(name), false) = (&net.name, matches!(net.op, Op::Const(_))) {
                let is_own_stage = stage == schedule.stage(old);
                out.name(new, if is_own_stage { name.clone() } else { format!("{name}_{stage}") });
            }
            placed.insert((old, stage), new);
            last = Some((stage, new));
        }
    }
    for port in &module.outputs {
        let read = |&field: &Net| placed[&(field, schedule.read_stage(field, depth))];
        let fields: Vec<Net> = port.fields.iter().map(read).collect();
        out.output_bus(&port.name, &fields);
    }
    out
}

/// Delays a value by `cycles` registers.
fn register(out: &mut Module, value: Net, cycles: u32) -> Net {
    match cycles {
        1 => out.register(value, None),
        _ => out.delay(value, cycles),
    }
}

/// Lists the stages that need each net, with its own stage first. The list is empty for a net that nothing reads.
fn required_stages(module: &Module, schedule: &Schedule<'_>, depth: u32) -> Vec<BTreeSet<u32>> {
    let mut required = vec![BTreeSet::new(); module.nets.len()];
    let last_uses = schedule.last_uses();
    for field in module.outputs.iter().flat_map(|port| &port.fields) {
        required[field.index()].insert(schedule.read_stage(*field, depth));
    }
    for index in (0..module.nets.len()).rev() {
        let net = Net(index as u32);
        let Some(&last) = required[index].last() else { continue };
        let own = schedule.stage(net);
        required[index].insert(own);
        for operand in module.operands(net) {
            required[operand.index()].insert(schedule.read_stage(operand, own));
            // While registers hold the whole word, its slices are taken from them and need no registers of their own.
            if let Op::Slice { .. } = module.nets[index].op {
                let whole = last_uses[operand.index()].min(last);
                let shared: Vec<u32> = required[index].range(own..=whole).copied().collect();
                required[operand.index()].extend(shared);
            }
        }
    }
    required
}

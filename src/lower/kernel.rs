//! Scheduled kernels as hardware: operators, the multiplexers before them, the delays between.

use super::control::{choose, delay_pulse, Beats};
use super::{Operators, Ports};
use crate::dag::Coefficient;
use crate::rtl::{Module, Net};
use crate::stream::schedule::{Producer, Schedule, Tap, UnitKind};
use crate::stream::{Sequence, Stage};
use std::collections::{BTreeMap, BTreeSet};

/// The netlist of a scheduled kernel.
pub fn kernel(name: &str, stage: &Stage, operators: &Operators, interval: usize) -> Module {
    let Stage { shape, schedule, .. } = stage;
    let beats = if shape.period == 1 { "in each beat".to_string() } else { format!("every {} beats", shape.period) };
    let doc = format!(
        "{}: {} of them {beats}, {} lanes, on {} adders and {} multipliers; latency {} cycles.",
        stage.kernel,
        shape.copies,
        shape.lanes,
        schedule.adders(),
        schedule.multipliers(),
        schedule.latency,
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, shape.lanes, operators.bits);
    let mut beats = Beats::new(&mut m, "", ports.start, shape.beats());
    let placed: Vec<(usize, Vec<Net>)> = place(&mut m, schedule, operators);
    let source = |producer: Producer| match producer {
        Producer::Input(lane) => ports.data[lane],
        Producer::Unit(unit, result) => placed[unit].1[result],
    };
    let mut taps = Taps::new(&mut m, schedule, source);

    // In the order of their windows, so that the counters' delays form one chain.
    let mut order: Vec<usize> = (0..schedule.units.len()).collect();
    order.sort_by_key(|&unit| schedule.units[unit].start);
    for unit in order {
        let inputs = operands(&mut m, stage, unit, operators, &mut beats, &mut taps);
        let kind = schedule.units[unit].kind;
        let enable = operators.module(kind).enable.map(|_| vec![ports.enable]);
        m.connect(placed[unit].0, inputs.into_iter().map(|net| vec![net]).chain(enable).collect());
    }
    let mut data = Vec::new();
    for row in &schedule.outputs {
        let row = every_batch(stage, row);
        let net = choose(&mut m, &mut beats, schedule.latency, &row, |m, tap| taps.net(m, tap));
        data.push(net.unwrap_or(ports.data[0]));
    }
    let out_start = delay_pulse(&mut m, ports.start, schedule.latency, interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// Instances of all operators: number and results of each.
fn place(m: &mut Module, schedule: &Schedule, operators: &Operators) -> Vec<(usize, Vec<Net>)> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let units = schedule.units.iter().map(|unit| {
        let label = match unit.kind {
            UnitKind::Add => "add",
            UnitKind::Pair => "pair",
            UnitKind::Mul => "mul",
            UnitKind::Scale(_) => "scale",
        };
        let number = numbers.entry(label).or_default();
        *number += 1;
        let (instance, outputs) = m.place(format!("{label}{}", *number - 1), operators.module(unit.kind));
        let results = outputs.into_iter().zip(&operators.module(unit.kind).outputs);
        let results = results.map(|(nets, port)| m.name(nets[0], format!("{label}{}_{}", *number - 1, port.name)));
        (instance, results.collect())
    });
    units.collect()
}

/// A row over the beats of a batch, repeated for every batch of the frame.
fn every_batch<T: Clone>(stage: &Stage, row: &[Option<T>]) -> Vec<Option<T>> {
    row.iter().cloned().cycle().take(stage.shape.beats()).collect()
}

/// What drives the inputs of a unit, its enable excepted.
fn operands(
    m: &mut Module,
    stage: &Stage,
    unit: usize,
    operators: &Operators,
    beats: &mut Beats,
    taps: &mut Taps,
) -> Vec<Net> {
    let unit = &stage.schedule.units[unit];
    let mut inputs = Vec::new();
    for port in 0..if matches!(unit.kind, UnitKind::Add | UnitKind::Pair) { 2 } else { 1 } {
        let row: Vec<Option<Tap>> =
            unit.operations.iter().map(|o| o.as_ref().and_then(|o| o.operands.get(port).copied())).collect();
        let net = choose(m, beats, unit.start, &every_batch(stage, &row), |m, tap| taps.net(m, tap));
        inputs.push(net.unwrap_or_else(|| m.constant(operators.bits, 0)));
    }
    match unit.kind {
        UnitKind::Add => {
            let row: Vec<_> = unit.operations.iter().map(|o| o.as_ref().map(|o| o.subtract)).collect();
            let net = choose(m, beats, unit.start, &every_batch(stage, &row), |m, s| m.constant(1, u128::from(*s)));
            inputs.push(net.unwrap_or_else(|| m.constant(1, 0)));
        }
        UnitKind::Mul => {
            let beat = |batch: usize, operation: &Option<_>| coefficient(stage, operators, batch, operation);
            let table: Vec<Option<u128>> = (0..stage.shape.batches)
                .flat_map(|batch| unit.operations.iter().map(move |operation| beat(batch, operation)))
                .collect();
            let sequence = Sequence::new(operators.bits, 1, &table);
            inputs.push(beats.word(m, &sequence, unit.start));
        }
        UnitKind::Pair | UnitKind::Scale(_) => {}
    }
    inputs
}

/// The coefficient of an operation in a batch, encoded.
fn coefficient(
    stage: &Stage,
    operators: &Operators,
    batch: usize,
    operation: &Option<crate::stream::schedule::Operation>,
) -> Option<u128> {
    let value = match operation.as_ref()?.coefficient? {
        Coefficient::Constant(index) => &stage.graph.constants[index],
        Coefficient::Table(index) => &stage.tables[index][batch],
    };
    Some(u128::from(operators.encode(value)))
}

/// The delayed values of all producers: one line each, tapped where somebody needs it.
struct Taps {
    nets: BTreeMap<(Producer, usize), Net>,
}

impl Taps {
    fn new(m: &mut Module, schedule: &Schedule, source: impl Fn(Producer) -> Net) -> Self {
        let operations = schedule.units.iter().flat_map(|u| u.operations.iter().flatten());
        let used = operations.flat_map(|o| &o.operands).chain(schedule.outputs.iter().flatten().flatten());
        let wanted: BTreeSet<(Producer, usize)> = used.map(|tap| (tap.producer, tap.delay)).collect();
        let mut nets: BTreeMap<(Producer, usize), Net> = BTreeMap::new();
        for (producer, delay) in wanted {
            let before = nets.range((producer, 0)..(producer, delay)).next_back();
            let (at, net) = before.map_or((0, source(producer)), |((_, at), net)| (*at, *net));
            nets.insert((producer, delay), m.delay(net, (delay - at) as u32));
        }
        Taps { nets }
    }

    fn net(&mut self, m: &mut Module, tap: &Tap) -> Net {
        let net = self.nets[&(tap.producer, tap.delay)];
        match tap.negate {
            false => net,
            true => {
                let sign = m.constant(m.width(net), 1 << (m.width(net) - 1));
                m.xor(net, sign)
            }
        }
    }
}

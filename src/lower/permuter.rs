//! Permuters as hardware.

use super::control::{choose, delay_pulse, Beats};
use super::Ports;
use crate::rtl::{Module, Net};
use crate::stream::permuter::Source;
use crate::stream::{Permuter, Sequence};

/// The netlist of a permuter for complex words of two `bits`-bit components.
pub fn permuter(name: &str, permuter: &Permuter, bits: u32, interval: usize) -> Module {
    let mut m = Module::new(
        name,
        format!(
            "Permuter: {} lanes in, {} lanes out, {} words in {} banks; latency {} cycles.",
            permuter.lanes_in,
            permuter.outputs.len(),
            permuter.words(),
            permuter.banks.len(),
            permuter.latency,
        ),
    );
    let ports = Ports::inputs(&mut m, permuter.lanes_in, bits);
    let lanes: Vec<_> = ports.data.chunks(2).map(|c| m.concat(c)).collect();
    let source = |s: &Source| (*s != Source::Any).then_some(*s);
    let rows: Vec<Vec<_>> = permuter.outputs.iter().map(|row| row.iter().map(source).collect()).collect();

    let (sources, mut beats, late, out_start) = if permuter.banks.is_empty() {
        let out_start = delay_pulse(&mut m, ports.start, permuter.latency, interval);
        let beats = Beats::in_blocks(&mut m, "out_", out_start, permuter.beats_out, permuter.blocks, 1);
        (lanes, beats, 0, out_start)
    } else {
        let Permuter { blocks, phases, .. } = *permuter;
        let mut writing = Beats::in_blocks(&mut m, "write_", ports.start, permuter.beats_in, blocks, phases);
        let read_start = delay_pulse(&mut m, ports.start, permuter.latency - 1, interval);
        let read_start = m.name(read_start, "read_start");
        let mut reading = Beats::in_blocks(&mut m, "read_", read_start, permuter.beats_out, blocks, phases);
        let mut words = Vec::new();
        for (number, bank) in permuter.banks.iter().enumerate() {
            let memory = m.memory(format!("bank{number}"), bank.words, 2 * bits);
            let row: Vec<_> = bank.source.iter().map(source).collect();
            let data = choose(&mut m, &mut writing, 0, &row, |_, s| match s {
                Source::From(lane) => lanes[*lane],
                Source::Zero | Source::Any => lanes[0],
            });
            let used: Vec<_> = row.iter().map(|s| Some(s.is_some())).collect();
            let wanted = choose(&mut m, &mut writing, 0, &used, |m, used| m.constant(1, u128::from(*used)));
            let address = named_address(&mut m, &mut writing, &bank.write, format!("bank{number}_write_address"));
            if let (Some(data), Some(wanted)) = (data, wanted) {
                let enable = m.and(writing.active, wanted);
                m.write(memory, enable, address, data);
            }
            let address = named_address(&mut m, &mut reading, &bank.read, format!("bank{number}_read_address"));
            let word = m.read(memory, address);
            words.push(m.name(word, format!("bank{number}_out")));
        }
        let out_start = delay_pulse(&mut m, read_start, 1, interval);
        (words, reading, 1, out_start)
    };
    let mut data = Vec::new();
    for (lane, row) in rows.iter().enumerate() {
        let zero = m.constant(2 * bits, 0);
        let word = choose(&mut m, &mut beats, late, row, |_, s| match s {
            Source::From(from) => sources[*from],
            Source::Zero | Source::Any => zero,
        });
        let word = word.unwrap_or(zero);
        if m.constant_value(word).is_none() && row.iter().flatten().count() > 1 {
            m.name(word, format!("lane{lane}"));
        }
        data.extend([m.slice(word, 0, bits), m.slice(word, bits, bits)]);
    }
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// The address that a sequence gives, under a name unless it is a constant or the counter itself.
fn named_address(m: &mut Module, beats: &mut Beats, sequence: &Sequence, name: String) -> Net {
    let address = beats.word(m, sequence, 0);
    match m.nets[address.index()].name.is_none() && m.constant_value(address).is_none() {
        true => m.name(address, name),
        false => address,
    }
}

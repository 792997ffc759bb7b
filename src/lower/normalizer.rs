//! Normalizers as hardware: what all components of a frame have in common, a count of it, and shifters.

use super::control::{carried, choose, Beats, Pulse};
use super::line::Line;
use super::{Operators, Ports};
use crate::rtl::operators::fixed::headroom;
use crate::rtl::{Module, Net};
use crate::stream::Normalizer;

/// The netlist of a normalizer. It sees a frame ahead of the permuter on `in_data`, and shifts what comes through the
/// permuter on `passed`.
pub fn normalizer(name: &str, normalizer: &Normalizer, operators: &Operators, interval: usize, bits: u32) -> Module {
    let Normalizer { measured, passing, lanes, input, output, .. } = normalizer;
    let doc = format!(
        "Normalizer: the largest component of a frame comes to fill {output} of {input} bits; words wait {} cycles; \
         latency {} cycles from in_start, which is {passing} cycles ahead of passed. out_exponent: the words are \
         divided by 2^out_exponent, valid from out_start to the next one.",
        normalizer.wait(),
        passing + normalizer.latency(),
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, measured.lanes, *input);
    let passed = m.input_bus("passed", &vec![*input; 2 * lanes]);
    let different = different(&mut m, normalizer, &ports);

    let mut pulse = Pulse::new(ports.start, interval);
    let first = pulse.at(&mut m, 1);
    let frame = m.state(input - 1, None);
    let before = m.or(frame, different);
    let all = m.mux(first, different, before);
    m.drive(frame, all);
    m.name(frame, "frame_different");
    let count = headroom(&mut m, all);
    let counted = pulse.at(&mut m, measured.beats);
    let shift = m.state(m.width(count), None);
    m.drive_enabled(shift, count, counted);
    m.name(shift, "shift");
    let shift = carried(&mut m, &mut pulse, shift, normalizer.known()..normalizer.shifted());

    let words = waiting(&mut m, &passed, normalizer.wait());
    let align = operators.align(normalizer);
    let mut data = Vec::new();
    for (number, word) in words.into_iter().enumerate() {
        let inputs = [word, shift, ports.enable].map(|net| vec![net]).to_vec();
        data.push(m.instance(format!("align{number}"), align, inputs)[0][0]);
    }
    let leaving = normalizer.shifted() + normalizer.cycles();
    let out_start = pulse.at(&mut m, leaving);
    Ports::outputs(&mut m, out_start, &data);
    let shift = m.delay(shift, normalizer.cycles() as u32);
    let shift = m.extend(shift, bits.max(m.width(shift)));
    let shift = m.slice(shift, 0, bits);
    let most = m.constant(bits, normalizer.dropped().into());
    let exponent = m.sub(most, shift);
    m.output("out_exponent", exponent);
    m
}

/// The bits, but for the sign, in which some component of a beat differs from its sign, a cycle later.
fn different(m: &mut Module, normalizer: &Normalizer, ports: &Ports) -> Net {
    let Normalizer { measured, input, .. } = normalizer;
    let mut beats = Beats::new(m, "measure_", ports.start, measured.beats);
    let mut all = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        let element = |beat: usize| Some(measured.slots[beat * measured.lanes + lane].is_some());
        let row: Vec<Option<bool>> = (0..measured.beats).map(element).collect();
        let there = choose(m, &mut beats, 0, &row, |m, there| m.constant(1, u128::from(*there)));
        let there = there.unwrap_or_else(|| unreachable!("a frame has beats"));
        let there = m.repeat(there, input - 1);
        for &part in parts {
            let sign = m.bit(part, input - 1);
            let signs = m.repeat(sign, input - 1);
            let rest = m.slice(part, 0, input - 1);
            let bits = m.xor(rest, signs);
            all.push(m.and(bits, there));
        }
    }
    while all.len() > 1 {
        all = all.chunks(2).map(|pair| m.or(pair[0], pair[pair.len() - 1])).collect();
    }
    let beat = m.register(all[0], None);
    m.name(beat, "beat_different")
}

/// Words, so many cycles later.
fn waiting(m: &mut Module, words: &[Net], cycles: usize) -> Vec<Net> {
    if cycles == 0 {
        return words.to_vec();
    }
    let mut pointer = None;
    let mut late = Vec::new();
    for parts in words.chunks(2) {
        let word = m.concat(parts);
        let (line, end) = Line::open(m, &mut pointer, m.width(word), cycles);
        line.close(m, word);
        let bits = m.width(parts[0]);
        late.extend([m.slice(end, 0, bits), m.slice(end, bits, bits)]);
    }
    late
}

//! Normalizers as hardware: the measure of a frame, and shifters.

use crate::format::Float;
use crate::lower::beat_counter::BeatCounter;
use crate::lower::control::{beat_mux, delay_frame_value, Pulse};
use crate::lower::delay_lines::DelayLines;
use crate::lower::{OperatorLibrary, Ports};
use crate::operators::fixed::headroom;
use crate::operators::larger;
use crate::pipeline::{Layout, Normalizer};
use crate::rtl::memories::Memories;
use crate::rtl::{Module, Net};

/// Builds the netlist of a normalizer, with exponents of `bits` bits. It measures a frame before the permuter on `in_data`, and
/// shifts the words after the permuter on `passed`.
pub fn normalizer(
    name: &str,
    normalizer: &Normalizer,
    operators: &OperatorLibrary,
    interval: usize,
    bits: u32,
) -> Module {
    let Normalizer { measured, permuter_latency: passing, lanes, input, output, .. } = normalizer;
    let what = match normalizer.float {
        None => format!("the largest component of a frame comes to fill {output} of {input} bits"),
        Some(float) => format!("numbers of {} become words of {output} bits with an exponent a frame", float.name()),
    };
    let doc = format!(
        "Normalizer: {what}; words wait {} cycles; \
         latency {} cycles from in_start, which is {passing} cycles ahead of passed. out_exponent: what the \
         frame's exponent grows by, valid from out_start to the next one.",
        normalizer.delay_cycles(),
        passing + normalizer.latency(),
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, measured.lanes, *input);
    let passed = m.input_bus("passed", &vec![*input; 2 * lanes]);
    let mut pulse = Pulse::new(ports.start, interval);
    let measured = match normalizer.float {
        None => common_headroom(&mut m, normalizer, &ports, &mut pulse),
        Some(float) => largest_field(&mut m, normalizer, &ports, &mut pulse, operators, float),
    };
    let complete = pulse.at(&mut m, normalizer.measure_ready_cycles() - 1);
    let measure = m.state(m.width(measured), None);
    m.drive_enabled(measure, measured, complete);
    m.name(measure, "measure");
    let measure = delay_frame_value(
        &mut m,
        &mut pulse,
        measure,
        normalizer.measure_ready_cycles()..normalizer.shift_start_cycles(),
    );

    let words = delayed(&mut m, &operators.memories, &passed, normalizer.delay_cycles());
    let align = operators.normalizer_shifter(normalizer);
    let mut data = Vec::new();
    for (number, word) in words.into_iter().enumerate() {
        let inputs = [word, measure, ports.enable].map(|net| vec![net]).to_vec();
        data.push(m.instance(format!("align{number}"), align, inputs)[0][0]);
    }
    let latency = normalizer.shift_start_cycles() + normalizer.shift_cycles();
    let out_start = pulse.at(&mut m, latency);
    Ports::outputs(&mut m, out_start, &data);
    let cycles = normalizer.shift_cycles() as u32;
    let wide = m.extend(measure, bits.max(m.width(measure)));
    let wide = m.slice(wide, 0, bits);
    let (constant, sign) = normalizer.exponent_of_measure();
    let constant = m.constant(bits, constant as u128);
    let exponent = if sign < 0 { m.sub(constant, wide) } else { m.add(constant, wide) };
    let exponent = m.delay(exponent, cycles);
    m.output("out_exponent", exponent);
    if normalizer.float.is_some() {
        let nan = m.all(measure);
        let nan = m.delay(nan, cycles);
        m.output("out_nan", nan);
    }
    m
}

/// Measures a frame of fixed point: counts the bits after the sign that equal it in all components of the frame so far.
fn common_headroom(m: &mut Module, normalizer: &Normalizer, ports: &Ports, pulse: &mut Pulse) -> Net {
    let input = normalizer.input;
    let mut different: Vec<Net> = measure_elements(m, normalizer, ports, |m, part| {
        let sign = m.bit(part, input - 1);
        let signs = m.repeat(sign, input - 1);
        let rest = m.slice(part, 0, input - 1);
        m.xor(rest, signs)
    });
    while different.len() > 1 {
        different = different.chunks(2).map(|pair| m.or(pair[0], pair[pair.len() - 1])).collect();
    }
    let beat = m.register(different[0], None);
    m.name(beat, "beat_different");
    let all = accumulate(m, pulse, 1, beat, |m, a, b| m.or(a, b));
    headroom(m, all)
}

/// Measures a frame of floating point: finds the largest exponent field of the frame so far.
fn largest_field(
    m: &mut Module,
    normalizer: &Normalizer,
    ports: &Ports,
    pulse: &mut Pulse,
    operators: &OperatorLibrary,
    float: Float,
) -> Net {
    let fields = measure_elements(m, normalizer, ports, |m, part| m.slice(part, float.fraction, float.exponent));
    let inputs = vec![fields, vec![ports.enable]];
    let beat = m.instance("largest", operators.largest(), inputs)[0][0];
    accumulate(m, pulse, normalizer.measure_cycles(), beat, larger)
}

/// Builds the measure of each component of a beat, 0 where a lane has no element.
fn measure_elements(
    m: &mut Module,
    normalizer: &Normalizer,
    ports: &Ports,
    measure: impl Fn(&mut Module, Net) -> Net,
) -> Vec<Net> {
    let measured = &normalizer.measured;
    let mut beats = BeatCounter::new(m, "measure_", ports.start, measured.beats);
    let mut all = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        let there = has_element(m, &mut beats, measured, lane);
        for &part in parts {
            let word = measure(m, part);
            let there = m.repeat(there, m.width(word));
            all.push(m.and(word, there));
        }
    }
    all
}

/// Returns a net that is high when a lane has an element.
pub fn has_element(m: &mut Module, beats: &mut BeatCounter, layout: &Layout, lane: usize) -> Net {
    let element = |beat: usize| Some(layout.slots[beat * layout.lanes + lane].is_some());
    let row: Vec<Option<bool>> = (0..layout.beats).map(element).collect();
    let there = beat_mux(m, beats, 0, &row, |m, there| m.constant(1, u128::from(*there)));
    there.unwrap_or_else(|| unreachable!("a frame has beats"))
}

/// Combines the values of a frame's beats up to the present one. The first value comes `cycle` clock cycles after the start of the
/// frame.
fn accumulate(
    m: &mut Module,
    pulse: &mut Pulse,
    cycle: usize,
    beat: Net,
    join: impl Fn(&mut Module, Net, Net) -> Net,
) -> Net {
    let first = pulse.at(m, cycle);
    let before = m.state(m.width(beat), None);
    m.name(before, "frame_before");
    let joined = join(m, before, beat);
    let all = m.mux(first, beat, joined);
    m.drive(before, all);
    all
}

/// Delays words by `cycles` clock cycles.
fn delayed(m: &mut Module, memories: &Memories, words: &[Net], cycles: usize) -> Vec<Net> {
    if cycles == 0 {
        return words.to_vec();
    }
    let (lines, ends) = DelayLines::open(m, memories, m.width(words[0]), words.len(), cycles);
    lines.close(m, words);
    ends
}

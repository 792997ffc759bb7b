//! Normalizers as hardware: the measure of a frame, and shifters.

use crate::format::Float;
use crate::operators::fixed::headroom;
use crate::operators::larger;
use crate::parts::beat_counter::BeatCounter;
use crate::parts::delay_lines::delayed;
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::{Layout, Normalizer};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of a normalizer, with exponents of `bits` bits. It measures a frame before the permuter on
/// `in_data`, and shifts the words after the permuter on `passed`.
#[hdl]
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
         latency {} cycles from in_start, which is {passing} cycles before passed. out_exponent: what the \
         frame's exponent grows by, valid from out_start to the next one.",
        normalizer.delay_cycles(),
        passing + normalizer.latency(),
    );
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, measured.lanes, *input);
    let passed = m.input_bus("passed", &vec![*input; 2 * lanes]);
    let frame = Pulse::new(ports.start, interval);
    let measured = match normalizer.float {
        None => common_headroom(normalizer, &ports, frame),
        Some(float) => largest_field(normalizer, &ports, frame, operators, float),
    };
    let ready = normalizer.measure_ready_cycles();
    let measure = m.reg(measured.width());
    measure.next_if(frame.later(ready - 1).now(), measured);
    let measure = FrameValue::new(*measure, frame.later(ready)).later(normalizer.shift_start_cycles() - ready).now();
    let words = delayed(&operators.memories, &passed, normalizer.delay_cycles());
    let align = operators.normalizer_shifter(normalizer);
    let aligned = words.into_iter().enumerate();
    let data: Vec<Sig> =
        aligned.flat_map(|(number, word)| m.operate(format!("align{number}"), align, [word, measure])).collect();
    let cycles = normalizer.shift_cycles() as u32;
    let out_start = frame.later(normalizer.shift_start_cycles() + normalizer.shift_cycles()).now();
    Ports::outputs(&m, out_start, data);
    let own = measure.extend(bits.max(measure.width())).bits(0, bits);
    let (constant, sign) = normalizer.exponent_of_measure();
    let constant = m.constant(bits, constant as u128);
    let exponent = if sign < 0 { constant - own } else { constant + own };
    m.output("out_exponent", exponent.later(cycles));
    if normalizer.float.is_some() {
        m.output("out_nan", measure.all().later(cycles));
    }
    m.finish()
}

/// Measures a frame of fixed point: counts the bits after the sign that equal it in all components of the frame so far.
#[hdl]
fn common_headroom<'m>(normalizer: &Normalizer, ports: &Ports<'m>, frame: Pulse<'m>) -> Sig<'m> {
    let rest = normalizer.input - 1;
    let mut different: Vec<Sig> =
        measure_elements(normalizer, ports, |part| part.bits(0, rest) ^ part.bit(rest).repeat(rest));
    while different.len() > 1 {
        different = different.chunks(2).map(|pair| pair[0] | pair[pair.len() - 1]).collect();
    }
    let beat_different = different[0].register();
    let all = accumulate(frame.later(1), beat_different, |a, b| a | b);
    headroom(all)
}

/// Measures a frame of floating point: finds the largest exponent field of the frame so far.
fn largest_field<'m>(
    normalizer: &Normalizer,
    ports: &Ports<'m>,
    frame: Pulse<'m>,
    operators: &OperatorLibrary,
    float: Float,
) -> Sig<'m> {
    let m = ports.start.builder();
    let fields = measure_elements(normalizer, ports, |part| part.bits(float.fraction, float.exponent));
    let beat = m.operate("largest", operators.largest(), fields)[0];
    accumulate(frame.later(normalizer.measure_cycles()), beat, larger)
}

/// The measure of each component of a beat, 0 where a lane has no element.
fn measure_elements<'m>(
    normalizer: &Normalizer,
    ports: &Ports<'m>,
    measure: impl Fn(Sig<'m>) -> Sig<'m>,
) -> Vec<Sig<'m>> {
    let measured = &normalizer.measured;
    let mut beats = BeatCounter::new("measure_", ports.start, measured.beats);
    let mut all = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        let there = has_element(&mut beats, measured, lane);
        all.extend(parts.iter().map(|&part| measure(part).masked(there)));
    }
    all
}

/// Whether a lane has an element.
pub fn has_element<'m>(beats: &mut BeatCounter<'m>, layout: &Layout, lane: usize) -> Sig<'m> {
    let element = |beat: usize| Some(layout.slots[beat * layout.lanes + lane].is_some());
    let row: Vec<Option<bool>> = (0..layout.beats).map(element).collect();
    beats.flag(0, &row).expect("a frame has beats")
}

/// Combines the values of a frame's beats up to the present one. The first value comes with the pulse.
#[hdl]
fn accumulate<'m>(first: Pulse<'m>, beat: Sig<'m>, join: impl Fn(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Sig<'m> {
    let frame_before = beat.builder().reg(beat.width());
    let all = first.now().mux(beat, join(*frame_before, beat));
    frame_before.next(all);
    all
}

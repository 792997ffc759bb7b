//! Alignment as hardware: the shared-exponent words of a stage's transforms at one exponent for each transform.

use super::beat_counter::BeatCounter;
use super::cfp::cfp_layout;
use super::control::beat_mux;
use super::delay::delay_line;
use super::delay_lines::DelayLines;
use super::OperatorLibrary;
use crate::operators::cfp::{clamp_exponent, exponent_in_fours};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// Clock cycles of the longest shift whose exponent is chosen and converted in one clock cycle: that of UltraScale+.
const SHORT_SHIFT: usize = 2;

/// The aligned words of transforms.
pub struct AlignedTransforms {
    /// Real lanes of aligned parts.
    pub data: Vec<Net>,
    /// Exponent of each word.
    pub exponents: Vec<Net>,
}

impl AlignedTransforms {
    /// Builds the alignment of a stage's input `words`, frames of which begin with `start`. `None` if the stage does not compute with
    /// shared-exponent words.
    pub fn new(
        m: &mut Module,
        stage: &Stage,
        operators: &OperatorLibrary,
        words: &[Net],
        [start, enable]: [Net; 2],
    ) -> Option<Self> {
        let shared = stage.shared()?;
        if stage.placement.shape.period > 1 {
            return Some(AlignedTransforms::over_beats(m, stage, operators, &shared, words, [start, enable]));
        }
        let radix = stage.transform.radix();
        let mut aligned = AlignedTransforms { data: vec![], exponents: vec![] };
        for (number, words) in words.chunks(2 * radix).enumerate() {
            let outputs = m.instance(
                format!("align{number}"),
                operators.cfp.align(stage.input_encoding(), radix),
                vec![words.to_vec(), vec![enable]],
            );
            aligned.data.extend(&outputs[0]);
            aligned.exponents.extend(std::iter::repeat_n(outputs[1][0], radix));
        }
        Some(aligned)
    }

    /// Builds the alignment of transforms whose elements come in several beats. The largest exponent of a transform is found beat by
    /// beat, and held while the words of the transform are shifted. A delay line holds the words until then.
    fn over_beats(
        m: &mut Module,
        stage: &Stage,
        operators: &OperatorLibrary,
        shared: &SharedExponent,
        words: &[Net],
        [start, enable]: [Net; 2],
    ) -> Self {
        let (lanes, cfp_layout) = (stage.placement.shape.lanes, cfp_layout(shared));
        let mut beats =
            BeatCounter::in_blocks(m, "gather_", start, stage.placement.shape.period, stage.placement.shape.batches, 1);
        let fields = fields(m, stage, (shared, operators), words, enable);
        // The beat counter stops between frames, so that held exponents need flags that are delayed from its active beats.
        let ready = shared.max_exponent_cycles(stage.input_encoding(), lanes);
        let holds = stage.holds_exponents();
        let active = holds.then(|| (1..ready).fold(beats.active, |net, _| m.register(net, Some(0))));
        let row = stage.transforms();
        let mut exponents = Vec::new();
        for (transform, (first, last)) in stage.spans().into_iter().enumerate() {
            let mut candidates = Vec::new();
            for (lane, fields) in fields.iter().enumerate() {
                let flags: Vec<Option<bool>> =
                    row.iter().skip(lane).step_by(lanes).map(|other| Some(*other == Some(transform))).collect();
                if flags.contains(&Some(true)) {
                    let valid = flag(m, &mut beats, shared.exponent_ready_cycles(stage.input_encoding()), &flags);
                    candidates.extend(fields.iter().map(|field| (*field, valid)));
                }
            }
            // The last exponents of a beat are compared with the largest of the beats before in one cycle.
            for _ in 0..shared.compare_cycles(stage.input_encoding(), lanes) {
                let found: Vec<(Net, Net)> =
                    candidates.chunks(shared.exponents_per_comparison()).map(|fields| largest(m, fields)).collect();
                let registered = |(field, valid)| (m.register(field, None), m.register(valid, None));
                candidates = found.into_iter().map(registered).collect();
            }
            let at =
                |beat: usize| (0..stage.placement.shape.period).map(|other| Some(other == beat)).collect::<Vec<_>>();
            let begins = flag(m, &mut beats, ready - 1, &at(first));
            let before = m.state(m.width(candidates[0].0), None);
            m.name(before, format!("largest_of_{transform}"));
            candidates.push((before, m.not(begins)));
            let (now, _) = largest(m, &candidates);
            m.drive(before, now);
            exponents.push(match active {
                None => before,
                // The exponent of the next transform may replace this one from the next cycle on.
                Some(active) => {
                    // It comes out of a register, because the shift follows in the same cycle.
                    let complete = flag(m, &mut beats, ready - 1, &at(last));
                    let complete = m.and(complete, active);
                    let complete = m.register(complete, Some(0));
                    let held = m.state(m.width(before), None);
                    m.name(held, format!("exponent_of_{transform}"));
                    m.drive_enabled(held, before, complete);
                    m.mux(complete, before, held)
                }
            });
        }
        let (delay, shift_cycles) =
            (stage.max_exponent_cycles(), shared.shift_cycles(stage.input_encoding(), stage.placement.shape.copies));
        let (lines, delayed) = DelayLines::open(m, &operators.memories, m.width(words[0]), words.len(), delay);
        lines.close(m, words);
        let mut aligned = AlignedTransforms { data: vec![], exponents: vec![] };
        // Where the shift takes long, a register stands between the choice of an exponent and its conversion.
        let early = u32::from(shift_cycles > SHORT_SHIFT);
        for (lane, word) in delayed.chunks(2).enumerate() {
            let flags: Vec<Option<usize>> = row.iter().skip(lane).step_by(lanes).copied().collect();
            let exponent = beat_mux(m, &mut beats, delay, &flags, |_, transform| exponents[*transform]);
            let max = exponent.unwrap_or(exponents[0]);
            let chosen = m.delay(max, early);
            let (inputs, exponent) = match stage.input_encoding() {
                InputEncoding::Float => (vec![word[0], word[1], max], exponent_in_fours(m, chosen, shared.exponent)),
                _ => {
                    let (parts, own) = cfp_layout.split(m, [word[0], word[1]]);
                    (vec![parts[0], parts[1], own, max], clamp_exponent(m, chosen))
                }
            };
            let inputs = inputs.into_iter().chain([enable]).map(|net| vec![net]).collect();
            let outputs = m.instance(
                format!("place{lane}"),
                operators.cfp.align_to(stage.input_encoding(), shift_cycles),
                inputs,
            );
            aligned.data.extend(outputs.into_iter().flatten());
            aligned.exponents.push(m.delay(exponent, shift_cycles as u32 - early));
        }
        aligned
    }

    /// Joins the results of the transforms, `cycles` clock cycles after the aligned words, with their exponents to words.
    pub fn join(&self, m: &mut Module, shared: &SharedExponent, results: &[Net], cycles: usize) -> Vec<Net> {
        let mut delayed: BTreeMap<Net, Net> = BTreeMap::new();
        let mut words = Vec::new();
        for (parts, exponent) in results.chunks(2).zip(&self.exponents) {
            let exponent = *delayed.entry(*exponent).or_insert_with(|| delay_line(m, *exponent, cycles as u32));
            words.extend(cfp_layout(shared).join(m, [parts[0], parts[1]], exponent));
        }
        words
    }
}

/// Returns, for each lane, the exponents at which its word is aligned: one of a word, and two of a pair of floating-point numbers.
fn fields(
    m: &mut Module,
    stage: &Stage,
    (shared, operators): (&SharedExponent, &OperatorLibrary),
    words: &[Net],
    enable: Net,
) -> Vec<Vec<Net>> {
    let lanes = words.chunks(2);
    match stage.input_encoding() {
        InputEncoding::Float => {
            let mut field = |part: &Net| m.slice(*part, shared.float.fraction, shared.float.exponent);
            lanes.map(|parts| parts.iter().map(&mut field).collect()).collect()
        }
        _ => {
            let mut normalized = |(lane, word): (usize, &[Net])| {
                let (parts, own) = cfp_layout(shared).split(m, [word[0], word[1]]);
                let inputs = [parts[0], parts[1], own, enable].map(|net| vec![net]).to_vec();
                m.instance(format!("field{lane}"), operators.cfp.normalized_exponent(), inputs).concat()
            };
            lanes.enumerate().map(&mut normalized).collect()
        }
    }
}

/// Returns the largest of a few numbers with their valid flags, and whether one is valid. Each is compared with each. Without a valid
/// number, the result is 0.
fn largest(m: &mut Module, numbers: &[(Net, Net)]) -> (Net, Net) {
    let mut beaten: Vec<Vec<Net>> = vec![vec![]; numbers.len()];
    for (i, &(a, a_valid)) in numbers.iter().enumerate() {
        for (j, &(b, b_valid)) in numbers.iter().enumerate().skip(i + 1) {
            let less = m.lt(a, b);
            let no_less = m.not(less);
            beaten[i].push(m.and(less, b_valid));
            beaten[j].push(m.and(no_less, a_valid));
        }
    }
    let width = m.width(numbers[0].0);
    let (mut value, mut any_valid) = (m.constant(width, 0), m.constant(1, 0));
    for (&(number, valid), beaten) in numbers.iter().zip(beaten) {
        let beaten = beaten.into_iter().reduce(|any, one| m.or(any, one));
        let is_largest = beaten.map(|beaten| m.not(beaten));
        let is_largest = is_largest.map_or(valid, |is_largest| m.and(is_largest, valid));
        let masks = m.repeat(is_largest, width);
        let masked = m.and(number, masks);
        value = m.or(value, masked);
        any_valid = m.or(any_valid, valid);
    }
    (value, any_valid)
}

/// Builds the flag `row[beat]` of the beats of a batch, `cycles` clock cycles later.
fn flag(m: &mut Module, beats: &mut BeatCounter, cycles: usize, row: &[Option<bool>]) -> Net {
    let net = beat_mux(m, beats, cycles, row, |m, set| m.constant(1, u128::from(*set)));
    net.unwrap_or_else(|| unreachable!("a batch has beats"))
}

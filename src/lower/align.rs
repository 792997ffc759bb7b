//! The words of a step's transforms at one exponent each, where their parts share exponents.

use super::beat_counter::BeatCounter;
use super::cfp::cfp_layout;
use super::control::beat_mux;
use super::delay::delay_line;
use super::delay_lines::DelayLines;
use super::OperatorLibrary;
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::Stage;
use crate::rtl::operators::cfp::{clamp_exponent, exponent_in_fours};
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// The words of transforms at one exponent each.
pub struct AlignedTransforms {
    /// Real lanes of aligned parts.
    pub data: Vec<Net>,
    /// The exponent of each word.
    exponents: Vec<Net>,
}

impl AlignedTransforms {
    /// Of the elements of a stage's transforms in `words`, frames of which begin with `start`, if these share exponents.
    pub fn new(
        m: &mut Module,
        stage: &Stage,
        operators: &OperatorLibrary,
        words: &[Net],
        [start, enable]: [Net; 2],
    ) -> Option<Self> {
        let shared = stage.shared()?;
        if stage.placement.shape.period > 1 {
            return Some(AlignedTransforms::gathered(m, stage, operators, &shared, words, [start, enable]));
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

    /// Of transforms whose elements come in several beats: words wait until the exponents of all are known. The largest of a
    /// transform so far is found beat by beat, and held as long as its words pass.
    fn gathered(
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
        // Beats go on for a frame at a time: what is held must outlast that.
        let known = SharedExponent::gathering(stage.input_encoding(), lanes);
        let holds = stage.holds_exponents();
        let active = holds.then(|| (0..known).fold(beats.active, |net, _| m.register(net, Some(0))));
        let row = stage.transforms();
        let mut held = Vec::new();
        for (transform, (first, last)) in stage.spans().into_iter().enumerate() {
            let mut here = Vec::new();
            for (lane, fields) in fields.iter().enumerate() {
                let flags: Vec<Option<bool>> =
                    row.iter().skip(lane).step_by(lanes).map(|other| Some(*other == Some(transform))).collect();
                if flags.contains(&Some(true)) {
                    let counts = flag(m, &mut beats, SharedExponent::looking(stage.input_encoding()), &flags);
                    here.extend(fields.iter().map(|field| (*field, counts)));
                }
            }
            // Two of a beat and the largest before are compared in one cycle.
            for _ in 0..SharedExponent::comparing(stage.input_encoding(), lanes) {
                let found: Vec<(Net, Net)> =
                    here.chunks(SharedExponent::TOGETHER).map(|fields| largest(m, fields)).collect();
                here =
                    found.into_iter().map(|(field, some)| (m.register(field, None), m.register(some, None))).collect();
            }
            let at =
                |beat: usize| (0..stage.placement.shape.period).map(|other| Some(other == beat)).collect::<Vec<_>>();
            let begins = flag(m, &mut beats, known - 1, &at(first));
            let before = m.state(m.width(here[0].0), None);
            m.name(before, format!("largest_of_{transform}"));
            here.push((before, m.not(begins)));
            let (now, _) = largest(m, &here);
            m.drive(before, now);
            held.push(match active {
                None => before,
                // From the next cycle on what follows may be there.
                Some(active) => {
                    let complete = flag(m, &mut beats, known, &at(last));
                    let complete = m.and(complete, active);
                    let kept = m.state(m.width(before), None);
                    m.name(kept, format!("exponent_of_{transform}"));
                    m.drive_enabled(kept, before, complete);
                    m.mux(complete, before, kept)
                }
            });
        }
        let (wait, placing) =
            (stage.gathering(), SharedExponent::placing(stage.input_encoding(), stage.placement.shape.copies));
        let (lines, waiting) = DelayLines::open(m, m.width(words[0]), words.len(), wait);
        lines.close(m, words);
        let mut aligned = AlignedTransforms { data: vec![], exponents: vec![] };
        for (lane, word) in waiting.chunks(2).enumerate() {
            let flags: Vec<Option<usize>> = row.iter().skip(lane).step_by(lanes).copied().collect();
            let most = beat_mux(m, &mut beats, wait, &flags, |_, transform| held[*transform]).unwrap_or(held[0]);
            let (inputs, exponent) = match stage.input_encoding() {
                InputEncoding::Float => (vec![word[0], word[1], most], exponent_in_fours(m, most)),
                _ => {
                    let (parts, own) = cfp_layout.split(m, [word[0], word[1]]);
                    (vec![parts[0], parts[1], own, most], clamp_exponent(m, most))
                }
            };
            let inputs = inputs.into_iter().chain([enable]).map(|net| vec![net]).collect();
            let outputs =
                m.instance(format!("place{lane}"), operators.cfp.place(stage.input_encoding(), placing), inputs);
            aligned.data.extend(outputs.into_iter().flatten());
            aligned.exponents.push(m.delay(exponent, placing as u32));
        }
        aligned
    }

    /// What the transforms come to, so many cycles later, as words with their exponents.
    pub fn joined(&self, m: &mut Module, shared: &SharedExponent, results: &[Net], cycles: usize) -> Vec<Net> {
        let mut late: BTreeMap<Net, Net> = BTreeMap::new();
        let mut words = Vec::new();
        for (parts, exponent) in results.chunks(2).zip(&self.exponents) {
            let exponent = *late.entry(*exponent).or_insert_with(|| delay_line(m, *exponent, cycles as u32));
            words.extend(cfp_layout(shared).join(m, [parts[0], parts[1]], exponent));
        }
        words
    }
}

/// Of each lane, the exponents that it brings to its transform.
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
            let mut own = |part: &Net| m.slice(*part, shared.float.fraction, shared.float.exponent);
            lanes.map(|parts| parts.iter().map(&mut own).collect()).collect()
        }
        _ => {
            let mut needed = |(lane, word): (usize, &[Net])| {
                let (parts, own) = cfp_layout(shared).split(m, [word[0], word[1]]);
                let inputs = [parts[0], parts[1], own, enable].map(|net| vec![net]).to_vec();
                m.instance(format!("field{lane}"), operators.cfp.field(), inputs).concat()
            };
            lanes.enumerate().map(&mut needed).collect()
        }
    }
}

/// The largest of a few numbers that count, by comparing each with each; nothing where none counts. And whether one does.
fn largest(m: &mut Module, numbers: &[(Net, Net)]) -> (Net, Net) {
    let mut beaten: Vec<Vec<Net>> = vec![vec![]; numbers.len()];
    for (i, &(a, a_counts)) in numbers.iter().enumerate() {
        for (j, &(b, b_counts)) in numbers.iter().enumerate().skip(i + 1) {
            let less = m.lt(a, b);
            let no_less = m.not(less);
            beaten[i].push(m.and(less, b_counts));
            beaten[j].push(m.and(no_less, a_counts));
        }
    }
    let width = m.width(numbers[0].0);
    let (mut value, mut some) = (m.constant(width, 0), m.constant(1, 0));
    for (&(number, counts), beaten) in numbers.iter().zip(beaten) {
        let beaten = beaten.into_iter().reduce(|any, one| m.or(any, one));
        let stands = beaten.map(|beaten| m.not(beaten));
        let stands = stands.map_or(counts, |stands| m.and(stands, counts));
        let masks = m.repeat(stands, width);
        let one = m.and(number, masks);
        value = m.or(value, one);
        some = m.or(some, counts);
    }
    (value, some)
}

/// Whether a beat of a batch is one of these, so many cycles later.
fn flag(m: &mut Module, beats: &mut BeatCounter, cycles: usize, row: &[Option<bool>]) -> Net {
    let net = beat_mux(m, beats, cycles, row, |m, set| m.constant(1, u128::from(*set)));
    net.unwrap_or_else(|| unreachable!("a batch has beats"))
}

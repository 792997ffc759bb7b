//! Alignment as hardware: the shared-exponent words of a stage's transforms at one exponent for each transform.

use super::beat_counter::BeatCounter;
use super::cfp::cfp_layout;
use super::delay_lines::delayed;
use super::operators::OperatorLibrary;
use crate::operators::cfp::{clamp_exponent, exponent_in_fours};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::Stage;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;
use std::collections::BTreeMap;

/// Clock cycles of the longest shift whose exponent is chosen and converted in one clock cycle: that of UltraScale+.
const SHORT_SHIFT: usize = 2;

/// The aligned words of transforms.
#[derive(Default)]
pub struct AlignedTransforms<'m> {
    /// Real lanes of aligned parts.
    pub data: Vec<Sig<'m>>,
    /// Exponent of each word.
    pub exponents: Vec<Sig<'m>>,
}

/// A number that may be the largest, and whether it is valid.
type Candidate<'m> = (Sig<'m>, Sig<'m>);

impl<'m> AlignedTransforms<'m> {
    /// Builds the alignment of a stage's input `words`, frames of which begin with `start`. `None` if the stage does
    /// not compute with shared-exponent words.
    pub fn new(stage: &Stage, operators: &OperatorLibrary, words: &[Sig<'m>], start: Sig<'m>) -> Option<Self> {
        let shared = stage.shared()?;
        if stage.placement.shape.period > 1 {
            let alignment = Alignment { stage, operators, shared, words };
            return Some(alignment.over_beats(start));
        }
        let radix = stage.transform.radix();
        let mut aligned = AlignedTransforms::default();
        for (number, words) in words.chunks(2 * radix).enumerate() {
            let align = operators.cfp.align(stage.input_encoding(), radix);
            let mut parts = start.builder().operate(format!("align{number}"), align, words.iter().copied());
            let exponent = parts.pop().expect("the exponent is the last output");
            aligned.data.extend(parts);
            aligned.exponents.extend(std::iter::repeat_n(exponent, radix));
        }
        Some(aligned)
    }

    /// Joins the results of the transforms, `cycles` clock cycles after the aligned words, with their exponents to
    /// words.
    pub fn join(&self, shared: &SharedExponent, results: &[Sig<'m>], cycles: usize) -> Vec<Sig<'m>> {
        let mut late: BTreeMap<Net, Sig> = BTreeMap::new();
        let words = results.chunks(2).zip(&self.exponents).flat_map(|(parts, exponent)| {
            let exponent = late.entry(exponent.net()).or_insert_with(|| exponent.later_sparing_luts(cycles as u32));
            cfp_layout(shared).join([parts[0], parts[1]], *exponent)
        });
        words.collect()
    }
}

/// The alignment of transforms whose elements come in several beats. The largest exponent of a transform is found beat
/// by beat, and held while the words of the transform are shifted. A delay line holds the words until then.
struct Alignment<'a, 'm> {
    stage: &'a Stage,
    operators: &'a OperatorLibrary,
    shared: SharedExponent,
    words: &'a [Sig<'m>],
}

impl<'m> Alignment<'_, 'm> {
    fn over_beats(&self, start: Sig<'m>) -> AlignedTransforms<'m> {
        let Alignment { stage, operators, shared, words } = *self;
        let (shape, encoding) = (&stage.placement.shape, stage.input_encoding());
        let m = start.builder();
        let mut beats = BeatCounter::in_blocks("gather_", start, shape.period, shape.batches, 1);
        let fields = self.fields(m);
        // The beat counter stops between frames, so that held exponents need flags that are delayed from its active
        // beats.
        let ready = shared.max_exponent_cycles(encoding, shape.lanes);
        let active = stage.holds_exponents().then(|| beats.active.later_with_reset(ready.max(1) as u32 - 1));
        let spans = stage.spans().into_iter().enumerate();
        let exponents: Vec<Sig> = spans
            .map(|(transform, (first, last))| {
                let candidates = self.candidates(&mut beats, &fields, transform);
                let largest = self.largest_of(&mut beats, candidates, first, transform);
                active.map_or(*largest, |active| self.held(&mut beats, *largest, active, last, transform))
            })
            .collect();
        let (delay, shift_cycles) = (stage.max_exponent_cycles(), shared.shift_cycles(encoding, shape.copies));
        let late = delayed(&operators.memories, words, delay);
        let row = stage.transforms();
        let mut aligned = AlignedTransforms::default();
        // Where the shift takes long, a register stands between the choice of an exponent and its conversion.
        let early = u32::from(shift_cycles > SHORT_SHIFT);
        for (lane, word) in late.chunks(2).enumerate() {
            let row: Vec<Option<usize>> = row.iter().skip(lane).step_by(shape.lanes).copied().collect();
            let most = beats.choose(delay, &row, |transform| exponents[*transform]).unwrap_or(exponents[0]);
            let chosen = most.later_as_it_is(early);
            let (operands, exponent) = match encoding {
                InputEncoding::Float => {
                    let exponent = exponent_in_fours(chosen, shared.exponent);
                    (vec![word[0], word[1], most], exponent)
                }
                _ => {
                    let ([re, im], own) = cfp_layout(&shared).split([word[0], word[1]]);
                    (vec![re, im, own, most], clamp_exponent(chosen))
                }
            };
            let place = operators.cfp.align_to(encoding, shift_cycles);
            aligned.data.extend(m.operate(format!("place{lane}"), place, operands));
            aligned.exponents.push(exponent.later_as_it_is(shift_cycles as u32 - early));
        }
        aligned
    }

    /// For each lane, the exponents at which its word is aligned: one of a word, and two of a pair of floating-point
    /// numbers.
    fn fields(&self, m: &'m Builder) -> Vec<Vec<Sig<'m>>> {
        let Alignment { stage, operators, shared, words } = self;
        let fields_of = |(lane, word): (usize, &[Sig<'m>])| match stage.input_encoding() {
            InputEncoding::Float => {
                word.iter().map(|part| part.bits(shared.float.fraction, shared.float.exponent)).collect()
            }
            _ => {
                let ([re, im], own) = cfp_layout(shared).split([word[0], word[1]]);
                m.operate(format!("field{lane}"), operators.cfp.normalized_exponent(), [re, im, own])
            }
        };
        words.chunks(2).enumerate().map(fields_of).collect()
    }

    /// The largest exponents of a beat of which one is the largest of a transform.
    fn candidates(&self, beats: &mut BeatCounter<'m>, fields: &[Vec<Sig<'m>>], transform: usize) -> Vec<Candidate<'m>> {
        let Alignment { stage, shared, .. } = self;
        let (encoding, lanes) = (stage.input_encoding(), stage.placement.shape.lanes);
        let row = stage.transforms();
        let mut candidates = Vec::new();
        for (lane, fields) in fields.iter().enumerate() {
            let flags: Vec<bool> =
                row.iter().skip(lane).step_by(lanes).map(|other| *other == Some(transform)).collect();
            if flags.contains(&true) {
                let valid = flag(beats, shared.exponent_ready_cycles(encoding), &flags);
                candidates.extend(fields.iter().map(|field| (*field, valid)));
            }
        }
        // The last exponents of a beat are compared with the largest of the beats before in one cycle.
        for level in 1..=shared.compare_cycles(encoding, lanes) {
            let found = candidates.chunks(shared.exponents_per_comparison()).map(largest).enumerate();
            let registered = found.map(|(number, (field, valid))| {
                let name = |what: &str| format!("{what}{number}of{transform}at{level}");
                (field.register().named(&name("field")), valid.register().named(&name("has_field")))
            });
            candidates = registered.collect();
        }
        candidates
    }

    /// The largest exponent of a transform up to the last beat, of which the first one is `first`.
    fn largest_of(
        &self,
        beats: &mut BeatCounter<'m>,
        mut candidates: Vec<Candidate<'m>>,
        first: usize,
        transform: usize,
    ) -> Reg<'m> {
        let begins = self.at(beats, first);
        let before = beats.m.reg(candidates[0].0.width()).named(&format!("largest_of_{transform}"));
        candidates.push((*before, !begins));
        before.next(largest(&candidates).0);
        before
    }

    /// The exponent of a transform from its last beat on. That of the next transform may replace the largest one from
    /// the next cycle on.
    fn held(
        &self,
        beats: &mut BeatCounter<'m>,
        exponent: Sig<'m>,
        active: Sig<'m>,
        last: usize,
        transform: usize,
    ) -> Sig<'m> {
        // It comes out of a register, because the shift follows in the same cycle.
        let complete = (self.at(beats, last) & active).later_with_reset(1);
        let held = beats.m.reg(exponent.width()).named(&format!("exponent_of_{transform}"));
        held.next_if(complete, exponent);
        complete.mux(exponent, held)
    }

    /// A flag in a beat of each batch, a cycle before the largest exponent is ready.
    fn at(&self, beats: &mut BeatCounter<'m>, beat: usize) -> Sig<'m> {
        let shape = &self.stage.placement.shape;
        let ready = self.shared.max_exponent_cycles(self.stage.input_encoding(), shape.lanes);
        flag(beats, ready - 1, &(0..shape.period).map(|other| other == beat).collect::<Vec<_>>())
    }
}

/// The largest of a few numbers with their valid flags, and whether one is valid. Each is compared with each. Without a
/// valid number, the result is 0.
fn largest<'m>(numbers: &[Candidate<'m>]) -> Candidate<'m> {
    let mut beaten: Vec<Option<Sig>> = vec![None; numbers.len()];
    let mut beats = |number: usize, by: Sig<'m>| beaten[number] = Some(beaten[number].map_or(by, |any| any | by));
    for (i, &(a, a_valid)) in numbers.iter().enumerate() {
        for (j, &(b, b_valid)) in numbers.iter().enumerate().skip(i + 1) {
            let less = a.lt(b).named(&format!("less{i}than{j}"));
            beats(i, less & b_valid);
            beats(j, !less & a_valid);
        }
    }
    let largest = numbers.iter().zip(beaten).map(|(&(number, valid), beaten)| {
        let is_largest = beaten.map_or(valid, |beaten| !beaten & valid);
        number.masked(is_largest.named("is_largest"))
    });
    let m = numbers[0].0.builder();
    (m.any_of(largest), m.any_of(numbers.iter().map(|(_, valid)| *valid)))
}

/// The flag `row[beat]` of the beats of a batch, `cycles` clock cycles later.
fn flag<'m>(beats: &mut BeatCounter<'m>, cycles: usize, row: &[bool]) -> Sig<'m> {
    let row: Vec<Option<bool>> = row.iter().copied().map(Some).collect();
    beats.flag(cycles, &row).expect("a batch has beats")
}

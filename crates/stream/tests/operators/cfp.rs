//! Complex words whose parts share an exponent: circuits against the rules.

use super::operands::{corners, Random};
use fftgen_hdl::rtl::Module;
use fftgen_hdl::sim::Simulator;
use fftgen_maths::format::{word, Float};
use fftgen_stream::operators::cfp::{align, align_to, from_floats, from_floats_at, normalized_exponent, CfpLayout};
use fftgen_stream::pipeline::arithmetic::{Parts, SharedExponent};

/// Exponent width, fraction, bits of an aligned part.
const FORMATS: [(u32, u32, u32); 7] =
    [(8, 23, 28), (5, 10, 15), (8, 7, 12), (4, 3, 8), (8, 23, 20), (8, 23, 27), (8, 23, 33)];

const RANDOM: usize = 20_000;

fn all() -> impl Iterator<Item = (SharedExponent, CfpLayout)> {
    let both = FORMATS.into_iter().flat_map(|format| SharedExponent::GROWTHS.map(move |growth| (format, growth)));
    both.map(|((exponent, fraction, aligned), growth)| {
        let float = Float::new(exponent, fraction, false).unwrap();
        // Exponents of either length.
        let exponent = [SharedExponent::least_exponent, SharedExponent::long_exponent][growth as usize % 2](float);
        let shared = SharedExponent { float, aligned, growth, exponent, lanes: 1, shift: 0, halves: 2 };
        (shared, CfpLayout { aligned, mantissa: shared.mantissa(), exponent: shared.exponent_bits() })
    })
}

/// The outputs of a combinational module, port after port and field after field, for inputs in that order.
fn outputs(sim: &mut Simulator, module: &Module, inputs: &[u64]) -> Vec<u64> {
    let nets: Vec<_> = module.inputs.iter().flat_map(|port| sim.input(&port.name).unwrap()).collect();
    nets.into_iter().zip(inputs).for_each(|(net, &value)| sim.set(net, value.into()));
    sim.settle();
    let nets: Vec<_> = module.outputs.iter().flat_map(|port| sim.output(&port.name).unwrap()).collect();
    nets.into_iter().map(|net| sim.get(net) as u64).collect()
}

/// A word with any exponent, or one near another, whose parts fill as many bits as chance has it.
fn any_word(shared: &SharedExponent, random: &mut Random, near: u64) -> Parts {
    let most = (1 << shared.exponent) - 1;
    let exponent = match random.next() % 4 {
        0 => random.next() % (most + 1),
        _ => near.saturating_sub(random.next() % 4).min(most),
    };
    let mantissas = [0; 2].map(|_| {
        let kept = 1 + (random.next() % u64::from(shared.mantissa())) as u32;
        match random.next() % 8 {
            0 => 0,
            1 => -(1 << (shared.mantissa() - 1)),
            _ => (random.next() as i64) >> (64 - kept),
        }
    });
    Parts { mantissas, exponent }
}

/// Pairs of numbers at one exponent are words that are aligned.
#[test]
fn pairs_of_numbers_become_words_at_one_exponent() {
    for (shared, layout) in all() {
        let (f, no_number) = (shared.float, (1 << shared.exponent) - 1);
        for count in [1, 2, 3, 5] {
            let (module, at) = (from_floats("enter", f, layout, count), from_floats_at("enter_at", f, layout));
            let fresh_words = align("align_fresh", layout, count, true);
            let [mut sim, mut sim_at, mut sim_fresh] = [&module, &at, &fresh_words].map(Simulator::new);
            let corners = corners(f);
            let mut random = Random(u64::from(shared.bits()) + count as u64);
            // A number alone meets all pairs of corners, or a quarter of them where pairs are not asked for; several
            // together meet a share of these.
            let is_full = std::env::var("FFTGEN_PAIRS").is_ok();
            let mut drawn = Random(count as u64);
            let pairs = corners.iter().flat_map(|&re| corners.iter().map(move |&im| [re, im]));
            let pairs = pairs.filter(|_| is_full || drawn.next() % 4 == 0).step_by(count);
            let chance: Vec<[u64; 2]> = (0..RANDOM).map(|_| random.pair(f).into()).collect();
            for numbers in pairs.chain(chance).collect::<Vec<_>>().chunks_exact(count) {
                let mut words: Vec<Parts> = numbers.iter().map(|&numbers| shared.encode(numbers)).collect();
                let exponent = shared.align(&mut words);
                let inputs = numbers.concat();
                let found = outputs(&mut sim, &module, &inputs);
                assert_eq!(found[2 * count], exponent, "{inputs:x?} of {shared:?}");
                // What is no number may have any parts.
                if exponent == no_number {
                    continue;
                }
                let parts = words.iter().flat_map(|w| w.mantissas.map(|part| word(part.into(), shared.aligned)));
                let parts: Vec<u64> = parts.collect();
                assert_eq!(found[..2 * count], parts, "{inputs:x?} of {shared:?}");
                let fresh: Vec<u64> = numbers.iter().flat_map(|&numbers| shared.join(shared.encode(numbers))).collect();
                assert_eq!(outputs(&mut sim_fresh, &fresh_words, &fresh), found, "{inputs:x?} of {shared:?}");
                let most = inputs.iter().map(|&number| f.fields(number).1).max().unwrap();
                for (numbers, parts) in numbers.iter().zip(parts.chunks(2)) {
                    let found = outputs(&mut sim_at, &at, &[numbers[0], numbers[1], most]);
                    assert_eq!(found, parts, "{numbers:x?} at {most} of {shared:?}");
                }
            }
        }
    }
}

#[test]
fn words_are_aligned_to_their_largest_exponent() {
    for (shared, layout) in all() {
        for count in [1, 2, 3, 5] {
            let module = align("align", layout, count, false);
            let mut sim = Simulator::new(&module);
            let mut random = Random(count as u64);
            for _ in 0..RANDOM / 4 {
                let near = random.next() % ((1 << shared.exponent) - 1);
                let mut words: Vec<Parts> = (0..count).map(|_| any_word(&shared, &mut random, near)).collect();
                let inputs: Vec<u64> = words.iter().flat_map(|word| shared.join(*word)).collect();
                let found = outputs(&mut sim, &module, &inputs);
                let exponent = shared.align(&mut words);
                assert_eq!(found[2 * count], exponent, "{inputs:x?} of {shared:?}");
                if exponent != (1 << shared.exponent) - 1 {
                    let parts = words.iter().flat_map(|w| w.mantissas.map(|part| word(part.into(), shared.aligned)));
                    assert_eq!(found[..2 * count], parts.collect::<Vec<_>>(), "{inputs:x?} of {shared:?}");
                }
            }
        }
    }
}

/// The same in two steps: the exponents that words have, and each at the largest.
#[test]
fn words_are_aligned_one_by_one() {
    for (shared, layout) in all() {
        let (field, place) = (normalized_exponent("field", layout), align_to("place", layout));
        let [mut fields, mut places] = [&field, &place].map(Simulator::new);
        let mut random = Random(7);
        for _ in 0..RANDOM / 4 {
            let near = random.next() % ((1 << shared.exponent) - 1);
            let mut words = [(); 3].map(|()| any_word(&shared, &mut random, near));
            let ports = words.map(|w| {
                let [re, im] = w.mantissas.map(|part| word(part.into(), shared.mantissa()));
                [re, im, w.exponent]
            });
            let most = ports.map(|port| outputs(&mut fields, &field, &port)[0]).into_iter().max().unwrap();
            let exponent = shared.align(&mut words);
            assert_eq!(most.min((1 << shared.exponent) - 1), exponent, "{ports:x?} of {shared:?}");
            if most < (1 << shared.exponent) - 1 {
                for ([re, im, own], aligned) in ports.into_iter().zip(words) {
                    let parts = aligned.mantissas.map(|part| word(part.into(), shared.aligned));
                    assert_eq!(outputs(&mut places, &place, &[re, im, own, most]), parts, "{ports:x?} of {shared:?}");
                }
            }
        }
    }
}

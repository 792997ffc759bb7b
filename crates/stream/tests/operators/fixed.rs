//! Fixed-point operators: the netlist against the value semantics of a stage, at the corners and at random, and every
//! pipelined form against the combinational one.

use super::evaluate::{Evaluator, Lanes, LANES};
use super::operands::Random;
use super::pipeline::same_function;
use fftgen_hdl::dsl::Builder;
use fftgen_hdl::rtl::retime::{pipeline, InputArrival};
use fftgen_hdl::rtl::technology::ULTRASCALE_PLUS;
use fftgen_hdl::rtl::{Module, Net, Op};
use fftgen_maths::format::{number, word, Format, Overflow, Rounding};
use fftgen_stream::operators::{fixed, from_float, larger, to_float, MultiplierStyle};
use fftgen_stream::pipeline::{FixedStage, Layout, Normalizer};

/// Words at random, the ends of the range and their neighbours more often than by chance.
fn random_word(random: &mut Random, bits: u32) -> u64 {
    let low = u64::MAX >> (64 - bits);
    match random.next() % 4 {
        0 => [0, 1, low, low >> 1, (low >> 1) + 1, low - 1][random.next() as usize % 6] & low,
        1 => (random.next() >> 40) & low & 0x1f,
        _ => random.next() & low,
    }
}

/// Holds a module against a function of the numbers at its ports, and its pipelined forms against it.
fn check(module: &Module, wanted: impl Fn(&[i128]) -> Vec<u128>) {
    let widths: Vec<u32> = module.inputs.iter().map(|port| module.width(port.fields[0])).collect();
    let mut random = Random(widths.iter().map(|&bits| u64::from(bits)).sum());
    let mut operands =
        || widths.iter().map(|&bits| std::array::from_fn(|_| random_word(&mut random, bits).into())).collect();
    let mut evaluator = Evaluator::new(module);
    for _ in 0..300 {
        let inputs: Vec<Lanes> = operands();
        let found = evaluator.evaluate(&inputs);
        for lane in 0..LANES {
            let signed = |(input, &bits): (&Lanes, &u32)| match bits {
                1 => input[lane] as i128,
                _ => number(input[lane] as u64, bits).into(),
            };
            let numbers: Vec<i128> = inputs.iter().zip(&widths).map(signed).collect();
            let found: Vec<u128> = found.iter().map(|port| port[lane]).collect();
            assert_eq!(found, wanted(&numbers), "{} of {numbers:?}", module.doc);
        }
    }
    for depth in [1, 2, 3, 4, 6] {
        same_function(
            module,
            &pipeline(module, depth, InputArrival { first: 0.9, later: 0.0 }, &ULTRASCALE_PLUS),
            depth,
            &mut operands,
        );
    }
}

#[test]
fn adders_and_pairs_equal_integers() {
    for bits in [4, 7, 20, 33, 64] {
        let cut = move |value: i128| u128::from(word(value, bits));
        check(&fixed::adder("adder", bits), |x| vec![cut(if x[2] == 1 { x[0] - x[1] } else { x[0] + x[1] })]);
        check(&fixed::pair("pair", bits), |x| vec![cut(x[0] + x[1]), cut(x[0] - x[1])]);
    }
}

/// Constants of all lengths and signs, and what few sums make.
#[test]
fn constants_by_sums_equal_products() {
    let mut random = Random(7);
    let some = (0..30).map(|bits| (random.next() >> (63 - bits % 30)) as i64 - (1 << (bits % 30)));
    let known = [
        0,
        1,
        -1,
        2,
        3,
        -3,
        45,
        46_341,
        92_682,
        -46_341,
        65_535,
        65_536,
        56_755,
        0x1_5555,
        0xff_ffff,
        0x123_4567,
        -(1 << 40),
    ];
    for (number, constant) in known.into_iter().chain(some).enumerate() {
        let bits = [4, 9, 21, 32][number % 4];
        for point in [0, 5, 16, 20] {
            let half = if point == 0 { 0 } else { 1 << (point - 1) };
            let chain = fixed::ShiftAddConstant::new(constant);
            check(&fixed::constant_multiplier("times", bits, &chain, point), |x| {
                vec![u128::from(word((x[0] * i128::from(constant) + half) >> point, bits))]
            });
        }
    }
}

/// As few sums as there can be: the smallest constants that take one to five are known (Gustafsson, Dempster, Wanhammar 2002).
#[test]
fn constants_take_few_sums() {
    let sums = |constant| fixed::ShiftAddConstant::new(constant).sums();
    let smallest = [3, 11, 43, 683, 14_709];
    for (fewer, &constant) in smallest.iter().enumerate() {
        assert_eq!(sums(constant), fewer + 1, "{constant}");
    }
    for constant in 1..14_709 {
        let most = smallest.iter().filter(|smallest| **smallest <= constant).count();
        assert!(sums(constant) <= most, "{constant}: {}", sums(constant));
    }
    assert_eq!(sums(46_341), 4);
    // As long as words may be.
    let mut random = Random(3);
    let long = |_| sums((random.next() >> 1) as i64);
    assert!((0..100).map(long).all(|sums| sums < 32));
    assert_eq!([i64::MAX, i64::MIN, i64::MIN + 1].map(sums), [1, 0, 1]);
}

/// Sums and differences of complex words, the second turned by -i, or the words as they are.
#[test]
fn butterflies_equal_sums_and_differences_or_bypass_words() {
    for bits in [4, 17, 33] {
        for (turned, adjacent) in [(false, false), (true, false), (false, true), (true, true)] {
            let cut = move |value: i128| u128::from(word(value, bits));
            let kind = fixed::Butterfly { bits, turned, adjacent };
            check(&fixed::butterfly("butterfly", kind), |x| {
                let (waiting, masked, coming) = ([x[0], x[1]], [x[2], x[3]], [x[4], x[5]]);
                let second = if turned && x[7] == 1 { [coming[1], -coming[0]] } else { coming };
                let leaving = [0, 1].map(|part| cut(waiting[part] + x[6] * second[part]));
                let kept = [0, 1].map(|part| masked[part] + if x[6] == 1 { -second[part] } else { coming[part] });
                let again = adjacent.then(|| x[7 + usize::from(turned)]);
                let ready = again.into_iter().flat_map(|again| kept.map(|part| cut(again * part)));
                leaving.into_iter().chain(kept.map(cut)).chain(ready).collect()
            });
        }
    }
}

/// Sums and differences, or the first operand as it is.
#[test]
fn gated_sums_add_or_pass_the_first_operand() {
    for bits in [4, 17, 33] {
        check(&fixed::gated("gated", bits), |x| {
            let taken = if x[2] == 1 { -x[1] } else { x[1] };
            vec![u128::from(word(x[0] + x[3] * taken, bits))]
        });
    }
}

/// Sums and differences of complex words, the second turned by -i, each in the other's place.
#[test]
fn lane_butterflies_give_sum_and_difference_in_either_place() {
    for bits in [4, 17, 33] {
        for (turned, exchanged) in [(false, false), (true, false), (false, true), (true, true)] {
            let kind = fixed::Crossing { bits, turned, exchanged };
            check(&fixed::crossing("crossing", kind), |x| {
                let second = if turned && x[4] == 1 { [x[3], -x[2]] } else { [x[2], x[3]] };
                let signs = if exchanged && x[4 + usize::from(turned)] == 1 { [-1, 1] } else { [1, -1] };
                let sum = |sign: i128| [0, 1].map(|part| u128::from(word(x[part] + sign * second[part], bits)));
                signs.map(sum).concat()
            });
        }
    }
}

pub fn fixed_stage(inner: u32, coefficient: u32, point: u32) -> FixedStage {
    FixedStage {
        input_bits: inner,
        guard_bits: 0,
        internal_bits: inner,
        coefficient_bits: coefficient,
        coefficient_fraction: point,
        shift: 0,
        shift_field_bits: 0,
        pre_shift_bits: 0,
        output_bits: inner,
        rounding: Rounding::Convergent,
        overflow: Overflow::Wrap,
        never_overflows: true,
        round_cycles: 1,
        lead_cycles: None,
    }
}

#[test]
fn multipliers_equal_the_products_of_a_stage() {
    for (bits, coefficient) in
        [(8, 8), (20, 18), (21, 18), (27, 18), (30, 26), (12, 18), (40, 20), (39, 27), (27, 36), (30, 30)]
    {
        for point in [0, 1, coefficient - 2, coefficient + 2] {
            let fixed = fixed_stage(bits, coefficient, point);
            for multiplier in [MultiplierStyle::Dsp, MultiplierStyle::Lut] {
                let module = fixed::multiplier("multiplier", bits, coefficient, point, multiplier);
                let cut = |value: i128| u128::from(word(value, bits));
                check(&module, |x| vec![cut(fixed.product(x[0], x[1] as i64))]);
            }
        }
    }
}

#[test]
fn scalers_equal_shifts_of_a_stage() {
    for bits in [4, 9, 30] {
        for k in [-40, -9, -4, -3, -1, 0, 1, 3, 40] {
            let cut = |value: i128| u128::from(word(value, bits));
            check(&fixed::scaler("scaler", bits, k), |x| vec![cut(FixedStage::scaled(x[0], k))]);
        }
    }
}

/// Every rule, with and without a sign to turn, for outputs longer and shorter than what is kept.
#[test]
fn outputs_are_rounded_and_fitted_by_every_rule() {
    for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
        for (internal_bits, dropped_bits) in [(8, 0), (8, 1), (9, 2), (12, 5), (8, 7), (30, 4)] {
            let kept = internal_bits - dropped_bits;
            for (output, overflow) in [
                (kept + 1, None),
                (kept + 3, None),
                (kept.max(2), Some(Overflow::Saturate)),
                (kept.max(2), Some(Overflow::Wrap)),
                (kept.max(4) - 2, Some(Overflow::Saturate)),
                (kept.max(4) - 2, Some(Overflow::Wrap)),
                (kept + 2, Some(Overflow::Saturate)),
            ] {
                for signed in [false, true] {
                    let module = fixed::OutputRounding {
                        internal_bits,
                        shift_field_bits: 0,
                        dropped_bits,
                        output,
                        rounding,
                        overflow,
                        signed,
                    }
                    .module("end");
                    check(&module, |x| {
                        let value = if signed && x[1] == 1 { -x[0] } else { x[0] };
                        let (value, over) =
                            overflow.unwrap_or_default().fit(rounding.drop(value, dropped_bits), output);
                        let word = u128::from(word(value, output));
                        if overflow.is_some() {
                            vec![word, over.into()]
                        } else {
                            vec![word]
                        }
                    });
                }
            }
        }
    }
}

/// The same where words move up first, by places that are given with each.
#[test]
fn outputs_are_rounded_and_fitted_after_every_shift() {
    for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
        for (internal_bits, shift_field_bits, guard, output) in
            [(9, 1, 0, 8), (10, 2, 3, 6), (12, 2, 0, 14), (14, 3, 2, 8), (30, 2, 4, 17)]
        {
            let most = (1 << shift_field_bits) - 1;
            for overflow in [None, Some(Overflow::Saturate), Some(Overflow::Wrap)] {
                let output = if overflow.is_none() { internal_bits - guard + 1 } else { output };
                for signed in [false, true] {
                    let cut = fixed::OutputRounding {
                        internal_bits,
                        shift_field_bits,
                        dropped_bits: guard + most,
                        output,
                        rounding,
                        overflow,
                        signed,
                    };
                    let module = cut.module("end");
                    let bits = |value: i128| {
                        if shift_field_bits == 1 {
                            value & 1
                        } else {
                            word(value, shift_field_bits).into()
                        }
                    };
                    check(&module, |x| {
                        let value = if signed && x[2] == 1 { -x[0] } else { x[0] };
                        let dropped_bits = guard + most - bits(x[1]) as u32;
                        let (value, over) =
                            overflow.unwrap_or_default().fit(rounding.drop(value, dropped_bits), output);
                        let told = overflow.map(|_| u128::from(over));
                        [u128::from(word(value, output))].into_iter().chain(told).collect()
                    });
                }
            }
        }
    }
}

/// What a normalizer is made of: the count of the zeros ahead, and the shift with the cut after it.
#[test]
fn normalizers_count_headroom_and_align_words() {
    for bits in [3, 7, 8, 15, 31, 63] {
        let m = Builder::new("headroom", "");
        m.output("y", fixed::headroom(m.input("of", bits)));
        check(&m.finish(), |x| vec![u128::from(word(x[0], bits).leading_zeros() + bits - 64)]);
    }
    for (internal_bits, output) in [(4, 4), (9, 4), (12, 11), (16, 16), (29, 16), (64, 64), (64, 40)] {
        for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
            let dropped_bits = internal_bits - output;
            let overflow = (dropped_bits > 0).then_some(Overflow::Saturate);
            let cut = fixed::OutputRounding {
                internal_bits,
                shift_field_bits: 0,
                dropped_bits,
                output,
                rounding,
                overflow,
                signed: false,
            };
            let module = fixed::align("align", &cut);
            let by_bits = module.width(module.inputs[1].fields[0]);
            check(&module, |x| {
                let by = word(x[1], by_bits);
                let shifted = number(word(x[0] << by, internal_bits), internal_bits);
                vec![word(Overflow::Saturate.fit(rounding.drop(shifted.into(), dropped_bits), output).0, output).into()]
            });
        }
    }
}

/// Words of a block as floating-point numbers, of every exponent.
#[test]
fn words_of_blocks_become_the_nearest_floats() {
    for (name, bits) in [("e3m2", 4), ("e3m2", 9), ("fp16", 20), ("fp32", 35), ("fp64", 50), ("fp64", 63)] {
        let Format::Float(float) = Format::parse(name, false).unwrap() else { unreachable!() };
        let module = to_float("to_float", float, bits, float.exponent + 4);
        check(&module, |x| {
            let top = float.bias() + bits as i32 - 1;
            vec![if x[2] == 1 { float.nan() } else { float.nearest(x[0], x[1] as i32 - top) }.into()]
        });
    }
}

/// Floating-point numbers as words of a block, of which each may be the largest.
#[test]
fn floats_become_aligned_words_of_blocks() {
    let layout = Layout::packed(1, 0..1);
    for (name, output) in [("e3m2", 18), ("fp16", 18), ("bf16", 24), ("fp32", 18), ("fp32", 27), ("fp64", 40)] {
        let Format::Float(float) = Format::parse(name, false).unwrap() else { unreachable!() };
        for rounding in [Rounding::Convergent, Rounding::Truncate] {
            let normalizer = Normalizer::for_floats(&layout, [0, 1], float, output, rounding);
            let (internal_bits, dropped_bits) = (normalizer.shifted_bits(), normalizer.dropped_bits());
            let overflow = Some(Overflow::Saturate);
            let cut = fixed::OutputRounding {
                internal_bits,
                shift_field_bits: 0,
                dropped_bits,
                output,
                rounding,
                overflow,
                signed: false,
            };
            let of = from_float("of", float, &cut);
            // The largest field is that of the number or of another, whichever is more.
            let m = Builder::new("of_two", "");
            let (a, other) = (m.input("a", float.bits()), m.input("other", float.exponent));
            let most = larger(a.bits(float.fraction, float.exponent), other);
            m.output("y", m.call([a, most], |m, inputs| inlined(m, &of, inputs)));
            check(&m.finish(), |x| {
                let (significand, field) = float.fields(word(x[0], float.bits()));
                let most = field.max(word(x[1], float.exponent));
                vec![word(normalizer.align(significand.into(), (most - field) as u32), output).into()]
            });
        }
    }
}

/// The nets of a combinational module within another.
fn inlined(m: &mut Module, of: &Module, inputs: [Net; 2]) -> Net {
    let mut nets: Vec<Net> = Vec::new();
    for net in &of.nets {
        let new = match net.op {
            Op::Input { port, .. } => inputs[port],
            _ => m.net(net.width, net.op.map_operands(|operand| nets[operand.index()])),
        };
        nets.push(new);
    }
    nets[of.outputs[0].fields[0].index()]
}

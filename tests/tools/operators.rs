//! Operators that Bitwuzla proves to give what their definitions say, for all operands: those of short words, and with
//! `FFTGEN_GRID=full` the others. Beside each proof a fault is found: a net that is stuck at zero.

use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, run};
use fftgen::emit::{print, Verilog};
use fftgen::format::{Float, Overflow, Rounding};
use fftgen::rtl::operators::{self, fixed, MultiplierStyle};
use fftgen::rtl::retime::{pipeline, InputArrival};
use fftgen::rtl::technology::ULTRASCALE_PLUS;
use fftgen::rtl::{Module, Net, Op, Port};
use fftgen::Choice;
use rayon::prelude::*;

const fn float(exponent: u32, fraction: u32) -> Float {
    Float { exponent, fraction, subnormals: false }
}

const E4M3: Float = float(4, 3);
const E5M2: Float = float(5, 2);
const FP16: Float = float(5, 10);
const BF16: Float = float(8, 7);
const FP32: Float = float(8, 23);
const FP64: Float = float(11, 52);

/// An operator; its definition in `testbenches/operators.py`; and the end of the name of a net whose fault shows.
type Operator = (Module, String, &'static str);

fn words<const N: usize>(formats: [Float; N]) -> String {
    formats.map(|f| format!("e{}m{}", f.exponent, f.fraction)).join(" ")
}

fn sums(f: Float) -> [Operator; 2] {
    let of = |name: &str| format!("{name} {}", words([f]));
    [(operators::adder("a", f), of("adder"), "is_tie"), (operators::pair("p", f), of("pair"), "is_tie")]
}

fn floats(f: Float) -> Vec<Operator> {
    let word = words([f]);
    let scaler = |k: i32, fault| (operators::scaler("s", f, k), format!("scaler {word} {k}"), fault);
    let from = if f == FP32 { FP16 } else { FP32 };
    vec![
        scaler(-3, "payload"),
        scaler(5, "over"),
        (operators::float_to_float("c", from, f), format!("float_to_float {}", words([from, f])), "payload"),
        (operators::fixed_to_float("i", [30, 15], f), format!("fixed_to_float 15 {word}"), "half"),
        (operators::to_float("b", f, 30, 10), format!("block_to_float {word}"), "half"),
    ]
}

/// Where products are made of sums, proofs end for short words only.
fn products(f: Float) -> Vec<Operator> {
    let factors = [f, f.coefficient()];
    let of = |name: &str| format!("{name} {}", words(factors));
    let [dsp, lut] = [MultiplierStyle::Dsp, MultiplierStyle::Lut];
    let sums = (operators::multiplier("l", f, factors, lut), of("multiplier"), "is_tie");
    let others = [
        (operators::multiplier("m", f, factors, dsp), of("multiplier"), "rounds_to_power"),
        (operators::multiplier_of_any("a", f, factors, dsp), of("multiplier_of_any"), "is_invalid_b"),
    ];
    others.into_iter().chain((f.bits() <= 8).then_some(sums)).collect()
}

/// A multiplier whose product of significands, which is one multiplication, has become an input.
fn after_product(f: Float) -> Operator {
    let mut module = operators::multiplier("m", f, [f, f], MultiplierStyle::Dsp);
    let index = module.nets.iter().position(|net| net.name.as_deref() == Some("product")).expect("a product");
    module.nets[index].op = Op::Input { port: module.inputs.len(), field: 0 };
    module.inputs.push(Port { name: "product".into(), fields: vec![Net(index as u32)] });
    (module, format!("multiplier_after_product {}", words([f, f])), "rounds_to_power")
}

fn integers(bits: u32) -> Vec<Operator> {
    let point = bits - 2;
    let factor = fixed::ShiftAddConstant::new(46_341);
    vec![
        (fixed::adder("a", bits), "integer_adder".into(), "addend"),
        (fixed::pair("p", bits), "integer_pair".into(), "difference"),
        (
            fixed::multiplier("m", bits, bits, point, MultiplierStyle::Dsp),
            format!("integer_multiplier {point}"),
            "rounded",
        ),
        (fixed::constant_multiplier("c", bits, &factor, 16), "constant_multiplier 46341 16".into(), "times5"),
    ]
}

/// Every rule, of words that are negated or shifted first, and of those of a normalizer.
fn roundings(internal_bits: u32) -> Vec<Operator> {
    let mut all = vec![];
    for rounding in Rounding::WORDS.iter().map(|(_, rule)| *rule) {
        for overflow in [None, Some(Overflow::Saturate), Some(Overflow::Wrap)] {
            for (shift_field_bits, dropped_bits) in [(0, internal_bits / 3), (2, internal_bits / 3 + 3)] {
                let output = if overflow.is_none() { internal_bits - internal_bits / 3 + 1 } else { internal_bits / 2 };
                let signed = true;
                let rule = fixed::OutputRounding {
                    internal_bits,
                    shift_field_bits,
                    dropped_bits,
                    output,
                    rounding,
                    overflow,
                    signed,
                };
                let word = overflow.map_or("never", |overflow| overflow.word());
                let definition = format!("output_rounding {dropped_bits} {} {word}", rounding.word());
                all.push((rule.module("r"), definition.clone(), "round_up"));
                if shift_field_bits == 0 && overflow == Some(Overflow::Saturate) {
                    all.push((fixed::align("n", &rule), definition, "over"));
                }
            }
        }
    }
    all
}

/// Cycles of a pipeline.
const DEPTH: u32 = 3;

/// A pipeline of the operator. All that meets at a net has passed as many registers, which therefore count as wires in
/// a proof.
fn pipelined(module: &Module) -> Module {
    let module = pipeline(module, DEPTH, InputArrival::default(), &ULTRASCALE_PLUS);
    let mut passed: Vec<Option<u32>> = vec![];
    for net in &module.nets {
        let (cycles, mut operands) = match net.op {
            Op::Reg { d: Some(d), .. } => (1, vec![d]),
            Op::Delay { of, depth } => (depth, vec![of]),
            _ => (0, vec![]),
        };
        net.op.map_operands(|operand| {
            operands.push(operand);
            operand
        });
        let mut ways = operands.iter().filter_map(|operand| passed[operand.index()]);
        let way = ways.next().or(matches!(net.op, Op::Input { .. }).then_some(0));
        assert!(ways.all(|other| Some(other) == way), "{}: {:?} joins different cycles", module.name, net.name);
        passed.push(way.map(|way| way + cycles));
    }
    assert!(
        module.outputs.iter().all(|port| passed[port.fields[0].index()].unwrap_or(DEPTH) == DEPTH),
        "{}",
        module.name
    );
    module
}

/// What the solver says of an operator.
fn proved(module: &Module, definition: &str) -> Result<String, String> {
    let here = tempfile::tempdir().expect("a folder");
    std::fs::write(here.path().join("operator.v"), print(&Verilog, &pipelined(module), "")).expect("a file");
    let words: Vec<&str> = std::iter::once("operator.v").chain(definition.split(' ')).collect();
    run(here.path(), "operators", &words)
}

#[test]
fn operators_give_what_their_definitions_say() {
    if !["yosys", "operators"].into_iter().all(has_tool) {
        return;
    }
    let mut all = [floats(E4M3), integers(8)].concat();
    all.extend(share(products(E4M3), 2).chain(share(roundings(9), 5)).chain([after_product(FP32)]));
    if is_full() {
        all.extend([E5M2, FP16, BF16].into_iter().flat_map(|f| [floats(f), products(f)].concat()).chain(floats(FP32)));
        all.extend([E4M3, E5M2, FP16, BF16, FP32].into_iter().flat_map(sums).chain([after_product(FP64)]));
        all.extend(integers(16).into_iter().chain(roundings(32)));
    }
    all.into_par_iter().for_each(|(mut module, definition, fault)| {
        let said = proved(&module, &definition).unwrap_or_else(|said| panic!("{definition}: {said}"));
        eprint!("{definition}: {said}");
        let mut named =
            module.nets.iter_mut().filter(|net| net.name.as_ref().is_some_and(|name| name.ends_with(fault)));
        named.next().expect("a net of this name").op = Op::Const(0);
        let found = proved(&module, &definition).is_err_and(|said| said.contains("differs: "));
        assert!(found, "{definition}: {fault} is stuck");
    });
}

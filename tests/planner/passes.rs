//! Rung 4: passes and intermediate forms. A pipeline whose blocks do not fit is refused, and each form can be printed.

use crate::support::cases::cases;
use crate::support::config::config;
use fftgen::pipeline::{Block, Pipeline};
use fftgen::Design;
use std::process::{Command, Output};

fn pipeline(size: usize, width: usize, precision: &str) -> Pipeline {
    Design::plans(&config(size, width, precision)).unwrap().swap_remove(0).pipeline
}

fn permuters(pipeline: &Pipeline) -> Vec<usize> {
    let is_permuter = |(number, block): (usize, &Block)| matches!(block, Block::Permuter(_)).then_some(number);
    pipeline.blocks.iter().enumerate().filter_map(is_permuter).collect()
}

fn is_verified(size: usize, width: usize, precision: &str) {
    assert_eq!(pipeline(size, width, precision).verify(), Ok(()));
}

cases! {
    chosen_pipelines_are_verified(is_verified) {
        n20_w4_fp16: (20, 4, "fp16"),
        n64_w2_fixed12: (64, 2, "fixed12"),
        n60_w7_e5m6: (60, 7, "e5m6"),
        n256_w1_fixed16: (256, 1, "fixed16"),
    }
}

fn needs_its_permuters(size: usize, width: usize, precision: &str) {
    let whole = pipeline(size, width, precision);
    assert!(!permuters(&whole).is_empty());
    for number in permuters(&whole) {
        let mut pipeline = whole.clone();
        pipeline.blocks.remove(number);
        let error = pipeline.verify().unwrap_err();
        assert!(error.contains("does not come in its slot"), "{error}");
    }
}

cases! {
    missing_permuters_are_found(needs_its_permuters) {
        n20_w4_fp16: (20, 4, "fp16"),
        n64_w2_fixed12: (64, 2, "fixed12"),
        n60_w7_e5m6: (60, 7, "e5m6"),
    }
}

#[test]
fn a_permuter_that_is_too_quick_is_found() {
    let mut pipeline = pipeline(64, 2, "fixed12");
    let number = permuters(&pipeline)[0];
    if let Block::Permuter(permuter) = &mut pipeline.blocks[number] {
        permuter.latency = permuter.min_latency - 1;
    }
    assert!(pipeline.verify().unwrap_err().contains("cycles, elements need"));
}

#[test]
fn words_of_other_bits_are_found() {
    let mut pipeline = pipeline(64, 2, "fixed12");
    let fixed = pipeline.stages_mut().last().unwrap().arithmetic.fixed_mut().unwrap();
    fixed.input_bits += 1;
    assert!(pipeline.verify().unwrap_err().contains("are taken"));
}

fn explain(arguments: &str, dump: Option<&str>) -> Output {
    let mut pipeline = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    pipeline.arg("explain").args(arguments.split(' '));
    if let Some(pass) = dump {
        pipeline.env("FFTGEN_DUMP", pass);
    }
    pipeline.output().unwrap()
}

fn is_printed(form: &str, line: &str) {
    let output = explain(&format!("--size 20 --width 4 --precision fp16 --radix 4,5 --ir {form}"), None);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains(line), "{text}");
}

cases! {
    each_intermediate_form_is_printed(is_printed) {
        formula: ("formula", "CRT(4,5)"),
        steps: ("steps", "step 1: "),
        graph: ("graph", "  v0 = input 0"),
        pipeline: ("pipeline", "first output beat"),
        netlist: ("netlist", "module dft20_w4_fp16_r4_5\n"),
    }
}

#[test]
fn a_dump_shows_the_pipeline_after_a_pass() {
    let passes = |dump: &str| {
        let output = explain("--size 16 --width 2 --precision fixed8 --radix 4,4", Some(dump));
        let text = String::from_utf8(output.stderr).unwrap();
        text.lines().filter_map(|line| line.strip_suffix(':')).map(str::to_string).collect::<Vec<_>>()
    };
    let first = passes("insert-permuters");
    assert!(!first.is_empty() && first.iter().all(|pass| pass == "insert-permuters"));
    assert_eq!(passes("all").len(), 6 * first.len());
}

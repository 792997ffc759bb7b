//! Passes and intermediate forms: a pipeline whose blocks do not fit is refused, and each form can be printed.

use fftgen::format::Format;
use fftgen::pipeline::{Block, Pipeline};
use fftgen::{Config, Design};
use std::process::{Command, Output};

fn pipeline(size: usize, width: usize, precision: &str) -> Pipeline {
    let format = Format::parse(precision, false).unwrap();
    Design::plans(&Config::new(size, width, format)).unwrap().swap_remove(0).pipeline
}

fn permuters(pipeline: &Pipeline) -> Vec<usize> {
    let is_permuter = |(number, block): (usize, &Block)| matches!(block, Block::Permuter(_)).then_some(number);
    pipeline.blocks.iter().enumerate().filter_map(is_permuter).collect()
}

#[test]
fn chosen_pipelines_are_verified() {
    for (size, width, precision) in [(20, 4, "fp16"), (64, 2, "fixed12"), (60, 7, "e5m6"), (256, 1, "fixed16")] {
        assert_eq!(pipeline(size, width, precision).verify(), Ok(()));
    }
}

#[test]
fn a_missing_permuter_is_found() {
    for (size, width, precision) in [(20, 4, "fp16"), (64, 2, "fixed12"), (60, 7, "e5m6")] {
        let whole = pipeline(size, width, precision);
        assert!(!permuters(&whole).is_empty());
        for number in permuters(&whole) {
            let mut pipeline = whole.clone();
            pipeline.blocks.remove(number);
            let error = pipeline.verify().unwrap_err();
            assert!(error.contains("does not come in its slot"), "{error}");
        }
    }
}

#[test]
fn a_permuter_that_is_too_quick_is_found() {
    let mut pipeline = pipeline(64, 2, "fixed12");
    let number = permuters(&pipeline)[0];
    if let Block::Permuter(permuter) = &mut pipeline.blocks[number] {
        permuter.latency = permuter.shift - 1;
    }
    assert!(pipeline.verify().unwrap_err().contains("cycles, elements need"));
}

#[test]
fn words_of_other_bits_are_found() {
    let mut pipeline = pipeline(64, 2, "fixed12");
    let numeric = pipeline.stages_mut().last().unwrap().arithmetic.fixed_mut().unwrap();
    numeric.input += 1;
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

#[test]
fn each_intermediate_form_is_printed() {
    for (form, line) in [
        ("formula", "CRT(4,5)"),
        ("steps", "step 1: "),
        ("graph", "  v0 = input 0"),
        ("pipeline", "first output beat"),
        ("netlist", "module dft20_w4_fp16\n"),
    ] {
        let output = explain(&format!("--size 20 --width 4 --precision fp16 --radix 4,5 --ir {form}"), None);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(line), "{form}:\n{text}");
    }
}

#[test]
fn a_dump_shows_the_pipeline_behind_a_pass() {
    let passes = |dump: &str| {
        let output = explain("--size 16 --width 2 --precision fixed8 --radix 4,4", Some(dump));
        let text = String::from_utf8(output.stderr).unwrap();
        text.lines().filter_map(|line| line.strip_suffix(':')).map(str::to_string).collect::<Vec<_>>()
    };
    let first = passes("insert-permuters");
    assert!(!first.is_empty() && first.iter().all(|pass| pass == "insert-permuters"));
    assert_eq!(passes("all").len(), 5 * first.len());
}

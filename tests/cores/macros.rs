//! Memories of standard cells: modules of their own, which read at the clock edge, whatever the architecture.

use crate::cases::cases;
use crate::config::config;
use crate::verify::verify;
use fftgen::emit::{self, EMITTERS};
use fftgen::formula::Kind;
use fftgen::rtl::Module;
use fftgen::runtime::Runtime;
use fftgen::synth::Target;
use fftgen::{Config, Design, Interface};

/// Lines of `text` that read or write the array of a memory outside a process of a clock, and lines that declare one in
/// a module that is no memory.
fn wrong_lines(text: &str) -> Vec<&str> {
    let (mut arrays, mut module, mut in_process, mut wrong) = (Vec::new(), "", false, Vec::new());
    for line in text.lines() {
        let words = line.trim().trim_end_matches(';');
        if let Some(name) = line.strip_prefix("module ") {
            (arrays, module, in_process) = (Vec::new(), name, false);
        } else if words.starts_with("always @(posedge clk)") {
            in_process = true;
        } else if words == "end" || words == "endmodule" {
            in_process = false;
        } else if let Some((declared, _)) = words.split_once(" [0:") {
            arrays.push(format!("{}[", declared.split_whitespace().last().unwrap_or_default()));
            if !module.contains("_ram_1r1w_") {
                wrong.push(line);
            }
        } else if !in_process && arrays.iter().any(|array| line.contains(array.as_str())) {
            wrong.push(line);
        }
    }
    wrong
}

fn text(top: &Module) -> String {
    emit::print(EMITTERS[0], top, "")
}

fn on_standard_cells(config: Config) -> Config {
    config.on(Target::parse("asic").unwrap())
}

#[test]
fn a_read_outside_of_a_process_is_found() {
    let module =
        "module a_ram_1r1w_4x2 (\n  reg [1:0] words [0:3];\n  always @(posedge clk)\n    if (ce) begin\n      \
                  word <= words[at];\n    end\n";
    assert!(wrong_lines(module).is_empty());
    assert_eq!(wrong_lines(&format!("{module}  assign y = words[at];\n")), ["  assign y = words[at];"]);
    assert_eq!(wrong_lines(&module.replace("_ram_1r1w_", "_")), ["  reg [1:0] words [0:3];"]);
    let xcup = Design::new(config(64, 2, "fixed16")).unwrap();
    assert!(!wrong_lines(&text(&xcup.top)).is_empty(), "the default target has memories in LUTs");
}

/// A core equals its model, and its memories are modules that read at the clock edge.
fn has_macros(config: Config) {
    let config = on_standard_cells(config);
    let design = Design::new(config.clone()).unwrap();
    let printed = text(&design.top);
    assert_eq!(wrong_lines(&printed), Vec::<&str>::new());
    let is_macro = |line: &str| line.starts_with("module ") && line.contains("_1r1w_");
    assert!(printed.lines().any(is_macro), "{} has no memory", design.name);
    verify(config, 2);
}

cases! {
    memories_are_modules_of_one_behaviour(has_macros) {
        fixed_point: (config(128, 1, "fixed16")),
        lanes: (Config { interface: Interface::Native, ..config(256, 2, "fixed12") }),
        floating_point: (config(96, 1, "fp16")),
        real_data: (Config { kind: Kind::Real, ..config(512, 2, "fixed12") }),
        block_floating_point: (config(128, 2, "fixed16").with_block_exponents()),
        several_sizes: (Config { runtime: Runtime { sizes: vec![32, 64], ..Runtime::default() }, ..config(64, 1, "fixed12") }),
        folded: (Config { cycles: Some(600), ..config(64, 1, "fixed12") }),
    }
}

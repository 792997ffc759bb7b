//! The printed Verilog as text: lint, line length, determinism, and one module to look at.

use crate::generate::{design, Random};
use crate::support::tools::has_tool;
use fftgen::emit::{self, Verilog};
use fftgen::external::External;
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::package::Banner;
use fftgen::rtl::{Module, Net};
use fftgen::Config;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// What a tool had to say: nothing, if all is well.
fn complaints(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => text,
        false => format!("{program} failed\n{text}"),
    }
}

/// Writes one file per module and returns their names, the top one first.
fn write(module: &Module, folder: &Path) -> Vec<String> {
    let files = emit::files(&Verilog, module, "// SPDX-License-Identifier: 0BSD\n");
    files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    files.into_iter().rev().map(|(name, _)| name).collect()
}

fn random_designs(seed: u64, count: usize) -> Vec<Module> {
    let mut random = Random(seed);
    (0..count).map(|index| design(&mut random, &format!("r{index}"), index % 3)).collect()
}

#[test]
fn verilator_finds_nothing() {
    if !has_tool("verilator") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for module in random_designs(100, 60) {
        let names = write(&module, folder.path());
        let mut arguments = vec!["--lint-only", "-Wall", "--top-module", &module.name];
        arguments.extend(names.iter().map(String::as_str));
        let found = complaints("verilator", &arguments, folder.path());
        assert!(found.is_empty(), "{found}\n{}", emit::print(&Verilog, &module, ""));
    }
}

#[test]
fn icarus_finds_nothing() {
    if !has_tool("iverilog") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut names: Vec<String> = Vec::new();
    for module in random_designs(101, 30) {
        names.extend(write(&module, folder.path()));
    }
    let mut arguments = vec!["-g2005", "-Wall", "-t", "null"];
    arguments.extend(names.iter().map(String::as_str));
    let found = complaints("iverilog", &arguments, folder.path());
    assert!(found.is_empty(), "{found}");
}

/// The strictest reader there is: declarations before their use, signs and widths of conversions, unused names.
#[test]
fn slang_finds_nothing() {
    if !has_tool("slang") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for module in random_designs(103, 60) {
        let names = write(&module, folder.path());
        let mut arguments = vec!["--std", "1364-2005", "-Weverything", "--top", &module.name];
        arguments.extend(names.iter().map(String::as_str));
        let found = complaints("slang", &arguments, folder.path());
        assert!(found.is_empty(), "{found}\n{}", emit::print(&Verilog, &module, ""));
    }
}

/// Cores for frames in external memory, whose parts have ports of many protocols: of several dimensions, and of one with twiddle factors.
#[test]
fn cores_with_external_memory_have_no_lint() {
    for (shape, width, precision) in
        [(&[4, 6, 10][..], 4, "fixed12"), (&[64 * 64], 4, "fixed18"), (&[64 * 128], 2, "fp32")]
    {
        let format = Format::parse(precision, false).unwrap();
        let shape = FrameShape::new(shape).unwrap();
        lint(&External::new(Config::new(shape, width, format)).unwrap());
    }
}

/// Lints a core by all tools.
fn lint(core: &External) {
    let folder = tempfile::tempdir().unwrap();
    let names = write(&core.top, folder.path());
    let readers: [(&str, &[&str]); 3] = [
        ("verilator", &["--lint-only", "-Wall", "--top-module"]),
        ("slang", &["--std", "1364-2005", "-Weverything", "--top"]),
        ("iverilog", &["-g2005", "-Wall", "-t", "null", "-s"]),
    ];
    for (program, flags) in readers.into_iter().filter(|(program, _)| has_tool(program)) {
        let arguments = flags.iter().copied().chain([core.name.as_str()]).chain(names.iter().map(String::as_str));
        let found = complaints(program, &arguments.collect::<Vec<_>>(), folder.path());
        assert!(found.is_empty(), "{found}");
    }
}

/// Wires with the same right-hand side within a module, and operations on a value and itself.
fn repeated(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for module in text.split("endmodule") {
        let mut seen = HashSet::new();
        let joined = module.split_whitespace().collect::<Vec<_>>().join(" ");
        for statement in joined.split(';').map(str::trim) {
            let Some((_, value)) = statement.split_once(" = ").filter(|_| statement.starts_with("wire ")) else {
                continue;
            };
            let itself = [" & ", " | ", " ^ "].iter().any(|by| value.split_once(by).is_some_and(|(a, b)| a == b));
            if itself || !seen.insert(value.to_string()) {
                found.push(statement.to_string());
            }
        }
    }
    found
}

#[test]
fn no_expression_is_written_twice() {
    let mut m = Module::new("twice", "The same operations on the same values, in either order.");
    let x = m.input_bus("x", &[4, 4]);
    let (first, second) = (m.xor(x[0], x[1]), m.xor(x[1], x[0]));
    let (sum, other) = (m.add(first, x[0]), m.add(second, x[0]));
    m.name(other, "total");
    let both = m.and(sum, other);
    let less = m.lt(both, x[0]);
    m.output_bus("y", &[both, first, second]);
    m.output("less", less);
    let text = emit::print(&Verilog, &m, "");
    assert_eq!(text.matches('^').count(), 1, "{text}");
    assert!(text.contains("wire [3:0] total = ") && !text.contains('&'), "{text}");
    for module in random_designs(104, 60) {
        let text = emit::print(&Verilog, &module, "");
        assert!(repeated(&text).is_empty(), "{:#?}\n{text}", repeated(&text));
    }
}

#[test]
fn numbered_registers_are_one_vector() {
    let mut m = Module::new("lanes", "Three words a cycle later, the last of which is inverted.");
    let x = m.input_bus("x", &[8, 8, 8]);
    let last = m.not(x[2]);
    let words: Vec<Net> = [x[0], x[1], last].into_iter().map(|word| m.register(word, None)).collect();
    for (number, &word) in words.iter().enumerate() {
        m.name(word, format!("word_{number}"));
    }
    m.output_bus("y", &words);
    let text = emit::print(&Verilog, &m, "");
    assert!(text.contains("  reg [23:0] word;\n") && text.contains("  assign y = word;\n"), "{text}");
    assert!(text.contains("    word <= {~x[23:16], x[15:0]};\n"), "{text}");
}

#[test]
fn registers_in_a_row_are_one_vector() {
    let mut m = Module::new("row", "A bit four cycles later.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let start = m.input("start", 1);
    let late = (0..4).fold(start, |bit, number| m.register(bit, Some(number % 2)));
    m.output("y", late);
    let text = emit::print(&Verilog, &m, "");
    for line in
        ["reg [3:0] start_q;", "start_q <= 4'ha;", "start_q <= {start_q[2:0], start};", "assign y = start_q[3];"]
    {
        assert!(text.contains(line), "{line} is missing in:\n{text}");
    }
}

#[test]
fn signals_do_not_hide_instances() {
    let mut inner = Module::new("inner", "Parity of a sum.");
    let x = inner.input_bus("x", &[4, 4]);
    let sum = inner.add(x[0], x[1]);
    inner.name(sum, "parity");
    let odd = inner.bit(sum, 0);
    inner.output("y", odd);
    let mut m = Module::new("outer", "An instance that is called as a signal in it.");
    let x = m.input_bus("x", &[4, 4]);
    let parity = m.instance("parity", &Arc::new(inner), vec![x]);
    m.output("y", parity[0][0]);
    let text = emit::print(&Verilog, &m, "");
    assert!(text.contains("wire [3:0] parity_2 = ") && text.contains("inner parity ("), "{text}");
}

#[test]
fn single_uses_are_folded_in() {
    let mut m = Module::new("folded", "A sum that counts where two words differ.");
    let x = m.input_bus("x", &[8, 8, 8]);
    let equal = m.eq(x[0], x[1]);
    let different = m.not(equal);
    let sum = m.add(x[0], x[2]);
    let held = m.state(8, None);
    m.name(held, "held");
    let next = m.mux(different, sum, held);
    m.drive(held, next);
    m.output("y", held);
    let text = emit::print(&Verilog, &m, "");
    assert!(text.contains("    held <= (x[7:0] != x[15:8]) ? (x[7:0] + x[23:16]) : held;\n"), "{text}");
}

#[test]
fn long_modules_have_titled_sections() {
    for module in random_designs(106, 20) {
        for text in emit::files(&Verilog, &module, "").into_iter().map(|(_, text)| text) {
            let titles = text.lines().filter(|line| line.starts_with("  // ")).count();
            // Beside the module there are its description and what makes undeclared names mistakes.
            let long = text.lines().skip_while(|line| !line.starts_with("module ")).count() > 80;
            assert!(!long || titles > 1, "{text}");
        }
    }
}

#[test]
fn lines_are_short_and_the_text_repeats() {
    let texts = || random_designs(102, 40).iter().map(|module| emit::print(&Verilog, module, "")).collect::<Vec<_>>();
    let first = texts();
    assert_eq!(first, texts());
    for line in first.iter().flat_map(|text| text.lines()) {
        assert!(line.len() <= emit::COLUMNS && line.trim_end() == line, "{line}");
    }
}

/// A small module that uses each kind of statement.
fn sample() -> Module {
    let mut adder = Module::new("sample_add", "Sum of two numbers and its parity.\n\nLatency: 1 cycle.");
    let ce = adder.input("ce", 1);
    adder.set_enable(ce);
    let ab = adder.input_bus("ab", &[8, 8]);
    let sum = adder.add(ab[0], ab[1]);
    let sum = adder.register(sum, None);
    let parity = adder.bit(sum, 0);
    adder.output_bus("result", &[sum, parity]);

    let mut m = Module::new("sample", "Counts, adds, looks up, remembers: one of each statement the printer knows.");
    let ce = m.input("ce", 1);
    let rst = m.input("rst", 1);
    m.set_enable(ce);
    m.set_reset(rst);
    let x = m.input_bus("x", &[8, 8]);
    let count = m.state(3, Some(0));
    m.name(count, "count");
    let one = m.constant(3, 1);
    let next = m.add(count, one);
    m.drive(count, next);
    let sum = m.instance("add", &Arc::new(adder), vec![vec![ce], x.clone()]);
    let factor = m.rom(count, 12, vec![0x800, 0x7f6, 0x7d9, 0x7a7, 0x764]);
    m.name(factor, "factor");
    let product = m.mul(sum[0][0], factor);
    let product = m.delay(product, 4);
    let low = m.slice(product, 4, 8);
    let choice: Vec<Net> = vec![x[0], x[1], low, x[0], low];
    let chosen = m.select(count, &choice);
    let memory = m.memory("line", 8, 8);
    m.write(memory, sum[0][1], count, chosen);
    let word = m.read(memory, count);
    let top = m.slice(word, 7, 1);
    let sign = m.repeat(top, 4);
    let extended = m.concat(&[word, sign]);
    m.output_bus("y", &[extended, low]);
    let early = m.lt(x[0], x[1]);
    m.output("less", early);
    m
}

#[test]
fn sample_reads_well() {
    let banner = Banner {
        command: "fftgen 20 --width 4 --precision fp32".to_string(),
        license: "0BSD".to_string(),
        version: "0.1.0".to_string(),
        summary: "A sample & nothing <else>.".to_string(),
    };
    insta::assert_snapshot!(emit::print(&Verilog, &sample(), &banner.render(&Verilog)));
}

/// Registers of logic have no name by what they are made of: a select, an enable and an address have that of what reads them.
#[test]
fn signals_are_named_by_what_reads_them() {
    let mut m = Module::new("named", "");
    let inputs: Vec<Net> = ["a", "b", "c", "d"].into_iter().map(|name| m.input(name, 8)).collect();
    let registered = |m: &mut Module, [first, second]: [usize; 2]| {
        let sum = m.add(inputs[first], inputs[second]);
        m.register(sum, None)
    };
    let [address, chosen] = [[0, 1], [1, 2]].map(|inputs| registered(&mut m, inputs));
    let mixed = m.xor(inputs[0], inputs[3]);
    let select = m.register(mixed, None);
    let select = m.bit(select, 0);
    let memory = m.memory("words", 256, 8);
    let write = m.bit(inputs[3], 0);
    m.write(memory, write, address, inputs[2]);
    let word = m.read(memory, address);
    let result = m.mux(select, word, chosen);
    m.name(result, "result");
    let twice = m.add(result, result);
    m.output("sum", twice);
    m.output("result_is", result);
    let text = emit::print(&Verilog, &m, "");
    for name in ["words_address", "words_word", "result_select", "result_choice"] {
        assert!(text.contains(&format!(" {name};")), "{name}:\n{text}");
    }
}

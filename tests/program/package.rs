//! The files around a core: what they contain, and that the same request gives the same bytes.

use crate::support::tools::{has_tool, run, write};
use crate::support::xml::check_xml;
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::formula::{Kernel, Support};
use fftgen::package::{self, File, Request};
use fftgen::{Config, Design, Interface};

fn design(size: usize, width: usize, precision: &str, interface: Interface) -> Design {
    let format = Format::parse(precision, false).expect("a format");
    Design::new(Config { interface, ..Config::new(size, width, format) }).expect("a design")
}

fn request() -> Request {
    Request { command: "fftgen --size 20 --width 4 --precision fp32".into(), license: "0BSD".into(), library: None }
}

fn text(file: &File) -> &str {
    std::str::from_utf8(&file.contents).expect("all files are text")
}

fn find<'a>(files: &'a [File], name: &str) -> &'a File {
    files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn find_readme(files: &[File]) -> &File {
    files.iter().find(|file| file.name.ends_with(".md")).expect("a README")
}

/// The manifest's schema. The digests and the numbers of the planner may change, the fields may not.
#[test]
fn manifest() {
    let design = design(20, 4, "fp32", Interface::Axis);
    let files = package::files(&design, &request(), &Verilog);
    let manifest = text(find(&files, "dft20_w4_fp32.json"));
    let value: serde_json::Value = serde_json::from_str(manifest).expect("the manifest is JSON");
    for (field, promised) in [("latency_cycles", design.latency()), ("interval_cycles", 5), ("beats", 5)] {
        assert_eq!(value[field], promised, "{field}");
    }
    let listed = value["files"].as_array().expect("a list of files");
    let others = files.iter().filter(|file| !file.name.ends_with(".json"));
    assert!(others.map(|file| file.name.as_str()).eq(listed.iter().filter_map(|file| file["name"].as_str())));
    assert!(listed.iter().all(|file| file["sha256"].as_str().is_some_and(|digest| digest.len() == 64)));
    insta::assert_snapshot!(manifest.lines().map(without_planned).collect::<Vec<_>>().join("\n"));
}

/// What fixed point adds: the words of every stage, the exact scale, and the port that tells of overflow.
#[test]
fn manifest_of_fixed_point() {
    let mut config = Config::new(16, 2, Format::parse("q2.10", false).expect("a format"));
    config.kernels = Some(vec![Kernel::direct(4); 2]);
    config.name = Some("dft16_w2_q2_10".into());
    let design = Design::new(config).expect("a design");
    let files = package::files(&design, &request(), &Verilog);
    let manifest = text(find(&files, "dft16_w2_q2_10.json"));
    insta::assert_snapshot!(manifest.lines().map(without_planned).collect::<Vec<_>>().join("\n"));
    assert!(text(find_readme(&files)).contains("2 integer bits (with the sign) and 10 fraction bits"));
    assert!(text(find(&files, "dft16_w2_q2_10_tb.v")).contains("overflow_seen != 1'b"));
}

/// A support is in the manifest, or with many points in a file beside it, and in the README.
#[test]
fn manifest_of_a_support() {
    for (radius, inverse, points) in [(1.0, false, 7), (2.0, false, 33), (3.0, true, 123)] {
        let config = Config::new([8, 8, 8], 2, Format::parse("fixed12", false).expect("a format"));
        let config = Config { support: Some(Support::Sphere(radius)), inverse, ..config };
        let positions = config.support_positions().expect("a support that suits").to_vec();
        let files = package::files(&Design::new(config.clone()).expect("a design"), &request(), &Verilog);
        let name = config.top_name();
        let value: serde_json::Value =
            serde_json::from_str(text(find(&files, &format!("{name}.json")))).expect("the manifest is JSON");
        let side = if inverse { "output" } else { "input" };
        assert_eq!((&value["support"]["side"], &value["support"]["points"]), (&side.into(), &points.into()));
        assert_eq!(value["input_beats"], config.frame_points()[0].div_ceil(2));
        assert_eq!(
            (value["beats"].as_u64(), value["interval_cycles"].as_u64()),
            match inverse {
                true => (Some(62), Some(256)),
                false => (Some(256), Some(256)),
            }
        );
        let listed: Vec<usize> = match value["support"]["file"].as_str() {
            None => serde_json::from_value(value["support"]["indices"].clone()).expect("a list of indices"),
            Some(file) => text(find(&files, file)).lines().map(|line| line.parse().expect("an index")).collect(),
        };
        assert_eq!(listed, positions);
        let readme = text(find_readme(&files));
        assert!(readme.contains(&format!("Only {points} of 512 points pass the {side}")), "{readme}");
    }
}

/// Ports have the same words and the same numbers in the manifest and in the README.
#[test]
fn ports_in_manifest_and_readme() {
    let files = package::files(&design(20, 4, "fp32", Interface::Axis), &request(), &Verilog);
    let manifest: serde_json::Value =
        serde_json::from_str(text(find(&files, "dft20_w4_fp32.json"))).expect("the manifest is JSON");
    let readme = text(find_readme(&files));
    let mut rows =
        readme.lines().skip_while(|line| *line != "## Ports").filter(|line| line.starts_with('|')).map(cells);
    let words = rows.next().expect("a head");
    for port in manifest["ports"].as_array().expect("a list of ports") {
        let cells = rows.find(|cells| cells[0] == port["name"].as_str().unwrap_or_default()).expect("a row");
        for (word, cell) in words.iter().zip(cells) {
            let value = port.get(word).unwrap_or_else(|| panic!("the manifest has no {word}"));
            assert_eq!(value.as_str().map_or(value.to_string(), str::to_string), cell, "{word}");
        }
    }
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_string()).collect()
}

/// A line of a manifest without what another plan would change.
fn without_planned(line: &str) -> String {
    const PLANNED: [&str; 9] = [
        "latency_cycles",
        "core_latency_cycles",
        "real_adders",
        "real_multipliers",
        "scalers",
        "memory_words",
        "rom_bits",
        "plan",
        "sha256",
    ];
    match line.split_once(": ") {
        Some((field, value)) if PLANNED.contains(&field.trim().trim_matches('"')) => {
            format!("{field}: …{}", if value.ends_with(',') { "," } else { "" })
        }
        _ => line.to_string(),
    }
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    for (size, width, interface) in [(20, 4, Interface::Axis), (60, 7, Interface::Native)] {
        let once = || package::files(&design(size, width, "bf16", interface), &request(), &Verilog);
        assert!(once() == once(), "{size} at {width}");
    }
}

#[test]
fn files_say_nothing_about_this_machine_and_keep_their_lines_short() {
    let home = std::env::var("HOME").unwrap_or("/root".into());
    let here = env!("CARGO_MANIFEST_DIR");
    let now = std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_secs();
    let year = format!("{}-", 1970 + now / 31_556_952);
    for (size, width, precision) in [(20, 4, "fp16"), (77, 8, "fp16"), (60, 4, "q3.61")] {
        for file in package::files(&design(size, width, precision, Interface::Axis), &request(), &Verilog) {
            let text = text(&file);
            assert!(!text.contains(&home) && !text.contains(here) && !text.contains("/tmp"), "{}", file.name);
            assert!(!text.contains(&year), "{}", file.name);
            assert!(text.ends_with('\n') && !text.contains('\r') && !text.contains('\t') | file.name.ends_with(".mk"));
            for line in text.lines().filter(|_| file.name.ends_with(".v")) {
                assert!(line.len() <= 100 && line.trim_end() == line, "{}: {line}", file.name);
            }
        }
    }
}

/// A line feed in what the user gave ends no comment.
#[test]
fn a_request_stays_on_its_line() {
    let request = Request { command: "fftgen\n`include \"x\"".into(), license: "0BSD\nall: x".into(), library: None };
    for file in package::files(&design(5, 2, "fp16", Interface::Axis), &request, &Verilog) {
        assert!(
            !text(&file).lines().any(|line| line.starts_with("`include") || line.starts_with("all:")),
            "{}",
            file.name
        );
    }
}

/// Modules begin with the name of the core, whatever operators that name recalls.
#[test]
fn modules_begin_with_the_name() {
    for name in ["mul", "simulated"] {
        let name = name.to_string();
        let config = Config::new(64, 2, Format::parse("fixed16", false).expect("a format"));
        let design = Design::new(Config { name: Some(name.clone()), ..config }).expect("a design");
        let files = package::files(&design, &request(), &Verilog);
        let modules =
            || text(find(&files, &format!("{name}.v"))).lines().filter_map(|line| line.strip_prefix("module "));
        assert!(modules().any(|module| module.starts_with(&format!("{name}_eighth_"))));
        let foreign: Vec<&str> =
            modules().filter(|m| !m.starts_with(&format!("{name} ")) && !m.starts_with(&format!("{name}_"))).collect();
        assert!(foreign.is_empty(), "{foreign:?}");
    }
}

#[test]
fn yosys_reads_and_synthesizes_without_a_warning() {
    if !has_tool("yosys") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let design = design(5, 2, "e4m3", Interface::Axis);
    write(&design, folder.path()).expect("files");
    // All Verilog files, as a hurried user reads them: the testbench is no obstacle.
    let script = "read_verilog *.v; hierarchy -check -top dft5_w2_e4m3; synth_xilinx -family xcup; check -assert";
    let said = run(folder.path(), "yosys", &["-p", script]).unwrap_or_else(|e| panic!("{e}"));
    // ABC speaks of its own networks, whatever the design.
    let complaint = |line: &&str| line.contains("Warning") && !line.starts_with("ABC: ") || line.contains("ERROR");
    let complaints: Vec<&str> = said.lines().filter(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Shifts that frames choose: their fields in the manifest and the README, with what they are without a word.
#[test]
fn manifest_and_readme_name_fields_of_shifts() {
    let mut config = Config::new(16, 2, Format::parse("fixed12", false).expect("a format"));
    config.kernels = Some(vec![Kernel::direct(4); 2]);
    config.arithmetic.scale = Some(fftgen::number::Scale::Chosen);
    for interface in [Interface::Axis, Interface::Native] {
        let design = Design::new(Config { interface, ..config.clone() }).expect("a design");
        let files = package::files(&design, &request(), &Verilog);
        let manifest: serde_json::Value =
            serde_json::from_str(text(find(&files, &format!("{}.json", design.name)))).expect("the manifest is JSON");
        assert_eq!(manifest["scale"], "1/2^shifts");
        assert_eq!(manifest["config"][1]["name"], "shift_2");
        assert_eq!(manifest["config"][1]["bits"], "3:2");
        assert_eq!(manifest["config"][1]["reset"], 2);
        assert_eq!(manifest["format"]["stages"][2]["shift_field"], "shift_2");
        let readme = text(find_readme(&files));
        assert!(readme.contains(
            "| `1:0` | shift_1 | 0 to 3: results of DFT4 are divided by 2 to this power; 2 without a word |"
        ));
        assert_eq!(readme.contains("the\nfirst frame as 0xa says"), interface == Interface::Axis);
    }
}

/// Pictures are XML, and have the blocks of a pipeline with their latencies; other cores have a memory and what computes on its words.
#[test]
fn pictures_have_the_parts_of_a_core() {
    let fixed = || Config::new(64, 1, Format::parse("fixed12", false).expect("a format"));
    let float = Config::new([4, 6], 2, Format::parse("fp16", false).expect("a format"));
    let block = Config { datapath: Some(fftgen::number::Datapath::Block(12)), ..fixed() };
    for (config, has_memory) in
        [(fixed(), false), (float, false), (block, false), (Config { cycles: Some(500), ..fixed() }, true)]
    {
        let core = Design::architecture(&config).expect("a core");
        let svg = package::picture("a<b&c", &config, &*core);
        check_xml(&svg);
        let latencies = svg.match_indices(">latency ").map(|(at, _)| {
            let digits = svg[at + 9..].split(' ').next().expect("digits");
            digits.parse::<usize>().expect("a latency")
        });
        let latencies: Vec<usize> = latencies.collect();
        assert_eq!(svg.contains(">memory</text>"), has_memory, "{svg}");
        if !has_memory {
            let blocks: Vec<usize> = core.pipeline().blocks.iter().map(|block| block.latency()).collect();
            assert_eq!((latencies.iter().sum(), &latencies), (core.slowest().latency, &blocks), "{svg}");
        }
        assert_eq!(svg, package::picture("a<b&c", &config, &*core));
    }
    let files = package::files(&design(20, 4, "fp32", Interface::Axis), &request(), &Verilog);
    let svg = text(find(&files, "dft20_w4_fp32.svg"));
    for part in ["radix 5", "radix 4", "permute", "to fp32", "W5 × 4", "18 words", "2×32 bits", "4 points"] {
        assert!(svg.contains(&format!(">{part}</text>")), "{part}: {svg}");
    }
    assert!(text(find_readme(&files)).contains("](dft20_w4_fp32.svg)"));
}

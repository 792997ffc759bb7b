//! Three cores of a library in one folder and one project: modules that they have in common are there once, in FuseSoC, in Verilator and
//! in a project of Vivado, and in the other languages.

use crate::support::tools::{has_tool, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const CORES: &str =
    "width: 1\nprecision: fixed10\nlibrary: common\nemit: default,vivado,cocotb\nout: cores\nno-verify: true\ncores:\n\
    - {size: 4, out: cores}\n- {size: 8, out: cores}\n- {size: 8, inverse: true, out: cores}\n";

const NAMES: [&str; 3] = ["dft4_w1_fixed10", "dft8_w1_fixed10", "idft8_w1_fixed10"];

/// A module with an instance of each core, and its core file.
fn project(folder: &Path) {
    let ports = "input wire clk, input wire rst, input wire [31:0] in, input wire valid";
    let mut module = format!("module project ({ports}, output wire [95:0] out);\n");
    for (place, name) in NAMES.iter().enumerate() {
        let (high, low) = (32 * place + 31, 32 * place);
        module += &format!(
            "  {name} core{place} (.clk(clk), .rst(rst), .s_axis_tdata(in), .s_axis_tvalid(valid), .s_axis_tready(), .s_axis_tlast(1'b0),\n    \
             .m_axis_tdata(out[{high}:{low}]), .m_axis_tvalid(), .m_axis_tready(1'b1), .m_axis_tlast(), .event_tlast_missing(),\n    \
             .event_tlast_unexpected(), .event_overflow(), .overflow_count());\n"
        );
    }
    fs::write(folder.join("project.v"), module + "endmodule\n").expect("a module");
    let depends: String = NAMES.iter().map(|name| format!("      - fftgen:cores:{name}\n")).collect();
    let core = format!(
        "CAPI=2:\nname: \"test:cores:project:1\"\nfilesets:\n  rtl:\n    files: [project.v]\n    file_type: verilogSource-2005\n    \
         depend:\n{depends}targets:\n  lint:\n    filesets: [rtl]\n    toplevel: project\n    default_tool: verilator\n    tools:\n      \
         verilator: {{mode: lint-only}}\n  synth:\n    filesets: [rtl]\n    toplevel: project\n    default_tool: vivado\n    tools:\n      \
         vivado: {{part: xczu3eg-sbva484-1-e, pnr: none}}\n"
    );
    fs::write(folder.join("project.core"), core).expect("a core file");
}

/// The files of a core.
fn sources(folder: &Path, name: &str) -> Vec<String> {
    let list = fs::read_to_string(folder.join(format!("{name}.f"))).expect("a list");
    list.lines().filter(|line| !line.starts_with("//")).map(str::to_string).collect()
}

/// The modules that a file defines.
fn modules(folder: &Path, file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let name = |line: &str| Some(line.strip_prefix("module ")?.split(' ').next()?.to_string());
    text.lines().filter_map(name).collect()
}

#[test]
fn cores_of_a_library_share_modules() {
    if !["fusesoc", "verilator", "iverilog", "tclsh"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    fs::write(here.path().join("all.yaml"), CORES).expect("a file");
    let program = env!("CARGO_BIN_EXE_fftgen");
    let ran = |folder: &Path, program: &str, words: &[&str]| {
        run(folder, program, words).unwrap_or_else(|failed| panic!("{failed}"))
    };
    ran(here.path(), program, &["--config", "all.yaml"]);
    // Again, nothing is to be written.
    ran(here.path(), program, &["--config", "all.yaml", "--check"]);
    let folder = here.path().join("cores");
    let sources = |name: &str| sources(&folder, name);
    let [first, second, third] = NAMES.map(sources);
    let both: Vec<&String> = second.iter().filter(|file| third.contains(file)).collect();
    assert!(both.len() > 5 && second.iter().any(|file| first.contains(file)), "{first:?} {second:?} {third:?}");
    let files: BTreeSet<&String> = first.iter().chain(&second).chain(&third).collect();
    let all: Vec<String> = files.iter().flat_map(|file| modules(&folder, file)).collect();
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "{all:?}");
    for name in NAMES {
        let said = ran(&folder, "make", &["-f", &format!("{name}.mk"), "icarus"]);
        assert!(said.contains("PASS: "), "{said}");
        ran(&folder, "make", &["-f", &format!("{name}.mk"), "lint"]);
    }
    project(&folder);
    let files: Vec<&str> = files.iter().map(|file| file.as_str()).collect();
    ran(
        &folder,
        "verilator",
        &[&["--lint-only", "-Wno-DECLFILENAME", "--top-module", "project", "project.v"], &files[..]].concat(),
    );
    let home = format!("HOME={}", folder.display());
    let fusesoc = ["fusesoc", "--cores-root", ".", "run"];
    let project = |flags: &[&str]| {
        ran(&folder, "env", &[&[home.as_str()], &fusesoc[..], flags, &["test:cores:project"]].concat())
    };
    project(&["--target=lint"]);
    project(&["--target=synth", "--setup"]);
    let stubs = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/vendor_stubs.tcl");
    let calls = ran(
        &folder.join("build/test_cores_project_1/synth-vivado"),
        "tclsh",
        &[stubs, "vivado", "test_cores_project_1.tcl"],
    );
    for name in NAMES {
        assert!(
            calls.lines().any(|line| line.starts_with("read_verilog ") && line.ends_with(&format!("/{name}.v"))),
            "{calls}"
        );
    }
    let calls = ran(&folder, "tclsh", &[stubs, "vivado", &format!("{}_synth.tcl", NAMES[1])]);
    assert_eq!(calls.matches("read_verilog ").count(), second.len(), "{calls}");
}

/// Cores of three kinds in another language in one design: in VHDL their testbenches, which pass.
#[test]
fn kinds_of_cores_share_modules_in_other_languages() {
    let vhdl =
        "entity project is\nend entity;\n\narchitecture all_cores of project is\nbegin\n  a : entity work.one_tb;\n  \
                b : entity work.two_tb;\n  c : entity work.three_tb;\nend architecture;\n";
    let systemverilog = "module project;\n  one a();\n  two b();\n  three c();\nendmodule\n";
    let analyses = [
        ("vhdl", "ghdl", "-a --std=08", "vhd", vhdl),
        ("systemverilog", "iverilog", "-g2012 -o project.vvp", "sv", systemverilog),
    ];
    for (language, program, flags, extension, project) in analyses.into_iter().filter(|(_, tool, ..)| has_tool(tool)) {
        let here = tempfile::tempdir().expect("a folder");
        let (folder, name) = (here.path(), format!("project.{extension}"));
        let mut files: Vec<String> = Vec::new();
        let mut listed = 0;
        for (name, core) in [("one", "--size 8"), ("two", "--chain fft~8|power"), ("three", "--size 4x4 --memory axi")]
        {
            let flags =
                format!("{core} --width 1 --precision fixed10 --library common --language {language} --name {name}");
            let words = flags.split(' ').map(|word| word.replace('~', " ")).collect::<Vec<_>>();
            let words = words.iter().map(String::as_str).chain(["--no-verify", "--out", "."]);
            run(folder, env!("CARGO_BIN_EXE_fftgen"), &words.collect::<Vec<_>>()).expect("a core");
            let of_core = sources(folder, name);
            listed += of_core.len();
            files.extend(of_core.into_iter().filter(|file| !files.contains(file)).collect::<Vec<_>>());
        }
        assert!(files.len() < listed, "{files:?}");
        let testbenches = ["one", "two", "three"].map(|name| format!("{name}_tb.vhd"));
        files.extend(testbenches.into_iter().filter(|_| language == "vhdl"));
        fs::write(folder.join(&name), project).expect("a design");
        let words = flags.split(' ').chain(files.iter().map(String::as_str)).chain([name.as_str()]);
        run(folder, program, &words.collect::<Vec<_>>()).unwrap_or_else(|failed| panic!("{language}: {failed}"));
        if language == "vhdl" {
            let said = run(folder, "ghdl", &["--elab-run", "--std=08", "project"]).expect("a simulation");
            assert_eq!(said.matches("PASS: ").count(), 3, "{said}");
        }
    }
}

/// A core that is removed from a library leaves the files of the others, and one that is edited is refused.
#[test]
fn files_of_a_library_stay_with_its_cores() {
    let here = tempfile::tempdir().expect("a folder");
    let core = |size: &str, rest: &str| {
        let words = format!(
            "--size {size} --width 1 --precision fixed10 --library common --emit none --no-verify --out . {rest}"
        );
        run(here.path(), env!("CARGO_BIN_EXE_fftgen"), &words.split_whitespace().collect::<Vec<_>>())
    };
    core("4", "--name first").expect("a core");
    core("8", "--name second").expect("a core");
    let files = || {
        fs::read_dir(here.path())
            .expect("a folder")
            .filter(|file| file.as_ref().is_ok_and(|file| file.file_name().to_string_lossy().starts_with("common_")))
            .count()
    };
    let before = files();
    core("16", "--name second --force").expect("another core");
    core("8", "--name second --force").expect("the core");
    assert_eq!(files(), before);
    let shared = fs::read_dir(here.path()).expect("a folder").flatten().map(|file| file.path());
    let shared = shared.into_iter().find(|path| path.to_string_lossy().contains("common_skid_")).expect("a module");
    fs::write(&shared, "edited\n").expect("a file");
    core("4", "--name first").expect("the core is written again");
    assert!(fs::read_to_string(&shared).expect("a module").contains("endmodule"));
    core("4", "--name third --language vhdl").expect("a core in another language beside them");
    let refused = run(
        here.path(),
        env!("CARGO_BIN_EXE_fftgen"),
        &"--size 4 --width 1 --precision fixed10 --library 1x".split(' ').collect::<Vec<_>>(),
    );
    assert!(refused.expect_err("no name").contains("library 1x: names of modules in Verilog begin with it"));
}

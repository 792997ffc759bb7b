//! The printed Verilog of an array in Icarus: bits of the model, clock cycles of the cycle model.

use crate::netlist::config;
use crate::support::cases::cases;
use fftgen::array::{Array, Links, Topology};
use fftgen::emit::{self, Verilog};
use fftgen::verify::stimulus;
use std::path::Path;
use std::process::Command;

/// Testbench: words come from `west.hex`, and leave as lines.
const TESTBENCH: &str = r#"
module tb;
  reg clk = 0, rst = 1, start = 0;
  reg [BITS-1:0] west = 0;
  reg [BITS-1:0] words [0:WORDS-1];
  wire [BITS-1:0] east;
  wire loading, computing, unloading;
  integer at = 0, cycles = 0;
  reg leaves = 0;
  NAME dut (.clk(clk), .rst(rst), .start(start), .west(west), .east(east),
            .loading(loading), .computing(computing), .unloading(unloading));
  always #5 clk = ~clk;
  initial begin
    $readmemh("west.hex", words);
    repeat (4) @(negedge clk);
    rst = 0;
    @(negedge clk) start = 1;
    @(negedge clk) start = 0;
    repeat (LIMIT) @(negedge clk) begin
      west = at < WORDS ? words[at] : 0;
      if (loading === 1) at = at + 1;
      if (computing === 1) cycles = cycles + 1;
      if (unloading === 1) $display("%h", east);
      if (leaves && !unloading) begin
        $display("cycles %0d", cycles);
        $finish;
      end
      leaves = unloading === 1;
    end
  end
endmodule
"#;

fn has_tool(program: &str) -> bool {
    let found = Command::new(program).arg("-V").output().is_ok();
    assert!(found || std::env::var_os("FFTGEN_REQUIRE_TOOLS").is_none(), "{program} is not installed");
    found
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a frame in Icarus.
fn verilog_equals_model(topology: Topology, block: usize, precision: &str, links: Links) {
    if !has_tool("iverilog") {
        return;
    }
    let array = Array::new(config(topology, block, precision), topology, links).unwrap();
    let frame = stimulus(&array.config.format, array.config.points(), 1, 3);
    let folder = tempfile::tempdir().unwrap();
    let rows = array.west_words(&frame);
    let bits = links.bits as usize * rows[0].len();
    let digits = |word: &u128| format!("{word:0width$b}", width = links.bits as usize);
    // The first row has the lowest bits.
    let line = |words: &Vec<u128>| {
        let binary: String = words.iter().rev().map(digits).collect();
        let padded = format!("{binary:0>width$}", width = bits.next_multiple_of(4));
        let nibbles: Vec<char> = padded.chars().collect();
        nibbles
            .chunks(4)
            .map(|bits| format!("{:x}", u8::from_str_radix(&bits.iter().collect::<String>(), 2).unwrap()))
            .collect::<String>()
    };
    let text: Vec<String> = rows.iter().map(line).collect();
    std::fs::write(folder.path().join("west.hex"), text.join("\n")).unwrap();
    let bench = TESTBENCH
        .replace("NAME", &array.name)
        .replace("BITS", &bits.to_string())
        .replace("WORDS", &rows.len().to_string())
        .replace("LIMIT", &(4 * rows.len() + array.cycles() + 1000).to_string());
    std::fs::write(folder.path().join("array.v"), emit::print(&Verilog, &array.top, "") + &bench).unwrap();
    run("iverilog", &["-g2005", "-s", "tb", "-o", "sim", "array.v"], folder.path());
    let output = run("vvp", &["sim"], folder.path());
    let (words, cycles) = output.split_once("cycles ").expect("results");
    assert_eq!(cycles.trim().lines().next().unwrap(), array.cycles().to_string());
    let binary =
        |line: &str| line.chars().map(|digit| format!("{:04b}", digit.to_digit(16).unwrap())).collect::<String>();
    let row = |line: &str| -> Vec<u128> {
        let all = binary(line);
        let all = &all[all.len() - bits..];
        let words = (0..rows[0].len()).rev().map(|row| &all[row * links.bits as usize..][..links.bits as usize]);
        words.map(|word| u128::from_str_radix(word, 2).unwrap()).collect()
    };
    let results: Vec<Vec<u128>> = words.lines().map(row).collect();
    assert!(array.frame(&results) == array.transform(&frame), "{}: Icarus and the model differ", array.name);
}

cases! {
    /// Icarus finds the bits of the model in the printed Verilog.
    printed_arrays(verilog_equals_model) {
        mesh: (Topology::Mesh(3, 3), 2, "fixed16", Links { bits: 32, hop: 1, ..Links::default() }),
        mesh_of_long_hops: (Topology::Mesh(4, 4), 1, "fp16", Links { bits: 16, hop: 2, ..Links::default() }),
        torus: (Topology::Torus(4, 4), 2, "fp16", Links { bits: 32, hop: 1, ..Links::default() }),
        ring: (Topology::Ring(6), 3, "fixed16", Links { bits: 32, hop: 3, ..Links::default() }),
    }
}

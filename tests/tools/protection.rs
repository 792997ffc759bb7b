//! The emitted testbench fails where a bit of a memory is upset while it runs.

use crate::small_cores::written;
use crate::support::tools::{has_tool, make};
use std::fs;

/// Inverts a bit of some words of a bank of a permuter, while frames pass.
const UPSET: &str = "
  integer upset;
  initial begin
    #4000;
    for (upset = 0; upset < 4; upset = upset + 1)
      device.core.permute0.bank0[upset][5] = ~device.core.permute0.bank0[upset][5];
  end
";

#[test]
fn a_testbench_fails_where_a_bit_is_upset() {
    if !has_tool("iverilog") {
        return;
    }
    for (protection, event) in [("parity", "event_memory_error"), ("ecc", "event_memory_corrected")] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        written(folder, "verilog", &format!("--size 30 --width 2 --precision fixed16 --protect {protection}")).unwrap();
        let testbench = folder.join("dft_tb.v");
        let text = fs::read_to_string(&testbench).unwrap();
        fs::write(&testbench, text.replace("module dft_tb;", &format!("module dft_tb;{UPSET}"))).unwrap();
        let failed = make(folder, &["--silent", "icarus"]).unwrap_err();
        assert!(failed.contains(&format!("FAIL: {event} is high")), "{failed}");
    }
}

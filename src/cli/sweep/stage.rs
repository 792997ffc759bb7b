//! What is done with each design of a sweep.

use fftgen::Choice;

/// What is done with a design. Each stage has columns of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Plans and builds it.
    Plan,
    /// Simulates its netlist beside the model.
    Verify,
    /// Simulates its files with Verilator, or else with Icarus Verilog.
    Simulate,
    /// Synthesises it with Yosys.
    Synth,
    /// Places and routes it with nextpnr.
    Route,
}

impl Choice for Stage {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("plan", Stage::Plan),
        ("verify", Stage::Verify),
        ("simulate", Stage::Simulate),
        ("synth", Stage::Synth),
        ("route", Stage::Route),
    ];
}

impl Stage {
    /// Returns the columns of the table that the stage fills, which are fields of a row.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Stage::Plan => &[
                "name",
                "points",
                "interval_cycles",
                "latency_cycles",
                "clock_mhz",
                "frames_per_second",
                "samples_per_second",
                "lut",
                "dsp",
                "bram",
                "memory_bits",
                "snr_db",
                "price",
            ],
            Stage::Verify => &["verify"],
            Stage::Simulate => &["simulate"],
            Stage::Route => &["route_device", "route_mhz"],
            Stage::Synth => &["synth_lut", "synth_ff", "synth_dsp", "synth_bram", "synth_path_ns", "synth_fmax_mhz"],
        }
    }
}

//! Rungs 5 and 6: frames in external memory, by the simulator and as files.

mod cocotb;
mod commands;
mod emitted;
mod external;
mod long_frames;
mod runs;
#[path = "../support/mod.rs"]
mod support;

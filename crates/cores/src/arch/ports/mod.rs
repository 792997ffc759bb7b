//! The ports around a core: AXI4-Stream with handshakes, frame boundaries and configuration words.
//!
//! [`axis_wrapper()`] puts the parts together; most parts are modules of their own.

mod axis_inputs;
mod axis_wrapper;
mod buffers;
mod byte_enables;
mod coding;
mod coefficient_channel;
mod config_channel;
mod event_counter;
mod events;
mod flow;
mod frame_buffer;
mod frame_format;
mod frame_gate;
mod half_rate;
mod input_path;
mod output_path;
mod output_tracker;
mod pace;
mod resync;
mod resync_by_start;
mod skid_buffer;
mod stall;
mod wrapped_core;

pub use axis_wrapper::axis_wrapper;
pub use frame_buffer::held_cycles;
pub use frame_format::{FrameFormat, SizeTable, TlastMark};
pub use half_rate::{HalfRate, CLOCKS_PER_BEAT};
pub use skid_buffer::skid_buffer;
pub use stall::Stall;
pub use wrapped_core::{latency, WrappedCore};

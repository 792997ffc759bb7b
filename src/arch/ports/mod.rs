//! Ports around a core: AXI4-Stream with its handshakes, configuration and framing.

pub mod axis_wrapper;
mod config_channel;
pub mod frame_format;
pub mod half_rate;
mod keep;
mod resync;
mod skid_buffer;

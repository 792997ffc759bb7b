//! fftgen: streaming FFT cores of any size, width and number format.
pub mod dag;
pub mod exact;
pub mod format;
pub mod lower;
pub mod plan;
pub mod reference;
pub mod rtl;
pub mod sim;
pub mod stream;
pub mod verilog;

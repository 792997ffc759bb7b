//! Rung 5: rows of a frame at the AXI4-Stream ports: marks of their last beats, beats of their own, and wrong marks.

#[path = "support/cases.rs"]
mod cases;
#[path = "support/verify.rs"]
mod verify;

use cases::cases;
use fftgen::arch::ports::TlastMark;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind, Order};
use fftgen::number::Datapath;
use fftgen::pipeline::Padding;
use fftgen::runtime::Runtime;
use fftgen::{Config, Interface};
use verify::verify;

fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

/// Rows end by `tlast`.
fn by_row(config: Config) -> Config {
    Config { tlast: TlastMark::Row, ..config }
}

/// Each row has beats of its own.
fn padded(config: Config) -> Config {
    Config { padding: Padding::Rows, ..config }
}

fn reversed(orders: [Order; 2], config: Config) -> Config {
    Config { orders, ..config }
}

fn real(inverse: bool, config: Config) -> Config {
    Config { kind: Kind::Real, inverse, ..config }
}

/// Bits and marks: self-check with stalls.
fn netlist_equals_model(config: Config) {
    verify(config, 6);
}

cases! {
    /// The simulated netlist has the bits, the marks and the latency of the model.
    netlists_of_marked_and_padded_rows(netlist_equals_model) {
        rows_by_tlast: (by_row(config(&[4, 6], 2, "fixed12"))),
        rows_of_one_beat_by_tlast: (by_row(config(&[6, 4], 4, "fp16"))),
        one_row_by_tlast: (by_row(config(&[1, 16], 2, "fixed10"))),
        rows_of_three_dimensions_by_tlast: (by_row(config(&[3, 4, 10], 2, "fixed12"))),
        rows_by_tlast_and_exponents: (by_row(config(&[6, 8], 2, "fixed12").with_block_exponents())),
        rows_by_tlast_and_directions: (by_row(Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(&[4, 8], 2, "fixed10")
        })),
        rows_by_tlast_resynchronized: (Config { resync: true, ..by_row(config(&[6, 6], 2, "fixed12")) }),
        rows_by_tlast_with_byte_enables: (Config { tkeep: true, ..by_row(config(&[6, 6], 2, "fixed12")) }),
        real_rows_by_tlast: (by_row(real(false, config(&[4, 12], 4, "fixed12")))),
        real_rows_by_tlast_sample_by_sample: (by_row(real(false, config(&[3, 4], 1, "fp16")))),
        rows_by_tlast_to_real_sample_by_sample: (by_row(real(true, config(&[3, 6], 1, "fixed12")))),
        padded_rows: (padded(config(&[5, 7], 3, "fixed12"))),
        padded_rows_of_one_point_beyond: (padded(config(&[4, 9], 4, "fp16"))),
        padded_rows_that_fill_their_beats: (padded(config(&[4, 8], 4, "fixed12"))),
        padded_rows_narrower_than_a_beat: (padded(config(&[16, 3], 8, "fixed16"))),
        padded_rows_of_a_power_of_two: (padded(config(&[16, 16], 3, "fixed12"))),
        padded_rows_of_three_dimensions: (padded(config(&[3, 4, 5], 2, "fp16"))),
        padded_rows_of_two_channels: (padded(Config {
            shape: FrameShape::from([4, 5]).with_channels(2),
            ..config(&[4, 5], 3, "fixed12")
        })),
        padded_rows_reversed: (padded(reversed([Order::Natural, Order::Reversed], config(&[6, 10], 4, "fixed12")))),
        padded_rows_inverse: (padded(Config { inverse: true, ..config(&[6, 10], 4, "fp16") })),
        padded_rows_in_one_datapath: (padded(Config {
            datapath: Some(Datapath::Float),
            ..config(&[4, 15], 4, "fp16")
        })),
        padded_rows_and_exponents: (padded(config(&[6, 5], 2, "fixed12").with_block_exponents())),
        padded_rows_with_byte_enables: (Config { tkeep: true, ..padded(config(&[5, 7], 3, "fixed12")) }),
        padded_rows_in_the_least_memory: (Config { least_memory: true, ..padded(config(&[8, 7], 2, "fp16")) }),
        padded_rows_at_native_ports: (Config {
            interface: Interface::Native,
            ..padded(config(&[5, 7], 3, "fixed12"))
        }),
        padded_real_rows: (padded(real(false, config(&[6, 10], 4, "fixed12")))),
        padded_rows_to_real: (padded(real(true, config(&[3, 14], 4, "fp16")))),
        padded_rows_of_pairs: (padded(Config { kind: Kind::RealPair, ..config(&[6, 9], 2, "fp16") })),
        padded_rows_by_tlast: (by_row(padded(config(&[5, 7], 3, "fixed12")))),
        padded_rows_by_tlast_resynchronized: (Config {
            resync: true,
            tkeep: true,
            ..by_row(padded(config(&[6, 5], 2, "fixed12")))
        }),
        padded_frames_by_tlast: (Config { resync: true, tkeep: true, ..padded(config(&[6, 5], 2, "fixed12")) }),
    }
}

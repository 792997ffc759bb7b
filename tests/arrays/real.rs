//! Frames of real samples: the model is the transform, the netlist equals the model, and a spectrum is laid out as that of a core.

use crate::netlist::{broadcast, folded, links, netlist_equals_model, shaped, streams_equal_model};
use crate::support::cases::cases;
use crate::support::real_frames;
use fftgen::array::{Array, Links, Topology};
use fftgen::format::Overflow;
use fftgen::formula::Kind;
use fftgen::number::FixedOptions;
use fftgen::Config;

/// Returns the configuration of a frame of real samples of some lengths.
fn real(lengths: &[usize], precision: &str) -> Config {
    Config { kind: Kind::Real, ..shaped(lengths, precision) }
}

/// Returns the configuration of an inverse transform to real samples.
fn to_real(lengths: &[usize], precision: &str) -> Config {
    Config { inverse: true, ..real(lengths, precision) }
}

fn wrapping(config: Config) -> Config {
    Config { arithmetic: FixedOptions { overflow: Some(Overflow::Wrap), ..FixedOptions::default() }, ..config }
}

fn model_is_the_transform(topology: Topology, lengths: &[usize]) {
    real_frames::model_is_the_transform(lengths, |inverse, points| {
        let config = Config { inverse, ..real(lengths, "fp32") };
        Array::new(config, topology, Links::default()).unwrap().transform(points)
    });
}

cases! {
    /// The model is the transform of real samples along every dimension, packed into half as many points, and back.
    models_of_real_frames(model_is_the_transform) {
        line: (Topology::Line(2), &[8, 12]),
        odd_columns: (Topology::Ring(3), &[9, 6]),
        ring: (Topology::Ring(4), &[16, 32]),
        mesh_of_two: (Topology::Mesh(2, 2), &[4, 6, 8]),
        mesh_of_three: (Topology::Mesh(3, 3), &[6, 3, 12]),
        even_blocks_of_odd_axes: (Topology::Mesh(3, 3), &[6, 12, 6]),
        torus: (Topology::Torus(4, 4), &[8, 4, 16]),
        plane: (Topology::Mesh(2, 2), &[12, 16]),
        plane_of_three: (Topology::Torus(3, 3), &[18, 36]),
        long_ring: (Topology::Ring(4), &[64]),
        long_line_of_three: (Topology::Line(3), &[180]),
        long_mesh: (Topology::Mesh(2, 2), &[96]),
        long_torus: (Topology::Torus(3, 3), &[648]),
        long_mesh_of_four: (Topology::Mesh(4, 4), &[1024]),
    }
}

cases! {
    /// Arrays of real samples have the bits of the model and take the cycles of the cycle model.
    arrays_of_real_samples(netlist_equals_model) {
        line: (Topology::Line(2), real(&[4, 8], "fp16"), links(32, 1)),
        line_of_three: (Topology::Line(3), real(&[6, 12], "fixed16"), links(16, 2)),
        broadcasting_line: (Topology::Line(3), real(&[3, 6], "fp16"), broadcast(32, 1)),
        folded_line: (Topology::Line(4), folded(real(&[16, 16], "fixed16")), links(32, 1)),
        ring: (Topology::Ring(4), real(&[16, 8], "fixed16"), links(32, 1)),
        ring_of_five: (Topology::Ring(5), real(&[5, 10], "fp16"), links(32, 3)),
        mesh_of_two: (Topology::Mesh(2, 2), real(&[4, 4, 8], "fp16"), links(32, 1)),
        mesh_of_three: (Topology::Mesh(3, 3), real(&[6, 3, 12], "fixed16"), links(32, 1)),
        mesh_of_four: (Topology::Mesh(4, 4), real(&[8, 4, 16], "fp16"), links(32, 2)),
        torus_of_two: (Topology::Torus(2, 2), real(&[4, 6, 4], "fp32"), links(32, 1)),
        torus_of_four: (Topology::Torus(4, 4), real(&[4, 8, 8], "fixed16"), links(32, 1)),
        plane: (Topology::Mesh(2, 2), real(&[8, 8], "fp16"), links(32, 1)),
        plane_of_three: (Topology::Torus(3, 3), real(&[9, 36], "fixed16"), links(32, 2)),
        plane_of_four: (Topology::Torus(4, 4), real(&[16, 32], "fp16"), links(32, 1)),
        long_line: (Topology::Line(2), real(&[48], "fixed16"), links(32, 1)),
        long_ring: (Topology::Ring(4), real(&[128], "fp16"), links(32, 1)),
        long_ring_of_three: (Topology::Ring(3), real(&[36], "fixed12"), links(24, 2)),
        long_mesh: (Topology::Mesh(2, 2), real(&[64], "fixed16"), links(16, 1)),
        long_torus: (Topology::Torus(3, 3), real(&[216], "fp16"), links(32, 1)),
        long_and_folded: (Topology::Line(4), folded(real(&[512], "fixed16")), links(32, 1)),
    }
}

cases! {
    /// Arrays of inverse transforms to real samples have the bits of the model and take the cycles of the cycle model.
    arrays_to_real_samples(netlist_equals_model) {
        line: (Topology::Line(3), to_real(&[6, 12], "fixed16"), links(16, 1)),
        wrapping_line: (Topology::Line(2), wrapping(to_real(&[8, 4], "fixed8")), links(16, 1)),
        folded_line: (Topology::Line(2), folded(to_real(&[16, 8], "fixed12")), links(24, 1)),
        ring: (Topology::Ring(4), to_real(&[16, 8], "fp16"), links(32, 1)),
        mesh_of_two: (Topology::Mesh(2, 2), to_real(&[8, 4, 4], "fixed12"), links(24, 1)),
        mesh_of_three: (Topology::Mesh(3, 3), to_real(&[3, 6, 6], "fp16"), links(32, 1)),
        torus_of_three: (Topology::Torus(3, 3), to_real(&[6, 3, 6], "fixed16"), links(32, 2)),
        torus_of_four: (Topology::Torus(4, 4), to_real(&[8, 4, 8], "fp32"), links(32, 1)),
        plane: (Topology::Mesh(2, 2), to_real(&[12, 8], "fixed12"), links(24, 1)),
        plane_of_three: (Topology::Torus(3, 3), to_real(&[18, 18], "fp16"), links(32, 1)),
        long_line: (Topology::Line(2), to_real(&[48], "fixed16"), links(32, 1)),
        long_ring: (Topology::Ring(4), to_real(&[128], "fp16"), links(32, 1)),
        long_ring_of_three: (Topology::Ring(3), wrapping(to_real(&[36], "fixed8")), links(16, 2)),
        long_mesh: (Topology::Mesh(2, 2), to_real(&[64], "fixed16"), links(16, 1)),
        long_torus: (Topology::Torus(3, 3), to_real(&[216], "fp16"), links(32, 1)),
        long_and_folded: (Topology::Line(4), folded(to_real(&[512], "fixed16")), links(32, 1)),
    }
}

cases! {
    /// Rows of real samples and of spectra with streams equal the model.
    streams_of_real_samples(streams_equal_model) {
        ring: (Topology::Ring(3), real(&[6, 6], "fp16"), links(32, 1)),
        mesh: (Topology::Mesh(2, 2), to_real(&[4, 2, 8], "fixed16"), links(32, 1)),
        long_line: (Topology::Line(2), real(&[32], "fixed12"), links(24, 1)),
    }
}

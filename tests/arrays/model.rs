//! The model is the transform along every dimension, to the accuracy of the format.

use crate::netlist::{config, shaped};
use crate::support::cases::cases;
use fftgen::array::{Array, Links, Topology};
use fftgen::verify::stimulus;
use fftgen::Config;
use num_complex::Complex64;
use oracle::transform_dimensions;

/// Holds the model of a frame with blocks of some points.
fn equal_lengths(topology: Topology, block: usize) {
    model_is_the_transform(topology, config(topology, block, "fp32"));
}

/// Holds the model of a frame of some lengths.
fn other_lengths(topology: Topology, lengths: &[usize]) {
    model_is_the_transform(topology, shaped(lengths, "fp32"));
}

/// Holds the model of fp32 against 1 u √log2 N, twice the bound of one dimension.
fn model_is_the_transform(topology: Topology, config: Config) {
    let array = Array::new(config, topology, Links::default()).unwrap();
    let format = array.config.format;
    let lengths = array.config.shape.dimensions().to_vec();
    // The last kind of frame is noise in all points.
    let size = array.config.points();
    let frames = stimulus(&format, size, 8, 9);
    let number = |sample: &[u64; 2]| Complex64::new(format.to_f64(sample[0]), format.to_f64(sample[1]));
    let is_plain = |frame: &&[[u64; 2]]| {
        frame.iter().map(number).all(|value| value.norm() < 1e6)
            && frame.iter().any(|point| number(point).norm() > 1e-3)
    };
    let mut compared = 0;
    for frame in frames.chunks(size).filter(is_plain) {
        let mut exact: Vec<Complex64> = frame.iter().map(number).collect();
        transform_dimensions(&mut exact, &lengths);
        let found: Vec<Complex64> = array.transform(frame).iter().map(number).collect();
        let norm =
            |values: &mut dyn Iterator<Item = Complex64>| values.map(|value| value.norm_sqr()).sum::<f64>().sqrt();
        let wrong = norm(&mut found.iter().zip(&exact).map(|(found, exact)| found - exact));
        let error = wrong / norm(&mut exact.iter().copied());
        assert!(error <= (size as f64).log2().sqrt() * 2f64.powi(-24), "{topology}: {error:e}");
        compared += 1;
    }
    assert!(compared > 0, "{topology}: no frame of numbers of common size");
}

cases! {
    /// The model is the transform.
    models_of_arrays(equal_lengths) {
        mesh: (Topology::Mesh(4, 4), 2),
        torus: (Topology::Torus(3, 3), 2),
        line: (Topology::Line(4), 4),
        ring: (Topology::Ring(5), 3),
    }
}

cases! {
    /// The model is the transform of frames of one dimension, and of unequal lengths.
    models_of_other_lengths(other_lengths) {
        mesh: (Topology::Mesh(2, 2), &[8, 4, 6]),
        ring: (Topology::Ring(4), &[32, 8]),
        plane: (Topology::Mesh(3, 3), &[18, 27]),
        plane_of_four: (Topology::Torus(4, 4), &[32, 16]),
        long_line: (Topology::Line(4), &[256]),
        long_ring: (Topology::Ring(3), &[90]),
        long_mesh: (Topology::Mesh(3, 3), &[162]),
        long_torus: (Topology::Torus(4, 4), &[1024]),
    }
}

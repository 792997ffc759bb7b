//! The netlist equals the model in every bit, and the cycle model in clock cycles.

use crate::support::cases::cases;
use fftgen::array::{check, Array, Checked, Delivery, Edges, Links, Simulation, Step, Steps, Topology};
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::parts::Reset;
use fftgen::verify::stimulus;
use fftgen::Config;
use std::collections::BTreeMap;

pub fn config(topology: Topology, block: usize, precision: &str) -> Config {
    let axes = topology.axes();
    let length = axes[0].length * block;
    let shape = FrameShape::new(&vec![length; axes.len() + 1]).unwrap();
    Config::new(shape, 1, Format::parse(precision, false).unwrap())
}

/// Returns the configuration of a frame of some lengths.
pub fn shaped(lengths: &[usize], precision: &str) -> Config {
    Config::new(FrameShape::new(lengths).unwrap(), 1, Format::parse(precision, false).unwrap())
}

pub fn inverted(config: Config) -> Config {
    Config { inverse: true, ..config }
}

/// Returns the configuration with engines of one butterfly at a time.
pub fn folded(config: Config) -> Config {
    Config { cycles: Some(1000), ..config }
}

pub fn broadcast(bits: u32, hop: usize) -> Links {
    Links { delivery: Delivery::Broadcast, ..links(bits, hop) }
}

pub fn links(bits: u32, hop: usize) -> Links {
    Links { bits, hop, ..Links::default() }
}

/// Compares the netlist of an array for Fourier transforms with its models.
pub fn netlist_equals_model(topology: Topology, config: Config, links: Links) {
    array_equals_models(&Array::new(config, topology, links).unwrap());
}

/// Simulates frames of all kinds, the second one after a reset in the middle of another one.
pub fn array_equals_models(array: &Array) {
    let mut simulation = Simulation::new(array);
    let size = array.config.points();
    let frames = stimulus(&array.config.format, size, 8, 1);
    for (number, frame) in frames.chunks(size).enumerate() {
        if number == 1 {
            simulation.start(array.plan.words() * 3 + 40);
            simulation.reset();
        }
        let outcome = simulation.run(frame).unwrap();
        let (model, overflow) = array.transform_frame(frame);
        let wrong = outcome.results.iter().zip(&model).filter(|(found, wanted)| found != wanted).count();
        assert_eq!(wrong, 0, "{}, frame {number}: {wrong} of {size} points differ", array.name);
        assert_eq!(outcome.overflow, overflow, "{}, frame {number}", array.name);
        assert_eq!(outcome.computing, array.cycles(), "{}", array.name);
        let words = array.plan.places * array.plan.words() * array.plan.link_words();
        let loading = array.step_cycles(Step::Load);
        assert_eq!([outcome.loading, outcome.unloading], [loading, words], "{}", array.name);
    }
    follow_each_other(array, &mut simulation, &frames.chunks(size).take(3).collect::<Vec<_>>());
}

/// Simulates frames of which each starts while the one before is transformed: results leave while points come.
fn follow_each_other(array: &Array, simulation: &mut Simulation, frames: &[&[[u64; 2]]]) {
    let streamed = simulation.stream(frames).unwrap();
    assert_eq!(streamed.intervals, vec![array.interval(); frames.len() - 1], "{}", array.name);
    for (number, (found, frame)) in streamed.results.iter().zip(frames).enumerate() {
        assert!(*found == array.transform(frame), "{}: frame {number} of several ones", array.name);
    }
}

/// Simulates meshes of 2 to 4 elements a side with blocks of 1 and 2 points.
fn grid(topology: impl Fn(usize) -> Topology, precision: &str, links: Links) {
    for (places, block) in [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2)] {
        let topology = topology(places);
        netlist_equals_model(topology, config(topology, block, precision), links);
    }
}

fn mesh(places: usize) -> Topology {
    Topology::Mesh(places, places)
}

fn torus(places: usize) -> Topology {
    Topology::Torus(places, places)
}

cases! {
    /// The netlist has the bits of the model and takes the cycles of the cycle model.
    grids(grid) {
        meshes_fp16: (mesh, "fp16", links(32, 1)),
        meshes_fp32: (mesh, "fp32", links(32, 1)),
        meshes_fixed16: (mesh, "fixed16", links(32, 1)),
        meshes_long_hops: (mesh, "fp16", links(32, 3)),
        meshes_wide_links: (mesh, "fp32", links(64, 3)),
        meshes_narrow_links: (mesh, "fixed16", links(11, 2)),
        broadcasting_meshes: (mesh, "fp16", broadcast(32, 1)),
        broadcasting_lines: (Topology::Line, "fixed16", broadcast(11, 3)),
        tori_fp16: (torus, "fp16", links(32, 1)),
        tori_fp32: (torus, "fp32", links(32, 1)),
        tori_fixed16: (torus, "fixed16", links(32, 1)),
        tori_long_hops: (torus, "fp16", links(32, 3)),
        tori_wide_links: (torus, "fp32", links(64, 2)),
        tori_narrow_links: (torus, "fixed16", links(16, 3)),
        lines: (Topology::Line, "fp16", links(32, 1)),
        lines_long_hops: (Topology::Line, "fp32", links(32, 3)),
        rings: (Topology::Ring, "fp16", links(32, 1)),
        rings_long_hops: (Topology::Ring, "fixed16", links(32, 3)),
    }
}

/// Pencils of points in the corners of the square, a quarter of a turn every second point, whose sum at one frequency is too large for a
/// word.
#[test]
fn values_that_are_too_large_are_told() {
    for (topology, block) in [(mesh(2), 4), (torus(4), 2), (Topology::Line(4), 2)] {
        let array = Array::new(config(topology, block, "fixed12"), topology, links(24, 2)).unwrap();
        let format = array.config.format;
        let mut simulation = Simulation::new(&array);
        for (level, is_large) in [(1.0, true), (0.5, false), (1.0, true), (0.5, false)] {
            let corner = |point: usize| [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][point / 2 % 4];
            let word = |part: f64| format.from_f64(level * part);
            let frame: Vec<[u64; 2]> = (0..array.config.points()).map(|point| corner(point).map(word)).collect();
            let outcome = simulation.run(&frame).unwrap();
            let found = [outcome.overflow, array.transform_frame(&frame).1];
            assert_eq!(found, [is_large; 2], "{topology}: level {level}");
        }
    }
}

/// No net of an array has more loads than one element has: an output drives a neighbour of each axis and direction at most, and what elements
/// tell goes to one neighbour. Clock, reset and coordinates are left out.
#[test]
fn nets_between_elements_end_at_neighbours() {
    for (topology, links) in [(mesh(4), links(32, 1)), (torus(5), links(32, 2)), (mesh(4), overlapped(32, 1))] {
        let array = Array::new(config(topology, 2, "fixed16"), topology, links).unwrap();
        let top = &array.top;
        let reset = top.inputs.iter().find(|port| port.name == "rst").map(|port| port.fields[0]);
        let mut loads = BTreeMap::new();
        for net in top.instances.iter().flat_map(|placed| placed.inputs.iter().flatten()) {
            if Some(*net) != reset && top.constant_value(*net).is_none() {
                *loads.entry(*net).or_insert(0) += 1;
            }
        }
        let most = loads.values().max();
        assert_eq!(most, Some(&2), "{}", array.name);
    }
}

/// The self-check compares frames, and tells if an array is too large for it.
#[test]
fn self_checks_compare_frames() {
    let array = Array::new(config(mesh(3), 1, "fp16"), mesh(3), Links::default()).unwrap();
    assert_eq!(check(&array, usize::MAX).unwrap(), Checked { frames: 2, cycles: array.cycles() });
    assert_eq!(check(&array, 1000).unwrap().frames, 0);
}

/// An array that is too large to be simulated has smaller ones with blocks of as many points, which are checked in its place.
#[test]
fn smaller_arrays_have_the_same_blocks() {
    let long = |kind| Config { kind, ..shaped(&[2048], "fp16") };
    let rows = |kind| Config { kind, ..shaped(&[12, 12, 24], "fp16") };
    for (config, topology, elements) in [
        (shaped(&[32, 32, 32], "fp32"), mesh(8), [16, 4].as_slice()),
        (shaped(&[16, 48], "fp16"), mesh(4), &[4]),
        (long(Kind::Complex), Topology::Ring(8), &[4, 2]),
        (rows(Kind::Real), torus(6), &[9, 4]),
        (rows(Kind::Complex), mesh(3), &[]),
    ] {
        let array = Array::new(config, topology, Links::default()).unwrap();
        let smaller: Vec<Array> = array.smaller().collect();
        let found: Vec<usize> = smaller.iter().map(|array| array.plan.topology.elements()).collect();
        assert_eq!(found, elements, "{}", array.name);
        for other in &smaller {
            assert_eq!(other.plan.blocks(), array.plan.blocks(), "{}", other.name);
            assert_eq!((other.plan.links, other.config.format), (array.plan.links, array.config.format));
        }
    }
}

/// What arrays do not have is refused with what works.
#[test]
fn messages_name_what_works() {
    let refusal = |config, topology, links| Array::new(config, topology, links).err().unwrap().to_string();
    let plain = |topology| config(topology, 2, "fp16");
    let wide = Config { width: 2, ..plain(mesh(2)) };
    assert!(refusal(wide, mesh(2), Links::default()).contains("leave --width out"));
    assert!(refusal(plain(mesh(2)), mesh(3), Links::default()).contains("try --size 6x6x6"));
    assert!(refusal(plain(mesh(2)), Topology::Line(2), Links::default()).contains("try --size 4x4"));
    let plane = |lengths: &[usize], topology| refusal(shaped(lengths, "fp16"), topology, Links::default());
    assert!(plane(&[16, 24], mesh(4)).contains("try --size 16x32, or --array ring:4"), "{}", plane(&[16, 24], mesh(4)));
    assert!(plane(&[5, 5], mesh(9000)).ends_with("take fewer elements"));
    assert!(plane(&[4, 4, 4, 4], mesh(2)).contains("2 or 3 dimensions, or one; try --size 4x4x4"));
    let long = |size: usize| refusal(shaped(&[size], "fp16"), mesh(4), Links::default());
    assert!(long(100).contains("sizes that work: 64 and 128"), "{}", long(100));
    assert!(long(1 << 28).contains("at most"));
    assert!(refusal(plain(mesh(4)), Topology::Mesh(4, 2), Links::default()).contains("same number of elements"));
    assert!(refusal(plain(torus(4)), torus(4), links(11, 1)).contains("try --link-bits 8"));
    assert!(refusal(plain(mesh(2)), mesh(2), links(32, 0)).contains("1 to 16 registers"));
    assert!(refusal(plain(torus(2)), torus(2), broadcast(32, 1)).contains("try --array line or mesh"));
    assert!(refusal(plain(mesh(2)), mesh(2), links(129, 1)).contains("1 to 128 bits"));
}

pub fn overlapped(bits: u32, hop: usize) -> Links {
    Links { steps: Steps::Overlapped, ..links(bits, hop) }
}

/// Frames that come by streams with pauses have the bits of the model, and without pauses the clock cycles of the cycle model.
pub fn streams_equal_model(topology: Topology, config: Config, links: Links) {
    streamed_frames_equal_model(&Array::new(config, topology, Links { edges: Edges::Streams, ..links }).unwrap());
}

/// Frames that pass the streams of an array, with pauses, without, and after a reset in the middle of one.
pub fn streamed_frames_equal_model(array: &Array) {
    let checked = check(array, usize::MAX).unwrap();
    assert_eq!(checked.frames, 6);
    let points = stimulus(&array.config.format, array.config.points(), 2, 5);
    let frames: Vec<&[[u64; 2]]> = points.chunks(array.config.points()).collect();
    let mut simulation = Simulation::new(array);
    // A reset in the middle of a frame, and while the next one comes.
    simulation.run_streams(&frames, array.interval() + 3);
    simulation.reset();
    let passed = simulation.pass(&frames, None).unwrap();
    for (found, frame) in passed.results.iter().zip(&frames) {
        assert_eq!(*found, array.transform_frame(frame).0);
    }
}

cases! {
    /// Rows with streams equal the model.
    streams(streams_equal_model) {
        small_mesh: (mesh(2), config(mesh(2), 2, "fp16"), links(32, 1)),
        mesh_of_three: (mesh(3), config(mesh(3), 1, "fixed16"), links(16, 2)),
        small_torus: (torus(3), config(torus(3), 1, "fp16"), links(20, 1)),
        line_of_broadcasts: (Topology::Line(3), config(Topology::Line(3), 2, "fixed12"), broadcast(24, 1)),
        ring: (Topology::Ring(4), config(Topology::Ring(4), 1, "fixed16"), links(32, 3)),
        overlapped_mesh: (mesh(2), config(mesh(2), 2, "fp16"), overlapped(32, 1)),
        one_dimension: (Topology::Ring(4), shaped(&[32], "fixed16"), links(32, 1)),
        plane: (torus(2), shaped(&[4, 8], "fixed16"), links(32, 2)),
        plane_of_three: (mesh(3), shaped(&[9, 9], "fp16"), links(32, 1)),
        small_frames: (Topology::Line(2), config(Topology::Line(2), 1, "fixed8"), links(64, 1)),
    }
}

cases! {
    /// Elements whose engine and links work at once equal model and cycle model.
    overlapped_steps(netlist_equals_model) {
        two_by_two: (mesh(2), config(mesh(2), 2, "fp16"), overlapped(32, 1)),
        blocks_of_three: (mesh(2), config(mesh(2), 3, "fixed16"), overlapped(32, 1)),
        mesh_of_three: (mesh(3), config(mesh(3), 2, "fixed16"), overlapped(16, 1)),
        mesh_of_four: (mesh(4), config(mesh(4), 2, "fp32"), overlapped(32, 1)),
        long_hops: (mesh(3), config(mesh(3), 2, "fp16"), overlapped(32, 3)),
        longer_hops: (mesh(4), config(mesh(4), 3, "fixed16"), overlapped(11, 2)),
        blocks_of_four: (mesh(3), config(mesh(3), 4, "fp16"), overlapped(32, 1)),
        wide_links: (mesh(4), config(mesh(4), 4, "fixed16"), overlapped(64, 1)),
        inverse: (mesh(2), inverted(config(mesh(2), 4, "fp32")), overlapped(64, 1)),
        folded_engines: (mesh(4), folded(config(mesh(4), 4, "fixed16")), overlapped(32, 1)),
        mesh_of_five: (mesh(5), config(mesh(5), 2, "fixed16"), overlapped(32, 1)),
    }
}

cases! {
    /// Elements of a torus whose engine and links work at once equal model and cycle model.
    overlapped_tori(netlist_equals_model) {
        two_by_two: (torus(2), config(torus(2), 2, "fp16"), overlapped(32, 1)),
        blocks_of_three: (torus(2), config(torus(2), 3, "fixed16"), overlapped(32, 1)),
        torus_of_three: (torus(3), config(torus(3), 2, "fixed16"), overlapped(16, 1)),
        torus_of_four: (torus(4), config(torus(4), 2, "fp32"), overlapped(32, 1)),
        single_turns: (torus(4), config(torus(4), 3, "fixed16"), overlapped(32, 3)),
        long_hops: (torus(3), config(torus(3), 3, "fp16"), overlapped(32, 2)),
        torus_of_six: (torus(6), config(torus(6), 2, "fixed16"), overlapped(16, 1)),
        inverse_torus: (torus(2), inverted(config(torus(2), 4, "fp32")), overlapped(64, 1)),
        folded_engines: (torus(4), folded(config(torus(4), 4, "fixed16")), overlapped(32, 1)),
    }
}

cases! {
    /// Frames with other lengths in each dimension equal model and cycle model.
    unequal_lengths(netlist_equals_model) {
        mesh_of_two: (mesh(2), shaped(&[8, 4, 6], "fp16"), links(32, 1)),
        mesh_of_three: (mesh(3), shaped(&[3, 12, 6], "fixed16"), links(32, 3)),
        broadcasting_mesh: (mesh(2), shaped(&[2, 6, 4], "fixed16"), broadcast(16, 1)),
        torus_of_two: (torus(2), shaped(&[8, 4, 2], "fp32"), links(32, 1)),
        torus_of_three: (torus(3), shaped(&[6, 3, 9], "fp16"), links(32, 1)),
        torus_of_four: (torus(4), shaped(&[8, 4, 12], "fixed16"), links(32, 2)),
        line: (Topology::Line(4), shaped(&[8, 16], "fp16"), links(32, 1)),
        folded_line: (Topology::Line(3), folded(shaped(&[27, 9], "fixed16")), links(32, 1)),
        ring: (Topology::Ring(6), inverted(shaped(&[18, 12], "fixed16")), links(32, 1)),
        ring_of_five: (Topology::Ring(5), shaped(&[5, 15], "fp16"), links(16, 1)),
    }
}

cases! {
    /// Frames of two dimensions on columns and rows, over which each dimension is spread by two digits, equal model and cycle model.
    planes(netlist_equals_model) {
        mesh_of_two: (mesh(2), shaped(&[4, 4], "fp16"), links(32, 1)),
        uneven_mesh_of_two: (mesh(2), shaped(&[12, 8], "fixed16"), links(32, 3)),
        narrow_links: (mesh(2), shaped(&[4, 12], "fixed16"), links(11, 2)),
        mesh_of_three: (mesh(3), shaped(&[9, 18], "fp16"), links(32, 1)),
        broadcasting_mesh: (mesh(3), shaped(&[18, 9], "fixed16"), broadcast(16, 2)),
        mesh_of_four: (mesh(4), shaped(&[16, 32], "fp32"), links(32, 1)),
        folded_mesh: (mesh(3), folded(shaped(&[9, 27], "fixed16")), links(32, 1)),
        torus_of_two: (torus(2), shaped(&[4, 4], "fp16"), links(32, 1)),
        uneven_torus_of_two: (torus(2), shaped(&[12, 8], "fixed16"), links(32, 3)),
        torus_of_two_with_wide_points: (torus(2), shaped(&[4, 12], "fp32"), links(32, 2)),
        torus_of_three: (torus(3), shaped(&[9, 18], "fp16"), links(32, 1)),
        inverse_torus: (torus(3), inverted(shaped(&[18, 9], "fixed16")), links(16, 2)),
        torus_of_four: (torus(4), shaped(&[16, 16], "fixed16"), links(32, 1)),
        torus_of_four_with_blocks: (torus(4), shaped(&[16, 48], "fp32"), links(32, 3)),
        folded_torus: (torus(4), folded(shaped(&[32, 16], "fp16")), links(32, 1)),
        torus_of_five: (torus(5), shaped(&[25, 25], "fixed12"), links(24, 1)),
        torus_of_six: (torus(6), shaped(&[36, 36], "fixed12"), links(24, 1)),
    }
}

cases! {
    /// Frames of one dimension, with twiddle factors between the rounds, equal model and cycle model.
    long_frames(netlist_equals_model) {
        line: (Topology::Line(4), shaped(&[64], "fp16"), links(32, 1)),
        line_of_three: (Topology::Line(3), inverted(shaped(&[90], "fixed16")), links(32, 3)),
        broadcasting_line: (Topology::Line(4), shaped(&[32], "fixed16"), broadcast(16, 1)),
        folded_line: (Topology::Line(2), folded(shaped(&[256], "fixed16")), links(32, 1)),
        ring: (Topology::Ring(4), shaped(&[256], "fp32"), links(32, 1)),
        ring_of_five: (Topology::Ring(5), shaped(&[150], "fixed12"), links(24, 1)),
        mesh_of_two: (mesh(2), shaped(&[64], "fixed16"), links(32, 1)),
        mesh_of_three: (mesh(3), shaped(&[54], "fp16"), links(32, 1)),
        mesh_of_four: (mesh(4), shaped(&[512], "fp16"), links(32, 2)),
        torus_of_two: (torus(2), inverted(shaped(&[96], "fp32")), links(32, 1)),
        torus_of_three: (torus(3), shaped(&[162], "fixed16"), links(32, 1)),
    }
}

cases! {
    /// Arrays of other lengths, directions and resets equal model and cycle model too.
    arrays(netlist_equals_model) {
        inverse_mesh: (mesh(4), inverted(config(mesh(4), 2, "fp16")), links(32, 1)),
        inverse_torus: (torus(3), inverted(config(torus(3), 1, "fixed16")), links(32, 1)),
        larger_line: (Topology::Line(9), config(Topology::Line(9), 1, "fp16"), links(32, 2)),
        larger_lines: (Topology::Line(8), config(Topology::Line(8), 4, "fp16"), links(32, 1)),
        ring_of_five: (Topology::Ring(5), config(Topology::Ring(5), 3, "fp16"), links(32, 1)),
        ring_of_six: (Topology::Ring(6), config(Topology::Ring(6), 3, "fp16"), links(32, 1)),
        ring_of_eight: (Topology::Ring(8), config(Topology::Ring(8), 1, "fp16"), links(32, 1)),
        ring_of_ten: (Topology::Ring(10), config(Topology::Ring(10), 1, "fp16"), links(32, 3)),
        ring_of_twelve: (Topology::Ring(12), config(Topology::Ring(12), 3, "fixed16"), links(32, 2)),
        ring_of_sixteen: (Topology::Ring(16), config(Topology::Ring(16), 1, "fixed16"), links(32, 1)),
        folded_mesh: (mesh(3), folded(config(mesh(3), 2, "fixed16")), links(32, 1)),
        folded_torus: (torus(4), folded(config(torus(4), 4, "fp16")), links(32, 1)),
        folded_line: (Topology::Line(4), folded(config(Topology::Line(4), 4, "fixed16")), links(16, 2)),
        active_low_reset: (mesh(2), Config { reset: Reset::Aresetn, ..config(mesh(2), 2, "fp16") }, links(32, 1)),
    }
}

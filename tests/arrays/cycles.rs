//! Clock cycles of transforms of n x n x n points on n x n elements, by the cycle model.

use fftgen::array::{Links, Plan, Topology};
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::Config;

fn plan(length: usize, places: usize, precision: &str, links: Links) -> Plan {
    let format = Format::parse(precision, false).unwrap();
    let config = Config::new(FrameShape::new(&[length; 3]).unwrap(), 1, format);
    Plan::new(&config, Topology::Mesh(places, places), links).unwrap()
}

/// Clock cycles of a transform with links of 32 bits and a register a hop.
fn cycles(length: usize, precision: &str) -> usize {
    plan(length, length, precision, Links::default()).cycles()
}

#[test]
fn meshes_of_an_element_for_each_pencil_take_no_more_cycles() {
    for (length, single, half) in
        [(32, 1_360, 820), (64, 4_640, 2_570), (128, 17_360, 9_120), (256, 67_300, 34_500), (512, 265_500, 134_400)]
    {
        let found = [cycles(length, "fp32"), cycles(length, "fp16")];
        println!("{length}: {found:?}");
        assert!(found[0] <= single && found[1] <= half, "{length}: {found:?}");
    }
}

/// Steps as sums of what they are made of: 8 points on 4 elements are 2 x 2 pencils, and a word for each point of a block.
#[test]
fn steps_are_sums() {
    let plan = plan(8, 4, "fp32", Links { bits: 64, hop: 1, ..Links::default() });
    let exchange = 8 * 4 + 2 + 2;
    assert_eq!(plan.cycles(), 3 * (plan.engines[0].latency + 32 + 1) + 2 * exchange);
}

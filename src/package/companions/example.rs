//! Example around a core: a tone goes in, and the index of the largest point comes out.

use super::outline::{Outline, PortStyle};
use super::target::elsewhere;
use crate::design::Config;
use crate::format::Format;
use crate::formula::{Kind, Order};
use crate::model::Sample;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::side::Side;
use crate::package::template::fill;
use crate::package::vectors::input_beats;
use crate::target::{Router, Target, CLOCK};
use serde::Serialize;
use std::f64::consts::TAU;

#[derive(Serialize)]
struct Example<'a> {
    build: &'a Build<'a>,
    banner: String,
    reset: Option<Reset<'a>>,
    /// Bin of the tone.
    bin: usize,
    lanes: usize,
    /// Numbers of the highest bits of a beat.
    top_in: usize,
    top_out: usize,
    /// Number of the last beat of a frame.
    last_in: usize,
    counter_top: u32,
    counter_bits: u32,
    slot: u32,
    component_bits: u32,
    component_top: u32,
    magnitude_top: u32,
    float: bool,
    /// Outputs that are left open.
    unused: Vec<&'a str>,
    board: OnBoard,
}

/// Holes about the board and its tools.
#[derive(Serialize)]
struct OnBoard {
    title: &'static str,
    /// Number of the highest LED.
    top_led: usize,
    lights_low: bool,
    oscillator: Option<&'static str>,
    /// Ending of the file of pins.
    pins: &'static str,
    /// Endings of the routed design and of the bitstream.
    routed: &'static str,
    bitstream: &'static str,
    /// Programs, with the names under which PyPI has them.
    nextpnr: &'static [&'static str],
    packer: &'static [&'static str],
    device: &'static str,
    clock_mhz: u32,
    /// Words of nextpnr and of the packer for their files, as make has them.
    routes: String,
    packs: String,
    loader: &'static str,
}

impl OnBoard {
    fn new(router: &Router) -> Self {
        let Router { programs, packer, pins, board, .. } = router;
        OnBoard {
            title: board.title,
            top_led: board.leds.len() - 1,
            lights_low: board.lights_low,
            oscillator: board.clock.oscillator(),
            pins: pins.ending,
            routed: packer.routed,
            bitstream: packer.bitstream,
            nextpnr: programs,
            packer: packer.programs,
            device: board.device,
            clock_mhz: board.clock_mhz,
            routes: format!("{} {} $@", pins.words(&format!("$(NAME)_example.{}", pins.ending)), packer.option),
            packs: packer.words("$<", "$@").join(" "),
            loader: board.loader,
        }
    }
}

#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    is_low: bool,
}

/// Refuses targets of which there is no board, and cores whose frames are not the complex points of one dimension in
/// natural order.
pub(super) fn refuse(style: PortStyle, config: &Config) -> Option<String> {
    let is_plain = config.kind == Kind::Complex
        && config.orders == [Order::Natural; 2]
        && config.runtime == Default::default()
        && config.support.is_none()
        && config.shape.channels() == 1
        && config.shape.dimensions().len() == 1
        && !config.tkeep
        && config.size() > 2;
    let why = "the example is for AXI4-Stream, without tkeep, and for complex frames of one dimension in natural \
        order, which choose nothing";
    let other = (style != PortStyle::Stream || !is_plain).then(|| why.into());
    let board = |target: &Target| target.router.map(|router| format!(" ({})", router.board.title));
    other.or_else(|| elsewhere(config, "no board of the example has", board))
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let Some(design) = outline.design else { return vec![] };
    let Some(router) = design.config.target.router else { return vec![] };
    let (size, stream) = (design.config.size(), Side::In.stream(design));
    let bin = size / 4 + 1;
    let counter_bits = usize::BITS - (stream.beats - 1).max(1).leading_zeros();
    let component_bits = Side::Out.component(design);
    let name = outline.name();
    let holes = Example {
        build: &outline.build,
        banner: outline.label.banner("; example with a tone and a peak detector").trim_end().into(),
        reset: outline.reset().map(|(name, is_low)| Reset { name, is_low }),
        bin,
        lanes: Side::Out.stream(design).lanes(),
        top_in: Side::In.beat(design) - 1,
        top_out: Side::Out.beat(design) - 1,
        last_in: stream.beats - 1,
        counter_top: counter_bits - 1,
        counter_bits,
        slot: Side::Out.slot(design),
        component_bits,
        component_top: component_bits - 1,
        magnitude_top: component_bits - 2,
        float: matches!(design.output_format(), Format::Float(_)),
        unused: outline
            .ports
            .iter()
            .map(|port| port.name.as_str())
            .filter(|name| !name.contains("axis") && outline.port(name).is_some_and(|port| port.direction == "output"))
            .collect(),
        board: OnBoard::new(router),
    };
    let leds = router.board.leds.iter().enumerate().map(|(number, pin)| (format!("led[{number}]"), *pin));
    let clock = router.board.clock.pin().map(|pin| (CLOCK.to_string(), pin));
    let pins = router.pins.text(clock.into_iter().chain(leds));
    let beats = input_beats(design, &tone(&design.config, bin));
    let file = |name: String, template: &str| File::new(name, fill(template, &holes));
    vec![
        file(outline.label.source("_example"), include_str!("../../../templates/companions/example.v.hbs")),
        File::new(format!("{name}_example_tone.hex"), beats.join("\n") + "\n"),
        File::new(format!("{name}_example.{}", router.pins.ending), pins),
        file(format!("{name}_example.mk"), include_str!("../../../templates/companions/example.mk.hbs")),
    ]
}

/// Returns the samples of a tone of half the full scale whose transform is one point.
fn tone(config: &Config, bin: usize) -> Vec<Sample> {
    let size = config.size();
    let sign = if config.inverse { -1.0 } else { 1.0 };
    let full_scale = match config.format {
        Format::Fixed(fixed) => 2f64.powi(fixed.bits() as i32 - 1 - fixed.fraction as i32),
        Format::Float(_) => 1.0,
    };
    let sample = |n: usize| {
        let angle = sign * TAU * ((bin * n) % size) as f64 / size as f64;
        [angle.cos(), angle.sin()].map(|part| config.format.from_f64(part * full_scale / 2.0))
    };
    (0..size).map(sample).collect()
}

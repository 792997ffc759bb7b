//! What other tools and people read: FuseSoC's core file, the Makefile, the README.

use super::template::fill;
use super::{File, Port, Request, Subject};
use crate::design::Interface;
use crate::format::Format;
use crate::plan::Order;
use serde::Serialize;

const CORE: &str = include_str!("../../templates/fusesoc.core.hbs");
const MAKEFILE: &str = include_str!("../../templates/Makefile.hbs");
const README: &str = include_str!("../../templates/README.md.hbs");

/// The holes of `.core` and Makefile.
#[derive(Serialize)]
struct Build<'a> {
    name: &'a str,
    title: &'a str,
    license: &'a str,
    command: &'a str,
    version: &'static str,
}

#[derive(Serialize)]
struct Readme<'a> {
    build: Build<'a>,
    plan: String,
    ports: &'a [Port],
    size: usize,
    width: usize,
    beats: usize,
    latency: usize,
    slot: u32,
    component_bits: u32,
    sample_bits: u32,
    spare_lanes: usize,
    order: String,
    scale: String,
    exponent: u32,
    fraction: u32,
    subnormals: &'static str,
    /// How frames pass the ports.
    protocol: &'static str,
    adders: usize,
    multipliers: usize,
    memory_words: usize,
}

const AXIS: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input. Frames are counted by beats:
a wrong `s_axis_tlast` raises an event for one cycle and changes nothing else. After a reset, at any
cycle, the core expects the first beat of a frame.";

const NATIVE: &str = "\
`in_start` marks the first beat of a frame; its other beats follow in the next enabled cycles. `out_start`
does the same on the other side. `ce` holds the whole core. After a reset, at any cycle, the core waits
for `in_start`.";

pub(super) fn files(subject: &Subject) -> Vec<File> {
    let (design, config, program) = (subject.design, &subject.design.config, subject.design.program());
    let Request { command, license } = &subject.request;
    let (name, title) = (design.name.as_str(), subject.title());
    let build = Build { name, title: &title, license, command, version: env!("CARGO_PKG_VERSION") };
    let Format::Float(float) = config.format;
    let slot = super::component_on_bus(design);
    let (core, makefile) = (fill(CORE, &build), fill(MAKEFILE, &build));
    let (adders, multipliers) = program.operators();
    let readme = Readme {
        build,
        plan: program.plan(),
        ports: &subject.ports,
        size: config.size,
        width: config.width,
        beats: program.interval,
        latency: design.latency(),
        slot,
        component_bits: float.bits(),
        sample_bits: 2 * slot,
        spare_lanes: program.interval * config.width - config.size,
        order: Order::names(config.orders, config.size),
        scale: if config.inverse { format!("1/{}", config.size) } else { "1".into() },
        exponent: float.exponent,
        fraction: float.fraction,
        subnormals: if float.subnormals { "kept" } else { "flushed to zero" },
        protocol: match config.interface {
            Interface::Axis => AXIS,
            Interface::Native => NATIVE,
        },
        adders,
        multipliers,
        memory_words: program.memory_words(),
    };
    vec![
        File::new(format!("{name}.core"), core),
        File::new("Makefile", makefile),
        File::new("README.md", fill(README, &readme)),
    ]
}

//! Wrappers in languages that have streams: LiteX, Amaranth, SpinalHDL, Chisel and Clash.

use super::bus::{Bus, Protocol};
use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::ports::{Packing, Port};
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Wrapper<'a> {
    build: &'a Build<'a>,
    /// Name of the class.
    class: String,
    endpoints: Vec<Endpoint<'a>>,
    /// Outputs on no bus.
    others: Vec<Other<'a>>,
    reset: Option<Reset<'a>>,
    /// Inputs beside clock and reset, which are arguments of a function in Clash.
    arguments: Vec<Argument<'a>>,
    /// Outputs of the core in one word, as Clash has them, and its width.
    results: Vec<Slice<'a>>,
    result_bits: u32,
}

/// Stream of the core.
#[derive(Serialize)]
struct Endpoint<'a> {
    name: &'a str,
    /// Name of its types.
    class: String,
    doc: &'static str,
    /// Whether the core sends.
    is_master: bool,
    /// What the names of its ports begin with.
    bus: &'a str,
    /// Signals beside `valid` and `ready`.
    payload: Vec<Field<'a>>,
}

/// Signal of a payload.
#[derive(Serialize)]
struct Field<'a> {
    name: String,
    port: &'a str,
    width: u32,
    is_bit: bool,
    is_last: bool,
    points: Option<Points>,
}

/// Lanes of points in a word, the first in the lowest bits.
#[derive(Serialize)]
struct Points {
    lanes: usize,
    is_complex: bool,
    is_signed: bool,
    /// Bits of a component.
    width: u32,
    /// Names of the parts of a point, the lowest bits first.
    parts: [&'static str; 2],
}

/// Input of the core with its number among the arguments, of which the first are its clock domain, clock and reset.
#[derive(Serialize)]
struct Argument<'a> {
    port: &'a str,
    number: usize,
    width: u32,
}

/// Output of the core within a word of all of them.
#[derive(Serialize)]
struct Slice<'a> {
    port: &'a str,
    high: u32,
    low: u32,
}

#[derive(Serialize)]
struct Other<'a> {
    name: &'a str,
    width: u32,
    is_bit: bool,
    doc: &'a str,
}

#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    is_low: bool,
}

/// Refuses cores without AXI4-Stream ports.
pub(super) fn refuse(style: PortStyle, _config: &Config) -> Option<String> {
    match style {
        PortStyle::Settings => Some("the wrapper has streams alone, and this core has registers too".into()),
        _ if style.has_streams() => None,
        _ => Some("the wrapper has streams, and this core has no AXI4-Stream ports".into()),
    }
}

pub(super) fn litex(outline: &Outline) -> Vec<File> {
    file(outline, "_litex.py", include_str!("../../../templates/companions/litex.py.hbs"))
}

pub(super) fn amaranth(outline: &Outline) -> Vec<File> {
    file(outline, "_amaranth.py", include_str!("../../../templates/companions/amaranth.py.hbs"))
}

pub(super) fn spinal(outline: &Outline) -> Vec<File> {
    file(outline, "_spinal.scala", include_str!("../../../templates/companions/spinal.scala.hbs"))
}

pub(super) fn chisel(outline: &Outline) -> Vec<File> {
    file(outline, "_chisel.scala", include_str!("../../../templates/companions/chisel.scala.hbs"))
}

/// A module of Haskell is in a file of its name.
pub(super) fn clash(outline: &Outline) -> Vec<File> {
    let holes = Wrapper::new(outline);
    let name = format!("{}.hs", holes.class);
    vec![File::new(name, fill(include_str!("../../../templates/companions/clash.hs.hbs"), &holes))]
}

fn file(outline: &Outline, ending: &str, template: &str) -> Vec<File> {
    vec![File::new(format!("{}{ending}", outline.name()), fill(template, &Wrapper::new(outline)))]
}

impl<'a> Wrapper<'a> {
    fn new(outline: &'a Outline) -> Self {
        let buses = outline.buses();
        let is_on_bus = |name: &str| buses.iter().any(|bus| bus.signals.iter().any(|(port, _)| port.name == name));
        let others = outline.ports.iter().filter(|port| port.direction == "output" && !is_on_bus(&port.name));
        let class = capitals(outline.name());
        let endpoints = buses.iter().filter(|bus| bus.protocol == Protocol::Stream);
        let mut result_bits = 0;
        let slice = |port: &'a Port| {
            let low = result_bits;
            result_bits += port.width;
            Slice { port: &port.name, high: result_bits - 1, low }
        };
        let results = outline.ports.iter().filter(|port| port.direction == "output").map(slice).collect();
        let inputs = outline.ports.iter().filter(|port| port.direction == "input" && is_on_bus(&port.name));
        Wrapper {
            build: &outline.build,
            others: others.map(Other::new).collect(),
            endpoints: endpoints.map(|bus| Endpoint::new(bus, &class)).collect(),
            class,
            reset: outline.reset().map(|(name, is_low)| Reset { name, is_low }),
            arguments: (3..)
                .zip(inputs)
                .map(|(number, port)| Argument { port: &port.name, number, width: port.width })
                .collect(),
            results,
            result_bits,
        }
    }
}

impl<'a> Other<'a> {
    fn new(port: &'a Port) -> Self {
        Other { name: &port.name, width: port.width, is_bit: port.width == 1, doc: &port.meaning }
    }
}

impl<'a> Endpoint<'a> {
    fn new(bus: &Bus<'a>, class: &str) -> Self {
        let (name, doc) = match bus.name {
            "s_axis" => ("sink", "beats of input points in `data`"),
            "m_axis" => ("source", "beats of output points in `data`"),
            "s_axis_config" => ("config", "configuration words in `data`"),
            other => (other, "beats in `data`"),
        };
        let payload = bus.signals.iter().filter(|(_, signal)| !["tvalid", "tready"].contains(signal));
        let payload: Vec<Field> = payload.map(|(port, signal)| Field::new(port, signal)).collect();
        Endpoint {
            name,
            class: format!("{class}{}", capitals(name)),
            doc,
            is_master: bus.is_master,
            bus: bus.name,
            payload,
        }
    }
}

impl<'a> Field<'a> {
    fn new(port: &'a Port, signal: &str) -> Self {
        let points = port.packing.as_ref().map(Points::new);
        Field {
            name: signal.trim_start_matches('t').to_string(),
            port: &port.name,
            width: port.width,
            is_bit: port.width == 1 && points.is_none(),
            is_last: signal == "tlast",
            points,
        }
    }
}

impl Points {
    fn new(packing: &Packing) -> Self {
        Points {
            lanes: packing.lanes,
            is_complex: packing.is_complex(),
            is_signed: packing.is_signed,
            width: packing.component_slot_bits,
            parts: if packing.imaginary_low { ["im", "re"] } else { ["re", "im"] },
        }
    }
}

/// Returns the name of a class: `Dft20W4Fp16` for `dft20_w4_fp16`.
fn capitals(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

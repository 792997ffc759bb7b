//! Wrappers in LiteX and in Amaranth.

use super::bus::{Bus, Protocol};
use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
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
}

/// Stream of the core.
#[derive(Serialize)]
struct Endpoint<'a> {
    name: &'a str,
    doc: &'static str,
    /// Direction of the stream in Amaranth.
    flow: &'static str,
    /// Fields that LiteX does not add by itself.
    fields: Vec<Field>,
    /// Fields of the payload in Amaranth.
    payload: Vec<Field>,
    signals: Vec<SignalOfStream<'a>>,
}

#[derive(Serialize)]
struct Field {
    name: String,
    width: u32,
}

#[derive(Serialize)]
struct SignalOfStream<'a> {
    /// Direction at the core: `i` or `o`.
    mode: char,
    port: &'a str,
    field: String,
    is_payload: bool,
}

#[derive(Serialize)]
struct Other<'a> {
    name: &'a str,
    width: u32,
    doc: &'a str,
}

#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    is_low: bool,
}

/// Refuses cores without AXI4-Stream ports.
pub(super) fn refuse(style: PortStyle, _config: &Config) -> Option<String> {
    (!style.has_streams()).then(|| "the wrapper has streams, and this core has no AXI4-Stream ports".into())
}

pub(super) fn litex(outline: &Outline) -> Vec<File> {
    let template = include_str!("../../../templates/companions/litex.py.hbs");
    vec![File::new(format!("{}_litex.py", outline.name()), fill(template, &Wrapper::new(outline)))]
}

pub(super) fn amaranth(outline: &Outline) -> Vec<File> {
    let template = include_str!("../../../templates/companions/amaranth.py.hbs");
    vec![File::new(format!("{}_amaranth.py", outline.name()), fill(template, &Wrapper::new(outline)))]
}

impl<'a> Wrapper<'a> {
    fn new(outline: &'a Outline) -> Self {
        let buses = outline.buses();
        let is_on_bus = |name: &str| buses.iter().any(|bus| bus.signals.iter().any(|(port, _)| port.name == name));
        let others = outline.ports.iter().filter(|port| port.direction == "output" && !is_on_bus(&port.name));
        Wrapper {
            build: &outline.build,
            class: class(outline.name()),
            others: others.map(|port| Other { name: &port.name, width: port.width, doc: &port.meaning }).collect(),
            endpoints: buses.iter().filter(|bus| bus.protocol == Protocol::Stream).map(Endpoint::new).collect(),
            reset: outline.reset().map(|(name, is_low)| Reset { name, is_low }),
        }
    }
}

impl<'a> Endpoint<'a> {
    fn new(bus: &Bus<'a>) -> Self {
        let (name, doc) = match bus.name {
            "s_axis" => ("sink", "beats of input points in `data`"),
            "m_axis" => ("source", "beats of output points in `data`"),
            "s_axis_config" => ("config", "configuration words in `data`"),
            other => (other, "beats in `data`"),
        };
        let field = |signal: &str| signal.trim_start_matches('t').to_string();
        let width = |signal: &str| bus.signals.iter().find(|(_, found)| *found == signal).map(|(port, _)| port.width);
        let fields = |left_out: &[&str]| {
            let signals = bus.signals.iter().filter(|(_, signal)| !left_out.contains(signal));
            signals.filter_map(|(_, signal)| Some(Field { name: field(signal), width: width(signal)? })).collect()
        };
        let signals = bus.signals.iter().map(|(port, signal)| SignalOfStream {
            mode: if port.direction == "input" { 'i' } else { 'o' },
            port: &port.name,
            field: field(signal),
            is_payload: !["tvalid", "tready"].contains(signal),
        });
        Endpoint {
            name,
            doc,
            flow: if bus.is_master { "Out" } else { "In" },
            fields: fields(&["tvalid", "tready", "tlast"]),
            payload: fields(&["tvalid", "tready"]),
            signals: signals.collect(),
        }
    }
}

/// Returns the name of a class: `Dft20W4Fp16` for `dft20_w4_fp16`.
fn class(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

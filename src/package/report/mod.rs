//! The report of a core: its README as a page in HTML, with pictures of its permuters, its errors and its ports in time.

mod blocks;
mod page;
mod permuters;
mod python;
mod spectrum;
mod waves;

pub(crate) use page::page;
pub(super) use spectrum::{Frames, Spectrum};

use super::companions::{Outline, Protocol};
use super::file::File;
use super::template::fill;
use crate::accuracy::Definition;
use crate::design::Design;
use crate::rtl::Module;
use crate::target::Target;
use blocks::Block;
use serde::Serialize;

/// What a report has of a core.
pub(super) struct Content<'a> {
    /// README, and the picture in it.
    pub documents: [File; 2],
    /// Netlist whose instances are the blocks.
    pub netlist: &'a Module,
    /// What the blocks are counted for.
    pub target: &'a Target,
    /// Picture of the permuters.
    pub permuters: Option<String>,
    /// Accuracy of the model.
    pub spectrum: Option<Spectrum>,
    /// Picture of the ports in time.
    pub waves: Option<String>,
    /// Result of synthesis, as text.
    pub measured: Option<&'a str>,
}

/// Holes of the chapters.
#[derive(Serialize)]
struct Chapters<'a> {
    name: &'a str,
    /// Whether LUTs and block RAMs are estimated.
    luts: bool,
    brams: bool,
    blocks: Vec<Block>,
    measured: Option<&'a str>,
    /// Names of pictures.
    permuters: Option<&'a str>,
    waves: Option<&'a str>,
    accuracy: Option<Accuracy<'a>>,
    ports: Vec<&'a str>,
    python: Option<String>,
    /// Whether both sides are AXI4-Stream.
    has_streams: bool,
    /// Arguments of a stream in cocotb that tell its reset.
    reset: String,
}

#[derive(Serialize)]
struct Accuracy<'a> {
    snr: String,
    sfdr: Option<String>,
    forecast: Option<String>,
    picture: &'a str,
}

/// Writes the report of a core.
pub(super) fn file(outline: &Outline, content: Content) -> File {
    let Content { documents: [readme, picture], netlist, target, permuters, spectrum, waves, measured } = content;
    let mut pictures = vec![picture];
    let mut add = |name: &'static str, picture: Option<String>| {
        picture.map(|picture| {
            pictures.push(File::new(name, picture));
            name
        })
    };
    let blocks = Block::all(netlist, target);
    let [luts, brams] = [0, 1].map(|resource| blocks.iter().all(|block| block.has()[resource]));
    let streams = outline.buses().iter().filter(|bus| bus.protocol == Protocol::Stream).count();
    let chapters = Chapters {
        name: outline.name(),
        luts,
        brams,
        blocks,
        measured,
        permuters: add("permuters.svg", permuters),
        waves: add("waves.svg", waves),
        accuracy: spectrum.and_then(|spectrum| {
            let decibels = |ratio: f64| format!("{ratio:.1}");
            Some(Accuracy {
                snr: decibels(spectrum.snr_db),
                sfdr: spectrum.sfdr_db.map(decibels),
                forecast: spectrum.forecast_db.map(decibels),
                picture: add("accuracy.svg", Some(spectrum.picture))?,
            })
        }),
        ports: outline.ports.iter().map(|port| port.name.as_str()).collect(),
        python: python::constructor(&outline.label.request.command),
        has_streams: streams == 2 && outline.port("s_axis_tdata").is_some(),
        reset: match outline.reset() {
            None => "None".into(),
            Some((name, is_low)) => format!("dut.{name}, {}", if is_low { "False" } else { "True" }),
        },
    };
    let chapters = fill(include_str!("../../../templates/report.md.hbs"), &chapters);
    // Chapters of the README follow: what a reader has to look up.
    let text = String::from_utf8_lossy(&readme.contents);
    let (summary, rest) = text.find("\n## ").map_or((&text[..], ""), |place| text.split_at(place + 1));
    let document = format!("{summary}\n{chapters}\n{rest}");
    File::new(format!("{}.html", outline.name()), page(outline.name(), &document, &pictures))
}

/// Draws the permuters of a design.
pub(super) fn permuters(design: &Design) -> Option<String> {
    permuters::picture(design.pipeline())
}

/// Draws the ports of a design in time.
pub(super) fn waves(design: &Design) -> Option<String> {
    waves::picture(design)
}

/// Measures the model of a design whose frames are transformed.
pub(super) fn spectrum(design: &Design) -> Option<Spectrum> {
    let architecture = &design.architecture;
    let config = &design.config;
    if architecture.chain().is_some() || architecture.product().is_some() {
        return None;
    }
    let frames = Frames::new(config, design.output_format());
    let modes = design.modes();
    let mode = modes.iter().find(|mode| mode.size == design.pipeline().size).unwrap_or(&modes[0]);
    let forecast = architecture.forecast(mode.size, config.format).map(|forecast| forecast.snr);
    let model = design.model_of(mode);
    Spectrum::new(&Definition::Transform(config), &frames, forecast, |samples| model.transform(samples))
}

//! What the program is asked to do: settings, resolved.

use super::args::{Described, Settings};
use super::choices::{word, Interface, Kind, Optimize, Overflow, Reset, Resync, Rounding, Subnormals};
use super::scale::{self, Scaling};
use super::{config, depths, kernels, order, runtime, sizes};
use fftgen::emit::{Emitter, EMITTERS};
use fftgen::format::Format;
use fftgen::formula::{self, Order};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::rtl::operators::Product;
use fftgen::rtl::retime::Profile;
use fftgen::{quoted, Config, Error};
use std::path::{Path, PathBuf};

const LICENSE: &str = "0BSD";

/// A core to be built, and what is around it.
pub struct Job {
    pub config: Config,
    /// The folder to write.
    pub out: PathBuf,
    /// SPDX expression.
    pub license: String,
    pub verify: bool,
    /// The output language.
    pub emitter: &'static dyn Emitter,
    /// The command line that says the same, in one canonical form, without the folder.
    pub command: String,
}

impl Job {
    /// Reads the configuration file if there is one, and refuses what cannot be built.
    pub fn new(flags: impl Into<Described>) -> anyhow::Result<Job> {
        let flags = flags.into();
        let file = flags.settings.config.as_deref().map(config::read).transpose()?.unwrap_or_default();
        Ok(Job::resolve(flags.or(file))?)
    }

    fn resolve(Described { settings, files }: Described) -> Result<Job, Error> {
        let mut runtime = settings.runtime.as_deref().map_or(Ok(Default::default()), runtime::parse)?;
        runtime.sizes = settings.sizes.as_deref().map_or(Ok(vec![]), sizes::parse)?;
        let (size, width, precision) = required(&settings, runtime.sizes.last().copied())?;
        let subnormals = settings.subnormals.unwrap_or_default();
        let format = Format::parse(precision, subnormals == Subnormals::Full)?;
        if let (Format::Fixed(fixed), Some(_)) = (format, settings.subnormals) {
            return Err(Error::Usage(format!(
                "subnormals are numbers of floating point, and {} is fixed point; leave --subnormals out",
                fixed.name()
            )));
        }
        let (kind, inverse) = direction(&settings)?;
        let (scale, datapath) = scaling(&settings, format)?;
        let config = Config {
            kind,
            inverse,
            runtime,
            arithmetic: FixedOptions { scale, ..arithmetic(&settings)? },
            datapath,
            name: settings.name.clone(),
            orders: settings.order.as_deref().map_or(Ok([Order::Natural; 2]), order::parse)?,
            interface: settings.interface.unwrap_or_default().into(),
            reset: settings.reset.unwrap_or_default().into(),
            resync: settings.resync == Some(Resync::Tlast),
            tkeep: settings.tkeep.unwrap_or(false),
            pipeline: settings.pipeline.as_deref().map_or(Ok(Profile::Mid.into()), depths::parse)?,
            goal: settings.optimize.unwrap_or_default().into(),
            max_dsp: settings.max_dsp,
            least_memory: settings.least_memory.unwrap_or(false),
            product: if settings.nodsp.unwrap_or(false) { Product::Tables } else { Product::Blocks },
            kernels: settings.radix.as_deref().map(kernels::parse).transpose()?,
            ..Config::new(size, width, format)
        };
        config.check()?;
        let license = files.license.unwrap_or_else(|| LICENSE.into());
        check_license(&license)?;
        let command = command(&settings, &config, &license);
        let out = files.out.unwrap_or_else(|| Path::new("generated").join(config.top_name()));
        let (verify, emitter) = (!files.no_verify.unwrap_or(false), EMITTERS[0]);
        Ok(Job { config, out, license, verify, emitter, command })
    }
}

/// What a frame holds, and whether the transform is the inverse one.
fn direction(settings: &Settings) -> Result<(formula::Kind, bool), Error> {
    let kind = settings.kind.unwrap_or_default();
    match (kind, settings.inverse) {
        (Kind::Fft, inverse) => Ok((formula::Kind::Complex, inverse.unwrap_or(false))),
        (_, None) => Ok(kind.resolved()),
        (Kind::Rfft | Kind::Irfft, _) => Err(ambiguous(kind, "rfft or --kind irfft")),
        (Kind::RfftPair | Kind::IrfftPair, _) => Err(ambiguous(kind, "rfft-pair or --kind irfft-pair")),
    }
}

fn ambiguous(kind: Kind, kinds: &str) -> Error {
    let kind = word(&kind);
    Error::Usage(format!("inverse is about --kind fft, and {kind} says itself which way it goes: --kind {kinds}"))
}

/// Returns the scale of stages that is asked for, and the datapath: an exponent for each frame of fixed-point words is one.
fn scaling(settings: &Settings, format: Format) -> Result<(Option<Scale>, Option<Datapath>), Error> {
    let datapath = settings.datapath.as_deref().map(scale::parse_datapath).transpose()?;
    let scaling = settings.scale.as_deref().map(scale::parse).transpose()?;
    Ok(match (scaling, format, datapath) {
        (Some(Scaling::Block), Format::Fixed(fixed), None) => (None, Some(Datapath::Block(fixed.bits()))),
        // Elsewhere it is refused like any other scale.
        (Some(Scaling::Block), ..) => (Some(Scale::default()), datapath),
        (Some(Scaling::Stages(scale)), ..) => (Some(scale), datapath),
        (None, ..) => (None, datapath),
    })
}

/// What is chosen about fixed point, but for its scale.
fn arithmetic(settings: &Settings) -> Result<FixedOptions, Error> {
    // No range goes as far as this.
    let bits = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(FixedOptions {
        scale: None,
        max_growth: settings.max_growth.as_deref().map_or(Ok(None), scale::parse_growth)?,
        rounding: settings.rounding.map(Into::into),
        overflow: settings.overflow.map(Into::into),
        twiddle_bits: settings.twiddle_bits.map(bits),
        guard_bits: settings.guard_bits.map(bits),
    })
}

/// The settings that have no default.
fn required(settings: &Settings, largest: Option<usize>) -> Result<(usize, usize, &str), Error> {
    if let (Some(size), Some(largest)) = (settings.size, largest) {
        return Err(Error::Usage(format!(
            "size {size} and sizes up to {largest}: frames have one size or choose one; leave --size or --sizes out"
        )));
    }
    if let (Some(size), Settings { width: Some(width), precision: Some(precision), .. }) =
        (settings.size.or(largest), settings)
    {
        return Ok((size, *width, precision));
    }
    let given = [
        ("--size", settings.size.or(largest).is_some()),
        ("--width", settings.width.is_some()),
        ("--precision", settings.precision.is_some()),
    ];
    let missing: Vec<&str> = given.iter().filter(|(_, given)| !given).map(|(flag, _)| *flag).collect();
    let (last, others) = missing.split_last().unwrap_or((&"--size", &[]));
    let list = if others.is_empty() { last.to_string() } else { format!("{} and {last}", others.join(", ")) };
    let verb = if others.is_empty() { "is" } else { "are" };
    Err(Error::Usage(format!(
        "{list} {verb} missing; for example: fftgen --size 20 --width 4 --precision fp32 (--help says more)"
    )))
}

/// The licence stands in comments and in JSON: an SPDX expression has no other characters.
fn check_license(license: &str) -> Result<(), Error> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-.+ ()".contains(c);
    match license.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '(') && license.chars().all(allowed) {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "license {} is no SPDX expression; for example {LICENSE}, MIT or \"MIT OR Apache-2.0\"",
            quoted(license)
        ))),
    }
}

/// The canonical command line: what differs from the defaults, in a fixed order.
fn command(settings: &Settings, config: &Config, license: &str) -> String {
    let Config { size, width, .. } = config;
    let sizes =
        sizes::write(&config.runtime.sizes).map_or(format!("--size {size}"), |sizes| format!("--sizes {sizes}"));
    let mut command = format!("fftgen {sizes} --width {width} --precision {}", config.format.name());
    let mut add =
        |flag: &str, value: &str| command += &format!(" --{flag}{}{value}", if value.is_empty() { "" } else { " " });
    match settings.kind.filter(|kind| *kind != Kind::default()) {
        Some(kind) => add("kind", &word(&kind)),
        None if config.inverse => add("inverse", ""),
        None => {}
    }
    if let Some(name) = config.name.as_ref().filter(|name| **name != Config { name: None, ..config.clone() }.top_name())
    {
        add("name", name);
    }
    let choices = [
        ("runtime", runtime::write(&config.runtime)),
        ("interface", settings.interface.filter(|i| *i != Interface::default()).map(|i| word(&i))),
        ("reset", settings.reset.filter(|r| *r != Reset::default()).map(|r| word(&r))),
        ("resync", settings.resync.filter(|r| *r != Resync::default()).map(|r| word(&r))),
        ("tkeep", config.tkeep.then(String::new)),
        ("order", order::write(config.orders)),
        ("subnormals", settings.subnormals.filter(|s| *s != Subnormals::default()).map(|s| word(&s))),
        ("scale", scale::of(config)),
        ("max-growth", config.arithmetic.max_growth.map(|bits| bits.to_string())),
        ("rounding", settings.rounding.filter(|r| *r != Rounding::default()).map(|r| word(&r))),
        ("overflow", settings.overflow.filter(|o| *o != Overflow::default()).map(|o| word(&o))),
        ("twiddle-bits", config.arithmetic.twiddle_bits.map(|bits| bits.to_string())),
        ("guard-bits", config.arithmetic.guard_bits.map(|bits| bits.to_string())),
        ("datapath", scale::datapath_of(config)),
        ("optimize", settings.optimize.filter(|o| *o != Optimize::default()).map(|o| word(&o))),
        ("max-dsp", config.max_dsp.map(|most| most.to_string())),
        ("nodsp", (config.product == Product::Tables).then(String::new)),
        ("least-memory", config.least_memory.then(String::new)),
        ("pipeline", depths::write(&config.pipeline)),
        ("radix", config.kernels.as_deref().map(kernels::write)),
    ];
    for (flag, value) in choices {
        if let Some(value) = value {
            add(flag, &value);
        }
    }
    if license != LICENSE {
        let quoted = license.contains([' ', '(', ')']);
        add("license", &if quoted { format!("'{license}'") } else { license.to_string() });
    }
    command
}

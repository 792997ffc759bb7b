//! The configuration of a core from its settings.

use super::args::Settings;
use super::values::{Deferred, Region, Resync, Scaling, SideOrder, Subnormals};
use super::{kinds, points};
use fftgen::arch::ports::TlastMark;
use fftgen::format::{Float, Format};
use fftgen::formula::{FrameShape, Support};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::synth::TARGETS;
use fftgen::{Config, Error};

/// Reads the values of all settings, which may still contradict each other.
pub fn config(settings: &Settings) -> Result<Config, Error> {
    let mut runtime = Deferred::optional(&settings.runtime)?.unwrap_or_default();
    runtime.sizes = Deferred::optional(&settings.sizes)?.unwrap_or_default();
    let (shape, width, precision) = required(settings, runtime.sizes.last().copied())?;
    let shape = shape.with_channels(settings.channels.map_or(1, |channels| channels.0));
    let format = with_subnormals(precision.get()?, settings)?;
    let (kind, inverse) = settings.direction()?;
    let (scale, datapath) = scaling(settings, format)?;
    let config = Config {
        kind,
        inverse,
        runtime,
        arithmetic: FixedOptions { scale, ..arithmetic(settings)? },
        datapath,
        products: settings.products.unwrap_or_default().0,
        name: settings.name.clone(),
        orders: Deferred::optional(&settings.order)?.unwrap_or_default().map(SideOrder::of_transform),
        interface: settings.interface.unwrap_or_default().0,
        reset: settings.reset.unwrap_or_default().0,
        stall: settings.stall.unwrap_or_default().0,
        resync: resync(settings)?,
        buffer: settings.buffer.unwrap_or(false),
        tkeep: settings.tkeep.unwrap_or(false),
        overflow_mark: settings.mark_overflow,
        tlast: settings.last.unwrap_or_default().0,
        padding: settings.pad.unwrap_or_default().0,
        input_coding: settings.input_coding.unwrap_or_default().0,
        iq_order: settings.iq_order.unwrap_or_default().0,
        cycles: cycles(settings, paced_points(settings, shape))?,
        clock_mhz: Deferred::optional(&settings.clock)?.map(|clock| clock.mhz()),
        pipeline: Deferred::optional(&settings.pipeline)?.unwrap_or(Profile::default().into()),
        goal: settings.optimize.unwrap_or_default().0,
        max_dsp: settings.max_dsp,
        least_memory: settings.least_memory.unwrap_or(false),
        memory_style: settings.memory_style.unwrap_or_default().0,
        protection: settings.protect.unwrap_or_default().0,
        multiplier: if settings.nodsp.unwrap_or(false) { MultiplierStyle::Lut } else { MultiplierStyle::Dsp },
        kernels: Deferred::optional(&settings.radix)?,
        support: support(settings)?,
        ..Config::new(shape, width, format)
    };
    Ok(config.on(settings.target.map_or(&TARGETS[0], |family| family.0)))
}

/// Returns the points that a core takes in the given clock cycles: those of a frame, or in an array those of a pencil.
fn paced_points(settings: &Settings, shape: FrameShape) -> usize {
    match settings.array {
        Some(_) => shape.row(),
        None => shape.samples(),
    }
}

/// Returns the clock cycles from a frame to the next, if they are given by a number or by a rate.
fn cycles(settings: &Settings, points: usize) -> Result<Option<usize>, Error> {
    let clock = Deferred::optional(&settings.clock)?;
    let rated = Deferred::optional(&settings.rate)?.map(|rate| rate.cycles_of(points, clock.as_ref())).transpose()?;
    match (settings.cycles, rated) {
        (Some(cycles), Some(rated)) if rated != cycles => Err(Error::Usage(format!(
            "cycles {cycles} and rate: at this rate a frame comes in {rated} cycles; leave --cycles or --rate out"
        ))),
        (cycles, rated) => Ok(cycles.or(rated)),
    }
}

/// Returns the points that may differ from zero, of which a file may have the list.
fn support(settings: &Settings) -> Result<Option<Support>, Error> {
    Deferred::optional(&settings.support)?
        .map(|region| match region {
            Region::Rule(support) => Ok(support),
            Region::File(path) => points::read(&path),
        })
        .transpose()
}

/// Returns the format with subnormal numbers if they are asked for.
fn with_subnormals(format: Format, settings: &Settings) -> Result<Format, Error> {
    match (format, settings.subnormals) {
        (Format::Fixed(fixed), Some(_)) => Err(Error::Usage(format!(
            "subnormals are numbers of floating point, and {} is fixed point; leave --subnormals out",
            fixed.name()
        ))),
        (Format::Float(float), Some(word)) => {
            Ok(Format::Float(Float { subnormals: word.0 == Subnormals::Full, ..float }))
        }
        (format, None) => Ok(format),
    }
}

/// Returns whether frames that their marks cut short are dropped: by `tlast`, or where that ends rows by `tuser[0]`.
fn resync(settings: &Settings) -> Result<bool, Error> {
    match (settings.resync.unwrap_or_default().0, settings.last.unwrap_or_default().0) {
        (Resync::Beats, _) => Ok(false),
        (Resync::Tlast, TlastMark::Frame) | (Resync::Tuser, TlastMark::Row) => Ok(true),
        (Resync::Tlast, TlastMark::Row) => Err(Error::Usage(
            "resync tlast and last row: tlast ends rows, and tuser[0] begins frames; try --resync tuser".into(),
        )),
        (Resync::Tuser, TlastMark::Frame) => Err(Error::Usage(
            "resync tuser: only with --last row tuser[0] begins frames; try --resync tlast, or add --last row".into(),
        )),
    }
}

/// Returns the scale of stages that is asked for, and the datapath: an exponent for each frame of fixed-point words is
/// one.
fn scaling(settings: &Settings, format: Format) -> Result<(Option<Scale>, Option<Datapath>), Error> {
    let datapath = Deferred::optional(&settings.datapath)?;
    let scaling = Deferred::optional(&settings.scale)?;
    Ok(match (scaling, format, datapath) {
        (Some(Scaling::Block), Format::Fixed(fixed), None) => (None, Some(Datapath::Block(fixed.bits()))),
        // With a datapath, and in floating point, it is refused like any other scale.
        (Some(Scaling::Block), ..) => (Some(Scale::default()), datapath),
        (Some(Scaling::Stages(scale)), ..) => (Some(scale), datapath),
        (None, ..) => (None, datapath),
    })
}

/// Returns what is chosen about fixed point, but for its scale.
fn arithmetic(settings: &Settings) -> Result<FixedOptions, Error> {
    // All ranges are far below.
    let bits = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(FixedOptions {
        scale: None,
        max_growth: Deferred::optional(&settings.max_growth)?.and_then(|growth| growth.0),
        rounding: settings.rounding.map(|word| word.0),
        overflow: settings.overflow.map(|word| word.0),
        twiddle_bits: settings.twiddle_bits.map(bits),
        guard_bits: settings.guard_bits.map(bits),
        ..FixedOptions::default()
    })
}

/// Returns the settings that have no default: size, width and precision.
fn required(settings: &Settings, largest: Option<usize>) -> Result<(FrameShape, usize, &Deferred<Format>), Error> {
    if let (Some(size), Some(largest)) = (&settings.size, largest) {
        return Err(Error::Usage(format!(
            "size {size} and sizes up to {largest}: frames have one size or choose one; leave --size or --sizes out"
        )));
    }
    if let (Some(size), Some(_)) = (&settings.size, &settings.chain) {
        return Err(Error::Usage(format!(
            "size {size} and chain: the transforms of a chain have sizes of their own; leave --size out, and write it \
             there, as in 'fft {size}'"
        )));
    }
    let of_chain = settings.chain.is_some().then_some(1);
    let largest = largest.or(of_chain);
    // An element of an array, and a matrix product, pass a point a clock cycle.
    let has_element = settings.array.is_some() || kinds::is_product(settings);
    let width = settings.width.or(has_element.then_some(1));
    if let (Some(size), Some(width), Some(precision)) =
        (settings.size.or(largest.map(FrameShape::from)), width, &settings.precision)
    {
        return Ok((size, width, precision));
    }
    let given = [
        ("--size", settings.size.is_some() || largest.is_some()),
        ("--width", width.is_some()),
        ("--precision", settings.precision.is_some()),
    ];
    let missing: Vec<&str> = given.iter().filter(|(_, given)| !given).map(|(flag, _)| *flag).collect();
    let (last, others) = missing.split_last().unwrap_or((&"--size", &[]));
    let list = if others.is_empty() { last.to_string() } else { format!("{} and {last}", others.join(", ")) };
    let verb = if others.is_empty() { "is" } else { "are" };
    Err(Error::Usage(format!(
        "{list} {verb} missing; for example: fftgen --size 20 --width 4 --precision fp32, or by what is needed: fftgen \
         --size 20 --rate 100MSPS --clock 250MHz --snr 60dB (--help says more)"
    )))
}

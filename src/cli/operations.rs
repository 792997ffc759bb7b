//! Flags for an operation around a transform, such as `--window hann`: another way to write a chain.

use super::args::Settings;
use super::kinds::{chain_files, other_computation};
use super::values::{Canonical, Deferred, Output, SideOrder};
use fftgen::formula::Kind;
use fftgen::{chain, Error};

/// Writes a chain in place of a size and the flags around its transform, and each chain in its one form.
pub fn as_chain(settings: Settings) -> Result<Settings, Error> {
    let orders = Deferred::optional(&settings.order)?.unwrap_or_default();
    let settings = match &given(&settings, orders)[..] {
        [] => settings,
        flags => of_flags(&settings, orders, flags)?,
    };
    let Some(text) = &settings.chain else { return Ok(settings) };
    let text = chain::canonical(text, &chain_files)?;
    Ok(Settings { chain: Some(text), width: settings.width.or(Some(1)), ..settings })
}

/// Flag for an operation.
struct Flag {
    name: &'static str,
    value: String,
    /// Transforms that it is about.
    transforms: &'static [&'static str],
}

/// Returns the flags that are given.
fn given(settings: &Settings, orders: [SideOrder; 2]) -> Vec<Flag> {
    // In an array a hop is a way between two elements.
    let hop = settings.hop.filter(|_| settings.array.is_none());
    let shift = orders.canonical().filter(|_| orders.contains(&SideOrder::Shifted));
    let number = |number: &usize| number.to_string();
    let flags = [
        ("window", settings.window.clone(), &["fft", "rfft"][..]),
        ("hop", hop.as_ref().map(number), &["fft", "rfft"]),
        ("order", shift, &["fft", "ifft"]),
        ("bins", settings.bins.clone(), &["fft", "rfft"]),
        ("output", settings.output.and_then(|word| word.canonical()), &["fft", "ifft", "rfft"]),
        ("average", settings.average.as_ref().map(number), &["fft", "ifft", "rfft", "irfft"]),
        ("prefix", settings.prefix.as_ref().map(number), &["ifft", "irfft"]),
    ];
    flags.into_iter().filter_map(|(name, value, transforms)| Some(Flag { name, value: value?, transforms })).collect()
}

/// Returns the settings with the chain that flags describe.
fn of_flags(settings: &Settings, orders: [SideOrder; 2], flags: &[Flag]) -> Result<Settings, Error> {
    let rest = Settings {
        size: None,
        kind: None,
        inverse: None,
        window: None,
        hop: None,
        order: None,
        bins: None,
        output: None,
        average: None,
        prefix: None,
        ..settings.clone()
    };
    let Flag { name, value, .. } = &flags[0];
    let refuse = |why: String| Err(Error::Usage(format!("{name} {value}{why}")));
    if settings.chain.is_some() {
        return refuse(format!(
            " and chain: a chain has its operations itself; leave --{name} out, and write it there"
        ));
    }
    if let Some(other) = other_computation(&rest) {
        return refuse(format!(
            " and {other}: it is about a transform that frames stream through; leave --{name} or --{other} out"
        ));
    }
    let Some(size) = settings.size else { return refuse(": the size is missing; add it, as in --size 1024".into()) };
    if size.dimensions().len() > 1 {
        return refuse(format!(
            " and size {size}: frames with operations around their transform have one dimension; leave --{name} out, \
             or take one length"
        ));
    }
    if orders[0] == SideOrder::Reversed {
        return refuse(" and bit-reversed input: samples come in natural order; leave --order out".into());
    }
    let transform = match settings.direction()? {
        (Kind::Complex, false) => "fft",
        (Kind::Complex, true) => "ifft",
        (Kind::Real, false) => "rfft",
        (Kind::Real, true) => "irfft",
        (kind, inverse) => {
            return refuse(format!(
                " and kind {}: operations are those of one frame of complex or real data; leave --{name} or --kind out",
                kind.word(inverse)
            ));
        }
    };
    match flags.iter().find(|flag| !flag.transforms.contains(&transform)) {
        Some(Flag { name, value, transforms }) => Err(Error::Usage(format!(
            "{name} {value} and {transform}: --{name} is about {}; leave it out, or take one of these by --inverse or \
             --kind",
            transforms.join(", ")
        ))),
        None => Ok(Settings { chain: Some(text(transform, size.samples(), settings, orders)), ..rest }),
    }
}

/// Writes the chain of a transform with the operations around it.
fn text(transform: &str, size: usize, settings: &Settings, orders: [SideOrder; 2]) -> String {
    let output = settings.output.unwrap_or_default().0;
    let length = match output {
        Output::Complex => None,
        Output::Magnitude => Some("magnitude".into()),
        Output::Power | Output::Db => Some("power".into()),
    };
    let is_even = size % 2 == 0;
    let [shifts_input, shifts_output] = orders.map(|order| order == SideOrder::Shifted);
    let reversed = if orders[1] == SideOrder::Reversed { " order reversed" } else { "" };
    // A shift by half a frame is signs on the other side of the transform. That of an odd size takes a memory.
    let before = [
        settings.window.as_ref().map(|window| format!("window {window}")),
        (shifts_output && is_even).then(|| "alternate".into()),
        (shifts_input && !is_even).then(|| format!("shift {}", size / 2)),
    ];
    let after = [
        (shifts_output && !is_even).then(|| "shift".into()),
        (shifts_input && is_even).then(|| "alternate".into()),
        // Both shifts together change all signs where half of the size is odd.
        (shifts_input && shifts_output && size % 4 == 2).then(|| "negate".into()),
        settings.bins.as_ref().map(|bins| format!("crop {bins}")),
        length,
        settings.average.map(|frames| format!("average {frames}")),
        (output == Output::Db).then(|| "db".into()),
        settings.prefix.map(|samples| format!("prefix {samples}")),
    ];
    let hop = settings.hop.map_or(String::new(), |hop| format!(" hop {hop}"));
    // Operations before the transform take frames.
    let (frame, own_size) = match settings.hop.is_some() || before.iter().any(Option::is_some) {
        true => (Some(format!("frame {size}{hop}")), String::new()),
        false => (None, format!(" {size}")),
    };
    let first = [(transform == "rfft").then(|| chain::REAL.into()), frame];
    let transform = [Some(format!("{transform}{own_size}{reversed}"))];
    first.into_iter().chain(before).chain(transform).chain(after).flatten().collect::<Vec<_>>().join(" | ")
}

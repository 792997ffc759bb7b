//! `fftgen list`: what the program knows, by topics.

use super::args::{List, Topic};
use super::output::print;
use fftgen::chain;
use fftgen::format::{EXPONENTS, FRACTIONS, WORDS};
use fftgen::formula::{Algorithm, Kernel, LARGEST, LARGEST_CONVOLVED, LARGEST_FUSED, LARGEST_PRIME};
use fftgen::package::Companion;
use fftgen::synth::{Chip, CHIPS, TARGETS};
use fftgen::{figure, Choice};
use serde::Serialize;
use serde_json::{Map, Value};

/// Thing with its name, as a flag has it.
#[derive(Serialize)]
struct Item {
    name: String,
    title: String,
}

fn item(name: impl Into<String>, title: impl Into<String>) -> Item {
    Item { name: name.into(), title: title.into() }
}

pub fn run(args: &List) -> anyhow::Result<()> {
    let topics: Vec<Topic> = match args.topic {
        Some(topic) => vec![topic.0],
        None => Topic::WORDS.iter().map(|(_, topic)| *topic).collect(),
    };
    if args.json {
        let lists = topics.iter().map(|topic| Ok((topic.word().to_string(), serde_json::to_value(items(*topic))?)));
        let lists: Map<String, Value> = lists.collect::<serde_json::Result<_>>()?;
        return print(&(serde_json::to_string_pretty(&lists)? + "\n"));
    }
    let blocks: Vec<String> = topics.iter().map(|topic| block(*topic, topics.len() > 1)).collect();
    print(&blocks.join("\n"))
}

/// Writes the items of a topic in columns.
fn block(topic: Topic, with_title: bool) -> String {
    let items = items(topic);
    let width = items.iter().map(|item| item.name.len()).max().unwrap_or(0);
    let indent = if with_title { "  " } else { "" };
    let lines = items.iter().map(|Item { name, title }| format!("{indent}{name:<width$}  {title}\n"));
    let title = with_title.then(|| format!("{}\n", topic.word()));
    title.into_iter().chain(lines).collect()
}

fn items(topic: Topic) -> Vec<Item> {
    match topic {
        Topic::Formats => formats(),
        Topic::Sizes => sizes(),
        Topic::Kernels => kernels(),
        Topic::Targets => TARGETS
            .iter()
            .map(|target| item(target.name, format!("{}, {} MHz", target.title, target.clock_mhz)))
            .collect(),
        Topic::Devices => CHIPS.iter().map(device).collect(),
        Topic::Emit => Companion::all().map(emitted).collect(),
        Topic::Operations => operations(),
    }
}

fn formats() -> Vec<Item> {
    let range = |range: std::ops::RangeInclusive<u32>| format!("{} to {}", range.start(), range.end());
    vec![
        item("fp16", "IEEE half precision, e5m10"),
        item("bf16", "brain float, e8m7"),
        item("fp32", "IEEE single precision, e8m23"),
        item("fp64", "IEEE double precision, e11m52"),
        item(
            "e<E>m<F>",
            format!("floating point of {} exponent bits and {} fraction bits", range(EXPONENTS), range(FRACTIONS)),
        ),
        item(
            "fixed<B>",
            format!("fixed point of {} bits, of which one is the sign and the others are fraction", range(WORDS)),
        ),
        item("q<I>.<F>", "fixed point of I integer bits with the sign and F fraction bits"),
    ]
}

fn sizes() -> Vec<Item> {
    vec![
        item(format!("2 to {LARGEST}"), format!("with prime factors up to {LARGEST_PRIME}, at any width")),
        item(format!("2 to {LARGEST_CONVOLVED}"), "every other size, by a convolution"),
        item("A x B x C x D", "arrays of up to four dimensions, row by row"),
        item("--memory axi", "arrays and frames of up to 2^24 points in external memory"),
    ]
}

fn operations() -> Vec<Item> {
    let real = item(format!("{} |", chain::REAL), "before all others: samples are real numbers");
    let usage = |usage: chain::Usage| item(format!("{} {}", usage.word, usage.settings).trim_end(), usage.summary);
    std::iter::once(real).chain(chain::usages().map(usage)).collect()
}

fn kernels() -> Vec<Item> {
    let mut all = vec![item("2, 4, 8, 16, 32, 64", "powers of two")];
    all.push(item("an odd prime", format!("up to {LARGEST_PRIME}, by the best of the algorithms below")));
    all.extend(Algorithm::NAMED.iter().map(|(algorithm, letter, name)| match algorithm {
        Algorithm::Winograd => {
            item(letter.to_string(), format!("{name}: {}", Kernel::WINOGRAD.map(|radix| radix.to_string()).join(", ")))
        }
        Algorithm::Fused => item(letter.to_string(), format!("{name} of all factors of a size up to {LARGEST_FUSED}")),
        _ => item(letter.to_string(), *name),
    }));
    all
}

fn device(chip: &Chip) -> Item {
    let Chip { name, family, luts, dsps, block_rams, .. } = chip;
    let block_ram = chip.target().block_ram;
    item(*name, format!("{family}, {} LUTs, {dsps} DSP blocks, {block_rams} {block_ram}", figure(*luts)))
}

fn emitted(companion: Companion) -> Item {
    let usual = if companion.is_default() { " (default)" } else { "" };
    item(companion.word(), format!("{}{usual}", companion.title()))
}

//! The contract of a block: the netlist of a pipeline up to and including it gives the bits of the model, and the block takes the
//! cycles that it promises.
//!
//! Where numbers are computed with shared exponents, each part of a pipeline ends in the block that makes floating point of them,
//! because operators and permuters take their encoding from that block.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::noise::noise_samples;
use fftgen::arch::Streaming;
use fftgen::formula::Kind;
use fftgen::model::Sample;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::pipeline::{Block, Codec, Layout, Pipeline};
use fftgen::planner::Ranked;
use fftgen::runtime::{Mode, Runtime};
use fftgen::sim::Simulator;
use fftgen::verify::some_modes;
use fftgen::{Config, Design, Interface};
use Variant::{Butterfly, Convert, Enter, Feedback, Kernel, LaneButterfly, Leave, Normalizer, Permuter, Twiddle};

/// Frames that pass each part of a pipeline without a gap.
const FRAMES: usize = 4;

/// Variants of `Block`, and of `Codec` in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    Permuter,
    Normalizer,
    Kernel,
    Feedback,
    Butterfly,
    LaneButterfly,
    Twiddle,
    Enter,
    Leave,
    Convert,
}

impl Variant {
    fn new(block: &Block) -> Variant {
        match block {
            Block::Permuter(_) => Permuter,
            Block::Normalizer(_) => Normalizer,
            Block::Kernel(_) => Kernel,
            Block::Feedback(_) => Feedback,
            Block::Butterfly(_) => Butterfly,
            Block::LaneButterfly(_) => LaneButterfly,
            Block::Twiddle(_) => Twiddle,
            Block::Codec(Codec::Enter(_)) => Enter,
            Block::Codec(Codec::Leave(_)) => Leave,
            Block::Codec(Codec::Convert(_)) => Convert,
        }
    }
}

/// Where the input elements of a frame are after the first `count` blocks.
fn layout_after(pipeline: &Pipeline, count: usize) -> Layout {
    let mut layout = match pipeline.blocks[..count].iter().rposition(|block| block.stage().is_some()) {
        Some(stage) => pipeline.blocks[stage].output().unwrap(),
        None => pipeline.input.clone(),
    };
    if pipeline.blocks[..count].iter().rev().take_while(|block| block.stage().is_none()).any(is_permuter) {
        layout = pipeline.layout_from(count).clone();
    }
    // Elements of the padding have no value in the model.
    let is_input = |element: &u32| pipeline.input.slots.contains(&Some(*element));
    layout.slots.iter_mut().for_each(|slot| *slot = slot.filter(is_input));
    layout
}

fn is_permuter(block: &Block) -> bool {
    matches!(block, Block::Permuter(_))
}

/// A core of the first `count` blocks of a plan, and of the block that ends shared exponents if the words after them have any.
fn part(config: &Config, plan: &Ranked, count: usize) -> Design {
    let mut pipeline = plan.pipeline.clone();
    pipeline.output = layout_after(&pipeline, count);
    let rest = pipeline.blocks.split_off(count);
    let is_encoded = pipeline.blocks.iter().any(|block| !is_permuter(block));
    let leaves = |block: &Block| is_encoded && Variant::new(block) == Leave;
    pipeline.blocks.extend(rest.into_iter().filter(leaves));
    let plans = vec![Ranked { pipeline, ..plan.clone() }];
    Design::of(config.clone(), Box::new(Streaming::new(plans).unwrap()))
}

/// The ports of a core without a shell.
struct Simulation<'a> {
    design: &'a Design,
    simulator: Simulator,
}

impl Simulation<'_> {
    fn set(&mut self, name: &str, values: &[u64]) {
        let slots = self.simulator.input(name).unwrap_or_default();
        slots.iter().zip(values).for_each(|(slot, value)| self.simulator.set(*slot, (*value).into()));
    }

    /// The words of an output port.
    fn get(&self, name: &str) -> Vec<u64> {
        let slots = self.simulator.output(name).unwrap_or_default();
        slots.iter().map(|slot| self.simulator.get(*slot) as u64).collect()
    }

    /// The beat of the input that comes in a cycle; zeros after the last frame.
    fn input(&self, samples: &[Sample], cycle: usize) -> Vec<u64> {
        let pipeline = self.design.pipeline();
        let (frame, beat) = (cycle / pipeline.interval, cycle % pipeline.interval);
        let lanes = pipeline.spec.width;
        let points = samples.chunks(pipeline.size).nth(frame).unwrap_or_default();
        let mut words = points.chunks(lanes).nth(beat).unwrap_or_default().as_flattened().to_vec();
        words.resize(2 * lanes, 0);
        words
    }

    /// Passes frames without a gap. Returns the points that come out, the exponents of the frames where there are any, and the
    /// latency in cycles.
    fn pass(&mut self, modes: &[Mode], samples: &[Sample]) -> (Vec<Sample>, Option<Vec<u64>>, usize) {
        let (beats, output) = (self.design.pipeline().interval, self.design.pipeline().output.clone());
        self.set("ce", &[1]);
        self.set("rst", &[1]);
        self.simulator.step();
        self.set("rst", &[0]);
        let (mut points, mut exponents, mut first, mut beat) = (vec![], vec![], None, beats);
        for cycle in 0..modes.len() * beats + self.design.latency() + beats {
            let word = modes.get(cycle / beats).map_or(0, |mode| mode.word);
            let words = self.input(samples, cycle);
            self.set("in_start", &[u64::from(cycle % beats == 0 && cycle / beats < modes.len())]);
            self.set("in_config", &[word]);
            self.set("in_data", &words);
            self.simulator.settle();
            if self.get("out_start") == [1] {
                first.get_or_insert(cycle);
                exponents.extend(self.get("out_exponent"));
                beat = 0;
            }
            if beat < output.beats {
                let lanes = &output.slots[beat * output.lanes..][..output.lanes];
                let words = self.get("out_data");
                points.extend(words.chunks(2).zip(lanes).filter(|(_, slot)| slot.is_some()).map(|(p, _)| [p[0], p[1]]));
                beat += 1;
            }
            self.simulator.step();
        }
        let exponents = self.simulator.output("out_exponent").map(|_| exponents);
        (points, exponents, first.expect("a frame comes out"))
    }
}

/// Words of the exponents of the model, as the port of a core has them.
fn words(exponents: &[i32], bits: u32) -> Vec<u64> {
    exponents.iter().map(|exponent| *exponent as u64 & (u64::MAX >> (64 - bits))).collect()
}

/// Simulates a core with frames of noise. Panics where a bit is not the model's; returns the latency in cycles.
fn measure(design: &Design, what: &str) -> usize {
    let modes = some_modes(design, FRAMES, 1);
    let samples = noise_samples(design.config.format, FRAMES * design.pipeline().size, 0.5, 3);
    let wanted = design.transform_modes(&modes, &samples);
    let mut simulation = Simulation { design, simulator: Simulator::new(&design.top) };
    let (points, exponents, latency) = simulation.pass(&modes, &samples);
    assert_eq!(points.len(), wanted.samples.len(), "{what}");
    let wrong = points.iter().zip(&wanted.samples).position(|(point, wanted)| point != wanted);
    if let Some(wrong) = wrong {
        panic!("{what}: point {wrong} is {:x?}, model {:x?}", points[wrong], wanted.samples[wrong]);
    }
    let bits = design.pipeline().exponent_bits().unwrap_or(1);
    assert_eq!(exponents, wanted.exponents.map(|exponents| words(&exponents, bits)), "{what}");
    latency
}

/// Cuts the best plan of a configuration after each block, and finds blocks of these variants in it. The latencies of all parts
/// are sums of those that their blocks promise, so that each block takes the cycles of its own.
fn keeps_contract(config: Config, variants: &[Variant]) {
    let config = Config { interface: Interface::Native, ..config };
    let plan = Design::plans(&config).unwrap().swap_remove(0);
    let found: Vec<Variant> = plan.pipeline.blocks.iter().map(Variant::new).collect();
    assert!(variants.iter().all(|variant| found.contains(variant)), "{variants:?} in {found:?}");
    for count in 1..=found.len() {
        let part = part(&config, &plan, count);
        let what = format!("{} to block {}, {:?}", plan.pipeline.plan(), count - 1, found[count - 1]);
        let promised: usize = part.pipeline().blocks.iter().map(Block::latency).sum();
        assert_eq!(measure(&part, &what), promised, "{what}");
    }
}

fn fixed(size: usize, width: usize, precision: &str, scale: Scale) -> Config {
    let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
    Config { arithmetic, ..config(size, width, precision) }
}

fn float(size: usize, width: usize, precision: &str, datapath: Datapath) -> Config {
    Config { datapath: Some(datapath), ..config(size, width, precision) }
}

fn least_memory(config: Config) -> Config {
    Config { least_memory: true, ..config }
}

fn inverse(config: Config) -> Config {
    Config { inverse: true, ..config }
}

fn directions(config: Config) -> Config {
    Config { runtime: Runtime { direction: true, ..Runtime::default() }, ..config }
}

fn of_kind(kind: Kind, config: Config) -> Config {
    Config { kind, ..config }
}

cases! {
    /// Each variant of a block is in one of the pipelines, and the words of every number system pass them.
    netlist_and_model_agree_after_every_block(keeps_contract) {
        float_n20_w4: (float(20, 4, "fp16", Datapath::Float), &[Permuter, Kernel]),
        float_n60_w7_inverse: (inverse(float(60, 7, "e5m6", Datapath::Float)), &[Permuter, Kernel]),
        float_n64_w1_least_memory: (least_memory(float(64, 1, "e5m4", Datapath::Float)), &[Feedback, Twiddle]),
        float_n15_w4_directions: (directions(float(15, 4, "e5m6", Datapath::Float)), &[Kernel, Twiddle]),
        shared_exponents_n20_w4: (float(20, 4, "fp16", Datapath::Shared(15)), &[Kernel, Leave]),
        shared_exponents_n64_w2: (float(64, 2, "fp16", Datapath::Shared(15)), &[LaneButterfly, Leave]),
        shared_exponents_n64_w1_least_memory:
            (least_memory(float(64, 1, "fp16", Datapath::Shared(15))), &[Enter, Feedback, Twiddle, Leave]),
        float_in_blocks_n20_w4: (float(20, 4, "fp16", Datapath::Block(18)), &[Normalizer, Convert]),
        float_in_blocks_n64_w1_least_memory:
            (least_memory(float(64, 1, "bf16", Datapath::Block(20))), &[Normalizer, Kernel, Convert]),
        fixed_n20_w4: (fixed(20, 4, "fixed12", Scale::Stage), &[Permuter, Kernel]),
        fixed_n64_w2: (fixed(64, 2, "fixed12", Scale::Stage), &[Butterfly, Twiddle, LaneButterfly]),
        fixed_n64_w1_least_memory: (least_memory(fixed(64, 1, "fixed9", Scale::None)), &[Butterfly, Kernel]),
        fixed_n16_w2_chosen_shifts: (fixed(16, 2, "fixed9", Scale::Chosen), &[Butterfly, LaneButterfly]),
        fixed_n60_w2_block_exponents: (config(60, 2, "fixed9").with_block_exponents(), &[Permuter, Normalizer]),
        fixed_n32_w2_directions: (directions(fixed(32, 2, "fixed9", Scale::Stage)), &[Butterfly, Twiddle]),
        real_n64_w4: (of_kind(Kind::Real, config(64, 4, "fixed12")), &[LaneButterfly, Kernel]),
        real_n24_w2_inverse: (inverse(of_kind(Kind::Real, config(24, 2, "e5m4"))), &[Permuter, Kernel]),
        real_pair_n15_w4: (of_kind(Kind::RealPair, config(15, 4, "e5m4")), &[Permuter, Kernel]),
    }
}

//! A design: a size, a width and a format, and everything that follows from them.

use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::lower::shell::{shell, Frames, Sizes, SHELL_CYCLES};
use crate::lower::{core, row, Operators};
use crate::plan::{is_smooth, is_supported, Direction, Kernel, Kind, Order, LARGEST, LARGEST_CONVOLVED, LARGEST_PRIME};
use crate::planner::{self, Ranked, Request};
use crate::reference::{Reference, Sample, Transformed};
use crate::rtl::operators::Product;
use crate::rtl::pipeline::{depths, fixed_depths, Depths, Pipeline, Profile, DEEPEST};
use crate::rtl::Module;
use crate::runtime::{Mode, Runtime};
use crate::stream::numeric::{bits_of_size, Arithmetic, Scale, DATAPATHS, WITHIN};
use crate::stream::schedule::{Goal, Latencies, Rotation, Schedules, Terms};
use crate::stream::{Program, Row};
use std::sync::Arc;

/// Most points a clock cycle.
pub const WIDEST: usize = 64;

/// How the core meets the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interface {
    /// AXI4-Stream on both sides.
    Axis,
    /// The bare core: start pulses, clock enable, fixed latency.
    Native,
}

/// What is to be built.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// What a frame holds.
    pub kind: Kind,
    /// Points of the transform; of real data, samples of a frame.
    pub size: usize,
    /// Points a clock cycle; of real data, samples.
    pub width: usize,
    pub format: Format,
    /// The inverse transform, in floating point scaled by 1/N; else the forward one, there unscaled.
    pub inverse: bool,
    /// What each frame chooses.
    pub runtime: Runtime,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// How fixed point is computed with; nothing is chosen for floating point.
    pub arithmetic: Arithmetic,
    /// Bits of the words of a block that floating point is computed in; else each number has its own exponent.
    pub datapath: Option<u32>,
    /// Name of the top module, and what all other names begin with; by default `dft20_w4_fp32`.
    pub name: Option<String>,
    pub interface: Interface,
    pub pipeline: Pipeline,
    pub goal: Goal,
    /// What multipliers are made of.
    pub product: Product,
    /// Most DSP blocks, as on UltraScale+.
    pub max_dsp: Option<usize>,
    /// As few words of memory as elements wait.
    pub least_memory: bool,
    /// Kernels to use, in order; by default the planner chooses.
    pub kernels: Option<Vec<Kernel>>,
}

/// A core, from its formula to its netlist.
pub struct Design {
    pub config: Config,
    pub name: String,
    /// The chosen plan first, then the runners-up.
    pub plans: Vec<Ranked>,
    /// Where there are several sizes: the places that they share. The one plan is that of the largest size.
    pub row: Option<Row>,
    pub core: Arc<Module>,
    pub top: Arc<Module>,
}

impl Config {
    /// The defaults for a size, a width and a format.
    pub fn new(size: usize, width: usize, format: Format) -> Self {
        Config {
            kind: Kind::Complex,
            size,
            width,
            format,
            inverse: false,
            runtime: Runtime::default(),
            orders: [Order::Natural; 2],
            arithmetic: Arithmetic::default(),
            datapath: None,
            name: None,
            interface: Interface::Axis,
            pipeline: Profile::Mid.into(),
            goal: Goal::Balanced,
            product: Product::Blocks,
            max_dsp: None,
            least_memory: false,
            kernels: None,
        }
    }

    /// Complex points of a frame.
    pub fn points(&self) -> usize {
        self.kind.points(self.size)
    }

    /// Complex points of a beat.
    pub fn lanes(&self) -> usize {
        self.kind.points(self.width)
    }

    /// The name of the top module.
    pub fn top_name(&self) -> String {
        let kind = match self.kind {
            Kind::Complex => "dft",
            Kind::Real => "rdft",
            Kind::RealPair => "rdftpair",
        };
        let transform = match self.direction() {
            Direction::Forward => kind.to_string(),
            Direction::Inverse => format!("i{kind}"),
            Direction::Chosen { .. } => format!("{kind}_i{kind}"),
        };
        // What an identifier cannot hold: the point of q4.12.
        let block = self.datapath.map_or(String::new(), |bits| format!("_bfp{bits}"));
        let format = self.format.name().replace('.', "_") + &block;
        let size = match self.runtime.sizes.first() {
            Some(least) => format!("{least}to{}", self.size),
            None => self.size.to_string(),
        };
        let name = || format!("{transform}{size}_w{}_{format}", self.width);
        self.name.clone().unwrap_or_else(name)
    }

    /// The format that is computed in, and how.
    pub fn inner(&self) -> (Format, Arithmetic) {
        let Some(bits) = self.datapath else { return (self.format, self.arithmetic.clone()) };
        let fixed = Fixed { integer: 1, fraction: bits.saturating_sub(1) };
        (Format::Fixed(fixed), self.arithmetic.clone().of_datapath(bits))
    }

    /// Which way frames go.
    pub fn direction(&self) -> Direction {
        match (self.runtime.direction, self.inverse, self.format) {
            // In fixed point both are scaled alike.
            (true, _, Format::Fixed(_)) => Direction::Chosen { by: 1 },
            (true, _, Format::Float(_)) => Direction::Chosen { by: self.size },
            (false, true, _) => Direction::Inverse,
            (false, false, _) => Direction::Forward,
        }
    }

    /// How long operators take, what they cost, and what is sought.
    pub fn terms(&self) -> Terms {
        let depths = self.depths();
        let (format, arithmetic) = self.inner();
        let latencies =
            Latencies { add: depths.adder as usize, mul: depths.multiplier as usize, scale: depths.scaler as usize };
        Terms {
            latencies,
            prices: planner::prices(&format, self.product, arithmetic.twiddle_bits(format.bits())),
            goal: self.goal,
            // In fixed point an addition costs less than the DSP block that it saves.
            rotation: match format {
                Format::Float(_) => Rotation::Four,
                Format::Fixed(_) => Rotation::Three,
            },
            least_memory: self.least_memory,
        }
    }

    /// How deep the operators are.
    fn depths(&self) -> Depths {
        let (format, arithmetic) = self.inner();
        match format {
            Format::Float(float) => depths(float, self.pipeline, self.product),
            Format::Fixed(fixed) => {
                let coefficient = arithmetic.twiddle_bits(fixed.bits());
                let growth = bits_of_size(self.size).unsigned_abs().min(arithmetic.growth().unwrap_or(0));
                fixed_depths(fixed.bits() + WITHIN + growth, coefficient, self.pipeline, self.product)
            }
        }
    }

    /// Refuses what cannot be built, with the reason.
    pub fn check(&self) -> Result<(), Error> {
        let Config { size, width, .. } = *self;
        if size == 0 {
            return Err(Error::Usage("size 0: a transform has at least 1 point; try --size 16".into()));
        }
        if width == 0 {
            return Err(Error::Usage("width 0: at least 1 point a clock cycle; try --width 1".into()));
        }
        self.check_real()?;
        let (share, what) = (self.kind.share(), if self.kind == Kind::Real { "samples" } else { "points" });
        if size > LARGEST * share {
            return Err(Error::Unsupported(format!("size {size} is too large: sizes go up to {}", LARGEST * share)));
        }
        if width > size {
            return Err(Error::Usage(format!(
                "width {width} is larger than the size: {size} {what} take at most {size} lanes"
            )));
        }
        if width > WIDEST * share {
            return Err(Error::Unsupported(format!("width {width} is too large: widths go up to {}", WIDEST * share)));
        }
        if !is_supported(self.points()) {
            let works = |n: &usize| is_smooth(*n);
            let below = share * (1..self.points()).rev().find(works).unwrap_or(1);
            let above = (self.points()..=LARGEST).find(works).map_or(String::new(), |n| format!(" and {}", share * n));
            return Err(Error::Unsupported(format!(
                "size {size} has a prime factor above {LARGEST_PRIME}, which works up to size {} only; the nearest sizes \
                 that work are {below}{above}",
                LARGEST_CONVOLVED * share
            )));
        }
        if let Some(name) = &self.name {
            check_name(name)?;
        }
        if let Some((operator, depth)) = self.pipeline.out_of_range() {
            return Err(Error::Usage(format!(
                "pipeline {operator}={depth}: an operator takes 1 to {DEEPEST} cycles; for example {operator}=4"
            )));
        }
        check_arithmetic(&self.format, &self.arithmetic, self.datapath)?;
        self.check_direction()?;
        self.check_sizes()?;
        if let Some(kernels) = &self.kernels {
            let product: usize = kernels.iter().map(|k| k.radix).product();
            let (points, what) = match self.kind {
                Kind::Real => (size / 2, "half of the size, "),
                Kind::Complex | Kind::RealPair => (size, "the size "),
            };
            if product != points {
                let list: Vec<String> = kernels.iter().map(|k| k.radix.to_string()).collect();
                let list = list.join(",");
                return Err(Error::Usage(format!(
                    "radix {list} multiplies to {product}, not to {what}{points}; {}",
                    suggestion(points)
                )));
            }
        }
        Ok(())
    }

    /// Two real samples are a point: refuses what cannot be halved.
    fn check_real(&self) -> Result<(), Error> {
        let Config { kind, size, width, inverse, orders, .. } = *self;
        if kind != Kind::Real {
            return Ok(());
        }
        if size % 2 != 0 {
            return Err(Error::Usage(format!(
                "size {size} is odd, and two real samples make a point; try --size {}, or two frames at once by \
                 --kind {}",
                size + 1,
                if inverse { "irfft-pair" } else { "rfft-pair" }
            )));
        }
        if width % 2 != 0 {
            return Err(Error::Usage(format!(
                "width {width} is odd, and two real samples make a point, which is not cut in two; try --width {}",
                width + 1
            )));
        }
        let (real, side) = if inverse { (orders[1], "output") } else { (orders[0], "input") };
        if real != Order::Natural {
            return Err(Error::Usage(format!(
                "order of the {side}: real samples come two by two, and no pair of neighbours stays one in bit-reversed \
                 order; try --order {}",
                if inverse { "bit-reversed,natural" } else { "bit-reversed" }
            )));
        }
        Ok(())
    }
}

impl Config {
    /// A direction that each frame chooses: exchanged parts at both ends of a complex transform.
    fn check_direction(&self) -> Result<(), Error> {
        if !self.runtime.direction {
            return Ok(());
        }
        if self.kind != Kind::Complex {
            return Err(Error::Unsupported(
                "kind and runtime direction: the step of real data stands behind a forward transform and ahead of an \
                 inverse one; ask for a core for each direction, or leave --kind out"
                    .into(),
            ));
        }
        if self.inverse {
            return Err(Error::Usage(
                "inverse says that all frames are, and runtime direction that each frame says so; leave one of them out"
                    .into(),
            ));
        }
        if self.datapath.is_some() {
            return Err(Error::Unsupported(
                "datapath and runtime direction: results become floating point with the scale of one direction; ask for a \
                 core for each, or leave --datapath out"
                    .into(),
            ));
        }
        Ok(())
    }

    /// Several sizes go through one row of stages with delayed feedback, a point a cycle.
    fn check_sizes(&self) -> Result<(), Error> {
        let sizes = &self.runtime.sizes;
        let [first, .., last] = sizes[..] else { return Ok(()) };
        if first < 2 || last > LARGEST {
            let size = if first < 2 { first } else { last };
            return Err(Error::Usage(format!(
                "sizes: {size} is none that several can be; sizes go from 2 to {LARGEST}"
            )));
        }
        let most = planner::row::MOST_SIZES;
        if sizes.len() > most {
            return Err(Error::Unsupported(format!("sizes: {} of them; {most} are the most", sizes.len())));
        }
        let excluded = [
            (self.kind != Kind::Complex, "kind", "several sizes are complex transforms; leave --kind out"),
            (
                self.datapath.is_some(),
                "datapath",
                "several sizes are fixed point, scaled stage by stage; leave --datapath out, and ask for a --precision as in \
                 fixed16",
            ),
            (self.width != 1, "width", "several sizes go a point a cycle; ask for --width 1"),
            (
                matches!(self.format, Format::Float(_)),
                "precision",
                "several sizes are fixed point; ask for a --precision as in fixed16",
            ),
            (
                self.arithmetic.scale() != Scale::Stage,
                "scale",
                "several sizes are scaled stage by stage; leave --scale out",
            ),
            (
                self.orders != [Order::Natural; 2],
                "order",
                "several sizes have natural order; leave --order out",
            ),
            (
                self.interface == Interface::Native,
                "interface",
                "several sizes have the shell that keeps them apart; leave --interface out",
            ),
            (self.kernels.is_some(), "radix", "several sizes share kernels; leave --radix out"),
            (self.max_dsp.is_some(), "max-dsp", "several sizes share kernels; leave --max-dsp out, or ask for --nodsp"),
            (self.least_memory, "least-memory", "several sizes share what memory there is; leave --least-memory out"),
        ];
        match excluded.iter().find(|(given, ..)| *given) {
            Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and sizes: {why}"))),
            None => planner::row::assign(sizes).map(|_| ()),
        }
    }
}

/// What the shifts of a program come to, as a ratio.
pub(crate) fn shifted(program: &Program) -> String {
    match program.shifts() {
        ..=0 => "1".into(),
        shift @ 1..=126 => format!("1/{}", 1u128 << shift),
        shift => format!("1/2^{shift}"),
    }
}

/// The choices about fixed point, which floating point has none of.
fn check_arithmetic(format: &Format, arithmetic: &Arithmetic, datapath: Option<u32>) -> Result<(), Error> {
    if let Some(bits) = datapath {
        check_datapath(format, arithmetic, bits)?;
    }
    if let (Format::Float(_), None, Some(name)) = (format, datapath, arithmetic.given().next()) {
        return Err(Error::Usage(format!(
            "{name} is about fixed point, and {} is floating point; leave --{name} out, or ask for a --precision as in \
             fixed16",
            format.name()
        )));
    }
    if let Some((name, value, range)) = arithmetic.out_of_range() {
        let what = if name == "scale" { "a shift" } else { "a number of bits" };
        let (least, most) = (range.start(), range.end());
        return Err(Error::Usage(format!(
            "{name} {value}: {what} from {least} to {most} is wanted; for example {most}"
        )));
    }
    if arithmetic.max_growth.is_some() && arithmetic.growth().is_none() && datapath.is_none() {
        return Err(Error::Usage("max-growth is about words that grow; it goes with --scale none or bfp".into()));
    }
    if arithmetic.overflow.is_some() && arithmetic.scale() == Scale::Block {
        return Err(Error::Usage(
            "overflow is about values that are too large, and with --scale bfp there are none; leave --overflow out"
                .into(),
        ));
    }
    Ok(())
}

/// Floating point that is computed as blocks.
fn check_datapath(format: &Format, arithmetic: &Arithmetic, bits: u32) -> Result<(), Error> {
    let name = format.name();
    let (least, most) = (DATAPATHS.start(), DATAPATHS.end());
    if !DATAPATHS.contains(&bits) {
        return Err(Error::Usage(format!(
            "datapath bfp{bits}: words of {least} to {most} bits are wanted; for example bfp27"
        )));
    }
    match format {
        Format::Fixed(_) => Err(Error::Usage(format!(
            "datapath is about floating point, and {name} is fixed point; leave --datapath out, or try --scale bfp"
        ))),
        Format::Float(float) if float.subnormals => {
            Err(Error::Unsupported("datapath bfp keeps no subnormals; leave --subnormals out, or --datapath".into()))
        }
        Format::Float(_) => match arithmetic.given().find(|name| ["scale", "overflow"].contains(name)) {
            Some(given) => Err(Error::Usage(format!(
                "{given} is about fixed point that goes out, and here {name} does; leave --{given} out, or --datapath"
            ))),
            None => Ok(()),
        },
    }
}

/// A factorisation that works, as advice.
fn suggestion(size: usize) -> String {
    let factors: Vec<String> = crate::plan::prime_factors(size).iter().map(usize::to_string).collect();
    match factors.is_empty() {
        true => "leave --radix out".into(),
        false => format!("for example --radix {}", factors.join(",")),
    }
}

/// A Verilog identifier that is no keyword.
fn check_name(name: &str) -> Result<(), Error> {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Error::Usage(format!(
            "name {name:?} is no Verilog identifier: letters, digits and _, not a digit first; for example my_fft"
        )));
    }
    if crate::verilog::is_keyword(name) {
        return Err(Error::Usage(format!("name {name:?} is a Verilog keyword; for example {name}_core")));
    }
    Ok(())
}

impl Design {
    /// Plans, schedules and builds.
    ///
    /// ```
    /// use fftgen::{format::Format, Config, Design};
    /// let format = Format::parse("fp16", false)?;
    /// let design = Design::new(Config::new(20, 4, format))?;
    /// assert_eq!(design.name, "dft20_w4_fp16");
    /// assert_eq!(design.program().interval, 5);
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn new(config: Config) -> Result<Self, Error> {
        if !config.runtime.sizes.is_empty() {
            return Self::of_sizes(config);
        }
        let plans = Self::plans(&config)?;
        let (name, program) = (config.top_name(), &plans[0].program);
        let operators = Operators::new(&name, config.format, config.depths(), config.product, program);
        let width = program.width;
        let frames = Frames { beats: program.interval, config: config.runtime.bits(), sizes: None };
        let bits = [config.format, program.output_format(config.format)].map(|format| format.bits());
        let latency = program.latency() + SHELL_CYCLES;
        let (core, top) = match config.interface {
            Interface::Axis => {
                let core = Arc::new(core(&format!("{name}_core"), &name, program, &operators));
                (core.clone(), Arc::new(shell(&name, &core, width, bits, &frames, latency)))
            }
            Interface::Native => {
                let core = Arc::new(core(&name, &name, program, &operators));
                (core.clone(), core)
            }
        };
        Ok(Design { config, name, plans, row: None, core, top })
    }

    /// The row of stages of a configuration of several sizes, without building it.
    pub fn row(config: &Config) -> Result<Row, Error> {
        config.check()?;
        let Format::Fixed(fixed) = config.format else {
            return Err(Error::Unsupported(
                "several sizes are fixed point; ask for a --precision as in fixed16".into(),
            ));
        };
        let rows = planner::row::assign(&config.runtime.sizes)?;
        // Twiddles come from tables that all sizes share, so that fewer words of them are worth a multiplier.
        let schedules = Schedules::new(Terms { rotation: Rotation::Four, ..config.terms() });
        Row::new(&rows, config.direction(), (fixed, &config.arithmetic), &schedules)
    }

    /// One row for several sizes.
    fn of_sizes(config: Config) -> Result<Self, Error> {
        let (name, runtime, direction) = (config.top_name(), &config.runtime, config.direction());
        let shared = Self::row(&config)?;
        let operators = Operators::of_stages(&name, config.format, config.depths(), config.product, shared.stages());
        let core = Arc::new(row(&format!("{name}_core"), &name, &shared, direction, runtime, &operators));
        let sizes = Sizes { bits: runtime.size_bits(), beats: runtime.sizes.clone(), waits: shared.waits() };
        let frames = Frames { beats: config.size, config: runtime.bits(), sizes: Some(sizes) };
        let largest = shared.paths.last().unwrap_or_else(|| unreachable!("there are several sizes"));
        let latency = shared.latency(largest) + SHELL_CYCLES;
        let top = Arc::new(shell(&name, &core, 1, [config.format.bits(); 2], &frames, latency));
        let plans = vec![Ranked::new(largest.program.clone(), &config.format, &config.terms())];
        Ok(Design { config, name, plans, row: Some(shared), core, top })
    }

    /// The plans for a configuration, the best first, without building one.
    pub fn plans(config: &Config) -> Result<Vec<Ranked>, Error> {
        config.check()?;
        if !config.runtime.sizes.is_empty() {
            return Err(Error::Unsupported(
                "plans are chosen for one size, and several share a row of stages; ask for one by --size".into(),
            ));
        }
        let (format, arithmetic) = config.inner();
        let float = match config.format {
            Format::Float(float) => config.datapath.map(|_| float),
            Format::Fixed(_) => None,
        };
        let request = Request {
            kind: config.kind,
            size: config.points(),
            width: config.lanes(),
            format,
            float,
            arithmetic: &arithmetic,
            terms: config.terms(),
            direction: config.direction(),
            orders: config.orders,
            max_dsp: config.max_dsp,
        };
        planner::rank(request, config.kernels.as_deref().and_then(crate::plan::forced))
    }

    /// The chosen plan as a stream.
    pub fn program(&self) -> &Program {
        &self.plans[0].program
    }

    /// What the core computes, in words.
    pub fn title(&self) -> String {
        let Some(row) = &self.row else { return self.program().title() };
        let what = match self.config.direction() {
            Direction::Forward => "DFTs",
            Direction::Inverse => "inverse DFTs",
            Direction::Chosen { .. } => "DFTs and inverse DFTs",
        };
        format!("{what} of {} sizes from {} to {} points", row.paths.len(), row.least(), row.largest())
    }

    /// The formula, and which of its steps have delayed feedback; of several sizes, which radices their stages have.
    pub fn plan(&self) -> String {
        self.row.as_ref().map_or_else(|| self.program().plan(), Row::plan)
    }

    /// The format of what comes out: in fixed point words may have grown.
    pub fn output_format(&self) -> Format {
        self.program().output_format(self.config.format)
    }

    /// What the sum is multiplied by, as a ratio.
    pub fn scale(&self) -> String {
        let Config { size, inverse, .. } = self.config;
        match (self.config.format, self.config.arithmetic.scale()) {
            (Format::Float(_), _) if self.config.runtime.direction => format!("1, or 1/{size} for the inverse"),
            (Format::Float(_), _) if inverse => format!("1/{size}"),
            (Format::Float(_), _) => "1".into(),
            (_, Scale::Size) => format!("1/{size}"),
            (_, Scale::Root) if size.isqrt().pow(2) != size => format!("1/sqrt({size})"),
            (_, Scale::Root) => format!("1/{}", size.isqrt()),
            (_, Scale::Block) => "1/2^exponent".into(),
            (_, Scale::None | Scale::Stage | Scale::Shifts(_)) => shifted(self.program()),
        }
    }

    /// The bit-accurate model; where frames choose what they are, of the first kind.
    pub fn reference(&self) -> Reference<'_> {
        Reference::new(self.program(), self.config.format)
    }

    /// All kinds of frames, the first one that of a frame before there was a configuration word.
    pub fn modes(&self) -> Vec<Mode> {
        self.config.runtime.modes(self.config.points(), self.config.inverse)
    }

    /// The bit-accurate model of frames of a kind.
    pub fn reference_of(&self, mode: &Mode) -> Reference<'_> {
        let path = self.row.as_ref().and_then(|row| row.paths.iter().find(|path| path.size == mode.size));
        let program = path.map_or(self.program(), |path| &path.program);
        Reference::new(program, self.config.format).directed(mode.inverse)
    }

    /// Transforms frames, each of the kind that it asks for.
    pub fn transform_modes(&self, modes: &[Mode], samples: &[Sample]) -> Transformed {
        let asked = self.modes().into_iter().filter(|mode| modes.contains(mode));
        let references: Vec<(Mode, Reference)> = asked.map(|mode| (mode, self.reference_of(&mode))).collect();
        let (mut rest, mut all) = (samples, Transformed::default());
        for mode in modes {
            let (frame, further) = rest.split_at(mode.size);
            let known = references.iter().find(|(known, _)| known == mode);
            all.append(known.map_or_else(Default::default, |(_, reference)| reference.transform(frame)));
            rest = further;
        }
        all
    }

    /// Transforms whole frames of N samples with the bit-accurate model.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        self.reference().run(samples)
    }

    /// Cycles from the first input beat's transfer to the first output beat's, at the top module; of the largest size where
    /// there are several.
    pub fn latency(&self) -> usize {
        match self.config.interface {
            Interface::Axis => self.core_latency() + SHELL_CYCLES,
            Interface::Native => self.core_latency(),
        }
    }

    /// The same for frames of a kind that begin when none is under way.
    pub fn latency_of(&self, mode: &Mode) -> usize {
        let path = self.row.as_ref().and_then(|row| row.paths.iter().find(|path| path.size == mode.size));
        path.zip(self.row.as_ref()).map_or_else(|| self.latency(), |(path, row)| row.latency(path) + SHELL_CYCLES)
    }

    /// Of the core alone.
    pub fn core_latency(&self) -> usize {
        let largest = self.row.as_ref().and_then(|row| Some(row.latency(row.paths.last()?)));
        largest.unwrap_or_else(|| self.program().latency())
    }

    /// Real adders, and real multipliers.
    pub fn operators(&self) -> (usize, usize) {
        self.row.as_ref().map_or_else(|| self.program().operators(), Row::operators)
    }

    /// Complex words of memory.
    pub fn memory_words(&self) -> usize {
        self.row.as_ref().map_or_else(|| self.program().memory_words(), Row::words)
    }
}

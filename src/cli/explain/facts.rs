//! What there is to say about plans, as programs read it.

use fftgen::package::bit_range;
use fftgen::planner::{self, Ranked};
use fftgen::stream::numeric::Forecast;
use fftgen::stream::row::{Join, Path, Wait};
use fftgen::stream::schedule::Goal;
use fftgen::stream::{Numeric, Part, Permuter, Program, Row, Stage};
use fftgen::Config;
use serde::Serialize;
use std::ops::Range;

#[derive(Serialize)]
pub struct Facts {
    pub schema: &'static str,
    pub name: String,
    pub title: String,
    pub size: usize,
    pub width: usize,
    pub precision: String,
    pub interval_cycles: usize,
    /// Clock cycles to each cycle of the core, where that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_cycle_clocks: Option<usize>,
    /// What the plan was chosen for.
    pub optimize: &'static str,
    pub max_dsp: Option<usize>,
    /// Memory comes before all else.
    pub least_memory: bool,
    /// What fixed point does to white noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// What no core of the chosen plan's formula can do better than.
    pub bound: Option<Bound>,
    /// The chosen plan first, then the runners-up; none where several sizes share a row of stages.
    pub plans: Vec<Plan>,
    /// Of the chosen plan or of the row, from input to output.
    pub stages: Vec<Piece>,
    /// What frames choose from, the smallest first. Then `size` and `interval_cycles` are those of the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
}

#[derive(Serialize)]
pub struct Plan {
    pub plan: String,
    pub cost: Cost,
}

/// A size of a row.
#[derive(Serialize)]
pub struct Size {
    pub points: usize,
    /// Stage by stage; 1 where it goes past one.
    pub radices: Vec<usize>,
    /// Where no other frame is under way.
    pub core_latency_cycles: usize,
    /// From frame to frame of this size.
    pub interval_cycles: usize,
    /// Cycles by which a frame of another size is held back behind one of this size, at the most.
    pub most_wait_cycles: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
}

/// Foretold for white noise of full scale, to a tenth.
#[derive(Serialize)]
pub struct Noise {
    pub snr_db: f64,
    /// By which a complex output can be longer than the longest input, were it not scaled.
    pub growth_bits: f64,
}

/// Lower bounds, whatever the schedules and permuters.
#[derive(Serialize)]
pub struct Bound {
    /// Each operation as soon as its operands are there.
    pub core_latency_cycles: usize,
    /// Adders and multipliers that work in every cycle, and the LUTs of these alone.
    pub adders: usize,
    pub multipliers: usize,
    pub luts: usize,
}

/// What a plan costs; the least score is chosen.
#[derive(Serialize)]
pub struct Cost {
    pub score: usize,
    /// Estimate for the core on UltraScale+.
    pub luts: usize,
    pub dsp: usize,
    pub core_latency_cycles: usize,
    pub adders: usize,
    pub multipliers: usize,
    pub memory_words: usize,
}

#[derive(Serialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Piece {
    Permuter {
        /// L, the least latency that the permutation allows.
        minimum_cycles: usize,
        latency_cycles: usize,
        banks: usize,
        memory_words: usize,
    },
    /// Brings the words of a frame to the largest of them.
    Normalizer {
        /// Until the frame is known, behind the permuter.
        wait_cycles: usize,
        latency_cycles: usize,
        memory_words: usize,
        input_bits: u32,
        output_bits: u32,
    },
    /// Makes floating-point numbers of words.
    Converter { latency_cycles: usize, input_bits: u32, output: String },
    Kernel {
        kernel: String,
        /// A batch: so many transforms in so many cycles.
        transforms: usize,
        period_cycles: usize,
        /// Batches a frame.
        batches: usize,
        lanes: usize,
        latency_cycles: usize,
        adders: usize,
        multipliers: usize,
        /// In fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
    /// Transforms on each lane, with delayed feedback.
    Feedback {
        kernel: String,
        /// From one element of a transform to the next.
        distance_cycles: usize,
        lanes: usize,
        latency_cycles: usize,
        adders: usize,
        multipliers: usize,
        memory_words: usize,
        /// In fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
    /// A stage of several sizes on each lane: delayed feedback with one of these kernels, and factors behind it.
    Place {
        /// A frame takes one, or goes past in a cycle.
        radices: Vec<usize>,
        /// From one element of a transform to the next, at the most. A kernel of radix r waits for r - 1 of the distances of
        /// its size.
        longest_distance_cycles: usize,
        /// Beside that.
        latency_cycles: usize,
        adders: usize,
        multipliers: usize,
        memory_words: usize,
        input_bits: u32,
        output_bits: u32,
    },
    /// Factors for each lane but the first, and transforms across the lanes.
    Join {
        kernel: String,
        lanes: usize,
        latency_cycles: usize,
        adders: usize,
        multipliers: usize,
        input_bits: u32,
        output_bits: u32,
    },
    /// Divides inverse transforms by their size.
    Division { lanes: usize, latency_cycles: usize, multipliers: usize },
    /// Brings the points of any size into natural order.
    Reordering {
        /// Beside what the points of a size wait for each other.
        latency_cycles: usize,
        memory_words: usize,
    },
    /// Factors for the elements of each lane.
    Factors {
        lanes: usize,
        latency_cycles: usize,
        adders: usize,
        multipliers: usize,
        /// In fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
}

/// Bits of a component that comes in, within the stage, and that goes out; and how far the binary point moves.
#[derive(Serialize)]
pub struct Words {
    pub input_bits: u32,
    pub inner_bits: u32,
    pub output_bits: u32,
    pub shift: i32,
    /// The bits of the configuration word that say so, where frames choose; `shift` is then that of one that says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_bits: Option<String>,
}

impl Words {
    fn of(stage: &Stage, field: Option<&Range<u32>>) -> Option<Self> {
        let Numeric { input, inner, output, shift, .. } = stage.numeric?;
        let shift_bits = field.map(bit_range);
        Some(Words { input_bits: input, inner_bits: inner, output_bits: output, shift, shift_bits })
    }
}

impl Facts {
    /// What is asked for.
    fn of(config: &Config) -> Self {
        Facts {
            schema: "fftgen-explain/1",
            name: config.top_name(),
            title: String::new(),
            size: config.size,
            width: config.width,
            precision: config.format.name(),
            interval_cycles: config.points().div_ceil(config.lanes()) * config.pace(),
            core_cycle_clocks: Some(config.pace()).filter(|pace| *pace > 1),
            optimize: word(config.goal),
            max_dsp: config.max_dsp,
            least_memory: config.least_memory,
            noise: None,
            bound: None,
            plans: vec![],
            stages: vec![],
            sizes: vec![],
        }
    }

    /// `plans`: the chosen one first.
    pub fn new(config: &Config, plans: &[Ranked]) -> Self {
        let program = plans.first().map(|plan| &plan.program);
        let terms = config.terms();
        Facts {
            title: program.map_or_else(String::new, |program| program.title()),
            noise: program.and_then(|program| Forecast::new(program, config.format.bits())).map(Noise::from),
            bound: program.map(|program| planner::Bound::of(program, &terms.latencies, &terms.prices).into()),
            plans: plans.iter().map(Plan::new).collect(),
            stages: program.map_or(vec![], pieces),
            ..Facts::of(config)
        }
    }

    /// Of a row of stages that several sizes share.
    pub fn of_row(config: &Config, row: &Row) -> Self {
        let places = (0..row.positions.len()).map(|place| Piece::place(row, place));
        let joins = row.join.iter().map(|join| Piece::join(row, join));
        let divisions = row.division.iter().map(|stage| Piece::Division {
            lanes: row.width,
            latency_cycles: row.dividing(),
            multipliers: stage.schedule.multipliers(),
        });
        let reordering = Piece::Reordering { latency_cycles: row.reordering(), memory_words: row.reordered() };
        let waits = row.waits();
        let bits = config.format.bits();
        Facts {
            title: row.title(config.direction()),
            stages: places.chain(joins).chain(divisions).chain([reordering]).collect(),
            sizes: row.paths.iter().zip(&waits).map(|(path, wait)| Size::new(row, path, wait, &waits, bits)).collect(),
            ..Facts::of(config)
        }
    }
}

impl Size {
    /// `waits`: of all sizes; `bits`: of a component.
    fn new(row: &Row, path: &Path, wait: &Wait, waits: &[Wait], bits: u32) -> Self {
        let others = waits.iter().filter(|other| !std::ptr::eq(*other, wait));
        let behind = |other: &Wait| wait.lag.saturating_sub(other.lead).max(wait.least);
        Size {
            points: path.size,
            radices: path.factors().collect(),
            core_latency_cycles: row.latency(path),
            interval_cycles: path.beats(),
            most_wait_cycles: others.map(behind).max().unwrap_or(0),
            noise: Forecast::new(&path.program, bits).map(Noise::from),
        }
    }
}

/// The parts of a program, each stage with the bits that say what it shifts by.
fn pieces(program: &Program) -> Vec<Piece> {
    let mut fields = program.shift_fields().into_iter();
    let piece = |part| match part {
        Part::Stage(_) => Piece::new(part, fields.next().flatten().as_ref()),
        _ => Piece::new(part, None),
    };
    program.parts().map(piece).collect()
}

fn word(goal: Goal) -> &'static str {
    match goal {
        Goal::Latency => "latency",
        Goal::Area => "area",
        Goal::Balanced => "balanced",
    }
}

impl From<Forecast> for Noise {
    fn from(forecast: Forecast) -> Self {
        let tenths = |value: f64| (10.0 * value).round() / 10.0;
        Noise { snr_db: tenths(forecast.snr), growth_bits: tenths(forecast.growth.log2()) }
    }
}

impl From<planner::Bound> for Bound {
    fn from(bound: planner::Bound) -> Self {
        let planner::Bound { latency, adders, multipliers, luts } = bound;
        Bound { core_latency_cycles: latency, adders, multipliers, luts }
    }
}

impl Plan {
    fn new(plan: &Ranked) -> Self {
        let cost = &plan.cost;
        let cost = Cost {
            score: cost.score,
            luts: cost.luts,
            dsp: cost.blocks,
            core_latency_cycles: cost.latency,
            adders: cost.adders,
            multipliers: cost.multipliers,
            memory_words: cost.words,
        };
        Plan { plan: plan.program.plan(), cost }
    }
}

impl Piece {
    /// `shift`: the bits that say what a stage shifts by.
    fn new(part: Part, shift: Option<&Range<u32>>) -> Self {
        match part {
            Part::Permuter(permuter) => Piece::permuter(permuter),
            Part::Normalizer(normalizer) => Piece::Normalizer {
                wait_cycles: normalizer.wait(),
                latency_cycles: normalizer.latency(),
                memory_words: normalizer.words(),
                input_bits: normalizer.input,
                output_bits: normalizer.output,
            },
            Part::Converter(converter) => Piece::Converter {
                latency_cycles: converter.latency(),
                input_bits: converter.input,
                output: converter.float.name(),
            },
            Part::Stage(stage) => match stage.feedback {
                Some(distance) => Piece::feedback(stage, distance, shift),
                None if stage.kernel.radix == 1 => Piece::factors(stage, shift),
                None => Piece::kernel(stage, shift),
            },
        }
    }

    fn permuter(permuter: &Permuter) -> Self {
        Piece::Permuter {
            minimum_cycles: permuter.shift,
            latency_cycles: permuter.latency,
            banks: permuter.banks.len(),
            memory_words: permuter.words(),
        }
    }

    fn kernel(stage: &Stage, shift: Option<&Range<u32>>) -> Self {
        Piece::Kernel {
            kernel: stage.name(),
            transforms: stage.shape.copies,
            period_cycles: stage.shape.period,
            batches: stage.shape.batches,
            lanes: stage.shape.lanes,
            latency_cycles: stage.latency(),
            adders: stage.schedule.adders(),
            multipliers: stage.schedule.multipliers(),
            words: Words::of(stage, shift),
        }
    }

    fn place(row: &Row, number: usize) -> Self {
        let place = &row.positions[number];
        let [adders, multipliers] = row.operators_of(number);
        Piece::Place {
            radices: place.kernels.iter().map(|kernel| kernel.kernel.radix).collect(),
            longest_distance_cycles: row.depth(number, 1),
            latency_cycles: place.fixed(),
            adders,
            multipliers,
            memory_words: row.words_of(number),
            input_bits: place.bits[0],
            output_bits: place.bits[1],
        }
    }

    fn join(row: &Row, join: &Join) -> Self {
        let [adders, multipliers] = join.operators();
        Piece::Join {
            kernel: join.kernel.kernel.to_string(),
            lanes: row.width,
            latency_cycles: join.cycles(),
            adders,
            multipliers,
            input_bits: join.bits[0],
            output_bits: join.bits[2],
        }
    }

    fn feedback(stage: &Stage, distance: usize, shift: Option<&Range<u32>>) -> Self {
        Piece::Feedback {
            kernel: stage.kernel.to_string(),
            distance_cycles: distance,
            lanes: stage.layout.lanes,
            latency_cycles: stage.latency(),
            adders: stage.schedule.adders(),
            multipliers: stage.schedule.multipliers(),
            memory_words: stage.words(),
            words: Words::of(stage, shift),
        }
    }

    fn factors(stage: &Stage, shift: Option<&Range<u32>>) -> Self {
        Piece::Factors {
            lanes: stage.layout.lanes,
            latency_cycles: stage.latency(),
            adders: stage.schedule.adders(),
            multipliers: stage.schedule.multipliers(),
            words: Words::of(stage, shift),
        }
    }
}

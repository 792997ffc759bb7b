//! Facts about passes, memory and traffic, for the manifest, the README and people who ask.

use crate::design::Design;
use crate::external::{Area, External, Fault, Pass, Walk, BURST_BYTES, MAX_IN_FLIGHT};
use crate::package::manifest::Operators;
use crate::package::registers::RegisterFacts;
use schemars::JsonSchema;
use serde::Serialize;

/// Layout of a frame in memory.
#[derive(Serialize, JsonSchema)]
pub struct Layout {
    /// Bytes of a component. The real part of a point comes first, each in little-endian order.
    pub component_bytes: usize,
    /// Bytes from the start of a row to the start of the next.
    pub row_pitch_bytes: usize,
    /// Bytes from the start of a frame to the start of the next.
    pub frame_bytes: usize,
    /// Number of bytes of which the addresses of frames are multiples.
    pub alignment_bytes: usize,
}

/// The port to the memory.
#[derive(Serialize, JsonSchema)]
pub struct Bus {
    /// Bits of a beat.
    pub data_bits: usize,
    /// Maximum length of a burst in bytes.
    pub burst_bytes: usize,
    /// Bursts of each direction that may be in flight.
    pub bursts_in_flight: u128,
}

/// Way that a run ends early.
#[derive(Serialize, JsonSchema)]
pub struct FaultFacts {
    /// Code in the status register.
    pub code: u128,
    /// What has happened.
    pub meaning: &'static str,
}

/// Pass over a frame.
#[derive(Serialize, JsonSchema)]
pub struct PassFacts {
    /// Number of the dimension that is transformed, from 1 on.
    pub dimension: usize,
    /// Number of the engine.
    pub engine: usize,
    /// Area that is read: `source`, `scratch` or `destination`.
    pub from: &'static str,
    /// Bursts that are read, in their order.
    pub read: WalkFacts,
    /// Length in points of the square tiles that are transposed before the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile_points: Option<usize>,
    /// Order of the twiddle factors after the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twiddle_order: Option<usize>,
    /// Area that is written.
    pub to: &'static str,
    /// Bursts that are written, in their order.
    pub write: WalkFacts,
    /// Minimum number of clock cycles: the beats that are read, and the latency of the engine and of the transposition
    /// of tiles.
    pub min_cycles: usize,
}

/// Bursts of a pass.
#[derive(Serialize, JsonSchema)]
pub struct WalkFacts {
    /// Number of bursts.
    pub bursts: usize,
    /// Bytes of all bursts.
    pub bytes: usize,
    /// Loops, the outermost first.
    pub loops: Vec<LoopFacts>,
}

/// Loop over bursts.
#[derive(Serialize, JsonSchema)]
pub struct LoopFacts {
    /// Number of rounds.
    pub count: usize,
    /// Bytes from the burst of a round to the burst of the next.
    pub stride_bytes: usize,
}

/// Core that transforms columns or rows.
#[derive(Serialize, JsonSchema)]
pub struct EngineFacts {
    /// Name of the module.
    pub module: String,
    /// What it computes.
    pub title: String,
    /// Formula, and how its steps are computed.
    pub plan: String,
    /// Clock cycles from the first input beat to the first output beat.
    pub latency_cycles: usize,
    /// Memory in complex words.
    pub memory_words: usize,
    /// Number of operators.
    pub operators: Operators,
}

/// Passes, memory and traffic of a core.
#[derive(Serialize, JsonSchema)]
pub struct Facts {
    /// Layout of a frame in memory.
    pub layout: Layout,
    /// Port to the memory.
    pub bus: Bus,
    /// Passes in their order.
    pub passes: Vec<PassFacts>,
    /// Cores that the passes use.
    pub engines: Vec<EngineFacts>,
    /// Memory on the chip in complex words: of the engines, and of the transposition of tiles.
    pub memory_words: usize,
    /// Bytes that are read and bytes that are written for a frame.
    pub traffic_bytes: [usize; 2],
    /// Minimum number of clock cycles of a frame.
    pub min_cycles: usize,
    /// Control registers.
    pub registers: Vec<RegisterFacts>,
    /// Ways that a run ends early.
    pub errors: Vec<FaultFacts>,
}

impl Facts {
    /// Collects the facts about a core.
    pub fn new(core: &External) -> Self {
        let plan = &core.plan;
        let passes: Vec<PassFacts> = plan.passes.iter().map(|pass| PassFacts::new(core, pass)).collect();
        Facts {
            layout: Layout {
                component_bytes: plan.component_bytes,
                row_pitch_bytes: plan.row_pitch,
                frame_bytes: plan.frame_bytes(),
                alignment_bytes: BURST_BYTES,
            },
            bus: Bus { data_bits: 8 * plan.bus_bytes, burst_bytes: BURST_BYTES, bursts_in_flight: MAX_IN_FLIGHT },
            engines: core.engines.iter().map(EngineFacts::new).collect(),
            memory_words: core.memory_words(),
            traffic_bytes: plan.traffic_bytes(),
            min_cycles: passes.iter().map(|pass| pass.min_cycles).sum(),
            passes,
            registers: core.registers().iter().map(RegisterFacts::new).collect(),
            errors: Fault::ALL.iter().map(|(fault, meaning)| FaultFacts { code: fault.code(), meaning }).collect(),
        }
    }
}

impl PassFacts {
    fn new(core: &External, pass: &Pass) -> Self {
        let read = WalkFacts::new(&pass.read);
        let transposer = core.transposer.as_ref().filter(|_| pass.tile.is_some());
        let latency = core.engines[pass.engine].latency() + transposer.map_or(0, |transposer| transposer.latency);
        PassFacts {
            dimension: pass.dimension + 1,
            engine: pass.engine,
            from: area(pass.from),
            tile_points: pass.tile,
            twiddle_order: pass.twiddles.map(|twiddles| twiddles.order),
            to: area(pass.to),
            min_cycles: read.bytes / core.plan.bus_bytes + latency,
            read,
            write: WalkFacts::new(&pass.write),
        }
    }
}

/// Names an area of the memory.
fn area(area: Area) -> &'static str {
    match area {
        Area::Source => "source",
        Area::Scratch => "scratch",
        Area::Destination => "destination",
    }
}

impl WalkFacts {
    fn new(walk: &Walk) -> Self {
        let loops = walk.loops().iter();
        WalkFacts {
            bursts: walk.bursts(),
            bytes: walk.spans().map(|(_, length)| length).sum(),
            loops: loops.map(|round| LoopFacts { count: round.count, stride_bytes: round.stride }).collect(),
        }
    }
}

impl EngineFacts {
    fn new(engine: &Design) -> Self {
        EngineFacts {
            module: engine.name.clone(),
            title: engine.title(),
            plan: engine.plan(),
            latency_cycles: engine.latency(),
            memory_words: engine.memory_words(),
            operators: Operators::new(engine),
        }
    }
}

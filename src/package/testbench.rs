//! The self-checking testbench that goes with a core, and its golden vectors.

use super::file::File;
use super::language::VectorBenches;
use super::ports::{memory_events, Port};
use super::preload::Preload;
use super::side::{exponent_port, exponent_slot, overflow_mark, Side};
use super::subject::Subject;
use super::template::fill;
use super::vectors::Vectors;
use crate::arch::ports::{Stall, TlastMark};
use crate::arch::registers;
use crate::design::{Design, Interface, Stream};
use crate::parts::Reset;
use crate::pipeline::Padding;
use crate::verify::{kinds_of, Kind};
use serde::Serialize;

#[derive(Serialize)]
struct Testbench<'a> {
    banner: String,
    name: &'a str,
    lanes: usize,
    sample_bits: u32,
    /// Bits of a beat at the input, if they differ from those at the output.
    in_bits: Option<usize>,
    /// Beats of a frame. If the sides differ, cycles of a frame.
    beats: usize,
    /// Initiation interval in clock cycles.
    interval: usize,
    sides: Option<Sides>,
    frames: usize,
    /// Kinds of data of the frames. Frame n has kind n modulo the number of kinds.
    kinds: &'static [Kind],
    latency: usize,
    /// Number of the last phase.
    last_phase: usize,
    /// Whether beats come with `tlast`.
    axis: bool,
    /// Declarations of the device's ports but `clk` and `rst`, which the testbench declares itself.
    wires: Vec<Wire<'a>>,
    /// Inputs of the registers, which stay low: a testbench of its own writes them.
    idle: Vec<Wire<'a>>,
    /// Outputs of the registers, which nothing reads.
    unread: Vec<Wire<'a>>,
    ports: Vec<&'a str>,
    memory_events: Vec<&'a str>,
    /// Text that makes a stream of the ports of any interface.
    adapter: String,
    /// Whether neither side pauses within a frame.
    flows: bool,
    /// Events of values that are too large, in fixed point.
    overflow: Option<Overflow>,
    /// Port of the exponent, in block floating point.
    exponent: Option<Exponent>,
    /// Cycles without a beat after which no beat follows.
    settled: u32,
    /// Coefficients before the frames, if there are any.
    preload: Option<Preload>,
    /// Configuration words, if frames choose their kind.
    config: Option<Config>,
    /// Whether the reset of the device is active low.
    aresetn: bool,
    /// Whether the device has no reset.
    unreset: bool,
    /// Whether a frame depends on those before it, so that each phase begins with a reset.
    history: bool,
    /// Whether frames are dropped that their marks cut short.
    resync: bool,
    /// Whether that mark is `tlast`.
    tlast_resync: bool,
    /// The mark of frames' first beats, if there is one.
    start: Option<Start>,
    /// Rows, if they are marked or padded.
    rows: Option<Rows>,
    /// Bytes that `tkeep` marks, if the device has it.
    keep: Option<Keep>,
}

/// Holes of the adapter of the native interface.
#[derive(Serialize)]
struct Adapter {
    /// Whether there is no clock enable.
    flows: bool,
    /// Whether the sides have beats of their own.
    sides: bool,
}

/// Declaration of a port's wire.
#[derive(Serialize)]
pub(super) struct Wire<'a> {
    name: &'a str,
    /// Number of the highest bit, which is 0 for a wire of one bit.
    highest_bit: u32,
}

/// Mark of frames' first beats.
#[derive(Serialize)]
struct Start {
    /// Whether frames are dropped that it cuts short.
    resync: bool,
}

/// Rows of a frame.
#[derive(Serialize)]
struct Rows {
    /// Whether `tlast` or `tkeep` marks their last beats.
    marks: bool,
    in_beats: usize,
    out_beats: usize,
    /// Points of a row, if rows are padded.
    points: Option<usize>,
}

/// Bytes of a beat on either side, and bytes of the last beat of a frame or of a padded row that hold points.
#[derive(Serialize)]
struct Keep {
    /// Whether rows are padded.
    rows: bool,
    in_bytes: usize,
    in_kept: usize,
    bytes: usize,
    kept: usize,
}

/// Beats of a frame on either side, if these differ.
#[derive(Serialize)]
struct Sides {
    in_beats: usize,
    out_beats: usize,
}

/// Configuration words of the vectors.
#[derive(Serialize)]
struct Config {
    bits: u32,
    /// Whether the words have a channel of their own.
    channel: bool,
    /// Beats of the frames, if they differ.
    sizes: Option<Beats>,
}

/// Beats of frames of several sizes.
#[derive(Serialize)]
struct Beats {
    /// Beats of each frame, the last frame first, in rows of six.
    rows: Vec<Vec<usize>>,
    total: usize,
}

/// Events of values that are too large. `expected` is 1 if the vectors have such a value.
#[derive(Serialize)]
struct Overflow {
    expected: u8,
    /// Digit for each frame, the last frame first.
    of_frames: String,
    /// Whether a port counts the events.
    counted: bool,
    /// Port that marks the frames, if there is one.
    mark: Option<&'static str>,
}

/// Port of the frames' exponents.
#[derive(Serialize)]
struct Exponent {
    signal: String,
    bits: u32,
}

/// Number of points of the vectors, if that is enough for a frame of each kind.
const POINTS: usize = 4096;

/// Maximum number of frames of a kind. More would differ little.
const OF_A_KIND: usize = 8;

/// Work of an interpreting simulator in a phase, in beats times operators, if that is enough for a frame of each kind.
const WORK: usize = 40_000;

/// Chooses the number of frames of the vectors. Short frames of few operators have eight of each kind, and twice that
/// number if frames choose their kind. Frames of up to 1,024 points have at least one of each kind; longer frames have
/// fewer. The vectors thus have at most 12,288 points, or four frames, or two frames of more than 32,768 points.
pub(super) fn frames(design: &Design) -> usize {
    let (size, kinds) = (design.pipeline().size, kinds_of(design).len());
    let min = match size {
        0..=1024 => kinds,
        1025..=8192 => 4,
        8193..=32768 => 3,
        _ => 2,
    };
    // What a frame chooses has to meet what it holds.
    let share = if design.config_bits() > 0 { 2 } else { 1 };
    let affordable = WORK / (design.interval() * (1 + design.units().count()));
    (share * POINTS / size).min(share * OF_A_KIND * kinds).min(share * affordable).max(min)
}

/// Writes `<name>_tb.v` and its vectors.
pub(super) fn files(subject: &Subject, vectors: &Vectors, templates: &VectorBenches) -> Vec<File> {
    let (design, frames) = (subject.design, vectors.modes.len());
    let name = design.name.as_str();
    let [entering, leaving] = design.streams();
    let bits = [Side::In, Side::Out].map(|side| side.beat(design));
    let by_row = design.config.tlast == TlastMark::Row;
    let flows = design.config.stall == Stall::None;
    let native = design.config.interface == Interface::Native;
    let has = |name: &str| subject.ports.iter().any(|port| port.name == name);
    let overflow = (has("event_overflow") || has("overflow")).then_some(Overflow {
        expected: vectors.overflow.contains(&true).into(),
        of_frames: vectors.overflows(),
        counted: has("overflow_count"),
        mark: overflow_mark(design),
    });
    let exponent = exponent_slot(design).map(|bits| Exponent { signal: exponent_port(design), bits });
    let sides = (entering.beats != leaving.beats || design.config.half_rate().is_some())
        .then_some(Sides { in_beats: entering.beats, out_beats: leaving.beats });
    let rows = Rows::new(design, [entering, leaving]);
    let (adapter, phases) = match design.config.interface {
        // A frame that is skipped as a whole takes no configuration word, and those of the vectors are one for each
        // frame.
        Interface::Axis
            if design.config.resync && skips_whole_frames(rows.as_ref(), &entering) && design.config_bits() > 0 =>
        {
            (adapter(design, templates, sides.is_some()), 4)
        }
        Interface::Axis => (adapter(design, templates, sides.is_some()), 5),
        Interface::Native => (adapter(design, templates, sides.is_some()), 4),
    };
    let holes = Testbench {
        banner: subject.label.banner("; self-checking testbench"),
        name,
        lanes: leaving.lanes(),
        sample_bits: (bits[1] / leaving.lanes()) as u32,
        in_bits: (bits[0] != bits[1]).then_some(bits[0]),
        beats: if sides.is_some() { design.interval() } else { leaving.beats },
        interval: design.interval(),
        sides,
        frames,
        kinds: kinds_of(design),
        latency: design.latency(),
        last_phase: phases + if overflow.is_some() { 2 } else { 0 },
        axis: !native,
        flows,
        wires: Wire::list(&subject.ports),
        idle: of_registers(subject, "input"),
        unread: of_registers(subject, "output"),
        aresetn: has("aresetn"),
        unreset: design.config.reset == Reset::None,
        history: design.architecture.has_history(),
        resync: design.config.resync,
        tlast_resync: design.config.resync && !by_row,
        start: by_row.then_some(Start { resync: design.config.resync }),
        rows,
        keep: design.config.tkeep.then(|| Keep::new(design, [entering.components, leaving.components])),
        ports: subject.ports.iter().map(|port| port.name.as_str()).collect(),
        memory_events: memory_events(&subject.ports),
        adapter,
        settled: if overflow.is_some() { 40 } else { 2 },
        overflow,
        exponent,
        preload: Preload::new(design, frames, vectors.seed),
        config: config_bits(design).map(|bits| Config {
            bits,
            channel: !native,
            sizes: design.has_sizes().then(|| Beats::new(vectors, design.pipeline().spec.width)),
        }),
    };
    let hex = |words: &[String]| words.join("\n") + "\n";
    let config = holes.config.as_ref().map(|config| {
        let digits = config.bits.div_ceil(4) as usize;
        vectors.modes.iter().map(|mode| format!("{:0digits$x}", mode.word)).collect()
    });
    let mut files = vec![
        File::new(subject.label.source("_tb"), fill(templates.streams, &holes)),
        File::new(format!("{name}_tb_in.hex"), hex(&vectors.input)),
        File::new(format!("{name}_tb_out.hex"), hex(&vectors.output)),
    ];
    files.extend(vectors.exponents.as_ref().map(|words| File::new(format!("{name}_tb_exponents.hex"), hex(words))));
    files.extend(holes.preload.iter().flat_map(|preload| {
        [("matrix", &preload.words()), ("out2", &preload.other_output)]
            .map(|(what, words)| File::new(format!("{name}_tb_{what}.hex"), hex(words)))
    }));
    files.extend(config.map(|words: Vec<String>| File::new(format!("{name}_tb_config.hex"), hex(&words))));
    files
}

impl Keep {
    fn new(design: &Design, components: [usize; 2]) -> Self {
        let spare = design.config.spare_lanes();
        let bytes = [Side::In, Side::Out].map(|side| side.slot(design) as usize / 8);
        let [(in_bytes, in_kept), (bytes, kept)] =
            [0, 1].map(|side| (bytes[side] * components[side], bytes[side] * (components[side] - 2 * spare[side])));
        Keep { rows: design.config.padding == Padding::Rows, in_bytes, in_kept, bytes, kept }
    }
}

impl Rows {
    fn new(design: &Design, [entering, leaving]: [Stream; 2]) -> Option<Self> {
        let (by_row, padded) = (design.config.tlast == TlastMark::Row, design.config.padding == Padding::Rows);
        let beats = |stream: Stream| stream.tlast_row_beats.unwrap_or(stream.packing().run_beats());
        (by_row || padded).then(|| Rows {
            marks: by_row || design.config.tkeep,
            in_beats: beats(entering),
            out_beats: beats(leaving),
            points: padded.then(|| leaving.run / leaving.components.min(2)),
        })
    }
}

/// Whether the testbench has frames skipped from their first to their last beat: those of one beat, or of one marked
/// row.
fn skips_whole_frames(rows: Option<&Rows>, stream: &Stream) -> bool {
    stream.beats == rows.filter(|rows| rows.marks).map_or(1, |rows| rows.in_beats)
}

impl Beats {
    fn new(vectors: &Vectors, width: usize) -> Self {
        let beats: Vec<usize> = vectors.modes.iter().rev().map(|mode| mode.size / width).collect();
        Beats { rows: beats.chunks(6).map(<[usize]>::to_vec).collect(), total: beats.iter().sum() }
    }
}

/// Returns the bits of the port of configuration words, if there is one.
pub(super) fn config_bits(design: &Design) -> Option<u32> {
    let bits = Some(design.config_bits()).filter(|bits| *bits > 0)?;
    Some(match design.config.interface {
        Interface::Axis => bits.next_multiple_of(8),
        Interface::Native => bits,
    })
}

/// The text that makes a stream of the ports. `sides`: whether the beats of both sides differ.
pub(super) fn adapter(design: &Design, templates: &VectorBenches, sides: bool) -> String {
    match design.config.interface {
        Interface::Axis => templates.axis_adapter.into(),
        Interface::Native => {
            fill(templates.native_adapter, &Adapter { flows: design.config.stall == Stall::None, sides })
        }
    }
}

/// The ports of the registers in a direction.
fn of_registers<'a>(subject: &'a Subject, direction: &str) -> Vec<Wire<'a>> {
    let is_one = |port: &&Port| port.direction == direction && port.name.starts_with(registers::PREFIX);
    subject.ports.iter().filter(is_one).map(Wire::new).collect()
}

impl<'a> Wire<'a> {
    /// Wires of all ports but those that a testbench declares itself.
    pub(super) fn list(ports: &'a [Port]) -> Vec<Self> {
        ports.iter().filter(|port| !["clk", "rst"].contains(&port.name.as_str())).map(Wire::new).collect()
    }

    fn new(port: &'a Port) -> Self {
        Wire { name: &port.name, highest_bit: port.width - 1 }
    }
}

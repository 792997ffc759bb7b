//! The self-checking testbench: the core beside a memory.

use super::facts::Facts;
use super::stimulus::{digests, frame, Pattern, Words};
use crate::external::{External, Fault, BURST_BYTES, MAX_IN_FLIGHT};
use crate::format::Format;
use crate::package::companions::{python, python_string, Data, RUNNER};
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::ports::{memory_events, Port};
use crate::package::template::fill;
use crate::parts::Reset;
use serde::Serialize;

/// Points of a frame up to which the testbench has several frames.
const SMALL: usize = 1 << 14;

/// Points of all frames of a testbench, unless two frames have more.
const POINTS: usize = 1 << 9;

/// Maximum number of frames.
const MAX_FRAMES: usize = 8;

/// Registers that a run begins with, and their values in the testbench.
const SETTINGS: [(&str, &str); 5] = [
    ("source_low", "source[31:0]"),
    ("source_high", "source[63:32]"),
    ("destination_low", "destination[31:0]"),
    ("destination_high", "destination[63:32]"),
    ("frames", "count"),
];

/// Registers beside [`SETTINGS`] where a frame between two passes has an area.
const SCRATCH_SETTINGS: [(&str, &str); 2] =
    [("scratch_low", "SCRATCH_ADDRESS[31:0]"), ("scratch_high", "SCRATCH_ADDRESS[63:32]")];

/// Channels of which the device is the source.
const CHANNELS: [&str; 5] = ["m_axi_ar", "m_axi_aw", "m_axi_w", "s_axi_b", "s_axi_r"];

#[derive(Serialize)]
struct Testbench<'a> {
    banner: String,
    name: &'a str,
    bus_bytes: usize,
    rows: usize,
    pitch_words: usize,
    row_words: usize,
    last_word: String,
    frames: usize,
    /// Whether a value of a frame is too large for its word, as a bit.
    overflow: u8,
    wires: Vec<Wire<'a>>,
    ports: Vec<&'a str>,
    memory_events: Vec<&'a str>,
    aresetn: bool,
    unreset: bool,
    even: Pattern,
    odd: Pattern,
    /// Registers that a run begins with.
    settings: Vec<Setting>,
    /// Whether there is an area for the frame between two passes.
    scratch: bool,
    control: String,
    status: String,
    /// Registers that hold what is written.
    writable: Vec<String>,
    no_frames: u128,
    misaligned: u128,
    read_fault: u128,
    write_fault: u128,
    aborted: u128,
    /// Numbers of the bursts that get an error response.
    failing_read: usize,
    failing_write: usize,
    /// Bursts of a run.
    reads: usize,
    writes: usize,
    /// Runs with an error in each direction.
    errors: usize,
    /// What the frames are drawn by.
    seed: String,
    burst_bytes: usize,
    in_flight: u128,
    /// Channels of which the device is the source.
    channels: Vec<Channel>,
}

/// A channel of which the device is the source.
#[derive(Serialize)]
struct Channel {
    name: &'static str,
    /// What is offered, as a concatenation, and the number of its highest bit.
    payload: String,
    highest_bit: u32,
}

impl Channel {
    fn new(name: &'static str, ports: &[Port]) -> Self {
        let is_payload =
            |port: &&Port| port.name.starts_with(name) && !port.name.ends_with("valid") && port.direction == "output";
        let payload: Vec<&Port> = ports.iter().filter(is_payload).collect();
        let names: Vec<&str> = payload.iter().map(|port| port.name.as_str()).collect();
        Channel { name, payload: names.join(", "), highest_bit: payload.iter().map(|port| port.width).sum::<u32>() - 1 }
    }
}

/// Declaration of a port's wire.
#[derive(Serialize)]
struct Wire<'a> {
    name: &'a str,
    /// Number of the highest bit, which is 0 for a wire of one bit.
    highest_bit: u32,
    /// Whether it is a register of the testbench.
    driven: bool,
}

/// Register with the value that it is set to.
#[derive(Serialize)]
struct Setting {
    address: String,
    value: &'static str,
}

/// Chooses the number of frames, and their seed.
pub(super) fn frames(core: &External) -> [usize; 2] {
    let size = core.config.size();
    [if size <= SMALL { (POINTS / size).clamp(2, MAX_FRAMES) } else { 1 }, 0]
}

/// Writes the testbench and the digests of the results, and the test in cocotb.
pub(super) fn files(
    label: &Label,
    core: &External,
    ports: &[Port],
    [frames, seed]: [usize; 2],
    (template, sources): (&str, &[File]),
) -> (Vec<File>, Option<File>) {
    let plan = &core.plan;
    let words = Words::new(plan);
    let results: Vec<_> = (0..frames).map(|number| core.transform_frame(&frame(core, number, seed as u32))).collect();
    let overflow = results.iter().any(|(_, overflow)| *overflow).into();
    let digests = results.iter().flat_map(|(points, _)| digests(core, points));
    let digests: String = digests.map(|digest| format!("{digest:08x}\n")).collect();
    let registers = core.registers();
    let address = |name: &str| {
        let found = registers.iter().find(|register| register.name == name);
        format!("{:02x}", found.map_or(0, |register| register.address))
    };
    let scratch = SCRATCH_SETTINGS.into_iter().filter(|_| plan.has_scratch());
    let setting = |(name, value): (&str, &'static str)| Setting { address: address(name), value };
    let [even, odd] = Pattern::for_format(core.config.format, plan.component_bytes);
    let first = &plan.passes[0];
    let [failing_read, failing_write] = [&first.read, &first.write].map(|walk| 3.min(frames * walk.bursts() - 1));
    let holes = Testbench {
        banner: label.banner("; self-checking testbench"),
        name: label.name,
        bus_bytes: plan.bus_bytes,
        rows: words.rows,
        pitch_words: words.pitch,
        row_words: words.row,
        last_word: format!("{:08x}", words.last),
        frames,
        overflow,
        wires: ports.iter().filter(|port| !["clk", "rst"].contains(&port.name.as_str())).map(Wire::new).collect(),
        ports: ports.iter().map(|port| port.name.as_str()).collect(),
        memory_events: memory_events(ports),
        aresetn: core.config.reset == Reset::Aresetn,
        unreset: core.config.reset == Reset::None,
        even,
        odd,
        settings: SETTINGS.into_iter().chain(scratch).map(setting).collect(),
        scratch: plan.has_scratch(),
        control: address("control"),
        status: address("status"),
        writable: registers
            .iter()
            .filter(|register| register.is_writable() && register.name != "control")
            .map(|register| format!("{:02x}", register.address))
            .collect(),
        no_frames: Fault::NoFrames.code(),
        misaligned: Fault::Misaligned.code(),
        read_fault: Fault::ReadResponse.code(),
        write_fault: Fault::WriteResponse.code(),
        aborted: Fault::Aborted.code(),
        failing_read,
        failing_write,
        reads: frames * plan.passes.iter().map(|pass| pass.read.bursts()).sum::<usize>(),
        writes: frames * plan.passes.iter().map(|pass| pass.write.bursts()).sum::<usize>(),
        errors: if frames > 1 { 4 } else { 1 },
        seed: format!("{seed:08x}"),
        burst_bytes: BURST_BYTES,
        in_flight: MAX_IN_FLIGHT,
        channels: CHANNELS.map(|name| Channel::new(name, ports)).into(),
    };
    let testbench = vec![
        File::new(label.source("_tb"), fill(template, &holes)),
        File::new(format!("{}_tb_out.hex", label.name), digests),
    ];
    let cycles: usize = Facts::new(core).min_cycles;
    let test = Cocotb {
        license: &label.request.license,
        version: env!("CARGO_PKG_VERSION"),
        command: python_string(&label.request.command),
        sources: sources.iter().map(|file| file.name.clone()).collect(),
        standard: label.emitter.templates().words.icarus,
        component_bits: core.config.format.bits(),
        slot_bytes: core.config.format.bits().div_ceil(8),
        component_bytes: plan.component_bytes,
        signed: python(matches!(core.config.format, Format::Fixed(_))),
        points: core.config.size(),
        width: core.config.width,
        python_settings: holes.settings.iter().map(Setting::in_python).collect(),
        // Clock cycles of 4 ns, of which the memory and pauses take several for each beat.
        timeout: 100 + frames * cycles / 20,
        data: Data::new(&core.config, None),
        runner: RUNNER,
        bench: holes,
    };
    let template = include_str!("../../../templates/companions/memory_cocotb.py.hbs");
    (testbench, Some(File::new(format!("{}_cocotb.py", label.name), fill(template, &test))))
}

/// Test in cocotb.
#[derive(Serialize)]
struct Cocotb<'a> {
    license: &'a str,
    version: &'static str,
    /// Command that makes the core, in a string of Python.
    command: String,
    /// Files of the core, and the flag of Icarus Verilog for its edition.
    sources: Vec<String>,
    standard: &'static str,
    /// Bits of a component, its bytes in vectors, and those in memory.
    component_bits: u32,
    slot_bytes: u32,
    component_bytes: usize,
    /// Whether its sign fills the bytes.
    signed: &'static str,
    /// Points of a frame, and of a beat in vectors.
    points: usize,
    width: usize,
    /// Registers that a run begins with, with their values in Python.
    python_settings: Vec<PythonSetting>,
    /// Longest time of a run in microseconds.
    timeout: usize,
    #[serde(flatten)]
    data: Data,
    runner: &'static str,
    #[serde(flatten)]
    bench: Testbench<'a>,
}

/// Register with its value in Python.
#[derive(Serialize)]
struct PythonSetting {
    address: String,
    value: String,
}

impl Setting {
    /// Returns the setting in Python: a part of a number is a shift of it.
    fn in_python(&self) -> PythonSetting {
        let (name, range) = self.value.split_once('[').unwrap_or((self.value, ""));
        let name = if name == "SCRATCH_ADDRESS" { "scratch" } else { name };
        let shift = if range.starts_with("63") { " >> 32" } else { "" };
        PythonSetting { address: self.address.clone(), value: format!("{name}{shift}") }
    }
}

impl<'a> Wire<'a> {
    fn new(port: &'a Port) -> Self {
        let driven = port.direction == "input" && port.name != "aresetn";
        Wire { name: &port.name, highest_bit: port.width - 1, driven }
    }
}

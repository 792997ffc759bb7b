//! Drives the ports of a top module, one clock cycle at a time.

use crate::arch::FrameTiming;
use crate::design::{Design, Interface};
use crate::format::number;
use crate::parts::Reset;
use crate::pipeline::SampleCoding;
use crate::sim::{Simulator, Slot};
use fftgen_hdl::protect::Events;

/// A beat offered to the core.
pub struct Beat<'a> {
    /// Real and imaginary part of each lane, or a real sample; spare lanes are missing.
    pub components: &'a [u64],
    /// Whether it is the first beat of its frame.
    pub first: bool,
    /// Whether it has `tlast`.
    pub last: bool,
}

/// What a clock cycle did.
#[derive(Default)]
pub struct Cycle {
    /// The beat offered was taken.
    pub taken: bool,
    /// A beat that came out: the components of all lanes, and whether it had `tlast`.
    pub output: Option<(Vec<u64>, bool)>,
    /// Whether that beat was marked as a frame's first, if frames' first beats are marked.
    pub start: Option<bool>,
    /// tlast missing, tlast unexpected.
    pub events: [bool; 2],
    /// The mark of a frame's first beat missing, or unexpected.
    pub start_events: [bool; 2],
    /// A value was too large for its word.
    pub overflow: bool,
    /// A word of a memory was wrong, or has been corrected.
    pub memory_event: bool,
    /// The mark of a frame with a value too large, with the beat that came out, if frames are marked.
    pub overflow_mark: Option<bool>,
    /// The exponent with the beat that came out, in block floating point.
    pub exponent: Option<i32>,
    /// The configuration word offered was taken.
    pub configured: bool,
}

/// The ports of a top module.
pub struct Pins {
    data_in: Vec<Slot>,
    data_out: Vec<Slot>,
    /// The reset, and the value that resets.
    reset: Option<(Slot, u128)>,
    /// The pulse that says so, in fixed point.
    overflow: Option<Slot>,
    /// The pulses of errors in memories, where these have check bits.
    memory_events: Vec<Slot>,
    /// The mark of frames with such a value, if there is one.
    overflow_mark: Option<Slot>,
    /// The exponent of what comes out, in block floating point, and its bits.
    exponent: Option<(Slot, u32)>,
    /// Coding of the words that go in, and their bits.
    coding: SampleCoding,
    bits_in: u32,
    /// Bits of a component that comes out.
    bits: u32,
    protocol: Protocol,
    /// The stream of coefficients before the frames, if there is one.
    coefficients: Option<Coefficients>,
    /// The configuration word, and the handshake of its channel if it has one.
    config: Option<(Slot, Option<[Slot; 2]>)>,
}

enum Protocol {
    Axis {
        valid: Slot,
        last: Slot,
        sink_ready: Slot,
        ready: Slot,
        out_valid: Slot,
        out_last: Slot,
        events: [Slot; 2],
        start: Option<Start>,
    },
    /// `left`: beats of the frame that leaves; `rest`: cycles until another frame may start.
    Native { start: Slot, ce: Option<Slot>, out_start: Slot, timing: FrameTiming, left: usize, rest: usize },
}

/// Clock cycles in which the last coefficient passes the buffer.
const LOADED_CYCLES: usize = 4;

/// The stream of coefficients.
struct Coefficients {
    data: Vec<Slot>,
    valid: Slot,
    ready: Slot,
    /// Coefficients of a test.
    words: Vec<[u64; 2]>,
}

impl Coefficients {
    /// Finds the ports, if there are any.
    fn new(design: &Design, simulator: &Simulator) -> Option<Self> {
        let bus = simulator.input("s_axis_matrix_tdata")?;
        let data = bus.chunks(bus.len() / 2).map(|part| part[0]).collect();
        let valid = simulator.input("s_axis_matrix_tvalid")?[0];
        let ready = simulator.output("s_axis_matrix_tready")?[0];
        Some(Coefficients { data, valid, ready, words: design.architecture.preload().to_vec() })
    }
}

/// The marks of frames' first beats.
struct Start {
    input: Slot,
    output: Slot,
    /// Missing, unexpected.
    events: [Slot; 2],
}

impl Pins {
    /// Finds the ports of a simulated design.
    pub fn new(design: &Design, simulator: &Simulator) -> Self {
        let input = |name: &str| simulator.input(name).unwrap_or_else(|| unreachable!("{name} is an input"));
        let output = |name: &str| simulator.output(name).unwrap_or_else(|| unreachable!("{name} is an output"));
        let (data_in, data_out, protocol) = match design.config.interface {
            Interface::Axis => {
                let events =
                    |signal: &str| ["missing", "unexpected"].map(|what| output(&format!("event_{signal}_{what}"))[0]);
                let protocol = Protocol::Axis {
                    valid: input("s_axis_tvalid")[0],
                    last: input("s_axis_tlast")[0],
                    sink_ready: input("m_axis_tready")[0],
                    ready: output("s_axis_tready")[0],
                    out_valid: output("m_axis_tvalid")[0],
                    out_last: output("m_axis_tlast")[0],
                    events: events("tlast"),
                    start: simulator.input("s_axis_tuser").map(|input| Start {
                        input: input[0],
                        output: output("m_axis_tuser")[0],
                        events: events("tuser"),
                    }),
                };
                (input("s_axis_tdata"), output("m_axis_tdata"), protocol)
            }
            Interface::Native => {
                let protocol = Protocol::Native {
                    start: input("in_start")[0],
                    ce: simulator.input("ce").map(|input| input[0]),
                    out_start: output("out_start")[0],
                    timing: design.timing(),
                    left: 0,
                    rest: 0,
                };
                (input("in_data"), output("out_data"), protocol)
            }
        };
        // Padding stands between the components of either bus.
        let [entering, leaving] = design.streams();
        let codings = design.config.codings();
        let components = |slots: Vec<Slot>, count: usize, side: usize| {
            let step = slots.len() / count;
            (0..count).map(|place| slots[step * codings[side].place(place)]).collect()
        };
        Pins {
            data_in: components(data_in, entering.components, 0),
            data_out: components(data_out, leaving.components, 1),
            coding: codings[0],
            bits_in: design.config.format.bits(),
            reset: match design.config.reset {
                Reset::Rst => Some((input("rst")[0], 1)),
                Reset::Aresetn => Some((input("aresetn")[0], 0)),
                Reset::None => None,
            },
            overflow: ["event_overflow", "overflow"].iter().find_map(|name| Some(simulator.output(name)?[0])),
            memory_events: [Events::OF_PORTS, Events::INSIDE]
                .iter()
                .flat_map(Events::names)
                .filter_map(|name| Some(simulator.output(name)?[0]))
                .collect(),
            overflow_mark: design.marks_overflow().then(|| match design.config.interface {
                // The mark of a frame's first beat is before it.
                Interface::Axis => output("m_axis_tuser")[usize::from(simulator.input("s_axis_tuser").is_some())],
                Interface::Native => output("out_overflow")[0],
            }),
            exponent: ["m_axis_tuser", "out_exponent"].iter().find_map(|name| {
                // The mark of a frame's first beat is before the exponent.
                let field = usize::from(simulator.input("s_axis_tuser").is_some());
                Some((*simulator.output(name)?.get(field)?, design.pipeline().exponent_bits()?))
            }),
            bits: design.output_format().bits(),
            protocol,
            coefficients: Coefficients::new(design, simulator),
            config: match (design.config_bits(), design.config.interface) {
                (0, _) => None,
                (_, Interface::Native) => Some((input("in_config")[0], None)),
                (_, Interface::Axis) => {
                    let channel = [input("s_axis_config_tvalid")[0], output("s_axis_config_tready")[0]];
                    Some((input("s_axis_config_tdata")[0], Some(channel)))
                }
            },
        }
    }

    /// Holds reset for a cycle. A core without one has its first state anew.
    pub fn reset(&mut self, simulator: &mut Simulator) {
        match self.reset {
            Some((reset, active)) => {
                simulator.set(reset, active);
                self.cycle(simulator, None, true);
                simulator.set(reset, 1 - active);
            }
            None => simulator.restart(),
        }
        if let Protocol::Native { left, rest, .. } = &mut self.protocol {
            (*left, *rest) = (0, 0);
        }
    }

    /// Sends the coefficients of a matrix that comes while the core runs, if it is one.
    pub fn load(&mut self, simulator: &mut Simulator) {
        let Some(Coefficients { data, valid, ready, words }) = self.coefficients.take() else { return };
        let mut rest = words.iter();
        let mut next = rest.next();
        while let Some(word) = next {
            data.iter().zip(word).for_each(|(slot, part)| simulator.set(*slot, (*part).into()));
            simulator.set(valid, 1);
            simulator.settle();
            if simulator.get(ready) == 1 {
                next = rest.next();
            }
            self.cycle(simulator, None, true);
        }
        simulator.set(valid, 0);
        (0..LOADED_CYCLES).for_each(|_| drop(self.cycle(simulator, None, true)));
        self.coefficients = Some(Coefficients { data, valid, ready, words });
    }

    /// Offers a configuration word from now on, or none.
    pub fn configure(&mut self, simulator: &mut Simulator, word: Option<u64>) {
        let Some((data, channel)) = self.config else { return };
        if let Some([valid, _]) = channel {
            simulator.set(valid, word.is_some().into());
        }
        if let Some(word) = word {
            simulator.set(data, word.into());
        }
    }

    /// Whether configuration words have a channel of their own.
    pub fn has_channel(&self) -> bool {
        matches!(self.config, Some((_, Some(_))))
    }

    /// One cycle with a beat on offer, or none, and a sink that is ready, or not.
    ///
    /// The native interface has no handshake: there a sink that is not ready, and a gap within a
    /// frame (`beat` is `None`, `between` false), stop the clock enable.
    pub fn cycle(&mut self, simulator: &mut Simulator, beat: Option<&Beat>, accept: bool) -> Cycle {
        if let Some(beat) = beat {
            for (place, slot) in self.data_in.iter().enumerate() {
                // Spare lanes carry what must not matter.
                let component = beat.components.get(place).copied().unwrap_or(0x5a5a_5a5a_5a5a_5a5a);
                simulator.set(*slot, self.coding.word(component, self.bits_in).into());
            }
        }
        let mut cycle = Cycle::default();
        let done = match &mut self.protocol {
            Protocol::Axis { valid, last, sink_ready, ready, out_valid, out_last, events, start } => {
                simulator.set(*valid, beat.is_some().into());
                simulator.set(*last, beat.is_some_and(|b| b.last).into());
                if let Some(start) = start {
                    simulator.set(start.input, beat.is_some_and(|b| b.first).into());
                }
                simulator.set(*sink_ready, accept.into());
                simulator.settle();
                if let Some(start) = start {
                    cycle.start = Some(simulator.get(start.output) == 1);
                    cycle.start_events = start.events.map(|event| simulator.get(event) == 1);
                }
                cycle.taken = beat.is_some() && simulator.get(*ready) == 1;
                cycle.events = events.map(|event| simulator.get(event) == 1);
                (accept && simulator.get(*out_valid) == 1).then(|| simulator.get(*out_last) == 1)
            }
            Protocol::Native { start, ce, out_start, timing, left, rest } => {
                // A frame waits for the initiation interval of the one before.
                let beat = beat.filter(|beat| !beat.first || *rest == 0);
                let starts = beat.is_some_and(|b| b.first);
                simulator.set(*start, starts.into());
                if let Some(ce) = ce {
                    simulator.set(*ce, accept.into());
                }
                simulator.settle();
                cycle.taken = beat.is_some() && accept;
                if accept {
                    *rest = if starts { timing.interval - 1 } else { rest.saturating_sub(1) };
                }
                if accept && simulator.get(*out_start) == 1 {
                    *left = timing.beats[1];
                }
                let active = accept && *left > 0;
                *left -= usize::from(active);
                active.then_some(*left == 0)
            }
        };
        if let Some((_, Some([valid, ready]))) = self.config {
            cycle.configured = simulator.get(valid) == 1 && simulator.get(ready) == 1;
        }
        let counts = accept || matches!(self.protocol, Protocol::Axis { .. });
        cycle.overflow = counts && self.overflow.is_some_and(|over| simulator.get(over) == 1);
        cycle.memory_event = self.memory_events.iter().any(|event| simulator.get(*event) == 1);
        let exponent = |(slot, bits): (Slot, u32)| number(simulator.get(slot) as u64, bits) as i32;
        cycle.overflow_mark = self.overflow_mark.filter(|_| done.is_some()).map(|slot| simulator.get(slot) == 1);
        cycle.exponent = self.exponent.filter(|_| done.is_some()).map(exponent);
        cycle.output = done.map(|last| {
            let at = |slot: &Slot| simulator.get(*slot) as u64 & (u64::MAX >> (64 - self.bits));
            (self.data_out.iter().map(at).collect(), last)
        });
        if cycle.output.is_some() {
            simulator.mark_results();
        }
        simulator.step();
        cycle
    }

    /// Whether a gap within a frame has to stop the clock.
    pub fn gaps_stop_the_clock(&self) -> bool {
        matches!(self.protocol, Protocol::Native { .. })
    }
}

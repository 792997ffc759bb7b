//! Permuters as hardware: delay lines, banks with their addresses, and the output switch.

use crate::lower::beat_counter::BeatCounter;
use crate::lower::control::{enumerate_cases, select, Pulse, MAX_REGISTER_CYCLES};
use crate::lower::count::count;
use crate::lower::sign::with_sign;
use crate::lower::Ports;
use crate::permute::{Addressing, Bank, LaneInput, MemoryKind};
use crate::pipeline::{BeatTable, Permuter};
use crate::rtl::memories::Memories;
use crate::rtl::{address_bits, in_ring, Module, Net, SHIFT_REGISTER};
use std::collections::BTreeMap;

/// Bits of the longest complex word whose LUT RAMs and switches an address reaches in a clock cycle after an addition, where LUTs
/// have four inputs.
const MAX_NEAR_BITS: u32 = 64;

/// Builds the netlist of a permuter for complex words of two components of `bits` bits. With `registers_follow`, the next
/// block delays words by registers.
pub fn permuter(
    name: &str,
    permuter: &Permuter,
    [bits, interval]: [usize; 2],
    registers_follow: bool,
    memories: &Memories,
) -> Module {
    let bits = bits as u32;
    let mut m = Module::new(
        name,
        format!(
            "Permuter{}: {} lanes in, {} lanes out, {} words in {} banks; latency {} cycles.",
            if !permuter.rotations.is_empty() { ", which turns some words by -i" } else { "" },
            permuter.lanes_in,
            permuter.outputs.len(),
            permuter.words(),
            permuter.banks.len(),
            permuter.latency,
        ),
    );
    let ports = Ports::inputs(&mut m, permuter.lanes_in, bits);
    let lanes: Vec<_> = ports.data.chunks(2).map(|c| m.concat(c)).collect();
    let taps = taps(&mut m, permuter, &lanes);
    let Permuter { blocks, phases, .. } = *permuter;

    // The counter of the output side starts a cycle before its first use, so that a register can follow each ROM.
    let ahead = permuter.first_use().saturating_sub(1);
    let writing = (!permuter.banks.is_empty())
        .then(|| BeatCounter::in_blocks(&mut m, "write_", ports.start, permuter.beats_in, blocks, phases));
    let counted = writing.as_ref().filter(|writing| {
        (MAX_REGISTER_CYCLES + 1..=permuter.beats_in * blocks).contains(&ahead) && writing.counts_frames()
    });
    let mut pulse = match counted {
        Some(writing) => {
            let before = writing.at(&mut m, ahead - 1);
            Pulse::delayed(m.register(before, Some(0)), ahead, interval)
        }
        None => Pulse::new(ports.start, interval),
    };
    let start = pulse.at(&mut m, ahead);
    m.name(start, "read_start");
    let has_long_wires = memories.are_modules && memories.has_luts;
    let mut reading = Reading {
        beats: BeatCounter::in_blocks(&mut m, "read_", start, permuter.beats_out, blocks, phases),
        start: ahead,
        registers: has_long_wires && is_far(permuter, bits),
        words: vec![],
    };
    let mut words = Vec::new();
    if let Some(writing) = writing {
        let enable = ports.enable;
        // Frames follow each other without a pause at the shortest interval. The place of a frame's first word is then free from the end
        // of the frame before it on.
        let writes_between_frames =
            has_long_wires && permuter.memory == MemoryKind::LutRam && permuter.beats_in * blocks == interval;
        let reading = &mut reading;
        let mut banks = Banks { permuter, lanes: &lanes, writing, reading, memories, enable, writes_between_frames };
        words.extend(permuter.banks.iter().enumerate().map(|(number, bank)| banks.bank(&mut m, number, bank)));
    }
    let mut data = Vec::new();
    for (lane, output) in permuter.outputs.iter().enumerate() {
        let zero = m.constant(2 * bits, 0);
        let (cases, table) = enumerate_cases(&output.selected_inputs());
        let nets: Vec<Net> = cases
            .iter()
            .map(|&(source, rotations)| {
                let word = match source {
                    LaneInput::Delayed { lane, delay } => taps[&(lane, delay)],
                    LaneInput::Bank(bank) => words[bank],
                    LaneInput::Zero | LaneInput::DontCare => zero,
                };
                rotated(&mut m, word, rotations)
            })
            .collect();
        let word = match nets.as_slice() {
            [] => zero,
            [one] => *one,
            nets => {
                let sel = reading.word(&mut m, &table, permuter.latency - output.output_delay);
                select(&mut m, sel, nets)
            }
        };
        let word = delayed(&mut m, word, output.output_delay as u32, registers_follow);
        if m.constant_value(word).is_none() && output.output_delay > 0 {
            m.name(word, format!("lane{lane}"));
        }
        data.extend([m.slice(word, 0, bits), m.slice(word, bits, bits)]);
    }
    let out_start = pulse.at(&mut m, permuter.latency);
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// Whether an address after an addition has long wires: to block RAM, or to more LUT RAMs of complex words of two components of
/// `bits` bits than it reaches.
fn is_far(permuter: &Permuter, bits: u32) -> bool {
    permuter.memory != MemoryKind::LutRam || 2 * bits > MAX_NEAR_BITS
}

/// Multiplies a complex word in sign and magnitude by -i, `rotations` times.
fn rotated(m: &mut Module, word: Net, rotations: u8) -> Net {
    let (bits, always) = (m.width(word) / 2, m.constant(1, 1));
    (0..rotations % 4).fold(word, |word, _| {
        let (re, im) = (m.slice(word, 0, bits), m.slice(word, bits, bits));
        let im_rotated = with_sign(m, re, always);
        m.concat(&[im, im_rotated])
    })
}

/// Delays a lane by `cycles` clock cycles. The last register has a reset, which keeps it out of a shift register with
/// its long clock-to-output time. With `registers_follow`, a short delay would become a shift register too.
fn delayed(m: &mut Module, word: Net, cycles: u32, registers_follow: bool) -> Net {
    match cycles {
        1.. if registers_follow || cycles >= SHIFT_REGISTER => {
            let shifted = m.delay_line(word, cycles - 1);
            m.register_apart(shifted)
        }
        _ => m.delay(word, cycles),
    }
}

/// Delays the output of a delay line by further `cycles` clock cycles. A ring buffer is followed by a register, because
/// several ring buffers in series have too long a path.
fn delay_further(m: &mut Module, word: Net, cycles: u32) -> Net {
    match in_ring(cycles as usize, m.width(word) as usize) {
        true => delayed(m, word, cycles, false),
        false => m.delay(word, cycles),
    }
}

/// Builds the delay lines of the input lanes. Returns the net of each tap, by lane and delay.
fn taps(m: &mut Module, permuter: &Permuter, lanes: &[Net]) -> BTreeMap<(usize, usize), Net> {
    let mut taps = BTreeMap::new();
    for (lane, &net) in lanes.iter().enumerate() {
        let (mut at, mut line) = (0, net);
        for delay in permuter.taps(lane) {
            let cycles = (delay - at) as u32;
            line = if at > 0 { delay_further(m, line, cycles) } else { m.delay_line(line, cycles) };
            at = delay;
            if delay > 0 {
                m.name(line, format!("lane{lane}_late{delay}"));
            }
            taps.insert((lane, delay), line);
        }
    }
    taps
}

/// The beat counter of the output frame, with the words looked up by it.
struct Reading {
    beats: BeatCounter,
    /// Cycle in which it starts to count, from the start of the input frame.
    start: usize,
    /// Whether words come from registers. Otherwise their parts are added after these.
    registers: bool,
    /// Words that several banks share, by table and cycle.
    words: Vec<(BeatTable, usize, Net)>,
}

impl Reading {
    /// Looks up the word of a table. The word of the first beat is present in cycle `cycle` of the input frame.
    fn word(&mut self, m: &mut Module, table: &BeatTable, cycle: usize) -> Net {
        let found = self.words.iter().find(|(other, at, _)| (other, *at) == (table, cycle));
        if let Some((_, _, net)) = found {
            return *net;
        }
        let word = match cycle - self.start {
            delay @ 1.. if self.registers => self.beats.word_registered(m, table, delay),
            delay => self.beats.word_delayed(m, table, delay),
        };
        self.words.push((table.clone(), cycle, word));
        word
    }
}

/// Everything that the banks of a permuter share.
struct Banks<'a> {
    permuter: &'a Permuter,
    lanes: &'a [Net],
    writing: BeatCounter,
    reading: &'a mut Reading,
    memories: &'a Memories,
    /// Clock enable.
    enable: Net,
    /// Whether the input between two frames may be written to the place of the first word of the next frame. The write enables of LUT
    /// RAMs, which have long wires, are then registers.
    writes_between_frames: bool,
}

impl Banks<'_> {
    /// Builds a bank and returns its output word.
    fn bank(&mut self, m: &mut Module, number: usize, bank: &Bank) -> Net {
        let width = m.width(self.lanes[0]);
        let label = format!("bank{number}");
        let kind = self.permuter.memory;
        let memory = (kind != MemoryKind::RegisteredBlockRam).then(|| m.memory(&label, bank.words, width));
        let (cases, table) = enumerate_cases(&bank.written_lanes);
        let nets: Vec<Net> = cases.iter().map(|&lane| self.lanes[lane]).collect();
        let data = match nets.as_slice() {
            [] => return m.constant(width, 0),
            [one] => *one,
            nets => {
                let sel = self.writing.word_held(m, &table);
                select(m, sel, nets)
            }
        };
        let used: Vec<_> = bank.written_lanes.iter().map(|source| Some(u128::from(source.is_some()))).collect();
        let used = self.writing.word_held(m, &BeatTable::new(1, 1, &used));
        let counts_writes = matches!(bank.addressing, Addressing::FreeList { .. });
        let enable = match self.writes_between_frames && !counts_writes {
            true => used,
            false => m.and(self.writing.active, used),
        };
        let (write, read) = match &bank.addressing {
            Addressing::Table { write, read } => {
                let [write, read] = [write, read].map(BeatTable::widened);
                (self.writing.word_held(m, &write), self.reading.word(m, &read, self.permuter.address_cycle()))
            }
            Addressing::FreeList { order } => self.free_list(m, number, bank, &order.widened(), enable),
            Addressing::DoubleBuffer { order } => self.double_buffer(m, &order.widened()),
        };
        for (address, side) in [(write, "write"), (read, "read")] {
            if m.nets[address.index()].name.is_none() && m.constant_value(address).is_none() {
                m.name(address, format!("bank{number}_{side}_address"));
            }
        }
        let word = match memory {
            Some(memory) => {
                m.write(memory, enable, write, data);
                match kind {
                    MemoryKind::LutRam => m.peek(memory, read),
                    _ => m.read(memory, read),
                }
            }
            None => {
                let inputs = [self.enable, enable, write, data, read].map(|net| vec![net]);
                m.instance(label, &self.memories.ram(bank.words, width), inputs.to_vec())[0][0]
            }
        };
        m.name(word, format!("bank{number}_out"))
    }

    /// Returns the number of the beat that is written, with the number of its frame modulo the phases.
    fn beat_address(&mut self, m: &mut Module) -> Net {
        let [beats, phases] = [self.permuter.beats_in, self.permuter.phases];
        let numbers: Vec<_> = (0..beats as u128).map(Some).collect();
        let beat = self.writing.word_held(m, &BeatTable::new(address_bits(beats), 1, &numbers));
        let numbers: Vec<_> = (0..phases as u128).flat_map(|phase| vec![Some(phase); beats]).collect();
        let phase = self.writing.word_held(m, &BeatTable::new(address_bits(phases), phases, &numbers));
        m.concat(&[beat, phase])
    }

    /// Builds the write and the read address of a double-buffered bank. A register after a large table lets it become
    /// block RAM.
    fn double_buffer(&mut self, m: &mut Module, order: &BeatTable) -> (Net, Net) {
        let write = self.beat_address(m);
        let looked_up = self.permuter.address_cycle() - 1;
        let beat = self.reading.word(m, order, looked_up);
        let beat = m.register(beat, Some(0));
        let phase = self.reading.beats.phase(m, looked_up + 1 - self.reading.start);
        (write, m.concat(&[beat, phase]))
    }

    /// Builds the write and the read address of a bank with a free list and a memory of the addresses in use.
    ///
    /// The free list is a FIFO with an entry for each word of the bank. In its first round no address has been returned
    /// yet, and the k-th write uses address k.
    fn free_list(&mut self, m: &mut Module, number: usize, bank: &Bank, order: &BeatTable, enable: Net) -> (Net, Net) {
        let width = address_bits(bank.words);
        let free = m.memory(format!("bank{number}_free"), bank.words, width);
        let (next, wraps) = count(m, format!("bank{number}_next"), enable, bank.words);
        let next = next.unwrap_or_else(|| m.constant(width, 0));
        let used_up = m.state(1, Some(0));
        m.name(used_up, format!("bank{number}_used_up"));
        let from_now = m.or(used_up, wraps);
        m.drive(used_up, from_now);
        let left = m.peek(free, next);
        let write = m.mux(used_up, left, next);

        // Address in use by the element of each beat, of this frame and the one before.
        let beat = self.beat_address(m);
        let in_use = m.memory(format!("bank{number}_places"), 1 << m.width(beat), width);
        m.write(in_use, enable, beat, write);
        let looked_up = self.permuter.address_cycle() - 1;
        let delay = looked_up - self.reading.start;
        let beat = self.reading.word(m, order, looked_up);
        let phase = self.reading.beats.phase(m, delay);
        let beat = m.concat(&[beat, phase]);
        let word = m.peek(in_use, beat);
        let read_beats: Vec<_> = bank.read_beats.iter().map(|read_beats| Some(u128::from(*read_beats))).collect();
        let read_beats = self.reading.word(m, &BeatTable::new(1, 1, &read_beats), looked_up);
        // A reset must clear the pulses that return addresses.
        let active = (0..delay).fold(self.reading.beats.active, |net, _| m.register(net, Some(0)));
        let returns = m.and(active, read_beats);
        let (end, _) = count(m, format!("bank{number}_end"), returns, bank.words);
        let end = end.unwrap_or_else(|| m.constant(width, 0));
        m.write(free, returns, end, word);
        (write, m.delay(word, 1))
    }
}

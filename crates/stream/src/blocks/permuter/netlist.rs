//! Permuters as hardware: delay lines, banks with their addresses, and the output switch.

use crate::parts::beat_counter::BeatCounter;
use crate::parts::beat_mux::enumerate_cases;
use crate::parts::Ports;
use crate::permute::{Addressing, Bank, LaneInput, MemoryKind};
use crate::pipeline::{BeatTable, Permuter};
use crate::rtl::memories::Memories;
use crate::rtl::{address_bits, in_ring, Module, SHIFT_REGISTER};
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// Bits of the longest complex word whose LUT RAMs and switches an address reaches in a clock cycle after an addition,
/// where LUTs have four inputs.
const MAX_NEAR_BITS: u32 = 64;

/// Builds the netlist of a permuter for complex words of two components of `bits` bits. With `registers_follow`, the
/// next block delays words by registers.
pub fn permuter(
    name: &str,
    permuter: &Permuter,
    [bits, interval]: [usize; 2],
    registers_follow: bool,
    memories: &Memories,
) -> Module {
    let bits = bits as u32;
    let m = Builder::new(
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
    let ports = Ports::inputs(&m, permuter.lanes_in, bits);
    let lanes = ports.data.chunks(2).map(|parts| m.cat(parts.iter().copied()));
    let lanes = lanes.collect::<Vec<_>>().named("point");
    let taps = taps(permuter, &lanes);
    let Permuter { blocks, phases, .. } = *permuter;

    // The counter of the output side starts a cycle before its first use, so that a register can follow each ROM.
    let ahead = permuter.first_use().saturating_sub(1);
    let writing = (!permuter.banks.is_empty())
        .then(|| BeatCounter::in_blocks("write_", ports.start, permuter.beats_in, blocks, phases));
    let counted = writing.as_ref().filter(|writing| {
        (Pulse::MAX_REGISTER_CYCLES + 1..=permuter.beats_in * blocks).contains(&ahead) && writing.counts_frames()
    });
    let read = match counted {
        Some(writing) => Pulse::new(writing.at(ahead - 1).later_with_reset(1), interval),
        None => Pulse::new(ports.start, interval).later(ahead),
    };
    let read_start = read.now().named("read_start");
    let has_long_wires = memories.are_modules && memories.has_luts;
    let mut reading = Reading {
        beats: BeatCounter::in_blocks("read_", read_start, permuter.beats_out, blocks, phases),
        start: ahead,
        registers: has_long_wires && is_far(permuter, bits),
        words: vec![],
    };
    let mut words = Vec::new();
    if let Some(writing) = writing {
        // Frames follow each other without a pause at the shortest interval. The place of a frame's first word is then
        // free from the end of the frame before it on.
        let writes_between_frames =
            has_long_wires && permuter.memory == MemoryKind::LutRam && permuter.beats_in * blocks == interval;
        let reading = &mut reading;
        let mut banks = Banks { m: &m, permuter, lanes: &lanes, writing, reading, memories, writes_between_frames };
        words.extend(permuter.banks.iter().enumerate().map(|(number, bank)| banks.bank(number, bank)));
    }
    let mut data = Vec::new();
    for (lane, output) in permuter.outputs.iter().enumerate() {
        let zero = m.constant(2 * bits, 0);
        let (cases, table) = enumerate_cases(&output.selected_inputs());
        let sources = cases.iter().map(|&(source, rotations)| {
            let word = match source {
                LaneInput::Delayed { lane, delay } => taps[&(lane, delay)],
                LaneInput::Bank(bank) => words[bank],
                LaneInput::Zero | LaneInput::DontCare => zero,
            };
            rotated(word, rotations)
        });
        let word = match sources.collect::<Vec<_>>().as_slice() {
            [] => zero,
            [one] => *one,
            sources => {
                let select = reading.word(&table, permuter.latency - output.output_delay);
                m.select_by_bits(select, sources)
            }
        };
        let word = delayed(word, output.output_delay as u32, registers_follow);
        if output.output_delay > 0 {
            word.named(&format!("lane{lane}"));
        }
        data.extend([word.bits(0, bits), word.bits(bits, bits)]);
    }
    Ports::outputs(&m, read.later(permuter.latency - ahead).now(), data);
    m.finish()
}

/// Whether an address after an addition has long wires: to block RAM, or to more LUT RAMs of complex words of two
/// components of `bits` bits than it reaches.
fn is_far(permuter: &Permuter, bits: u32) -> bool {
    permuter.memory != MemoryKind::LutRam || 2 * bits > MAX_NEAR_BITS
}

/// Multiplies a complex word in sign and magnitude by -i, `rotations` times.
fn rotated(word: Sig, rotations: u8) -> Sig {
    let (m, bits) = (word.builder(), word.width() / 2);
    (0..rotations % 4).fold(word, |word, _| {
        let (re, im) = (word.bits(0, bits), word.bits(bits, bits));
        m.cat([im, re.flip_top(m.constant(1, 1))])
    })
}

/// Delays a lane by `cycles` clock cycles. The last register has a reset, which keeps it out of a shift register with
/// its long clock-to-output time. With `registers_follow`, a short delay would become a shift register too.
fn delayed(word: Sig, cycles: u32, registers_follow: bool) -> Sig {
    match cycles {
        1.. if registers_follow || cycles >= SHIFT_REGISTER => word.later_in_line(cycles - 1).register_apart(),
        _ => word.later_as_it_is(cycles),
    }
}

/// Delays the output of a delay line by further `cycles` clock cycles. A ring buffer is followed by a register, because
/// several ring buffers in series have too long a path.
fn delay_further(word: Sig, cycles: u32) -> Sig {
    match in_ring(cycles as usize, word.width() as usize) {
        true => delayed(word, cycles, false),
        false => word.later_as_it_is(cycles),
    }
}

/// Builds the delay lines of the input lanes. Returns the word of each tap, by lane and delay.
fn taps<'m>(permuter: &Permuter, lanes: &[Sig<'m>]) -> BTreeMap<(usize, usize), Sig<'m>> {
    let mut taps = BTreeMap::new();
    for (lane, (&word, delays)) in lanes.iter().zip(permuter.taps()).enumerate() {
        let (mut at, mut line) = (0, word);
        for delay in delays {
            let cycles = (delay - at) as u32;
            line = if at > 0 { delay_further(line, cycles) } else { line.later_in_line(cycles) };
            at = delay;
            if delay > 0 {
                line.named(&format!("lane{lane}_late{delay}"));
            }
            taps.insert((lane, delay), line);
        }
    }
    taps
}

/// The beat counter of the output frame, with the words looked up by it.
struct Reading<'m> {
    beats: BeatCounter<'m>,
    /// Cycle in which it starts to count, from the start of the input frame.
    start: usize,
    /// Whether words come from registers. Otherwise their parts are added after these.
    registers: bool,
    /// Words that several banks share, by table and cycle.
    words: Vec<(BeatTable, usize, Sig<'m>)>,
}

impl<'m> Reading<'m> {
    /// The word of a table. That of the first beat is present in cycle `cycle` of the input frame.
    fn word(&mut self, table: &BeatTable, cycle: usize) -> Sig<'m> {
        let found = self.words.iter().find(|(other, at, _)| (other, *at) == (table, cycle));
        if let Some((_, _, word)) = found {
            return *word;
        }
        let word = match cycle - self.start {
            delay @ 1.. if self.registers => self.beats.word_registered(table, delay),
            delay => self.beats.word_delayed(table, delay),
        };
        self.words.push((table.clone(), cycle, word));
        word
    }
}

/// Everything that the banks of a permuter share.
struct Banks<'a, 'm> {
    m: &'m Builder,
    permuter: &'a Permuter,
    lanes: &'a [Sig<'m>],
    writing: BeatCounter<'m>,
    reading: &'a mut Reading<'m>,
    memories: &'a Memories,
    /// Whether the input between two frames may be written to the place of the first word of the next frame. The write
    /// enables of LUT RAMs, which have long wires, are then registers.
    writes_between_frames: bool,
}

impl<'m> Banks<'_, 'm> {
    /// Builds a bank and returns its output word.
    fn bank(&mut self, number: usize, bank: &Bank) -> Sig<'m> {
        let (m, width) = (self.m, self.lanes[0].width());
        let label = format!("bank{number}");
        let kind = self.permuter.memory;
        let memory = (kind != MemoryKind::RegisteredBlockRam).then(|| m.memory(&label, bank.words, width));
        let (cases, table) = enumerate_cases(&bank.written_lanes);
        let lanes: Vec<Sig> = cases.iter().map(|&lane| self.lanes[lane]).collect();
        let data = match lanes.as_slice() {
            [] => return m.constant(width, 0),
            [one] => *one,
            lanes => m.select_by_bits(self.writing.word_held(&table), lanes),
        };
        let used: Vec<_> = bank.written_lanes.iter().map(|source| Some(u128::from(source.is_some()))).collect();
        let used = self.writing.word_held(&BeatTable::new(1, 1, &used));
        let counts_writes = matches!(bank.addressing, Addressing::FreeList { .. });
        let enable = match self.writes_between_frames && !counts_writes {
            true => used,
            false => self.writing.active & used,
        };
        let (write, read) = match &bank.addressing {
            Addressing::Table { write, read } => {
                let [write, read] = [write, read].map(BeatTable::widened);
                (self.writing.word_held(&write), self.reading.word(&read, self.permuter.address_cycle()))
            }
            Addressing::FreeList { order } => self.free_list(number, bank, &order.widened(), enable),
            Addressing::DoubleBuffer { order } => self.double_buffer(&order.widened()),
        };
        for (address, side) in [(write, "write"), (read, "read")] {
            address.named(&format!("bank{number}_{side}_address"));
        }
        let word = match memory {
            Some(memory) => {
                memory.write(enable, write, data);
                match kind {
                    MemoryKind::LutRam => memory.peek(read),
                    _ => memory.read(read),
                }
            }
            None => {
                let clock = m.enable().expect("blocks have a clock enable");
                m.operate(label, &self.memories.ram(bank.words, width), [clock, enable, write, data, read])[0]
            }
        };
        word.named(&format!("bank{number}_out"))
    }

    /// The number of the beat that is written, with the number of its frame modulo the phases.
    fn beat_address(&mut self) -> Sig<'m> {
        let [beats, phases] = [self.permuter.beats_in, self.permuter.phases];
        let numbers: Vec<_> = (0..beats as u128).map(Some).collect();
        let beat = self.writing.word_held(&BeatTable::new(address_bits(beats), 1, &numbers));
        let numbers: Vec<_> = (0..phases as u128).flat_map(|phase| vec![Some(phase); beats]).collect();
        let phase = self.writing.word_held(&BeatTable::new(address_bits(phases), phases, &numbers));
        self.m.cat([beat, phase])
    }

    /// Builds the write and the read address of a double-buffered bank. A register after a large table lets it become
    /// block RAM.
    fn double_buffer(&mut self, order: &BeatTable) -> (Sig<'m>, Sig<'m>) {
        let write = self.beat_address();
        let looked_up = self.permuter.address_cycle() - 1;
        let beat = self.reading.word(order, looked_up).later_with_reset(1);
        let phase = self.reading.beats.phase(looked_up + 1 - self.reading.start);
        (write, self.m.cat([beat, phase]))
    }

    /// Builds the write and the read address of a bank with a free list and a memory of the addresses in use.
    ///
    /// The free list is a FIFO with an entry for each word of the bank. In its first round no address has been returned
    /// yet, and the k-th write uses address k.
    fn free_list(&mut self, number: usize, bank: &Bank, order: &BeatTable, enable: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
        let (m, width) = (self.m, address_bits(bank.words));
        let free = m.memory(format!("bank{number}_free"), bank.words, width);
        let (next, wraps) = m.count(&format!("bank{number}_next"), enable, bank.words);
        let next = next.unwrap_or_else(|| m.constant(width, 0));
        let used_up = m.state(1, 0).named(&format!("bank{number}_used_up"));
        used_up.next(used_up | wraps);
        let write = used_up.mux(free.peek(next), next);

        // Address in use by the element of each beat, of this frame and the one before.
        let beat = self.beat_address();
        let in_use = m.memory(format!("bank{number}_places"), 1 << beat.width(), width);
        in_use.write(enable, beat, write);
        let looked_up = self.permuter.address_cycle() - 1;
        let delay = looked_up - self.reading.start;
        let beat = self.reading.word(order, looked_up);
        let word = in_use.peek(m.cat([beat, self.reading.beats.phase(delay)]));
        let read_beats: Vec<_> = bank.read_beats.iter().map(|read_beats| Some(u128::from(*read_beats))).collect();
        let read_beats = self.reading.word(&BeatTable::new(1, 1, &read_beats), looked_up);
        // A reset must clear the pulses that return addresses.
        let returns = self.reading.beats.active.later_with_reset(delay as u32) & read_beats;
        let (end, _) = m.count(&format!("bank{number}_end"), returns, bank.words);
        free.write(returns, end.unwrap_or_else(|| m.constant(width, 0)), word);
        (write, word.later_as_it_is(1))
    }
}

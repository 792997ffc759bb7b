//! A design whose memories hold check bits.

use super::circuits::Circuits;
use super::code::{pieces, Code};
use super::Protection;
use crate::rtl::memories::Memories;
use crate::rtl::{reconnect, Instance, Memory, MemoryAccess, MemoryId, MemoryModule, Module, Net, Op};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Names of the outputs of the top module that tell of errors: pulses of a clock cycle.
pub struct Events {
    /// A word is wrong.
    pub error: &'static str,
    /// A word was wrong, and has been corrected.
    pub corrected: &'static str,
}

impl Events {
    /// Names of the outputs of modules inside the top module, and of a top module without ports around the core.
    pub const INSIDE: Events = Events { error: "memory_error", corrected: "memory_corrected" };

    /// Names of the outputs of a top module with ports around the core.
    pub const OF_PORTS: Events = Events { error: "event_memory_error", corrected: "event_memory_corrected" };

    /// Both names.
    pub fn names(&self) -> [&'static str; 2] {
        [self.error, self.corrected]
    }
}

/// Protects the memories of a module, and of all modules inside it, and adds outputs that tell of errors.
///
/// Each word gets check bits as it is written, and is tested or corrected as it is read, in the same clock cycle. An
/// event comes two enabled clock cycles after its word is read. What is not changed: registers, delays of shift
/// registers, and tables. `memories`: the memories of designs whose memories are modules of their own.
pub fn with_protection(top: &Arc<Module>, protection: Protection, events: &Events, memories: &Memories) -> Arc<Module> {
    if protection == Protection::None {
        return top.clone();
    }
    let mut pass = Pass { protection, memories, prefix: &top.name, circuits: HashMap::new(), done: HashMap::new() };
    let (mut m, pulses) = Rebuilding::run(top, &mut pass);
    let low = m.constant(1, 0);
    for (name, pulse) in events.names().into_iter().zip(pulses).take(pass.events()) {
        let event = match pulse {
            Some(pulse) => m.register(pulse, m.reset.map(|_| 0)),
            None => low,
        };
        m.output(name, event);
    }
    Arc::new(m)
}

/// Counts the memories of a design that are protected.
fn protected_memories(top: &Module) -> usize {
    top.sum_inside(|module| module.memories.iter().filter(|memory| memory.write.is_some()).count())
}

struct Pass<'a> {
    protection: Protection,
    memories: &'a Memories,
    /// Prefix of the names of new modules.
    prefix: &'a str,
    /// Circuits by the bits of a word.
    circuits: HashMap<u32, Circuits>,
    /// Results by the address of the original module, so that instances still share modules.
    done: HashMap<*const Module, Arc<Module>>,
}

impl Pass<'_> {
    /// Returns the circuits of the pieces of words of `bits` bits.
    fn pieces(&mut self, bits: u32) -> Vec<Circuits> {
        let (prefix, protection) = (self.prefix, self.protection);
        let mut circuits = |bits: u32| {
            let new = || Circuits::new(prefix, protection, &Code::new(protection, bits));
            self.circuits.entry(bits).or_insert_with(new).clone()
        };
        pieces(protection, bits).into_iter().map(&mut circuits).collect()
    }

    /// Number of the events that there are: errors, and corrected ones.
    fn events(&self) -> usize {
        if self.protection == Protection::Ecc {
            2
        } else {
            1
        }
    }

    /// Returns a module inside the top module, with outputs of events if there is a memory in it.
    fn inside(&mut self, module: &Arc<Module>) -> Arc<Module> {
        if let Some(result) = self.done.get(&Arc::as_ptr(module)) {
            return result.clone();
        }
        let result = match protected_memories(module) {
            0 => module.clone(),
            _ => {
                let (mut m, pulses) = Rebuilding::run(module, self);
                for (name, pulse) in Events::INSIDE.names().into_iter().zip(pulses) {
                    pulse.into_iter().for_each(|pulse| m.output(name, pulse));
                }
                Arc::new(m)
            }
        };
        self.done.insert(Arc::as_ptr(module), result.clone());
        result
    }

    /// Returns a module that is a memory as `other` is, for words of other bits.
    fn memory_module(&self, (other, memory): (&Module, &MemoryModule), bits: u32) -> Arc<Module> {
        let is_collision_free = memory.access == MemoryAccess::NoCollisions;
        let mut module = match memory.access {
            MemoryAccess::WritesLate => self.memories.ram(memory.words, bits),
            _ => self.memories.ram_of_one_cycle(memory.words, bits, is_collision_free),
        };
        for (memory, of_other) in Arc::make_mut(&mut module).memories.iter_mut().zip(&other.memories) {
            (memory.is_cleared, memory.style) = (true, of_other.style);
        }
        module
    }
}

/// A module that is rebuilt with protected memories.
struct Rebuilding<'a, 'p, 'q> {
    module: &'a Module,
    pass: &'p mut Pass<'q>,
    out: Module,
    /// New net of each net.
    nets: Vec<Net>,
    /// Memories that take the place of each memory.
    memories: Vec<Vec<MemoryId>>,
    /// Instances that take the place of each instance of a memory.
    instances: BTreeMap<usize, Vec<usize>>,
    /// Nets that are set while a word that was read is wrong, and while one is corrected.
    found: [Vec<Net>; 2],
}

impl<'a, 'p, 'q> Rebuilding<'a, 'p, 'q> {
    /// Returns the module with protected memories, and its pulses of errors and of corrected errors.
    fn run(module: &'a Module, pass: &'p mut Pass<'q>) -> (Module, [Option<Net>; 2]) {
        // What is not known at the start of a simulation would be an unknown address, and an unknown event.
        let out = Module { nets: vec![], memories: vec![], is_cleared: true, ..module.clone() };
        let (nets, memories, instances, found) = (vec![], vec![], BTreeMap::new(), [vec![], vec![]]);
        let mut this = Rebuilding { module, pass, out, nets, memories, instances, found };
        this.widen_memories();
        this.place_instances();
        for (index, info) in module.nets.iter().enumerate() {
            let net = this.net(Net(index as u32));
            if let Some(name) = &info.name {
                this.out.name(net, name.clone());
            }
            this.nets.push(net);
        }
        reconnect(module, &mut this.out, &this.nets, |_| true);
        this.connect_writes();
        let pulses = this.pulses();
        (this.out, pulses)
    }

    /// Adds the memories that take the place of each memory.
    fn widen_memories(&mut self) {
        for memory in &self.module.memories {
            let pieces = self.pass.pieces(memory.width);
            let names = names(&memory.name, pieces.len());
            let of_piece = |(Circuits { bits, checks, .. }, name): (Circuits, String)| {
                let width = bits + checks;
                let id = self.out.memory(name, memory.words, width);
                let widened = &mut self.out.memories[id.0 as usize];
                *widened = Memory { is_cleared: true, width, name: widened.name.clone(), ..memory.clone() };
                id
            };
            let ids = pieces.into_iter().zip(names).map(of_piece).collect();
            self.memories.push(ids);
        }
    }

    /// Replaces the modules of instances. A memory of words that are too long with their check bits becomes two.
    fn place_instances(&mut self) {
        for (number, instance) in self.module.instances.iter().enumerate() {
            match instance.module.memory.filter(|memory| memory.access != MemoryAccess::ReadOnly) {
                None => self.out.instances[number].module = self.pass.inside(&instance.module),
                Some(memory) => {
                    let pieces = self.pass.pieces(memory.bits);
                    let names = names(&instance.name, pieces.len());
                    // The first piece has the place of the memory, and others come after all instances.
                    let more = self.out.instances.len()..;
                    let places: Vec<usize> = [number].into_iter().chain(more).take(pieces.len()).collect();
                    self.out.instances.extend(vec![instance.clone(); pieces.len() - 1]);
                    for ((Circuits { bits, checks, .. }, name), &place) in pieces.into_iter().zip(names).zip(&places) {
                        let module = self.pass.memory_module((&instance.module, &memory), bits + checks);
                        self.out.instances[place] = Instance { name, module, ..instance.clone() };
                    }
                    self.instances.insert(number, places);
                }
            }
        }
    }

    /// Returns the net that takes the place of one.
    fn net(&mut self, net: Net) -> Net {
        let (width, op) = (self.module.width(net), &self.module.nets[net.index()].op);
        let new = |net: Net| self.nets[net.index()];
        match op {
            Op::Read { memory, addr } => {
                let addr = new(*addr);
                self.word(*memory, |id| Op::Read { memory: id, addr })
            }
            Op::Peek { memory, addr } => {
                let addr = new(*addr);
                self.word(*memory, |id| Op::Peek { memory: id, addr })
            }
            Op::Output { instance, port, field } if self.instances.contains_key(instance) => {
                let (places, port, field) = (self.instances[instance].clone(), *port, *field);
                let name = &self.module.instances[*instance].name;
                self.tested(name, width, |piece| Op::Output { instance: places[piece], port, field })
            }
            _ => {
                let op = op.map_operands(new);
                self.out.net(width, op)
            }
        }
    }

    /// Returns a word that is read in a memory.
    fn word(&mut self, memory: MemoryId, read: impl Fn(MemoryId) -> Op) -> Net {
        let Memory { name, width, .. } = &self.module.memories[memory.0 as usize];
        let ids = self.memories[memory.0 as usize].clone();
        self.tested(name, *width, |piece| read(ids[piece]))
    }

    /// Tests or corrects the pieces of a word, each of which is read with its check bits.
    fn tested(&mut self, name: &str, width: u32, read: impl Fn(usize) -> Op) -> Net {
        let pieces = self.pass.pieces(width);
        let names = names(&format!("{name}_test"), pieces.len());
        let words = pieces.into_iter().zip(names).enumerate().map(|(piece, (circuits, name))| {
            let Circuits { bits, checks, decoder, .. } = circuits;
            let stored = self.out.net(bits + checks, read(piece));
            let outputs = self.out.instance(name, &decoder, vec![vec![stored]]).concat();
            self.found.iter_mut().zip(&outputs[1..]).for_each(|(found, net)| found.push(*net));
            outputs[0]
        });
        let words: Vec<Net> = words.collect();
        self.out.concat(&words)
    }

    /// Connects the write ports: each piece of a word with its check bits.
    fn connect_writes(&mut self) {
        if !self.found[0].is_empty() {
            self.out.section("Check bits, and errors");
        }
        for (number, memory) in self.module.memories.iter().enumerate() {
            let Some((enable, address, data)) = memory.write else { continue };
            let [enable, address, data] = [enable, address, data].map(|net| self.nets[net.index()]);
            for (place, stored) in self.memories[number].clone().into_iter().zip(self.coded(&memory.name, data)) {
                self.out.write(place, enable, address, stored);
            }
        }
        for (number, places) in self.instances.clone() {
            let data = self.nets[self.module.instances[number].inputs[MemoryModule::DATA][0].index()];
            let name = self.module.instances[number].name.clone();
            let inputs = self.out.instances[number].inputs.clone();
            for (place, stored) in places.into_iter().zip(self.coded(&name, data)) {
                let mut inputs = inputs.clone();
                inputs[MemoryModule::DATA] = vec![stored];
                self.out.connect(place, inputs);
            }
        }
    }

    /// Returns the pieces of a word with their check bits.
    fn coded(&mut self, name: &str, word: Net) -> Vec<Net> {
        let pieces = self.pass.pieces(self.out.width(word));
        let names = names(&format!("{name}_check"), pieces.len());
        let mut low = 0;
        let coded = pieces.into_iter().zip(names).map(|(Circuits { bits, encoder, .. }, name)| {
            let piece = self.out.slice(word, low, bits);
            low += bits;
            let check = self.out.instance(name, &encoder, vec![vec![piece]])[0][0];
            self.out.concat(&[piece, check])
        });
        coded.collect()
    }

    /// Returns the pulses of errors and of corrected errors: one for each enabled clock cycle after one in which a word
    /// was wrong, here or inside.
    fn pulses(&mut self) -> [Option<Net>; 2] {
        let m = &mut self.out;
        let reset = m.reset.map(|_| 0);
        // Before the first clock edge no word has been read.
        let has_read = (!self.found[0].is_empty()).then(|| {
            let (has_read, always) = (m.state(1, Some(0)), m.constant(1, 1));
            m.drive(has_read, always);
            m.name(has_read, "has_read")
        });
        let own = std::mem::take(&mut self.found).map(|found| {
            let any = found.into_iter().reduce(|any, one| m.or(any, one))?;
            let any = m.and(any, has_read?);
            let pulse = m.register(any, reset);
            Some(m.enable.map_or(pulse, |enable| m.and(pulse, enable)))
        });
        let mut all = own.map(|pulse| pulse.into_iter().collect::<Vec<Net>>());
        for number in 0..m.instances.len() {
            let ports = Events::INSIDE.names().into_iter().zip(&mut all);
            for (name, all) in ports {
                let inner = &m.instances[number].module;
                if let Some(port) = inner.outputs.iter().position(|port| port.name == name) {
                    all.push(m.net(1, Op::Output { instance: number, port, field: 0 }));
                }
            }
        }
        all.map(|pulses| pulses.into_iter().reduce(|any, one| m.or(any, one)))
    }
}

/// Names of the pieces of something: its own if there is one.
fn names(name: &str, pieces: usize) -> Vec<String> {
    match pieces {
        1 => vec![name.into()],
        _ => (0..pieces).map(|piece| format!("{name}_{piece}")).collect(),
    }
}

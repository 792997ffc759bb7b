//! Random designs: every operation, random widths, state, stalls and hierarchy.

use fftgen::rtl::{address_bits, mask, Module, Net};
use std::sync::Arc;

/// SplitMix64 (Steele, Lea, Flood 2014): a seed is all it takes to repeat a failure.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Mostly small, sometimes around 64 or 128, where the simulator changes its ways.
    pub fn width(&mut self) -> u32 {
        match self.below(8) {
            0 => 1,
            1 => 60 + self.below(9) as u32,
            2 => 1 + self.below(128) as u32,
            _ => 1 + self.below(20) as u32,
        }
    }

    /// A value of a width, often one of the extremes.
    pub fn value(&mut self, width: u32) -> u128 {
        let value = match self.below(6) {
            0 => 0,
            1 => u128::MAX,
            2 => 1 << self.below(width as u64),
            _ => (self.next() as u128) << 64 | self.next() as u128,
        };
        value & mask(width)
    }
}

/// A random design: `depth` levels of hierarchy below it.
pub fn design(random: &mut Random, name: &str, depth: usize) -> Module {
    let children = match depth {
        0 => vec![],
        _ => (0..2).map(|i| Arc::new(design(random, &format!("{name}_{i}"), depth - 1))).collect(),
    };
    let doc = format!("Random design {name}.\n\nNobody knows what it does, but every simulator has to agree on it.");
    let mut generator = Generator { random, module: Module::new(name, doc), pool: vec![] };
    generator.build(&children);
    generator.module
}

struct Generator<'a> {
    random: &'a mut Random,
    module: Module,
    pool: Vec<Net>,
}

impl Generator<'_> {
    fn build(&mut self, children: &[Arc<Module>]) {
        if !self.random.once_in(3) {
            let enable = self.module.input("ce", 1);
            self.module.set_enable(enable);
        }
        if !self.random.once_in(3) {
            let reset = self.module.input("rst", 1);
            self.module.set_reset(reset);
        }
        for port in 0..1 + self.random.below(4) {
            let fields: Vec<u32> = (0..1 + self.random.below(3)).map(|_| self.random.width()).collect();
            let nets = self.module.input_bus(format!("in{port}"), &fields);
            self.pool.extend(nets);
        }
        let states: Vec<Net> = (0..self.random.below(5))
            .map(|_| {
                let width = self.random.width();
                let reset = self.random.once_in(2).then(|| self.random.value(width));
                self.module.state(width, reset)
            })
            .collect();
        self.pool.extend(&states);
        for _ in 0..10 + self.random.below(40) {
            let net = self.operation();
            self.pool.push(net);
            if self.random.once_in(6) {
                let name = ["exponent", "reg", "in0", "x", "a b", "unused", "sum_1"][self.random.below(7) as usize];
                self.module.name(net, name);
            }
        }
        for child in children {
            for copy in 0..1 + self.random.below(2) {
                self.instance(child, copy);
            }
        }
        for _ in 0..self.random.below(10) {
            let net = self.operation();
            self.pool.push(net);
        }
        for state in states {
            let (d, enable) = (self.of_width(self.module.width(state)), self.of_width(1));
            match self.random.once_in(2) {
                true => self.module.drive(state, d),
                false => self.module.drive_enabled(state, d, enable),
            }
        }
        for port in 0..1 + self.random.below(4) {
            let fields: Vec<Net> = (0..1 + self.random.below(3)).map(|_| self.any()).collect();
            self.module.output_bus(format!("out{port}"), &fields);
        }
    }

    /// Some net, mostly a recent one.
    fn any(&mut self) -> Net {
        let recent = self.pool.len().min(12) as u64;
        let last = self.pool.len() - 1;
        match self.random.below(10) {
            0 => {
                let width = self.random.width();
                let value = self.random.value(width);
                self.module.constant(width, value)
            }
            1..=3 => self.pool[self.random.below(self.pool.len() as u64) as usize],
            _ => self.pool[last - self.random.below(recent) as usize],
        }
    }

    /// Some net, cut or extended.
    fn of_width(&mut self, width: u32) -> Net {
        let net = self.any();
        let from = self.module.width(net);
        match from.cmp(&width) {
            std::cmp::Ordering::Less => self.module.extend(net, width),
            std::cmp::Ordering::Equal => net,
            std::cmp::Ordering::Greater => {
                let low = self.random.below((from - width + 1) as u64) as u32;
                self.module.slice(net, low, width)
            }
        }
    }

    /// A net that never exceeds the last word of a memory.
    fn address(&mut self, words: usize) -> Net {
        let bits = address_bits(words);
        let net = self.of_width(bits);
        let (limit, zero) = (self.module.constant(bits, words as u128 - 1), self.module.constant(bits, 0));
        if words == 1 << bits {
            return net;
        }
        let past = self.module.lt(limit, net);
        self.module.mux(past, zero, net)
    }

    fn operation(&mut self) -> Net {
        let a = self.any();
        let width = self.module.width(a);
        match self.random.below(21) {
            0 => self.module.not(a),
            1 => self.binary(a, Module::and),
            2 => self.binary(a, Module::or),
            3 => self.binary(a, Module::xor),
            4 => self.binary(a, Module::add),
            5 => self.binary(a, Module::sub),
            6 => self.binary(a, Module::eq),
            7 => self.binary(a, Module::lt),
            8 => self.module.any(a),
            9 => self.module.all(a),
            10 if width < 128 => {
                let other = self.random.width().min(128 - width);
                let b = self.of_width(other);
                if self.random.below(2) == 0 {
                    self.module.mul(a, b)
                } else {
                    self.module.mul_signed(a, b)
                }
            }
            11 => {
                let (sel, b) = (self.of_width(1), self.of_width(width));
                self.module.mux(sel, a, b)
            }
            12 => {
                let bits = 1 + self.random.below(4) as u32;
                let sel = self.of_width(bits);
                let cases: Vec<Net> = (0..1 + self.random.below(9)).map(|_| self.of_width(width)).collect();
                self.module.select(sel, &cases)
            }
            13 => {
                let low = self.random.below(width as u64) as u32;
                let bits = 1 + self.random.below((width - low) as u64) as u32;
                self.module.slice(a, low, bits)
            }
            14 => self.concat(a),
            15 => {
                let bits = 1 + self.random.below(9) as u32;
                let by = self.of_width(bits);
                match self.random.once_in(2) {
                    true => self.module.shl(a, by),
                    false => self.module.shr(a, by),
                }
            }
            16 => {
                let bits = 1 + self.random.below(6) as u32;
                let addr = self.of_width(bits);
                let word = self.random.width();
                let table: Vec<u128> = (0..1 + self.random.below(80)).map(|_| self.random.value(word)).collect();
                self.module.rom(addr, word, table)
            }
            17 => {
                let reset = self.random.once_in(2).then(|| self.random.value(width));
                self.module.register(a, reset)
            }
            18 => {
                let depth = [1, 2, 3, 7, 20][self.random.below(5) as usize];
                match self.pool.len() % 2 == 0 {
                    true => self.module.delay_line(a, depth),
                    false => self.module.delay(a, depth),
                }
            }
            19 => self.memory(a, width),
            _ => self.sign_extend(a),
        }
    }

    fn binary(&mut self, a: Net, operation: fn(&mut Module, Net, Net) -> Net) -> Net {
        let b = self.of_width(self.module.width(a));
        operation(&mut self.module, a, b)
    }

    fn concat(&mut self, first: Net) -> Net {
        let mut parts = vec![first];
        let mut total = self.module.width(first);
        for _ in 0..1 + self.random.below(6) {
            let part = match self.random.once_in(4) {
                true => parts[parts.len() - 1],
                false => self.any(),
            };
            total += self.module.width(part);
            if total > 128 {
                break;
            }
            parts.push(part);
        }
        self.module.concat(&parts)
    }

    /// A memory with one or two reads, of either kind; small, so that reads meet writes.
    fn memory(&mut self, data: Net, width: u32) -> Net {
        let words = [1, 2, 4, 5, 16][self.random.below(5) as usize];
        let memory = self.module.memory("store", words, width);
        let (enable, addr) = (self.of_width(1), self.address(words));
        self.module.write(memory, enable, addr, data);
        let first = self.address(words);
        let first = match words {
            2 | 5 => self.module.peek(memory, first),
            _ => self.module.read(memory, first),
        };
        if self.random.once_in(3) {
            let second = self.address(words);
            let second = self.module.read(memory, second);
            self.pool.push(second);
        }
        first
    }

    fn instance(&mut self, child: &Arc<Module>, copy: u64) {
        let widths = |port: &fftgen::rtl::Port| port.fields.iter().map(|&f| child.width(f)).collect::<Vec<u32>>();
        let ports: Vec<Vec<u32>> = child.inputs.iter().map(widths).collect();
        let inputs =
            ports.into_iter().map(|port| port.into_iter().map(|width| self.of_width(width)).collect()).collect();
        let outputs = self.module.instance(format!("copy{copy}"), child, inputs);
        self.pool.extend(outputs.into_iter().flatten());
    }

    /// The net with its top bit repeated above it.
    fn sign_extend(&mut self, of: Net) -> Net {
        let width = self.module.width(of);
        let sign = self.module.bit(of, width - 1);
        let mut parts = vec![of];
        parts.extend(std::iter::repeat_n(sign, 5.min(128 - width) as usize));
        self.module.concat(&parts)
    }
}

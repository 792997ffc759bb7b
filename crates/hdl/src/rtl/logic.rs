//! Construction of combinational nets. Operations on constants, and operations that are only wires, fold at once.

use super::{address_bits, mask, Module, Net, Op};
use std::sync::Arc;

/// Column of a table that needs no table.
enum Wire {
    /// Constant bit.
    Constant(u128),
    /// Bit of the address.
    Address { bit: u32, is_inverted: bool },
}

impl Module {
    /// Adds a constant, of which the lowest `width` bits count.
    pub fn constant(&mut self, width: u32, value: u128) -> Net {
        let value = value & mask(width);
        self.push(width, Op::Const(value))
    }

    /// Adds a complement, bit by bit.
    pub fn not(&mut self, a: Net) -> Net {
        match self.constant_value(a) {
            Some(v) => self.constant(self.width(a), !v),
            None => self.push(self.width(a), Op::Not(a)),
        }
    }

    /// Checks that two operands have one width, and returns it.
    pub(super) fn same(&self, a: Net, b: Net) -> u32 {
        assert_eq!(self.width(a), self.width(b), "operand widths in module {}", self.name);
        self.width(a)
    }

    /// Adds a conjunction, bit by bit.
    pub fn and(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => a,
            (_, Some(0)) => b,
            (Some(v), _) if v == mask(width) => b,
            (_, Some(v)) if v == mask(width) => a,
            _ => self.push(width, Op::And(a, b)),
        }
    }

    /// Adds a disjunction, bit by bit.
    pub fn or(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(v), _) if v == mask(width) => a,
            (_, Some(v)) if v == mask(width) => b,
            _ => self.push(width, Op::Or(a, b)),
        }
    }

    /// Adds an exclusive disjunction, bit by bit.
    pub fn xor(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Xor(a, b)),
        }
    }

    /// Adds a sum modulo 2^width.
    pub fn add(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Add(a, b)),
        }
    }

    /// Adds a difference modulo 2^width.
    pub fn sub(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match self.constant_value(b) {
            Some(0) => a,
            _ => self.push(width, Op::Sub(a, b)),
        }
    }

    /// Adds a full unsigned product.
    pub fn mul(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::Mul(a, b))
    }

    /// Adds a full product of two's complement numbers.
    pub fn mul_signed(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::MulSigned(a, b))
    }

    /// Compares for equality.
    pub fn eq(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Eq(a, b))
    }

    /// Compares for equality with a constant.
    pub fn eq_const(&mut self, a: Net, value: u128) -> Net {
        let b = self.constant(self.width(a), value);
        self.eq(a, b)
    }

    /// Compares unsigned numbers: `a < b`.
    pub fn lt(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Lt(a, b))
    }

    /// Adds the disjunction of all bits.
    pub fn any(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::Any(a)),
        }
    }

    /// Adds the conjunction of all bits.
    pub fn all(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::All(a)),
        }
    }

    /// Adds the exclusive disjunction of all bits.
    pub fn odd(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::Odd(a)),
        }
    }

    /// Adds a multiplexer: `sel ? then : other`.
    pub fn mux(&mut self, sel: Net, then: Net, other: Net) -> Net {
        assert_eq!(self.width(sel), 1, "mux select in module {}", self.name);
        let width = self.same(then, other);
        match (self.constant_value(sel), self.constant_value(then), self.constant_value(other)) {
            _ if then == other => then,
            (Some(0), ..) => other,
            (Some(_), ..) => then,
            (None, Some(1), Some(0)) if width == 1 => sel,
            (None, Some(0), Some(1)) if width == 1 => self.not(sel),
            (None, ..) => self.push(width, Op::Mux { sel, then, other }),
        }
    }

    /// Adds a multiplexer: `cases[sel]`, and the last case for every larger `sel`.
    pub fn select(&mut self, sel: Net, cases: &[Net]) -> Net {
        let width = self.width(cases[0]);
        assert!(cases.iter().all(|&c| self.width(c) == width), "select cases in module {}", self.name);
        if cases.iter().all(|&c| c == cases[0]) {
            return cases[0];
        }
        if cases.len() == 2 && self.width(sel) == 1 {
            return self.mux(sel, cases[1], cases[0]);
        }
        self.push(width, Op::Select { sel, cases: cases.to_vec() })
    }

    /// Selects the bits `low .. low + width`.
    pub fn slice(&mut self, of: Net, low: u32, width: u32) -> Net {
        assert!(low + width <= self.width(of), "slice in module {}", self.name);
        if low == 0 && width == self.width(of) {
            return of;
        }
        match self.constant_value(of) {
            Some(v) => self.constant(width, v >> low),
            None => self.push(width, Op::Slice { of, low }),
        }
    }

    /// Selects one bit.
    pub fn bit(&mut self, of: Net, index: u32) -> Net {
        self.slice(of, index, 1)
    }

    /// Concatenates nets, the first at the low end. Adjacent slices of a net become one slice.
    pub fn concat(&mut self, parts: &[Net]) -> Net {
        let mut merged: Vec<Net> = Vec::with_capacity(parts.len());
        for &part in parts {
            let slice = merged.last().and_then(|&below| self.merge_slices(below, part));
            match slice {
                Some((of, low, width)) => {
                    merged.pop();
                    let slice = self.slice(of, low, width);
                    merged.push(slice);
                }
                None => merged.push(part),
            }
        }
        match merged.as_slice() {
            [one] => *one,
            _ => {
                let width = merged.iter().map(|&p| self.width(p)).sum();
                self.push(width, Op::Concat(merged))
            }
        }
    }

    /// Merges two adjacent slices of a net. Returns the net, the lowest bit and the width, or `None` for other nets.
    fn merge_slices(&self, below: Net, above: Net) -> Option<(Net, u32, u32)> {
        let part = |net: Net| match self.nets[net.index()].op {
            Op::Slice { of, low } => Some((of, low)),
            _ => None,
        };
        let ((of, low), (other, next)) = (part(below)?, part(above)?);
        let width = self.width(below);
        (of == other && next == low + width).then(|| (of, low, width + self.width(above)))
    }

    /// Zero-extends to `width`.
    pub fn extend(&mut self, a: Net, width: u32) -> Net {
        let from = self.width(a);
        if from == width {
            return a;
        }
        let zeros = self.constant(width - from, 0);
        self.concat(&[a, zeros])
    }

    /// Sign-extends to `width`.
    pub fn sign_extend(&mut self, a: Net, width: u32) -> Net {
        let from = self.width(a);
        if from == width {
            return a;
        }
        let sign = self.bit(a, from - 1);
        let signs = self.repeat(sign, width - from);
        self.concat(&[a, signs])
    }

    /// Returns a signed word modulo 2^`width`: sign-extended, or without its high bits.
    pub fn resize_signed(&mut self, a: Net, width: u32) -> Net {
        match self.width(a) > width {
            true => self.slice(a, 0, width),
            false => self.sign_extend(a, width),
        }
    }

    /// Repeats one bit.
    pub fn repeat(&mut self, bit: Net, times: u32) -> Net {
        assert_eq!(self.width(bit), 1);
        self.concat(&vec![bit; times as usize])
    }

    /// Adds a logical shift left by `by` bits.
    pub fn shl(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shl { of, by })
    }

    /// Adds a logical shift right by `by` bits.
    pub fn shr(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shr { of, by })
    }

    /// Adds a table of words of `width` bits. Addresses past the end read the last word. Where each bit of the words is
    /// a constant or a bit of the address, inverted or not, wires replace the table.
    pub fn rom(&mut self, addr: Net, width: u32, table: impl Into<Arc<[u128]>>) -> Net {
        let table = table.into();
        assert!(!table.is_empty() && table.iter().all(|&word| word <= mask(width)));
        if table.iter().all(|word| *word == table[0]) {
            return self.constant(width, table[0]);
        }
        let wires: Option<Vec<Wire>> = (0..width).map(|bit| self.wire(addr, &table, bit)).collect();
        let Some(wires) = wires else { return self.push(width, Op::Rom { addr, table }) };
        let bits: Vec<Net> = wires
            .into_iter()
            .map(|wire| match wire {
                Wire::Constant(value) => self.constant(1, value),
                Wire::Address { bit, is_inverted: false } => self.bit(addr, bit),
                Wire::Address { bit, is_inverted: true } => {
                    let bit = self.bit(addr, bit);
                    self.not(bit)
                }
            })
            .collect();
        self.concat(&bits)
    }

    /// Expresses one bit of a table's words as a wire. `None` if the bit depends on several bits of the address.
    fn wire(&self, addr: Net, table: &[u128], bit: u32) -> Option<Wire> {
        let bits = address_bits(table.len());
        if self.width(addr) != bits {
            return None;
        }
        let word = |at: usize| table[at.min(table.len() - 1)] >> bit & 1;
        let first = word(0);
        let mut sources = (0..bits).filter(|source| word(1 << source) != first);
        let source = sources.next();
        let follows = |at: usize| (word(at) != first) == source.is_some_and(|bit| at >> bit & 1 == 1);
        let is_wire = sources.next().is_none() && (0..1 << bits).all(follows);
        let address = |bit: u32| Wire::Address { bit, is_inverted: first == 1 };
        is_wire.then(|| source.map_or(Wire::Constant(first), address))
    }
}

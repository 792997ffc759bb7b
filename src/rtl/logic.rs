//! Combinational nets. Constants fold as they are built, and so does what is no more than wires.

use super::{address_bits, mask, Module, Net, Op};
use std::sync::Arc;

/// A bit of a table that is a constant, or this bit of its address, negated or not.
enum Wire {
    Constant(u128),
    Of(u32, bool),
}

impl Module {
    pub fn constant(&mut self, width: u32, value: u128) -> Net {
        let value = value & mask(width);
        self.push(width, Op::Const(value))
    }

    pub fn not(&mut self, a: Net) -> Net {
        match self.constant_value(a) {
            Some(v) => self.constant(self.width(a), !v),
            None => self.push(self.width(a), Op::Not(a)),
        }
    }

    pub(super) fn same(&self, a: Net, b: Net) -> u32 {
        assert_eq!(self.width(a), self.width(b), "operand widths in module {}", self.name);
        self.width(a)
    }

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

    pub fn xor(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Xor(a, b)),
        }
    }

    /// Sum modulo 2^width.
    pub fn add(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Add(a, b)),
        }
    }

    /// Difference modulo 2^width.
    pub fn sub(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match self.constant_value(b) {
            Some(0) => a,
            _ => self.push(width, Op::Sub(a, b)),
        }
    }

    /// Full unsigned product.
    pub fn mul(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::Mul(a, b))
    }

    /// Full product of two's complement numbers.
    pub fn mul_signed(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::MulSigned(a, b))
    }

    pub fn eq(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Eq(a, b))
    }

    /// Equality with a constant.
    pub fn eq_const(&mut self, a: Net, value: u128) -> Net {
        let b = self.constant(self.width(a), value);
        self.eq(a, b)
    }

    /// Unsigned less than.
    pub fn lt(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Lt(a, b))
    }

    /// Or of all bits.
    pub fn any(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::Any(a)),
        }
    }

    /// And of all bits.
    pub fn all(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::All(a)),
        }
    }

    /// `sel ? then : other`.
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

    /// `cases[sel]`, the last one for every larger `sel`.
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

    /// Bits `low .. low + width`.
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

    /// One bit.
    pub fn bit(&mut self, of: Net, index: u32) -> Net {
        self.slice(of, index, 1)
    }

    /// Nets side by side, the first at the low end.
    pub fn concat(&mut self, parts: &[Net]) -> Net {
        let mut joined: Vec<Net> = Vec::with_capacity(parts.len());
        for &part in parts {
            let whole = joined.last().and_then(|&below| self.rejoined(below, part));
            match whole {
                Some((of, low, width)) => {
                    joined.pop();
                    let whole = self.slice(of, low, width);
                    joined.push(whole);
                }
                None => joined.push(part),
            }
        }
        match joined.as_slice() {
            [one] => *one,
            _ => {
                let width = joined.iter().map(|&p| self.width(p)).sum();
                self.push(width, Op::Concat(joined))
            }
        }
    }

    /// Two nets as one slice, if they are neighbours in the same net.
    fn rejoined(&self, below: Net, above: Net) -> Option<(Net, u32, u32)> {
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

    /// One bit repeated.
    pub fn repeat(&mut self, bit: Net, times: u32) -> Net {
        assert_eq!(self.width(bit), 1);
        self.concat(&vec![bit; times as usize])
    }

    pub fn shl(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shl { of, by })
    }

    pub fn shr(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shr { of, by })
    }

    /// A table of `width`-bit words, the last of which stands for all that are missing. One whose bits are each a constant
    /// or a bit of the address, negated or not, is no table.
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
                Wire::Of(bit, false) => self.bit(addr, bit),
                Wire::Of(bit, true) => {
                    let bit = self.bit(addr, bit);
                    self.not(bit)
                }
            })
            .collect();
        self.concat(&bits)
    }

    /// One bit of the words of a table, if no more than one bit of the address says what it is.
    fn wire(&self, addr: Net, table: &[u128], bit: u32) -> Option<Wire> {
        let bits = address_bits(table.len());
        if self.width(addr) != bits {
            return None;
        }
        let word = |at: usize| table[at.min(table.len() - 1)] >> bit & 1;
        let first = word(0);
        let mut of = (0..bits).filter(|from| word(1 << from) != first);
        let from = of.next();
        let follows = |at: usize| (word(at) != first) == from.is_some_and(|from| at >> from & 1 == 1);
        let known = of.next().is_none() && (0..1 << bits).all(follows);
        known.then(|| from.map_or(Wire::Constant(first), |from| Wire::Of(from, first == 1)))
    }
}

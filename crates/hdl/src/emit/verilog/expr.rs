//! Expressions as text, and a record of the bits that they read.

use crate::emit::view::{ModuleView, Piece, SignalId, Value};
use crate::rtl::{Net, Op};

/// Printer of the expressions of a module.
pub(super) struct Expressions<'a> {
    pub view: &'a ModuleView<'a>,
    /// `names[signal]`, empty for a dead signal.
    pub names: Vec<String>,
    /// `memories[memory]`: name of the memory.
    pub memories: Vec<String>,
    /// `read[signal][bit / 64]`: mask of the bits that a printed expression reads.
    read: Vec<Vec<u64>>,
}

impl<'a> Expressions<'a> {
    /// Creates a printer without any bits read.
    pub fn new(view: &'a ModuleView<'a>, names: Vec<String>, memories: Vec<String>) -> Self {
        let read = view.signals.iter().map(|signal| vec![0; signal.width.div_ceil(64) as usize]).collect();
        Expressions { view, names, memories, read }
    }

    fn width(&self, net: Net) -> u32 {
        self.view.module.width(net)
    }

    /// Returns the text of a net at its use.
    pub fn operand(&mut self, net: Net) -> String {
        match self.view.value(net) {
            Value::Const(value) => literal(self.width(net), value),
            Value::Bits { signal, low } => self.bits(signal, low, self.width(net)),
            Value::Inline(net) => self.operation(net),
        }
    }

    fn op(&self, net: Net) -> &'a Op {
        &self.view.module.nets[net.index()].op
    }

    /// Returns the text of a net within an expression. It is in parentheses if it is more than a name and an inversion.
    pub fn term(&mut self, net: Net) -> String {
        let text = self.operand(net);
        match self.view.value(net) {
            Value::Inline(inner) if !self.is_primary(inner) => format!("({text})"),
            _ => text,
        }
    }

    /// Whether an expression needs no parentheses beside an operator.
    fn is_primary(&self, net: Net) -> bool {
        match self.op(net) {
            Op::Concat(_) => true,
            Op::Not(a) => self.comparison(*a).is_none(),
            _ => false,
        }
    }

    /// Returns the comparison of a net that is printed at its only use. `None` for any other net.
    fn comparison(&self, net: Net) -> Option<&'a Op> {
        match self.view.value(net) {
            Value::Inline(inner) => Some(self.op(inner)).filter(|op| matches!(op, Op::Eq(..) | Op::Lt(..))),
            _ => None,
        }
    }

    /// Returns the text of some bits of a signal, and records them as read.
    pub fn bits(&mut self, signal: SignalId, low: u32, width: u32) -> String {
        for bit in low..low + width {
            self.read[signal][bit as usize / 64] |= 1 << (bit % 64);
        }
        self.range(signal, low, width)
    }

    /// Returns the text of some bits of a signal, without recording them as read.
    pub fn range(&self, signal: SignalId, low: u32, width: u32) -> String {
        let name = &self.names[signal];
        match width {
            _ if width == self.view.signals[signal].width => name.clone(),
            1 => format!("{name}[{low}]"),
            _ => format!("{name}[{}:{low}]", low + width - 1),
        }
    }

    /// Returns the ranges of a signal that nothing reads.
    pub fn unread(&self, signal: SignalId) -> Vec<String> {
        let width = self.view.signals[signal].width;
        let is_read = |bit: u32| self.read[signal][bit as usize / 64] >> (bit % 64) & 1 == 1;
        let mut ranges = Vec::new();
        let mut bit = 0;
        while bit < width {
            let end = (bit..width).find(|&b| is_read(b) != is_read(bit)).unwrap_or(width);
            if !is_read(bit) {
                ranges.push(self.range(signal, bit, end - bit));
            }
            bit = end;
        }
        ranges
    }

    /// Returns the right-hand side of a combinational net.
    pub fn operation(&mut self, net: Net) -> String {
        match self.op(net) {
            Op::Not(a) => self.inversion(*a),
            Op::Any(a) => self.unary("|", *a),
            Op::All(a) => self.unary("&", *a),
            Op::Odd(a) => self.unary("^", *a),
            Op::And(a, b) => self.binary(*a, "&", *b),
            Op::Or(a, b) => self.binary(*a, "|", *b),
            Op::Xor(a, b) => self.binary(*a, "^", *b),
            Op::Add(a, b) => self.binary(*a, "+", *b),
            Op::Sub(a, b) => self.binary(*a, "-", *b),
            Op::Eq(a, b) => self.binary(*a, "==", *b),
            Op::Lt(a, b) => self.binary(*a, "<", *b),
            Op::Shl { of, by } => self.binary(*of, "<<", *by),
            Op::Shr { of, by } => self.binary(*of, ">>", *by),
            Op::Mul(a, b) => {
                // Verilog multiplies at the width of the operands, so these are extended to the width of the product.
                let (a_zeros, b_zeros) = (literal(self.width(*b), 0), literal(self.width(*a), 0));
                format!("{{{a_zeros}, {}}} * {{{b_zeros}, {}}}", self.operand(*a), self.operand(*b))
            }
            Op::MulSigned(a, b) => {
                let width = self.width(net);
                // Every wire is unsigned.
                format!("$unsigned({} * {})", self.signed(*a, width), self.signed(*b, width))
            }
            Op::Mux { sel, then, other } => {
                format!("{} ? {} : {}", self.term(*sel), self.term(*then), self.term(*other))
            }
            Op::Select { sel, cases } => self.choice(*sel, self.view.reachable(*sel, cases)),
            Op::Slice { of, low } => match self.view.value(*of) {
                Value::Bits { signal, low: base } => self.bits(signal, base + low, self.width(net)),
                other => unreachable!("slice of {other:?}"),
            },
            Op::Concat(parts) => self.concatenation(parts),
            Op::Peek { memory, addr } => {
                let addr = self.operand(*addr);
                format!("{}[{addr}]", self.memories[memory.0 as usize])
            }
            other => unreachable!("{other:?} is not an expression"),
        }
    }

    /// Returns a unary operator with its operand.
    fn unary(&mut self, operator: &str, a: Net) -> String {
        match self.view.value(a) {
            Value::Inline(inner) if !matches!(self.op(inner), Op::Concat(_)) => {
                format!("{operator}({})", self.operand(a))
            }
            _ => format!("{operator}{}", self.operand(a)),
        }
    }

    /// Returns an inversion. The inversion of a comparison is the opposite comparison.
    fn inversion(&mut self, a: Net) -> String {
        match self.comparison(a) {
            Some(&Op::Eq(a, b)) => self.binary(a, "!=", b),
            Some(&Op::Lt(a, b)) => self.binary(a, ">=", b),
            _ => self.unary("~", a),
        }
    }

    /// Returns a two's complement number extended to `width` bits, in a form that synthesis recognises as signed.
    fn signed(&mut self, net: Net, width: u32) -> String {
        let (own, value) = (self.width(net), self.operand(net));
        let copies = width - own;
        let sign = match self.view.value(net) {
            Value::Const(value) => literal(1, value >> (own - 1) & 1),
            Value::Bits { signal, low } => self.bits(signal, low + own - 1, 1),
            Value::Inline(_) => unreachable!("a factor is a signal"),
        };
        format!("$signed({{{{{copies}{{{sign}}}}}, {value}}})")
    }

    /// Returns a binary operator with its operands.
    fn binary(&mut self, a: Net, operator: &str, b: Net) -> String {
        format!("{} {operator} {}", self.term(a), self.term(b))
    }

    /// Returns a selection by one bit after the other, the highest bit first. A bit of four cases then takes one LUT,
    /// where Yosys makes two LUTs from a case statement.
    fn choice(&mut self, sel: Net, cases: &[Net]) -> String {
        match cases {
            [first, second] if self.width(sel) > 1 => {
                let zero = literal(self.width(sel), 0);
                let (sel, first, second) = (self.operand(sel), self.operand(*first), self.operand(*second));
                format!("{sel} == {zero} ? {first} : {second}")
            }
            _ => self.choice_by(sel, self.width(sel), cases),
        }
    }

    /// Returns a selection by the lowest `bits` bits of `sel`. A value beyond the cases selects the last case.
    fn choice_by(&mut self, sel: Net, bits: u32, cases: &[Net]) -> String {
        if let [only] = cases {
            return self.operand(*only);
        }
        let half = 1 << (bits - 1);
        let (low, high) = if cases.len() > half { cases.split_at(half) } else { (cases, &cases[cases.len() - 1..]) };
        let bit = match self.view.value(sel) {
            Value::Bits { signal, low } => self.bits(signal, low + bits - 1, 1),
            _ => self.operand(sel),
        };
        let mut side = |cases: &[Net]| match self.choice_by(sel, bits - 1, cases) {
            choice if cases.len() > 1 => format!("({choice})"),
            case => case,
        };
        format!("{bit} ? {} : {}", side(high), side(low))
    }

    /// Returns a concatenation of nets, the first at the low end.
    pub fn concatenation(&mut self, parts: &[Net]) -> String {
        let mut texts: Vec<String> = Vec::new();
        for piece in self.view.pieces(parts).into_iter().rev() {
            texts.push(match piece {
                Piece::Const { value, width } => literal(width, value),
                Piece::Bits { signal, low, width, copies: 1 } => self.bits(signal, low, width),
                Piece::Bits { signal, low, width, copies } => {
                    format!("{{{copies}{{{}}}}}", self.bits(signal, low, width))
                }
                Piece::Inline { net, copies: 1 } => self.operation(net),
                Piece::Inline { net, copies } => format!("{{{copies}{{{}}}}}", self.operation(net)),
            });
        }
        match &texts[..] {
            [one] => one.clone(),
            _ => format!("{{{}}}", texts.join(", ")),
        }
    }
}

/// Returns a sized constant.
pub(super) fn literal(width: u32, value: u128) -> String {
    format!("{width}'h{value:x}")
}

/// Returns the range of a declaration with a space after it. It is empty for one bit.
pub(super) fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}

//! Expressions as text.

use crate::emit::view::{ModuleView, Piece, SignalId, Value};
use crate::rtl::{Net, Op};

/// Space at which no line ends, until lines are broken.
pub(super) const NO_BREAK: char = '\u{a0}';

/// Printer of the expressions of a module.
pub(super) struct Expressions<'a> {
    pub view: &'a ModuleView<'a>,
    /// `names[signal]`, empty for a dead signal.
    pub names: &'a [String],
    /// `memories[memory]`: name of the memory.
    pub memories: &'a [String],
}

/// Words of the operator of two operands. `None` for another operation.
fn operator(op: &Op) -> Option<(Net, &'static str, Net)> {
    Some(match *op {
        Op::And(a, b) => (a, "and", b),
        Op::Or(a, b) => (a, "or", b),
        Op::Xor(a, b) => (a, "xor", b),
        Op::Add(a, b) => (a, "+", b),
        Op::Sub(a, b) => (a, "-", b),
        Op::Eq(a, b) => (a, "?=", b),
        Op::Lt(a, b) => (a, "?<", b),
        _ => return None,
    })
}

impl<'a> Expressions<'a> {
    fn width(&self, net: Net) -> u32 {
        self.view.module.width(net)
    }

    fn op(&self, net: Net) -> &'a Op {
        &self.view.module.nets[net.index()].op
    }

    /// Returns the text of a net at its use.
    pub fn operand(&self, net: Net) -> String {
        match self.view.value(net) {
            Value::Const(value) => literal(self.width(net), value),
            Value::Bits { signal, low } => self.range(signal, low, self.width(net)),
            Value::Inline(net) => self.operation(net),
        }
    }

    /// Returns the text of a net beside an operator. It is in parentheses if it is more than a name or a call.
    pub fn term(&self, net: Net) -> String {
        let text = self.operand(net);
        match self.view.value(net) {
            Value::Inline(inner) if self.is_compound(inner) => format!("({text})"),
            _ => text,
        }
    }

    /// Returns the text of a net after an operator of one operand, of which no two are side by side.
    fn factor(&self, net: Net) -> String {
        let text = self.operand(net);
        match self.view.value(net) {
            Value::Inline(_) => format!("({text})"),
            _ => text,
        }
    }

    /// Whether an operation is printed with operators.
    fn is_compound(&self, net: Net) -> bool {
        match self.op(net) {
            Op::Mux { .. } | Op::Select { .. } | Op::Shl { .. } | Op::Shr { .. } => false,
            Op::Not(a) => matches!(self.view.value(*a), Value::Inline(_)),
            Op::Concat(parts) => self.view.pieces(parts).len() > 1,
            _ => true,
        }
    }

    /// Returns the text of a net as a word, of which a single bit is none.
    fn word(&self, net: Net) -> String {
        match self.width(net) {
            1 => format!("(0 => {})", self.operand(net)),
            _ => self.operand(net),
        }
    }

    /// Returns the text of some bits of a signal.
    pub fn range(&self, signal: SignalId, low: u32, width: u32) -> String {
        let name = &self.names[signal];
        match width {
            _ if width == self.view.signals[signal].width => name.clone(),
            1 => format!("{name}({low})"),
            _ => format!("{name}({}{NO_BREAK}downto{NO_BREAK}{low})", low + width - 1),
        }
    }

    /// Returns a condition that a bit is set.
    pub fn condition(&self, net: Net) -> String {
        match self.view.value(net) {
            Value::Inline(inner) => match self.op(inner) {
                Op::Not(a) if !matches!(self.view.value(*a), Value::Inline(_)) => format!("{} = '0'", self.operand(*a)),
                _ => format!("{} = '1'", self.term(net)),
            },
            Value::Const(value) => (value == 1).to_string(),
            Value::Bits { .. } => format!("{} = '1'", self.operand(net)),
        }
    }

    /// Returns what a signal is assigned: choices by conditions where the operation is one.
    pub fn assigned(&self, net: Net) -> String {
        match self.op(net) {
            Op::Mux { sel, then, other } => {
                format!("{} when {} else {}", self.operand(*then), self.condition(*sel), self.value(*other))
            }
            _ => self.operation(net),
        }
    }

    /// Returns what a signal is assigned that is equal to a net.
    pub fn value(&self, net: Net) -> String {
        match self.view.value(net) {
            Value::Inline(inner) => self.assigned(inner),
            _ => self.operand(net),
        }
    }

    /// Returns the right-hand side of a combinational net.
    fn operation(&self, net: Net) -> String {
        if let Some((a, word, b)) = operator(self.op(net)) {
            // The sum of two bits and their difference are one bit.
            let word = if self.width(net) == 1 && matches!(word, "+" | "-") { "xor" } else { word };
            return format!("{} {word} {}", self.term(a), self.term(b));
        }
        match self.op(net) {
            Op::Not(a) => self.inversion(*a),
            Op::Any(a) => self.reduction("or", *a),
            Op::All(a) => self.reduction("and", *a),
            Op::Odd(a) => self.reduction("xor", *a),
            Op::Shl { of, by } => self.shift("shl", *of, *by),
            Op::Shr { of, by } => self.shift("shr", *of, *by),
            Op::Mul(a, b) => format!("product({}, {})", self.word(*a), self.word(*b)),
            Op::MulSigned(a, b) => format!("signed_product({}, {})", self.word(*a), self.word(*b)),
            Op::Mux { sel, then, other } => {
                format!("mux({}, {}, {})", self.operand(*sel), self.operand(*then), self.operand(*other))
            }
            Op::Select { sel, cases } => self.choice(*sel, self.view.reachable(*sel, cases)),
            Op::Slice { of, low } => match self.view.value(*of) {
                Value::Bits { signal, low: base } => self.range(signal, base + low, self.width(net)),
                other => unreachable!("slice of {other:?}"),
            },
            Op::Concat(parts) => self.concatenation(parts),
            Op::Peek { memory, addr } => self.word_of(memory.0 as usize, *addr),
            other => unreachable!("{other:?} is not an expression"),
        }
    }

    /// Returns a word of a memory.
    pub fn word_of(&self, memory: usize, addr: Net) -> String {
        format!("{}({})", self.memories[memory], self.place(addr, self.view.module.memories[memory].words))
    }

    /// Returns the place of a word among `words` of them.
    pub fn place(&self, addr: Net, words: usize) -> String {
        format!("place({}, {words})", self.operand(addr))
    }

    /// Returns all bits of a word in one. A single bit is itself.
    fn reduction(&self, word: &str, a: Net) -> String {
        match self.width(a) {
            1 => self.operand(a),
            _ => format!("{word} {}", self.factor(a)),
        }
    }

    fn shift(&self, function: &str, of: Net, by: Net) -> String {
        match self.width(of) {
            // What is shifted at all is gone.
            1 => format!("mux({}, '0', {})", self.reduction("or", by), self.operand(of)),
            _ => format!("{function}({}, {})", self.operand(of), self.word(by)),
        }
    }

    /// Returns an inversion. The inversion of a comparison is the opposite comparison.
    fn inversion(&self, a: Net) -> String {
        let inner = match self.view.value(a) {
            Value::Inline(inner) => operator(self.op(inner)),
            _ => None,
        };
        match inner {
            Some((a, "?=", b)) => format!("{} ?/= {}", self.term(a), self.term(b)),
            Some((a, "?<", b)) => format!("{} ?>= {}", self.term(a), self.term(b)),
            _ => format!("not {}", self.factor(a)),
        }
    }

    /// Returns a selection by one bit after the other, the highest bit first.
    fn choice(&self, sel: Net, cases: &[Net]) -> String {
        match cases {
            [first, second] if self.width(sel) > 1 => {
                format!("mux(or {}, {}, {})", self.factor(sel), self.operand(*second), self.operand(*first))
            }
            _ => self.choice_by(sel, self.width(sel), cases),
        }
    }

    /// Returns a selection by the lowest `bits` bits of `sel`. A value beyond the cases selects the last case.
    fn choice_by(&self, sel: Net, bits: u32, cases: &[Net]) -> String {
        if let [only] = cases {
            return self.operand(*only);
        }
        let half = 1 << (bits - 1);
        let (low, high) = if cases.len() > half { cases.split_at(half) } else { (cases, &cases[cases.len() - 1..]) };
        let bit = match self.view.value(sel) {
            Value::Bits { signal, low } => self.range(signal, low + bits - 1, 1),
            _ => self.operand(sel),
        };
        format!("mux({bit}, {}, {})", self.choice_by(sel, bits - 1, high), self.choice_by(sel, bits - 1, low))
    }

    /// Returns a concatenation of nets, the first at the low end.
    pub fn concatenation(&self, parts: &[Net]) -> String {
        let copied = |copies: u32, text: String| match copies {
            1 => text,
            _ => format!("copies({copies}, {text})"),
        };
        let pieces = self.view.pieces(parts);
        let is_one = pieces.len() == 1;
        let text = |piece: &Piece| match *piece {
            Piece::Const { value, width } => literal(width, value),
            Piece::Bits { signal, low, width, copies } => copied(copies, self.range(signal, low, width)),
            Piece::Inline { net, copies: 1 } if !is_one && self.is_compound(net) => {
                format!("({})", self.operation(net))
            }
            Piece::Inline { net, copies } => copied(copies, self.operation(net)),
        };
        let texts: Vec<String> = pieces.iter().rev().map(text).collect();
        texts.join(" & ")
    }
}

/// Returns a constant of some bits.
pub(super) fn literal(width: u32, value: u128) -> String {
    match width {
        1 => format!("'{value}'"),
        _ if width % 4 == 0 => format!("x\"{value:0digits$x}\"", digits = width as usize / 4),
        _ if width < 8 => format!("\"{value:0digits$b}\"", digits = width as usize),
        _ => format!("{width}x\"{value:x}\""),
    }
}

/// Returns the type of words of some bits.
pub(super) fn type_of(width: u32) -> String {
    match width {
        1 => "std_logic".into(),
        _ => format!("std_logic_vector({} downto 0)", width - 1),
    }
}

//! Expressions as text, and a record of which bits they read.

use crate::emit::view::{ModuleView, SignalId, Value};
use crate::rtl::{Net, Op};

/// Prints the expressions of one module.
pub(super) struct Expressions<'a> {
    pub view: &'a ModuleView<'a>,
    /// Name of each live signal.
    pub names: Vec<String>,
    pub memories: Vec<String>,
    /// Bits of each signal that some printed expression reads.
    read: Vec<Vec<u64>>,
}

/// A stretch of a concatenation, after merging neighbours.
enum Item {
    Const { value: u128, width: u32 },
    Bits { signal: SignalId, low: u32, width: u32, times: u32 },
    Inline { net: Net, times: u32 },
}

impl<'a> Expressions<'a> {
    pub fn new(view: &'a ModuleView<'a>, names: Vec<String>, memories: Vec<String>) -> Self {
        let read = view.signals.iter().map(|signal| vec![0; signal.width.div_ceil(64) as usize]).collect();
        Expressions { view, names, memories, read }
    }

    fn width(&self, net: Net) -> u32 {
        self.view.module.width(net)
    }

    /// A net where it is used.
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

    /// A net within an expression: in parentheses where it is more than a name and an inversion.
    pub fn term(&mut self, net: Net) -> String {
        let text = self.operand(net);
        match self.view.value(net) {
            Value::Inline(inner) if !self.binds(inner) => format!("({text})"),
            _ => text,
        }
    }

    /// Whether an expression needs no parentheses beside an operator.
    fn binds(&self, net: Net) -> bool {
        match self.op(net) {
            Op::Concat(_) => true,
            Op::Not(a) => self.comparison(*a).is_none(),
            _ => false,
        }
    }

    /// A comparison that is printed at its only use.
    fn comparison(&self, net: Net) -> Option<&'a Op> {
        match self.view.value(net) {
            Value::Inline(inner) => Some(self.op(inner)).filter(|op| matches!(op, Op::Eq(..) | Op::Lt(..))),
            _ => None,
        }
    }

    /// Bits of a signal; from here on they count as read.
    pub fn bits(&mut self, signal: SignalId, low: u32, width: u32) -> String {
        for bit in low..low + width {
            self.read[signal][bit as usize / 64] |= 1 << (bit % 64);
        }
        self.range(signal, low, width)
    }

    /// Bits of a signal that do not count as read.
    pub fn range(&self, signal: SignalId, low: u32, width: u32) -> String {
        let name = &self.names[signal];
        match width {
            _ if width == self.view.signals[signal].width => name.clone(),
            1 => format!("{name}[{low}]"),
            _ => format!("{name}[{}:{low}]", low + width - 1),
        }
    }

    /// Stretches of a signal that nothing reads.
    pub fn unread(&self, signal: SignalId) -> Vec<String> {
        let width = self.view.signals[signal].width;
        let is_read = |bit: u32| self.read[signal][bit as usize / 64] >> (bit % 64) & 1 == 1;
        let mut stretches = Vec::new();
        let mut bit = 0;
        while bit < width {
            let end = (bit..width).find(|&b| is_read(b) != is_read(bit)).unwrap_or(width);
            if !is_read(bit) {
                stretches.push(self.range(signal, bit, end - bit));
            }
            bit = end;
        }
        stretches
    }

    /// Right-hand side for a combinational net.
    pub fn operation(&mut self, net: Net) -> String {
        match self.op(net) {
            Op::Not(a) => self.inversion(*a),
            Op::Any(a) => self.unary("|", *a),
            Op::All(a) => self.unary("&", *a),
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
                // Operands as wide as the product: Verilog multiplies at the width it is given.
                let (a_zeros, b_zeros) = (literal(self.width(*b), 0), literal(self.width(*a), 0));
                format!("{{{a_zeros}, {}}} * {{{b_zeros}, {}}}", self.operand(*a), self.operand(*b))
            }
            Op::MulSigned(a, b) => {
                let width = self.width(net);
                // The result is bits again, as every wire is.
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

    fn unary(&mut self, operator: &str, a: Net) -> String {
        match self.view.value(a) {
            Value::Inline(inner) if !matches!(self.op(inner), Op::Concat(_)) => {
                format!("{operator}({})", self.operand(a))
            }
            _ => format!("{operator}{}", self.operand(a)),
        }
    }

    fn inversion(&mut self, a: Net) -> String {
        match self.comparison(a) {
            Some(&Op::Eq(a, b)) => self.binary(a, "!=", b),
            Some(&Op::Lt(a, b)) => self.binary(a, ">=", b),
            _ => self.unary("~", a),
        }
    }

    /// A two's complement number extended to `width`, as one that synthesis knows to be signed.
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

    fn binary(&mut self, a: Net, operator: &str, b: Net) -> String {
        format!("{} {operator} {}", self.term(a), self.term(b))
    }

    /// A selection, by one bit after the other, the highest first: of four cases each bit is then one lookup table. Of a case
    /// statement Yosys makes two.
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

    /// The same by the lowest `bits` of `sel`. Past the cases comes the last one.
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

    /// Number of expressions that stand side by side in a concatenation.
    pub fn stretches(&self, parts: &[Net]) -> usize {
        let mut items = Vec::new();
        self.items(parts, &mut items);
        items.len()
    }

    /// Nets side by side, the first at the low end.
    pub fn concatenation(&mut self, parts: &[Net]) -> String {
        let mut items = Vec::new();
        self.items(parts, &mut items);
        let mut texts: Vec<String> = Vec::with_capacity(items.len());
        for item in items.into_iter().rev() {
            texts.push(match item {
                Item::Const { value, width } => literal(width, value),
                Item::Bits { signal, low, width, times: 1 } => self.bits(signal, low, width),
                Item::Bits { signal, low, width, times } => format!("{{{times}{{{}}}}}", self.bits(signal, low, width)),
                Item::Inline { net, times: 1 } => self.operation(net),
                Item::Inline { net, times } => format!("{{{times}{{{}}}}}", self.operation(net)),
            });
        }
        match &texts[..] {
            [one] => one.clone(),
            _ => format!("{{{}}}", texts.join(", ")),
        }
    }

    fn items(&self, parts: &[Net], items: &mut Vec<Item>) {
        for &part in parts {
            let width = self.width(part);
            match (self.view.value(part), items.last_mut()) {
                (Value::Const(v), Some(Item::Const { value, width: below })) if *below + width <= 128 => {
                    *value |= v << *below;
                    *below += width;
                }
                (Value::Const(value), _) => items.push(Item::Const { value, width }),
                (Value::Bits { signal, low }, Some(Item::Bits { signal: s, low: l, width: w, times }))
                    if signal == *s =>
                {
                    match () {
                        _ if *times == 1 && low == *l + *w => *w += width,
                        _ if low == *l && width == *w => *times += 1,
                        _ => items.push(Item::Bits { signal, low, width, times: 1 }),
                    }
                }
                (Value::Bits { signal, low }, _) => items.push(Item::Bits { signal, low, width, times: 1 }),
                (Value::Inline(net), last) => match (self.op(net), last) {
                    (Op::Concat(parts), _) => self.items(parts, items),
                    (_, Some(Item::Inline { net: below, times })) if *below == net => *times += 1,
                    _ => items.push(Item::Inline { net, times: 1 }),
                },
            }
        }
    }
}

/// A sized constant.
pub(super) fn literal(width: u32, value: u128) -> String {
    format!("{width}'h{value:x}")
}

/// A declaration's range, with a space after it; nothing for one bit.
pub(super) fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}

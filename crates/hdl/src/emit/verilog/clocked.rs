//! Clocked statements: registers, delay lines and memories.

use super::dialect::Dialect;
use super::expr::literal;
use super::module::Printer;
use super::Verilog;
use crate::emit::view::{RegisterGroup, SignalId, Value};
use crate::rtl::{mask, Net, Op};

impl Printer<'_> {
    /// Prints one always block for each group of registers with a common reset and enable.
    pub(super) fn registers(&mut self) {
        self.view.register_groups().into_iter().for_each(|group| self.register_group(group));
    }

    /// Prints the always block of a group.
    fn register_group(&mut self, group: RegisterGroup) {
        let condition = self.condition(group.enable);
        let reset = self.module.reset.filter(|_| group.has_reset).map(|net| self.expressions.operand(net));
        if let Some(reset) = &reset {
            self.line(2, self.words.clocked);
            self.line(4, &format!("if ({reset}) begin"));
            group.members.iter().for_each(|(id, nets)| self.reset_values(*id, nets));
        }
        self.open(reset.is_some(), condition.as_deref());
        let indent = if reset.is_some() || condition.is_some() { 6 } else { 4 };
        group.members.iter().for_each(|(id, nets)| self.next_values(*id, nets, indent));
        self.line(indent - 2, "end");
    }

    /// Prints the assignments under a reset.
    fn reset_values(&mut self, id: SignalId, nets: &[Net]) {
        let value = |net: Net| match *self.op(net) {
            Op::Reg { reset: Some(value), .. } => value & mask(self.module.width(net)),
            _ => unreachable!("grouped by reset"),
        };
        let (width, whole) = (self.module.width(nets[0]), self.view.signals[id].width);
        let statements: Vec<String> = if whole <= Net::MAX_WIDTH {
            let above = |above: u128, &net: &Net| above.checked_shl(width).unwrap_or(0) | value(net);
            vec![format!("{} <= {};", self.expressions.names[id], literal(whole, nets.iter().rev().fold(0, above)))]
        } else {
            let one = |&net: &Net| format!("{} <= {};", self.target(id, net), literal(width, value(net)));
            nets.iter().map(one).collect()
        };
        statements.iter().for_each(|text| self.line(6, text));
    }

    /// Prints the assignments without a reset. A vector has one statement if its new value is a short concatenation.
    fn next_values(&mut self, id: SignalId, nets: &[Net], indent: usize) {
        if let Some(inputs) = self.view.joint_inputs(nets) {
            let next = self.expressions.concatenation(&inputs);
            let text = format!("{} <= {next};", self.expressions.names[id]);
            return self.line(indent, &text);
        }
        for &net in nets {
            let next = self.next(id, net);
            let text = format!("{} <= {next};", self.target(id, net));
            self.line(indent, &text);
        }
    }

    /// Returns the signal of a register, or its part of a vector.
    fn target(&self, id: SignalId, net: Net) -> String {
        let [low, width] = self.view.place_of(id, net);
        self.expressions.range(id, low, width)
    }

    /// Opens the clocked part of an always block, after the reset part if there is one.
    fn open(&mut self, after_reset: bool, condition: Option<&str>) {
        match (after_reset, condition) {
            (false, condition) => self.open_block(self.words.clocked, condition),
            (true, None) => self.line(4, "end else begin"),
            (true, Some(condition)) => self.line(4, &format!("end else if ({condition}) begin")),
        }
    }

    /// Begins a block whose words are `clocked`.
    fn open_block(&mut self, clocked: &str, condition: Option<&str>) {
        match condition {
            None => self.line(2, &format!("{clocked} begin")),
            Some(condition) => {
                self.line(2, clocked);
                self.line(4, &format!("if ({condition}) begin"));
            }
        }
    }

    /// Returns the condition of the module's enable and of a register's own enable. `None` if both are always set.
    fn condition(&mut self, own: Option<Net>) -> Option<String> {
        let enables = self.view.enables(own);
        match enables[..] {
            [] => None,
            [one] => Some(self.expressions.operand(one)),
            _ => {
                let texts: Vec<String> = enables.into_iter().map(|net| self.expressions.term(net)).collect();
                Some(texts.join(" && "))
            }
        }
    }

    /// Returns the new value of a register or delay line at the clock edge.
    fn next(&mut self, id: SignalId, net: Net) -> String {
        match *self.op(net) {
            Op::Reg { d: Some(d), .. } => self.expressions.operand(d),
            Op::Reg { d: None, .. } => {
                panic!("register {} of module {} was never driven", self.expressions.names[id], self.module.name)
            }
            Op::Delay { of, depth: 1 } => self.expressions.operand(of),
            // Synthesis infers SRLs from a shift of one word without reset.
            Op::Delay { of, depth } => {
                let kept = self.expressions.bits(id, 0, self.module.width(net) * (depth - 1));
                format!("{{{kept}, {}}}", self.expressions.operand(of))
            }
            _ => unreachable!("not a register"),
        }
    }

    /// Prints each memory with its reads in one always block, from which synthesis tools infer a RAM. All assignments
    /// are nonblocking, so that a read returns the old word.
    pub(super) fn memories(&mut self) {
        for (index, reads) in
            self.view.memory_reads().into_iter().enumerate().filter(|(index, _)| self.view.live_memories[*index])
        {
            let condition = self.condition(None);
            // What an initial block sets, no other `always_ff` may drive.
            let is_cleared = self.module.memories[index].is_cleared;
            let clocked = if is_cleared { Verilog::WORDS.clocked } else { self.words.clocked };
            self.open_block(clocked, condition.as_deref());
            let indent = if condition.is_some() { 6 } else { 4 };
            let name = self.labels.memories[index].clone();
            let (enable, addr, data) = self.module.memories[index].write.expect("else its reads are constants");
            let [addr, data] = [addr, data].map(|net| self.expressions.operand(net));
            let text = match self.view.value(enable) {
                Value::Const(1) => format!("{name}[{addr}] <= {data};"),
                _ => format!("if ({}) {name}[{addr}] <= {data};", self.expressions.operand(enable)),
            };
            self.line(indent, &text);
            for (id, addr) in reads {
                let addr = self.expressions.operand(addr);
                let text = format!("{} <= {name}[{addr}];", self.expressions.names[id]);
                self.line(indent, &text);
            }
            self.line(indent - 2, "end");
        }
    }
}

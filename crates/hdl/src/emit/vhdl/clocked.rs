//! Clocked statements: registers, delay lines and memories.

use super::expr::literal;
use super::module::Printer;
use crate::emit::view::{RegisterGroup, SignalId, Value};
use crate::rtl::{mask, Net, Op};

impl Printer<'_> {
    /// Prints one process for each group of registers with a common reset and enable.
    pub(super) fn registers(&mut self) {
        self.view.register_groups().into_iter().for_each(|group| self.register_group(group));
    }

    fn register_group(&mut self, group: RegisterGroup) {
        let condition = self.condition(group.enable);
        let reset = self.module.reset.filter(|_| group.has_reset).map(|net| self.expressions.condition(net));
        self.open();
        let mut indent = 6;
        match (&reset, &condition) {
            (Some(reset), condition) => {
                self.line(6, &format!("if {reset} then"));
                group.members.iter().for_each(|(id, nets)| self.reset_values(*id, nets));
                let next = condition.as_ref().map_or("else".into(), |condition| format!("elsif {condition} then"));
                self.line(6, &next);
                indent = 8;
            }
            (None, Some(condition)) => {
                self.line(6, &format!("if {condition} then"));
                indent = 8;
            }
            (None, None) => (),
        }
        group.members.iter().for_each(|(id, nets)| self.next_values(*id, nets, indent));
        if indent == 8 {
            self.line(6, "end if;");
        }
        self.close();
    }

    /// Opens a process of the clock.
    fn open(&mut self) {
        self.line(2, "process (clk) begin");
        self.line(4, "if rising_edge(clk) then");
    }

    fn close(&mut self) {
        self.line(4, "end if;");
        self.line(2, "end process;");
    }

    /// Prints the assignments under a reset.
    fn reset_values(&mut self, id: SignalId, nets: &[Net]) {
        for &net in nets {
            let Op::Reg { reset: Some(value), .. } = *self.op(net) else { unreachable!("grouped by reset") };
            let width = self.module.width(net);
            let text = format!("{} <= {};", self.target(id, net), literal(width, value & mask(width)));
            self.line(8, &text);
        }
    }

    /// Prints the assignments without a reset. A vector has one statement if its new value is a short concatenation.
    fn next_values(&mut self, id: SignalId, nets: &[Net], indent: usize) {
        if let Some(inputs) = self.view.joint_inputs(nets) {
            let text = format!("{} <= {};", self.expressions.names[id], self.expressions.concatenation(&inputs));
            return self.line(indent, &text);
        }
        for &net in nets {
            let text = format!("{} <= {};", self.target(id, net), self.next(id, net));
            self.line(indent, &text);
        }
    }

    /// Returns the signal of a register, or its part of a vector.
    fn target(&self, id: SignalId, net: Net) -> String {
        let [low, width] = self.view.place_of(id, net);
        self.expressions.range(id, low, width)
    }

    /// Returns the condition of the module's enable and of a register's own enable. `None` if both are always set.
    fn condition(&self, own: Option<Net>) -> Option<String> {
        let conditions: Vec<String> =
            self.view.enables(own).into_iter().map(|net| self.expressions.condition(net)).collect();
        (!conditions.is_empty()).then(|| conditions.join(" and "))
    }

    /// Returns the new value of a register or delay line at the clock edge.
    fn next(&self, id: SignalId, net: Net) -> String {
        match *self.op(net) {
            Op::Reg { d: Some(d), .. } => self.expressions.value(d),
            Op::Reg { d: None, .. } => {
                panic!("register {} of module {} was never driven", self.expressions.names[id], self.module.name)
            }
            Op::Delay { of, depth: 1 } => self.expressions.value(of),
            // Synthesis infers SRLs from a shift of one word without reset.
            Op::Delay { of, depth } => {
                let kept = self.expressions.range(id, 0, self.module.width(net) * (depth - 1));
                format!("{kept} & {}", self.expressions.term(of))
            }
            _ => unreachable!("not a register"),
        }
    }

    /// Prints each memory with its reads in one process, from which synthesis tools infer a RAM. A read returns the old
    /// word.
    pub(super) fn memories(&mut self) {
        let reads = self.view.memory_reads();
        for (index, reads) in reads.into_iter().enumerate().filter(|(index, _)| self.view.live_memories[*index]) {
            self.open();
            let condition = self.condition(None);
            let indent = if condition.is_some() { 8 } else { 6 };
            if let Some(condition) = &condition {
                self.line(6, &format!("if {condition} then"));
            }
            let (enable, addr, data) = self.module.memories[index].write.expect("else its reads are constants");
            let text = format!("{} <= {};", self.expressions.word_of(index, addr), self.expressions.value(data));
            match self.view.value(enable) {
                Value::Const(1) => self.line(indent, &text),
                _ => {
                    let open = format!("if {} then", self.expressions.condition(enable));
                    self.line(indent, &open);
                    self.line(indent + 2, &text);
                    self.line(indent, "end if;");
                }
            }
            for (id, addr) in reads {
                let text = format!("{} <= {};", self.expressions.names[id], self.expressions.word_of(index, addr));
                self.line(indent, &text);
            }
            if condition.is_some() {
                self.line(6, "end if;");
            }
            self.close();
        }
    }
}

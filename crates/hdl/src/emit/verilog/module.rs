//! The text of a module.

use super::dialect::Words;
use super::expr::{literal, range, Expressions};
use crate::emit::text::{comment, statement, Sections};
use crate::emit::view::{driven_directly, form, Form, Labels, ModuleView, SignalId, Source, Value};
use crate::rtl::{mask, Memory, Module, Net, Op};
use std::fmt::Write;

/// Beginning of a comment.
pub(super) const MARK: &str = "//";

/// Printer of a module.
pub(super) struct Printer<'a> {
    pub words: Words,
    pub module: &'a Module,
    pub view: &'a ModuleView<'a>,
    pub expressions: Expressions<'a>,
    pub labels: &'a Labels,
    /// `instance_outputs[instance][port][field]`: signal of the output.
    instance_outputs: Vec<Vec<Vec<SignalId>>>,
    pub(super) out: &'a mut String,
    sections: Sections,
}

impl<'a> Printer<'a> {
    /// Creates a printer that appends to `out`.
    pub fn new(words: Words, view: &'a ModuleView<'a>, labels: &'a Labels, out: &'a mut String) -> Self {
        let instance_outputs = view.instance_outputs();
        let expressions = Expressions::new(view, labels.signals.clone(), labels.memories.clone());
        Printer {
            words,
            module: view.module,
            view,
            expressions,
            labels,
            instance_outputs,
            out,
            sections: Sections::default(),
        }
    }

    /// Prints the module.
    pub fn run(mut self) {
        if !self.module.doc.is_empty() {
            comment(self.out, MARK, &self.module.doc);
        }
        let start = self.out.len();
        self.header();
        self.cells();
        self.section("Registers", Self::register_declarations);
        self.section("Memories", Self::memory_declarations);
        self.section("Logic, tables and instances", Self::logic);
        self.section("Register updates", Self::registers);
        self.section("Memory ports", Self::memories);
        self.section("Outputs", Self::outputs);
        self.section("Bits that nothing reads", Self::unused);
        if !self.module.cells.is_empty() {
            self.out.push_str("`endif\n");
        }
        self.out.push_str("endmodule\n");
        self.sections.add_titles(self.out, start, MARK);
    }

    /// Prints a section and records its position.
    fn section(&mut self, title: &'static str, print: impl Fn(&mut Self)) {
        let start = self.out.len();
        print(self);
        self.sections.add(start, self.out.len(), title);
    }

    /// Prints a statement.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        statement(self.out, indent, text);
    }

    /// Returns the operation of a net.
    pub(super) fn op(&self, net: Net) -> &'a Op {
        &self.module.nets[net.index()].op
    }

    /// Prints the ports.
    fn header(&mut self) {
        let wire = self.words.wire;
        let total = |fields: &[Net]| fields.iter().map(|&field| self.module.width(field)).sum::<u32>();
        let mut ports: Vec<String> = Vec::new();
        if self.module.is_clocked() {
            ports.push(format!("input {wire} clk"));
        }
        for port in &self.module.inputs {
            ports.push(format!("input {wire} {}{}", range(total(&port.fields)), port.name));
        }
        for port in &self.module.outputs {
            ports.push(format!("output {wire} {}{}", range(total(&port.fields)), port.name));
        }
        let name = &self.module.name;
        let _ = write!(self.out, "module {name} (\n    {}\n);\n", ports.join(",\n    "));
    }

    /// Declares registers and delay lines. They come first, because logic may read them before the statement that
    /// drives them.
    fn register_declarations(&mut self) {
        let variable = self.words.variable;
        for (id, net) in self.view.live() {
            if form(self.op(net)) == Form::State {
                let (width, name) = (self.view.signals[id].width, &self.expressions.names[id]);
                let text = match *self.op(net) {
                    // A register without reset has its first value by configuration.
                    Op::Reg { reset: Some(value), .. } if self.module.reset.is_none() => {
                        format!("{variable} {}{name} = {};", range(width), literal(width, value & mask(width)))
                    }
                    Op::Reg { reset: None, .. } | Op::Delay { .. } if self.module.is_cleared => {
                        format!("{variable} {}{name} = {};", range(width), literal(width, 0))
                    }
                    _ => format!("{variable} {}{name};", range(width)),
                };
                self.line(2, &text);
            }
        }
    }

    /// Declares memories.
    fn memory_declarations(&mut self) {
        for (index, memory) in self.module.memories.iter().enumerate() {
            if self.view.live_memories[index] {
                let last = memory.words - 1;
                // Yosys otherwise adds logic for reads of the address that is written.
                let unchecked = memory.is_collision_free.then(|| "no_rw_check".to_string());
                let style = memory.style.attribute().map(|style| format!("ram_style = \"{style}\""));
                let attributes: Vec<String> = unchecked.into_iter().chain(style).collect();
                let mark = match &attributes[..] {
                    [] => String::new(),
                    attributes => format!("(* {} *) ", attributes.join(", ")),
                };
                let (kind, range) = (self.words.variable, range(memory.width));
                let text = format!("{mark}{kind} {range}{} [0:{last}];", self.labels.memories[index]);
                self.line(2, &text);
                if memory.is_cleared {
                    self.cleared(index);
                }
            }
        }
    }

    /// Sets the words of a memory to zeros at the start, as configuration does.
    fn cleared(&mut self, index: usize) {
        let Memory { words, width, .. } = self.module.memories[index];
        let name = self.labels.memories[index].clone();
        self.line(2, &format!("initial begin : clear_{name}"));
        let place = format!("clear_{name}_place");
        self.line(4, &format!("integer {place};"));
        self.line(4, &format!("for ({place} = 0; {place} < {words}; {place} = {place} + 1)"));
        self.line(6, &format!("{name}[{place}] = {width}'d0;"));
        self.line(2, "end");
    }

    /// Prints combinational nets and instances in the order of the nets, so that each is declared before its use. An
    /// instance that reads a later net follows that net, and its outputs are declared before it. This occurs where
    /// instances feed each other.
    fn logic(&mut self) {
        let mut declared = vec![false; self.module.instances.len()];
        let mut waiting: Vec<(SignalId, usize)> = Vec::new();
        let mut titles = self.view.titles();
        for (id, net) in self.view.live() {
            let is_logic = form(self.op(net)) != Form::State;
            if let Some(title) = is_logic.then(|| titles.before(net)).flatten() {
                let _ = write!(self.out, "\n  {MARK} {title}.\n");
            }
            let (name, range) = (self.expressions.names[id].clone(), range(self.view.signals[id].width));
            match (form(self.op(net)), self.op(net)) {
                (Form::State, _) => (),
                (Form::Wire, _) => {
                    let value = self.expressions.operation(net);
                    let is_port = self.labels.port_of[id].is_some();
                    if !is_port && self.words.drives_in_declarations {
                        self.line(2, &format!("{} {range}{name} = {value};", self.words.wire));
                    } else {
                        if !is_port {
                            self.declare_wire(&range, &name);
                        }
                        self.line(2, &format!("assign {name} = {value};"));
                    }
                }
                (Form::Table, op) => {
                    let Op::Rom { addr, table } = op else { unreachable!("the form says so") };
                    self.line(2, &format!("{} {range}{name};", self.words.variable));
                    self.table(&name, *addr, table, self.module.width(net));
                }
                (Form::InstanceOutput, op) => {
                    let Op::Output { instance, .. } = *op else { unreachable!("the form says so") };
                    if !std::mem::replace(&mut declared[instance], true) {
                        self.declare_outputs(instance);
                        waiting.push((self.last_read(instance).max(id), instance));
                    }
                }
            }
            let (ready, later) = waiting.into_iter().partition(|(last, _)| *last <= id);
            waiting = later;
            Vec::into_iter(ready).for_each(|(_, instance)| self.instance(instance));
        }
        debug_assert!(waiting.is_empty(), "an instance reads a signal that is not live");
    }

    /// Returns the last signal declared among the logic that the inputs of an instance read.
    fn last_read(&self, instance: usize) -> SignalId {
        let mut last = 0;
        let mut nets: Vec<Net> = self.module.instances[instance].inputs.concat();
        while let Some(net) = nets.pop() {
            match self.view.value(net) {
                Value::Const(_) => (),
                Value::Inline(net) => nets.extend(self.module.operands(net)),
                Value::Bits { signal, .. } => match self.view.signals[signal].source {
                    Source::Net(net) if form(self.op(net)) != Form::State => last = last.max(signal),
                    _ => (),
                },
            }
        }
        last
    }

    /// Prints a combinational table as a case statement.
    fn table(&mut self, name: &str, addr: Net, words: &[u128], width: u32) {
        self.line(2, self.words.combinational);
        let text = format!("case ({})", self.expressions.operand(addr));
        self.line(4, &text);
        let (last, rest) = self.view.reachable(addr, words).split_last().expect("a table has words");
        let address_width = self.module.width(addr);
        for (address, word) in rest.iter().enumerate() {
            let _ = writeln!(self.out, "      {address_width}'h{address:x}: {name} = {width}'h{word:x};");
        }
        let _ = writeln!(self.out, "      default: {name} = {width}'h{last:x};");
        self.line(4, "endcase");
    }

    /// Declares the outputs of an instance that are no ports of the module.
    fn declare_outputs(&mut self, index: usize) {
        for id in self.instance_outputs[index].concat() {
            if self.labels.port_of[id].is_none() {
                let name = self.expressions.names[id].clone();
                self.declare_wire(&range(self.view.signals[id].width), &name);
            }
        }
    }

    /// Declares a signal that another statement drives.
    fn declare_wire(&mut self, range: &str, name: &str) {
        self.line(2, &format!("{} {range}{name};", self.words.wire));
    }

    /// Prints an instance.
    fn instance(&mut self, index: usize) {
        let instance = &self.module.instances[index];
        let inner = &instance.module;
        let mut connections = Vec::new();
        if inner.is_clocked() {
            connections.push(".clk(clk)".to_string());
        }
        for (port, nets) in inner.inputs.iter().zip(&instance.inputs) {
            connections.push(format!(".{}({})", port.name, self.expressions.concatenation(nets)));
        }
        let outputs = self.instance_outputs[index].clone();
        for (port, signals) in inner.outputs.iter().zip(&outputs) {
            let names: Vec<&str> = signals.iter().rev().map(|&id| self.expressions.names[id].as_str()).collect();
            connections.push(match names[..] {
                [one] => format!(".{}({one})", port.name),
                _ => format!(".{}({{{}}})", port.name, names.join(", ")),
            });
        }
        let text = format!("{} {} ({});", inner.name, self.labels.instances[index], connections.join(", "));
        self.line(2, &text);
    }

    /// Assigns the output ports that are not themselves a signal.
    fn outputs(&mut self) {
        for (index, port) in self.module.outputs.iter().enumerate() {
            let is_signal =
                driven_directly(self.view, &port.fields).is_some_and(|id| self.labels.port_of[id] == Some(index));
            if !is_signal {
                let text = format!("assign {} = {};", port.name, self.expressions.concatenation(&port.fields));
                self.line(2, &text);
            }
        }
    }

    /// Reads all bits that nothing else reads in one wire. Verilator accepts the wire for its name, slang for its
    /// attribute.
    fn unused(&mut self) {
        let mut unread = Vec::new();
        let clocks_something = self.view.live().any(|(_, net)| form(self.op(net)) == Form::State)
            || self.view.live_memories.contains(&true)
            || (self.module.instances.iter().zip(&self.view.live_instances)).any(|(i, &l)| l && i.module.is_clocked());
        if self.module.is_clocked() && !clocks_something {
            unread.push("clk".to_string());
        }
        for (id, signal) in self.view.signals.iter().enumerate() {
            if signal.live && self.labels.port_of[id].is_none() {
                unread.extend(self.expressions.unread(id));
            }
        }
        if !unread.is_empty() {
            let unused = self.labels.unused.clone();
            self.line(2, &format!("(* unused *) {} {unused};", self.words.wire));
            self.line(2, &format!("assign {unused} = &{{1'b0, {}, 1'b0}};", unread.join(", ")));
        }
    }
}

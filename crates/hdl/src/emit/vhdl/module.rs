//! The text of a module: an entity and its architecture.

use super::expr::{literal, type_of, Expressions, NO_BREAK};
use crate::emit::text::{comment, statement, Sections};
use crate::emit::view::{driven_directly, form, Form, Labels, ModuleView, SignalId};
use crate::rtl::{mask, Module, Net, Op, Port};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Beginning of a comment.
pub(super) const MARK: &str = "--";

/// Printer of a module.
pub(super) struct Printer<'a> {
    /// Name of the top module.
    design: &'a str,
    pub module: &'a Module,
    pub view: &'a ModuleView<'a>,
    pub expressions: Expressions<'a>,
    labels: &'a Labels,
    /// `instance_outputs[instance][port][field]`: signal of the output.
    instance_outputs: Vec<Vec<Vec<SignalId>>>,
    out: &'a mut String,
    sections: Sections,
}

impl<'a> Printer<'a> {
    /// Creates a printer that appends to `out`.
    pub fn new(design: &'a str, view: &'a ModuleView<'a>, labels: &'a Labels, out: &'a mut String) -> Self {
        let expressions = Expressions { view, names: &labels.signals, memories: &labels.memories };
        let (module, instance_outputs) = (view.module, view.instance_outputs());
        Printer { design, module, view, expressions, labels, instance_outputs, out, sections: Sections::default() }
    }

    /// Prints the module.
    pub fn run(mut self) {
        let start = self.out.len();
        self.header();
        self.section("Registers", |printer| printer.declarations(|form| form == Form::State));
        self.section("Memories and tables", |printer| {
            printer.memory_declarations();
            printer.tables();
        });
        self.section("Wires", |printer| {
            printer.declarations(|form| form != Form::State);
            printer.connections();
        });
        self.out.push_str("begin\n");
        self.section("Logic, tables and instances", Self::logic);
        self.section("Register updates", Self::registers);
        self.section("Memory ports", Self::memories);
        self.section("Outputs", Self::outputs);
        self.out.push_str("end architecture;\n");
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
        let mut lines = String::new();
        statement(&mut lines, indent, text);
        self.out.push_str(&lines.replace(NO_BREAK, " "));
    }

    /// Returns the operation of a net.
    pub(super) fn op(&self, net: Net) -> &'a Op {
        &self.module.nets[net.index()].op
    }

    /// Prints the entity with its ports, and opens the architecture.
    fn header(&mut self) {
        let libraries = ["ieee.std_logic_1164".to_string(), "ieee.numeric_std_unsigned".into(), {
            format!("work.{}_words", self.design)
        }];
        self.out.push_str("library ieee;\n");
        libraries.iter().for_each(|library| self.line(0, &format!("use {library}.all;")));
        self.out.push('\n');
        comment(self.out, MARK, &self.module.doc);
        let side = |port: &Port, mode: &str| format!("{} : {mode} {}", port.name, type_of(self.width(port)));
        let clock = self.module.is_clocked().then(|| "clk : in std_logic".to_string());
        let inputs = self.module.inputs.iter().map(|port| side(port, "in"));
        let outputs = self.module.outputs.iter().map(|port| side(port, "out"));
        let ports: Vec<String> = clock.into_iter().chain(inputs).chain(outputs).collect();
        let name = &self.module.name;
        let _ = writeln!(self.out, "entity {name} is\n  port (\n    {}\n  );", ports.join(";\n    "));
        let _ = writeln!(self.out, "end entity;\n\narchitecture rtl of {name} is");
    }

    /// Returns the width of a port.
    fn width(&self, port: &Port) -> u32 {
        port.fields.iter().map(|&field| self.module.width(field)).sum()
    }

    /// Declares the signals of some forms that are no ports.
    fn declarations(&mut self, is_wanted: impl Fn(Form) -> bool) {
        for (id, net) in self.view.live() {
            if self.labels.port_of[id].is_none() && is_wanted(form(self.op(net))) {
                // A register without reset has its first value by configuration.
                let first = match *self.op(net) {
                    Op::Reg { reset: Some(value), .. } if self.module.reset.is_none() => {
                        let width = self.view.signals[id].width;
                        format!(" := {}", literal(width, value & mask(width)))
                    }
                    Op::Reg { reset: None, .. } | Op::Delay { .. } if self.module.is_cleared => {
                        format!(" := {}", literal(self.view.signals[id].width, 0))
                    }
                    _ => String::new(),
                };
                let kind = type_of(self.view.signals[id].width);
                let text = format!("signal {} : {kind}{first};", self.labels.signals[id]);
                self.line(2, &text);
            }
        }
    }

    /// Declares memories with their types.
    fn memory_declarations(&mut self) {
        let mut declared = BTreeSet::new();
        for (index, memory) in
            self.module.memories.iter().enumerate().filter(|(index, _)| self.view.live_memories[*index])
        {
            let name = &self.labels.memories[index];
            let kind = format!("type {name}_words is array (0 to {}) of {};", memory.words - 1, type_of(memory.width));
            self.line(2, &kind);
            let zeros =
                if memory.is_cleared { format!(" := (others => {})", literal(memory.width, 0)) } else { String::new() };
            self.line(2, &format!("signal {name} : {name}_words{zeros};"));
            // Yosys otherwise adds logic for reads of the address that is written.
            let unchecked = memory.is_collision_free.then(|| ("no_rw_check", "boolean", "true".to_string()));
            let style = memory.style.attribute().map(|style| ("ram_style", "string", format!("\"{style}\"")));
            for (attribute, kind, value) in unchecked.into_iter().chain(style) {
                if declared.insert(attribute) {
                    self.line(2, &format!("attribute {attribute} : {kind};"));
                }
                self.line(2, &format!("attribute {attribute} of {name} : signal is {value};"));
            }
        }
    }

    /// Declares the words of combinational tables.
    fn tables(&mut self) {
        for (id, net) in self.view.live() {
            let Op::Rom { addr, table } = self.op(net) else { continue };
            let (name, width) = (&self.labels.signals[id], self.module.width(net));
            let words = self.view.reachable(*addr, table);
            // An address past the end reads the last word.
            let (last, first) = words.split_last().expect("a table has words");
            let size = 1usize << self.module.width(*addr);
            let mut texts: Vec<String> = first.iter().map(|&word| literal(width, word)).collect();
            texts.push(format!("others => {}", literal(width, *last)));
            self.line(2, &format!("type {name}_words is array (0 to {}) of {};", size - 1, type_of(width)));
            self.line(2, &format!("constant {name}_table : {name}_words := ({});", texts.join(", ")));
        }
    }

    /// Declares what connects instances, where that is no signal: inputs that are expressions, and outputs of several
    /// fields.
    fn connections(&mut self) {
        for (index, instance) in self.module.instances.iter().enumerate() {
            if !self.view.live_instances[index] {
                continue;
            }
            let (label, inner) = (&self.labels.instances[index], &instance.module);
            let width = |port: &Port| port.fields.iter().map(|&field| inner.width(field)).sum();
            let inputs = inner.inputs.iter().zip(&instance.inputs).filter(|(_, nets)| self.connected(nets).is_none());
            let outputs = inner.outputs.iter().filter(|port| port.fields.len() > 1);
            let ports: Vec<&Port> = inputs.map(|(port, _)| port).chain(outputs).collect();
            for port in ports {
                let text = format!("signal {label}_{}_port : {};", port.name, type_of(width(port)));
                self.line(2, &text);
            }
        }
    }

    /// Returns the signal, or its part, that an input of an instance is connected to. `None` if it is an expression.
    fn connected(&self, nets: &[Net]) -> Option<String> {
        use crate::emit::view::Piece::{Bits, Const};
        match self.view.pieces(nets)[..] {
            [Const { value, width }] => Some(literal(width, value)),
            [Bits { signal, low, width, copies: 1 }] => Some(self.expressions.range(signal, low, width)),
            _ => None,
        }
    }

    /// Prints combinational nets and instances in the order of the nets.
    fn logic(&mut self) {
        let mut printed = vec![false; self.module.instances.len()];
        let mut titles = self.view.titles();
        for (id, net) in self.view.live() {
            let is_logic = form(self.op(net)) != Form::State;
            if let Some(title) = is_logic.then(|| titles.before(net)).flatten() {
                let _ = write!(self.out, "\n  {MARK} {title}.\n");
            }
            let name = &self.labels.signals[id];
            match (form(self.op(net)), self.op(net)) {
                (Form::Wire, _) => self.line(2, &format!("{name} <= {};", self.expressions.assigned(net))),
                (Form::Table, Op::Rom { addr, .. }) => {
                    let place = self.expressions.place(*addr, 1 << self.module.width(*addr));
                    self.line(2, &format!("{name} <= {name}_table({place});"));
                }
                (Form::InstanceOutput, Op::Output { instance, .. }) if !printed[*instance] => {
                    printed[*instance] = true;
                    self.instance(*instance);
                }
                _ => (),
            }
        }
    }

    /// Prints an instance with what connects it.
    fn instance(&mut self, index: usize) {
        let instance = &self.module.instances[index];
        let (label, inner) = (&self.labels.instances[index], &instance.module);
        let mut map = Vec::new();
        if inner.is_clocked() {
            map.push("clk => clk".to_string());
        }
        for (port, nets) in inner.inputs.iter().zip(&instance.inputs) {
            let signal = self.connected(nets).unwrap_or_else(|| {
                let signal = format!("{label}_{}_port", port.name);
                let text = format!("{signal} <= {};", self.expressions.concatenation(nets));
                self.line(2, &text);
                signal
            });
            map.push(format!("{} => {signal}", port.name));
        }
        let mut parts = Vec::new();
        for (port, signals) in inner.outputs.iter().zip(&self.instance_outputs[index]) {
            let signal = match signals[..] {
                [one] => self.labels.signals[one].clone(),
                _ => {
                    let (whole, mut low) = (format!("{label}_{}_port", port.name), 0);
                    for &id in signals {
                        let width = self.view.signals[id].width;
                        let range =
                            if width == 1 { low.to_string() } else { format!("{} downto {low}", low + width - 1) };
                        parts.push(format!("{} <= {whole}({range});", self.labels.signals[id]));
                        low += width;
                    }
                    whole
                }
            };
            map.push(format!("{} => {signal}", port.name));
        }
        self.line(2, &format!("{label} : entity work.{}", inner.name));
        self.line(4, &format!("port map ({});", map.join(", ")));
        parts.iter().for_each(|part| self.line(2, part));
    }

    /// Assigns the output ports that are not themselves a signal.
    fn outputs(&mut self) {
        for (index, port) in self.module.outputs.iter().enumerate() {
            let is_signal =
                driven_directly(self.view, &port.fields).is_some_and(|id| self.labels.port_of[id] == Some(index));
            if !is_signal {
                let text = format!("{} <= {};", port.name, self.expressions.concatenation(&port.fields));
                self.line(2, &text);
            }
        }
    }
}

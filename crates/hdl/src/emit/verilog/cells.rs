//! Cells of a family, for Yosys, which does not infer them. Other tools read the behaviour that follows.

use super::expr::range;
use super::module::Printer;
use crate::rtl::cells::{Cell, Pin};
use crate::rtl::Port;
use std::collections::BTreeSet;

impl Printer<'_> {
    /// Prints the cells of the module, if it is one, and opens the alternative.
    pub(super) fn cells(&mut self) {
        if self.module.cells.is_empty() {
            return;
        }
        self.out.push_str("`ifdef YOSYS\n");
        self.late_inputs();
        for (number, cell) in self.module.cells.iter().enumerate() {
            let text = self.cell(number, cell);
            self.line(2, &text);
        }
        self.out.push_str("`else\n");
    }

    /// Prints the registers of the inputs that reach cells a clock cycle later.
    fn late_inputs(&mut self) {
        let pins = self.module.cells.iter().flat_map(|cell| &cell.pins);
        let ports: BTreeSet<usize> =
            pins.filter_map(|(_, pin)| if let Pin::Late(port, _) = pin { Some(*port) } else { None }).collect();
        for &port in &ports {
            let Port { name, fields } = &self.module.inputs[port];
            let text = format!("{} {}{name}_q;", self.words.variable, range(self.module.width(fields[0])));
            self.line(2, &text);
        }
        if ports.is_empty() {
            return;
        }
        let enable = self.module.enable.map_or(String::new(), |_| "if (ce) ".into());
        for &port in &ports {
            let name = &self.module.inputs[port].name;
            let text = format!("{} {enable}{name}_q <= {name};", self.words.clocked);
            self.line(2, &text);
        }
    }

    /// Returns the instance of a cell.
    fn cell(&self, number: usize, cell: &Cell) -> String {
        let parameters: Vec<String> = cell.parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
        let pins: Vec<String> = cell.pins.iter().map(|(name, pin)| format!(".{name}({})", self.pin(*pin))).collect();
        format!("{} #({}) cell{number} ({});", cell.kind, parameters.join(", "), pins.join(", "))
    }

    /// Returns what a pin is connected to.
    fn pin(&self, pin: Pin) -> String {
        let bit = |port: &Port, end: &str, bit: u32| match self.module.width(port.fields[0]) {
            1 => format!("{}{end}", port.name),
            _ => format!("{}{end}[{bit}]", port.name),
        };
        match pin {
            Pin::Clock => "clk".into(),
            Pin::Constant(value) => format!("1'b{}", u8::from(value)),
            Pin::Input(port, at) => bit(&self.module.inputs[port], "", at),
            Pin::Late(port, at) => bit(&self.module.inputs[port], "_q", at),
            Pin::Output(port, at) => bit(&self.module.outputs[port], "", at),
        }
    }
}

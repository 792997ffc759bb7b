//! Text form of netlists, one line per net, for reading and for comparison.

use super::{Module, Net, Op};
use std::fmt::{Display, Formatter, Result};

impl Display for Net {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "n{}", self.0)
    }
}

impl Display for Module {
    /// Writes a line per net, as in `n7: 3 = Add n5, n6  # beat`: number, width in bits, operation, operands, name.
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "module {}", self.name)?;
        for (index, info) in self.nets.iter().enumerate() {
            let net = Net(index as u32);
            write!(f, "  {net}: {} = {}", info.width, self.describe(net))?;
            match &info.name {
                Some(name) => writeln!(f, "  # {name}")?,
                None => writeln!(f)?,
            }
        }
        for port in &self.outputs {
            writeln!(f, "  output {} = {}", port.name, list(&port.fields))?;
        }
        Ok(())
    }
}

impl Module {
    /// Writes the operation of a net with its operands.
    fn describe(&self, net: Net) -> String {
        let op = &self.nets[net.index()].op;
        let label = format!("{op:?}");
        let label = label.split([' ', '(', '{']).next().unwrap_or("");
        let operands = list(&self.operands(net));
        match op {
            Op::Input { port, field } => format!("Input {}[{field}]", self.inputs[*port].name),
            Op::Const(value) => format!("Const {value:#x}"),
            Op::Slice { of, low } => format!("Slice {of} from {low}"),
            Op::Delay { of, depth } => format!("Delay {of} by {depth}"),
            Op::Rom { addr, table } => format!("Rom {addr} of {} words", table.len()),
            Op::Read { memory, addr } => format!("Read {} at {addr}", self.memories[memory.0 as usize].name),
            Op::Peek { memory, addr } => format!("Peek {} at {addr}", self.memories[memory.0 as usize].name),
            Op::Output { instance, port, field } => {
                let instance = &self.instances[*instance];
                format!("Output {}.{}[{field}]", instance.name, instance.module.outputs[*port].name)
            }
            Op::Reg { reset: Some(value), .. } => format!("Reg {operands} reset {value:#x}"),
            _ => format!("{label} {operands}"),
        }
    }
}

/// Writes the numbers of nets, separated by commas.
fn list(nets: &[Net]) -> String {
    nets.iter().map(Net::to_string).collect::<Vec<_>>().join(", ")
}

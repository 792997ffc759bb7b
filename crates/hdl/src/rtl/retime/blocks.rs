//! Products with registers around them, replaced by modules that are DSP blocks.

use crate::rtl::cells::ProductCell;
use crate::rtl::products::Product;
use crate::rtl::{Module, Net, Op};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Modules of products, by what they multiply.
pub type ProductModules = BTreeMap<Product, Arc<Module>>;

/// Replaces the products of a pipelined module whose result goes to registers only. The DSP blocks take these registers
/// and those of the factors. `prefix` begins the names of the modules of products.
pub fn with_blocks(module: &Module, cell: ProductCell, prefix: &str, modules: &mut ProductModules) -> Module {
    let readers = readers(module);
    let is_block = |net: Net| is_block(module, &readers, cell, net);
    let blocks: Vec<bool> = (0..module.nets.len()).map(|index| is_block(Net(index as u32))).collect();
    if !blocks.contains(&true) {
        return module.clone();
    }
    let mut pass = Pass { module, blocks, out: Module::new(&module.name, &module.doc), placed: vec![], cell };
    pass.run(prefix, modules);
    pass.out
}

/// Lists the nets that read each net, and marks those of output ports by the net itself.
fn readers(module: &Module) -> Vec<Vec<Net>> {
    let mut readers = vec![Vec::new(); module.nets.len()];
    for index in 0..module.nets.len() {
        let net = Net(index as u32);
        module.operands(net).into_iter().for_each(|operand| readers[operand.index()].push(net));
    }
    module.outputs.iter().flat_map(|port| &port.fields).for_each(|&net| readers[net.index()].push(net));
    readers
}

/// Whether a net is a product that fits a DSP block and that only registers read, whole or in slices.
fn is_block(module: &Module, readers: &[Vec<Net>], cell: ProductCell, net: Net) -> bool {
    let (Op::Mul(a, b) | Op::MulSigned(a, b)) = module.nets[net.index()].op else { return false };
    let fits = [a, b].iter().all(|&factor| module.width(factor) <= cell.max_bits());
    fits && is_registered(module, readers, net)
}

/// Whether only registers read a net.
fn is_registered(module: &Module, readers: &[Vec<Net>], net: Net) -> bool {
    readers[net.index()].iter().all(|&reader| match module.nets[reader.index()].op {
        _ if reader == net => false,
        Op::Reg { reset: None, enable: None, .. } | Op::Delay { .. } => true,
        Op::Slice { .. } => is_registered(module, readers, reader),
        _ => false,
    })
}

/// State of the rebuilding.
struct Pass<'a> {
    module: &'a Module,
    /// Whether each net is a product that becomes a DSP block.
    blocks: Vec<bool>,
    out: Module,
    /// New net of each net. For a product that becomes a DSP block, and for its slices, the new net is a clock cycle
    /// later.
    placed: Vec<Net>,
    cell: ProductCell,
}

impl Pass<'_> {
    fn run(&mut self, prefix: &str, modules: &mut ProductModules) {
        let module = self.module;
        let mut enable = None;
        for (index, info) in module.nets.iter().enumerate() {
            let net = Net(index as u32);
            let new = match &info.op {
                Op::Input { port, field } => self.input(*port, *field),
                Op::Mul(a, b) | Op::MulSigned(a, b) if self.blocks[index] => {
                    let signed = matches!(info.op, Op::MulSigned(..));
                    let enable = enable.unwrap_or_else(|| unreachable!("ports come first"));
                    self.block(*a, *b, (signed, enable), prefix, modules)
                }
                Op::Reg { d: Some(d), reset, enable } => {
                    let d_new = self.placed[d.index()];
                    match self.is_late(*d) {
                        true => d_new,
                        false => {
                            let enable = enable.map(|net| self.placed[net.index()]);
                            self.out.net(info.width, Op::Reg { d: Some(d_new), reset: *reset, enable })
                        }
                    }
                }
                Op::Delay { of, depth } => {
                    let (of, late) = (self.placed[of.index()], self.is_late(*of));
                    self.out.delay(of, depth - u32::from(late))
                }
                op => {
                    let op = op.map_operands(|operand| self.placed[operand.index()]);
                    self.out.net(info.width, op)
                }
            };
            if let (Some(name), false) = (&info.name, self.is_late(net)) {
                self.out.name(new, name.clone());
            }
            self.placed.push(new);
            if module.enable == Some(net) {
                enable = Some(new);
                self.out.set_enable(new);
            }
        }
        for port in &module.outputs {
            let fields: Vec<Net> = port.fields.iter().map(|field| self.placed[field.index()]).collect();
            self.out.output_bus(&port.name, &fields);
        }
    }

    /// Returns a field of an input port, which is made with its first field.
    fn input(&mut self, port: usize, field: usize) -> Net {
        if self.out.inputs.len() == port {
            let port = &self.module.inputs[port];
            let widths: Vec<u32> = port.fields.iter().map(|&net| self.module.width(net)).collect();
            self.out.input_bus(&port.name, &widths);
        }
        self.out.inputs[port].fields[field]
    }

    /// Whether the new net of a net is a clock cycle later: a DSP block, or part of one.
    fn is_late(&self, net: Net) -> bool {
        match self.module.nets[net.index()].op {
            Op::Slice { of, .. } => self.is_late(of),
            _ => self.blocks[net.index()],
        }
    }

    /// Instantiates a DSP block.
    fn block(
        &mut self,
        a: Net,
        b: Net,
        (signed, enable): (bool, Net),
        prefix: &str,
        modules: &mut ProductModules,
    ) -> Net {
        let early = [a, b].map(|factor| self.earlier(factor));
        let factors = [(early[0], a), (early[1], b)].map(|(early, now)| early.unwrap_or(self.placed[now.index()]));
        let product = Product {
            bits: [a, b].map(|factor| self.module.width(factor)),
            signed,
            registered: early.map(|early| early.is_some()),
        };
        let cell = self.cell;
        let module = modules.entry(product).or_insert_with(|| Arc::new(cell.module(prefix, product)));
        let number = self.out.instances.len();
        let inputs = vec![vec![factors[0]], vec![factors[1]], vec![enable]];
        self.out.instance(format!("block{number}"), module, inputs)[0][0]
    }

    /// Returns the value that a net has a clock cycle later, if it comes from registers that have no reset.
    fn earlier(&mut self, net: Net) -> Option<Net> {
        let width = self.module.width(net);
        match self.module.nets[net.index()].op.clone() {
            Op::Reg { d: Some(d), reset: None, enable: None } if !self.is_late(d) => Some(self.placed[d.index()]),
            Op::Delay { of, depth } if !self.is_late(of) => {
                let of = self.placed[of.index()];
                Some(self.out.delay(of, depth - 1))
            }
            Op::Const(_) => Some(self.placed[net.index()]),
            Op::Slice { of, low } => {
                let whole = self.earlier(of)?;
                Some(self.out.slice(whole, low, width))
            }
            Op::Concat(parts) => {
                let parts: Option<Vec<Net>> = parts.iter().map(|&part| self.earlier(part)).collect();
                Some(self.out.concat(&parts?))
            }
            _ => None,
        }
    }
}

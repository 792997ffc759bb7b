//! A small evaluator of flat modules: each net a vector of lanes, so that one pass over the netlist serves many
//! independent values and the dispatch per operation disappears.

use fftgen_hdl::rtl::{mask, Module, Net, Op};

/// Values evaluated side by side.
pub const LANES: usize = 32;
pub type Lanes = [u128; LANES];

/// A module without instances and memories, with its registers' contents.
pub struct Evaluator<'a> {
    module: &'a Module,
    values: Vec<Lanes>,
    /// Contents of registers and delay lines, the newest first.
    state: Vec<Vec<Lanes>>,
}

impl<'a> Evaluator<'a> {
    pub fn new(module: &'a Module) -> Self {
        let state = module.nets.iter().map(|net| match net.op {
            Op::Reg { .. } => vec![[0; LANES]],
            Op::Delay { depth, .. } => vec![[0; LANES]; depth as usize],
            _ => vec![],
        });
        Evaluator { module, values: vec![[0; LANES]; module.nets.len()], state: state.collect() }
    }

    /// The outputs for one value of each input port.
    pub fn evaluate(&mut self, inputs: &[Lanes]) -> Vec<Lanes> {
        for i in 0..self.module.nets.len() {
            self.values[i] = self.net(i, inputs);
        }
        self.module.outputs.iter().map(|port| self.values[port.fields[0].index()]).collect()
    }

    /// Passes a clock edge with the clock enable set, after [`Evaluator::evaluate`].
    pub fn clock(&mut self) {
        for (net, state) in self.module.nets.iter().zip(&mut self.state) {
            let from = match net.op {
                Op::Reg { d: Some(d), .. } => d,
                Op::Delay { of, .. } => of,
                _ => continue,
            };
            state.pop();
            state.insert(0, self.values[from.index()]);
        }
    }

    fn net(&self, index: usize, inputs: &[Lanes]) -> Lanes {
        let net = &self.module.nets[index];
        let all = mask(net.width);
        let v = |n: &Net| &self.values[n.index()];
        let width = |n: &Net| self.module.width(*n);
        let one = |a: &Net, op: &dyn Fn(u128) -> u128| map(v(a), op);
        match &net.op {
            Op::Input { port, .. } => inputs[*port],
            Op::Const(value) => [*value; LANES],
            Op::Not(a) => map(v(a), |a| !a & all),
            Op::And(a, b) => zip(v(a), v(b), |a, b| a & b),
            Op::Or(a, b) => zip(v(a), v(b), |a, b| a | b),
            Op::Xor(a, b) => zip(v(a), v(b), |a, b| a ^ b),
            Op::Add(a, b) => zip(v(a), v(b), |a, b| a.wrapping_add(b) & all),
            Op::Sub(a, b) => zip(v(a), v(b), |a, b| a.wrapping_sub(b) & all),
            Op::Mul(a, b) => zip(v(a), v(b), |a, b| a.wrapping_mul(b) & all),
            Op::MulSigned(a, b) => {
                let long = |x: u128, bits: u32| (x << (128 - bits)) as i128 >> (128 - bits);
                let (a_bits, b_bits) = (width(a), width(b));
                zip(v(a), v(b), |a, b| long(a, a_bits).wrapping_mul(long(b, b_bits)) as u128 & all)
            }
            Op::Eq(a, b) => zip(v(a), v(b), |a, b| (a == b).into()),
            Op::Lt(a, b) => zip(v(a), v(b), |a, b| (a < b).into()),
            Op::Any(a) => map(v(a), |a| (a != 0).into()),
            Op::All(a) => {
                let full = mask(width(a));
                map(v(a), |a| (a == full).into())
            }
            Op::Odd(a) => map(v(a), |a| (a.count_ones() % 2).into()),
            Op::Mux { sel, then, other } => {
                let (sel, then, other) = (v(sel), v(then), v(other));
                std::array::from_fn(|i| if sel[i] != 0 { then[i] } else { other[i] })
            }
            Op::Select { sel, cases } => {
                std::array::from_fn(|i| v(&cases[(v(sel)[i] as usize).min(cases.len() - 1)])[i])
            }
            Op::Slice { of, low } => map(v(of), |a| a >> low & all),
            Op::Concat(parts) => {
                let mut out = [0; LANES];
                let mut low = 0;
                for part in parts {
                    out = zip(&out, v(part), |out, part| out | part << low);
                    low += width(part);
                }
                out
            }
            Op::Shl { of, by } => zip(v(of), v(by), |a, by| if by > 127 { 0 } else { a << by & all }),
            Op::Shr { of, by } => zip(v(of), v(by), |a, by| if by > 127 { 0 } else { a >> by }),
            Op::Rom { addr, table } => one(addr, &|a| table[(a as usize).min(table.len() - 1)]),
            Op::Reg { .. } | Op::Delay { .. } => *self.state[index].last().unwrap(),
            Op::Read { .. } | Op::Peek { .. } | Op::Output { .. } => {
                unreachable!("operators have no memories and no instances")
            }
        }
    }
}

#[inline(always)]
fn map(a: &Lanes, op: impl Fn(u128) -> u128) -> Lanes {
    std::array::from_fn(|i| op(a[i]))
}

#[inline(always)]
fn zip(a: &Lanes, b: &Lanes, op: impl Fn(u128, u128) -> u128) -> Lanes {
    std::array::from_fn(|i| op(a[i], b[i]))
}

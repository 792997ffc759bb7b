//! Translates one operation: its code, and its record once its operands have their places.

use super::compiler::Compiler;
use super::program::{words, Code, Record};
use crate::rtl::{Net, Op};
use std::sync::Arc;

impl Compiler<'_> {
    fn is_zero(&self, net: Net) -> bool {
        matches!(self.op(net), Op::Const(0))
    }

    pub(super) fn code(&self, net: Net) -> Code {
        let width = self.width(net);
        let narrow = |nets: &[Net]| nets.iter().all(|&n| self.width(n) <= 64);
        let when = |fits: bool, code: Code| if fits && width <= 64 { code } else { Code::Wide };
        match self.op(net) {
            Op::Not(a) => when(narrow(&[*a]), Code::Not),
            Op::And(a, b) => when(narrow(&[*a, *b]), Code::And),
            Op::Or(a, b) => when(narrow(&[*a, *b]), Code::Or),
            Op::Xor(a, b) => when(narrow(&[*a, *b]), Code::Xor),
            Op::Add(a, b) => when(narrow(&[*a, *b]), Code::Add),
            Op::Sub(a, b) => when(narrow(&[*a, *b]), Code::Sub),
            Op::Mul(a, b) => when(narrow(&[*a, *b]), Code::Mul),
            Op::MulSigned(a, b) => when(narrow(&[*a, *b]), Code::MulSigned),
            Op::Eq(a, b) => when(narrow(&[*a, *b]), Code::Eq),
            Op::Lt(a, b) => when(narrow(&[*a, *b]), Code::Lt),
            Op::Any(a) => when(narrow(&[*a]), Code::Any),
            Op::All(a) => when(narrow(&[*a]), Code::All),
            Op::Mux { then, other, .. } => when(narrow(&[*then, *other]), Code::Mux),
            Op::Select { sel, cases } => when(narrow(&[*sel]) && narrow(cases), Code::Select),
            // Of a wide net too, while the bits lie in one word.
            Op::Slice { low, .. } => when(low / 64 == (low + width - 1) / 64, Code::Slice),
            Op::Concat(parts) if width <= 64 => {
                let (first, rest) = parts.split_first().expect("a concatenation has parts");
                match rest {
                    _ if rest.iter().all(|&part| self.is_zero(part)) => Code::Same,
                    _ if self.width(*first) == 1 && rest.iter().all(|part| part == first) => Code::Fill,
                    [_] => Code::Concat2,
                    _ => Code::Concat,
                }
            }
            Op::Concat(_) => Code::Wide,
            Op::Shl { of, by } => when(narrow(&[*of, *by]), Code::Shl),
            Op::Shr { of, by } => when(narrow(&[*of, *by]), Code::Shr),
            Op::Rom { addr, .. } => when(narrow(&[*addr]), Code::Rom),
            Op::Peek { .. } => Code::Peek,
            Op::Input { .. } | Op::Const(_) | Op::Output { .. } => unreachable!("not an operation"),
            Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } => unreachable!("state is not an operation"),
        }
    }

    pub(super) fn record(&mut self, net: Net, code: Code) -> Record {
        let record = |a: u32, b: u32, c: u32| Record { a, b, c, cut: 64 - self.width(net) };
        match self.op(net) {
            Op::All(a) => Record { cut: 64 - self.width(*a), ..record(self.word(*a), 0, 0) },
            Op::Not(a) | Op::Any(a) => record(self.word(*a), 0, 0),
            Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) => {
                record(self.word(*a), self.word(*b), 0)
            }
            Op::MulSigned(a, b) => record(self.word(*a), self.word(*b), self.width(*a)),
            Op::Mul(a, b) | Op::Eq(a, b) | Op::Lt(a, b) => record(self.word(*a), self.word(*b), 0),
            Op::Shl { of, by } | Op::Shr { of, by } => record(self.word(*of), self.word(*by), 0),
            Op::Mux { sel, then, other } => record(self.word(*sel), self.word(*then), self.word(*other)),
            Op::Slice { of, low } => record(self.word(*of) + low / 64, low % 64, 0),
            Op::Concat(parts) => match code {
                Code::Fill => record(self.word(parts[0]), 0, 0),
                Code::Concat2 => record(self.word(parts[0]), self.word(parts[1]), self.width(parts[0])),
                _ => {
                    let start = self.lists.len() as u32;
                    let mut low = 0;
                    for &part in parts {
                        if !self.is_zero(part) {
                            self.lists.push((self.word(part), low));
                        }
                        low += self.width(part);
                    }
                    Record { a: start, b: self.lists.len() as u32 - start, ..Record::default() }
                }
            },
            Op::Select { sel, cases } => {
                let start = self.lists.len() as u32;
                let list: Vec<(u32, u32)> = cases.iter().map(|&case| (self.word(case), 0)).collect();
                self.lists.extend(list);
                Record { a: self.word(*sel), b: start, c: cases.len() as u32, ..Record::default() }
            }
            Op::Rom { addr, table } => {
                let b = self.table(table);
                Record { a: self.word(*addr), b, c: table.len() as u32, ..Record::default() }
            }
            Op::Peek { memory, addr } => {
                let c = words(self.width(net));
                Record { a: self.word(*addr), b: self.memories[&memory.0], c, ..Record::default() }
            }
            other => unreachable!("{other:?} has no record"),
        }
    }

    fn table(&mut self, table: &Arc<[u128]>) -> u32 {
        *self.table_starts.entry(table.as_ptr()).or_insert_with(|| {
            self.tables.extend(table.iter().map(|&word| word as u64));
            (self.tables.len() - table.len()) as u32
        })
    }
}

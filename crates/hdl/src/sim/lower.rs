//! Translation of one operation: its opcode, and its record once its operands have their words.

use super::compiler::Compiler;
use super::program::{words, Opcode, Record};
use crate::rtl::{Net, Op};
use std::sync::Arc;

impl Compiler<'_> {
    /// Whether a net is the constant zero.
    fn is_zero(&self, net: Net) -> bool {
        matches!(self.op(net), Op::Const(0))
    }

    /// Chooses the opcode of a net.
    pub(super) fn code(&self, net: Net) -> Opcode {
        let width = self.width(net);
        let narrow = |nets: &[Net]| nets.iter().all(|&n| self.width(n) <= 64);
        let narrow_or_wide = |is_narrow: bool, code: Opcode| if is_narrow && width <= 64 { code } else { Opcode::Wide };
        match self.op(net) {
            Op::Not(a) => narrow_or_wide(narrow(&[*a]), Opcode::Not),
            Op::And(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::And),
            Op::Or(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Or),
            Op::Xor(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Xor),
            Op::Add(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Add),
            Op::Sub(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Sub),
            Op::Mul(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Mul),
            Op::MulSigned(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::MulSigned),
            Op::Eq(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Eq),
            Op::Lt(a, b) => narrow_or_wide(narrow(&[*a, *b]), Opcode::Lt),
            Op::Any(a) => narrow_or_wide(narrow(&[*a]), Opcode::Any),
            Op::All(a) => narrow_or_wide(narrow(&[*a]), Opcode::All),
            Op::Odd(a) => narrow_or_wide(narrow(&[*a]), Opcode::Odd),
            Op::Mux { then, other, .. } => narrow_or_wide(narrow(&[*then, *other]), Opcode::Mux),
            Op::Select { sel, cases } => narrow_or_wide(narrow(&[*sel]) && narrow(cases), Opcode::Select),
            // The operand may be wide if the bits of the slice are in one word.
            Op::Slice { low, .. } => narrow_or_wide(low / 64 == (low + width - 1) / 64, Opcode::Slice),
            Op::Concat(parts) if width <= 64 => {
                let (first, rest) = parts.split_first().expect("a concatenation has parts");
                match rest {
                    _ if rest.iter().all(|&part| self.is_zero(part)) => Opcode::Alias,
                    _ if self.width(*first) == 1 && rest.iter().all(|part| part == first) => Opcode::Fill,
                    [_] => Opcode::Concat2,
                    _ => Opcode::Concat,
                }
            }
            Op::Concat(_) => Opcode::Wide,
            Op::Shl { of, by } => narrow_or_wide(narrow(&[*of, *by]), Opcode::Shl),
            Op::Shr { of, by } => narrow_or_wide(narrow(&[*of, *by]), Opcode::Shr),
            Op::Rom { addr, .. } => narrow_or_wide(narrow(&[*addr]), Opcode::Rom),
            Op::Peek { .. } => Opcode::Peek,
            Op::Input { .. } | Op::Const(_) | Op::Output { .. } => unreachable!("not an operation"),
            Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } => unreachable!("state is not an operation"),
        }
    }

    /// Builds the record of a net. Adds operand lists and tables to the program.
    pub(super) fn record(&mut self, net: Net, code: Opcode) -> Record {
        let record = |a: u32, b: u32, c: u32| Record { a, b, c, cut: 64 - self.width(net) };
        match self.op(net) {
            Op::All(a) => Record { cut: 64 - self.width(*a), ..record(self.word(*a), 0, 0) },
            Op::Not(a) | Op::Any(a) | Op::Odd(a) => record(self.word(*a), 0, 0),
            Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) => {
                record(self.word(*a), self.word(*b), 0)
            }
            Op::MulSigned(a, b) => record(self.word(*a), self.word(*b), self.width(*a)),
            Op::Mul(a, b) | Op::Eq(a, b) | Op::Lt(a, b) => record(self.word(*a), self.word(*b), 0),
            Op::Shl { of, by } | Op::Shr { of, by } => record(self.word(*of), self.word(*by), 0),
            Op::Mux { sel, then, other } => record(self.word(*sel), self.word(*then), self.word(*other)),
            Op::Slice { of, low } => record(self.word(*of) + low / 64, low % 64, 0),
            Op::Concat(parts) => match code {
                Opcode::Fill => record(self.word(parts[0]), 0, 0),
                Opcode::Concat2 => record(self.word(parts[0]), self.word(parts[1]), self.width(parts[0])),
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

    /// Returns the index of a table's first word in `tables`. Adds the table if it is new.
    fn table(&mut self, table: &Arc<[u128]>) -> u32 {
        *self.table_starts.entry(table.as_ptr()).or_insert_with(|| {
            self.tables.extend(table.iter().map(|&word| word as u64));
            (self.tables.len() - table.len()) as u32
        })
    }
}

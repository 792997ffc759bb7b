//! Pieces of a concatenation.

use super::value::{SignalId, Value};
use super::ModuleView;
use crate::rtl::{Net, Op};

/// Piece of a concatenation, after neighbours are merged.
pub enum Piece {
    /// A constant.
    Const {
        /// Its bits.
        value: u128,
        /// Width in bits.
        width: u32,
    },
    /// Copies of some bits of a signal, side by side.
    Bits {
        /// Number of the signal.
        signal: SignalId,
        /// Lowest bit of the signal.
        low: u32,
        /// Width of a copy in bits.
        width: u32,
        /// Number of copies.
        copies: u32,
    },
    /// Copies of an operation that is printed here, side by side.
    Inline {
        /// Net of the operation.
        net: Net,
        /// Number of copies.
        copies: u32,
    },
}

impl ModuleView<'_> {
    /// Returns the pieces of a concatenation, the first at the low end.
    pub fn pieces(&self, parts: &[Net]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.append(parts, &mut pieces);
        pieces
    }

    fn append(&self, parts: &[Net], pieces: &mut Vec<Piece>) {
        for &part in parts {
            let width = self.module.width(part);
            match (self.value(part), pieces.last_mut()) {
                (Value::Const(v), Some(Piece::Const { value, width: below })) if *below + width <= Net::MAX_WIDTH => {
                    *value |= v << *below;
                    *below += width;
                }
                (Value::Const(value), _) => pieces.push(Piece::Const { value, width }),
                (Value::Bits { signal, low }, Some(Piece::Bits { signal: s, low: l, width: w, copies }))
                    if signal == *s =>
                {
                    match () {
                        _ if *copies == 1 && low == *l + *w => *w += width,
                        _ if low == *l && width == *w => *copies += 1,
                        _ => pieces.push(Piece::Bits { signal, low, width, copies: 1 }),
                    }
                }
                (Value::Bits { signal, low }, _) => pieces.push(Piece::Bits { signal, low, width, copies: 1 }),
                (Value::Inline(net), last) => match (&self.module.nets[net.index()].op, last) {
                    (Op::Concat(parts), _) => self.append(parts, pieces),
                    (_, Some(Piece::Inline { net: below, copies })) if *below == net => *copies += 1,
                    _ => pieces.push(Piece::Inline { net, copies: 1 }),
                },
            }
        }
    }
}

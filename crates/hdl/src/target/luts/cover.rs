//! The cover of gates by LUTs.

use super::bits::{Bits, Node};

/// Most LUTs of which a gate is a part.
const MOST_READERS: u32 = 2;

/// Counts the LUTs that cover the gates of some bits. A gate is part of the LUTs that read it as long as these have
/// inputs. `copies`: whether that holds of a gate that several LUTs read too.
pub fn luts(bits: &Bits, inputs: usize, copies: bool) -> usize {
    let count = bits.nodes.len();
    let mut readers = vec![0u32; count];
    for node in &bits.nodes {
        if let Node::Gate(operands) = node {
            operands.iter().for_each(|operand| readers[*operand as usize] += 1);
        }
    }
    let mut is_needed = vec![false; count];
    bits.roots.iter().for_each(|root| {
        is_needed[*root as usize] = true;
        // What something else reads is there, and another LUT reads it.
        readers[*root as usize] = u32::MAX;
    });
    let most_readers = if copies { MOST_READERS } else { 1 };
    // `cuts[node]`: what the LUT of a gate reads.
    let mut cuts: Vec<Vec<u32>> = vec![vec![]; count];
    for (number, node) in bits.nodes.iter().enumerate() {
        let Node::Gate(operands) = node else { continue };
        let may_join = |at: u32| readers[at as usize] <= most_readers && is_gate(bits, at);
        let mut joining: Vec<u32> = operands.iter().copied().filter(|at| may_join(*at)).collect();
        joining.sort_by_key(|operand| (readers[*operand as usize], cuts[*operand as usize].len()));
        cuts[number] = cut(operands, joining, &cuts, inputs);
    }
    let mut luts = 0;
    for number in (0..count).rev() {
        if is_needed[number] && matches!(bits.nodes[number], Node::Gate(_)) {
            luts += 1;
            cuts[number].iter().for_each(|read| is_needed[*read as usize] = true);
        }
    }
    luts
}

/// Returns what the LUT of a gate reads: its operands, or in place of one that joins it what its own LUT would read.
fn cut(operands: &[u32], joining: Vec<u32>, cuts: &[Vec<u32>], inputs: usize) -> Vec<u32> {
    let mut cut = operands.to_vec();
    for operand in joining {
        let mut merged: Vec<u32> = cut.iter().copied().filter(|read| *read != operand).collect();
        merged.extend(cuts[operand as usize].iter().filter(|read| !cut.contains(read)));
        if merged.len() <= inputs {
            cut = merged;
        }
    }
    cut
}

fn is_gate(bits: &Bits, node: u32) -> bool {
    matches!(bits.nodes[node as usize], Node::Gate(_))
}

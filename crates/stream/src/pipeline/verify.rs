//! Checks of the connections between the blocks of a pipeline.

use super::{Block, Layout, Pipeline};

/// Connection between two blocks: layout of the elements, and bits of a component where the number system has assigned
/// them.
struct Stream {
    layout: Layout,
    bits: Option<u32>,
}

impl Pipeline {
    /// Checks that each block finds its elements in their slots and words of its width, that permuters have the latency
    /// that elements need, and that no permuter is the identity. An error names the block.
    pub fn verify(&self) -> Result<(), String> {
        let mut stream = Stream { layout: self.input.clone(), bits: None };
        let mut permuted = None;
        for (number, block) in self.blocks.iter().enumerate() {
            let wrong = |what: String| Err(format!("block {number}, {block}: {what}"));
            if let Block::Permuter(permuter) = block {
                if permuter.is_identity() {
                    return wrong("it permutes nothing".into());
                }
                if permuter.lanes_in != stream.layout.lanes {
                    return wrong(format!("{} lanes come", stream.layout.lanes));
                }
                permuted = Some(permuter.latency);
            }
            if let Block::Normalizer(normalizer) = block {
                stream.bits = Some(normalizer.output);
            }
            let Some(stage) = block.stage() else { continue };
            self.check_layouts(&stream.layout, &stage.layout, permuted.take()).or_else(wrong)?;
            if let Some(fixed) = stage.arithmetic.fixed().filter(|_| stage.shared().is_none()) {
                if stream.bits.is_some_and(|bits| bits != fixed.input_bits) {
                    return wrong(format!("words of {:?} bits come, and {} are taken", stream.bits, fixed.input_bits));
                }
                stream.bits = Some(fixed.output_bits);
            }
            stream.layout = block.output().unwrap_or(stream.layout);
        }
        self.check_layouts(&stream.layout, &self.output, permuted).map_err(|what| format!("output: {what}"))
    }

    /// Checks that elements get from one layout to another, through a permuter with its latency in cycles or directly.
    fn check_layouts(&self, from: &Layout, to: &Layout, permuter: Option<usize>) -> Result<(), String> {
        let wait = from.longest_wait(to, self.elements);
        match permuter {
            Some(latency) if latency < wait => {
                Err(format!("the permuter takes {latency} cycles, elements need {wait}"))
            }
            Some(_) => Ok(()),
            None => {
                let positions = [from, to].map(|layout| layout.positions(self.elements));
                let moved = positions[1].iter().zip(&positions[0]).position(|(to, from)| to.is_some() && to != from);
                moved.map_or(Ok(()), |element| Err(format!("element {element} does not come in its slot")))
            }
        }
    }
}

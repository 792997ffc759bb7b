//! What the ports of an exchange depend on, if steps follow each other.

use super::line::Line;
use super::units::Words;
use super::WordPlaces;
use crate::array::element::regions::Region;
use crate::array::element::walk::Point;
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Nets that the ports of an exchange depend on.
pub(crate) struct Context<'a> {
    /// What the array is made of.
    pub plan: &'a Plan,
    /// Whether pencils change places.
    pub is_exchange: Net,
    /// Whether they do so within columns.
    pub is_column: Net,
    /// Coordinate of the element along the axis.
    pub coordinate: Net,
}

impl WordPlaces for Context<'_> {
    fn source(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = self.source_point(m, digits, block);
        Region::Whole.address(m, self.plan, &point, block)
    }

    fn destination(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = self.destination_point(m, digits, block);
        Region::Whole.address(m, self.plan, &point, block)
    }
}

impl<'a> Context<'a> {
    /// Returns the words of the exchange, which have the digits link word, point of the block, and pencil.
    pub fn words(&self) -> Words {
        let [first, second] = self.plan.pencils();
        Words { exchange: self.plan.exchange(), radices: [self.plan.link_words(), self.plan.block(), first, second] }
    }

    /// Returns what the ports of a line depend on.
    pub fn line(&self) -> Line<'a> {
        let Context { plan, coordinate, is_exchange, .. } = *self;
        Line { plan, words: self.words(), coordinate, is_exchange, is_written: is_exchange }
    }

    /// Returns the point that a word's digits name at its source. The pencil's number along the axis is the third digit.
    pub fn source_point(&self, m: &mut Module, digits: &[Net], block: Net) -> Point {
        let [_, within, along, across] = digits[..] else { unreachable!("words have four digits") };
        Point { pencil: self.pencil(m, along, across), block, within }
    }

    /// Returns the point that a word's digits name at its destination. The numbers of pencil and point have changed places.
    pub fn destination_point(&self, m: &mut Module, digits: &[Net], block: Net) -> Point {
        let [_, along, within, across] = digits[..] else { unreachable!("words have four digits") };
        Point { pencil: self.pencil(m, along, across), block, within }
    }

    /// Returns the numbers of a pencil along the first and the second axis.
    fn pencil(&self, m: &mut Module, along: Net, across: Net) -> [Net; 2] {
        match self.plan.dimensions {
            3 => [m.mux(self.is_column, across, along), m.mux(self.is_column, along, across)],
            _ => [along, across],
        }
    }
}

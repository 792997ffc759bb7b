//! The default name of a core, which says what is not usual about it.

use super::{Config, Interface};
use crate::arch::ports::{Stall, TlastMark};
use crate::format::Format;
use crate::formula::{Direction, Kind, Order};
use crate::lower::Reset;
use crate::number::{Datapath, Scale};
use crate::pipeline::Padding;

impl Config {
    /// The name of the top module.
    pub fn top_name(&self) -> String {
        let kind = match self.kind {
            Kind::Complex => "dft",
            Kind::Real => "rdft",
            Kind::RealPair => "rdftpair",
        };
        let transform = match self.direction() {
            Direction::Forward => kind.to_string(),
            Direction::Inverse => format!("i{kind}"),
            Direction::Chosen { .. } => format!("{kind}_i{kind}"),
        };
        // What an identifier cannot hold: the point of q4.12.
        let datapath = match self.datapath {
            None | Some(Datapath::Float) => String::new(),
            Some(_) if self.has_block_exponents() => "_bfp".into(),
            Some(datapath) => format!("_{datapath}"),
        };
        let format = self.format.name().replace('.', "_") + &datapath;
        let size = match self.runtime.sizes.first() {
            Some(least) => format!("{least}to{}", self.size()),
            None => self.shape.to_string(),
        };
        let support = self.support.as_ref().map_or(String::new(), |support| format!("_{}", support.label()));
        let channels = match self.shape.channels() {
            1 => String::new(),
            channels => format!("_ch{channels}"),
        };
        let cycles = self.cycles.map_or(String::new(), |cycles| format!("_c{cycles}"));
        let name =
            || format!("{transform}{size}{channels}_w{}_{format}{support}{cycles}{}", self.width, self.ports_name());
        self.name.clone().unwrap_or_else(name)
    }

    /// What the default name says of ports and orders that are not the usual ones.
    fn ports_name(&self) -> String {
        let arithmetic = &self.arithmetic;
        let scale = match (self.format, &arithmetic.scale) {
            (Format::Float(_), _) => String::new(),
            (_, Some(Scale::None)) => arithmetic.max_growth.map_or("_unscaled".into(), |bits| format!("_grow{bits}")),
            (_, Some(Scale::Chosen)) => "_shifts".into(),
            _ => String::new(),
        };
        let order = match self.orders {
            [Order::Natural, Order::Natural] => "",
            [Order::Natural, Order::Reversed] => "_rev",
            [Order::Reversed, Order::Natural] => "_revin",
            [Order::Reversed, Order::Reversed] => "_revboth",
        };
        let interface = match self.interface {
            Interface::Axis => "",
            Interface::Native => "_native",
        };
        let reset = match self.reset {
            Reset::Rst => "",
            Reset::Aresetn => "_aresetn",
            Reset::None => "_noreset",
        };
        let by_row = self.tlast == TlastMark::Row;
        let framing = [
            ("_nostall", self.stall == Stall::None),
            ("_resync", self.resync),
            ("_tkeep", self.tkeep),
            ("_overflow", self.overflow_mark == Some(true) && !by_row),
            ("_unmarked", self.overflow_mark == Some(false) && by_row),
            ("_lastrow", by_row),
            ("_padrows", self.padding == Padding::Rows),
        ];
        let framing: String = framing.into_iter().filter(|(_, asked)| *asked).map(|(name, _)| name).collect();
        format!("{scale}{order}{interface}{reset}{framing}")
    }
}

//! Clock cycles of a frame: how few there may be, and which cores have one processor for all steps.

use super::Config;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Kind, Order};
use crate::number::{Datapath, Scale};

impl Config {
    /// Refuses fewer clock cycles than a frame has beats.
    pub(super) fn check_cycles(&self) -> Result<(), Error> {
        let Some(cycles) = self.cycles else { return Ok(()) };
        let beats = self.frame_beats();
        let beats = beats[0].max(beats[1]) * self.clocks_per_beat();
        match cycles < beats {
            true => Err(Error::Usage(format!(
                "cycles {cycles}: a frame has {beats} beats; ask for more --cycles, or for a larger --width"
            ))),
            false => Ok(()),
        }
    }

    /// Returns why the core is a streaming one whatever the cycles of a frame are. `None` if it may be folded.
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::Config;
    /// let config = Config::new(64, 8, Format::parse("fixed16", false)?);
    /// assert_eq!(config.streams_because(), Some("a folded core takes one, two or four points a clock cycle"));
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn streams_because(&self) -> Option<&'static str> {
        let Config { kind, shape, ref runtime, orders, .. } = *self;
        let width = self.lanes();
        let is_float = matches!(self.format, Format::Float(_));
        let is_convolved = self.is_convolved_when_folded();
        let shared = if is_convolved { self.shared_for_convolution() } else { self.shared_for_folding() };
        let datapath = self.datapath.or_else(|| shared?.datapath);
        let has_own_shifts = matches!(self.arithmetic.scale(), Scale::Shifts(_) | Scale::Chosen);
        let is_computed = match datapath {
            None | Some(Datapath::Float | Datapath::Longer(_) | Datapath::Shared(_)) => true,
            Some(Datapath::Block(_)) => !is_float,
        };
        let is_real = kind != Kind::Complex;
        let reasons = [
            (is_real && width > 1, "real data are folded at a point a clock cycle"),
            (is_real && self.points() % 2 > 0, "frames of real data are folded where their points are an even number"),
            (is_real && is_convolved, "a folded convolution is of complex data"),
            (shape.has_rows() || shape.channels() > 1, "a folded core has one dimension and one channel"),
            (![1, 2, 4].contains(&width), "a folded core takes one, two or four points a clock cycle"),
            (
                width > 1 && self.points() % width > 0,
                "a folded core of several points a clock cycle takes frames of whole beats",
            ),
            (!runtime.sizes.is_empty() && width != 1, "frames of several sizes are folded at one point a clock cycle"),
            (orders != [Order::Natural; 2], "the points of a folded core come and go in natural order"),
            (self.support.is_some(), "all points of a frame pass the ports of a folded core"),
            (is_convolved && width > 1, "a folded convolution takes a point a clock cycle"),
            (is_convolved && has_own_shifts, "a folded convolution has its own shifts"),
            (!is_computed, "words of floating point with an exponent for each frame are not folded"),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
    }
}

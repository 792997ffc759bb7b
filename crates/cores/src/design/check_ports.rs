//! What the ports cannot have is refused, with the value, the reason and the fix.

use super::{Config, Interface};
use crate::arch::ports::{HalfRate, Stall, TlastMark};
use crate::error::Error;
use crate::format::Format;
use crate::number::Scale;
use crate::pipeline::{InputCoding, IqOrder, Padding};

impl Config {
    /// Refuses what AXI4-Stream has and the bare core does not, and rows that the ports cannot mark.
    pub(super) fn check_ports(&self) -> Result<(), Error> {
        let by_row = self.tlast == TlastMark::Row;
        let marks = self.overflow_mark == Some(true);
        let axis = [
            ("resync", self.resync, "tlast"),
            ("buffer", self.buffer, "s_axis_tready"),
            ("tkeep", self.tkeep, "tkeep"),
            ("last", by_row, "tlast"),
        ];
        self.check_stall()?;
        self.check_buffer()?;
        self.check_codings()?;
        if let Some(why) = self.has_no_overflow().filter(|_| marks) {
            return Err(Error::Usage(format!("mark-overflow: {why}; leave --mark-overflow out")));
        }
        match axis.iter().find(|(_, asked, _)| *asked && self.interface == Interface::Native) {
            Some((what, _, signal)) => Err(Error::Usage(format!(
                "{what} and interface native: {signal} is a signal of AXI4-Stream; leave --{what} out, or --interface"
            ))),
            None => self.check_rows(),
        }
    }

    /// Refuses pauses that a core has to bear by what it is.
    fn check_stall(&self) -> Result<(), Error> {
        let excluded = [
            (self.resync, "resync", "skipped beats are pauses; leave --resync out"),
            (
                self.half_rate().is_some(),
                "width 1 of real data",
                "the core pauses in every second clock cycle; ask for --width 2",
            ),
            (!self.runtime.sizes.is_empty(), "sizes", "a frame waits for a longer one; ask for one size by --size"),
            (self.cycles.is_some(), "cycles", "frames wait for the processor; leave --cycles and --rate out"),
        ];
        match excluded.into_iter().find(|(asked, ..)| *asked && self.stall == Stall::None) {
            Some((_, what, why)) => Err(Error::Unsupported(format!("stall none and {what}: {why}, or --stall"))),
            None => Ok(()),
        }
    }

    /// Refuses a buffer of frames that are not known to be whole by their beats alone, or that one beat makes whole.
    fn check_buffer(&self) -> Result<(), Error> {
        let excluded = [
            (self.resync, "resync", "frames that are cut short are dropped as they come"),
            (self.runtime.bits() > 0, "runtime", "a frame takes its configuration word as it comes"),
            (self.arithmetic.scale == Some(Scale::Chosen), "scale runtime", "a frame takes its word as it comes"),
            (self.half_rate() == Some(HalfRate::In), "width 1 of real samples", "two of them become a beat later"),
            (self.frame_beats()[0] == 1, "frames of one beat", "nothing can pause within them"),
        ];
        match excluded.into_iter().find(|(asked, ..)| *asked && self.buffer) {
            Some((_, what, why)) => Err(Error::Unsupported(format!("buffer and {what}: {why}; leave --buffer out"))),
            None => Ok(()),
        }
    }

    /// Refuses codings that samples cannot have.
    fn check_codings(&self) -> Result<(), Error> {
        let offset = self.input_coding == InputCoding::Offset;
        let asked = [
            (offset, "input-coding offset", "input-coding"),
            (self.iq_order == IqOrder::Qi, "iq-order qi", "iq-order"),
        ];
        let Some((_, what, flag)) = asked.into_iter().find(|(asked, ..)| *asked) else { return Ok(()) };
        match self.format {
            _ if self.interface == Interface::Native => Err(Error::Unsupported(format!(
                "{what} and interface native: the bare core takes numbers as it computes with them; leave --{flag} out \
                 and connect the \
                 bits so, or leave --interface out"
            ))),
            Format::Float(_) if offset => Err(Error::Usage(
                "input-coding offset is about fixed point, and floating point has a sign; leave --input-coding out, or \
                 ask for a \
                 --precision as in fixed16"
                    .into(),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses rows that there are not, and rows that end within a beat where `tlast` is to end them.
    fn check_rows(&self) -> Result<(), Error> {
        let (by_row, padded) = (self.tlast == TlastMark::Row, self.padding == Padding::Rows);
        let asked = [("last", "last row", by_row), ("pad", "pad rows", padded)];
        if let Some((flag, what, _)) = asked.iter().find(|(.., asked)| *asked && !self.shape.has_rows()) {
            let fix = match self.runtime.sizes.is_empty() {
                true => format!(", or ask for rows as in --size 16x{}", self.shape),
                false => String::new(),
            };
            return Err(Error::Usage(format!("{what}: a frame of one dimension has no rows; leave --{flag} out{fix}")));
        }
        let Config { width, shape, .. } = *self;
        let row = shape.row_samples();
        if by_row && !padded && self.point_shape().row_samples() % self.lanes() > 0 {
            return Err(Error::Usage(format!(
                "last row: rows of {row} do not fill whole beats of {width}, and tlast ends a beat; add --pad rows, or \
                 ask for a \
                 --width that divides {row}"
            )));
        }
        Ok(())
    }
}

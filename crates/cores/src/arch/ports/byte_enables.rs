//! Byte enables (`tkeep`): all bytes of a beat hold points, but for those of the spare lanes of the
//! last beat of a frame or of a padded row.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{Module, Net};

/// Builds the check of the byte enables at the input: its output `wrong` pulses for each beat with other bytes. The
/// last beat of a frame or of a padded row holds the lower `kept` of `bytes` bytes. Inputs: `rst`; `passes`, a beat
/// passes; `keep`; and `last`, it is that beat, unless all frames or rows have a number of `beats`.
#[hdl]
pub fn byte_check(name: &str, bytes: u32, kept: u32, beats: Option<usize>) -> Module {
    let m = Builder::new(name, "Compares the bytes that a beat holds with those that points are in; one cycle late.");
    m.set_reset(m.input("rst", 1));
    let passes = m.input("passes", 1);
    let keep = m.input_bus("keep", &fields(bytes));
    let given = beats.is_none().then(|| m.input("last", 1));
    let is_full = every(keep.iter().map(|keep| keep.all()));
    let is_right = match kept == bytes {
        true => is_full,
        false => {
            let last = given.unwrap_or_else(|| m.count("beat", passes, beats.unwrap_or(1)).1);
            let at_end = enables(bytes, kept, m.constant(1, 0));
            last.mux(every(keep.into_iter().zip(at_end).map(|(keep, at_end)| keep.is(at_end))), is_full)
        }
    };
    m.output("wrong", (passes & !is_right).later_with_reset(1));
    m.finish()
}

/// Returns the byte enables of an output beat by [`fields`]: the lower `kept` of `bytes` bytes in a frame's last beat,
/// all bytes in others.
pub fn byte_enables(bytes: u32, kept: u32, last: Sig) -> Vec<Sig> {
    enables(bytes, kept, !last)
}

/// Bits of the signals that hold the enables of `bytes` bytes: a beat may have more bytes than a signal has bits.
pub fn fields(bytes: u32) -> Vec<u32> {
    (0..bytes).step_by(Net::MAX_WIDTH as usize).map(|from| (bytes - from).min(Net::MAX_WIDTH)).collect()
}

/// Enables the lower `kept` bytes, and the others if `above` is high.
fn enables(bytes: u32, kept: u32, above: Sig) -> Vec<Sig> {
    let m = above.builder();
    let lower = m.constant(1, 1);
    let parts: Vec<Sig> = (0..bytes).map(|byte| if byte < kept { lower } else { above }).collect();
    parts.chunks(Net::MAX_WIDTH as usize).map(|parts| m.cat(parts.iter().copied())).collect()
}

/// Whether all of at least one condition hold.
fn every<'m>(conditions: impl Iterator<Item = Sig<'m>>) -> Sig<'m> {
    conditions.reduce(|all, one| all & one).expect("a beat has a byte")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Simulator;

    /// Beats of up to 1,024 bytes, of which the second one of a frame holds some.
    #[test]
    fn wide_beats_have_a_bit_for_each_byte() {
        for (bytes, kept) in [(128, 128), (129, 1), (144, 130), (256, 128), (1024, 1000)] {
            let mut check = byte_check("check", bytes, kept, Some(2));
            Builder::over(&mut check, |m| m.output_bus("enables", byte_enables(bytes, kept, m.input("last_out", 1))));
            let mut simulator = Simulator::new(&std::sync::Arc::new(check));
            let slots = |simulator: &Simulator, name: &str| simulator.input(name).unwrap();
            let [rst, passes, last_out] = ["rst", "passes", "last_out"].map(|name| slots(&simulator, name)[0]);
            let keep = slots(&simulator, "keep");
            let [enables, wrong] = ["enables", "wrong"].map(|name| simulator.output(name).unwrap());
            simulator.set(rst, 1);
            simulator.step();
            simulator.set(rst, 0);
            simulator.set(passes, 1);
            let set = |simulator: &mut Simulator, count: u32| {
                for (field, slot) in keep.iter().enumerate() {
                    let ones = count.saturating_sub(128 * field as u32).min(slot.width());
                    simulator.set(*slot, if ones == 128 { u128::MAX } else { (1 << ones) - 1 });
                }
                simulator.settle();
            };
            for (beat, count, is_wrong) in [
                (0, bytes, false),
                (1, kept, false),
                (0, bytes - 1, true),
                (1, kept, false),
                (0, bytes, false),
                (1, kept - 1, true),
            ] {
                simulator.set(last_out, beat);
                set(&mut simulator, count);
                let ones: u32 = enables.iter().map(|slot| simulator.get(*slot).count_ones()).sum();
                assert_eq!(ones, if beat == 1 { kept } else { bytes });
                simulator.step();
                simulator.settle();
                assert_eq!(simulator.get(wrong[0]) == 1, is_wrong, "{count} of {bytes} bytes in beat {beat}");
            }
        }
    }
}

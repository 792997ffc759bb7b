//! Byte enables (`tkeep`): all bytes of a beat hold points, but for those of the spare lanes of the
//! last beat of a frame or of a padded row.

use crate::lower::count::count;
use crate::rtl::{Module, Net};

/// Builds the check of the byte enables at the input: its output `wrong` pulses for each beat with other bytes. The last beat
/// of a frame or of a padded row holds the lower `kept` of `bytes` bytes. Inputs: `rst`; `passes`, a beat passes; `keep`; and `last`,
/// it is that beat, unless all frames or rows have a number of `beats`.
pub fn byte_check(name: &str, bytes: u32, kept: u32, beats: Option<usize>) -> Module {
    let mut m =
        Module::new(name, "Compares the bytes that a beat holds with those that points are in; one cycle late.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let passes = m.input("passes", 1);
    let keep = m.input("keep", bytes);
    let given = beats.is_none().then(|| m.input("last", 1));
    let full = m.all(keep);
    let right = match kept == bytes {
        true => full,
        false => {
            let last = given.unwrap_or_else(|| count(&mut m, "beat".into(), passes, beats.unwrap_or(1)).1);
            let none = m.constant(1, 0);
            let end = enables(&mut m, bytes, kept, none);
            let end = m.eq(keep, end);
            m.mux(last, end, full)
        }
    };
    let wrong = m.not(right);
    let wrong = m.and(passes, wrong);
    let pulse = m.register(wrong, Some(0));
    m.output("wrong", pulse);
    m
}

/// Returns the byte enables of an output beat: the lower `kept` of `bytes` bytes in a frame's last beat, all bytes in others.
pub fn byte_enables(m: &mut Module, bytes: u32, kept: u32, last: Net) -> Net {
    let more = m.not(last);
    enables(m, bytes, kept, more)
}

/// Enables the lower `kept` bytes, and the others if `above` is high.
fn enables(m: &mut Module, bytes: u32, kept: u32, above: Net) -> Net {
    let lower = m.constant(1, 1);
    let parts: Vec<Net> = (0..bytes).map(|byte| if byte < kept { lower } else { above }).collect();
    m.concat(&parts)
}

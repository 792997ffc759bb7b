//! Which bytes of a beat hold points: all of them, but for those of the spare lanes of a frame's last beat.

use crate::lower::count::count;
use crate::rtl::{Module, Net};

/// Checks what comes in: an output `wrong` for each beat that holds other bytes. Inputs: `rst`, `passes`, a beat of `bytes`
/// bytes passes; `keep`; and `last`, it is a frame's last one, unless frames are all of so many `beats`. The last beat holds
/// the lower `kept` bytes.
pub fn keep_check(name: &str, bytes: u32, kept: u32, beats: Option<usize>) -> Module {
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
            let end = bytes_with(&mut m, bytes, kept, none);
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

/// The bytes that a beat holds which goes out.
pub fn keep(m: &mut Module, bytes: u32, kept: u32, last: Net) -> Net {
    let more = m.not(last);
    bytes_with(m, bytes, kept, more)
}

/// The lower `kept` bytes, and the others as `above` says.
fn bytes_with(m: &mut Module, bytes: u32, kept: u32, above: Net) -> Net {
    let lower = m.constant(1, 1);
    let parts: Vec<Net> = (0..bytes).map(|byte| if byte < kept { lower } else { above }).collect();
    m.concat(&parts)
}

//! A beat of `tdata` as a hexadecimal word.

use super::Frame;

/// The first `count` components of the beat, or what is wrong with the word.
pub(super) fn decode(frame: &Frame, word: &str, count: usize, numbers: &mut Vec<u64>) -> Result<(), String> {
    let wanted = frame.beat_digits();
    if let Some(junk) = word.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("{junk:?} is no hexadecimal digit; a line is one beat of {wanted} digits"));
    }
    if word.len() != wanted {
        return Err(format!(
            "{} hexadecimal digits, where a beat of {} {} samples has {wanted}",
            word.len(),
            frame.width,
            frame.format.name()
        ));
    }
    let mask = u64::MAX >> (64 - frame.format.bits());
    let components = word.as_bytes().rchunks(frame.component_digits()).map(|digits| number(digits) & mask);
    numbers.extend(components.take(count));
    Ok(())
}

/// Appends one beat; components that are missing in it are zero.
pub(super) fn encode(frame: &Frame, beat: &[u64], text: &mut String) {
    let digits = frame.component_digits();
    let bits = frame.format.bits();
    let on_the_bus = |value: u64| {
        let negative = (value >> (bits - 1)) & 1 == 1;
        let padding = if negative { u64::MAX.checked_shl(bits).unwrap_or(0) } else { 0 };
        (value | padding) & (u64::MAX >> (64 - 4 * digits))
    };
    for place in (0..frame.beat_components()).rev() {
        let value = on_the_bus(beat.get(place).copied().unwrap_or(0));
        text.extend((0..digits).rev().map(|digit| char::from(DIGITS[(value >> (4 * digit)) as usize & 15])));
    }
    text.push('\n');
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The value of at most 16 hexadecimal digits.
fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |value, digit| {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            _ => (digit | 0x20) - b'a' + 10,
        };
        (value << 4) | u64::from(digit)
    })
}

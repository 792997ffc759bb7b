//! A beat of `tdata` as a word, in `hex`, `coe` and `mif`.

use super::numbers::Numbers;
use super::Frame;
use crate::error::quoted;
use dashu_int::{IBig, UBig};

/// Reads the components of a beat, of which every hexadecimal digit must be there.
pub(super) fn decode(word: &str, numbers: &mut Numbers) -> Result<(), String> {
    let frame = numbers.frame;
    let wanted = frame.beat_digits();
    if let Some(junk) = word.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("{junk:?} is no hexadecimal digit; a word is one beat of {wanted} digits"));
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
    let components: Vec<u64> = components.map(|word| frame.coding.word(word, frame.format.bits())).collect();
    numbers.bits((0..numbers.beat()).map(|place| components[frame.coding.place(place)]));
    Ok(())
}

/// Returns a number as the digits that [`decode`] takes. The number may be shorter and of another radix; a negative one
/// becomes two's complement.
pub(super) fn digits(word: &str, radix: u32, frame: &Frame) -> Result<String, String> {
    let digits = frame.beat_digits();
    if radix == 16 && word.len() == digits {
        return Ok(word.to_string());
    }
    let number =
        IBig::from_str_radix(word, radix).map_err(|_| format!("{} is no number of radix {radix}", quoted(word)))?;
    let end = IBig::ONE << (4 * digits);
    let negative = number < IBig::ZERO;
    let inside = if negative { -&number <= &end >> 1 } else { number < end };
    let number = if negative { number + end } else { number };
    match UBig::try_from(number) {
        Ok(number) if inside => Ok(format!("{:0>digits$}", number.in_radix(16).to_string())),
        _ => Err(format!("{} has more than the {} bits of a beat", quoted(word), 4 * digits)),
    }
}

/// Appends one beat. Components that are missing in it are zero.
pub(super) fn encode(frame: &Frame, beat: &[u64], text: &mut String) {
    let digits = frame.component_digits();
    let bits = frame.format.bits();
    let on_the_bus = |value: u64| {
        let negative = (value >> (bits - 1)) & 1 == 1;
        let padding = if negative { u64::MAX.checked_shl(bits).unwrap_or(0) } else { 0 };
        (value | padding) & (u64::MAX >> (64 - 4 * digits))
    };
    for place in (0..frame.beat_components()).rev() {
        let word = beat.get(frame.coding.place(place)).map_or(0, |word| frame.coding.word(*word, bits));
        let value = on_the_bus(word);
        text.extend((0..digits).rev().map(|digit| char::from(DIGITS[(value >> (4 * digit)) as usize & 15])));
    }
    text.push('\n');
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Returns the value of at most 16 hexadecimal digits.
fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |value, digit| {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            _ => (digit | 0x20) - b'a' + 10,
        };
        (value << 4) | u64::from(digit)
    })
}

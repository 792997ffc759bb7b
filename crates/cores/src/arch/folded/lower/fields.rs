//! Words of several fields in a table.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Words of a bit that a LUT holds.
const LUT_WORDS: usize = 64;

/// Looks a word up, and returns its fields a cycle after the address, the first one out of the low bits. `bits`: those
/// of each field; `words`: fields of each word, none where no word is read.
///
/// Of a field with few values a long table has their numbers, which a short table makes values of.
pub fn look_up<'m>(address: Sig<'m>, bits: &[u32], words: &[Vec<u128>]) -> Vec<Sig<'m>> {
    let field = |(number, &bits): (usize, &u32)| {
        Field::new(bits, words.len(), words.iter().filter_map(|word| word.get(number)).copied())
    };
    let fields: Vec<Field> = bits.iter().enumerate().map(field).collect();
    let word = |values: &Vec<u128>| {
        let values = values.iter().zip(&fields).rev();
        values.fold(0, |word, (value, field)| word << field.bits() | field.code(*value))
    };
    let all_bits = fields.iter().map(Field::bits).sum();
    let table: Vec<u128> = words.iter().map(word).collect();
    let word = address.builder().rom(address, all_bits, table).later_as_it_is(1);
    let mut low = 0;
    let found = |field: &Field| {
        low += field.bits();
        field.value(word.bits(low - field.bits(), field.bits()))
    };
    fields.iter().map(found).collect()
}

/// A field of a table.
struct Field {
    /// Bits of a value.
    bits: u32,
    /// Values by their numbers. `None` if the table has the values themselves.
    values: Option<Vec<u128>>,
}

impl Field {
    /// Returns the field of `words` words with these values, in the form that takes fewer LUTs.
    fn new(bits: u32, words: usize, values: impl Iterator<Item = u128>) -> Self {
        let mut values: Vec<u128> = values.collect();
        values.sort_unstable();
        values.dedup();
        let luts = |bits: u32, words: usize| bits as usize * words.div_ceil(LUT_WORDS);
        let of_numbers = luts(address_bits(values.len()), words) + luts(bits, values.len());
        Field { bits, values: (of_numbers < luts(bits, words)).then_some(values) }
    }

    /// Bits of the field in the table.
    fn bits(&self) -> u32 {
        self.values.as_ref().map_or(self.bits, |values| address_bits(values.len()))
    }

    /// Returns what stands for a value in the table.
    fn code(&self, value: u128) -> u128 {
        let number = |values: &Vec<u128>| values.binary_search(&value).unwrap_or_else(|above| above) as u128;
        self.values.as_ref().map_or(value, number)
    }

    /// Makes the value of what the table has.
    fn value<'m>(&self, code: Sig<'m>) -> Sig<'m> {
        match &self.values {
            None => code,
            Some(values) => code.builder().rom(code, self.bits, values.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of few values has their numbers in a long table. One of many values, or in a short table, has the
    /// values.
    #[test]
    fn long_tables_have_numbers_of_few_values() {
        let few = |n: u128| 300 * (n % 3);
        let field = Field::new(10, 200, (0..200).map(few));
        assert_eq!(field.bits(), 2);
        let values = field.values.as_ref().unwrap();
        assert!((0..200).all(|n| values[field.code(few(n)) as usize] == few(n)));
        for (words, value) in [(200, (|n| 5 * n) as fn(u128) -> u128), (60, few)] {
            let field = Field::new(10, words, (0..words as u128).map(value));
            assert_eq!((field.bits(), field.code(value(7))), (10, value(7)));
        }
    }
}

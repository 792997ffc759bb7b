//! Numbers of elements by orders of their digits.

/// Most values of digits that are looked up together. The tables are made for each order, of which there are many, so
/// that short ones take less time than fewer look-ups save.
const MAX_VALUES: usize = 1 << 7;

/// The digits of elements. An order of digits numbers an element by a look-up for each group of digits, of which there
/// are few, rather than by a product for each digit.
pub(super) struct DigitNumbers {
    radices: Vec<usize>,
    groups: Vec<Group>,
}

/// Digits whose values are one number together.
struct Group {
    /// The digits, the one that changes slowest first.
    digits: Vec<usize>,
    /// `values[element]`.
    values: Vec<u32>,
}

impl DigitNumbers {
    /// Takes `digits[digit][element]`.
    pub fn new(digits: &[Vec<u32>], radices: &[usize]) -> Self {
        let mut groups: Vec<Vec<usize>> = vec![];
        let mut count = MAX_VALUES;
        for (digit, radix) in radices.iter().enumerate() {
            count *= radix;
            if count > MAX_VALUES {
                groups.push(vec![]);
                count = *radix;
            }
            groups.last_mut().into_iter().for_each(|group| group.push(digit));
        }
        let values = |group: &[usize]| {
            let mut values = vec![0; digits.first().map_or(0, Vec::len)];
            for &digit in group {
                let radix = radices[digit] as u32;
                values.iter_mut().zip(&digits[digit]).for_each(|(value, digit)| *value = *value * radix + digit);
            }
            values
        };
        let groups = groups.into_iter().map(|digits| Group { values: values(&digits), digits }).collect();
        DigitNumbers { radices: radices.to_vec(), groups }
    }

    /// Returns the number of each element by an order of some digits, slowest first.
    pub fn by(&self, order: &[usize]) -> impl Fn(usize) -> usize + '_ {
        let mut weights = vec![0; self.radices.len()];
        order.iter().rev().fold(1, |stride, &digit| {
            weights[digit] = stride;
            stride * self.radices[digit]
        });
        let numbers = |group: &Group| -> Vec<usize> {
            // Digits that change fast come first, so that each further one repeats what is there.
            let mut numbers = vec![0];
            for &digit in group.digits.iter().rev() {
                let count = numbers.len();
                for value in 1..self.radices[digit] {
                    numbers.extend_from_within(..count);
                    numbers[value * count..].iter_mut().for_each(|number| *number += value * weights[digit]);
                }
            }
            numbers
        };
        // A digit that is not in the order, as those of another transform, adds nothing.
        let counts = |group: &&Group| group.digits.iter().any(|&digit| weights[digit] > 0);
        let groups: Vec<(&Vec<u32>, Vec<usize>)> =
            self.groups.iter().filter(counts).map(|group| (&group.values, numbers(group))).collect();
        move |element| groups.iter().map(|(values, numbers)| numbers[values[element] as usize]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits of several groups number elements as products of their radices do, in any order and without some digits.
    #[test]
    fn look_ups_number_as_products_do() {
        let radices = [2, 3, 16, 5, 7, 4];
        let count = radices.iter().product::<usize>();
        let digit =
            |digit: usize, element: usize| element / radices[..digit].iter().product::<usize>() % radices[digit];
        let digits: Vec<Vec<u32>> =
            (0..radices.len()).map(|of| (0..count).map(|element| digit(of, element) as u32).collect()).collect();
        let numbers = DigitNumbers::new(&digits, &radices);
        assert!(numbers.groups.len() > 1);
        for order in [&[5, 4, 3, 2, 1, 0][..], &[2, 0, 5, 1, 4, 3], &[3, 1], &[]] {
            let number = numbers.by(order);
            for element in (0..count).step_by(17) {
                let product = order.iter().fold(0, |number, &of| number * radices[of] + digit(of, element));
                assert_eq!(number(element), product, "{order:?}");
            }
        }
    }
}

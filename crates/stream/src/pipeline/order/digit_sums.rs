//! Beats of elements as sums over their digits.

use super::super::shape::Shape;

/// Beats of elements, where each digit adds a number of beats that depends on its value alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DigitSums {
    /// `parts[digit][value]`: beats that the digit adds, 0 for the value 0.
    parts: Vec<Vec<u32>>,
}

impl DigitSums {
    /// Computes the beats of an order of digits, slowest first, each of `radices[digit]` values. The last digit is the
    /// position in the step's transforms. `None` where a beat boundary falls within the values of two digits.
    ///
    /// ```
    /// use fftgen_stream::pipeline::{order::DigitSums, Shape};
    /// // Transforms of two points, one in each beat: elements 4a + 2b + c, where c is the position.
    /// let shape = Shape { lanes: 2, period: 1, copies: 1, batches: 4 };
    /// let reversed = DigitSums::from_order(&[1, 0, 2], &[2, 2, 2], shape).unwrap();
    /// let natural = DigitSums::from_order(&[0, 1, 2], &[2, 2, 2], shape).unwrap();
    /// assert_eq!(natural.max_delay(&reversed), 1);
    /// ```
    pub fn from_order(order: &[usize], radices: &[usize], shape: Shape) -> Option<Self> {
        let own = order.last().map(|own| radices[*own])?;
        let mut parts = vec![vec![]; radices.len()];
        let mut stride = 1;
        for &digit in order.iter().rev() {
            let radix = radices[digit];
            let steps_beats =
                stride % shape.lanes == 0 || (shape.lanes % stride == 0 && stride * radix % shape.lanes == 0);
            let within_beat = shape.lanes % (stride * radix) == 0;
            if !(steps_beats || within_beat) {
                return None;
            }
            parts[digit] = (0..radix).map(|value| (value * stride / shape.lanes) as u32).collect();
            stride *= radix;
        }
        // A batch with empty slots ends before its last beat is full.
        let is_full = order.len() == radices.len() && shape.copies * own == shape.lanes * shape.period;
        is_full.then_some(DigitSums { parts })
    }

    /// Finds the sums that given beats are, with `digits[digit][element]`. `None` if they are no such sums.
    pub fn from_beats(beats: &[Option<u32>], digits: &[Vec<u32>], radices: &[usize]) -> Option<Self> {
        let mut parts: Vec<Vec<Option<u32>>> = radices.iter().map(|&radix| vec![None; radix]).collect();
        let elements = || 0..beats.len();
        for element in elements() {
            let mut nonzero = digits.iter().enumerate().filter(|(_, of)| of[element] > 0).map(|(digit, _)| digit);
            match (nonzero.next(), nonzero.next()) {
                (None, _) => parts.iter_mut().for_each(|part| part[0] = beats[element]),
                (Some(digit), None) => parts[digit][digits[digit][element] as usize] = beats[element],
                _ => (),
            }
        }
        let parts: Vec<Vec<u32>> =
            parts.into_iter().map(|part| part.into_iter().collect::<Option<_>>()).collect::<Option<_>>()?;
        let sum = |element: usize| parts.iter().zip(digits).map(|(part, of)| part[of[element] as usize]).sum();
        elements().all(|element| beats[element] == Some(sum(element))).then_some(DigitSums { parts })
    }

    /// Returns the largest difference of the beat of an element here and in another order, if elements have all
    /// combinations of digits.
    pub fn max_delay(&self, there: &DigitSums) -> u32 {
        let max = |(here, there): (&Vec<u32>, &Vec<u32>)| {
            here.iter().zip(there).map(|(here, there)| here.saturating_sub(*there)).max().unwrap_or(0)
        };
        self.parts.iter().zip(&there.parts).map(max).sum()
    }
}

//! When elements come, as sums over their digits.

use super::shape::Shape;

/// Beats of elements that are sums of what each of their digits adds: `parts[digit][value]`, 0 for a value of 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums {
    parts: Vec<Vec<u32>>,
}

impl Sums {
    /// Of an order of digits, slowest first, each of `radices[digit]` values: that of the transforms of a step, whose own digit
    /// comes last. `None` where a beat begins within the values of two digits.
    ///
    /// ```
    /// use fftgen::pipeline::{digits::Sums, Shape};
    /// // Transforms of two, one a beat: elements 4a + 2b + c in the order b, a of those over c.
    /// let shape = Shape { lanes: 2, period: 1, copies: 1, batches: 4 };
    /// let reversed = Sums::of_order(&[1, 0, 2], &[2, 2, 2], shape).unwrap();
    /// let natural = Sums::of_order(&[0, 1, 2], &[2, 2, 2], shape).unwrap();
    /// assert_eq!(natural.longest(&reversed), 1);
    /// ```
    pub fn of_order(order: &[usize], radices: &[usize], shape: Shape) -> Option<Self> {
        let own = order.last().map(|own| radices[*own])?;
        let mut parts = vec![vec![]; radices.len()];
        let mut stride = 1;
        for &digit in order.iter().rev() {
            let radix = radices[digit];
            let apart = stride % shape.lanes == 0 || (shape.lanes % stride == 0 && stride * radix % shape.lanes == 0);
            let together = shape.lanes % (stride * radix) == 0;
            if !(apart || together) {
                return None;
            }
            parts[digit] = (0..radix).map(|value| (value * stride / shape.lanes) as u32).collect();
            stride *= radix;
        }
        // A batch with slots to spare would begin a beat too soon.
        let whole = order.len() == radices.len() && shape.copies * own == shape.lanes * shape.period;
        whole.then_some(Sums { parts })
    }

    /// Of beats that are such sums: `digits[digit][element]`.
    pub fn found(beats: &[Option<u32>], digits: &[Vec<u32>], radices: &[usize]) -> Option<Self> {
        let mut parts: Vec<Vec<Option<u32>>> = radices.iter().map(|&radix| vec![None; radix]).collect();
        let elements = || 0..beats.len();
        for element in elements() {
            let mut moved = digits.iter().enumerate().filter(|(_, of)| of[element] > 0).map(|(digit, _)| digit);
            match (moved.next(), moved.next()) {
                (None, _) => parts.iter_mut().for_each(|part| part[0] = beats[element]),
                (Some(digit), None) => parts[digit][digits[digit][element] as usize] = beats[element],
                _ => (),
            }
        }
        let parts: Vec<Vec<u32>> =
            parts.into_iter().map(|part| part.into_iter().collect::<Option<_>>()).collect::<Option<_>>()?;
        let sum = |element: usize| parts.iter().zip(digits).map(|(part, of)| part[of[element] as usize]).sum();
        elements().all(|element| beats[element] == Some(sum(element))).then_some(Sums { parts })
    }

    /// The most beats that an element comes here later than there, of elements that have all combinations of digits.
    pub fn longest(&self, there: &Sums) -> u32 {
        let most = |(here, there): (&Vec<u32>, &Vec<u32>)| {
            here.iter().zip(there).map(|(here, there)| here.saturating_sub(*there)).max().unwrap_or(0)
        };
        self.parts.iter().zip(&there.parts).map(most).sum()
    }
}

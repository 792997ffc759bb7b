//! Roots of unity of many orders from one table: the eighths of a few circles.

use super::operators::OperatorSet;
use crate::exact::{gcd, roots, Complex};
use crate::rtl::address_bits;
use fftgen_hdl::dsl::*;

/// Clock cycles from an exponent to its root.
pub const ROOT_CYCLES: u32 = 6;

/// Clock cycles from an exponent to the address in the table.
pub const ADDRESS_CYCLES: u32 = 3;

/// Clock cycles of [`long_table`].
pub const TABLE_CYCLES: u32 = 2;

/// Circles whose eighths make a table. Each is of four times a whole number of steps.
pub struct Circles(Vec<usize>);

impl Circles {
    /// Returns the fewest circles that all orders divide, the smallest first. There is one of four steps, if there are
    /// no orders.
    ///
    /// ```
    /// use fftgen_stream::parts::Circles;
    /// let circles = Circles::new(&[4, 6, 12, 32]);
    /// assert_eq!([4, 6, 12, 32].map(|order| circles.of_order(order)), [12, 12, 12, 32]);
    /// ```
    pub fn new(orders: &[usize]) -> Self {
        let mut circles: Vec<usize> = orders.iter().map(|order| order * 4 / gcd(*order, 4)).collect();
        circles.extend(orders.is_empty().then_some(4));
        circles.sort_unstable();
        circles.dedup();
        let all = circles.clone();
        circles.retain(|circle| all.iter().all(|other| other == circle || other % circle != 0));
        Circles(circles)
    }

    /// Returns the smallest circle that an order divides, or one of four steps if there is none.
    pub fn of_order(&self, order: usize) -> usize {
        self.0.iter().copied().find(|circle| circle % order == 0).unwrap_or(4)
    }

    /// Returns the circles, the smallest first.
    pub fn all(&self) -> &[usize] {
        &self.0
    }

    /// Returns the index of a circle's first word in the table.
    pub fn begin(&self, circle: usize) -> usize {
        self.0.iter().take_while(|other| **other < circle).copied().map(eighth).sum()
    }

    /// Returns the bits of an exponent.
    pub fn exponent_bits(&self) -> u32 {
        address_bits(self.0.last().copied().unwrap_or(4) + 1)
    }

    /// Returns the number of words of the table.
    pub fn words(&self) -> usize {
        self.0.iter().copied().map(eighth).sum()
    }

    /// Real and imaginary part of the roots of exponents, `ROOT_CYCLES` clock cycles later. `quarter`: steps of a
    /// quarter of the circle, in the cycle of the exponent. `begin`: index of the circle's first word, `ADDRESS_CYCLES`
    /// clock cycles later.
    pub fn parts<'m>(
        &self,
        exponent: Sig<'m>,
        [quarter, begin]: [Sig<'m>; 2],
        operators: &OperatorSet,
    ) -> [Sig<'m>; 2] {
        let cycle = exponent.cycle().unwrap_or(0);
        let octant = fold(exponent.at(cycle), quarter.at(cycle), address_bits(self.words()));
        let address = begin.extend(octant.index.width()) + octant.index;
        let found = long_table(address, 2 * operators.coefficient(), &self.table(operators));
        let parts = unfold(found, octant, operators);
        assert_eq!(parts.map(Sig::cycle), [Some(cycle + ROOT_CYCLES as i32); 2]);
        parts.map(|part| part.like(exponent))
    }

    /// The exponent on its circle of an exponent of roots of `order`.
    pub fn exponent_of<'m>(&self, exponent: Sig<'m>, order: usize) -> Sig<'m> {
        exponent.extend(self.exponent_bits()).doubled((self.of_order(order) / order).ilog2())
    }

    /// Real and imaginary part of the roots of exponents on the circle of `order`, the only one of the table,
    /// `ROOT_CYCLES` clock cycles later.
    pub fn parts_of<'m>(&self, exponent: Sig<'m>, order: usize, operators: &OperatorSet) -> [Sig<'m>; 2] {
        let m = exponent.builder();
        let quarter = m.constant(self.exponent_bits(), self.of_order(order) as u128 / 4);
        self.parts(exponent, [quarter, m.constant(1, 0)], operators)
    }

    /// Returns the table: cosine and sine of the angles of each circle's eighth.
    fn table(&self, set: &OperatorSet) -> Vec<u128> {
        let word = |root: &Complex| {
            u128::from(set.magnitude(&root.re)) | u128::from(set.magnitude(&root.im)) << set.coefficient()
        };
        let words = |&circle: &usize| roots(circle)[..eighth(circle)].iter().map(word).collect::<Vec<_>>();
        self.0.iter().flat_map(words).collect()
    }
}

/// Words of an eighth of a circle, both ends included.
fn eighth(circle: usize) -> usize {
    circle / 8 + 1
}

record! {
    /// A root by its place on an eighth of the circle.
    struct Octant {
        /// Angle within the eighth.
        index,
        /// Whether cosine and sine are exchanged.
        swap,
        /// Whether the angle is in the second or fourth quarter of the circle.
        is_odd,
        /// Whether the angle is in the second half of the circle.
        is_second_half,
    }
}

/// Folds an exponent to an eighth of the circle, in `ADDRESS_CYCLES` clock cycles. `quarter`: steps of a quarter of the
/// circle; `index_bits`: bits of the result.
#[hdl]
fn fold<'m>(exponent: Sig<'m>, quarter: Sig<'m>, index_bits: u32) -> Octant<'m> {
    let (m, bits) = (exponent.builder(), exponent.width());
    let wide = bits + 1;
    let one = quarter.extend(wide);
    let two = m.cat([m.constant(1, 0), quarter]).extend(wide);
    let three = one + two;
    let place = exponent.extend(wide);
    let [first, second, third] = [one, two, three].map(|end| (!place.lt(end)).register());
    // The quarter of the circle, and the exponent within it.
    let odd = first & !second | third;
    let one = one.later(1);
    let whole = second.mux(odd.mux(three, two), odd.mux(one, 0));
    let rest = (place - whole).register();
    // The second half of a quarter mirrors the first.
    let twice = m.cat([m.constant(1, 0), rest.bits(0, bits)]);
    let mirrored = one.lt(twice);
    let within = mirrored.mux(one - rest, rest);
    let index = within.bits(0, wide.min(index_bits)).register();
    let odd_late = odd.register();
    let swap = (odd_late ^ mirrored).register();
    Octant {
        index: index.extend(index_bits),
        swap,
        is_odd: odd_late.register(),
        is_second_half: second.register().register(),
    }
}

/// The word of a long table `TABLE_CYCLES` clock cycles later, with a register before each block RAM and one after
/// it. A table of little more words than a power of two is cut in two, because block RAMs come in powers of two.
pub fn long_table<'m>(address: Sig<'m>, width: u32, table: &[u128]) -> Sig<'m> {
    let below = table.len().next_power_of_two() / 2;
    if table.len() == 2 * below || table.len() - below > below / 2 {
        return address.builder().rom(address.register(), width, table).register();
    }
    let (low, high) = table.split_at(below);
    let above = address.bit(below.ilog2()).later(TABLE_CYCLES);
    let [low, high] = [low, high].map(|part| long_table(address.bits(0, address_bits(part.len())), width, part));
    above.mux(high, low)
}

/// Makes the parts of a root of cosine and sine in its eighth, in a clock cycle.
fn unfold<'m>(found: Sig<'m>, octant: Octant<'m>, operators: &OperatorSet) -> [Sig<'m>; 2] {
    let coefficient = operators.coefficient();
    let [cosine, sine] = [0, 1].map(|part| found.bits(part * coefficient, coefficient));
    let Octant { swap, is_odd, is_second_half, .. } = octant;
    let [swap, is_odd, is_second_half] = [swap, is_odd, is_second_half].map(|bit| bit.later(TABLE_CYCLES));
    let re = operators.signed(swap.mux(sine, cosine), is_odd ^ is_second_half);
    let im = operators.signed(swap.mux(cosine, sine), !is_second_half);
    [re, im].map(Sig::register)
}

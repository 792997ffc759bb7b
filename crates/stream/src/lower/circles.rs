//! Roots of unity of many orders from one table: the eighths of a few circles.

use super::operators::OperatorSet;
use crate::exact::{gcd, roots, Complex};
use crate::rtl::{address_bits, Module, Net};

/// Clock cycles from an exponent to its root.
pub const ROOT_CYCLES: u32 = 6;

/// Clock cycles from an exponent to the address in the table.
pub const ADDRESS_CYCLES: u32 = 3;

/// Clock cycles of [`long_table`].
pub const TABLE_CYCLES: u32 = 2;

/// Circles whose eighths make a table. Each is of four times a whole number of steps.
pub struct Circles(Vec<usize>);

impl Circles {
    /// Returns the fewest circles that all orders divide, the smallest first. There is one of four steps, if there are no orders.
    ///
    /// ```
    /// use fftgen_stream::lower::Circles;
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

    /// Returns real and imaginary part of the roots of exponents, `ROOT_CYCLES` clock cycles later. `quarter`: steps of a quarter of
    /// the circle. `begin`: index of the circle's first word, `ADDRESS_CYCLES` clock cycles after the exponent.
    pub fn look_up(&self, m: &mut Module, [exponent, quarter, begin]: [Net; 3], set: &OperatorSet) -> [Net; 2] {
        let bits = address_bits(self.words());
        let octant = fold(m, exponent, quarter, bits);
        let begin = m.extend(begin, bits);
        let address = m.add(begin, octant.index);
        let found = long_table(m, address, 2 * set.coefficient(), &self.table(set));
        unfold(m, found, &octant, set)
    }

    /// Returns the exponent on its circle of an exponent of roots of `order`.
    pub fn on_circle(&self, m: &mut Module, exponent: Net, order: usize) -> Net {
        let exponent = m.extend(exponent, self.exponent_bits());
        doubled(m, exponent, (self.of_order(order) / order).ilog2())
    }

    /// Returns real and imaginary part of the roots of exponents on the circle of `order`, the only one of the table, `ROOT_CYCLES` clock cycles
    /// later.
    pub fn root(&self, m: &mut Module, exponent: Net, order: usize, set: &OperatorSet) -> [Net; 2] {
        let quarter = m.constant(self.exponent_bits(), self.of_order(order) as u128 / 4);
        let begin = m.constant(1, 0);
        self.look_up(m, [exponent, quarter, begin], set)
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

/// Returns 2^`bits` times a number, modulo the power of two that it is shorter than.
pub fn doubled(m: &mut Module, number: Net, bits: u32) -> Net {
    match bits {
        0 => number,
        _ => {
            let zeros = m.constant(bits, 0);
            let low = m.slice(number, 0, m.width(number) - bits);
            m.concat(&[zeros, low])
        }
    }
}

/// Words of an eighth of a circle, both ends included.
fn eighth(circle: usize) -> usize {
    circle / 8 + 1
}

/// A root by its place on an eighth of the circle, `ADDRESS_CYCLES` clock cycles after its exponent.
struct Octant {
    /// Angle within the eighth.
    index: Net,
    /// Whether cosine and sine are exchanged.
    swap: Net,
    /// Whether the angle is in the second or fourth quarter of the circle.
    is_odd: Net,
    /// Whether the angle is in the second half of the circle.
    is_second_half: Net,
}

/// Folds an exponent to an eighth of the circle. `quarter`: steps of a quarter of the circle; `index_bits`: bits of the result.
fn fold(m: &mut Module, exponent: Net, quarter: Net, index_bits: u32) -> Octant {
    let bits = m.width(exponent);
    let wide = bits + 1;
    let one = m.extend(quarter, wide);
    let below = m.constant(1, 0);
    let two = m.concat(&[below, quarter]);
    let two = m.extend(two, wide);
    let three = m.add(one, two);
    let at = m.extend(exponent, wide);
    let passed = [one, two, three].map(|end| {
        let short = m.lt(at, end);
        m.not(short)
    });
    // The quarter of the circle, and the exponent within it.
    let [first, second, third] = passed.map(|net| m.register(net, None));
    let below_second = m.not(second);
    let odd = m.and(first, below_second);
    let odd = m.or(odd, third);
    let (at, one, two, three) = (m.delay(at, 1), m.delay(one, 1), m.delay(two, 1), m.delay(three, 1));
    let zero = m.constant(wide, 0);
    let (low, high) = (m.mux(odd, one, zero), m.mux(odd, three, two));
    let whole = m.mux(second, high, low);
    let rest = m.sub(at, whole);
    let rest = m.register(rest, None);
    let (odd, second) = (m.register(odd, None), m.register(second, None));
    let one = m.delay(one, 1);
    // The second half of a quarter mirrors the first.
    let twice = m.slice(rest, 0, bits);
    let twice = m.concat(&[below, twice]);
    let mirrored = m.lt(one, twice);
    let other = m.sub(one, rest);
    let index = m.mux(mirrored, other, rest);
    let kept = m.width(index).min(index_bits);
    let index = m.slice(index, 0, kept);
    let index = m.register(index, None);
    let swap = m.xor(odd, mirrored);
    let swap = m.register(swap, None);
    let (is_odd, is_second_half) = (m.register(odd, None), m.register(second, None));
    Octant { index: m.extend(index, index_bits), swap, is_odd, is_second_half }
}

/// Returns the word of a long table `TABLE_CYCLES` clock cycles later, with a register before each block RAM and one after
/// it. A table of little more words than a power of two is cut in two, because block RAMs come in powers of two.
pub fn long_table(m: &mut Module, address: Net, width: u32, table: &[u128]) -> Net {
    let below = table.len().next_power_of_two() / 2;
    if table.len() == 2 * below || table.len() - below > below / 2 {
        let address = m.register(address, None);
        let found = m.rom(address, width, table);
        return m.register(found, None);
    }
    let (low, high) = table.split_at(below);
    let above = m.bit(address, below.ilog2());
    let above = m.delay(above, TABLE_CYCLES);
    let parts = [low, high].map(|part| {
        let address = m.slice(address, 0, address_bits(part.len()));
        long_table(m, address, width, part)
    });
    m.mux(above, parts[1], parts[0])
}

/// Makes the parts of a root of cosine and sine in its eighth.
fn unfold(m: &mut Module, found: Net, octant: &Octant, set: &OperatorSet) -> [Net; 2] {
    let coefficient = set.coefficient();
    let [cosine, sine] = [0, 1].map(|part| m.slice(found, part * coefficient, coefficient));
    let Octant { swap, is_odd, is_second_half, .. } = *octant;
    let [swap, odd, second] = [swap, is_odd, is_second_half].map(|net| m.delay(net, TABLE_CYCLES));
    let parts = [m.mux(swap, sine, cosine), m.mux(swap, cosine, sine)];
    let negative = [m.xor(odd, second), m.not(second)];
    [0, 1].map(|part| {
        let part = set.with_sign(m, parts[part], negative[part]);
        m.register(part, None)
    })
}

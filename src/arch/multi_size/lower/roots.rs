//! The twiddles behind a place that several sizes share: roots of unity of an order that the size says.
//!
//! An exponent is the number of a point times that of a transform or a lane, and never comes round the circle. Short tables have all roots of each order. Of long ones an eighth of the circle is enough, and orders that
//! divide another share its table; the exponents grow in units of that one.

use super::super::route::Path;
use super::per_size::{BySize, Counts};
use crate::exact::{gcd, roots, Complex};
use crate::lower::feeds::shifted;
use crate::lower::operators::Set;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};

/// Roots of all orders that are looked up as they are.
const DIRECT: usize = 512;

/// Cycles from a folded exponent to its root.
const FOLDED: u32 = 6;

/// The exponents of roots: for each beat, in units that the size says and in so many bits.
pub type Exponents<'a> = &'a dyn Fn(&mut Module, &dyn Fn(&Path) -> usize, u32) -> Net;

/// The words that a stage of factors takes of roots whose order the size says, `late` cycles after their exponents: real and
/// imaginary part, or for three products the real part, the sum of both, and what the imaginary part is more.
pub fn roots_of(
    m: &mut Module,
    sized: &BySize,
    order: &dyn Fn(&Path) -> usize,
    exponents: Exponents,
    (stage, set): (&Stage, &Set),
    late: u32,
) -> Vec<Net> {
    let sums = u32::from(stage.has_triples());
    let parts = parts_of(m, sized, order, exponents, set, late - sums);
    match parts[..] {
        [re, im] if sums > 0 => {
            let all = [re, m.add(re, im), m.sub(im, re)];
            all.map(|word| m.delay(word, sums)).to_vec()
        }
        _ => parts,
    }
}

/// The words of real and imaginary part.
fn parts_of(
    m: &mut Module,
    sized: &BySize,
    order: &dyn Fn(&Path) -> usize,
    exponents: Exponents,
    set: &Set,
    late: u32,
) -> Vec<Net> {
    let mut orders: Vec<usize> = sized.row.paths.iter().map(order).filter(|order| *order > 1).collect();
    orders.sort_unstable();
    orders.dedup();
    let wanted = Wanted { sized, orders: &orders, order, exponents, set, late };
    match orders.iter().sum::<usize>() {
        0..=DIRECT => direct(m, &wanted),
        _ => folded(m, &wanted),
    }
}

/// Those of the factors behind a place: the exponent of result j of transform k is j k, which grows by j from transform to
/// transform.
pub fn twiddles(
    m: &mut Module,
    sized: &BySize,
    counts: &Counts,
    place: usize,
    factors: (&Stage, &Set),
    late: u32,
) -> Vec<Net> {
    let order = |path: &Path| match path.radices[place] {
        1 => 1,
        radix => radix * path.distance(place),
    };
    let exponents = |m: &mut Module, unit: &dyn Fn(&Path) -> usize, bits: u32| {
        let unit = sized.number(m, unit);
        products(m, counts, unit, bits)
    };
    roots_of(m, sized, &order, &exponents, factors, late)
}

/// The number of a result times that of its transform.
fn products(m: &mut Module, counts: &Counts, unit: Net, bits: u32) -> Net {
    // The digit times the unit.
    let step = m.state(bits, Some(0));
    m.name(step, "step");
    let (zero, unit) = (m.constant(bits, 0), m.extend(unit, bits));
    let more = m.add(step, unit);
    let next = m.mux(counts.digit_ends, zero, more);
    let turns = m.and(counts.runs, counts.place_ends);
    m.drive_enabled(step, next, turns);
    let exponent = m.state(bits, Some(0));
    m.name(exponent, "exponent");
    let more = m.add(exponent, step);
    let next = m.mux(counts.place_ends, zero, more);
    m.drive_enabled(exponent, next, counts.runs);
    exponent
}

/// Roots of all orders of a set of sizes.
struct Wanted<'a> {
    sized: &'a BySize<'a>,
    /// Each order once, the smallest first, and that of a size.
    orders: &'a [usize],
    order: &'a dyn Fn(&Path) -> usize,
    exponents: Exponents<'a>,
    set: &'a Set,
    late: u32,
}

/// From a table of all roots of each order.
fn direct(m: &mut Module, wanted: &Wanted) -> Vec<Net> {
    let &Wanted { sized, orders, order, exponents, set, late } = wanted;
    let begin = |order: usize| orders.iter().take_while(|other| **other < order).sum::<usize>();
    let base = sized.number(m, |path| begin(order(path)));
    let all: usize = orders.iter().sum();
    let bits = crate::rtl::address_bits(all);
    let exponent = exponents(m, &|_| 1, bits);
    let base = m.extend(base, bits);
    let place = m.add(base, exponent);
    let place = m.delay(place, late - 1);
    let word =
        |root: &Complex| u128::from(set.encode(&root.re)) | u128::from(set.encode(&root.im)) << set.coefficient();
    let table: Vec<u128> = orders.iter().flat_map(|order| roots(*order).iter().map(word).collect::<Vec<_>>()).collect();
    let found = m.rom(place, 2 * set.coefficient(), table);
    let found = m.delay(found, 1);
    [0, 1].map(|part| m.slice(found, part * set.coefficient(), set.coefficient())).to_vec()
}

/// The word of a long table two cycles later: a register ahead of each block RAM, and one behind it. What is little more
/// than a power of two stands in two tables, for block RAM comes in powers of two.
fn looked_up(m: &mut Module, place: Net, width: u32, table: &[u128]) -> Net {
    let below = table.len().next_power_of_two() / 2;
    if table.len() == 2 * below || table.len() - below > below / 2 {
        let place = m.register(place, None);
        let found = m.rom(place, width, table);
        return m.register(found, None);
    }
    let (low, high) = table.split_at(below);
    let above = m.bit(place, below.ilog2());
    let above = m.delay(above, 2);
    let parts = [low, high].map(|part| {
        let bits = crate::rtl::address_bits(part.len());
        let place = m.slice(place, 0, bits);
        looked_up(m, place, width, part)
    });
    m.mux(above, parts[1], parts[0])
}

/// The circles whose eighths make the table: as few as all orders divide, of four times a whole number.
fn circles(orders: &[usize]) -> Vec<usize> {
    let mut circles: Vec<usize> = orders.iter().map(|order| order * 4 / gcd(*order, 4)).collect();
    circles.sort_unstable();
    circles.dedup();
    let all = circles.clone();
    circles.retain(|circle| all.iter().all(|other| other == circle || other % circle != 0));
    circles
}

/// From a table of eighths.
fn folded(m: &mut Module, wanted: &Wanted) -> Vec<Net> {
    let &Wanted { sized, orders, order, exponents, set, late } = wanted;
    let circles = circles(orders);
    let eighth = |circle: usize| circle / 8 + 1;
    let circle = |path: &Path| circles.iter().copied().find(|circle| circle % order(path) == 0).unwrap_or(4);
    let begin = |circle: usize| circles.iter().take_while(|other| **other < circle).copied().map(eighth).sum::<usize>();
    let largest = circles.last().copied().unwrap_or(4);
    let bits = crate::rtl::address_bits(largest + 1);
    let words: usize = circles.iter().copied().map(eighth).sum();
    let quarter = sized.number(m, |path| circle(path) / 4);
    let base = sized.number(m, |path| begin(circle(path)));
    let exponent = exponents(m, &|path| circle(path) / order(path), bits);

    // Numbers of the size stand still for as long as the counts run, and the last of a frame come later.
    let early = late - FOLDED;
    let [exponent, quarter] = [exponent, quarter].map(|net| shifted(m, net, early));
    let base = m.delay(base, early + 3);
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
    // The quarter of the circle, and what is left of the exponent.
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
    // Past its middle a quarter is mirrored.
    let twice = m.slice(rest, 0, bits);
    let twice = m.concat(&[below, twice]);
    let mirrored = m.lt(one, twice);
    let other = m.sub(one, rest);
    let index = m.mux(mirrored, other, rest);
    let address_bits = crate::rtl::address_bits(words);
    let kept = m.width(index).min(address_bits);
    let index = m.slice(index, 0, kept);
    let index = m.register(index, None);
    let swap = m.xor(odd, mirrored);
    let swap = m.register(swap, None);
    let (odd, second) = (m.register(odd, None), m.register(second, None));
    let index = m.extend(index, address_bits);
    let base = m.extend(base, address_bits);
    let place = m.add(base, index);
    let coefficient = set.coefficient();
    let word =
        |root: &Complex| u128::from(set.magnitude(&root.re)) | u128::from(set.magnitude(&root.im)) << coefficient;
    let table: Vec<u128> = circles
        .iter()
        .flat_map(|&circle| roots(circle)[..eighth(circle)].iter().map(word).collect::<Vec<_>>())
        .collect();
    let found = looked_up(m, place, 2 * coefficient, &table);
    let [cosine, sine] = [0, 1].map(|part| m.slice(found, part * coefficient, coefficient));
    let (swap, odd, second) = (m.delay(swap, 2), m.delay(odd, 2), m.delay(second, 2));
    let parts = [m.mux(swap, sine, cosine), m.mux(swap, cosine, sine)];
    let negative = [m.xor(odd, second), m.not(second)];
    parts
        .into_iter()
        .zip(negative)
        .map(|(part, negative)| {
            let part = set.with_sign(m, part, negative);
            m.register(part, None)
        })
        .collect()
}

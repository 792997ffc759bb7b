//! Addresses of the memory: the digits of a place side by side, but for the part of the first digit that the number of
//! the bank stands for. Digits whose radix is no power of two are at the high end, so that addresses have few gaps.

use super::super::places::Places;
use super::super::plan::FoldedPlan;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Most bits of digits that one table numbers, which are the inputs of a LUT.
const MAX_TABLE_BITS: u32 = 6;

/// Makes addresses of digits.
pub struct Addresses<'m> {
    /// Digits in the order of their places in the address, that at the low end first. They are numbered from the last
    /// one.
    order: Vec<usize>,
    /// Radices of digits whose number has bits of its own in the address, in that order.
    groups: Vec<Vec<usize>>,
    /// Bits of the first digit that the number of the bank stands for.
    bank_bits: u32,
    /// High while frames take the digits of each part in reversed order. `None` if they never do.
    reversed: Option<Sig<'m>>,
    places: Places,
}

impl<'m> Addresses<'m> {
    /// `ends`: high when the last step of a frame reads its last place. From then on the order is that of the next
    /// frame.
    pub fn new(plan: &FoldedPlan, ends: Sig<'m>) -> Self {
        let reversed = plan.alternates().then(|| ends.toggled().named("reversed"));
        let banks = plan.banks().count();
        let mut radices = plan.radices().to_vec();
        radices[0] /= banks;
        radices.reverse();
        let mut order: Vec<usize> = (0..radices.len()).collect();
        order.sort_by_key(|&digit| !radices[digit].is_power_of_two());
        let groups = groups(order.iter().map(|&digit| radices[digit]));
        Addresses { order, groups, bank_bits: banks.ilog2(), reversed, places: plan.places().clone() }
    }

    /// Words of the memory, the gaps between them included.
    pub fn words(&self) -> usize {
        let numbers = self.groups.iter().map(|group| group.iter().product::<usize>());
        numbers.fold(1, |words, numbers| words.next_power_of_two() * numbers)
    }

    /// Returns the address of a place in its bank. The digits are those of `late` cycles ago.
    pub fn of_place(&self, digits: &[Sig<'m>], late: u32) -> Sig<'m> {
        let (m, forward) = (digits[0].builder(), self.without_bank(digits));
        let digits = match self.reversed {
            None => forward,
            Some(reversed) => {
                let backward = self.without_bank(&self.places.mirrored(digits));
                reversed.later_as_it_is(late).mux(backward, forward)
            }
        };
        let mut low = 0;
        let number = |group: &Vec<usize>| {
            let bits: u32 = group.iter().map(|radix| address_bits(*radix)).sum();
            low += bits;
            number(digits.bits(low - bits, bits), group)
        };
        m.cat(self.groups.iter().map(number))
    }

    /// Returns digits side by side in their order, without the part that the number of the bank stands for.
    fn without_bank(&self, digits: &[Sig<'m>]) -> Sig<'m> {
        let (first, others) = digits.split_first().expect("a place has digits");
        let left = first.width() - self.bank_bits;
        let first_part = (left > 0).then(|| first.bits(self.bank_bits, left));
        let last_first: Vec<Sig> = others.iter().rev().copied().chain(first_part).collect();
        first.builder().cat(self.order.iter().filter_map(|&digit| last_first.get(digit).copied()))
    }
}

/// Groups the radices of digits, so that a number of several digits takes one table.
fn groups(radices: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for radix in radices.filter(|radix| *radix > 1) {
        let bits = |group: &Vec<usize>| group.iter().chain([&radix]).map(|radix| address_bits(*radix)).sum::<u32>();
        match groups.last_mut() {
            Some(group) if !radix.is_power_of_two() && !group[0].is_power_of_two() && bits(group) <= MAX_TABLE_BITS => {
                group.push(radix);
            }
            _ => groups.push(vec![radix]),
        }
    }
    groups
}

/// Returns the number that digits stand for, the first radix that of the digit at the low end.
fn number<'m>(digits: Sig<'m>, radices: &[usize]) -> Sig<'m> {
    if radices.len() == 1 {
        return digits;
    }
    let number = |code: u128| {
        let (mut low, mut weight, mut number) = (0, 1, 0);
        for &radix in radices {
            let own = address_bits(radix);
            number += weight * (code >> low & ((1 << own) - 1)).min(radix as u128 - 1);
            (low, weight) = (low + own, weight * radix as u128);
        }
        number
    };
    let table: Vec<u128> = (0..1 << digits.width()).map(number).collect();
    digits.builder().rom(digits, address_bits(radices.iter().product()), table)
}

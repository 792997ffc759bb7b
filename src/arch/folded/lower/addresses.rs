//! Addresses of the memory: the digits of a place side by side, in the order of the frame, but for the part of the first digit that the
//! number of the bank stands for.

use super::super::plan::FoldedPlan;
use crate::rtl::{address_bits, Module, Net};

/// Most bits of digits that one table numbers, which are the inputs of a LUT.
const MAX_TABLE_BITS: u32 = 6;

/// Makes addresses of digits.
pub struct Addresses {
    /// Radices of digits whose number has bits of its own in the address, those of the first digits last. The digits of a group follow
    /// each other.
    groups: Vec<Vec<usize>>,
    /// Bits of the first digit that the number of the bank stands for.
    bank_bits: u32,
    /// High while frames take the digits in reversed order. `None` if they never do.
    reversed: Option<Net>,
}

impl Addresses {
    /// `ends`: high when the last step of a frame reads its last place. From then on the order is that of the next frame.
    pub fn new(m: &mut Module, plan: &FoldedPlan, ends: Net) -> Self {
        let reversed = plan.alternates().then(|| {
            let reversed = m.state(1, Some(0));
            m.name(reversed, "reversed");
            let next = m.xor(reversed, ends);
            m.drive(reversed, next);
            reversed
        });
        let banks = plan.banks().count();
        let mut radices = plan.radices().to_vec();
        radices[0] /= banks;
        Addresses { groups: groups(&radices), bank_bits: banks.ilog2(), reversed }
    }

    /// Words of the memory.
    pub fn words(&self) -> usize {
        1 << self.groups.iter().map(|group| address_bits(group.iter().product())).sum::<u32>()
    }

    /// Returns the address of a place in its bank. The digits are those of `late` cycles ago.
    pub fn of_place(&self, m: &mut Module, digits: &[Net], late: u32) -> Net {
        let last_first: Vec<Net> = digits.iter().rev().copied().collect();
        let forward = self.without_bank(m, &last_first);
        let digits = match self.reversed {
            None => forward,
            Some(reversed) => {
                let backward = self.without_bank(m, digits);
                let reversed = m.delay(reversed, late);
                m.mux(reversed, backward, forward)
            }
        };
        let mut low = 0;
        let numbers: Vec<Net> = self
            .groups
            .iter()
            .map(|group| {
                let bits = group.iter().map(|radix| address_bits(*radix)).sum();
                low += bits;
                let digits = m.slice(digits, low - bits, bits);
                number(m, digits, group)
            })
            .collect();
        m.concat(&numbers)
    }

    /// Returns digits side by side, the first one at the high end, without the part that the number of the bank stands for.
    fn without_bank(&self, m: &mut Module, last_first: &[Net]) -> Net {
        let Some((&first, others)) = last_first.split_last() else { return m.constant(1, 0) };
        let left = m.width(first) - self.bank_bits;
        let first = (left > 0).then(|| m.slice(first, self.bank_bits, left));
        let digits: Vec<Net> = others.iter().copied().chain(first).collect();
        m.concat(&digits)
    }
}

/// Groups the radices of the digits from the last one on, so that a number of several digits takes one table.
fn groups(radices: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &radix in radices.iter().rev().filter(|radix| **radix > 1) {
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
fn number(m: &mut Module, digits: Net, radices: &[usize]) -> Net {
    if radices.len() == 1 {
        return digits;
    }
    let bits = m.width(digits);
    let number = |code: u128| {
        let (mut low, mut weight, mut number) = (0, 1, 0);
        for &radix in radices {
            let own = address_bits(radix);
            number += weight * (code >> low & ((1 << own) - 1)).min(radix as u128 - 1);
            (low, weight) = (low + own, weight * radix as u128);
        }
        number
    };
    let table: Vec<u128> = (0..1 << bits).map(number).collect();
    m.rom(digits, address_bits(radices.iter().product()), table)
}

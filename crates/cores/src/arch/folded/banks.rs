//! Banks of the memory of a folded core, so that each beat of each step meets each bank once.
//!
//! Each radix is split into primes. The digits of one prime p are numbered over all steps, and with p^e in the number
//! of banks they belong cyclically to e components of the bank. A component is the sum of its digits modulo p. In a
//! beat one digit of each component varies from lane to lane: a digit of the step, if one belongs to the component. The
//! other digits are those of the beat. Therefore a component takes each value once in a beat. For powers of one prime
//! this is the digit sum of Johnson (1992).
//!
//! The address of a word in its bank is the number of all digits without one digit of each component.

use super::places::Places;
use crate::formula::prime_factors;

/// Banks and addresses of the places of a frame.
#[derive(Clone, Debug)]
pub struct BankMap {
    places: Places,
    digits: Vec<PrimeDigit>,
    /// Prime of each component of the bank's number.
    components: Vec<usize>,
}

/// A digit of a place's number in a prime radix.
#[derive(Clone, Copy, Debug)]
struct PrimeDigit {
    prime: usize,
    /// Step whose radix the prime divides.
    step: usize,
    /// Weight in the number of the place.
    weight: usize,
    /// Number of the component that it belongs to. `None` if the prime does not divide the number of banks.
    component: Option<usize>,
}

impl PrimeDigit {
    fn of(&self, place: usize) -> usize {
        place / self.weight % self.prime
    }
}

impl BankMap {
    /// Distributes places over `banks` banks. Returns `None` if the number of banks does not divide the number of
    /// places.
    pub fn new(places: Places, banks: usize) -> Option<Self> {
        if banks == 0 || places.count() % banks != 0 {
            return None;
        }
        let components = prime_factors(banks);
        let mut digits: Vec<PrimeDigit> = Vec::new();
        for (step, &radix) in places.radices().iter().enumerate() {
            let mut weight = places.weight(step) * radix;
            // Twos are the lowest digits, so that the elements of a beat are consecutive.
            for prime in prime_factors(radix).into_iter().rev() {
                weight /= prime;
                let number = digits.iter().filter(|digit| digit.prime == prime).count();
                let own: Vec<usize> = (0..components.len()).filter(|&c| components[c] == prime).collect();
                let component = (!own.is_empty()).then(|| own[number % own.len()]);
                digits.push(PrimeDigit { prime, step, weight, component });
            }
        }
        Some(BankMap { places, digits, components })
    }

    /// Returns the places.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Returns the number of banks.
    pub fn count(&self) -> usize {
        self.components.iter().product()
    }

    /// Returns the bank of a place.
    pub fn bank(&self, place: usize) -> usize {
        let sum = |component: usize| -> usize {
            self.digits.iter().filter(|digit| digit.component == Some(component)).map(|digit| digit.of(place)).sum()
        };
        self.components.iter().enumerate().fold(0, |bank, (number, prime)| bank * prime + sum(number) % prime)
    }

    /// Returns the address of a place in its bank.
    pub fn address(&self, place: usize) -> usize {
        let is_first = |index: usize| {
            let component = self.digits[index].component;
            component.is_some() && self.digits[..index].iter().all(|digit| digit.component != component)
        };
        let kept = self.digits.iter().enumerate().filter(|(index, _)| !is_first(*index));
        kept.fold(0, |address, (_, digit)| address * digit.prime + digit.of(place))
    }

    /// Returns the places of each beat of a step in the order of the lanes. The digits of the other steps are in
    /// natural order, and those of the step are the fastest, so that the beats of a batch of transforms are
    /// consecutive.
    pub fn beats(&self, step: usize) -> Vec<Vec<usize>> {
        let lanes = self.lane_digits(step);
        let of_beat = |is_own: bool| {
            let serial = (0..self.digits.len()).filter(|index| !lanes.contains(index));
            serial.filter(move |&index| (self.digits[index].step == step) == is_own)
        };
        let beats = self.numbers(of_beat(false).chain(of_beat(true)));
        let lanes = self.numbers(lanes.iter().copied());
        beats.into_iter().map(|beat| lanes.iter().map(|lane| beat + lane).collect()).collect()
    }

    /// Returns the digits that vary from lane to lane in the beats of a step: one of each component, of the step if
    /// there is one.
    fn lane_digits(&self, step: usize) -> Vec<usize> {
        let digit = |component: usize| {
            let all = || (0..self.digits.len()).filter(move |&index| self.digits[index].component == Some(component));
            let own = all().rfind(|&index| self.digits[index].step == step);
            own.or_else(|| all().next())
        };
        (0..self.components.len()).filter_map(digit).collect()
    }

    /// Returns the places that differ in some digits only, the last digit the fastest.
    fn numbers(&self, digits: impl Iterator<Item = usize>) -> Vec<usize> {
        digits.fold(vec![0], |numbers, index| {
            let PrimeDigit { prime, weight, .. } = self.digits[index];
            numbers.iter().flat_map(|number| (0..prime).map(move |digit| number + digit * weight)).collect()
        })
    }
}

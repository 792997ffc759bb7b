//! Arithmetic modulo a prime, and primes.

/// Returns a·b modulo a prime.
pub(super) fn product(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Returns a power modulo a prime.
pub(super) fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, base, prime);
        }
        base = product(base, base, prime);
        exponent /= 2;
    }
    result
}

/// Whether a number is a prime, by Miller's test. These bases suffice for 64 bits (Sorenson & Webster, 2015).
pub(super) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number % base == 0) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let first = power(*base, (number - 1) >> twos, number);
        let squares = std::iter::successors(Some(first), |square| Some(product(*square, *square, number)));
        first == 1 || squares.take(twos as usize).any(|square| square == number - 1)
    })
}

/// Returns the different prime factors of a number.
pub(super) fn factors(mut number: u64) -> Vec<u64> {
    let mut found = vec![];
    let mut factor = 2;
    while factor * factor <= number {
        if number % factor == 0 {
            found.push(factor);
            while number % factor == 0 {
                number /= factor;
            }
        }
        factor += 1;
    }
    found.extend((number > 1).then_some(number));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_primes() {
        let small: Vec<u64> = (0..100).filter(|number| is_prime(*number)).collect();
        assert_eq!((small.len(), factors(360), factors(2 * 101)), (25, vec![2, 3, 5], vec![2, 101]));
        assert!(is_prime((1 << 61) - 1) && !is_prime((1 << 59) - 1));
    }
}

//! `--radix`: a list of kernels.

use super::value::{Canonical, FromText};
use fftgen::formula::{default_kernel, prime_factors, Algorithm, Kernel, LARGEST_FUSED, LARGEST_PRIME};
use fftgen::{quoted, Error};

/// Powers of two that have a kernel.
const POWERS: [usize; 6] = [2, 4, 8, 16, 32, 64];

impl FromText for Vec<Kernel> {
    /// Reads `4,5`, `4,w5` or `s7`, or `S7` as plans are printed.
    fn from_text(text: &str) -> Result<Vec<Kernel>, Error> {
        text.split(',').map(|text| kernel(text.trim())).collect::<Result<_, _>>().map_err(Error::Usage)
    }
}

impl Canonical for Vec<Kernel> {
    fn canonical(&self) -> Option<String> {
        let one = |kernel: &Kernel| match kernel.algorithm.letter() {
            Some(letter) if *kernel != default_kernel(kernel.radix) => format!("{letter}{}", kernel.radix),
            _ => kernel.radix.to_string(),
        };
        Some(self.iter().map(one).collect::<Vec<_>>().join(","))
    }
}

fn kernel(text: &str) -> Result<Kernel, String> {
    let named = Algorithm::NAMED.iter().find(|(_, letter, _)| text.starts_with([*letter, letter.to_ascii_uppercase()]));
    let number = if named.is_some() { &text[1..] } else { text };
    let radix = number.parse().map_err(|_| format!("radix {} is no kernel; {}", quoted(text), known()))?;
    let kernel = named.map_or_else(|| default_kernel(radix), |&(algorithm, ..)| Kernel { radix, algorithm });
    let exists = match kernel.algorithm {
        Algorithm::Direct => POWERS.contains(&radix),
        Algorithm::Fused => (2..=LARGEST_FUSED).contains(&radix) && kernel.is_native(),
        _ => is_odd_prime(radix) && kernel.is_native(),
    };
    match exists {
        true => Ok(kernel),
        false => Err(format!("radix {text}: there is no such kernel{}; {}", factors(text, radix), known())),
    }
}

fn is_odd_prime(radix: usize) -> bool {
    radix % 2 == 1 && (3..=LARGEST_PRIME).contains(&radix) && prime_factors(radix).len() == 1
}

/// The factors of a composite radix, as advice.
fn factors(text: &str, radix: usize) -> String {
    let factors = if (4..=fftgen::formula::LARGEST).contains(&radix) { prime_factors(radix) } else { vec![] };
    let exist = factors.len() > 1 && factors.iter().all(|p| *p <= LARGEST_PRIME) && text.starts_with(char::is_numeric);
    let list: Vec<String> = factors.iter().map(usize::to_string).collect();
    if exist {
        format!(" (write {})", list.join(","))
    } else {
        String::new()
    }
}

fn known() -> String {
    let odd = Algorithm::NAMED.iter().filter(|(algorithm, ..)| *algorithm != Algorithm::Fused);
    let odd: Vec<String> = odd.map(|(_, letter, name)| format!("{letter} ({name})")).collect();
    let winograd = Kernel::WINOGRAD.map(|radix| radix.to_string());
    format!(
        "kernels: 2, 4, 8, 16, 32, 64, an odd prime up to {LARGEST_PRIME}, such a prime after {} for {} alone, f and a \
         size up to {LARGEST_FUSED} (its factors in one graph)",
        odd.join(", "),
        winograd.join(", ")
    )
}

//! `--radix`: a list of kernels.

use fftgen::plan::{default_kernel, prime_factors, Algorithm, Kernel, LARGEST_FUSED, LARGEST_PRIME};
use fftgen::Error;

/// Powers of two that have a kernel.
const POWERS: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// Reads `4,5`, `4,w5` or `s7`.
pub fn parse(list: &str) -> Result<Vec<Kernel>, Error> {
    list.split(',').map(|text| kernel(text.trim())).collect::<Result<_, _>>().map_err(Error::Usage)
}

fn kernel(text: &str) -> Result<Kernel, String> {
    let (number, make): (&str, fn(usize) -> Kernel) = match text.as_bytes().first() {
        Some(b'w') => (&text[1..], Kernel::winograd),
        Some(b's') => (&text[1..], Kernel::symmetric),
        Some(b'f') => (&text[1..], Kernel::fused),
        _ => (text, default_kernel),
    };
    let radix = number.parse().map_err(|_| format!("radix {text:?} is no kernel; {}", known()))?;
    let kernel = make(radix);
    let exists = match kernel.algorithm {
        Algorithm::Direct => POWERS.contains(&radix),
        Algorithm::Winograd => kernel.is_native(),
        Algorithm::Symmetric => is_odd_prime(radix),
        Algorithm::Fused => (2..=LARGEST_FUSED).contains(&radix) && kernel.is_native(),
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
    let factors = if (4..=fftgen::plan::LARGEST).contains(&radix) { prime_factors(radix) } else { vec![] };
    let exist = factors.len() > 1 && factors.iter().all(|p| *p <= LARGEST_PRIME) && text.starts_with(char::is_numeric);
    let list: Vec<String> = factors.iter().map(usize::to_string).collect();
    if exist {
        format!(" (write {})", list.join(","))
    } else {
        String::new()
    }
}

fn known() -> String {
    format!(
        "kernels: 2, 4, 8, 16, 32, 64, an odd prime up to {LARGEST_PRIME}, w3, w5, w7, w11, w13 (Winograd), s and an \
         odd prime (symmetric), f and a size up to {LARGEST_FUSED} (its factors in one graph)"
    )
}

/// The list as the flag has it.
pub fn write(kernels: &[Kernel]) -> String {
    let one = |kernel: &Kernel| match kernel.algorithm {
        _ if *kernel == default_kernel(kernel.radix) => kernel.radix.to_string(),
        Algorithm::Direct => kernel.radix.to_string(),
        Algorithm::Winograd => format!("w{}", kernel.radix),
        Algorithm::Symmetric => format!("s{}", kernel.radix),
        Algorithm::Fused => format!("f{}", kernel.radix),
    };
    kernels.iter().map(one).collect::<Vec<_>>().join(",")
}

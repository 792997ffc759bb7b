//! Loops in the vectors of the processor that runs them.

/// Compiles a function for processors with vectors of 512 bits, of 256 bits, and for all others. What it calls has to
/// be inlined.
macro_rules! in_vectors {
    ($($function:tt)*) => {
        #[multiversion::multiversion(targets(
            "x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+bmi1+bmi2+lzcnt",
            "x86_64+avx2+bmi1+bmi2+lzcnt",
        ))]
        $($function)*
    };
}

pub(crate) use in_vectors;

//! Transforms and numbers, without clocks.
//!
//! A transform is a [`formula`]: a product of kernels, twiddle factors and permutations. Its constants are exact reals
//! of 160 bits, rounded once into a number [`format`](mod@format), and they have residues modulo a prime, by which
//! plans are proved.
//!
//! ```text
//! exact ──► formula ──► kernel     exact: reals, roots of unity, fields of residues
//!   │                              formula: transforms, rules, steps
//!   └─────► format ──► error       kernel: graphs of real operations
//!                                  format: what add, multiply and scale return, bit for bit
//! ```
//!
//! ```
//! use fftgen_maths::exact::Root;
//! use fftgen_maths::format::Format;
//! use fftgen_maths::formula::{rules::cooley_tukey, Kernel, Steps};
//!
//! let dft20 = cooley_tukey(Kernel::direct(4), Kernel::winograd(5));
//! assert_eq!(dft20.to_string(), "L(20,4)·(I4⊗W5)·T(20,5)·(DFT4⊗I5)");
//! // Two steps in place: five transforms of four elements, and four of five.
//! let steps = Steps::new(&dft20);
//! assert_eq!(steps.steps.iter().map(|step| step.groups.len()).collect::<Vec<_>>(), [5, 4]);
//! // e^(-2πi/8), rounded once to a half.
//! let half = Format::parse("fp16", false)?;
//! assert_eq!(half.to_f64(half.from_f64(Root::new(1, 8).value().re.to_f64())), 0.70703125);
//! # Ok::<(), fftgen_maths::Error>(())
//! ```

#![warn(missing_docs)]

pub mod choice;
pub mod error;
pub mod exact;
pub mod format;
pub mod formula;
pub mod kernel;
pub mod quote;
pub mod rng;

pub use choice::Choice;
pub use error::{counted, figure, quoted, Error};

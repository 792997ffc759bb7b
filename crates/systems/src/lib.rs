//! What is larger than a core: frames in external memory, arrays of elements, matrix products.

#![warn(missing_docs)]

pub mod array;
pub mod external;
pub mod matrix;
pub mod twiddles;

use fftgen_cores::{arch, design, proof, verify};
use fftgen_hdl::{rtl, sim};
use fftgen_maths::{choice, error, exact, format, formula, rng};
use fftgen_stream::{blocks, lower, model, number, operators, permute, pipeline, runtime, schedule};

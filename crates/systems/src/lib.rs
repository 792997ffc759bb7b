//! What is larger than a core: frames in external memory, arrays of elements, matrix products, chains of operations.
//!
//! ```text
//! twiddles ─► external     external: passes over a memory, an AXI4 master around engines
//!          └► array        array: elements with links between neighbours, around engines
//!             matrix       matrix: products on a line, a ring or a systolic array
//!             chain        chain: operations around transforms, one after another
//! ```
//!
//! ```
//! use fftgen_cores::Config;
//! use fftgen_maths::format::Format;
//! use fftgen_systems::array::{Array, Links, Topology};
//! use fftgen_systems::external::External;
//!
//! let format = Format::parse("fixed16", false)?;
//! // Rows of 8 points and columns of 6 on a ring of two elements.
//! let array = Array::new(Config::new([6, 8], 1, format), Topology::Ring(2), Links::default())?;
//! println!("{}: {} clock cycles from frame to frame", array.title(), array.interval());
//! // 64 rows of 64 points in a memory.
//! let core = External::new(Config::new([64, 64], 4, format))?;
//! assert_eq!(core.name, "dft64x64_w4_fixed16_axi");
//! # Ok::<(), fftgen_maths::Error>(())
//! ```

#![warn(missing_docs)]

pub mod array;
pub mod chain;
pub mod external;
pub mod matrix;
pub mod twiddles;

use fftgen_cores::{arch, design, proof, verify};
use fftgen_hdl::{rtl, sim};
use fftgen_maths::{choice, error, exact, format, formula, rng};
use fftgen_stream::{blocks, model, number, operators, parts, permute, pipeline, runtime, schedule};

//! What is known of the matrix of a core that computes matrix products.

use schemars::JsonSchema;
use serde::Serialize;

/// Matrix product of a core.
#[derive(Clone, PartialEq, Serialize, JsonSchema, Debug)]
pub struct ProductFacts {
    /// Matrix, as in `dct2`, `czt` or `matrix`.
    pub matrix: String,
    /// Rows of the matrix, which are results of a frame.
    pub rows: usize,
    /// Columns of the matrix, which are points of a frame.
    pub columns: usize,
    /// Whether coefficients are real numbers.
    pub is_real: bool,
    /// Whether coefficients come by a stream of their own while the core runs.
    pub is_loaded: bool,
    /// Elements, as in `line:8`. `None` for a core of one element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub array: Option<String>,
    /// Frames of a batch, on a systolic array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<usize>,
    /// Points of the steps of a transform, on a systolic array. Empty for a product with the whole matrix.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub radices: Vec<usize>,
    /// Points of the convolution with a chirp by which frames are transformed. `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convolution: Option<usize>,
    /// Coefficients of the matrix, or of the matrices of all steps.
    #[serde(skip)]
    pub coefficients: usize,
    /// Multiply-adds of an element.
    pub macs: usize,
    /// Clock cycles of all multiply-adds for a frame, or for a batch.
    pub frame_cycles: usize,
    /// Share of the clock cycles in which a multiply-add works, at full rate.
    pub utilisation: f64,
    /// Bits of a part of a coefficient.
    pub coefficient_bits: u32,
    /// Bits after the binary point of a coefficient, in fixed point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coefficient_fraction: Option<i32>,
    /// Parts that factors are made of, as in `bf16x3`. `None` for products in the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub products: Option<String>,
    /// Order in which products are added.
    pub order: String,
    /// Bits of an exact sum, in fixed point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum_bits: Option<u32>,
    /// Powers of a root of unity in the table of a multiply-add, which all its coefficients are. `None` for a table
    /// with a coefficient for each slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roots: Option<usize>,
    /// Clock cycles of a step of Horner's rule, where factors 1/z of nodes z come in place of the coefficients of a
    /// matrix. `None` for products.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_cycles: Option<usize>,
}

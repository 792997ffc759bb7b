//! What the results of a core that multiplies by coefficients are, in words.

use crate::arch::ProductFacts;
use crate::format::Format;

/// States what the results of a core that multiplies by coefficients are.
pub fn product_rule(product: &ProductFacts, format: Format) -> String {
    let bits = product.coefficient_bits;
    let form = match (product.coefficient_fraction, format) {
        (Some(fraction), _) => format!("two's complement words of {bits} bits in units of 2^-{fraction}"),
        (None, Format::Float(float)) if product.step_cycles.is_some() && bits > float.bits() => format!(
            "numbers of {bits} bits: those of the format of points with {} bits more at the low end of the fraction, \
             which may be zeros",
            bits - float.bits()
        ),
        (None, _) => "numbers of the format of points".into(),
    };
    match product.step_cycles {
        Some(_) => horner_rule(product, &form),
        None => matrix_rule(product, &form),
    }
}

/// States what the values at nodes that come at run time are.
fn horner_rule(product: &ProductFacts, form: &str) -> String {
    let ProductFacts { rows, columns, order, .. } = product;
    let limit = match product.coefficient_fraction {
        Some(_) => {
            " No node is within the unit circle: sums of larger factors grow beyond their words, which \
            `event_overflow` tells of."
        }
        None => "",
    };
    format!(
        "A frame of {columns} points comes in, and {rows} results leave: result k is the sum of the points x[n] times \
         z^-n for node z of number \
         k. Sums: {order}. The factors 1/z of the nodes come by `s_axis_matrix`, that of node 0 first, with the real \
         part low; they are {form}.{limit} \
         A frame whose first beat passes after the last factor of a set of nodes is the first one that has these \
         nodes; frames before the first \
         set give zeros. The next set may come at once: the port is held until a frame has this one, and while a frame \
         needs the one before."
    )
}

/// States what the results of a matrix product are. `form`: that of coefficients.
fn matrix_rule(product: &ProductFacts, form: &str) -> String {
    let ProductFacts { matrix, rows, columns, order, .. } = product;
    let loaded = match product.is_loaded {
        true => {
            " Its coefficients come by `s_axis_matrix`, row by row, each row from its first column on, with the \
            real part low. A frame whose \
                 first beat passes after the last coefficient of a matrix is the first one that is multiplied by it; \
                 frames before the first \
                 matrix give zeros. The next matrix may come at once: the port is held until a frame has this one, and \
                 while a frame needs the one before."
        }
        false => "",
    };
    format!(
        "A frame of {columns} points comes in, and {rows} results leave: result k is the sum of the points times row k \
         of the matrix \
         ({matrix}). Coefficients are {form}. Sums: {order}.{loaded}"
    )
}

//! Rung 5: matrix products: netlists with stalls, gaps and resets equal the model, at the promised clock cycles; the model equals double
//! precision within a bound.

mod accuracy;
#[path = "../support/cases.rs"]
mod cases;
mod netlist;
mod support;

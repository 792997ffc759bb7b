//! Operators as netlists: floating-point adder, multiplier, scaling.

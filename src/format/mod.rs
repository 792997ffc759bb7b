//! Number formats: encoding, and the value semantics of add, subtract, multiply and scale.

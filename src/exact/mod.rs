//! Roots of unity and other constants, exact until they are rounded once into a format.

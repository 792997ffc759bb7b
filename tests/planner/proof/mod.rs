//! Rung 4: plans are transforms, without a tolerance: models evaluated modulo a prime.
//!
//! `FFTGEN_GRID=full` proves every size to 1,000 in each architecture, once.

mod planted;
mod sizes;
mod words;

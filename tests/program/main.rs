//! Rungs 8 and 9: the program as its users meet it, its documents, and what it leaves behind.

mod cli;
mod commands;
mod data;
mod dictionaries;
mod documents;
mod dominance;
mod ends;
mod estimates;
mod files;
mod flags;
mod model;
mod notations;
mod package;
mod report;
mod requirements;
#[path = "../support/mod.rs"]
mod support;
mod sweep;
mod synth;
mod vectors;

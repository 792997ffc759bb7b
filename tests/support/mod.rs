//! What several programs of tests share. Each of them uses some of it.
#![allow(dead_code, unused_imports, unused_macros)]

pub mod case;
pub mod cases;
pub mod config;
pub mod error;
pub mod extremes;
pub mod finished;
pub mod full;
pub mod noise;
pub mod program;
pub mod real_frames;
pub mod reset;
pub mod residues;
pub mod tools;
pub mod verify;
pub mod xml;

/// The one of the program. Half of the tests plan cores, which takes a fifth less time with it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

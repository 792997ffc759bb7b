//! A panic ends the instance without a word of why, which is kept here for the page.

use std::panic;
use std::sync::{Mutex, PoisonError};
use wasm_bindgen::prelude::*;

static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps the messages of panics from now on.
#[wasm_bindgen(start)]
pub fn keep() {
    panic::set_hook(Box::new(|panic| *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic.to_string())));
}

/// Returns the message of the last panic.
#[wasm_bindgen]
pub fn last_panic() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

//! `buffer`: frames enter the chain whole, by a memory at its ports.

use super::frame::Whole;
use crate::chain::operation::{Operation, Planned};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "buffer",
    settings: "",
    summary:
        "a memory of the samples of a frame before the chain: a pause of the source holds back no frame that is whole",
};

/// The buffer at the ports.
#[derive(Debug)]
struct Buffer;

pub fn read(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Buffer))
}

impl Operation for Buffer {
    fn text(&self) -> String {
        USAGE.word.into()
    }

    fn is_at_the_ports(&self) -> bool {
        true
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        match entering.frame {
            Some(frame) => {
                Err(Error::Unsupported(format!("it takes samples, and frames of {frame} come; write it first")))
            }
            None => Ok(Planned {
                leaving: entering.clone(),
                latency: 0,
                interval: 1,
                frames: 1,
                body: Arc::new(Whole { entering: entering.clone() }),
            }),
        }
    }
}

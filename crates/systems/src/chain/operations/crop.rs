//! `crop`: some elements of a frame, one after another.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::Ports;
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::ops::Range;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "crop",
    settings: "A..B",
    summary: "elements A to B - 1 of a frame; this also removes a prefix, and what wraps around in a fast convolution",
};

/// Elements that are kept.
#[derive(Debug)]
struct Crop {
    kept: Range<usize>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let word = arguments.word("A..B")?;
    let ends = word.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    match ends {
        Some(kept) if kept.start < kept.end => Ok(Box::new(Crop { kept })),
        _ => {
            Err(arguments.refuse(format!("{word}: a range is written as in 64..128, the first number the smaller one")))
        }
    }
}

impl Operation for Crop {
    fn text(&self) -> String {
        format!("crop {}..{}", self.kept.start, self.kept.end)
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        let (size, lanes, kept) = (entering.in_natural_frames()?, entering.lanes, self.kept.clone());
        if kept.end > size {
            return Err(Error::Unsupported(format!("frames have {size} elements; {} is beyond them", kept.end)));
        }
        if kept.start % lanes != 0 || kept.end % lanes != 0 {
            return Err(Error::Unsupported(format!(
                "{}..{} are no whole beats of {lanes} elements; take multiples of {lanes}",
                kept.start, kept.end
            )));
        }
        Ok(Planned {
            leaving: Stream {
                frame: Some(kept.len()),
                packed: entering.packed.filter(|_| kept.start == 0),
                ..entering.clone()
            },
            latency: kept.start / lanes,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Kept { entering: entering.clone(), kept }),
        })
    }
}

/// Frames without their first and last beats. The start waits, the beats go through.
struct Kept {
    entering: Stream,
    kept: Range<usize>,
}

impl Body for Kept {
    fn module(&self, name: &str) -> Module {
        let Kept { entering, kept } = self;
        let skipped = kept.start / entering.lanes;
        let doc = format!("Elements {} to {} of a frame. Latency: {skipped} cycles.", kept.start, kept.end - 1);
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let start = Pulse::new(ports.start, entering.beats()).later(skipped).now();
        Ports::outputs(&m, start, ports.data.into_iter().map(|word| word.untimed()));
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let parts = self.entering.element.parts();
        let kept = parts * self.kept.start..parts * self.kept.end;
        let cropped = |frame: Frame| Frame { components: frame.components[kept.clone()].to_vec(), ..frame };
        frames.into_iter().map(cropped).collect()
    }

    fn units(&self) -> Units {
        Units::default()
    }
}

//! `stack`: several frames become the rows of one.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "stack",
    settings: "K",
    summary: "K frames, which become the rows of one; 'fft across' after it transforms its columns",
};

/// Rows of a chain that is simulated in place of one with more.
const FEWEST: usize = 8;

/// Frames as rows.
#[derive(Debug)]
struct Stack {
    rows: usize,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Stack { rows: arguments.number("K", 2)? }))
}

impl Operation for Stack {
    fn text(&self) -> String {
        format!("{} {}", USAGE.word, self.rows)
    }

    fn joins_frames(&self) -> bool {
        true
    }

    fn with_frames(&self, most: usize) -> Option<Box<dyn Operation>> {
        let most = most.max(FEWEST);
        (self.rows > most).then(|| Box::new(Stack { rows: most }) as Box<dyn Operation>)
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let row = entering.in_natural_frames()?;
        Ok(Planned {
            leaving: Stream { frame: Some(self.rows * row), rows: self.rows, ..entering.clone() },
            latency: 0,
            interval: entering.beats(),
            frames: self.rows,
            body: Arc::new(Starts { entering: entering.clone(), rows: self.rows }),
        })
    }
}

/// The starts of rows, of which one is that of a frame.
struct Starts {
    entering: Stream,
    rows: usize,
}

impl Body for Starts {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let doc = format!("Frames of {} rows, each of which is a frame that enters. Latency: 0 cycles.", self.rows);
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, &self.entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, self.entering.beats());
        let (row, _) = m.count("row", beat.last, self.rows);
        let is_first = row.map_or(m.high(), |row| row.is(0));
        Ports::outputs(&m, ports.start & is_first, ports.data);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let stacked = |rows: &[Frame]| Frame {
            components: rows.iter().flat_map(|row| row.components.iter().copied()).collect(),
            overflow: rows.iter().any(|row| row.overflow),
        };
        frames.chunks_exact(self.rows).map(stacked).collect()
    }

    fn units(&self) -> Units {
        Units::default()
    }
}

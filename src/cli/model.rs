//! `fftgen model`: the reference model on the user's data.

use super::job::Job;
use super::output::Output;
use super::progress::Progress;
use super::values::Word;
use anyhow::Context;
use fftgen::arch::ports::HalfRate;
use fftgen::data::{Frame, Frames, Notation, Writer};
use fftgen::formula::Kind;
use fftgen::model::{Model, Transformed};
use fftgen::pipeline::{Pipeline, PipelineSpec};
use fftgen::runtime::Mode;
use fftgen::{Design, Error};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Number of samples that are transformed at once.
const CHUNK: usize = 1 << 17;

pub fn run(job: &Job, args: &super::args::Model) -> anyhow::Result<()> {
    let from = notation(&args.input, args.input_format, "--input-format")?;
    let to = notation(&args.output, args.output_format, "--output-format")?;
    if !args.columns.is_empty() && from != Notation::Csv {
        return Err(Error::Usage("--columns are those of csv; leave them out".into()).into());
    }
    let (input, length) = open(&args.input)?;
    let mut output = Output::create(&args.output)?;
    let config = &job.config;
    // Only plans are made, because the model takes nothing else of a core.
    let (plans, chain) = match config.runtime.sizes.is_empty() {
        true => (Design::plans(config)?, None),
        false => (vec![], Some(Design::shared_chain(config)?)),
    };
    let mode = mode(job, args.config_word, plans.first().map(|plan| &plan.pipeline))?;
    let route = chain.as_ref().and_then(|chain| chain.routes.iter().find(|route| route.size == mode.size));
    let pipeline = route.map_or_else(|| &plans[0].pipeline, |route| &route.pipeline);
    let model = Model::new(pipeline, config.format).asked(&mode);
    let Pipeline { size, spec: PipelineSpec { width, .. }, .. } = *pipeline;
    let real = |side: bool| config.kind == Kind::Real && config.inverse == side;
    let half_rate = |side: HalfRate| config.half_rate() == Some(side);
    // Of a support the points are a list.
    let shapes = pipeline.points().map(|points| match points == size {
        true => pipeline.spec.point_shape(),
        false => points.into(),
    });
    let frame = Frame {
        shape: shapes[0],
        width,
        padding: config.padding,
        format: config.format,
        real: real(false),
        half_rate: half_rate(HalfRate::In),
    };
    let format = pipeline.output_format(config.format);
    let out = Frame { shape: shapes[1], format, real: real(true), half_rate: half_rate(HalfRate::Out), ..frame };
    let mut frames = Frames::new(input, from, frame, &args.columns).strict(args.strict);
    let mut writer = Writer::new(to, out, pipeline.exponents().is_some())?;
    let progress = match length {
        Some(length) => Progress::bar("model", length),
        None => Progress::spinner("model"),
    };
    let together = CHUNK.div_ceil(frame.size());
    let mut empty = true;
    loop {
        let samples = frames.read(together).with_context(|| name(&args.input))?;
        if samples.is_empty() {
            break;
        }
        empty = false;
        let Transformed { samples, exponents, .. } = model.transform(&samples);
        output.write(&writer.write(&samples, exponents.as_deref()))?;
        progress.at(frames.bytes());
    }
    drop(progress);
    if empty {
        let one = if frame.real { format!("{} samples", 2 * size) } else { format!("{} points", frame.size()) };
        return Err(Error::Data(format!("{}: no frames; one is {one}", name(&args.input))).into());
    }
    output.write(&writer.finish())?;
    output.finish()?;
    if let Some(beyond) = frames.beyond() {
        // Without standard error there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "{}: {beyond}", name(&args.input));
    }
    Ok(())
}

/// Finds the kind of frames for a configuration word, or for frames without a word. `pipeline` is that of all frames,
/// if they have one size.
fn mode(job: &Job, word: Option<u64>, pipeline: Option<&Pipeline>) -> Result<Mode, Error> {
    let runtime = &job.config.runtime;
    let modes = runtime.modes(job.config.points(), job.config.inverse);
    let [shift_bits, standard] = pipeline.map_or([0, 0], |p| [p.shift_bits().into(), p.standard_shifts()]);
    let word = word.unwrap_or(standard);
    let (shifts, rest) = (word >> runtime.bits(), word & ((1 << runtime.bits()) - 1));
    let max_shifts = ((1 << shift_bits) - 1) << runtime.bits();
    let last = modes.last().map_or(0, |mode| mode.word) | max_shifts;
    let mode = modes.into_iter().find(|mode| mode.word == rest && shifts >> shift_bits == 0);
    mode.map(|mode| Mode { word, ..mode }).ok_or_else(|| {
        Error::Usage(match last {
            0 => format!("config-word {word}: frames of this core choose nothing; leave --config-word out"),
            _ => format!("config-word {word} asks for nothing; there are words from 0 to {last}"),
        })
    })
}

/// Returns the notation that a flag gives, or else that of the file's ending.
fn notation(path: &Path, asked: Option<Word<Notation>>, flag: &str) -> Result<Notation, Error> {
    let piped = (path == Path::new("-")).then_some(Notation::Csv);
    asked.map(|word| word.0).or_else(|| Notation::for_path(path)).or(piped).ok_or_else(|| {
        Error::Usage(format!(
            "{}: the ending is none of {}; say {flag} csv, hex, coe, mif or npy",
            path.display(),
            Notation::endings()
        ))
    })
}

/// Opens the input. Returns its length in bytes too, if it is known.
fn open(path: &Path) -> anyhow::Result<(Box<dyn BufRead>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(std::io::stdin().lock()), None));
    }
    let cannot = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(cannot)?;
    let length = file.metadata().with_context(cannot)?.len();
    Ok((Box::new(BufReader::with_capacity(1 << 16, file)), Some(length)))
}

fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

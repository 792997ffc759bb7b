//! `fftgen model`: the reference model on the user's data.

use super::counts::counted;
use super::job::Job;
use super::kinds::Reference;
use super::output::{print, Output};
use super::progress::Progress;
use super::tally::Tally;
use super::values::Word;
use super::whole_file;
use anyhow::Context;
use fftgen::data::{Frames, Layout, Notation, Writer};
use fftgen::format::Overflow;
use fftgen::model::Sample;
use fftgen::{Choice, Error};
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Ending of the samples of a recording in SigMF.
const SIGMF_DATA: &str = "sigmf-data";

/// Maximum length of the description of a recording in MiB.
const MAX_META_MIB: u64 = 16;

/// Number of samples that are transformed at once.
const CHUNK: usize = 1 << 17;

pub fn run(job: &Job, args: &super::args::Model) -> anyhow::Result<()> {
    let to_stdout = |path: Option<&Path>| path == Some(Path::new("-"));
    let printed = [
        ("--json", args.json),
        ("--output -", to_stdout(Some(&args.output_file))),
        ("--input-beats -", to_stdout(args.input_beats.as_deref())),
    ];
    if let [first, second, ..] = printed.iter().filter(|(_, asked)| *asked).collect::<Vec<_>>()[..] {
        let why = format!("{} and {}: standard output is for one of them; name a file", first.0, second.0);
        return Err(Error::Usage(why).into());
    }
    let from = match sigmf(&args.input).filter(|_| args.input_format.is_none()) {
        Some(layout) => Notation::Raw(layout?),
        None => notation(&args.input, args.input_format, "--input-format")?,
    };
    let to = notation(&args.output_file, args.output_format, "--output-format")?;
    if !args.columns.is_empty() && from != Notation::Csv {
        return Err(Error::Usage("--columns are those of csv; leave them out".into()).into());
    }
    let (input, length) = open(&args.input)?;
    let output = Output::create(&args.output_file)?;
    let beats = args.input_beats.as_deref().map(Output::create).transpose()?;
    let planning = Progress::spinner("planning");
    let convert = move |model: &Reference| {
        drop(planning);
        let frames = Frames::new(input, from, model.frames[0], &args.columns).strict(args.strict);
        let results = Sink { writer: Writer::new(to, model.frames[1], model.has_exponents)?, output };
        let beats = beats
            .map(|output| Writer::new(Notation::Hex, model.frames[0], false).map(|writer| Sink { writer, output }));
        let wraps = job.config.arithmetic.overflow == Some(Overflow::Wrap);
        let (tally, frames) =
            Conversion { model, input: &args.input, length }.run(frames, results, beats.transpose()?)?;
        let (beyond, left_out) = (frames.beyond(), frames.left_out());
        // Without standard error there is nobody to tell.
        let tell = |path: &Path, what: String| drop(writeln!(std::io::stderr(), "{}: {what}", name(path)));
        if let Some(beyond) = beyond {
            tell(&args.input, beyond.to_string());
        }
        if left_out > 0 {
            let is = if left_out == 1 { "is" } else { "are" };
            tell(&args.input, format!("{} after the last whole frame {is} left out", counted(left_out, "sample")));
        }
        if let Some(warning) = tally.warning(wraps) {
            tell(&args.output_file, warning);
        }
        let [entering, leaving] = model.frames.map(|frame| frame.size());
        match args.json {
            true => print(&format!(
                "{:#}\n",
                json!({
                    "frames": tally.frames,
                    "input_points": entering,
                    "output_points": leaving,
                    "output": args.output_file,
                    "input_samples_left_out": left_out,
                    "input_components_beyond_range": beyond.map_or(0, |beyond| beyond.count),
                    "overflowing_frames": tally.overflowing,
                    "infinite_components": tally.infinite,
                })
            )),
            false => Ok(()),
        }
    };
    job.kind.with_model(&job.config, args.config_word, Box::new(convert))
}

/// File that frames go to.
struct Sink<'a> {
    writer: Writer,
    output: Output<'a>,
}

impl Sink<'_> {
    fn write(&mut self, samples: &[Sample], exponents: Option<&[i32]>) -> anyhow::Result<()> {
        self.output.write(&self.writer.write(samples, exponents))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.output.write(&self.writer.finish())?;
        self.output.finish()
    }
}

/// Conversion of a file of frames to a file of their transforms.
struct Conversion<'a> {
    model: &'a Reference<'a>,
    input: &'a Path,
    /// Length of the input in bytes, if it is known.
    length: Option<u64>,
}

impl Conversion<'_> {
    /// Returns what has become of the frames, and their reader.
    fn run<R: BufRead>(
        &self,
        mut frames: Frames<R>,
        mut results: Sink,
        mut beats: Option<Sink>,
    ) -> anyhow::Result<(Tally, Frames<R>)> {
        let progress = match self.length {
            Some(length) => Progress::bar("model", length),
            None => Progress::spinner("model"),
        };
        let together = CHUNK.div_ceil(self.model.frames[0].size());
        let (leaving, mut tally) = (self.model.frames[1], Tally::default());
        loop {
            let samples = frames.read(together).with_context(|| name(self.input))?;
            if samples.is_empty() {
                break;
            }
            if let Some(beats) = &mut beats {
                beats.write(&samples, None)?;
            }
            let transformed = (self.model.transform)(&samples);
            tally.add(&transformed, leaving.size(), leaving.format);
            results.write(&transformed.samples, transformed.exponents.as_deref())?;
            progress.at(frames.bytes());
        }
        drop(progress);
        if tally.frames == 0 {
            let one = &self.model.frame_title;
            return Err(Error::Data(format!("{}: no frames; one is {one}", name(self.input))).into());
        }
        results.finish()?;
        beats.map_or(Ok(()), Sink::finish)?;
        Ok((tally, frames))
    }
}

/// Returns the notation that a flag gives, or else that of the file's ending.
fn notation(path: &Path, asked: Option<Word<Notation>>, flag: &str) -> Result<Notation, Error> {
    let piped = (path == Path::new("-")).then_some(Notation::Csv);
    asked.map(|word| word.0).or_else(|| Notation::for_path(path)).or(piped).ok_or_else(|| {
        Error::Usage(format!(
            "{}: the ending is none of {}, {SIGMF_DATA}; say {flag}, one of {}",
            path.display(),
            Notation::endings(),
            Notation::words()
        ))
    })
}

/// Reads the description of a recording in SigMF, which stands in a file beside it.
fn sigmf(path: &Path) -> Option<Result<Layout, Error>> {
    path.extension().filter(|ending| ending.eq_ignore_ascii_case(SIGMF_DATA))?;
    let meta = path.with_extension("sigmf-meta");
    let layout = whole_file::text(&meta, MAX_META_MIB).map_err(|error| error.to_string());
    let layout = layout.and_then(|text| Layout::from_sigmf(&text));
    Some(layout.map_err(|what| {
        Error::Data(format!("{}: {what}; it describes {}, or say --input-format", meta.display(), path.display()))
    }))
}

/// Opens the input. Returns its length in bytes too, if it is known.
fn open(path: &Path) -> anyhow::Result<(Box<dyn BufRead>, Option<u64>)> {
    let cannot = || format!("cannot read {}", name(path));
    if path == Path::new("-") {
        #[cfg(unix)]
        whole_file::ends(&File::from(std::os::fd::AsFd::as_fd(&std::io::stdin()).try_clone_to_owned()?))
            .with_context(cannot)?;
        return Ok((Box::new(std::io::stdin().lock()), None));
    }
    let file = File::open(path).with_context(cannot)?;
    whole_file::ends(&file).with_context(cannot)?;
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

//! The native part of the Python package: cores by their flags, files, and the model on buffers of numbers.

use fftgen::format::{number, word, Format};
use fftgen::model::{Sample, Transformed};
use fftgen::program::{self, DescribedCore, DescribedSweep, FrameForm};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Numbers that a task converts.
const CHUNK: usize = 1 << 14;

/// Runs something without the GIL. A process that was forked has not the threads that its parent shares work among, and
/// so it has a pool of its own.
fn detached<T: Send>(py: Python<'_>, run: impl FnOnce() -> T + Send) -> T {
    static THREADS: Mutex<(u32, Option<&ThreadPool>)> = Mutex::new((0, None));
    let pool = {
        let (process, pool) = &mut *THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(process, std::process::id());
        if before != *process && before != 0 {
            *pool = ThreadPoolBuilder::new().build().ok().map(|pool| &*Box::leak(Box::new(pool)));
        }
        *pool
    };
    py.detach(|| match pool {
        Some(pool) => pool.install(run),
        None => run(),
    })
}

/// Exception for an error, with the message of the program.
fn raised(error: anyhow::Error) -> PyErr {
    let message = format!("{error:#}");
    match error.downcast_ref::<fftgen::Error>() {
        Some(fftgen::Error::Mismatch(_)) => PyRuntimeError::new_err(message),
        Some(_) => PyValueError::new_err(message),
        None => PyOSError::new_err(message),
    }
}

/// Core with its model.
#[pyclass(frozen, module = "fftgen.native")]
struct Core(DescribedCore);

/// Sweep with its results.
#[pyclass(frozen, module = "fftgen.native")]
struct Sweep(DescribedSweep);

#[pymethods]
impl Sweep {
    /// Reads a text in YAML and opens the results.
    #[new]
    fn new(py: Python<'_>, text: &str, out: PathBuf) -> PyResult<Self> {
        detached(py, || DescribedSweep::open(text, &out)).map(Sweep).map_err(raised)
    }

    /// Numbers of the designs that have no row, or with `retry` one with an error.
    fn pending(&self, retry: bool) -> Vec<u64> {
        self.0.pending(retry)
    }

    /// Adds the row of a design.
    fn append(&self, py: Python<'_>, row: &str) -> PyResult<()> {
        detached(py, || self.0.append(row)).map_err(raised)
    }

    /// Writes the table, and returns the rows as JSON with whether each is on a front.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<(String, bool)>> {
        detached(py, || self.0.finish()).map_err(raised)
    }
}

/// Does all stages of a design of a sweep, in any process. Returns its row as JSON.
#[pyfunction]
fn sweep_row(py: Python<'_>, text: &str, number: u64) -> PyResult<String> {
    detached(py, || DescribedSweep::row(text, number)).map_err(raised)
}

/// Frames of one side of a core.
#[pyclass(frozen, get_all, module = "fftgen.native")]
struct Frames {
    /// Lengths along the dimensions, in points or in real samples.
    shape: Vec<usize>,
    is_real: bool,
    /// Full scale in fixed point, and else the largest number.
    range: f64,
}

/// Whether a word is the name of a flag, or stands for one.
#[pyfunction]
fn is_flag(name: &str) -> bool {
    program::is_flag(name)
}

/// Writes the module that has all flags as keywords.
#[pyfunction]
fn keywords() -> String {
    program::keywords()
}

/// Values of a buffer as words of a format.
fn encoded(values: &[f64], format: Format) -> Vec<Sample> {
    let convert = |part: &[f64]| [format.from_f64(part[0]), format.from_f64(part[1])];
    values.par_chunks(CHUNK).flat_map_iter(|chunk| chunk.chunks_exact(2).map(convert)).collect()
}

/// Values of words of a format, times 2 to the power of the exponents of their frames.
fn decoded(found: &Transformed, form: &FrameForm) -> Vec<u8> {
    let scale = |frame: usize| found.exponents.as_ref().map_or(1.0, |exponents| 2f64.powi(exponents[frame]));
    let frame = |(index, samples): (usize, &[Sample])| {
        let scale = scale(index);
        let values = samples.as_flattened().iter().map(|word| form.format.to_f64(*word) * scale);
        values.flat_map(f64::to_ne_bytes).collect::<Vec<u8>>()
    };
    found.samples.par_chunks(form.points.max(1)).enumerate().flat_map_iter(frame).collect()
}

/// Integer of a word: that of two's complement in fixed point, and the bit pattern in floating point.
fn integer(bits: u64, format: Format) -> i64 {
    match format {
        Format::Fixed(fixed) => number(bits, fixed.bits()) as i64,
        Format::Float(_) => bits as i64,
    }
}

#[pymethods]
impl Core {
    /// Builds the core that flags describe.
    #[new]
    fn new(py: Python<'_>, flags: Vec<(String, String)>) -> PyResult<Self> {
        detached(py, || DescribedCore::new(flags)).map(Core).map_err(raised)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn command(&self) -> &str {
        self.0.command()
    }

    /// Rows of the summary.
    fn rows(&self) -> Vec<(&'static str, String)> {
        self.0.rows()
    }

    /// Frames that go in and those that come out.
    fn frames(&self, config_word: Option<u64>) -> PyResult<(Frames, Frames)> {
        let [entering, leaving] = self.0.frames(config_word).map_err(raised)?.map(|form| Frames {
            range: form.range(),
            shape: form.lengths,
            is_real: form.is_real,
        });
        Ok((entering, leaving))
    }

    /// Page about the core in HTML.
    fn report(&self, py: Python<'_>) -> String {
        String::from_utf8_lossy(&detached(py, || self.0.report()).contents).into_owned()
    }

    fn explain(&self, py: Python<'_>, json: bool) -> PyResult<String> {
        detached(py, || self.0.explain(json)).map_err(raised)
    }

    fn files(&self, py: Python<'_>) -> Vec<(String, Vec<u8>)> {
        let files = detached(py, || self.0.files());
        files.into_iter().map(|file| (file.name, file.contents)).collect()
    }

    fn generate(&self, py: Python<'_>, folder: PathBuf, force: bool) -> PyResult<Vec<String>> {
        detached(py, || self.0.generate(&folder, force)).map_err(raised)
    }

    fn verify(&self, py: Python<'_>, simulator: &str) -> PyResult<String> {
        detached(py, || self.0.verify(simulator)).map_err(raised)
    }

    /// Transforms frames of values, real and imaginary part in turn. Returns the values, the count of those that did not fit
    /// at the input, and for each frame whether a value within did not.
    fn transform<'py>(
        &self,
        py: Python<'py>,
        values: PyBuffer<f64>,
        config_word: Option<u64>,
    ) -> PyResult<(Bound<'py, PyByteArray>, usize, Vec<bool>)> {
        let values = values.to_vec(py)?;
        let transformed = detached(py, || {
            let [entering, leaving] = self.0.frames(config_word)?;
            let beyond = values.par_iter().filter(|value| entering.is_beyond(**value)).count();
            let found = self.0.transform(config_word, &encoded(&values, entering.format))?;
            anyhow::Ok((decoded(&found, &leaving), beyond, found.overflow))
        });
        let (bytes, beyond, overflow) = transformed.map_err(raised)?;
        Ok((PyByteArray::new(py, &bytes), beyond, overflow))
    }

    /// Words of numbers in the format of the input, as [`integer`] has them.
    fn words<'py>(&self, py: Python<'py>, values: PyBuffer<f64>) -> PyResult<Bound<'py, PyByteArray>> {
        let (values, [FrameForm { format, .. }, _]) = (values.to_vec(py)?, self.0.frames(None).map_err(raised)?);
        let bytes = values.iter().flat_map(|value| integer(format.from_f64(*value), format).to_ne_bytes());
        Ok(PyByteArray::new(py, &bytes.collect::<Vec<u8>>()))
    }

    /// Transforms frames of words: two's complement in fixed point, bit patterns in floating point. Returns the words with the
    /// exponents of the frames, if there are any.
    fn transform_words<'py>(
        &self,
        py: Python<'py>,
        words: PyBuffer<i64>,
        config_word: Option<u64>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Option<Vec<i32>>)> {
        let words = words.to_vec(py)?;
        let transformed = detached(py, || {
            let [entering, leaving] = self.0.frames(config_word)?;
            let bits = entering.format.bits();
            let samples: Vec<Sample> =
                words.chunks_exact(2).map(|part| [word(part[0].into(), bits), word(part[1].into(), bits)]).collect();
            // A bit pattern may be that of an integer with a sign.
            let is_word =
                |given: i64, word: u64| [integer(word, entering.format), number(word, bits) as i64].contains(&given);
            if let Some((given, _)) =
                words.iter().zip(samples.as_flattened()).find(|(given, word)| !is_word(**given, **word))
            {
                let name = entering.format.name();
                return Err(fftgen::Error::Data(format!("{given} is no word of {name}, of {bits} bits")).into());
            }
            let found = self.0.transform(config_word, &samples)?;
            let bytes =
                found.samples.as_flattened().iter().flat_map(|bits| integer(*bits, leaving.format).to_ne_bytes());
            anyhow::Ok((bytes.collect::<Vec<u8>>(), found.exponents))
        });
        let (bytes, exponents) = transformed.map_err(raised)?;
        Ok((PyByteArray::new(py, &bytes), exponents))
    }
}

/// Native part of the package.
#[pymodule]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Core>()?;
    module.add_class::<Frames>()?;
    module.add_class::<Sweep>()?;
    module.add_function(wrap_pyfunction!(is_flag, module)?)?;
    module.add_function(wrap_pyfunction!(keywords, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_row, module)?)
}

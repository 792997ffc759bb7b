//! Settings from a YAML file: its keys are the flags, and its values are read as the flags'.

mod keys;
mod source;
mod tree;
mod yaml;

pub use keys::Keys;
pub use source::read as text;
pub use source::{folder, name};
pub use tree::{tree, Branch, Tree};

use super::args::Described;
use super::values::{Deferred, Entries, Nodes};
use fftgen::chain::is_file;
use fftgen::Error;
use std::path::{Path, PathBuf};
use yaml::{Document, Entry};

/// Settings of a configuration file.
#[derive(Default)]
pub struct Configuration {
    /// Settings of each core.
    pub cores: Vec<Described>,
    /// Whether the file lists its cores, with settings that are common to them.
    pub is_list: bool,
    /// Folder in which each core of a list without a folder of its own has its folder.
    pub parent: Option<PathBuf>,
}

/// Reads a file, or standard input for `-`. A relative folder to write and relative files of points, nodes and matrices
/// are relative to the folder of the file.
pub fn read(path: &Path) -> anyhow::Result<Configuration> {
    let text = source::read(path)?;
    let mut configuration = parse(&text).map_err(|what| Error::Usage(format!("{}: {what}", source::name(path))))?;
    if let Some(folder) = source::folder(path) {
        configuration.parent = configuration.parent.map(|parent| folder.join(parent));
        let cores = configuration.cores.into_iter();
        configuration.cores = cores.map(|core| placed(core, folder)).collect();
    }
    Ok(configuration)
}

/// Returns settings whose relative folder and files are in a folder.
pub fn placed(described: Described, folder: &Path) -> Described {
    let Described { mut settings, mut files } = described;
    files.out = files.out.take().map(|out| folder.join(out));
    settings.chain = settings.chain.take().map(|chain| chain_in_folder(&chain, folder));
    settings.window = settings.window.take().map(|window| chain_in_folder(&window, folder));
    settings.support = settings.support.take().map(|support| support.map(|region| region.in_folder(folder)));
    settings.matrix = settings.matrix.take().map(|files| in_folder(files, |file: Entries| file.in_folder(folder)));
    settings.points = settings.points.take().map(|files| in_folder(files, |file: Nodes| file.in_folder(folder)));
    Described { settings, files }
}

/// Writes a chain with its files in a folder.
fn chain_in_folder(chain: &str, folder: &Path) -> String {
    let word = |word: &str| match word.strip_prefix("taps:").map_or(("", word), |file| ("taps:", file)) {
        (before, file) if is_file(file) => format!("{before}{}", folder.join(file).display()),
        _ => word.into(),
    };
    chain.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns files with their names in a folder.
fn in_folder<T: Clone>(files: Vec<Deferred<T>>, place: impl Fn(T) -> T) -> Vec<Deferred<T>> {
    files.into_iter().map(|file| file.map(&place)).collect()
}

/// Reads the text of a file. The error states the line.
pub fn parse(text: &str) -> Result<Configuration, String> {
    let Document { common, cores } = yaml::document(text)?;
    let mut common = described(common)?;
    let Some(cores) = cores else {
        return Ok(Configuration { cores: vec![common], ..Configuration::default() });
    };
    let parent = common.files.out.take();
    let cores = cores.into_iter().map(|core| Ok(described(core)?.or(common.clone()))).collect::<Result<_, String>>()?;
    Ok(Configuration { cores, is_list: true, parent })
}

/// Reads settings.
fn described(entries: Vec<Entry>) -> Result<Described, String> {
    let keys = Keys::new(&[]);
    let mut described = Described::default();
    for Entry { key, line, value } in entries {
        let read = keys.name(&key).and_then(|key| match value {
            Some(value) => keys.read(&key, &value),
            None => Ok(Described::default()),
        });
        described = read.map_err(|what| format!("line {line}: {what}"))?.or(described);
    }
    Ok(described)
}

#[cfg(test)]
mod tests {
    use crate::cli::args::Described;

    fn parse(text: &str) -> Result<Described, String> {
        super::parse(text).map(|mut configuration| configuration.cores.remove(0))
    }

    fn refusal(text: &str) -> String {
        parse(text).err().unwrap_or_else(|| panic!("{text} is read"))
    }

    #[test]
    fn values_are_read_as_the_flags_are() {
        let text = "size: 20\nradix: [4, w5] # kernels\nscale: '1/n'\nnodsp: true\nname: ~\nout: \"a: [b\"\n";
        let read = parse(text).unwrap();
        let flags = [("size", "20"), ("scale", "1/n"), ("nodsp", ""), ("radix", "4,5"), ("out", "a: [b")];
        assert_eq!(read.canonical(), flags.map(|(flag, value)| (flag.to_string(), value.to_string())));
        assert!(parse("").unwrap().settings.size.is_none() && parse("# nothing\n").is_ok() && parse("---\n").is_ok());
        assert_eq!(parse("{\"size\": 8, \"no-verify\": false}").unwrap().files.no_verify, Some(false));
        assert_eq!(parse("\u{feff}size: 8\n").unwrap().settings.size, Some(8.into()));
    }

    #[test]
    fn cores_have_their_settings_over_the_common_ones() {
        let text = "width: 2\nout: all\ncores:\n- {size: 8, out: eight}\n- size: 16\n  width: 4\n";
        let read = super::parse(text).unwrap();
        let cores: Vec<_> = read.cores.iter().map(|core| (core.settings.width, core.files.out.clone())).collect();
        assert_eq!(cores, [(Some(2), Some("eight".into())), (Some(4), None)]);
        assert_eq!((read.is_list, read.parent), (true, Some("all".into())));
    }

    #[test]
    fn what_is_refused_has_its_line() {
        let refusals = [
            "size: 8\nsize: 9",
            "cores: 4",
            "cores: []",
            "size: 8\ncores: [{width: 1}, 4]",
            "cores:\n- size: 8\n  widht: 4",
            "cores:\n- cores: []",
            "inverse: yes",
            "radix: [[4]]",
            "radix: {a: 4}",
            "- 4",
            "size: 4\n---\nsize: 5",
            "[4]: 5",
            "size: \"a\\x1b[2J\"",
            &format!("size: {}", "9".repeat(1000)),
        ];
        insta::assert_snapshot!(refusals.map(refusal).join("\n"), @r#"
        line 2: "size" is in line 1 already; once is enough
        line 1: cores is a list of settings, as in - {size: 64, width: 2}
        line 1: cores is a list of settings, as in - {size: 64, width: 2}; it is empty
        line 2: cores is a list of settings, as in - {size: 64, width: 2}
        line 3: unknown key "widht"; did you mean width? Keys: size, sizes, support, channels, width, cycles, rate, clock, snr, latency, max-lut, max-bram, device, precision, kind, inverse, runtime, name, interface, memory, array, link-bits, hop, exchange, steps, chain, window, bins, output, average, prefix, matrix, transform, points, products, macs, reset, stall, resync, buffer, tkeep, mark-overflow, last, pad, input-coding, iq-order, order, subnormals, scale, max-growth, rounding, overflow, twiddle-bits, guard-bits, datapath, optimize, max-dsp, nodsp, least-memory, memory-style, protect, target, pipeline, radix, out, emit, language, library, license, no-verify
        line 2: unknown key "cores"; did you mean cycles? Keys: size, sizes, support, channels, width, cycles, rate, clock, snr, latency, max-lut, max-bram, device, precision, kind, inverse, runtime, name, interface, memory, array, link-bits, hop, exchange, steps, chain, window, bins, output, average, prefix, matrix, transform, points, products, macs, reset, stall, resync, buffer, tkeep, mark-overflow, last, pad, input-coding, iq-order, order, subnormals, scale, max-growth, rounding, overflow, twiddle-bits, guard-bits, datapath, optimize, max-dsp, nodsp, least-memory, memory-style, protect, target, pipeline, radix, out, emit, language, library, license, no-verify
        line 1: inverse "yes": it is one of true, false
        line 1: radix is one value, or a list of values as in [4, w5]
        line 1: radix is one value, or a list of values as in [4, w5]
        line 1: a configuration has one setting a line, as in size: 20
        line 3: a second document; a configuration is one
        line 1: a key is the name of a setting, as in size: 20
        line 1: size "a\u{1b}[2J": a whole number is wanted, as in 20, or several, as in 64x64
        line 1: size "99999999999999999999999999999999999999999999999999999999999999999999999999999999"...: too large: numbers go up to 4294967295
        "#);
        assert!(refusal("config: a.yaml").starts_with("line 1: unknown key \"config\"; Keys: size, "));
        assert!(refusal("widht: 4").starts_with("line 1: unknown key \"widht\"; did you mean width? Keys: size, "));
        assert!(refusal(&format!("{}: 4", "x".repeat(1000))).len() < refusal("x: 4").len() + 100);
    }
}

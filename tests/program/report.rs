//! Reports: one file that needs no other, whose pictures and figures are those of the core.

use crate::support::program::program;
use crate::support::xml::check_xml;
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::package::{self, Companions, PageRequest, Request};
use fftgen::verify::stimulus_of;
use fftgen::{Config, Design, Interface};
use serde_json::Value;
use tempfile::TempDir;

/// Decibels between two measurements of noise, of other frames.
const TOLERANCE_DB: f64 = 1.0;

/// Cores of all kinds, with the chapters that their reports have beside those that all have.
const CORES: [(&str, &[&str]); 11] = [
    ("--size 16 --width 2 --precision fixed16", &["permuters", "accuracy", "waves", "packing"]),
    ("--size 60 --width 4 --precision fp16 --order reversed,natural", &["permuters", "accuracy", "waves"]),
    ("--size 64 --width 1 --precision fixed12 --cycles 600", &["accuracy", "waves"]),
    ("--sizes 8,12,24 --width 1 --precision fixed16", &["accuracy", "waves", "configuration-words"]),
    ("--kind irfft --size 32 --width 2 --precision fp32 --interface native", &["permuters", "accuracy", "waves"]),
    ("--size 67 --width 1 --precision fixed16", &["permuters", "accuracy", "waves"]),
    // Its results are the points, without errors.
    ("--size 1 --width 1 --precision fixed8", &["waves"]),
    ("--size 8x4 --array mesh:2x2 --precision fp16", &["accuracy", "steps"]),
    ("--size 16x16 --width 2 --precision fixed12 --memory axi", &["accuracy", "a-run", "passes"]),
    ("--size 6 --transform dct2 --precision fp16", &["waves"]),
    ("--chain frame~16~hop~8|fft|power --width 1 --precision fixed12", &["waves", "operations"]),
];

/// Writes a report on standard output. A tilde stands for a space within a word.
fn report(line: &str) -> String {
    let folder = TempDir::new().unwrap();
    let words = line.split(' ').map(|word| word.replace('~', " "));
    let output = program(folder.path(), "report --output -").args(words).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The texts between two others.
fn between<'a>(text: &'a str, begin: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(begin).skip(1).map(move |rest| rest.split(end).next().unwrap())
}

/// Takes the escapes of an address out.
fn decoded(address: &str) -> String {
    let text = address.replace("&amp;", "&").replace("&#x27;", "'");
    let mut bytes = vec![];
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digits = |rest: &mut std::str::Bytes| String::from_utf8(rest.take(2).collect()).unwrap();
        bytes.push(if byte == b'%' { u8::from_str_radix(&digits(&mut rest), 16).unwrap() } else { byte });
    }
    String::from_utf8(bytes).unwrap()
}

/// The pictures of a page, with what they show.
fn pictures(page: &str) -> Vec<(String, String)> {
    let picture = |tag: &str| {
        let alt = between(tag, "alt=\"", "\"").next().unwrap().to_string();
        (alt, decoded(between(tag, "src=\"data:image/svg+xml,", "\"").next().unwrap()))
    };
    between(page, "<img ", "/>").map(picture).collect()
}

fn picture(page: &str, begin: &str) -> String {
    pictures(page).into_iter().find(|(alt, _)| alt.starts_with(begin)).unwrap_or_else(|| panic!("no {begin}")).1
}

#[test]
fn pages_are_whole_and_have_the_chapters_of_their_cores() {
    for (line, chapters) in CORES {
        let page = report(line);
        for outside in ["http:", "https:", "<script", "<link", "url("] {
            // The name space of SVG is no address.
            let inside = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!inside.contains(outside), "{line}: {outside}");
        }
        let ids: Vec<&str> = between(&page, "<h2 id=\"", "\"").collect();
        let links: Vec<&str> = between(&page, "<a href=\"#", "\"").collect();
        assert_eq!(ids, links, "{line}");
        for chapter in [&["blocks", "instances", "ports"], chapters].concat() {
            assert!(ids.contains(&chapter), "{line}: no {chapter} in {ids:?}");
        }
        for chapter in ["permuters", "accuracy", "waves"] {
            assert_eq!(ids.contains(&chapter), chapters.contains(&chapter), "{line}: {chapter}");
        }
        for (alt, svg) in pictures(&page) {
            assert!(!alt.is_empty() && !svg.contains("NaN") && !svg.contains("inf"), "{line}: {alt}");
            check_xml(&svg);
        }
        assert_eq!(page, report(line), "{line}");
    }
}

/// The ratio on a page is that of the command that explains the core.
#[test]
fn accuracy_is_that_of_the_core() {
    for (line, _) in CORES.iter().filter(|(_, chapters)| chapters.contains(&"accuracy")) {
        let page = report(line);
        let found = page.split("white noise of full scale</td><td>").nth(1).expect("a row").split(' ').next().unwrap();
        let folder = TempDir::new().unwrap();
        let output = program(folder.path(), "explain --json").args(line.split(' ')).output().unwrap();
        let facts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let sizes = facts["sizes"].as_array().and_then(|sizes| sizes.last().cloned());
        let Some(wanted) = sizes.unwrap_or(facts)["noise"]["snr_db"].as_f64() else { continue };
        let found: f64 = found.parse().expect("a number");
        assert!((found - wanted).abs() < TOLERANCE_DB, "{line}: {found} dB, explained {wanted} dB");
    }
}

/// The waves have the words of the model in the clock cycle that the latency says, on either interface.
#[test]
fn waves_are_those_of_the_core() {
    for interface in [Interface::Axis, Interface::Native] {
        let config = Config { interface, ..Config::new(16, 2, Format::parse("fixed16", false).unwrap()) };
        let design = Design::new(config).unwrap();
        let request = Request { command: "fftgen --size 16".into(), license: "0BSD".into(), library: None };
        let companions = Companions::default();
        let wanted = PageRequest { request: &request, emitter: &Verilog, companions: &companions, measured: None };
        let page = package::report(&design, &wanted);
        let svg = picture(std::str::from_utf8(&page.contents).unwrap(), "The ports in time");
        let samples = stimulus_of(&design, &[design.modes()[0]; 4], 1);
        let results = design.transform(&samples[..16]);
        for word in [samples[0][0], samples[2][0], results[0][0], results[2][0], results[14][0]] {
            assert!(svg.contains(&format!(">{word:04x}</text>")), "{word:04x} in {svg}");
        }
        // Of the results the first word is two cycles and the latency after the beginning of the picture.
        let place = |text: &str| {
            let tag = svg.split("</text>").find(|tag| tag.ends_with(&format!(">{text}"))).expect("a text");
            between(tag, "<text x=\"", "\"").last().unwrap().parse::<usize>().unwrap()
        };
        assert_eq!(place(&format!("{:04x}", results[0][0])), place(&(2 + design.latency()).to_string()));
    }
}

/// A permuter has all elements of a frame on either side.
#[test]
fn permuters_have_all_elements_before_and_after() {
    let svg = picture(&report("--size 16 --width 2 --precision fixed16"), "The elements");
    let permuters = svg.matches("Elements as they enter").count();
    assert!(permuters > 0);
    for element in 0..16 {
        assert_eq!(svg.matches(&format!(">{element}</text>")).count(), 2 * permuters, "{element} in {svg}");
    }
}

#[test]
fn a_report_stands_beside_a_core_and_has_what_synthesis_says() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let output = program(folder.path(), line).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run("--size 8 --width 1 --precision fixed8 --emit default,report --out core --no-verify");
    let page = std::fs::read_to_string(folder.path().join("core/dft8_w1_fixed8.html")).unwrap();
    let manifest = std::fs::read_to_string(folder.path().join("core/dft8_w1_fixed8.json")).unwrap();
    assert!(page.contains("<h2 id=\"waves\">") && manifest.contains("\"dft8_w1_fixed8.html\""));
    assert_eq!(run("report --size 8 --width 1 --precision fixed8"), "dft8_w1_fixed8.html\n");
    if crate::support::tools::has_tool("yosys") {
        let page = run("report --size 8 --width 1 --precision fixed8 --synth --output -");
        assert!(page.contains("<h2 id=\"synthesis\">") && page.contains("LUT"), "{page}");
    }
    let refused =
        program(folder.path(), "report --size 8 --width 1 --precision fixed8 --output no/such").output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
}

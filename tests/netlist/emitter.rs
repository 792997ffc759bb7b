//! A second output language, as small as can be: the trait is all that a language needs.

use crate::generate::{design, Random};
use fftgen::emit::view::{Labels, ModuleView};
use fftgen::emit::{self, Emitter, Verilog};
use fftgen::package::Banner;
use fftgen::rtl::Module;
use std::sync::Arc;

/// Prints the header of each module.
struct Headers;

impl Emitter for Headers {
    fn name(&self) -> &'static str {
        "headers"
    }

    fn title(&self) -> &'static str {
        "Headers"
    }

    fn edition(&self) -> &'static str {
        "Headers 1"
    }

    fn extension(&self) -> &'static str {
        "hdr"
    }

    fn is_reserved(&self, word: &str) -> bool {
        word == "total"
    }

    fn comment(&self, text: &str) -> String {
        text.lines().map(|line| format!("-- {line}\n")).collect()
    }

    fn module(&self, _: &str, view: &ModuleView, labels: &Labels, out: &mut String) {
        let names: Vec<&str> = view.module.inputs.iter().map(|port| port.name.as_str()).collect();
        *out += &format!("{}({})\n", view.module.name, names.join(", "));
        for (signal, name) in view.signals.iter().zip(&labels.signals).filter(|(signal, _)| signal.live) {
            *out += &format!("  {name}: {}\n", signal.width);
        }
    }

    fn read_command(&self, file: &str, _: &str) -> String {
        format!("read_headers {file}")
    }
}

/// A module with another one in it, and a name that is reserved in one language.
fn sample() -> Module {
    let mut inner = Module::new("inner", "Parity.");
    let x = inner.input("x", 4);
    let parity = inner.bit(x, 0);
    inner.output("y", parity);
    let mut m = Module::new("outer", "Parity of a sum.");
    let x = m.input_bus("x", &[4, 4]);
    let sum = m.add(x[0], x[1]);
    m.name(sum, "total");
    let parity = m.instance("parity", &Arc::new(inner), vec![vec![sum]]);
    m.output("y", parity[0][0]);
    m
}

#[test]
fn language_is_a_value() {
    let banner = Banner {
        command: "fftgen".to_string(),
        license: "0BSD".to_string(),
        version: "0".to_string(),
        summary: "A sample.".to_string(),
    };
    let text = emit::print(&Headers, &sample(), &banner.render(&Headers));
    assert!(text.starts_with("-- A sample.\n"), "{text}");
    assert!(text.ends_with("\ninner(x)\n  x: 4\n\nouter(x)\n  x: 8\n  total_2: 4\n  y: 1\n"), "{text}");
    let names: Vec<String> = emit::files(&Headers, &sample(), "").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["inner.hdr", "outer.hdr"]);
}

#[test]
fn signals_do_not_depend_on_the_language() {
    let mut random = Random(105);
    for index in 0..20 {
        let module = design(&mut random, &format!("e{index}"), index % 3);
        let (headers, verilog) = (emit::print(&Headers, &module, ""), emit::print(&Verilog, &module, ""));
        for name in headers.lines().filter_map(|line| line.strip_prefix("  ")?.split(':').next()) {
            assert!(verilog.contains(name), "{name} is missing in:\n{verilog}");
        }
    }
}

//! Scripts of Vivado and Quartus, by tclsh with the commands of these tools as stubs.

use super::cores::Core;
use crate::support::tools::{has_tool, run};
use fftgen::package::Companion;

/// Runs a script with the stubs of a tool, and returns its calls.
fn calls(core: &Core, companion: Companion, tool: &str, script: &str) -> String {
    let here = core.written(&[companion]);
    let stubs = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/vendor_stubs.tcl");
    let said = run(here.path(), "tclsh", &[stubs, tool, script]).unwrap_or_else(|failed| panic!("{failed}"));
    let folder = std::fs::canonicalize(here.path()).expect("a folder").display().to_string();
    said.replace(&folder, "<here>").replace(&here.path().display().to_string(), "<here>")
}

#[test]
fn vivado_packages_and_synthesises() {
    if !has_tool("tclsh") {
        return;
    }
    let core = Core::stream("--float");
    for script in ["package_ip.tcl", "synth.tcl"] {
        let file = format!("{}_{script}", core.name());
        insta::assert_snapshot!(script, calls(&core, Companion::Vivado, "vivado", &file));
    }
    let constraints = format!("{}.xdc", core.name());
    insta::assert_snapshot!("xdc", calls(&core, Companion::Vivado, "vivado", &constraints));
}

#[test]
fn quartus_has_a_component() {
    if !has_tool("tclsh") {
        return;
    }
    for (word, core) in
        [("stream", Core::stream("--exponents")), ("native", Core::stream("--native")), ("memory", Core::memory())]
    {
        let script = format!("{}_hw.tcl", core.name());
        insta::assert_snapshot!(format!("hw-{word}"), calls(&core, Companion::Quartus, "quartus", &script));
    }
    let core = Core::stream("--fixed10");
    insta::assert_snapshot!("sdc", calls(&core, Companion::Quartus, "quartus", &format!("{}.sdc", core.name())));
}

/// Every attribute of the wrapper for Vivado, by its port.
#[test]
fn ports_have_the_attributes_of_their_interfaces() {
    for (word, core) in
        [("stream", Core::stream("--sizes")), ("native", Core::stream("--native")), ("memory", Core::memory())]
    {
        let here = core.written(&[Companion::Vivado]);
        let wrapper = std::fs::read_to_string(here.path().join(format!("{}_ip.v", core.name()))).expect("a wrapper");
        let attributes = wrapper.lines().filter(|line| line.contains("PARAMETER") || line.contains("put wire"));
        let attributes: Vec<&str> = attributes.map(str::trim).collect();
        insta::assert_snapshot!(format!("attributes-{word}"), attributes.join("\n"));
    }
}

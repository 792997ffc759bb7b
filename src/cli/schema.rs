//! `fftgen schema`: JSON Schema of configuration files, of manifests and of what commands print.

use super::args::{Described, Document, Schema};
use super::output::print;
use super::summary::SummaryFacts;
use super::sweep::SweepFacts;
use super::{explain, synth};
use clap::{Arg, Args};
use fftgen::package;
use serde_json::{json, Map, Value};

/// Dialect of the schemas.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

pub fn run(args: &Schema) -> anyhow::Result<()> {
    let schema = match args.document.0 {
        Document::Config => configuration(),
        Document::Manifest => package::manifest_schema(),
        Document::Explain => printed("explain", explain::schemas()),
        Document::Synth => printed("synth", synth::schemas()),
        Document::Sweep => package::schema::<SweepFacts>(),
        Document::Generate => printed("generate", vec![package::schema::<SummaryFacts>()]),
    };
    print(&(serde_json::to_string_pretty(&schema)? + "\n"))
}

/// Returns the schema of what a command prints for a core, of which there are kinds, or for a list of cores.
fn printed(command: &str, mut kinds: Vec<Value>) -> Value {
    kinds.push(json!({
        "type": "object",
        "properties": { "cores": { "type": "array", "items": { "$ref": "#" } } },
        "required": ["cores"]
    }));
    package::any_of(&format!("What fftgen {command} --json prints"), kinds)
}

/// Returns the schema of configuration files. Its properties are the flags.
fn configuration() -> Value {
    let flags = Described::augment_args(clap::Command::new("settings"));
    let keys = flags.get_arguments().filter(|flag| flag.get_long().is_some_and(|key| key != "config"));
    let properties: Map<String, Value> =
        keys.map(|flag| (flag.get_long().unwrap_or_default().to_string(), property(flag))).collect();
    let mut whole = properties.clone();
    whole.insert(
        "cores".into(),
        json!({
            "description": "Several cores: settings of each, over those beside the list",
            "type": "array",
            "minItems": 1,
            "items": { "type": "object", "properties": properties, "additionalProperties": false }
        }),
    );
    json!({
        "$schema": DIALECT,
        "title": "Configuration of fftgen",
        "type": "object",
        "properties": whole,
        "additionalProperties": false
    })
}

/// Returns the schema of a key. A value that is null counts as absent.
fn property(flag: &Arg) -> Value {
    let description = flag.get_long_help().or(flag.get_help()).map(|help| help.to_string()).unwrap_or_default();
    if flag.get_num_args().is_some_and(|count| count.min_values() == 0) {
        return json!({ "description": description, "type": ["boolean", "null"] });
    }
    let mut words: Vec<Value> = flag.get_possible_values().iter().map(|word| word.get_name().into()).collect();
    if !words.is_empty() {
        words.push(Value::Null);
        return json!({ "description": description, "enum": words });
    }
    let one = json!({ "type": ["string", "number", "null"] });
    json!({
        "description": description,
        "anyOf": [one, { "type": "array", "items": { "type": ["string", "number"] } }]
    })
}

//! JSON Schema of manifests.

use super::array::ManifestOfArray;
use super::external::ManifestOfMemory;
use super::manifest::Manifest;
use schemars::generate::SchemaSettings;
use schemars::JsonSchema;
use serde_json::{json, Value};

/// Returns the schema of the manifests of all kinds of cores.
pub fn manifest_schema() -> Value {
    let kinds = [schema::<Manifest>(), schema::<ManifestOfMemory>(), schema::<ManifestOfArray>()];
    any_of("Manifest of a core by fftgen", kinds.into())
}

/// Returns the schema of a document of one of several kinds.
pub fn any_of(title: &str, kinds: Vec<Value>) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": kinds
    })
}

/// Returns the schema of what a type is written as, for a place in another one.
pub fn schema<T: JsonSchema>() -> Value {
    in_place(SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>().into())
}

/// Resolves references to definitions, so that the schema can be a part of another.
fn in_place(mut schema: Value) -> Value {
    let definitions = schema.as_object_mut().and_then(|all| all.remove("$defs")).unwrap_or_default();
    if let Some(all) = schema.as_object_mut() {
        all.remove("$schema");
    }
    resolved(schema, &definitions)
}

fn resolved(schema: Value, definitions: &Value) -> Value {
    match schema {
        Value::Object(mut all) => {
            let name = all.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            if let Some(found) = name.and_then(|name| definitions.get(name)).cloned() {
                all.remove("$ref");
                if let Value::Object(found) = found {
                    for (key, value) in found {
                        all.entry(key).or_insert(value);
                    }
                }
            }
            all.into_iter().map(|(key, value)| (key, resolved(value, definitions))).collect()
        }
        Value::Array(all) => all.into_iter().map(|value| resolved(value, definitions)).collect(),
        other => other,
    }
}

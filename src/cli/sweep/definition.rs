//! What a sweep compares, as its file says it.

use super::super::args::Described;
use super::super::config::{self, Branch, Keys, Tree};
use super::axis::{Axis, Value};
use super::condition::Condition;
use super::stage::Stage;
use fftgen::{quoted, Choice, Error};
use std::path::{Path, PathBuf};

/// Keys of the file beside those of configurations.
const KEYS: [&str; 6] = ["sweep", "when", "stages", "random", "seed", "out"];

/// What a sweep compares.
pub struct Definition {
    /// Keys that have several values, in the order of the file.
    pub axes: Vec<Axis>,
    /// Keys that have the same value in all designs.
    pub common: Vec<(String, String)>,
    settings: Described,
    /// What each design has to meet.
    pub conditions: Vec<Condition>,
    /// What is done with each design, plans first.
    pub stages: Vec<Stage>,
    /// Number of designs that are drawn, in place of all.
    pub random: Option<u64>,
    pub seed: u64,
    /// Name of the results, or their folder.
    pub out: Option<PathBuf>,
}

impl Definition {
    /// Reads a file, or standard input for `-`. Relative names of files are relative to the folder of the file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = config::text(path)?;
        let mut definition = parse(&text).map_err(|what| Error::Usage(format!("{}: {what}", config::name(path))))?;
        if let Some(folder) = config::folder(path) {
            definition.out = definition.out.map(|out| folder.join(out));
            definition.settings = config::placed(definition.settings, folder);
            for value in definition.axes.iter_mut().flat_map(|axis| &mut axis.values) {
                value.described = config::placed(std::mem::take(&mut value.described), folder);
            }
        }
        Ok(definition)
    }

    /// Reads a text. Relative names of files are relative to the current folder.
    pub fn of_text(text: &str) -> Result<Self, Error> {
        parse(text).map_err(|what| Error::Usage(format!("sweep: {what}")))
    }

    /// Counts the combinations of values, of which those that do not fit 64 bits are too many.
    pub fn combinations(&self) -> u64 {
        self.axes.iter().map(|axis| axis.values.len() as u64).fold(1, u64::saturating_mul)
    }

    /// Returns the values that the design at an index has of the axes, of which the last one changes first.
    pub fn values(&self, mut index: u64) -> Vec<&Value> {
        let mut values: Vec<&Value> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let count = axis.values.len() as u64;
            values.push(&axis.values[(index % count) as usize]);
            index /= count;
        }
        values.reverse();
        values
    }

    /// Returns the settings of the design at an index.
    pub fn settings(&self, index: u64) -> Described {
        let values = self.values(index).into_iter();
        values.fold(self.settings.clone(), |settings, value| value.described.clone().or(settings))
    }
}

/// Reads the text of a file. The error states the line.
fn parse(text: &str) -> Result<Definition, String> {
    let keys = Keys::new(&KEYS);
    let mut definition = Definition {
        axes: vec![],
        common: vec![],
        settings: Described::default(),
        conditions: vec![],
        stages: vec![Stage::Plan],
        random: None,
        seed: 0,
        out: None,
    };
    let mut conditions = vec![];
    for Branch { key, line, tree } in config::tree(text)? {
        let read = keys.name(&key).and_then(|key| match key.as_str() {
            "sweep" => axes(&keys, tree).map(|axes| definition.axes = axes),
            "when" => {
                texts("when", tree).map(|texts| conditions = texts.into_iter().map(|text| (line, text)).collect())
            }
            "stages" => stages(tree).map(|stages| definition.stages = stages),
            "random" => number("random", 1, tree).map(|count| definition.random = Some(count)),
            "seed" => number("seed", 0, tree).map(|seed| definition.seed = seed),
            "out" => tree.value("out").map(|out| definition.out = out.map(PathBuf::from)),
            _ => common(&keys, &key, tree, &mut definition),
        });
        read.map_err(|what| at(line, what))?;
    }
    if definition.axes.is_empty() {
        return Err("it has no key sweep, which names what is compared, as in sweep: {size: [64, 256]}".into());
    }
    if let Some(Axis { key, .. }) =
        definition.axes.iter().find(|axis| definition.common.iter().any(|(key, _)| *key == axis.key))
    {
        return Err(format!("{key} is in sweep and beside it; leave one of them out"));
    }
    for (line, text) in conditions {
        let Definition { axes, common, .. } = &definition;
        let condition = Condition::read(&text, axes, common, &keys).map_err(|what| at(line, what))?;
        definition.conditions.push(condition);
    }
    Ok(definition)
}

/// Puts the line before a message, if it has none of its own.
fn at(line: usize, what: String) -> String {
    match what.starts_with("line ") {
        true => what,
        false => format!("line {line}: {what}"),
    }
}

/// Reads a setting that all designs have.
fn common(keys: &Keys, key: &str, tree: Tree, definition: &mut Definition) -> Result<(), String> {
    let Some(text) = tree.value(key)? else { return Ok(()) };
    let Value { text, described } = Value::read(keys, key, Some(text))?;
    definition.settings = described.or(std::mem::take(&mut definition.settings));
    definition.common.push((key.into(), text));
    Ok(())
}

/// Reads the keys whose values are combined.
fn axes(keys: &Keys, tree: Tree) -> Result<Vec<Axis>, String> {
    let Tree::Mapping(branches) = tree else {
        return Err("sweep has keys with lists of values, as in sweep: {size: [64, 256], width: 1..4}".into());
    };
    let read = |Branch { key, line, tree }| {
        let key = keys.name(&key).map_err(|what| at(line, what))?;
        match KEYS.contains(&key.as_str()) {
            true => Err(at(line, format!("{key} is no setting of a design; leave it out of sweep"))),
            false => Axis::read(keys, key, tree).map_err(|what| at(line, what)),
        }
    };
    branches.into_iter().map(read).collect()
}

/// Reads one text or a list of texts.
fn texts(key: &str, tree: Tree) -> Result<Vec<String>, String> {
    let items = match tree {
        Tree::List(items) => items,
        one => vec![one],
    };
    let texts: Vec<Option<String>> = items.into_iter().map(|item| item.value(key)).collect::<Result<_, _>>()?;
    Ok(texts.into_iter().flatten().collect())
}

/// Reads the stages. Plans are always made.
fn stages(tree: Tree) -> Result<Vec<Stage>, String> {
    let words = texts("stages", tree)?;
    if let Some(unknown) = words.iter().find(|word| Stage::from_word(word).is_none()) {
        return Err(format!("stages: {} is none; they are {}", quoted(unknown), Stage::words()));
    }
    let is_asked = |stage: &Stage| *stage == Stage::Plan || words.iter().any(|word| word == stage.word());
    Ok(Stage::WORDS.iter().map(|(_, stage)| *stage).filter(is_asked).collect())
}

fn number(key: &str, least: u64, tree: Tree) -> Result<u64, String> {
    let text = tree.value(key)?.unwrap_or_default();
    let number = text.parse().ok().filter(|number| *number >= least);
    number.ok_or_else(|| format!("{key} {}: a whole number from {least} on is wanted, as in {key}: 30", quoted(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse(text).err().unwrap_or_else(|| panic!("{text} is read"))
    }

    #[test]
    fn values_are_combined_in_the_order_of_the_file() {
        let text = "sweep: {size: [64, 256], width: 1..4}\nprecision: fixed16\nstages: [synth]\n";
        let definition = parse(text).unwrap();
        let texts = |index| definition.values(index).iter().map(|value| value.text.as_str()).collect::<Vec<_>>();
        assert_eq!([texts(0), texts(1), texts(5)], [["64", "1"], ["64", "2"], ["256", "4"]]);
        assert!(definition.stages == [Stage::Plan, Stage::Synth]);
        let command = super::super::command::canonical(&definition.settings(5), "");
        assert_eq!(command, "fftgen --size 256 --width 4 --precision fixed16");
    }

    #[test]
    fn what_is_refused_has_its_line() {
        let sweep = "sweep: {size: [64, 256]}\n";
        let refusals = [
            "size: 64".into(),
            "sweep: 4".into(),
            "sweep:\n  size: 8\n  widht: [1, 2]".into(),
            "sweep:\n  size: []".into(),
            "sweep:\n  width: 5..7".into(),
            "sweep:\n  precision: [fixed12, fixd16]".into(),
            "sweep: {out: [a, b]}".into(),
            format!("{sweep}size: 8"),
            format!("{sweep}stages: [plan, draw]"),
            format!("{sweep}random: 0"),
            format!("{sweep}when: widht <= 4"),
            format!("{sweep}when: width <= 4"),
            format!("{sweep}when: size 4"),
            format!("{sweep}precision: fp32\nwhen: precision < 4"),
            format!("{sweep}nodsp: [[true]]"),
        ];
        let short = |text: String| text.split(" Keys: ").next().unwrap_or_default().to_string();
        insta::assert_snapshot!(refusals.map(|text| short(refusal(&text))).join("\n"), @r#"
        it has no key sweep, which names what is compared, as in sweep: {size: [64, 256]}
        line 1: sweep has keys with lists of values, as in sweep: {size: [64, 256], width: 1..4}
        line 3: unknown key "widht"; did you mean width?
        line 2: size has no values; write some, or leave it out of sweep
        line 2: width 5..7: no power of two is in that range; for example 1..8
        line 2: unknown number format "fixd16"; Formats: fp16, bf16, fp32, fp64, e<exponent bits>m<fraction bits> as in e6m9, fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12
        line 1: out is no setting of a design; leave it out of sweep
        size is in sweep and beside it; leave one of them out
        line 2: stages: "draw" is none; they are plan, verify, simulate, synth, route
        line 2: random "0": a whole number from 1 on is wanted, as in random: 30
        line 2: when "widht <= 4": unknown key "widht"; did you mean width?
        line 2: when "width <= 4": width has no value here; add it to sweep or beside it
        line 2: when "size 4": a key is compared with a number, a word or a key, as in width <= 4
        line 3: when "precision < 4": "fp32" is no number; words are compared by == and !=
        line 2: nodsp is one value, or a list of values as in [4, w5]
        "#);
    }
}

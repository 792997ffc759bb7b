//! A proof finds faults: in constants, tables, signs, operators, elements, shifts, rotations and the order of results.

use crate::support::config::config;
use fftgen::exact::{Field, Real};
use fftgen::kernel::Node;
use fftgen::model::{Model, Sample};
use fftgen::pipeline::{Pipeline, StageArithmetic};
use fftgen::proof::{Claim, Scale, Verdict};
use fftgen::{Config, Design};

/// The least difference that is planted in a constant.
const LITTLE: i32 = -120;

/// A fault in a pipeline. Returns whether there was something to change.
type Fault = (&'static str, fn(&mut Pipeline) -> bool);

/// Changes the words of the first table: some of them multiply the zeros of a convolution.
fn in_table(pipeline: &mut Pipeline, change: impl Fn(&Real) -> Real) -> bool {
    let table = pipeline.stages_mut().find_map(|stage| stage.kernel.tables.first_mut());
    table.map(|words| words.iter_mut().for_each(|word| *word = change(word))).is_some()
}

/// Changes the first node that a function changes.
fn in_graphs(pipeline: &mut Pipeline, change: impl Fn(Node) -> Option<Node>) -> bool {
    let nodes = pipeline.stages_mut().flat_map(|stage| stage.kernel.graph.nodes.iter_mut());
    let found = nodes.into_iter().find_map(|node| change(*node).map(|new| *node = new));
    found.is_some()
}

const FAULTS: [Fault; 11] = [
    ("a constant of a kernel", |pipeline| {
        let constant = pipeline.stages_mut().find_map(|stage| stage.kernel.graph.constants.first_mut());
        constant.map(|constant| *constant = &*constant + &Real::one().scaled(LITTLE)).is_some()
    }),
    ("the words of a table", |pipeline| in_table(pipeline, |word| word + &Real::one().scaled(LITTLE))),
    ("the signs of a table", |pipeline| in_table(pipeline, |word| -word)),
    ("two words of a table", |pipeline| {
        let tables = pipeline.stages_mut().flat_map(|stage| stage.kernel.tables.iter_mut());
        let mut different = tables.filter(|table| table.len() > 1 && table[0] != table[table.len() - 1]);
        different.next().map(|table| table.reverse()).is_some()
    }),
    ("a sum", |pipeline| {
        in_graphs(pipeline, |node| match node {
            Node::Add(a, b) => Some(Node::Sub(a, b)),
            _ => None,
        })
    }),
    ("the operands of a difference", |pipeline| {
        in_graphs(pipeline, |node| match node {
            Node::Sub(a, b) => Some(Node::Sub(b, a)),
            _ => None,
        })
    }),
    ("a multiplication by a power of two", |pipeline| {
        in_graphs(pipeline, |node| match node {
            Node::Scale(a, k) => Some(Node::Scale(a, k - 1)),
            _ => None,
        })
    }),
    ("two elements of a step", |pipeline| {
        // Points of a butterfly may be exchanged together with its results.
        let stage = pipeline.stages_mut().find(|stage| stage.transform.radix() > 2);
        let batch = stage.and_then(|stage| stage.placement.elements.first_mut());
        batch.map(|batch| batch.swap(1, 2)).is_some()
    }),
    ("a quarter turn", |pipeline| {
        let stage = pipeline.stages_mut().find(|stage| stage.rotations.contains(&1));
        let turn = stage.and_then(|stage| stage.rotations.iter_mut().find(|turn| **turn == 1));
        turn.map(|turn| *turn = 3).is_some()
    }),
    ("a shift", |pipeline| {
        let fixed = pipeline.stages_mut().find_map(|stage| match &mut stage.arithmetic {
            StageArithmetic::Fixed(fixed) => Some(fixed),
            _ => None,
        });
        fixed.map(|fixed| fixed.shift += 1).is_some()
    }),
    ("the order of the results", |pipeline| {
        let slots = &mut pipeline.output.slots;
        let last = slots.len() - 1;
        slots.swap(0, last);
        last > 0
    }),
];

/// Whether a pipeline is the transform of a core.
fn verdict(pipeline: &Pipeline, config: &Config, scale: &str) -> Verdict {
    let scale = Scale { text: scale.into(), is_inverse: config.inverse, shifts: 0 };
    let claim = Claim { shape: config.shape, kind: config.kind, orders: config.orders, support: None, scale };
    let model = |field: &Field, samples: &[Sample]| Model::new(pipeline, field).transform(samples);
    claim.prove(&model, 1)
}

#[test]
fn planted_faults_are_found() {
    let cores = [
        config(20, 4, "fp32"),
        config(64, 1, "fixed16"),
        config(48, 3, "fixed16"),
        Config { inverse: true, ..config(60, 2, "fp16") },
        config(67, 1, "fixed16"),
        config(256, 4, "fixed16"),
    ];
    let mut planted = [0; FAULTS.len()];
    for config in cores {
        let design = Design::new(config.clone()).unwrap();
        let scale = design.scale();
        assert!(matches!(verdict(design.pipeline(), &config, &scale), Verdict::Exact(_)), "{}", design.name);
        for ((name, fault), planted) in FAULTS.iter().zip(&mut planted) {
            let mut pipeline = design.pipeline().clone();
            if fault(&mut pipeline) {
                *planted += 1;
                let found = verdict(&pipeline, &config, &scale);
                assert!(matches!(found, Verdict::Wrong(_)), "{}: {name}: {found}", design.name);
            }
        }
    }
    let missing: Vec<&str> =
        FAULTS.iter().zip(planted).filter(|(_, count)| *count == 0).map(|(row, _)| row.0).collect();
    assert!(missing.is_empty(), "no core has {missing:?}");
}

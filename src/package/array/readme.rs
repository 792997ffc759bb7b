//! The README of an array.

use super::facts::Facts;
use super::long_real::long_real;
use crate::array::{Array, Edges, Plan};
use crate::formula::Kind;
use crate::package::build::{Build, LanguageFacts};
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::ports::Port;
use crate::package::real_points::real_points;
use crate::package::template::fill;
use serde::Serialize;

/// What the testbench of vectors does, after its name.
const CHECKS: &str = " with Icarus Verilog or Verilator 5. It compares every word of the results with the
bit-accurate reference model, and the clock cycles of each step with the cycle model, for frames back to back and apart, and after a reset in the middle
of a frame. Its targets `lint` and `synth` run Verilator's lint and Yosys.";

const README: &str = include_str!("../../../templates/array_README.md.hbs");

#[derive(Serialize)]
struct Readme<'a> {
    build: &'a Build<'a>,
    language: LanguageFacts,
    #[serde(flatten)]
    facts: &'a Facts,
    ports: &'a [Port],
    /// What a frame is.
    frame: String,
    /// Description of the points of real data of several dimensions.
    real: Option<String>,
    /// Description of the points of real data of one dimension.
    long_real: Option<String>,
    /// Factor of the sum along each dimension.
    scale: String,
    numbers: String,
    /// What the factor is for: `along each dimension`, or `in each round`.
    scaled_where: &'static str,
    /// Whether a frame has one dimension.
    is_long: bool,
    /// Whether a frame has three dimensions, or three rounds.
    is_volume: bool,
    /// Whether blocks of a dimension are spread over columns and rows.
    is_plane: bool,
    /// Elements of an axis.
    places: usize,
    /// Lengths of the pencils of each round.
    lengths: Vec<usize>,
    /// Number of the last point of a pencil before the first round.
    last: usize,
    /// Number of the last result of a pencil after the last round.
    last_result: usize,
    /// Points of each dimension in an element while the dimension is spread, and the number of the last one.
    blocks: Vec<[usize; 2]>,
    /// Points that an element gets of a frame of several dimensions, and results that it gives.
    held: [Held; 2],
    /// Words of a frame that each row takes.
    row_words: usize,
    /// Whether the rows have streams that may pause.
    streams: bool,
    /// Whether results leave while the points of the next frame come.
    swaps: bool,
    /// Whether elements tell values that are too large.
    overflow: bool,
    /// Clock cycles until all elements have told.
    settling_cycles: usize,
}

/// Points of a frame of several dimensions in an element.
#[derive(Serialize)]
struct Held {
    /// Index that is spread over the columns, or over columns and rows.
    across: Spread,
    /// Index that is spread over the rows, if there are several.
    down: Option<Spread>,
    /// Index of which the element has all values.
    all: &'static str,
}

/// Index that is spread over the elements of an axis.
#[derive(Serialize)]
struct Spread {
    index: &'static str,
    /// Number of its values in an element.
    block: usize,
    /// Number of the last one.
    last: usize,
}

impl Held {
    /// Returns the points of an element. `rounds`: those whose dimension is spread over the columns, over the rows if
    /// there are several, and not at all.
    fn new(plan: &Plan, rounds: &[usize]) -> Self {
        let index = |round: usize| ["i", "j", "k"][plan.dimension(round)];
        let spread = |round: usize| {
            let block = plan.blocks()[round];
            Spread { index: index(round), block, last: block - 1 }
        };
        let down = (rounds.len() == 3).then(|| spread(rounds[1]));
        Held { across: spread(rounds[0]), down, all: index(rounds[rounds.len() - 1]) }
    }

    /// Returns the points that an element gets, and the results that it gives.
    fn both(plan: &Plan) -> [Self; 2] {
        let [gets, gives] = if plan.rounds.len() == 3 { [&[1, 2, 0][..], &[0, 1, 2]] } else { [&[1, 0][..], &[0, 1]] };
        [gets, gives].map(|rounds| Held::new(plan, rounds))
    }
}

/// Writes the README.
pub(super) fn file(label: &Label, array: &Array, (facts, ports): (&Facts, &[Port]), build: &Build) -> File {
    let plan = &array.plan;
    let lengths: Vec<usize> = plan.rounds.iter().map(|round| round.length).collect();
    let mut rounds: Vec<usize> = (0..plan.rounds.len()).collect();
    rounds.sort_by_key(|round| plan.dimension(*round));
    let blocks = rounds.into_iter().map(|round| plan.blocks()[round]).map(|block| [block, block - 1]).collect();
    let readme = Readme {
        build,
        language: LanguageFacts::new(label, ports, build, CHECKS),
        facts,
        ports,
        frame: match array.config.kind {
            Kind::Real => format!("{} real samples, {} points", array.config.shape, array.config.point_shape()),
            _ => format!("{} points", array.config.shape),
        },
        real: real_points(&array.config).filter(|_| plan.long.is_none()),
        long_real: long_real(plan, &array.config),
        scale: array.plan.scale(),
        numbers: array.engines[0].config.number().description(),
        scaled_where: plan.each(),
        is_long: plan.long.is_some(),
        is_volume: plan.rounds.len() == 3,
        is_plane: plan.spread() > 1,
        places: plan.places,
        last: lengths[0] - 1,
        last_result: lengths[lengths.len() - 1] - 1,
        lengths,
        blocks,
        held: Held::both(plan),
        row_words: array.plan.row_words(),
        streams: plan.links.edges == Edges::Streams,
        swaps: plan.swaps(),
        overflow: array.plan.has_overflow(),
        settling_cycles: array.plan.settling_cycles(),
    };
    File::new(format!("{}.md", build.name()), fill(README, &readme))
}

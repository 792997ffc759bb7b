//! A matrix that is loaded while the core runs: each frame is multiplied by one matrix as a whole, and the next matrix follows.

use super::products::{array, core, horner, line, ring};
use crate::support::cases::cases;
use fftgen::matrix::{Cells, CoefficientFormat, Elements, HornerPlan, LoadedNodes, Matrix, ProductPlan, SystolicPlan};
use fftgen::model::Sample;
use fftgen::rng::Rng;
use fftgen::sim::{Simulator, Slot};
use fftgen::verify::{check, stimulus};
use fftgen::Design;

const FRAMES: usize = 64;
const MATRICES: usize = 4;

/// A stream of beats of two parts into the core.
struct Source {
    data: [Slot; 2],
    valid: Slot,
    ready: Slot,
    beats: Vec<Sample>,
    taken: usize,
    offers: bool,
}

impl Source {
    fn new(simulator: &Simulator, name: &str, beats: Vec<Sample>) -> Self {
        let bus = simulator.input(&format!("{name}_tdata")).unwrap();
        let data = [bus[0], bus[bus.len() / 2]];
        let valid = simulator.input(&format!("{name}_tvalid")).unwrap()[0];
        let ready = simulator.output(&format!("{name}_tready")).unwrap()[0];
        Source { data, valid, ready, beats, taken: 0, offers: false }
    }

    /// Offers the next beat, if `may` or if it has been offered before.
    fn offer(&mut self, simulator: &mut Simulator, may: bool) {
        self.offers = self.taken < self.beats.len() && (self.offers || may);
        simulator.set(self.valid, self.offers.into());
        if self.offers {
            self.data.iter().zip(self.beats[self.taken]).for_each(|(slot, part)| simulator.set(*slot, part.into()));
        }
    }

    /// Counts the beat if it was taken.
    fn settle(&mut self, simulator: &Simulator) {
        if self.offers && simulator.get(self.ready) == 1 {
            (self.taken, self.offers) = (self.taken + 1, false);
        }
    }
}

/// Passes frames and matrices with gaps and pauses. Returns the results of all frames, and how many coefficients had passed before the first
/// beat of each.
fn results(design: &Design, frames: &[Sample], matrices: &[Vec<Sample>]) -> Vec<(Vec<Sample>, usize)> {
    let [columns, rows] = design.architecture.points();
    let mut simulator = Simulator::new(&design.top);
    let mut input = Source::new(&simulator, "s_axis", frames.to_vec());
    let mut loads = Source::new(&simulator, "s_axis_matrix", matrices.concat());
    let output = simulator.output("m_axis_tdata").unwrap();
    let output = [output[0], output[output.len() / 2]];
    let [ready, reset] = ["m_axis_tready", "rst"].map(|name| simulator.input(name).unwrap()[0]);
    let valid = simulator.output("m_axis_tvalid").unwrap()[0];
    simulator.set(reset, 1);
    simulator.step();
    simulator.set(reset, 0);
    let (mut rng, mut found, mut begun) = (Rng::new(3), Vec::new(), Vec::new());
    let mask = u64::MAX >> (64 - design.config.format.bits());
    while found.len() < FRAMES * rows {
        assert!(simulator.cycle() < 1_000_000, "{}: {} results", design.name, found.len());
        // Some coefficients follow each other at once, so that a matrix may end as a frame begins.
        let rarity = 1 + simulator.cycle() / 512 % 3;
        loads.offer(&mut simulator, rng.one_in(rarity));
        input.offer(&mut simulator, !rng.one_in(4));
        let accepts = !rng.one_in(5);
        simulator.set(ready, accepts.into());
        simulator.settle();
        let before = input.taken;
        input.settle(&simulator);
        if input.taken > before && before % columns == 0 {
            begun.push(loads.taken);
        }
        loads.settle(&simulator);
        if accepts && simulator.get(valid) == 1 {
            found.push(output.map(|slot| simulator.get(slot) as u64 & mask));
        }
        simulator.step();
    }
    found.chunks(rows).map(<[Sample]>::to_vec).zip(begun).collect()
}

fn no_frame_mixes_matrices(rows: usize, columns: usize, precision: &str, elements: Elements) {
    let matrix = Matrix::Loaded { rows, columns };
    let design = core(&matrix, precision, elements);
    assert_eq!(check(&design, 24, |_| {}).unwrap().interval, rows * columns / (elements.count() * elements.macs));
    let plan = ProductPlan::new(&design.config, &matrix, elements).unwrap();
    no_matrices_mix(&design, &plan, |product, frame| product.transform(frame).0);
}

fn no_batch_mixes_matrices(rows: usize, [batch, columns]: [usize; 2], precision: &str, cells: [usize; 2]) {
    let matrix = Matrix::Loaded { rows, columns };
    let design = array(&matrix, batch, precision, cells);
    assert_eq!(check(&design, 24, |_| {}).unwrap().interval, batch * rows * columns / (cells[0] * cells[1]));
    let cells = Cells { rows: cells[0], columns: cells[1] };
    let plan = SystolicPlan::new(&design.config, &matrix, cells).unwrap();
    let transform = |product: &ProductPlan, frame: &[Sample]| {
        SystolicPlan { product: product.clone(), ..plan.clone() }.transform(frame).0
    };
    no_matrices_mix(&design, &plan.product, transform);
}

fn no_values_mix_nodes([nodes, points]: [usize; 2], precision: &str, elements: Elements) {
    let design = horner(&LoadedNodes::Any(nodes), points, precision, elements);
    let plan = HornerPlan::new(&design.config, &LoadedNodes::Any(nodes), elements).unwrap();
    no_matrices_mix(&design, &plan.product, |product, frame| {
        HornerPlan { product: product.clone(), ..plan.clone() }.transform(frame).0
    });
}

/// Checks that each frame, or batch, is multiplied by one matrix. `transform`: the model of the core with the coefficients of a plan.
fn no_matrices_mix(design: &Design, plan: &ProductPlan, transform: impl Fn(&ProductPlan, &[Sample]) -> Vec<Sample>) {
    let columns = design.architecture.points()[0];
    let mut words = plan.coefficients.words.all().to_vec();
    let count = words.len();
    let mut matrices: Vec<Vec<Sample>> = (0..MATRICES)
        .map(|number| {
            words.rotate_left(number + 1);
            words.clone()
        })
        .collect();
    // An infinite coefficient makes infinities and, where it meets a zero, NaN.
    if let CoefficientFormat::Float(float) = plan.coefficients.format {
        matrices[1][0] = [float.infinity(), 0];
    }
    let plans: Vec<ProductPlan> = matrices.iter().map(|words| plan.with_words(words.clone())).collect();
    let mut frames = stimulus(&design.config.format, columns, FRAMES, 1);
    frames.iter_mut().step_by(columns).skip(1).step_by(2).for_each(|point| point[0] = 0);
    let mut used = [0; MATRICES + 1];
    for (number, (found, taken)) in results(design, &frames, &matrices).into_iter().enumerate() {
        let frame = &frames[number * columns..(number + 1) * columns];
        let complete = taken / count;
        let wanted = match complete {
            0 => vec![[0; 2]; found.len()],
            _ => transform(&plans[complete - 1], frame),
        };
        assert!(found == wanted, "{}: frame {number} is not of matrix {complete}", design.name);
        used[complete] += 1;
    }
    assert!(used[1..].iter().all(|frames| *frames > 0), "{}: {used:?}", design.name);
}

cases! {
    frames_are_multiplied_by_one_matrix(no_frame_mixes_matrices) {
        one_element: (4, 5, "fixed12", line(1, 1, 1)),
        a_row_to_a_mac: (4, 6, "fixed12", line(2, 2, 1)),
        a_line: (12, 8, "fixed16", line(3, 2, 2)),
        a_ring: (8, 8, "fixed16", ring(4, 1, 1)),
        floats: (8, 6, "fp16", line(2, 1, 1)),
        floats_on_a_ring: (16, 8, "fp16", ring(4, 1, 2)),
    }
}

cases! {
    batches_are_multiplied_by_one_matrix(no_batch_mixes_matrices) {
        one_cell: (2, [2, 3], "fixed12", [1, 1]),
        one_tile: (4, [3, 4], "fixed12", [4, 1]),
        tiles: (6, [3, 6], "fixed12", [3, 2]),
        floats: (8, [4, 8], "fp16", [4, 2]),
        floats_of_fp32: (8, [5, 8], "fp32", [2, 4]),
    }
}

cases! {
    values_are_those_at_one_set_of_nodes(no_values_mix_nodes) {
        one_element: ([12, 2], "fixed12", line(1, 1, 1)),
        a_line: ([24, 6], "fixed12", line(3, 1, 2)),
        a_step_longer_than_nodes: ([8, 7], "fixed16", line(2, 2, 1)),
        floats: ([24, 6], "fp16", line(2, 1, 1)),
    }
}

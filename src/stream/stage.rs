//! One step of a plan as a stage of the stream: its batch of transforms, scheduled.

use super::schedule::{Problem, Rotation, Schedule, Terms};
use super::{Layout, Numeric, Shape};
use crate::dag::{kernel, Builder, Cplx, Graph};
use crate::exact::{Complex, Real};
use crate::plan::{values, Algorithm, Factor, Kernel, Step};

/// A step of the plan at a width.
#[derive(Clone, Debug)]
pub struct Stage {
    pub kernel: Kernel,
    pub shape: Shape,
    /// All transforms of a batch, factors included. Complex input and output j·r + d belong to digit
    /// d of the batch's transform j.
    pub graph: Graph,
    /// `tables[index][batch]`: what `Coefficient::Table(index)` stands for.
    pub tables: Vec<Vec<Real>>,
    pub schedule: Schedule,
    /// `members[batch][j·r + d]`: the elements; `None` past the last transform.
    pub members: Vec<Vec<Option<u32>>>,
    /// Where they come in and go out.
    pub layout: Layout,
    /// The arithmetic, where that is the stage's own: in fixed point.
    pub numeric: Option<Numeric>,
}

impl Stage {
    /// `order`: the step's transforms in the order in which they come. `natural`: the digits of a
    /// transform come in natural order; else a prime's mirrored digits come side by side.
    pub fn new(step: &Step, shape: Shape, order: &[u32], natural: bool, terms: &Terms) -> Self {
        let radix = step.kernel.radix;
        let members: Vec<Vec<Option<u32>>> = (0..shape.batches)
            .map(|batch| {
                let transforms = (0..shape.copies).map(|j| order.get(batch * shape.copies + j));
                let points = |group: Option<&u32>| {
                    let group = group.map(|&g| &step.groups[g as usize]);
                    (0..radix).map(move |d| group.map(|g| g[d] as u32)).collect::<Vec<_>>()
                };
                transforms.flat_map(points).collect()
            })
            .collect();
        let (graph, tables) = batch_graph(step, shape, &members, terms.rotation == Rotation::Three);
        let digits = if natural { (0..radix).collect() } else { digit_order(step.kernel) };
        // places[d]: where digit d stands among the points of its transform.
        let mut places = vec![0; radix];
        digits.iter().enumerate().for_each(|(place, &digit)| places[digit] = place);
        let ports: Vec<(usize, usize)> = (0..2 * radix * shape.copies)
            .map(|port| {
                let (point, part) = (port / 2, port % 2);
                let slot = point / radix * radix + places[point % radix];
                (slot / shape.lanes, 2 * (slot % shape.lanes) + part)
            })
            .collect();
        let problem = Problem {
            graph: &graph,
            copies: shape.copies,
            period: shape.period,
            inputs: &ports,
            outputs: &ports,
            lanes: shape.lanes,
            latencies: terms.latencies,
            prices: terms.prices,
            goal: terms.goal,
        };
        let schedule = Schedule::new(&problem);
        let mut layout =
            Layout { lanes: shape.lanes, beats: shape.beats(), slots: vec![None; shape.beats() * shape.lanes] };
        for (batch, points) in members.iter().enumerate() {
            for (point, element) in points.iter().enumerate() {
                let (beat, lane) = ports[2 * point];
                layout.slots[(batch * shape.period + beat) * shape.lanes + lane / 2] = *element;
            }
        }
        Stage { kernel: step.kernel, shape, graph, tables, schedule, members, layout, numeric: None }
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        self.schedule.latency + self.numeric.map_or(0, |numeric| numeric.cycles)
    }
}

/// A prime's mirrored digits side by side, so that its sums and differences start early.
fn digit_order(kernel: Kernel) -> Vec<usize> {
    let radix = kernel.radix;
    match kernel.algorithm {
        Algorithm::Direct | Algorithm::Fused => (0..radix).collect(),
        _ => {
            let pairs = (1..radix).take_while(|i| 2 * i <= radix);
            let mirrored = pairs.flat_map(|i| if 2 * i == radix { vec![i] } else { vec![i, radix - i] });
            std::iter::once(0).chain(mirrored).collect()
        }
    }
}

/// The transforms of a batch with the factors before and after them, each by four products or by three. A factor that
/// is the same in every batch is a constant of the graph, one that changes a word of a table.
fn batch_graph(step: &Step, shape: Shape, members: &[Vec<Option<u32>>], three: bool) -> (Graph, Vec<Vec<Real>>) {
    let radix = step.kernel.radix;
    let mut builder = Builder::new();
    let mut tables = Vec::new();
    let mut points: Vec<Cplx> = (0..shape.copies * radix).map(|_| builder.complex_input()).collect();
    multiply(&mut builder, &mut tables, &mut points, &step.before, members, three);
    for transform in points.chunks_mut(radix) {
        let result = kernel(&mut builder, step.kernel, transform);
        transform.copy_from_slice(&result);
    }
    multiply(&mut builder, &mut tables, &mut points, &step.after, members, three);
    let outputs: Vec<_> = points.iter().flat_map(|point| [point.re, point.im]).collect();
    (builder.finish(&outputs), tables)
}

fn multiply(
    builder: &mut Builder,
    tables: &mut Vec<Vec<Real>>,
    points: &mut [Cplx],
    factors: &Option<Vec<Factor>>,
    members: &[Vec<Option<u32>>],
    three: bool,
) {
    let Some(factors) = factors else { return };
    let exact: Vec<Complex> = values(factors);
    for (index, point) in points.iter_mut().enumerate() {
        let elements: Vec<Option<u32>> = members.iter().map(|batch| batch[index]).collect();
        let mut present = elements.iter().flatten().map(|&e| e as usize);
        let Some(first) = present.next() else { continue };
        if present.all(|e| factors[e] == factors[first]) {
            *point = match three {
                true => builder.complex_mul_by_three(*point, &exact[first]),
                false => builder.complex_mul(*point, &exact[first]),
            };
            continue;
        }
        let column = |part: fn(&Complex) -> Real| {
            elements.iter().map(|e| e.map_or_else(Real::zero, |e| part(&exact[e as usize]))).collect()
        };
        let next = tables.len();
        tables.push(column(|factor| factor.re.clone()));
        if three {
            tables.push(column(|factor| &factor.re + &factor.im));
            tables.push(column(|factor| &factor.im - &factor.re));
            *point = builder.complex_mul_table_by_three(*point, [next, next + 1, next + 2]);
        } else {
            tables.push(column(|factor| factor.im.clone()));
            *point = builder.complex_mul_table(*point, next, next + 1);
        }
    }
}

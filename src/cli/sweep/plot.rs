//! Picture of a sweep: price and throughput of each design, with the Pareto fronts, as SVG.

use super::row::Row;
use super::summary::Summary;
use crate::package::drawing::{Drawing, LEFT};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Upper left corner of the field between the axes, and its size.
const CORNER: [usize; 2] = [90, 40];
const FIELD: [usize; 2] = [560, 430];

/// Style sheet, with the colours of numbers of points, which also the colour-blind tell apart.
const STYLE: &str = "text{font:13px sans-serif;fill:#222}.grid{stroke:#ddd}circle,.line{stroke:currentColor;fill:none}\
    circle.front{fill:currentColor}.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc79a7}\
    .c4{color:#e69f00}.c5{color:#56b4e9}.c6{color:#000}.c7{color:#999}";
const COLOURS: usize = 8;

/// Labels of numbers of points that have room.
const LABELS: usize = 20;

/// Logarithmic axis.
struct Axis {
    /// Powers of ten at its ends.
    decades: RangeInclusive<i32>,
    /// Places of its ends in the picture.
    ends: [usize; 2],
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, ends: [usize; 2]) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let most = values.fold(0.0, f64::max).log10().ceil();
        let (least, most) = if least <= most { (least as i32, most as i32) } else { (0, 1) };
        Axis { decades: least..=most.max(least + 1), ends }
    }

    fn place(&self, value: f64) -> usize {
        let (first, last) = (f64::from(*self.decades.start()), f64::from(*self.decades.end()));
        let [from, to] = self.ends.map(|end| end as f64);
        (from + (to - from) * (value.log10() - first) / (last - first)).round() as usize
    }

    /// Returns the places of the powers of ten, with their texts.
    fn ticks(&self) -> impl Iterator<Item = (usize, String)> + '_ {
        self.decades.clone().map(|power| (self.place(10f64.powi(power)), short(power)))
    }
}

/// Writes a power of ten.
fn short(power: i32) -> String {
    match power {
        -3..=3 => format!("{}", 10f64.powi(power)),
        4..=5 => format!("{} k", 10f64.powi(power - 3)),
        6..=8 => format!("{} M", 10f64.powi(power - 6)),
        _ => format!("1e{power}"),
    }
}

/// Draws the rows that have a price and a throughput.
pub fn svg(summary: &Summary) -> String {
    let ([left, top], [width, height]) = (CORNER, FIELD);
    let (right, bottom) = (left + width, top + height);
    let drawn: Vec<(&Row, bool, [f64; 2])> = summary
        .rows
        .iter()
        .zip(summary.front)
        .filter_map(|(row, front)| row.position().map(|(price, rate)| (row, *front, [price.max(1) as f64, rate / 1e6])))
        .filter(|(_, _, [_, rate])| *rate > 0.0)
        .collect();
    let values = |axis: usize| drawn.iter().map(move |(_, _, values)| values[axis]);
    let (x, y) = (Axis::new(values(0), [left, right]), Axis::new(values(1), [bottom, top]));
    let mut drawing = Drawing::new(0, STYLE);
    for (place, label) in x.ticks() {
        drawing.path([place, top], &format!("M0 0V{height}"), "grid");
        drawing.centred(place, bottom + 18, "small", &label);
    }
    for (place, label) in y.ticks() {
        drawing.path([left, place], &format!("M0 0H{width}"), "grid");
        drawing.text(LEFT, place + 4, "small", &label);
    }
    drawing.centred((left + right) / 2, bottom + 40, "head", "price in LUTs");
    drawing.text(LEFT, top - 16, "head", "Msamples/s");
    let mut groups: BTreeMap<Option<usize>, Vec<_>> = BTreeMap::new();
    for (row, is_on_front, [price, rate]) in &drawn {
        groups.entry(row.points).or_default().push((*row, *is_on_front, [x.place(*price), y.place(*rate)]));
    }
    for (number, (points, designs)) in groups.into_iter().enumerate() {
        let colour = format!("c{}", number % COLOURS);
        drawing.group(&designs, &colour);
        if number < LABELS {
            let (place, label) =
                (top + 14 + 20 * number, points.map_or("other designs".into(), |n| format!("{n} points")));
            drawing.path([right + 16, place - 4], "M0 0H10", &format!("line {colour}"));
            drawing.text(right + 32, place, "small", &label);
        }
    }
    drawing.y = bottom + 40;
    drawing.finish()
}

impl Drawing {
    /// Draws designs of as many points: circles, which are filled on a front, and a line through those that no cheaper
    /// one is as fast as.
    fn group(&mut self, designs: &[(&Row, bool, [usize; 2])], colour: &str) {
        let on_front = designs.iter().filter(|(_, is_on_front, _)| *is_on_front);
        let mut front: Vec<[usize; 2]> = on_front.map(|(_, _, place)| *place).collect();
        front.sort_unstable_by_key(|[x, y]| (*x, *y));
        // The fastest design of each price and below: places count downwards.
        let mut fastest = usize::MAX;
        front.retain(|[_, y]| {
            let is_faster = *y < fastest;
            fastest = fastest.min(*y);
            is_faster
        });
        let corners: Vec<String> = front.iter().map(|[x, y]| format!("{x} {y}")).collect();
        if !corners.is_empty() {
            self.path([0, 0], &format!("M{}", corners.join("L")), &format!("line {colour}"));
        }
        for (row, is_on_front, place) in designs {
            let class = if *is_on_front { "front " } else { "" };
            self.circle(*place, &format!("{class}{colour}"), &row.command);
        }
    }
}

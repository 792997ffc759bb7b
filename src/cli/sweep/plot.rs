//! Picture of a sweep: price and throughput of each design, with the Pareto fronts, as SVG.

use super::row::Row;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Width and height of the picture, and the space around its axes at the left, top, right and bottom.
const SIZE: [f64; 2] = [800.0, 520.0];
const MARGINS: [f64; 4] = [90.0, 30.0, 150.0, 60.0];

/// Colours of numbers of points, which also the colour-blind tell apart.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// Labels of numbers of points that have room.
const LABELS: usize = 20;

/// Logarithmic axis.
struct Axis {
    /// Powers of ten at its ends.
    decades: RangeInclusive<i32>,
    /// Places of its ends in the picture.
    ends: [f64; 2],
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, ends: [f64; 2]) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let most = values.fold(0.0, f64::max).log10().ceil();
        let (least, most) = if least <= most { (least as i32, most as i32) } else { (0, 1) };
        Axis { decades: least..=most.max(least + 1), ends }
    }

    fn place(&self, value: f64) -> f64 {
        let (first, last) = (f64::from(*self.decades.start()), f64::from(*self.decades.end()));
        let [from, to] = self.ends;
        from + (to - from) * (value.log10() - first) / (last - first)
    }

    /// Returns the places of the powers of ten, with their texts.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
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

/// Draws the rows that have a price and a throughput. `front`: whether each is on a front.
pub fn svg(rows: &[Row], front: &[bool]) -> String {
    let [width, height] = SIZE;
    let [left, top, right, bottom] = MARGINS;
    let (right, bottom) = (width - right, height - bottom);
    let drawn: Vec<(&Row, bool, [f64; 2])> = rows
        .iter()
        .zip(front)
        .filter_map(|(row, front)| row.position().map(|(price, rate)| (row, *front, [price.max(1) as f64, rate / 1e6])))
        .filter(|(_, _, [_, rate])| *rate > 0.0)
        .collect();
    let values = |axis: usize| drawn.iter().map(move |(_, _, values)| values[axis]);
    let (x, y) = (Axis::new(values(0), [left, right]), Axis::new(values(1), [bottom, top]));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (place, label) in x.ticks() {
        text += &line([place, top], [place, bottom]);
        text += &label_at([place, bottom + 18.0], "middle", &label);
    }
    for (place, label) in y.ticks() {
        text += &line([left, place], [right, place]);
        text += &label_at([left - 8.0, place + 4.0], "end", &label);
    }
    text += &label_at([(left + right) / 2.0, height - 16.0], "middle", "price in LUTs");
    text += &format!(
        "<text transform=\"translate(24 {:.1}) rotate(-90)\" text-anchor=\"middle\">Msamples/s</text>\n",
        (top + bottom) / 2.0
    );
    let mut groups: BTreeMap<Option<usize>, Vec<_>> = BTreeMap::new();
    for (row, is_on_front, [price, rate]) in &drawn {
        groups.entry(row.points).or_default().push((*row, *is_on_front, [x.place(*price), y.place(*rate)]));
    }
    for (number, (points, designs)) in groups.into_iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        text += &group(&designs, colour);
        if number < LABELS {
            let place = top + 14.0 + 20.0 * number as f64;
            text += &format!("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{colour}\"/>\n", right + 20.0, place - 4.0);
            let label = points.map_or("other designs".into(), |points| format!("{points} points"));
            text += &label_at([right + 32.0, place], "start", &label);
        }
    }
    text + "</svg>\n"
}

/// Draws designs of as many points: circles, which are filled on a front, and a line through those that no cheaper one
/// is as fast as.
fn group(designs: &[(&Row, bool, [f64; 2])], colour: &str) -> String {
    let mut front: Vec<[f64; 2]> = designs.iter().filter(|(_, is_on_front, _)| *is_on_front).map(|row| row.2).collect();
    front.sort_by(|a, b| a[0].total_cmp(&b[0]).then(b[1].total_cmp(&a[1])));
    // The fastest design of each price and below: places count downwards.
    let mut fastest = f64::INFINITY;
    front.retain(|[_, y]| {
        let is_faster = *y < fastest;
        fastest = fastest.min(*y);
        is_faster
    });
    let corners: Vec<String> = front.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let mut text = format!("<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>\n", corners.join(" "));
    for (row, is_on_front, [x, y]) in designs {
        let fill = if *is_on_front { colour } else { "none" };
        text += &format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{colour}\">\
             <title>{}</title></circle>\n",
            escaped(&row.command)
        );
    }
    text
}

fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> String {
    format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#dddddd\"/>\n")
}

fn label_at([x, y]: [f64; 2], anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n", escaped(text))
}

/// Writes a text with names in place of the signs that XML has.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

//! The figures as pictures, in benches/plots.

use crate::measure::Figures;
use crate::published::{Core, Goal, Published};
use crate::tables::grouped;
use crate::{Known, ROOT};
use anyhow::Result;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (960, 420);
const FONT: &str = "sans-serif";

const THEIRS: RGBColor = RGBColor(170, 170, 170);
const OURS: RGBColor = RGBColor(31, 119, 180);
const GOAL: RGBColor = RGBColor(214, 39, 40);

/// Units of the x axis that a group of bars takes: a gap, two bars, a gap.
const GROUP: i32 = 4;

pub fn draw(published: &Published, known: &Known) -> Result<()> {
    let folder = Path::new(ROOT).join("benches/plots");
    std::fs::create_dir_all(&folder)?;
    let bars = |title, file: &str, of_goal: fn(&Goal) -> Option<f64>, of_core: fn(&Figures) -> f64| {
        let groups: Vec<Group> = published
            .paper()
            .filter_map(|row| {
                let ours = known.cores.get(&row.core()).map(of_core);
                let label = format!("{}, {}", row.size, row.width);
                Some(Group { label, theirs: of_goal(&row.published)?, ours, target: of_goal(&row.target) })
            })
            .collect();
        compare(&folder.join(file), title, &groups)
    };
    let latency = "Latency in cycles, by N and points a cycle; lower is better";
    bars(latency, "latency.svg", |goal| goal.latency, |figures| figures.latency as f64)?;
    let lut = "LUTs, by N and points a cycle; lower is better";
    bars(lut, "lut.svg", |goal| goal.lut, |figures| figures.synthesis.measured.lut as f64)?;
    sweep(&folder.join("sweep.svg"), published, known)
}

/// A row of the paper.
struct Group {
    label: String,
    theirs: f64,
    ours: Option<f64>,
    target: Option<f64>,
}

/// Two bars a group on a logarithmic scale, and a line where the target is.
fn compare(path: &Path, title: &str, groups: &[Group]) -> Result<()> {
    let figures = || groups.iter().flat_map(|group| [Some(group.theirs), group.ours, group.target]).flatten();
    let (least, most) = (figures().fold(f64::INFINITY, f64::min), figures().fold(1.0, f64::max));
    let (floor, ceiling) = (10f64.powf(least.log10().floor()), most * 1.5);
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let width = GROUP * groups.len() as i32;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, (FONT, 18))
        .margin(12)
        .x_label_area_size(30)
        .y_label_area_size(64)
        .build_cartesian_2d(0..width, (floor..ceiling).log_scale())?;
    let middle = |x: &i32| match (x % GROUP == GROUP / 2, groups.get((x / GROUP) as usize)) {
        (true, Some(group)) => group.label.clone(),
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(width as usize + 1)
        .set_tick_mark_size(LabelAreaPosition::Bottom, 4)
        .x_label_formatter(&middle)
        .y_label_formatter(&|&y| grouped(y, 0))
        .label_style((FONT, 12))
        .draw()?;
    let bar = |i: usize, at: i32, height: f64, colour: RGBColor| {
        let left = GROUP * i as i32 + at;
        Rectangle::new([(left, floor), (left + 1, height)], colour.filled())
    };
    let square = |colour: RGBColor| move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], colour.filled());
    let theirs = groups.iter().enumerate().map(|(i, group)| bar(i, 1, group.theirs, THEIRS));
    chart.draw_series(theirs)?.label("published").legend(square(THEIRS));
    let ours = groups.iter().enumerate().filter_map(|(i, group)| Some(bar(i, 2, group.ours?, OURS)));
    chart.draw_series(ours)?.label("fftgen").legend(square(OURS));
    let targets = groups.iter().enumerate().filter_map(|(i, group)| {
        let left = GROUP * i as i32 + 2;
        Some(PathElement::new([(left, group.target?), (left + 1, group.target?)], GOAL.stroke_width(2)))
    });
    let line = |(x, y)| PathElement::new([(x, y), (x + 10, y)], GOAL.stroke_width(2));
    chart.draw_series(targets)?.label("target").legend(line);
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font((FONT, 13))
        .background_style(WHITE)
        .border_style(THEIRS)
        .draw()?;
    Ok(area.present()?)
}

/// LUTs of one size over the width.
fn sweep(path: &Path, published: &Published, known: &Known) -> Result<()> {
    let size = published.sweep.size;
    let ours: Vec<(f64, f64)> = published
        .sweep
        .widths
        .iter()
        .filter_map(|&width| {
            let found = known.cores.get(&Core::fp32(size, width))?;
            Some((width as f64, found.synthesis.measured.lut as f64))
        })
        .collect();
    let theirs: Vec<(f64, f64)> = published
        .paper()
        .filter(|row| row.size == size)
        .filter_map(|row| Some((row.width as f64, row.published.lut?)))
        .collect();
    let most = |pick: fn(&(f64, f64)) -> f64| ours.iter().chain(&theirs).map(pick).fold(1.0, f64::max) * 1.1;
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let widest = published.sweep.widths.iter().max().map_or(1.0, |&width| width as f64 * 1.1);
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("LUTs for {size} points over points a cycle; lower is better"), (FONT, 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..widest, 0.0..most(|point| point.1))?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("points a clock cycle")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|&y| grouped(y, 0))
        .label_style((FONT, 12))
        .draw()?;
    let dot = |colour: RGBColor| move |(x, y)| Circle::new((x + 5, y), 4, colour.filled());
    chart.draw_series(LineSeries::new(ours.iter().copied(), OURS.stroke_width(2)))?;
    let points = ours.iter().map(|&point| Circle::new(point, 4, OURS.filled()));
    chart.draw_series(points)?.label("fftgen").legend(dot(OURS));
    let points = theirs.iter().map(|&point| Circle::new(point, 4, THEIRS.filled()));
    chart.draw_series(points)?.label("published").legend(dot(THEIRS));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font((FONT, 13))
        .background_style(WHITE)
        .border_style(THEIRS)
        .draw()?;
    Ok(area.present()?)
}

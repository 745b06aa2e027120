//! Plots as SVG: growth against size with a line for each way, or one dot for each row and way.
//!
//! Colours and strokes are classes (`w-dart`), which the page's style defines for light and dark; each
//! way has a marker of its own shape too. A run that was not decided is a hollow marker where it ended,
//! and no line leads on from it.

use crate::bench::results::{Run, TableResults};
use pathweave_report::text::escaped;
use std::fmt::Write;

/// A figure of a run that can be plotted.
pub struct Measure {
    pub title: &'static str,
    pub of: fn(&Run) -> Option<f64>,
}

/// What is plotted against size, machine-independent figures first.
pub const MEASURES: [Measure; 4] = [
    Measure { title: "executions", of: |run| run.executions.map(|n| n as f64) },
    Measure { title: "solver calls", of: |run| run.queries.map(|n| n as f64) },
    Measure { title: "time, ms", of: |run| Some(run.wall_ms) },
    Measure { title: "memory, MiB", of: |run| Some(run.peak_kib as f64 / 1024.0) },
];

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 34.0;

/// A way's class in the style: letters and digits only.
pub fn class_of(way: &str) -> String {
    let letters: String =
        way.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("w-{}", letters.to_ascii_lowercase())
}

/// An axis from data to a range of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// Covers the values; by powers of ten where they span more than `span`.
    fn over(values: &[f64], span: f64) -> Option<Axis> {
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let positive = values.iter().copied().filter(|value| *value > 0.0);
        let least = positive.fold(f64::INFINITY, f64::min);
        if !high.is_finite() {
            return None;
        }
        if least.is_finite() && high / least >= span {
            return Some(Axis { low: least, high, logarithmic: true });
        }
        Some(Axis { low: 0.0, high: if high > 0.0 { high } else { 1.0 }, logarithmic: false })
    }

    /// Widened to the next ticks.
    fn to_decades(self) -> Axis {
        if !self.logarithmic {
            return self;
        }
        let low = 10f64.powf(self.low.log10().floor());
        let high = 10f64.powf(self.high.log10().ceil());
        Axis { low, high: high.max(low * 10.0), ..self }
    }

    /// Between 0 and 1; what is too small for a logarithm is at the beginning.
    fn place(self, value: f64) -> f64 {
        let part = if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn ticks(self) -> Vec<f64> {
        if self.logarithmic {
            let decades = (self.high / self.low).log10().round() as i32;
            let step = (decades / 6 + 1) as usize;
            return (0..=decades).step_by(step).map(|k| self.low * 10f64.powi(k)).collect();
        }
        let rough = self.high / 4.0;
        let scale = 10f64.powf(rough.log10().floor());
        let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| nice * scale >= rough);
        let step = nice.unwrap_or(10.0) * scale;
        (0..=5).map(|k| f64::from(k) * step).filter(|tick| *tick <= self.high * 1.001).collect()
    }
}

/// A number on an axis.
fn label(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{}M", value / 1e6),
        size if size >= 1e4 => format!("{}k", value / 1e3),
        size if size >= 1.0 || size == 0.0 => format!("{}", (value * 100.0).round() / 100.0),
        _ => format!("{value:.3}").trim_end_matches('0').to_owned(),
    }
}

/// A marker: its shape says the strategy, whatever is added to it.
fn marker(out: &mut String, way: &str, x: f64, y: f64, hollow: bool, tip: &str) {
    let class = if hollow { " class=\"hollow\"" } else { "" };
    let tip = format!("<title>{}</title>", escaped(tip));
    let (up, outline) = match way.split('+').next().unwrap_or(way) {
        "smart" | "CBMC" => (3.2, "m-3.2 0h6.4v6.4h-6.4z"),
        "demand" => (4.6, "l4.2 7.4h-8.4z"),
        "fair" => (4.6, "l4.6 4.6l-4.6 4.6l-4.6-4.6z"),
        "memo" => (2.8, "m-4.2 0h8.4l-4.2 7.4z"),
        "merge" => (3.2, "m-1.1 -1.1h2.2v3.2h3.2v2.2h-3.2v3.2h-2.2v-3.2h-3.2v-2.2h3.2z"),
        "auto" => (6.0, "l1.6 4.4l4.4 1.6l-4.4 1.6l-1.6 4.4l-1.6-4.4l-4.4-1.6l4.4-1.6z"),
        _ => {
            let place = format!("cx=\"{x:.1}\" cy=\"{y:.1}\"");
            let _ = write!(out, "<circle{class} {place} r=\"3.5\">{tip}</circle>");
            return;
        }
    };
    let _ = write!(out, "<path{class} d=\"M{x:.1} {:.1}{outline}\">{tip}</path>", y - up);
}

/// The growth of one figure with the size, or nothing where there are no two sizes with figures.
pub fn growth(table: &TableResults, measure: &Measure) -> Option<String> {
    let size = table.size.as_ref()?;
    let points = |way: &str| -> Vec<(f64, f64, &Run)> {
        let of = |row: &'_ super::results::RowResults| row.size.map(|size| size as f64);
        let mut found: Vec<(f64, f64, &Run)> = table
            .rows
            .iter()
            .filter_map(|row| {
                let run = row.run(way)?;
                Some((of(row)?, (measure.of)(run)?, run))
            })
            .filter(|(.., run)| run.has_figures())
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    };
    let all: Vec<(f64, f64, &Run)> = table.ways.iter().flat_map(|way| points(way)).collect();
    let sizes: Vec<f64> = all.iter().map(|point| point.0).collect();
    let x_axis = Axis::over(&sizes, 8.0)?;
    if sizes.iter().all(|size| *size == sizes[0]) {
        return None;
    }
    let values: Vec<f64> = all.iter().map(|point| point.1).collect();
    let y_axis = Axis::over(&values, 20.0)?.to_decades();
    let at = |x: f64, y: f64| {
        (
            LEFT + x_axis.place(x) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - y_axis.place(y) * (HEIGHT - TOP - BOTTOM),
        )
    };
    let title = format!("{} against {size}", measure.title);
    let mut out = open(WIDTH, HEIGHT, &title);
    let mut shown: Vec<f64> = sizes.clone();
    shown.sort_by(f64::total_cmp);
    shown.dedup();
    axes(&mut out, &at, (x_axis.low, y_axis.low), &shown, &y_axis.ticks(), size);
    for way in &table.ways {
        let points = points(way);
        if points.is_empty() {
            continue;
        }
        let _ = write!(out, "<g class=\"{}\">", class_of(way));
        let decided: Vec<String> = points
            .iter()
            .take_while(|point| point.2.decided())
            .map(|point| at(point.0, point.1))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = write!(out, "<polyline points=\"{}\"/>", decided.join(" "));
        for (x, y, run) in points {
            let (left, top) = at(x, y);
            let tip = format!("{way}, {size}={x}: {} ({})", label(y), run.end.name());
            marker(&mut out, way, left, top, !run.decided(), &tip);
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    Some(out)
}

fn open(width: f64, height: f64, title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{title}\"><text class=\"title\" x=\"{LEFT}\" y=\"14\">{title}</text>"
    )
}

fn axes(
    out: &mut String,
    at: &dyn Fn(f64, f64) -> (f64, f64),
    corner: (f64, f64),
    sizes: &[f64],
    ticks: &[f64],
    size: &str,
) {
    for tick in ticks {
        let (_, y) = at(corner.0, *tick);
        let right = WIDTH - RIGHT;
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 3.5,
            label(*tick)
        );
    }
    let mut free = f64::NEG_INFINITY;
    for value in sizes {
        let (x, y) = at(*value, corner.1);
        let _ = write!(
            out,
            "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\"/>",
            y + 4.0
        );
        // A label that would run into the one before it is left out.
        if x > free {
            let top = y + 15.0;
            let text = label(*value);
            let _ = write!(
                out,
                "<text class=\"tick\" x=\"{x:.1}\" y=\"{top:.1}\" text-anchor=\"middle\">{text}</text>"
            );
            free = x + 7.0 * text.len() as f64 + 6.0;
        }
    }
    let (x, y) = at(corner.0, corner.1);
    let right = WIDTH - RIGHT;
    let _ = write!(
        out,
        "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
         <text class=\"tick\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        HEIGHT - 4.0,
        escaped(size)
    );
}

/// The time of each row, a dot for each way, or nothing where there is no run.
pub fn times(table: &TableResults) -> Option<String> {
    const LINE: f64 = 18.0;
    const RANGE: f64 = 520.0;
    let runs = || table.rows.iter().flat_map(|row| &row.runs);
    let values: Vec<f64> = runs().filter(|run| run.has_figures()).map(|run| run.wall_ms).collect();
    let axis = Axis::over(&values, 8.0)?.to_decades();
    let longest = table.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let names = 6.5 * longest as f64 + 24.0;
    let width = names + RANGE + 30.0;
    let height = TOP + LINE * table.rows.len() as f64 + BOTTOM;
    let mut out = open(width, height, "time of each row, ms");
    let place = |time: f64| names + axis.place(time) * RANGE;
    let end = height - BOTTOM;
    for tick in axis.ticks() {
        let x = place(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{end:.1}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            end + 15.0,
            label(tick)
        );
    }
    for (line, row) in table.rows.iter().enumerate() {
        let y = TOP + LINE * (line as f64 + 0.5);
        let _ = write!(
            out,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            names - 10.0,
            y + 3.5,
            escaped(&row.name)
        );
        for way in &table.ways {
            let Some(run) = row.run(way).filter(|run| run.has_figures()) else { continue };
            let _ = write!(out, "<g class=\"{}\">", class_of(way));
            let tip = format!("{way}, {}: {} ms ({})", row.name, run.wall_ms, run.end.name());
            marker(&mut out, way, place(run.wall_ms), y, !run.decided(), &tip);
            out.push_str("</g>");
        }
    }
    out.push_str("</svg>");
    Some(out)
}

/// The ways with their markers.
pub fn legend(ways: &[String]) -> String {
    let mut out = String::from("<p class=\"legend\">");
    for way in ways {
        let _ =
            write!(out, "<span><svg width=\"26\" height=\"12\"><g class=\"{}\">", class_of(way));
        out.push_str("<polyline points=\"1,6 25,6\"/>");
        marker(&mut out, way, 13.0, 6.0, false, way);
        let _ = write!(out, "</g></svg> {}</span>", escaped(way));
    }
    out + "<span>hollow: not decided</span></p>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::End;
    use crate::bench::results::tests::{results, run};

    #[test]
    fn axes_are_logarithmic_where_values_span_much() {
        let axis = Axis::over(&[3.0, 4000.0], 20.0).expect("values").to_decades();
        assert_eq!((axis.low, axis.high, axis.logarithmic), (1.0, 10_000.0, true));
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!((axis.place(100.0), axis.place(0.0)), (0.5, 0.0));
        let axis = Axis::over(&[8.0, 14.0], 20.0).expect("values").to_decades();
        assert!(!axis.logarithmic && axis.place(7.0) == 0.5);
        assert!(Axis::over(&[], 20.0).is_none());
        // All zeros, and one value, are no division by zero.
        assert_eq!(Axis::over(&[0.0, 0.0], 20.0).expect("values").place(0.0), 0.0);
    }

    #[test]
    fn a_line_ends_where_nothing_is_decided() {
        let mut results = results();
        results.add(0, 1, run("dart", End::TimeOut, 30, 10_000.0));
        let svg = growth(&results.tables[0], &MEASURES[0]).expect("three sizes");
        let dart = &svg[svg.find("w-dart").expect("dart is there")..];
        let line = dart.split("points=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(line.map(|points| points.split(' ').count()), Some(1), "{svg}");
        assert_eq!(svg.matches("class=\"hollow\"").count(), 1);
        assert!(!svg.contains("w-smart"), "no run, no line");
    }

    #[test]
    fn there_is_no_growth_without_sizes() {
        let mut results = results();
        results.tables[0].rows.truncate(1);
        assert!(growth(&results.tables[0], &MEASURES[2]).is_none());
        assert!(times(&results.tables[0]).is_some_and(|svg| svg.contains("N=5")));
        assert!(legend(&results.tables[0].ways).matches("<span>").count() == 4);
    }
}

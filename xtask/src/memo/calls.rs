//! Table I in the paper's setting: every question is a call of a solver in another process, and the
//! time of `memo` is compared with that of a search without summaries.
//!
//! Nothing answers before the solver does, not even a condition that the path has already, as in Symbolic
//! PathFinder; so a question that is counted is a call that is made. Once as the paper composes (each path of a
//! function is asked for), once as we do, and once with the input at hand believed by both, which is what a
//! search that runs on inputs has anyway.

use std::path::Path;

use serde_json::Value;

use super::{explore, number, source};
use crate::subject::Subject;

/// Layers of the solver, and what else answers before it.
const LAYERS: &str = "simplify,intervals,split,cores,models,repair,known";
/// The same, and the input at hand.
const EVERYTHING: &str = "simplify,intervals,split,cores,models,repair,known,witness";

/// Subject, entry, more flags, and the seconds that were published without composition and with it, the making of
/// trees included.
type Row = (&'static str, &'static str, &'static [&'static str], (f64, f64));

const ROWS: [Row; 13] = [
    ("bank", "bank", &[], (31.0, 16.0)),
    ("rational", "simp", &["--memo-paths", "1000"], (433.0, 101.0)),
    ("rational", "simplify_rec", &["--memo-depth", "8"], (104.0, 83.0)),
    ("rational", "simplify_rec", &["--memo-depth", "10"], (104.0, 73.0)),
    ("wbs", "main1", &[], (27.0, 25.0)),
    ("wbs", "launch", &[], (840.0, 38.0)),
    ("asw", "asw", &[], (52.0, 28.0)),
    ("tcas", "start_tcas", &[], (59.0, 14.0)),
    ("swapnode", "call_twice", &["--initialize", "load"], (9.0, 7.0)),
    ("swapnode", "call_3_times", &["--initialize", "load"], (749.0, 131.0)),
    ("heapop", "r", &["--initialize", "load", "--pointer-depth", "16"], (1329.0, 638.0)),
    ("list", "call_3_times", &[], (48.0, 56.0)),
    ("list", "call_5_times", &[], (240.0, 105.0)),
];

/// One run: how long it took, and how often the solver was called.
struct Run {
    ms: u64,
    calls: u64,
    is_whole: bool,
}

impl Run {
    fn of(summary: &Value) -> Run {
        let (ms, calls) = (number(summary, "/wall_ms"), number(summary, "/solver/queries"));
        let reasons = summary["incomplete"].as_array().into_iter().flatten();
        let mut reasons = reasons.filter_map(|found| found["reason"].as_str());
        let is_cut = |reason: &str| reason == "timeout" || reason.starts_with("solver-unknown");
        Run { ms: ms.max(1), calls, is_whole: !reasons.any(is_cut) }
    }

    /// With a mark where more was to be done.
    fn shown(&self) -> String {
        let more = if self.is_whole { "" } else { "> " };
        format!("{more}{} in {more}{} ms", self.calls, self.ms)
    }
}

/// How often the one time fits into the other, if it is known at least how often it does.
fn less(dart: &Run, memo: &Run) -> Option<f64> {
    memo.is_whole.then(|| dart.ms as f64 / memo.ms as f64)
}

/// Prints the table and its means.
pub fn run(subject: &Subject, out: &Path, solver: &str, seconds: u64) -> Result<(), String> {
    println!(
        "\n| subject | `dart`: calls, time | `memo --each-path` | `memo` | times less, each path | times less \
         | published | input at hand: `dart` | `memo` | times less |"
    );
    println!("|{}", " --- |".repeat(10));
    // As the paper asks, as we do, with the input at hand, and published.
    let mut means = [(0.0, 0u32); 4];
    for (name, entry, more, (without, with)) in ROWS {
        let timed = |way: &[&str], layers: &str| -> Result<Run, String> {
            let flags = ["--entry", entry, "--solver", solver, "--without", layers, "--strategy"];
            let flags = [&flags[..], way, more].concat();
            Ok(Run::of(&explore(subject, "test", &source(name), &flags, out, seconds)?))
        };
        let dart = timed(&["dart"], EVERYTHING)?;
        let each = timed(&["memo", "--each-path"], EVERYTHING)?;
        let memo = timed(&["memo"], EVERYTHING)?;
        let (dart_at_hand, memo_at_hand) = (timed(&["dart"], LAYERS)?, timed(&["memo"], LAYERS)?);
        let times = [
            less(&dart, &each),
            less(&dart, &memo),
            less(&dart_at_hand, &memo_at_hand),
            Some(without / with),
        ];
        for (mean, time) in means.iter_mut().zip(times) {
            if let Some(time) = time {
                *mean = (mean.0 + time.ln(), mean.1 + 1);
            }
        }
        let more_of = |run: &Run| if run.is_whole { "" } else { "> " };
        let shown = |k: usize, dart: &Run| match times[k] {
            Some(time) => format!("{}{time:.1}", more_of(dart)),
            None => "?".to_owned(),
        };
        println!(
            "| {name} {entry} {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            more.join(" "),
            dart.shown(),
            each.shown(),
            memo.shown(),
            shown(0, &dart),
            shown(1, &dart),
            format_args!("{:.1}", without / with),
            dart_at_hand.shown(),
            memo_at_hand.shown(),
            shown(2, &dart_at_hand),
        );
    }
    let [each, memo, at_hand, published] = means
        .map(|(sum, rows)| format!("{:.1} of {rows} rows", (sum / f64::from(rows.max(1))).exp()));
    println!(
        "\nGeometric means: {each} as the paper asks, {memo} as we do, {at_hand} with the input at hand, \
         published {published}. A `>`: stopped after {seconds} s; such a row counts with what it took until then, \
         and not at all where `memo` was stopped."
    );
    Ok(())
}

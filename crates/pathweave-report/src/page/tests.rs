//! Pages of runs that were never made: every section, hostile texts, long lists.

use super::*;
use crate::exploration::{
    AttemptEntry, BranchEntry, BugEntry, CoverageSummary, FunctionEntry, IncompleteEntry,
    SourceEntry, SourceFunction, TestEntry,
};
use crate::finding::BugKind;
use crate::native::{NativeLines, NativeRemark, NativeSummary};
use crate::testcase::{Ends, Input, InputKind, InputSource};

const TEXT: &str = "int f(int x) {\n  if (x > 3)\n    return 1 / (x - 7);\n  return 0;\n}\n";
const HOSTILE: &str = "</pre></code><script>alert(1)</script>\"'&";

fn outcome(line: u32, side: &str, verdict: &'static str) -> BranchEntry {
    BranchEntry {
        place: format!("a.c:{line}:7"),
        side: side.to_owned(),
        verdict: verdict.into(),
        why: (verdict == "unknown").then(|| "timeout".to_owned()),
        test: (verdict == "covered").then(|| "tests/000001.ktest".to_owned()),
        is_counted: true,
    }
}

fn summary() -> ExplorationSummary {
    let text = r#"{ "schema": 1, "command": "test", "strategy": "auto", "entry": "f", "target": null,
        "running": false, "verdict": "stopped", "complete": false, "incomplete": [], "inputs": [],
        "paths": 3, "executions": 3, "instructions": 30, "solver": { "queries": 1, "sat": 1, "unsat": 0,
        "unknown": 0, "cached": 2, "checks": 4, "time_ms": 5, "backend": "embedded" }, "functions": [],
        "coverage": { "branches": 0, "branches_covered": 0, "lines": 0, "lines_covered": 0 },
        "branches": [], "tests": [], "bugs": [], "native": null, "wall_ms": 61000, "peak_rss_kib": 2048 }"#;
    let mut summary = ExplorationSummary::from_json(text).expect("what older versions wrote");
    summary.incomplete =
        vec![IncompleteEntry { reason: "timeout".into(), place: "a.c:2".into(), count: 4 }];
    summary.coverage =
        CoverageSummary { branches: 2, branches_covered: 1, lines: 3, lines_covered: 2 };
    summary.branches = vec![outcome(2, "true", "covered"), outcome(2, "false", "unknown")];
    let function = SourceFunction { line: 1, last: 5, name: "f".into(), callable: true };
    summary.sources = vec![SourceEntry {
        file: "a.c".into(),
        sha256: String::new(),
        lines: (2..=4).collect(),
        executed: (2..=3).collect(),
        functions: vec![function],
    }];
    let file = "tests/000001.ktest".to_owned();
    summary.tests = vec![TestEntry {
        file: file.clone(),
        ends: "bug".into(),
        place: "a.c:3".into(),
        found_after_ms: 12,
    }];
    summary.bugs = vec![BugEntry {
        kind: "division-by-zero".into(),
        message: "division by zero".into(),
        place: "a.c:3".into(),
        column: 14,
        stack: vec!["f a.c:3".into(), "main b c.c:9".into()],
        notes: vec!["a note".into()],
        test: file.clone(),
        confirmed: "interpreter".into(),
    }];
    let remark = NativeRemark { test: file, how: "exits with 0".into() };
    let lines = NativeLines {
        file: "/x/a.c".into(),
        lines: (2..=4).collect(),
        executed: (2..=2).collect(),
    };
    summary.native = Some(NativeSummary {
        replayed: true,
        tests: 1,
        differs: vec![remark],
        files: vec![lines],
        ..NativeSummary::default()
    });
    summary
}

fn page(summary: ExplorationSummary, text: &str) -> Page {
    let mut test = TestCase::new(
        "f",
        vec![Input::new("x", 7_i32.to_le_bytes(), InputKind::Signed, InputSource::Parameter(0))],
    );
    test.ends = Ends::Bug(BugKind::DivisionByZero);
    let lines = text.lines().map(str::to_owned).collect();
    let source = Source { lines, state: SourceState::Same };
    Page {
        directory: "out dir".into(),
        record: Err("run.json is gone".into()),
        tests: BTreeMap::from([("tests/000001.ktest".to_owned(), Ok(test))]),
        sources: BTreeMap::from([("a.c".to_owned(), source)]),
        summary,
    }
}

/// Every element that is opened is closed, and there is nothing that runs or is fetched.
fn check(page: &str) {
    for text in ["<script", "http://", "https://", "url(", "onerror", "src="] {
        assert!(!page.contains(text), "{text}");
    }
    let tags = [
        "table", "tr", "td", "th", "div", "span", "p", "code", "details", "summary", "ol", "ul",
        "li", "article", "h2", "h3", "dl", "a", "b",
    ];
    for tag in tags {
        let starts = [' ', '>'].map(|end| page.matches(&format!("<{tag}{end}")).count());
        assert_eq!(
            starts.iter().sum::<usize>(),
            page.matches(&format!("</{tag}>")).count(),
            "{tag}"
        );
    }
    for part in page.split(" id=\"").skip(1) {
        let id = part.split('"').next().unwrap_or_default();
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id} is there once");
    }
    for part in page.split("href=\"#").skip(1) {
        let id = part.split('"').next().unwrap_or_default();
        assert!(page.contains(&format!(" id=\"{id}\"")), "{id} is linked, and is nowhere");
    }
}

#[test]
fn everything_is_on_the_page() {
    let html = render(&page(summary(), TEXT));
    check(&html);
    for text in [
        "stopped: 1 bug found",
        "Not every path was explored.",
        "<code>--time</code>, smaller inputs",
        "division by zero",
        "at <code>a.c:3:14</code>",
        "return 1 / (x - 7);",
        "<strong>main</strong> at <code>b c.c:9</code>",
        "07 00 00 00",
        "parameter 1",
        "the interpreter; a native run differs: exits with 0",
        "pathweave replay 'out dir'",
        "column 7, false: not decided: timeout",
        "<div class=\"ln part\" id=\"f0L2\"><b>     2</b> ◐   if (x &gt; 3)",
        "<div class=\"ln miss\" id=\"f0L4\"><b>     4</b> ✗   return 0;",
        "not natively",
        "1 min 1 s",
        "How the program was compiled is not known: run.json is gone",
    ] {
        assert!(html.contains(text), "{text}\n{html}");
    }
    assert_eq!(html, render(&page(summary(), TEXT)), "the same run, the same bytes");
}

#[test]
fn claims_are_those_of_the_verdict() {
    let told = |verdict: &'static str, bugs: bool, complete: bool| {
        let mut summary = summary();
        (summary.verdict, summary.complete) = (verdict.into(), complete);
        if complete {
            summary.incomplete.clear();
        }
        if !bugs {
            summary.bugs.clear();
        }
        let html = render(&page(summary, TEXT));
        check(&html);
        html
    };
    assert!(told("explored", false, true).contains("that no input leads to a bug"));
    assert!(told("explored", true, true).contains("that there is no other bug"));
    assert!(told("unreachable", false, true).contains("No input goes there. That is a proof"));
    assert!(told("explored", false, true).contains("Complete: nothing was left out."));
    for verdict in ["stopped", "unknown", "reachable"] {
        assert!(!told(verdict, false, false).contains("a proof, for"), "{verdict}");
    }
    let mut killed = summary();
    (killed.running, killed.verdict) = (true, "explored".into());
    let html = render(&page(killed, TEXT));
    assert!(html.contains("This run has not ended.") && !html.contains("a proof, for"), "{html}");
}

#[test]
fn nothing_from_files_is_markup() {
    let mut summary = summary();
    let hostile = || HOSTILE.to_owned();
    (summary.entry, summary.target, summary.strategy) = (hostile(), Some(hostile()), hostile());
    (summary.verdict, summary.decided_by) = (HOSTILE.into(), Some(hostile()));
    summary.inputs = vec![hostile()];
    summary.solver.backend = hostile();
    summary.joined = BTreeMap::from([(hostile(), 3)]);
    summary.incomplete = vec![IncompleteEntry { reason: hostile(), place: hostile(), count: 1 }];
    summary.strategies = vec![AttemptEntry { name: HOSTILE.into(), work: None, ended: hostile() }];
    let entered = BTreeMap::from([(hostile(), 3)]);
    summary.functions =
        vec![FunctionEntry { name: hostile(), entered, ..FunctionEntry::default() }];
    let place = format!("{HOSTILE}:2");
    let bug = &mut summary.bugs[0];
    (bug.kind, bug.message, bug.confirmed) = (HOSTILE.into(), hostile(), HOSTILE.into());
    (bug.place, bug.stack, bug.notes) = (place.clone(), vec![place.clone()], vec![hostile()]);
    let branch = &mut summary.branches[1];
    (branch.place, branch.side, branch.why) = (place.clone(), hostile(), Some(hostile()));
    summary.branches[0].test = Some(hostile());
    (summary.tests[0].ends, summary.tests[0].place) = (HOSTILE.into(), place);
    summary.sources[0].functions[0].name = hostile();
    let native = summary.native.as_mut().expect("native runs");
    (native.differs[0].how, native.notes) = (hostile(), vec![hostile()]);
    let mut page = page(summary, &format!("{HOSTILE}\n").repeat(5));
    page.directory = hostile();
    page.record = Err(hostile());
    let copy = page.sources["a.c"].clone();
    page.sources.insert(hostile(), copy);
    page.sources
        .insert("gone".into(), Source { lines: Vec::new(), state: SourceState::Gone(hostile()) });
    let mut test = TestCase::new(hostile(), Vec::new());
    test.inputs.push(Input::new(
        hostile(),
        HOSTILE.as_bytes(),
        InputKind::Bytes,
        InputSource::Nondet(hostile()),
    ));
    test.returned = Some(hostile());
    page.tests.insert("tests/000001.ktest".into(), Ok(test));
    check(&render(&page));
    page.tests.insert("tests/000001.ktest".into(), Err(hostile()));
    check(&render(&page));
}

#[test]
fn long_runs_have_short_pages() {
    let mut summary = summary();
    let (test, bug) = (summary.tests[0].clone(), summary.bugs[0].clone());
    summary.tests = vec![test; 9_000];
    summary.bugs = vec![BugEntry { stack: vec!["f a.c:3".into(); 5_000], ..bug }; 3_000];
    summary.branches = (1..90_000).map(|line| outcome(line, "true", "unknown")).collect();
    summary.sources[0].lines = (1..100_000).collect();
    summary.sources[0].functions = (0..1_000)
        .map(|n| SourceFunction {
            line: n * 100 + 1,
            last: n * 100 + 99,
            name: format!("f{n}"),
            callable: true,
        })
        .collect();
    let html = render(&page(summary, &"  x = 1;\n".repeat(100_000)));
    assert!(html.len() < 6 << 20, "{} bytes", html.len());
    for text in [
        "8500 more tests",
        "2900 more bugs",
        "89899 more outcomes",
        "the page is long enough: <code>f188",
    ] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn sources_that_are_not_those_of_the_run_are_told() {
    for (state, told) in [
        (SourceState::Changed, "changed since the run"),
        (SourceState::Gone("No such file".into()), "The source cannot be shown: No such file"),
        (SourceState::Unknown, "did not write down whether it was the same"),
    ] {
        let mut page = page(summary(), TEXT);
        let source = page.sources.get_mut("a.c").expect("it is there");
        if let SourceState::Gone(_) = state {
            source.lines.clear();
        }
        source.state = state;
        let html = render(&page);
        check(&html);
        assert!(html.contains(told), "{told}");
    }
    // Fewer lines than the summary speaks of, and lines that nobody has.
    let mut summary = summary();
    summary.bugs[0].place = "a.c:4294967295".into();
    summary.sources[0].functions[0].last = u32::MAX;
    check(&render(&page(summary, "one line")));
}

#[test]
fn what_older_versions_wrote_is_shown() {
    let mut summary = summary();
    summary.sources.clear();
    if let Some(native) = &mut summary.native {
        native.files.clear();
    }
    let html = render(&page(summary, &TEXT.repeat(9)));
    check(&html);
    assert!(html.contains("lines 1–5") && html.contains("ln part"), "{html}");
}

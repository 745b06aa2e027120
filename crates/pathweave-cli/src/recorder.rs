//! Who writes things down while exploration goes on: every test at once, the summary now and then.
//!
//! A run that is killed leaves what was found until then. A write that fails ends the run: tests
//! that nobody can keep are not worth finding.

use crate::progress::ProgressLine;
use crate::testfiles::TestFiles;
use pathweave_explore::{Ends, FoundBug, FoundTest, Observer, Outcome, Progress};
use pathweave_llvm::InputError;
use pathweave_report::exploration::{BugEntry, ExplorationSummary, IncompleteEntry, TestEntry};
use pathweave_report::{Place, TestCase};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The least time between two summaries of a running exploration.
const REFRESH: Duration = Duration::from_secs(1);

/// Writing summaries takes at most one part in so many of the time.
const SHARE: u32 = 20;

/// Writes tests and summaries.
pub struct Recorder {
    pub files: TestFiles,
    pub line: ProgressLine,
    /// What is known so far.
    summary: ExplorationSummary,
    bugs: BTreeMap<usize, BugEntry>,
    /// The tests on disk.
    written: Vec<Option<TestCase>>,
    next_refresh: Instant,
    started: Instant,
    stop: Arc<AtomicBool>,
    failure: Option<InputError>,
}

/// Where the bug of a test is; nothing for a test that ends without one.
fn place_of_bug(place: &Place) -> String {
    if place.file.is_empty() { String::new() } else { place.file_line() }
}

impl Recorder {
    /// Nothing is written before exploration begins.
    pub fn new(
        files: TestFiles,
        line: ProgressLine,
        mut summary: ExplorationSummary,
        started: Instant,
        stop: Arc<AtomicBool>,
    ) -> Self {
        summary.running = true;
        let unfinished =
            IncompleteEntry { reason: "unfinished".to_owned(), place: String::new(), count: 1 };
        summary.incomplete = vec![unfinished];
        Self {
            files,
            line,
            summary,
            bugs: BTreeMap::new(),
            written: Vec::new(),
            next_refresh: started + REFRESH,
            started,
            stop,
            failure: None,
        }
    }

    fn attempt(&mut self, result: Result<(), InputError>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn refresh(&mut self) {
        let now = Instant::now();
        self.summary.wall_ms = millis(now - self.started);
        self.summary.peak_rss_kib = crate::run::peak_memory();
        self.summary.bugs = self.bugs.values().cloned().collect();
        let result = self.files.output.write("summary.json", self.summary.to_json().as_bytes());
        self.attempt(result);
        self.next_refresh = Instant::now() + REFRESH.max(now.elapsed() * SHARE);
    }

    fn refresh_if_due(&mut self) {
        if Instant::now() >= self.next_refresh && self.failure.is_none() {
            self.refresh();
        }
    }

    fn record(&mut self, index: usize, found: &FoundTest, bug: Option<&FoundBug>) {
        let test = self.files.test_case(found, bug);
        if self.written.len() <= index {
            self.written.resize(index + 1, None);
        }
        if self.written[index].as_ref() != Some(&test) && self.failure.is_none() {
            let result = self.files.write(index, &test);
            self.attempt(result);
            self.written[index] = Some(test);
        }
        let entry = self.test_entry(index, found);
        match self.summary.tests.get_mut(index) {
            Some(place) => *place = entry,
            None => self.summary.tests.push(entry),
        }
        if let Some(bug) = bug {
            self.bugs.insert(index, self.bug_entry(bug));
        }
    }

    fn test_entry(&self, index: usize, found: &FoundTest) -> TestEntry {
        TestEntry {
            file: self.files.main_file(index),
            ends: match found.ends {
                Ends::Exited(_) => "exited".into(),
                Ends::Bug(_) => "bug".into(),
                Ends::Cut => "cut".into(),
            },
            place: place_of_bug(&found.place),
            found_after_ms: millis(found.found_after),
        }
    }

    fn bug_entry(&self, bug: &FoundBug) -> BugEntry {
        let finding = &bug.finding;
        let frame = |frame: &pathweave_report::StackFrame| {
            format!("{} {}", frame.function, frame.place.file_line())
        };
        BugEntry {
            kind: finding.kind.name().into(),
            message: finding.message.clone(),
            place: finding.place().file_line(),
            column: finding.place().column,
            stack: finding.stack.iter().map(frame).collect(),
            notes: finding.noted().collect(),
            test: self.files.main_file(bug.test),
            confirmed: "interpreter".into(),
        }
    }

    /// Writes what is not on disk yet, and gives back the tests and bugs of the summary.
    pub fn complete(
        &mut self,
        outcome: &Outcome,
    ) -> Result<(Vec<TestEntry>, Vec<BugEntry>), InputError> {
        self.line.wipe();
        for (index, found) in outcome.tests.iter().enumerate() {
            let bug = outcome.bugs.iter().find(|bug| bug.test == index);
            self.record(index, found, bug);
        }
        // Tests of a strategy whose result it is not.
        let surplus: Vec<usize> = (outcome.tests.len()..self.written.len()).collect();
        self.drop_tests(&surplus)?;
        self.written.truncate(outcome.tests.len());
        self.summary.tests.truncate(outcome.tests.len());
        match self.failure.take() {
            Some(error) => Err(error),
            None => Ok((
                self.summary.tests.clone(),
                outcome.bugs.iter().map(|bug| self.bug_entry(bug)).collect(),
            )),
        }
    }

    /// Takes tests off the disk again.
    pub fn drop_tests(&mut self, indices: &[usize]) -> Result<(), InputError> {
        for &index in indices {
            self.files.remove(index)?;
            if let Some(test) = self.written.get_mut(index) {
                *test = None;
            }
        }
        Ok(())
    }

    /// Writes one more test, and gives back its entry in the summary.
    pub fn add_test(&mut self, test: TestCase) -> Result<TestEntry, InputError> {
        let index = self.written.len();
        self.files.write(index, &test)?;
        let entry = TestEntry {
            file: self.files.main_file(index),
            ends: test.ends.word().into(),
            place: place_of_bug(&test.place),
            found_after_ms: millis(self.started.elapsed()),
        };
        self.written.push(Some(test));
        Ok(entry)
    }

    /// The tests on disk with the names that summaries give them.
    pub fn tests(&self) -> impl Iterator<Item = (String, &TestCase)> {
        let present = self.written.iter().enumerate();
        present.filter_map(|(index, test)| Some((self.files.main_file(index), test.as_ref()?)))
    }
}

/// A duration in whole milliseconds.
pub fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Observer for Recorder {
    fn started(&mut self) {
        let result = self.files.begin();
        self.attempt(result);
        if self.failure.is_none() {
            self.refresh();
        }
    }

    fn test(&mut self, index: usize, test: &FoundTest, bug: Option<&FoundBug>) {
        self.record(index, test, bug);
        self.refresh_if_due();
    }

    fn progress(&mut self, progress: &Progress) {
        self.summary.paths = progress.paths;
        self.summary.solver.queries = progress.queries;
        self.line.show(progress);
        self.refresh_if_due();
    }
}

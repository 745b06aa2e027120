//! One run of one program through `pathweave run`, against its expectation.
//!
//! The invariant: nothing passes because something was missing. No report
//! where a mark stands fails, and so does a report where none stands.

use std::process::Command;
use std::time::Duration;

use crate::case::{Case, Expectation};
use crate::native::{self, ScratchDirectory};
use crate::process::{self, Ended};
use crate::toolchain::Clang;

/// Exit codes of `pathweave run`.
const FINDING: i32 = 1;
const STOPPED: i32 = 3;

/// Runs `case` and says what is wrong, with the command to repeat it.
pub fn run(case: &Case, clang: &Clang, level: &str) -> Result<(), String> {
    let place = ScratchDirectory::new("run")?;
    let command = command(case, clang, level, &place);
    let shown = show(&command);
    let limit = Duration::from_secs(crate::environment_number("PATHWEAVE_TEST_TIMEOUT", 60) as u64);
    let ended = process::run(command, &case.stdin, limit)?;
    let Some(code) = ended.code else {
        return Err(format!("no end within {} s\n  {shown}", limit.as_secs()));
    };
    let verdict = if case.marks.is_empty() {
        same_as_native(case, clang, level, code, &ended)
    } else {
        marked(case, code, &ended)
    };
    verdict.map_err(|reason| format!("{reason}\n  {shown}"))
}

fn command(case: &Case, clang: &Clang, level: &str, place: &ScratchDirectory) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.arg("run").args(&case.sources).arg("--clang").arg(&clang.path);
    command.args(&case.run_flags);
    if case.files {
        command.arg("--files").arg(place.path());
    }
    command.arg("--cflags").arg(format!("-{level}")).arg("-w").args(&case.cflags);
    command.arg("--").args(&case.args).current_dir(place.path());
    command
}

fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

fn same_as_native(
    case: &Case,
    clang: &Clang,
    level: &str,
    code: i32,
    ended: &Ended,
) -> Result<(), String> {
    if let Some(report) = Report::read(&ended.stderr) {
        return Err(format!("reported {} where nothing is wrong\n{}", report.class, ended.stderr));
    }
    let (wanted_code, wanted) = match &case.stdout {
        Some(stdout) => (case.exit.unwrap_or(0), stdout.clone()),
        None => {
            let native = native::run(case, clang, &[&format!("-{level}")], &[])?;
            if case.exit.unwrap_or(0) != native.code {
                return Err(format!("the native program exits with {}", native.code));
            }
            (native.code, native.stdout)
        }
    };
    if ended.stdout != wanted {
        return Err(format!("{}\n{}", difference(&wanted, &ended.stdout), tail(&ended.stderr)));
    }
    if code != wanted_code {
        return Err(format!("exit code {code}, natively {wanted_code}\n{}", tail(&ended.stderr)));
    }
    Ok(())
}

fn marked(case: &Case, code: i32, ended: &Ended) -> Result<(), String> {
    let said = || tail(&ended.stderr);
    let Some(report) = Report::read(&ended.stderr) else {
        return Err(format!("no report, exit code {code}\n{}", said()));
    };
    let wanted_code = if case.bug().is_some() { FINDING } else { STOPPED };
    if code != wanted_code {
        return Err(format!("exit code {code} instead of {wanted_code}\n{}", said()));
    }
    let worded = case.stderr.as_ref().is_none_or(|text| ended.stderr.contains(text.as_str()));
    let Some((file, line)) = report.place_in(case) else {
        // A limit concerns the whole run: its report need not name a line.
        let only_limits = case.marks.iter().all(|mark| mark.expectation == Expectation::Limit);
        if only_limits && worded {
            return Ok(());
        }
        return Err(format!("no line of the program in the report\n{}", said()));
    };
    let Some(mark) = case.marks.iter().find(|mark| mark.file == file && mark.line == line) else {
        return Err(format!("reported {file}:{line}, where no mark stands\n{}", said()));
    };
    let as_expected = match &mark.expectation {
        Expectation::Bug(class) => report.class == *class,
        Expectation::Unsupported(word) => {
            report.class == "unsupported" && ended.stderr.contains(word.as_str())
        }
        Expectation::Limit => true,
    };
    if as_expected && worded {
        return Ok(());
    }
    Err(format!("{file}:{line} expects {:?}\n{}", mark.expectation, said()))
}

/// The report on standard error: its class and the places it names, in order.
struct Report {
    class: String,
    places: Vec<(String, u32)>,
}

impl Report {
    fn read(stderr: &str) -> Option<Report> {
        let mut lines = stderr.lines().skip_while(|line| !line.starts_with("error["));
        let class = lines.next()?.strip_prefix("error[")?.split(']').next()?.to_owned();
        let places = lines.filter_map(place).collect();
        Some(Report { class, places })
    }

    /// The innermost place inside the program; library frames are passed over.
    fn place_in(&self, case: &Case) -> Option<(String, u32)> {
        let (file, line) = self.places.iter().find(|(file, _)| case.owns(file))?;
        Some((file.rsplit('/').next().unwrap_or(file).to_owned(), *line))
    }
}

/// `file:line` out of `  --> file:line:col` or `   = in f at file:line:col`.
fn place(line: &str) -> Option<(String, u32)> {
    let line = line.trim();
    let text = match line.strip_prefix("--> ") {
        Some(text) => text,
        None => line.strip_prefix("= in ")?.rsplit_once(" at ")?.1,
    };
    let mut parts = text.split(':');
    let file = parts.next()?.to_owned();
    let line = parts.next()?.parse().ok()?;
    Some((file, line))
}

/// The first line that differs, with a little around it.
fn difference(wanted: &[u8], got: &[u8]) -> String {
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes
            .split(|&byte| byte == b'\n')
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect()
    };
    let (wanted, got) = (lines(wanted), lines(got));
    let same = wanted.iter().zip(&got).take_while(|(left, right)| left == right).count();
    let at = |lines: &[String]| match lines.get(same) {
        Some(line) => line.chars().take(200).collect::<String>(),
        None => "(end of output)".to_owned(),
    };
    format!(
        "output differs in line {}\n  native:    {}\n  pathweave: {}",
        same + 1,
        at(&wanted),
        at(&got)
    )
}

/// The last lines of standard error, indented.
fn tail(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().collect();
    let start = lines.len().saturating_sub(12);
    lines[start..].iter().map(|line| format!("  | {line}\n")).collect()
}

//! The native builds of a program: one that sanitizers watch, one that counts lines and branches.
//!
//! They are two because the checks of UBSan are branches too and would be counted. Each source is
//! compiled on its own in the user's directory, so that relative names in flags work; the replay's
//! own C side is compiled without any of the user's flags. Where the sanitizers' library is not
//! installed the builds do without, and say so. Counting needs no library.

use crate::driver::{self, Included};
use crate::gcov::{Graph, read_graphs};
use crate::request::{BuildRequest, Limits, ReplayError};
use crate::run::{self, Bounds, Exit};
use crate::runtime;
use pathweave_report::TestCase;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a build is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Finding bugs.
    Checked,
    /// Counting.
    Counted,
}

/// A finished build.
#[derive(Clone, Debug)]
pub struct Build {
    /// The program.
    pub program: PathBuf,
    /// Whether sanitizers are in it, or why not.
    pub sanitizers: Result<(), String>,
    /// The graphs of each counted object: its stem and its functions.
    pub graphs: Vec<(String, Vec<Graph>)>,
}

/// The files of all builds.
#[derive(Clone, Debug)]
pub struct Workshop {
    root: PathBuf,
    driver: Option<PathBuf>,
    /// Whether anything links with sanitizers here.
    sanitizers: Result<(), String>,
}

/// Our own flags, before the user's. A crash is to be found where it is, so nothing is optimised
/// unless the user wants it.
const FLAGS: [&str; 6] =
    ["-g", "-O0", "-fno-omit-frame-pointer", "-w", "-fno-color-diagnostics", "-Wno-everything"];

/// The classes that Pathweave knows; alignment and the like would end runs that go on. Bounds of
/// local objects are AddressSanitizer's business: UBSan would trap there without a word.
const CHECKS: &str =
    "-fsanitize=address,array-bounds,shift-exponent,integer-divide-by-zero,unreachable";

/// The longest a single run of clang may take, and the memory it may use.
const CLANG: Bounds<'_> = Bounds { time: Duration::from_secs(300), memory: 8 << 30, stop: None };

impl Workshop {
    /// Writes the replay's own sources below `root`, compiles them, and finds out whether there
    /// are sanitizers.
    pub fn new(
        root: &Path,
        request: &BuildRequest,
        tests: &[&TestCase],
        limits: &Limits,
    ) -> Result<Self, ReplayError> {
        let files = |error: std::io::Error| ReplayError::Files(error.to_string());
        runtime::write_all(runtime::SOURCES, &root.join("replay")).map_err(files)?;
        runtime::write_all(runtime::HEADERS, &root.join("include")).map_err(files)?;
        let driver = match request.entry.as_str() {
            "main" => None,
            "LLVMFuzzerTestOneInput" => Some(root.join("replay/fuzzer.c")),
            entry => {
                let included = match request.entry_source {
                    Some(_) => Included::Yes,
                    None => Included::No,
                };
                let prototype = request.prototype.clone().unwrap_or_default();
                let globals = match included {
                    Included::Yes => driver::globals(tests.iter().copied()),
                    Included::No => Vec::new(),
                };
                let path = root.join("replay/driver.c");
                let text = driver::text(entry, &prototype, &globals, included);
                fs::write(&path, text).map_err(files)?;
                Some(path)
            }
        };
        let mut workshop = Self { root: root.to_path_buf(), driver, sanitizers: Ok(()) };
        let job = Job { workshop: &workshop, request, purpose: Purpose::Checked, limits };
        let (runtime, probe) = std::thread::scope(|scope| {
            let runtime = scope.spawn(|| job.compile_runtime());
            let probe = job.probe();
            (runtime.join().unwrap_or(Err(ReplayError::Unsupported)), probe)
        });
        runtime?;
        workshop.sanitizers = match probe {
            Err(ReplayError::Build(reason)) => Err(missing_library(&reason)),
            other => other.map(Ok)?,
        };
        Ok(workshop)
    }

    /// Builds with sanitizers, and without them when that does not work.
    pub fn build(
        &self,
        request: &BuildRequest,
        purpose: Purpose,
        limits: &Limits,
    ) -> Result<Build, ReplayError> {
        let job = Job { workshop: self, request, purpose, limits };
        let reason = match self.sanitizers.as_ref().map(|()| job.build(Sanitizers::On)) {
            Ok(Err(ReplayError::Build(reason))) => missing_library(&reason),
            Ok(result) => return result,
            Err(reason) => reason.clone(),
        };
        let mut build = job.build(Sanitizers::Off)?;
        build.sanitizers = Err(reason);
        Ok(build)
    }
}

/// Whether a clang links an empty program with the sanitizers.
pub fn has_sanitizers(clang: &Path, limits: &Limits) -> bool {
    let Ok(root) = tempfile::tempdir() else { return false };
    let mut request = BuildRequest::new(clang, Vec::new());
    request.directory = root.path().to_path_buf();
    let workshop = Workshop { root: root.path().to_path_buf(), driver: None, sanitizers: Ok(()) };
    let purpose = Purpose::Checked;
    Job { workshop: &workshop, request: &request, purpose, limits }.probe().is_ok()
}

/// The line of the linker's output that says what is missing.
fn missing_library(reason: &str) -> String {
    let telling = |line: &&str| line.contains("cannot find") || line.contains("error");
    let line = reason.lines().find(telling).or(reason.lines().next());
    line.unwrap_or("the program does not link with them").trim().to_owned()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sanitizers {
    On,
    Off,
}

struct Job<'a> {
    workshop: &'a Workshop,
    request: &'a BuildRequest,
    purpose: Purpose,
    limits: &'a Limits,
}

impl Job<'_> {
    fn build(&self, sanitizers: Sanitizers) -> Result<Build, ReplayError> {
        let name = match (self.purpose, sanitizers) {
            (Purpose::Checked, Sanitizers::On) => "checked",
            (Purpose::Checked, Sanitizers::Off) => "plain",
            (Purpose::Counted, Sanitizers::On) => "counted",
            (Purpose::Counted, Sanitizers::Off) => "counted-plain",
        };
        let directory = self.workshop.root.join(name);
        fs::create_dir_all(&directory).map_err(|error| ReplayError::Files(error.to_string()))?;
        let mut objects = vec![self.workshop.root.join("replay/replay.o")];
        for (index, source) in self.request.sources.iter().enumerate() {
            objects.push(self.object(source, &directory, &index.to_string(), sanitizers)?);
        }
        objects.extend(self.extra_driver(&directory, sanitizers)?);
        let program = directory.join("program");
        self.link(&objects, &program, sanitizers)?;
        let graphs = self.graphs(&objects);
        Ok(Build { program, sanitizers: Ok(()), graphs })
    }

    /// Compiles the C side of the replay.
    fn compile_runtime(&self) -> Result<(), ReplayError> {
        let directory = self.workshop.root.join("replay");
        let flags = ["-O1", "-g0", "-w", "-c"].map(OsString::from);
        let names =
            [directory.join("replay.c").into(), "-o".into(), directory.join("replay.o").into()];
        self.clang(flags.into_iter().chain(names), &directory)
    }

    /// Links an empty program with the sanitizers.
    fn probe(&self) -> Result<(), ReplayError> {
        let files = |error: std::io::Error| ReplayError::Files(error.to_string());
        let directory = self.workshop.root.join("probe");
        fs::create_dir_all(&directory).map_err(files)?;
        let source = directory.join("probe.c");
        fs::write(&source, "int main(void) { return 0; }\n").map_err(files)?;
        let mut arguments: Vec<OsString> =
            self.variant(Sanitizers::On).map(OsString::from).collect();
        arguments.extend([source.into(), "-o".into(), directory.join("probe").into()]);
        self.clang(arguments, &directory)
    }

    fn variant(&self, sanitizers: Sanitizers) -> impl Iterator<Item = &'static str> {
        let checks: &[&str] = match (sanitizers, self.purpose) {
            (Sanitizers::Off, _) => &[],
            // Marks of where variables end would make lines of closing braces.
            (Sanitizers::On, Purpose::Counted) => {
                &["-fsanitize=address", "-fno-sanitize-address-use-after-scope"]
            }
            (Sanitizers::On, Purpose::Checked) if self.request.overflow_is_a_bug => {
                &[CHECKS, "-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all"]
            }
            (Sanitizers::On, Purpose::Checked) => &[CHECKS, "-fno-sanitize-recover=all"],
        };
        checks.iter().copied()
    }

    /// Compiles one source of the program.
    fn object(
        &self,
        source: &Path,
        directory: &Path,
        stem: &str,
        sanitizers: Sanitizers,
    ) -> Result<PathBuf, ReplayError> {
        let object = directory.join(format!("{stem}.o"));
        let mut arguments: Vec<OsString> = FLAGS.map(OsString::from).into();
        arguments.extend(self.variant(sanitizers).map(OsString::from));
        let is_ir = is_ir(source);
        if self.purpose == Purpose::Counted && !is_ir {
            arguments.push("--coverage".into());
        }
        arguments.extend(self.request.cflags.iter().map(OsString::from));
        if !is_ir {
            // Last of all: an installed klee/klee.h wins.
            arguments.push("-idirafter".into());
            arguments.push(self.workshop.root.join("include").into());
        }
        let prepared = match sanitizers {
            Sanitizers::On => self.instrumented(source, directory, stem),
            Sanitizers::Off => None,
        };
        if self.request.entry_source.as_deref() == Some(source)
            && !is_ir
            && let Some(driver) = &self.workshop.driver
        {
            // The entry's source and the driver are one translation unit.
            arguments.extend(["-include".into(), source.into(), "-c".into(), driver.into()]);
        } else {
            arguments.extend(["-c".into(), prepared.map_or_else(|| dashless(source), Into::into)]);
        }
        arguments.extend(["-o".into(), object.clone().into()]);
        self.clang(arguments, directory)?;
        Ok(object)
    }

    /// LLVM code with every function marked for AddressSanitizer: clang marks them only when it
    /// compiles C. `None` for other files, and where it does not work.
    fn instrumented(&self, source: &Path, directory: &Path, stem: &str) -> Option<PathBuf> {
        let marked = directory.join(format!("{stem}.ll"));
        let text = match source.extension()?.to_str()? {
            "ll" => fs::read_to_string(self.request.directory.join(source)).ok()?,
            "bc" => {
                let flags = ["-w", "-S", "-emit-llvm"].map(OsString::from).into_iter();
                let names = [dashless(source), "-o".into(), marked.clone().into()];
                self.clang(flags.chain(names), directory).ok()?;
                fs::read_to_string(&marked).ok()?
            }
            _ => return None,
        };
        fs::write(&marked, mark_functions(&text)).ok()?;
        Some(marked)
    }

    /// The driver, where it is not compiled together with the entry's source.
    fn extra_driver(
        &self,
        directory: &Path,
        sanitizers: Sanitizers,
    ) -> Result<Option<PathBuf>, ReplayError> {
        let Some(driver) = &self.workshop.driver else { return Ok(None) };
        let source = self.request.entry_source.as_ref();
        if source.is_some_and(|source| !is_ir(source) && self.request.sources.contains(source)) {
            return Ok(None);
        }
        self.object(driver, directory, "driver", sanitizers).map(Some)
    }

    fn link(
        &self,
        objects: &[PathBuf],
        program: &Path,
        sanitizers: Sanitizers,
    ) -> Result<(), ReplayError> {
        let mut arguments: Vec<OsString> = self.variant(sanitizers).map(OsString::from).collect();
        arguments.push("-w".into());
        arguments.extend(self.request.cflags.iter().map(OsString::from));
        if self.workshop.driver.is_some() {
            arguments.push("-Wl,--wrap=main".into());
        }
        arguments.extend(objects.iter().map(OsString::from));
        arguments.extend(["-lm".into(), "-lpthread".into(), "-ldl".into()]);
        arguments.extend(["-o".into(), program.into()]);
        self.clang(arguments, program.parent().unwrap_or(Path::new("/")))
    }

    /// Runs clang in the user's directory.
    fn clang(
        &self,
        arguments: impl IntoIterator<Item = OsString>,
        scratch: &Path,
    ) -> Result<(), ReplayError> {
        let time = self.limits.remaining(CLANG.time);
        if time.is_zero() {
            return Err(ReplayError::Deadline);
        }
        let mut command = run::command(&self.request.clang);
        command.args(arguments).current_dir(&self.request.directory);
        let output =
            run::Output::create(scratch).map_err(|error| ReplayError::Files(error.to_string()))?;
        let ended =
            run::run(command, output, Bounds { time, stop: Some(&self.limits.stop), ..CLANG })
                .map_err(|error| {
                    ReplayError::Clang(format!("{}: {error}", self.request.clang.display()))
                })?;
        match ended.exit {
            Exit::Code(0) => Ok(()),
            Exit::TimedOut if self.limits.remaining(CLANG.time).is_zero() => {
                Err(ReplayError::Deadline)
            }
            Exit::TimedOut => Err(ReplayError::Clang("it does not end".to_owned())),
            _ => Err(ReplayError::Build(ended.stderr)),
        }
    }

    fn graphs(&self, objects: &[PathBuf]) -> Vec<(String, Vec<Graph>)> {
        let mut graphs = Vec::new();
        for object in objects.iter().filter(|_| self.purpose == Purpose::Counted) {
            let stem = object.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let read = fs::read(object.with_extension("gcno")).ok();
            let read = read.and_then(|bytes| read_graphs(&bytes).ok());
            graphs.extend(stem.zip(read));
        }
        graphs
    }
}

fn is_ir(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension == "ll" || extension == "bc")
}

/// A name that clang does not take for a flag.
fn dashless(source: &Path) -> OsString {
    match source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => Path::new(".").join(source).into(),
        false => source.into(),
    }
}

fn mark_functions(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1024);
    for line in text.lines() {
        match line.split_once(" = { ").filter(|_| line.starts_with("attributes #")) {
            Some((group, rest)) if !rest.contains("sanitize_address") => {
                out.push_str(&format!("{group} = {{ sanitize_address {rest}\n"));
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_marked_once() {
        let text = "define void @f() #0 {\n}\nattributes #0 = { noinline }\nattributes #1 = { sanitize_address }\n";
        let marked = mark_functions(text);
        assert!(marked.contains("attributes #0 = { sanitize_address noinline }"));
        assert_eq!(mark_functions(&marked), marked);
    }

    #[test]
    fn the_missing_library_is_named() {
        let text = "warning: x\n/usr/bin/ld: cannot find libclang_rt.asan.a: No such file\nclang: error: y\n";
        assert_eq!(
            missing_library(text),
            "/usr/bin/ld: cannot find libclang_rt.asan.a: No such file"
        );
    }
}

//! The peers: KLEE and CBMC on the workloads that Pathweave runs on.
//!
//! They are named by `$KLEE` and `$CBMC` and run as the user has them; nothing
//! of theirs is linked or copied. KLEE is given its best of three ways to run,
//! CBMC the least unwinding bound (a power of two) that covers the program:
//! a figure of theirs that could be better with other options is not one.
//! `cargo xtask` compiles this file too, so it knows only its neighbour `process`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::process::{self, Ended};

/// What every run of a workload is bounded by.
#[derive(Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    pub memory_mib: u64,
}

/// The peers that are there.
pub struct Peers {
    pub klee: Option<PathBuf>,
    /// KLEE reads the bitcode of the clang it was built with, or of an older one.
    klee_clang: PathBuf,
    pub cbmc: Option<PathBuf>,
    /// KLEE's intrinsics in CBMC's words.
    models: PathBuf,
}

/// A workload as the peers get it.
#[derive(Clone, Copy)]
pub struct Workload<'a> {
    pub source: &'a Path,
    /// Definitions of macros.
    pub cflags: &'a [String],
    /// The empty function that is to be reached; everything is to be explored if there is none.
    pub target: Option<&'a str>,
    /// A function of so many numbers that `main` is to call; the file has a `main` if there is none.
    pub driver: Option<(&'a str, usize)>,
    /// Where files may be written.
    pub directory: &'a Path,
    pub limits: Limits,
    /// Whether to give up.
    pub stopped: &'a dyn Fn() -> bool,
}

/// What a peer made of one workload.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerRun {
    /// How it was run: KLEE's options, or CBMC's bound.
    pub how: String,
    /// Whether it came to the end of all paths.
    pub complete: bool,
    /// Whether it found the target that it was to look for.
    pub found: bool,
    /// Completed paths; CBMC does not count any.
    pub paths: Option<u64>,
    /// Queries that reached KLEE's solver.
    pub queries: Option<u64>,
    pub instructions: Option<u64>,
    pub wall: Duration,
    pub peak_kib: u64,
    /// Why there is nothing, if so.
    pub failure: Option<String>,
}

impl Peers {
    /// Those that `$KLEE` and `$CBMC` name. `klee_clang` is for KLEE instead of `$KLEE_CLANG` or
    /// `clang`; `models` is the file `bench/peers/cbmc.c`.
    pub fn from_environment(klee_clang: Option<PathBuf>, clang: &Path, models: PathBuf) -> Peers {
        let named =
            |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let klee_clang = klee_clang.or_else(|| named("KLEE_CLANG"));
        Peers {
            klee: named("KLEE"),
            klee_clang: klee_clang.unwrap_or_else(|| clang.to_path_buf()),
            cbmc: named("CBMC"),
            models,
        }
    }

    /// KLEE's best run of a workload, if there is a KLEE.
    pub fn klee(&self, workload: &Workload<'_>) -> Option<Result<PeerRun, String>> {
        let klee = self.klee.as_ref()?;
        let ending = "void klee_abort(void);\nvoid TARGET(void) { klee_abort(); }";
        Some(prepared(workload, ending, KLEE_COPY).and_then(|source| {
            best_of_klee(klee, &self.klee_clang, &Workload { source: &source, ..*workload })
        }))
    }

    /// CBMC's run of a workload with the bound it needs, if there is a CBMC.
    pub fn cbmc(&self, workload: &Workload<'_>) -> Option<Result<PeerRun, String>> {
        let cbmc = self.cbmc.as_ref()?;
        let ending = "void TARGET(void) { __CPROVER_assert(0, \"TARGET\"); }";
        Some(prepared(workload, ending, "cbmc.c").and_then(|source| {
            let workload = Workload { source: &source, ..*workload };
            least_bound_of_cbmc(cbmc, &self.models, &workload)
        }))
    }
}

/// The name of the copy that KLEE gets.
const KLEE_COPY: &str = "klee.c";

/// The source as it is, or a copy in which the target ends the program and a `main` calls the entry.
fn prepared(workload: &Workload<'_>, ending: &str, name: &str) -> Result<PathBuf, String> {
    if workload.target.is_none() && workload.driver.is_none() {
        return Ok(workload.source.to_path_buf());
    }
    let mut text = flattened(workload.source, 0)?;
    if let Some(target) = workload.target {
        let empty = format!("void {target}(void) {{}}");
        if !text.contains(&empty) {
            return Err(format!("{}: no `{empty}`", workload.source.display()));
        }
        text = text.replacen(&empty, &ending.replace("TARGET", target), 1);
    }
    if let Some((entry, count)) = workload.driver {
        let inputs: Vec<String> = (0..count).map(|k| format!("klee_int(\"a{k}\")")).collect();
        text += &format!(
            "\nint klee_int(const char *);\nint main(void) {{ {entry}({}); return 0; }}\n",
            inputs.join(", ")
        );
    }
    // KLEE has only its own word for it; CBMC gets a definition with its models.
    if name == KLEE_COPY && text.contains("__VERIFIER_assume") {
        text += "\nvoid klee_assume(unsigned long);\n\
                 void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }\n";
    }
    let copy = workload.directory.join(name);
    std::fs::write(&copy, text).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}

/// The text of a file with the files that it includes by a relative name in their place.
fn flattened(file: &Path, depth: u32) -> Result<String, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut flat = String::new();
    for line in text.lines() {
        let name = line.trim().strip_prefix("#include \"").and_then(|rest| rest.strip_suffix('"'));
        match name {
            Some(name) if depth < 8 => {
                let path = file.parent().unwrap_or(Path::new(".")).join(name);
                flat += &flattened(&path, depth + 1)?;
            }
            _ => flat += line,
        }
        flat.push('\n');
    }
    Ok(flat)
}

/// The three ways: a name, the flags of clang, the flags of KLEE.
const WAYS: [(&str, &[&str], &[&str]); 3] = [
    ("default", &["-O0", "-Xclang", "-disable-O0-optnone"], &[]),
    ("dfs", &["-O0", "-Xclang", "-disable-O0-optnone"], &["--search=dfs"]),
    ("-O1", &["-O1"], &[]),
];

fn best_of_klee(klee: &Path, clang: &Path, workload: &Workload<'_>) -> Result<PeerRun, String> {
    let Workload { directory, limits, .. } = *workload;
    let ends = workload.target.map(|_| "--exit-on-error-type=Abort");
    let mut best: Option<PeerRun> = None;
    for (way, cflags, options) in WAYS {
        let bitcode = directory.join("klee.bc");
        let mut compile = Command::new(clang);
        compile.args(["-g", "-c", "-emit-llvm", "-w"]).args(cflags);
        compile.args(workload.cflags).arg(workload.source);
        compile.arg("-o").arg(&bitcode);
        let compiled = process::run(compile, Duration::from_secs(60))?;
        if compiled.code != Some(0) {
            return Err(compiled.stderr);
        }
        let output = directory.join("klee-out");
        let _ = std::fs::remove_dir_all(&output);
        let mut command = Command::new(klee);
        command.arg(format!("--output-dir={}", output.display()));
        command.arg(format!("--max-time={}s", limits.time.as_secs()));
        command.arg(format!("--max-memory={}", limits.memory_mib));
        // As Pathweave: a test for what executes something new, not for every path.
        command.arg("--only-output-states-covering-new").args(options).args(ends).arg(&bitcode);
        let time = limits.time + Duration::from_secs(15);
        let ended = process::run_unless(command, time, workload.stopped)?;
        let info = std::fs::read_to_string(output.join("info")).unwrap_or_default();
        let found = std::fs::read_dir(&output)
            .map(|files| files.flatten().any(|file| is_abort(&file.path())))
            .unwrap_or(false);
        let run = PeerRun { found, ..klee_run(way, &ended, &info, limits) };
        if best.as_ref().is_none_or(|best| is_better(&run, best)) {
            best = Some(run);
        }
    }
    best.ok_or_else(|| "no way to run KLEE".to_owned())
}

/// Whether a file says that KLEE was at `klee_abort`.
fn is_abort(file: &Path) -> bool {
    file.to_string_lossy().ends_with(".abort.err")
}

/// Reads what KLEE says at its end, on standard error and in its file `info`.
fn klee_run(way: &str, ended: &Ended, info: &str, limits: Limits) -> PeerRun {
    let said = format!("{}\n{info}", ended.stderr);
    let paths = number_after(&said, "completed paths = ");
    let partial = number_after(&said, "partially completed paths = ").unwrap_or(0);
    let over = ended.timed_out || ended.wall >= limits.time || said.contains("halting execution");
    let failed = paths.is_none() && !over;
    PeerRun {
        how: way.to_owned(),
        complete: paths.is_some() && partial == 0 && !over,
        found: false,
        paths,
        queries: number_after(&said, "total queries = "),
        instructions: number_after(&said, "total instructions = "),
        wall: ended.wall,
        peak_kib: ended.peak_kib,
        failure: failed.then(|| said.lines().last().unwrap_or("nothing said").to_owned()),
    }
}

/// The number after the first line `KLEE: done: NAME`.
fn number_after(text: &str, name: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("KLEE: done: ")?.strip_prefix(name))?;
    line.trim().parse().ok()
}

/// Found or complete before not, quicker before slower, more paths before fewer.
fn is_better(run: &PeerRun, best: &PeerRun) -> bool {
    match (run.found || run.complete, best.found || best.complete) {
        (true, true) => run.wall < best.wall,
        (true, false) => true,
        (false, true) => false,
        (false, false) => run.paths > best.paths,
    }
}

fn least_bound_of_cbmc(
    cbmc: &Path,
    models: &Path,
    workload: &Workload<'_>,
) -> Result<PeerRun, String> {
    let Workload { source, limits, .. } = *workload;
    let mut bound = 2;
    loop {
        let mut command = Command::new(cbmc);
        command.args(workload.cflags).arg(source).arg(models);
        command.args(["--unwind", &bound.to_string(), "--unwinding-assertions"]);
        // What Pathweave looks for: bounds, pointers, division; not overflow, not failing malloc.
        command.args(["--no-signed-overflow-check", "--no-malloc-may-fail"]);
        let bounded = process::bounded(&command, limits.memory_mib);
        let ended = process::run_unless(bounded, limits.time, workload.stopped)?;
        let run = cbmc_run(bound, workload.target, &ended);
        let too_small = ended.stdout.lines().any(|line| {
            (line.contains("unwinding assertion") || line.contains("recursion unwinding"))
                && line.ends_with("FAILURE")
        });
        if run.found || !too_small || bound >= 4096 {
            return Ok(run);
        }
        bound *= 2;
    }
}

fn cbmc_run(bound: u32, target: Option<&str>, ended: &Ended) -> PeerRun {
    let complete = ended.stdout.contains("VERIFICATION SUCCESSFUL");
    let found = target.is_some_and(|target| {
        ended.stdout.lines().any(|line| line.ends_with(&format!(" {target}: FAILURE")))
    });
    let refuted = ended.stdout.lines().find(|line| line.ends_with(": FAILURE"));
    let failure = match (complete || found, ended.timed_out, refuted) {
        (true, ..) | (_, true, _) => None,
        (_, _, Some(line)) => Some(line.to_owned()),
        _ => Some(ended.stderr.lines().last().unwrap_or("nothing said").to_owned()),
    };
    PeerRun {
        how: format!("unwind {bound}"),
        complete,
        found,
        paths: None,
        queries: None,
        instructions: None,
        wall: ended.wall,
        peak_kib: ended.peak_kib,
        failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const LIMITS: Limits = Limits { time: Duration::from_secs(20), memory_mib: 2048 };

    fn workload<'a>(
        source: &'a Path,
        directory: &'a Path,
        target: Option<&'a str>,
    ) -> Workload<'a> {
        let (cflags, driver, limits) = (&[], None, LIMITS);
        Workload { source, cflags, target, driver, directory, limits, stopped: &|| false }
    }

    fn peers(klee: Option<PathBuf>, klee_clang: PathBuf, cbmc: Option<PathBuf>) -> Peers {
        Peers { klee, klee_clang, cbmc, models: PathBuf::from("models.c") }
    }

    /// A script that behaves as a peer does, in a directory of its own.
    fn fake(name: &str, script: &str) -> (PathBuf, PathBuf) {
        let directory = std::env::temp_dir().join(format!("peer-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}")).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        (path, directory)
    }

    #[test]
    fn klee_is_taken_at_its_best_of_three_ways() {
        // Depth first is complete, the others are cut by their time; clang is fake as well.
        let script = r#"
for word; do case $word in --output-dir=*) out=${word#*=} ;; esac; done
mkdir -p "$out"
echo "KLEE: done: total queries = 7" > "$out/info"
case "$*" in
  *--search=dfs*) ;;
  *) echo "KLEE: HaltTimer invoked, halting execution" >&2 ;;
esac
echo "KLEE: done: total instructions = 1234" >&2
echo "KLEE: done: completed paths = 13" >&2
echo "KLEE: done: partially completed paths = 0" >&2
"#;
        let (klee, directory) = fake("klee", script);
        let (clang, _) = fake("clang", "exit 0");
        let peers = peers(Some(klee), clang, None);
        let workload = workload(Path::new("program.c"), &directory, None);
        let run = peers.klee(&workload).expect("KLEE is there");
        let run = run.expect("a run");
        assert_eq!((run.how.as_str(), run.complete), ("dfs", true));
        assert_eq!((run.paths, run.queries, run.instructions), (Some(13), Some(7), Some(1234)));
        assert!(peers.cbmc(&workload).is_none());
    }

    #[test]
    fn klee_ends_at_the_target() {
        let script = r#"
for word; do case $word in --output-dir=*) out=${word#*=} ;; esac; done
mkdir -p "$out"
case "$*" in
  *--search=dfs*--exit-on-error-type=Abort*) touch "$out/test000001.abort.err" ;;
esac
echo "KLEE: done: completed paths = 3" >&2
echo "KLEE: done: partially completed paths = 2" >&2
"#;
        let (klee, directory) = fake("klee-target", script);
        let (clang, _) = fake("clang-target", "exit 0");
        let peers = peers(Some(klee), clang, None);
        let source = directory.join("program.c");
        std::fs::write(directory.join("target.h"), "void target(void) {}\n").expect("a file");
        std::fs::write(&source, "#include \"target.h\"\nint f(int x) { target(); }").expect("it");
        let workload =
            Workload { driver: Some(("f", 1)), ..workload(&source, &directory, Some("target")) };
        let run = peers.klee(&workload).expect("KLEE is there");
        let run = run.expect("a run");
        assert_eq!((run.how.as_str(), run.found, run.complete), ("dfs", true, false));
        let copy = std::fs::read_to_string(directory.join("klee.c")).expect("a copy");
        assert!(copy.contains("klee_abort();") && copy.contains("f(klee_int(\"a0\"))"), "{copy}");
    }

    #[test]
    fn cbmc_is_asked_again_until_its_bound_is_enough() {
        let script = r#"
case "$*" in
  *"--unwind 8 "*) echo "VERIFICATION SUCCESSFUL" ;;
  *) echo "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE"; exit 10 ;;
esac
"#;
        let (cbmc, directory) = fake("cbmc", script);
        let peers = peers(None, PathBuf::new(), Some(cbmc));
        let workload = workload(Path::new("program.c"), &directory, None);
        let run = peers.cbmc(&workload).expect("CBMC is there");
        let run = run.expect("a run");
        assert_eq!((run.how.as_str(), run.complete), ("unwind 8", true));
    }
}

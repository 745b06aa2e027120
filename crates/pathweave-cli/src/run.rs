//! `pathweave run`: a program in the interpreter, with memory checking.

use crate::flags::RunFlags;
use crate::load;
use crate::tell::tell;
use pathweave_exec::{
    Checks, EnterAll, Exhausted, Image, Limits, Machine, NativeHost, Output, Stop, Unsupported,
};
use pathweave_explore::{functions_named, place_of, similar_function};
use pathweave_ir::{Func, Program};
use pathweave_llvm::InputError;
use pathweave_report::{Bug, RunSummary, text};
use std::collections::BTreeSet;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit code when a bug was found.
const BUG: u8 = 1;
/// The exit code when something is not supported or a limit was hit.
const STOPPED: u8 = 3;
/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// Runs the program and returns the exit code.
pub fn run(flags: &RunFlags) -> Result<u8, InputError> {
    let started = Instant::now();
    let loaded = load::load(&flags.input)?;
    for warning in &loaded.warnings {
        eprintln!("warning: {warning}");
    }
    let mut program = loaded.program;
    let entry = entry_named(&program, &flags.entry)?;
    let checks = Checks { overflow: flags.check.iter().any(|c| c == "overflow") };
    if flags.joined {
        pathweave_ir::join(&mut program, &BTreeSet::new(), checks.overflow);
        debug_assert!(pathweave_ir::verify(&program).is_ok(), "joining breaks the program");
    }
    let image = Image::new(program, checks)
        .map_err(|error| InputError { message: error.message, hint: None })?;
    for global in image.unresolved_globals() {
        let name = &image.program.globals[global].name;
        eprintln!("warning: `{name}` is not defined by any input; it reads as zeros");
    }
    let output = if flags.json { Output::Stderr } else { Output::Stdout };
    let host = NativeHost::new(flags.files.clone(), output, stop_on_interrupt());
    let limits = Limits { stack_depth: flags.stack_depth, instructions: flags.max_instructions };
    let mut machine = Machine::new(&image, EnterAll, Box::new(host), limits);
    machine.allow_externals(flags.allow_external.iter().cloned());
    let (arguments, environment) = program_arguments(flags);
    machine
        .start_main(entry, &arguments, &environment)
        .map_err(|error| InputError { message: error.message, hint: error.hint })?;
    let load_time = started.elapsed();
    let stop = machine.run_to_stop();
    let wall = started.elapsed();
    let instructions = machine.state.instructions;
    if flags.stats {
        print_stats(instructions, load_time, wall);
    }
    let code = report(&stop);
    if flags.json {
        let json = summary(flags, &stop, instructions, load_time, wall).to_json();
        tell(&format!("{json}\n"))?;
    }
    Ok(code)
}

/// The function to start with.
pub fn entry_named(program: &Program, name: &str) -> Result<Func, InputError> {
    let found = functions_named(program, name);
    // A function of a header is in the program once for each file that includes it.
    let places: BTreeSet<_> = found.iter().map(|&func| place_of(program, func)).collect();
    match (found.first(), places.len()) {
        // One that is only declared is told of later.
        (None, _) => program.function(name).ok_or_else(|| no_entry(program, name)),
        (Some(&func), 1) => Ok(func),
        _ => {
            let places = places.into_iter().flatten();
            let names: Vec<String> = places.map(|(file, _)| format!("{file}:{name}")).collect();
            let hint = match names.is_empty() {
                true => {
                    "compile with -g, so that one of them can be named with its file".to_owned()
                }
                false => format!("name one of them with its file: {}", names.join(", ")),
            };
            let message = format!("there are {} functions `{name}`", found.len());
            Err(InputError { message, hint: Some(hint) })
        }
    }
}

fn no_entry(program: &Program, name: &str) -> InputError {
    let hint = match (name, similar_function(program, name)) {
        ("main", _) => {
            "name the file that defines it as an input, or another function with --entry".to_owned()
        }
        (_, Some(similar)) => format!("there is `{similar}`"),
        (_, None) => "check the spelling".to_owned(),
    };
    InputError { message: format!("there is no function `{name}`"), hint: Some(hint) }
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends at once.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    stop
}

fn program_arguments(flags: &RunFlags) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let name = flags.input.inputs[0].file_stem().map_or(Vec::new(), |n| n.as_bytes().to_vec());
    let rest = flags.args.iter().map(|a| a.as_bytes().to_vec());
    let environment = std::env::vars_os()
        .map(|(key, value)| {
            let mut entry = key.into_vec();
            entry.push(b'=');
            entry.extend(value.into_vec());
            entry
        })
        .collect();
    (std::iter::once(name).chain(rest).collect(), environment)
}

fn print_stats(instructions: u64, load: Duration, wall: Duration) {
    let seconds = (wall - load).as_secs_f64();
    let speed = instructions as f64 / seconds.max(1e-9) / 1e6;
    eprintln!(
        "stats: load {:.1} ms, run {:.1} ms, {instructions} instructions, {speed:.1} million a second",
        load.as_secs_f64() * 1e3,
        seconds * 1e3,
    );
}

/// Tells the user how it ended, and gives the exit code.
fn report(stop: &Stop) -> u8 {
    match stop {
        Stop::Exit(code) => *code as u8,
        Stop::Finding(finding) => {
            eprint!("{}", text::finding(finding));
            BUG
        }
        Stop::Unsupported(unsupported) => {
            report_unsupported(unsupported);
            STOPPED
        }
        Stop::Exhausted(Exhausted::StackDepth(depth)) => {
            eprintln!("error[stack-depth]: more than {depth} nested calls");
            eprintln!(
                "hint: this is probably endless recursion; raise the limit with --stack-depth N"
            );
            STOPPED
        }
        Stop::Exhausted(Exhausted::Instructions(limit)) => {
            eprintln!("error[instruction-limit]: more than {limit} instructions");
            eprintln!("hint: raise the limit with --max-instructions N");
            STOPPED
        }
        Stop::Assumed => {
            eprintln!("note: an assumption of the program does not hold; the run ends here");
            0
        }
        Stop::Decide(_)
        | Stop::Concretize(_)
        | Stop::Watched
        | Stop::Require(_)
        | Stop::Call(_)
        | Stop::Missing(_)
        | Stop::Returned(_) => {
            unreachable!("a concrete run has nothing symbolic to decide")
        }
        Stop::Exhausted(Exhausted::PointerDepth(_)) => STOPPED,
        Stop::Exhausted(Exhausted::Interrupted) => {
            eprintln!("error[interrupted]: stopped by the user");
            INTERRUPTED
        }
    }
}

fn report_unsupported(unsupported: &Unsupported) {
    eprintln!("error[unsupported]: {}", unsupported.what);
    eprintln!("  --> {}", unsupported.place);
    for frame in unsupported.stack.iter().take(40) {
        eprintln!("   = in {frame}");
    }
    if let Some(hint) = &unsupported.hint {
        eprintln!("hint: {hint}");
    }
}

fn summary(
    flags: &RunFlags,
    stop: &Stop,
    instructions: u64,
    load: Duration,
    wall: Duration,
) -> RunSummary {
    let (verdict, exit_code, reason, bugs) = match stop {
        Stop::Exit(code) => ("exited", Some(*code & 0xff), None, Vec::new()),
        Stop::Assumed => ("assumed", Some(0), None, Vec::new()),
        Stop::Decide(_)
        | Stop::Concretize(_)
        | Stop::Watched
        | Stop::Require(_)
        | Stop::Call(_)
        | Stop::Missing(_)
        | Stop::Returned(_) => {
            unreachable!("a concrete run has nothing symbolic to decide")
        }
        Stop::Finding(finding) => ("bug", None, None, vec![Bug::from(&**finding)]),
        Stop::Unsupported(what) => {
            ("unsupported", None, Some(format!("{} at {}", what.what, what.place)), Vec::new())
        }
        Stop::Exhausted(what) => {
            let reason = match what {
                Exhausted::StackDepth(_) => "stack-depth",
                Exhausted::Instructions(_) => "instructions",
                Exhausted::PointerDepth(_) => "pointer-depth",
                Exhausted::Interrupted => "interrupted",
            };
            ("exhausted", None, Some(reason.to_owned()), Vec::new())
        }
    };
    RunSummary {
        schema: 1,
        command: "run",
        entry: flags.entry.clone(),
        verdict,
        exit_code,
        reason,
        instructions,
        bugs,
        load_ms: load.as_millis() as u64,
        wall_ms: wall.as_millis() as u64,
        peak_rss_kib: peak_memory(),
    }
}

/// The most memory this process has used, in KiB; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The memory in use, in KiB.
pub fn memory_in_use() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

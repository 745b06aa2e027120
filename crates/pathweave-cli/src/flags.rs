//! Every option of every command, the most used first. `-h` leaves out what few need, `--help` nothing.
//!
//! A heading for all that follows (`next_help_heading`) goes on beyond the group that has it: such
//! groups come last, and what follows them names its heading.
//!
//! `--cflags` is special: everything after it up to the next option that pathweave knows (or
//! `--`) goes to clang, and so do `-I`, `-D`, `-U` and `-std=` wherever they stand. They are cut out of
//! the arguments before the rest is parsed.

use crate::output::Format;
use crate::solve::SolveOptions;
use clap::builder::RangedU64ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use pathweave_exec::{InputModel, SymbolicArguments};
use pathweave_explore::{Heuristic, Layer, MemoOptions};
use pathweave_llvm::InputError;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Headings of options.
mod heading {
    /// Among those that have none, whatever came before.
    pub const NONE: Option<&str> = None;
    pub const COMPILING: &str = "Compiling";
    pub const TESTS: &str = "Tests";
    pub const SEARCH: &str = "Search";
    pub const LIMITS: &str = "Limits";
    pub const SOLVER: &str = "Solver";
}

/// Compositional symbolic execution and test generation for C.
#[derive(Parser, Debug)]
#[command(
    name = "pathweave",
    version,
    about = "Compositional symbolic execution and test generation for C",
    max_term_width = 100
)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    Run(RunFlags),
    Test(TestFlags),
    Reach(ReachFlags),
    Replay(ReplayFlags),
    Report(ReportFlags),
    Solve(SolveOptions),
    Store(StoreFlags),
    Bench(BenchFlags),
}

/// How inputs are read, for every command that takes any.
#[derive(Args, Clone, Debug)]
pub struct InputFlags {
    /// C sources, LLVM IR (.ll) or bitcode (.bc), linked together
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Flags for clang: everything up to the next option of pathweave or `--`. `-I`, `-D`, `-U` and
    /// `-std=` need no `--cflags`
    #[arg(long, num_args = 0.., allow_hyphen_values = true, value_name = "FLAG",
          help_heading = heading::COMPILING)]
    pub cflags: Vec<String>,

    /// The clang to compile with [default: $CLANG, else the newest on the PATH]
    #[arg(long, value_name = "PATH", help_heading = heading::COMPILING)]
    pub clang: Option<PathBuf>,

    /// Do not link Pathweave's own C library
    #[arg(long, hide_short_help = true, help_heading = heading::COMPILING)]
    pub no_runtime: bool,
}

/// Run a program concretely in the interpreter, with memory checking.
///
/// Standard input, output and error are the program's. The exit code is the program's own when it
/// ends by itself, 1 when a bug was found, 2 for bad usage or input, 3 when something is not
/// supported or a limit was hit. `--json` tells these apart for sure.
#[derive(Args, Debug)]
pub struct RunFlags {
    /// The function to start
    #[arg(long, visible_alias = "function", default_value = "main", value_name = "FUNCTION")]
    pub entry: String,

    /// Check for more: `overflow` (signed arithmetic)
    #[arg(long, value_name = "CHECK", value_parser = ["overflow"])]
    pub check: Vec<String>,

    /// Let the program open files below this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,

    /// Let the program call a native function that reaches outside the process
    #[arg(long, value_name = "NAME")]
    pub allow_external: Vec<String>,

    /// Print a JSON summary on standard output; the program's own output goes to standard error
    #[arg(long)]
    pub json: bool,

    /// Print load time, instructions and speed on standard error
    #[arg(long)]
    pub stats: bool,

    /// Join decisions without an effect before, as `reach` does: the program must do the same
    #[arg(long, hide_short_help = true)]
    pub joined: bool,

    /// Instructions before the run is stopped
    #[arg(long, value_name = "N", help_heading = heading::LIMITS)]
    pub max_instructions: Option<u64>,

    /// Nested calls before the run is stopped
    #[arg(long, default_value_t = 200_000, value_name = "N", help_heading = heading::LIMITS,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub stack_depth: usize,

    #[command(flatten)]
    pub input: InputFlags,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// What inputs are.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct ModelFlags {
    /// A parameter that points to as many elements as another parameter, or a number, says
    ///
    /// A pointer followed by a parameter named like a length is taken as such, and one that comes
    /// directly after it
    #[arg(long, value_name = "POINTER=COUNT")]
    pub buffer: Vec<String>,

    /// Elements of such a buffer at most [default: 32], bytes for LLVMFuzzerTestOneInput
    /// [default: 64]
    #[arg(long, value_name = "N", value_parser = size())]
    pub max_size: Option<u64>,

    /// Bytes of a string behind a `char *`, its zero included, and of a buffer of unknown size
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = size())]
    pub string_size: u64,

    /// Standard input of up to N symbolic bytes, for `main`
    #[arg(long, value_name = "N", value_parser = size())]
    pub sym_stdin: Option<u64>,

    /// MIN to MAX symbolic arguments of up to LEN characters, for `main`
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"],
          value_parser = clap::value_parser!(u64).range(..=4096))]
    pub sym_args: Option<Vec<u64>>,

    /// How many pointers after each other are followed to fresh objects
    #[arg(long, default_value_t = 4, value_name = "N", hide_short_help = true)]
    pub pointer_depth: u32,

    /// When it is decided what a pointer of the input points to: when it is followed, or already
    /// when it is loaded from memory
    #[arg(long, default_value = "use", value_name = "WHEN", value_parser = ["use", "load"],
          hide_short_help = true)]
    pub initialize: String,
}

impl ModelFlags {
    /// What inputs are.
    pub fn model(&self) -> Result<InputModel, InputError> {
        let mut buffers = Vec::new();
        for buffer in &self.buffer {
            let Some((name, count)) = buffer.split_once('=') else {
                return Err(InputError {
                    message: format!("--buffer {buffer}: not of the form POINTER=COUNT"),
                    hint: Some("for example --buffer data=size".to_owned()),
                });
            };
            buffers.push((name.to_owned(), count.to_owned()));
        }
        let arguments = match self.sym_args.as_deref() {
            Some([least, most, _]) if least > most => {
                return Err(InputError {
                    message: format!("--sym-args {least} {most}: the least is more than the most"),
                    hint: None,
                });
            }
            Some(&[least, most, length]) => Some(SymbolicArguments { least, most, length }),
            _ => None,
        };
        Ok(InputModel {
            pointer_depth: self.pointer_depth,
            string_size: self.string_size,
            max_size: self.max_size,
            buffers,
            initialize_on_load: self.initialize == "load",
            stdin: self.sym_stdin,
            arguments,
        })
    }
}

/// How paths are explored.
#[derive(Args, Clone, Debug)]
pub struct ExploreFlags {
    /// The function to start: any function; the parameters of others than `main` are inputs
    ///
    /// Without a `main`, LLVMFuzzerTestOneInput
    #[arg(long, visible_alias = "function", default_value = "main", value_name = "FUNCTION")]
    pub entry: String,

    /// The time for everything, compiling and native runs included: `30s`, `5m`, `1h`, or seconds
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = parse_time)]
    pub time: Duration,

    /// Check for more: `overflow` (signed arithmetic)
    #[arg(long, value_name = "CHECK", value_parser = ["overflow"])]
    pub check: Vec<String>,

    /// Print the summary as JSON on standard output and nothing else there
    #[arg(long)]
    pub json: bool,

    /// Where tests and summary.json are written: a new or empty directory, or one of an earlier run
    #[arg(long, default_value = "pathweave-out", value_name = "DIR", help_heading = heading::TESTS)]
    pub out: PathBuf,

    /// How tests are written
    ///
    /// KLEE's files in tests/, Test-Comp's in testcomp/, a fuzzer's in corpus/, C files in c/, or all
    /// of them. tests/NNNNNN.json is always written
    #[arg(long, default_value = "ktest", value_name = "FORMAT", value_delimiter = ',',
          value_parser = ["ktest", "testcomp", "libfuzzer", "c", "all"], help_heading = heading::TESTS)]
    pub format: Vec<String>,

    /// Do not build the program natively and run the tests there at the end
    #[arg(long, help_heading = heading::TESTS)]
    pub no_replay: bool,

    /// Write a test for every path, not only for those that execute something new or reach the target
    #[arg(long, hide_short_help = true, help_heading = heading::TESTS)]
    pub all_tests: bool,

    /// A test of an earlier run (.json or .ktest) whose input the first run gets instead of zeros
    #[arg(long, value_name = "TEST", hide_short_help = true, help_heading = heading::TESTS)]
    pub start: Option<PathBuf>,

    #[command(flatten)]
    pub input: InputFlags,

    /// Stand for a function that is only declared: it returns any value and changes nothing. `all`: for every one
    ///
    /// The stubs are C, in stubs.c beside the tests, and part of the native program too
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',', help_heading = heading::COMPILING)]
    pub stub: Vec<String>,

    /// Let the program call the functions of a native shared library, in this process
    #[arg(long, value_name = "FILE.so", hide_short_help = true, help_heading = heading::COMPILING)]
    pub native_library: Vec<PathBuf>,

    /// How paths are looked for
    ///
    /// `auto`: several strategies beside each other until one decides; without a target `dart` begins,
    /// and the others come in when it takes long.
    /// `dart`: every feasible path of the whole program once. Composing functions' paths: `smart`,
    /// every function from its callers' contexts; `demand`, only what the target needs; `fair`,
    /// every open path of every function in turn; `memo`, every function alone, replayed where it is
    /// called. `merge`: the whole program, paths becoming one where they meet again
    #[arg(long, default_value = "auto", value_name = "STRATEGY",
          value_parser = ["auto", "dart", "smart", "demand", "fair", "memo", "merge"],
          help_heading = heading::SEARCH)]
    pub strategy: String,

    /// Strategies that work at the same time with `--strategy auto`: all cores by default
    ///
    /// One takes turns, two or more run beside each other. The answer is the same
    #[arg(long, value_name = "N", help_heading = heading::SEARCH)]
    pub jobs: Option<usize>,

    /// The order in which `dart` takes paths: the newest, the oldest, any, those with something new
    /// to execute, those left soon after something new, the nearest to the target first, or all of
    /// these in turn
    #[arg(long, default_value = "mixed", value_name = "ORDER",
          value_parser = ["dfs", "bfs", "random", "coverage", "fresh", "distance", "mixed"],
          hide_short_help = true, help_heading = heading::SEARCH)]
    pub search: String,

    /// For whatever is random; the same seed gives the same order
    #[arg(long, default_value_t = 0, value_name = "N", hide_short_help = true,
          help_heading = heading::SEARCH)]
    pub seed: u64,

    /// Compare every summary that is applied in a run with entering the callee, and every step from
    /// the store with executing it (smart, demand, fair); make trees that are in the store again, and
    /// compare (memo). Slow
    #[arg(long, hide_short_help = true, help_heading = heading::SEARCH)]
    pub check_summaries: bool,

    /// MiB of memory above which waiting states are parked (dart); half as much again ends a run
    #[arg(long, default_value_t = 2048, value_name = "MIB", help_heading = heading::LIMITS)]
    pub max_memory: u64,

    /// The time a query to the solver may take
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = parse_time,
          help_heading = heading::LIMITS)]
    pub query_time: Duration,

    /// Decisions on a path before it is cut (dart, memo)
    #[arg(long, default_value_t = 100_000, value_name = "N", hide_short_help = true,
          help_heading = heading::LIMITS)]
    pub max_depth: usize,

    /// States that may wait as copies; the others are parked and executed again (dart)
    #[arg(long, default_value_t = 100_000, value_name = "N", hide_short_help = true,
          help_heading = heading::LIMITS)]
    pub max_states: usize,

    /// Instructions on a path before it is cut
    #[arg(long, default_value_t = 100_000_000, value_name = "N", hide_short_help = true,
          help_heading = heading::LIMITS)]
    pub max_instructions: u64,

    /// Nested calls before a path is cut
    #[arg(long, default_value_t = 10_000, value_name = "N", hide_short_help = true,
          help_heading = heading::LIMITS, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub stack_depth: usize,

    /// Another SMT-LIB solver in the place of the solving core, over a pipe: z3, cvc5, bitwuzla, yices-smt2 or any
    /// command
    #[arg(long, value_name = "COMMAND", hide_short_help = true, help_heading = heading::SOLVER)]
    pub solver: Option<String>,

    /// Ask this solver as well: a query that the two answer differently has no answer, and the run says so
    #[arg(long, value_name = "COMMAND", hide_short_help = true, help_heading = heading::SOLVER)]
    pub oracle: Option<String>,

    /// Leave out what answers questions before the solving core does, to see what it is worth: layers
    /// of the solver; `repair`, the input at hand with as little changed as a condition says; `witness`
    /// (dart, memo), the input at hand, which shows that a side is possible; `known` (dart, memo), a condition that
    /// the path has already; `recorded` (memo), inputs that were recorded with the paths of a function
    #[arg(long, value_name = "LAYER", value_delimiter = ',', value_parser = Layer::ALL.map(|(name, _)| name),
          hide_short_help = true, help_heading = heading::SOLVER)]
    pub without: Vec<String>,

    #[command(flatten)]
    pub model: ModelFlags,

    #[command(flatten)]
    pub store: StoreChoice,

    #[command(flatten)]
    pub memo: MemoFlags,
}

/// How `memo` summarises functions.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Memoized replay")]
pub struct MemoFlags {
    /// Paths of a function that is summarised; one with more is entered at every call
    #[arg(long, default_value_t = 256, value_name = "N", hide_short_help = true)]
    pub memo_paths: usize,

    /// Decisions on a path of a function alone before it is cut; more deepens what is stored
    #[arg(long, default_value_t = 64, value_name = "N", hide_short_help = true)]
    pub memo_depth: u64,

    /// How a target is looked for: `h1`, paths of callees that end in an error first; `h2`, no
    /// others, which is incomplete
    #[arg(long, value_name = "NAME", value_parser = ["h1", "h2"],
          hide_short_help = true)]
    pub heuristic: Option<String>,

    /// A global that keeps its initial value when a function is executed alone
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub concrete_global: Vec<String>,

    /// Ask for every path of a callee on its own at a call, as in the paper
    #[arg(long, hide_short_help = true)]
    pub each_path: bool,
}

impl MemoFlags {
    /// The options of the strategy.
    pub fn options(&self, check: bool) -> MemoOptions {
        MemoOptions {
            most_paths: self.memo_paths,
            bound: self.memo_depth,
            heuristic: match self.heuristic.as_deref() {
                Some("h1") => Heuristic::ErrorsFirst,
                Some("h2") => Heuristic::ErrorsOnly,
                _ => Heuristic::None,
            },
            concrete: self.concrete_global.clone(),
            check,
            each: self.each_path,
        }
    }
}

/// Which store is used.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Store")]
pub struct StoreChoice {
    /// Keep what is found out in this directory, and use what earlier runs kept there
    /// [default: .pathweave beside the first input, if there is one]
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,

    /// Use the store, but change nothing in it
    #[arg(long, hide_short_help = true)]
    pub store_readonly: bool,

    /// MiB that the store may take; what was not used for longest goes first
    #[arg(long, default_value_t = 128, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(1..=4096), hide_short_help = true)]
    pub store_size: u64,
}

impl ExploreFlags {
    /// Strategies that work at the same time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(cores)
    }

    /// The formats asked for, each once.
    pub fn formats(&self) -> Vec<Format> {
        if self.format.iter().any(|name| name == "all") {
            return Format::ALL.to_vec();
        }
        let mut formats: Vec<Format> =
            self.format.iter().filter_map(|name| Format::from_name(name)).collect();
        formats.sort();
        formats.dedup();
        formats
    }
}

/// Explore a program's paths: tests that cover it, bugs with an input each.
///
/// Inputs are the parameters of the `--entry`, a fuzzer's data, `--sym-stdin` and `--sym-args` for
/// `main`, and what the program asks for: `klee_make_symbolic`, `klee_int`, `klee_range`,
/// `__VERIFIER_nondet_*`, `pathweave_make_symbolic`. Each test is written when it is found; at the end
/// all are run on a native build with sanitizers (`--no-replay` leaves that out). Ctrl-C ends with a
/// complete report. The exit code is 0, or 1 when bugs were found, 2 for bad usage or input.
#[derive(Args, Debug)]
pub struct TestFlags {
    #[command(flatten)]
    pub explore: ExploreFlags,

    /// Write only tests that are new since an earlier run or do something else now, and say what
    /// differs: its output directory, or its store
    #[arg(long, value_name = "STORE_OR_DIR", help_heading = heading::NONE)]
    pub since: Option<PathBuf>,

    /// Say what became of each strategy of `auto`, and how each function was treated and why
    #[arg(long, help_heading = heading::NONE)]
    pub explain: bool,
}

/// Look for an input that reaches a place, or prove that there is none.
///
/// The exit code is 0 when the target was reached and a test was written, 1 when it was proved
/// unreachable, 2 for bad usage or input, 3 when it is unknown.
#[derive(Args, Debug)]
pub struct ReachFlags {
    /// FILE:LINE, a function's name (FILE:NAME for one of several; one that is only declared is reached
    /// where it is called), or `error` for any bug
    #[arg(long, required = true, value_name = "TARGET")]
    pub target: String,

    #[command(flatten)]
    pub explore: ExploreFlags,

    /// What is done about loops: `apc` decides the abstract path conditions of the target before and
    /// during the search, `unroll` executes every iteration
    #[arg(long, default_value = "apc", value_name = "HOW", value_parser = ["apc", "unroll"],
          hide_short_help = true, help_heading = heading::SEARCH)]
    pub loops: String,

    /// Give the quantified conditions of loops to this SMT-LIB solver as well: z3, cvc5 or any command
    #[arg(long, value_name = "COMMAND", hide_short_help = true, help_heading = heading::SOLVER)]
    pub loop_solver: Option<String>,

    /// Print what any input that reaches the target has to satisfy, in words and as SMT-LIB, what
    /// became of each strategy of `auto`, and how each function was treated and why
    #[arg(long, help_heading = heading::NONE)]
    pub explain: bool,
}

/// Look at what runs kept, and move it.
///
/// The exit code is 0, 1 when `verify` finds damage, 2 for bad usage or input.
#[derive(Args, Debug)]
pub struct StoreFlags {
    #[command(subcommand)]
    pub action: StoreAction,
}

/// What to do with a store.
#[derive(Subcommand, Debug)]
pub enum StoreAction {
    /// What is in it
    List(StorePlace),
    /// One entry: its key, or the beginning of it
    Show {
        #[command(flatten)]
        place: StorePlace,
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// Read everything and say what is damaged
    Verify(StorePlace),
    /// Drop what is damaged or there twice, and what was not used for longest
    Gc {
        #[command(flatten)]
        place: StorePlace,
        /// MiB that may be left
        #[arg(long, default_value_t = 128, value_name = "MIB")]
        size: u64,
    },
    /// Write everything to one file: the same contents give the same bytes
    Export {
        #[command(flatten)]
        place: StorePlace,
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Take over what an export has
    Import {
        #[command(flatten)]
        place: StorePlace,
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// Where a store is.
#[derive(Args, Debug)]
pub struct StorePlace {
    /// The directory
    #[arg(long, default_value = ".pathweave", value_name = "DIR")]
    pub store: PathBuf,
}

/// Run the tests that `test` or `reach` wrote on a native build, with coverage and sanitizers.
///
/// The program is compiled as it was for exploration. Every test is run contained (a directory of its
/// own, no network, limits on time and memory) and has to end as it claims, every bug with the same
/// class at the same line. The exit code is 0 when all do, 1 when one ends otherwise or could not be
/// judged, 2 for bad usage or when the program cannot be built.
#[derive(Args, Debug)]
pub struct ReplayFlags {
    /// The output directory of a run
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Where the sources are [default: where the run was started, or here if that is gone]
    #[arg(long, value_name = "DIR")]
    pub sources: Option<PathBuf>,

    /// The clang to compile with [default: the one of the run, or the newest if that is gone]
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// The time for everything
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,

    /// The time of one test
    #[arg(long, default_value = "5s", value_name = "TIME", value_parser = parse_time)]
    pub test_time: Duration,

    /// Print the report as JSON on standard output and nothing else there
    #[arg(long)]
    pub json: bool,
}

/// Write the HTML page of a run: bugs with their inputs, sources with what was covered, what is proved.
///
/// One file without scripts or anything from elsewhere, from what `test` or `reach` wrote and the sources;
/// nothing is executed. Its path is printed. The exit code is 0, or 2 for bad usage or when there is no
/// result to show.
#[derive(Args, Debug)]
pub struct ReportFlags {
    /// The output directory of a run
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Where the page is written [default: index.html in DIR]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Where the sources are [default: where the run was started, or here if that is gone]
    #[arg(long, value_name = "DIR")]
    pub sources: Option<PathBuf>,
}

/// Measure: the papers' tables beside their published figures, or whole programs.
///
/// Every row is run with every strategy, each run in a process of its own under a limit of time and of
/// memory; running out is a result. Where `$KLEE` and `$CBMC` name one, KLEE (the best of its default
/// search, `--search=dfs` and `-O1` bitcode) and CBMC (with the bound it needs) are run beside, on the
/// same files. Results are written after every run: DIR/results.json, DIR/tables.md, and DIR/index.html with
/// tables and plots. The exit code is 0, 2 for bad usage or input, 3 when interrupted.
#[derive(Args, Debug)]
pub struct BenchFlags {
    /// `papers`: the tables of the five papers; `programs`: the whole programs of bench/programs
    #[arg(default_value = "papers", value_name = "SUITE", value_parser = ["papers", "programs"])]
    pub suite: String,

    /// Some rows of every table, with less time: a minute or two
    #[arg(long)]
    pub quick: bool,

    /// Only this table, this TABLE/ROW, or rows with this in their name; several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Only these of dart, smart, demand, fair, memo, merge, auto, klee, cbmc; several with commas
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',',
          value_parser = ["auto", "dart", "smart", "demand", "fair", "memo", "merge", "klee", "cbmc"])]
    pub strategy: Vec<String>,

    /// The time of one run [default: 60s, with --quick 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,

    /// MiB of memory of one run
    #[arg(long, default_value_t = 4096, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(256..=1 << 20))]
    pub memory: u64,

    /// Runs at the same time. More than one disturb each other's times
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_runs)]
    pub jobs: usize,

    /// Make every run that is decided so often, and keep the quickest
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_runs)]
    pub repeat: usize,

    /// Keep the runs that are in DIR/results.json and were made under the same limits
    #[arg(long)]
    pub resume: bool,

    /// Where results.json, tables.md and index.html are written
    #[arg(long, default_value = "pathweave-bench", value_name = "DIR")]
    pub out: PathBuf,

    /// Write the results to this file instead of DIR/results.json
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// The directory with the subjects, `papers` and `programs`
    /// [default: the first `bench` with them on the way up from the current directory]
    #[arg(long, value_name = "DIR")]
    pub subjects: Option<PathBuf>,

    /// The clang to compile with [default: $CLANG, else the newest on the PATH]
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// The clang that makes bitcode for KLEE [default: $KLEE_CLANG, else as for the others]
    #[arg(long, value_name = "PATH")]
    pub klee_clang: Option<PathBuf>,
}

/// A number of runs.
fn parse_runs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs) if (1..=256).contains(&jobs) => Ok(jobs),
        _ => Err("a number from 1 to 256".to_owned()),
    }
}

/// `30s`, `5m`, `1h`, or seconds.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.char_indices().find(|(_, c)| c.is_ascii_alphabetic()) {
        Some((at, _)) => text.split_at(at),
        None => (text, "s"),
    };
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
    let time = Duration::try_from_secs_f64(number * scale)
        .map_err(|_| format!("`{text}` is no length of time"))?;
    // Whoever adds it to a clock's time relies on this.
    if time > LONGEST { Err("more than a year".to_owned()) } else { Ok(time) }
}

/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3600);

/// How many bytes or elements inputs may have: each byte is a variable.
fn size() -> RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(..=1 << 20)
}

/// Parses the command line.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Flags, clap::Error> {
    let (args, cflags) = split_cflags(args.collect());
    let matches = Flags::command()
        .try_get_matches_from(args)
        .map_err(|error| with_hint_about_flags(with_hint_about_inputs(error, &cflags)))?;
    let mut flags = Flags::from_arg_matches(&matches)?;
    match &mut flags.command {
        Command::Run(run) => run.input.cflags = cflags,
        Command::Test(test) => test.explore.input.cflags = cflags,
        Command::Reach(reach) => reach.explore.input.cflags = cflags,
        _ if cflags.is_empty() => {}
        _ => {
            let message = "flags for clang are for commands that compile";
            return Err(Flags::command().error(ErrorKind::UnknownArgument, message));
        }
    }
    Ok(flags)
}

/// Says so when the input that is missing is among the flags for clang.
fn with_hint_about_inputs(mut error: clap::Error, cflags: &[String]) -> clap::Error {
    let is_input = |flag: &&String| {
        let extension = Path::new(flag).extension().and_then(|extension| extension.to_str());
        !flag.starts_with('-') && matches!(extension, Some("c" | "ll" | "bc"))
    };
    let missing = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    if error.kind() == ErrorKind::MissingRequiredArgument
        && missing.contains("<INPUT>")
        && let Some(input) = cflags.iter().find(is_input)
    {
        let hint = format!("{input} was taken as a flag for clang; name inputs before --cflags");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// Says where flags for clang go when one stands elsewhere.
fn with_hint_about_flags(mut error: clap::Error) -> clap::Error {
    let flag = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let is_short = flag.starts_with('-') && !flag.starts_with("--");
    if error.kind() == ErrorKind::UnknownArgument && is_short {
        let hint = "flags for clang go after --cflags, which goes after the inputs";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// A flag for clang that is known as one wherever it stands.
fn is_plain_cflag(text: &str) -> bool {
    ["-I", "-D", "-U", "-std="].iter().any(|flag| text.starts_with(flag))
}

/// Cuts the flags for clang out of the arguments.
fn split_cflags(args: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let known = known_options(args.get(1).map(|a| a.to_string_lossy().into_owned()));
    let mut rest = Vec::new();
    let mut cflags = Vec::new();
    let mut collecting = false;
    let mut ended = false;
    let mut completing = false;
    for arg in args {
        let text = arg.to_string_lossy().into_owned();
        let name = text.split('=').next().unwrap_or_default();
        let completes = std::mem::take(&mut completing);
        if ended {
            rest.push(arg);
        } else if name == "--cflags" {
            collecting = true;
            let attached = text.split_once('=').map_or("", |(_, flags)| flags);
            cflags.extend(attached.split_whitespace().map(str::to_owned));
        } else if text == "--" || known.iter().any(|option| option == name) {
            collecting = false;
            ended = text == "--";
            rest.push(arg);
        } else if collecting || completes || is_plain_cflag(&text) {
            // `-I dir` is two arguments.
            completing = !completes && matches!(text.as_str(), "-I" | "-D" | "-U");
            cflags.push(text);
        } else {
            rest.push(arg);
        }
    }
    (rest, cflags)
}

/// The long options of a command, with their dashes.
fn known_options(command: Option<String>) -> Vec<String> {
    let flags = Flags::command();
    let arguments: Vec<_> = command
        .and_then(|name| flags.find_subcommand(name))
        .map(|command| command.get_arguments().cloned().collect())
        .unwrap_or_default();
    let mut options: Vec<String> =
        arguments.iter().filter_map(|a| a.get_long().map(|long| format!("--{long}"))).collect();
    options.extend(["--help".to_owned(), "--version".to_owned()]);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(args: &str) -> (Vec<String>, Vec<String>) {
        let (rest, cflags) = split_cflags(args.split(' ').map(OsString::from).collect());
        (rest.into_iter().map(|a| a.to_string_lossy().into_owned()).collect(), cflags)
    }

    #[test]
    fn clang_gets_everything_up_to_the_next_option() {
        let (rest, cflags) =
            split("pathweave run a.c --cflags -O1 -I inc --target=x --json -- -O2 --cflags");
        assert_eq!(cflags, ["-O1", "-I", "inc", "--target=x"]);
        assert_eq!(rest.join(" "), "pathweave run a.c --json -- -O2 --cflags");
        // What is an option of one command is a flag for clang in another.
        let (rest, cflags) = split("pathweave reach a.c --cflags -O1 --target main");
        assert_eq!(cflags, ["-O1"]);
        assert_eq!(rest.join(" "), "pathweave reach a.c --target main");
        let (rest, cflags) = split("pathweave run a.c --cflags=-O1 b.c");
        assert_eq!(
            (rest.join(" ").as_str(), cflags.join(" ").as_str()),
            ("pathweave run a.c", "-O1 b.c")
        );
    }

    #[test]
    fn some_flags_for_clang_need_no_introduction() {
        let (rest, cflags) =
            split("pathweave test -Iinc -I dir -std=gnu89 a.c -DX=1 --json -D Y b.c -- -DZ");
        assert_eq!(cflags, ["-Iinc", "-I", "dir", "-std=gnu89", "-DX=1", "-D", "Y"]);
        assert_eq!(rest.join(" "), "pathweave test a.c --json b.c -- -DZ");
        let refused = parse(["pathweave", "test", "a.c", "-O2"].map(OsString::from).into_iter());
        let text = refused.expect_err("-O2 is no option").to_string();
        assert!(text.contains("after --cflags") && !text.contains("as a value"), "{text}");
    }

    #[test]
    fn times() {
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        for text in ["nan", "inf", "-1s", "18000000000000000000s", "3 days", "", "s"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn inputs_of_any_size_are_refused() {
        for flag in ["--string-size", "--max-size", "--sym-stdin"] {
            let parsed = |size: &str| {
                parse(["pathweave", "test", "a.c", flag, size].map(OsString::from).into_iter())
            };
            assert!(parsed("1048576").is_ok() && parsed("1048577").is_err(), "{flag}");
        }
    }

    #[test]
    fn the_table_of_options_is_consistent() {
        Flags::command().debug_assert();
    }
}

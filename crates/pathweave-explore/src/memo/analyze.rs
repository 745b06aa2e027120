//! The trees of a program, callees before callers (CompoSE, Algorithm 1), and then the program.
//!
//! Functions without conditionals, and those of the C library, are entered as always. Of functions that call each other
//! in a circle one is summarised, without the trees of the others. A function is executed
//! alone on an image of its own: what is covered there is not covered by any test.

use crate::distance::Distances;
use crate::explorer::{Explorer, Options, deferring_machine, start};
use crate::frontier::Search;
use crate::goal::Goal;
use crate::kept;
use crate::loops::Loops;
use crate::memo::record;
use crate::memo::replay::{Deferral, Memo, Recording};
use crate::memo::stored::{self, Known};
use crate::memo::tree::{End, Leaf, MemoizationTree, Place, Resume};
use crate::memo::{Heuristic, MemoOptions};
use crate::observer::{Observer, Unobserved};
use crate::outcome::{FunctionPaths, Outcome};
use pathweave_exec::state::Choice;
use pathweave_exec::{Image, InputPlace, StartError};
use pathweave_ir::{
    Body, CallGraph, ConstExpr, Constant, Fingerprints, Func, Global, GlobalData, Initializer,
    Origin, Program, Terminator,
};
use pathweave_report::exploration::MemoSummary;
use pathweave_store::{Key, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Bytes of globals that are inputs of one function at most.
const MOST_GLOBAL_BYTES: u64 = 4096;
/// Instructions of one path of a function alone.
const MOST_INSTRUCTIONS: u64 = 50_000;
/// Why a function was not summarised because of what a run was allowed, not because of what the function is: nothing that
/// is kept for other runs.
const OF_THE_RUN: [&str; 6] = [
    "time",
    "too many paths",
    "the solver gave up",
    "a limit was hit",
    "standard input",
    "what was stored cannot be gone on with",
];

/// Explores a program from `entry`, functions replayed where they are called.
pub fn explore(
    image: &Image,
    entry: Func,
    goal: Goal,
    options: Options,
    memo: &MemoOptions,
    observer: &mut dyn Observer,
) -> Result<Outcome, StartError> {
    let aside = Image::new(image.program.clone(), image.checks)
        .map_err(|error| StartError { message: error.message, hint: None })?;
    let started = Instant::now();
    let mut analysis = Analysis::new(&aside, &goal, &options, memo);
    analysis.run(entry);
    let Analysis { trees, refused, mut outcome, .. } = analysis;
    outcome.init_ms = started.elapsed().as_millis() as u64;
    let trees = Rc::new(trees);
    let deferral = deferral(image, &trees);
    let mut machine = deferring_machine(image, deferral, &options);
    // Whole paths are executed, decisions of callees among them; a function alone is refused where undefined bits
    // may decide something.
    machine.keep_doubts(true);
    start(&mut machine, image, entry)?;
    machine.state.choices = Some(Vec::new());
    let distances = match memo.heuristic {
        Heuristic::None => Distances::new(image, entry, &goal),
        _ => None,
    };
    let options = match memo.heuristic {
        Heuristic::None => options,
        _ => Options { search: Search::Depth, ..options },
    };
    let mut explorer = Explorer::new(image, entry, goal, options, machine, distances, observer);
    explorer.memo = Some(Box::new(Memo::new(Rc::clone(&trees), (memo.heuristic, memo.each), None)));
    explorer.outcome.assumptions = explorer.machine.assumptions().to_vec();
    outcome.different.iter().for_each(|name| explorer.note("summary-differs", name));
    explorer.observer.started();
    explorer.run();
    let calls = explorer.memo.as_ref().map(|memo| memo.calls.clone()).unwrap_or_default();
    let mut found = explorer.finish();
    for (func, tree) in trees.iter() {
        let calls = calls.get(func).cloned().unwrap_or_default();
        outcome.invocations += calls.reused;
        let counts = tree.node_counts();
        outcome.nodes_compressed += counts.compressed;
        outcome.nodes += counts.whole;
        let ends = |end: End| {
            let pairs = tree.leaves.iter().flat_map(|leaf| &leaf.pairs);
            pairs.filter(|pair| pair.end == end).count() as u64
        };
        found.functions.push(FunctionPaths {
            name: tree.name.clone(),
            paths: tree.path_counts().0 as u64,
            dangling: ends(End::Cut),
            reused: calls.reused,
            entered: calls.entered.iter().map(|(why, n)| ((*why).to_owned(), *n)).collect(),
        });
    }
    for (func, why) in refused {
        let name = image.program.functions[func].source_name.clone();
        let entered = vec![(why, 0)];
        found.functions.push(FunctionPaths { name, paths: 0, dangling: 0, reused: 0, entered });
    }
    found.functions.sort_by(|a, b| a.name.cmp(&b.name));
    found.queries += outcome.init_queries;
    found.checks += outcome.init_checks;
    found.memo = Some(outcome);
    Ok(found)
}

fn deferral(image: &Image, trees: &BTreeMap<Func, Rc<MemoizationTree>>) -> Deferral {
    let functions = image.program.functions.keys();
    Deferral(functions.map(|func| trees.contains_key(&func)).collect())
}

struct Analysis<'a> {
    image: &'a Image,
    goal: &'a Goal,
    options: &'a Options,
    memo: &'a MemoOptions,
    calls: CallGraph,
    fingerprints: Fingerprints,
    trees: BTreeMap<Func, Rc<MemoizationTree>>,
    refused: BTreeMap<Func, String>,
    outcome: MemoSummary,
    /// When the program itself has to be begun with.
    deadline: Option<Instant>,
}

impl<'a> Analysis<'a> {
    fn new(image: &'a Image, goal: &'a Goal, options: &'a Options, memo: &'a MemoOptions) -> Self {
        let calls = CallGraph::new(&image.program);
        let fingerprints = Fingerprints::with_call_graph(&image.program, &calls);
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        Self {
            image,
            goal,
            options,
            memo,
            calls,
            fingerprints,
            trees: BTreeMap::new(),
            refused: BTreeMap::new(),
            outcome: MemoSummary::default(),
            deadline: options.deadline.map(half),
        }
    }

    fn run(&mut self, entry: Func) {
        let program = &self.image.program;
        let reachable: BTreeSet<Func> = self.calls.reachable_from([entry]).into_iter().collect();
        let order: Vec<Func> = self
            .calls
            .bottom_up()
            .iter()
            .filter_map(|circle| {
                let wanted = |func: &&Func| {
                    let data = &program.functions[**func];
                    **func != entry
                        && reachable.contains(func)
                        && data.origin == Origin::Program
                        && data.body.as_ref().is_some_and(has_conditional)
                };
                circle.iter().find(wanted).copied()
            })
            .collect();
        for func in order {
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || self.options.stop.load(std::sync::atomic::Ordering::Relaxed);
            let why = match is_over {
                true => Some("time"),
                // How much of it was read is no input of the function.
                false => self.reads_input(func).then_some("standard input"),
            };
            match why {
                Some(why) => _ = self.refused.insert(func, why.to_owned()),
                None => self.summarise(func),
            }
        }
    }

    /// Whether a function may read from symbolic standard input.
    fn reads_input(&self, func: Func) -> bool {
        let mut below = self.calls.reachable_from([func]).into_iter();
        self.options.inputs.stdin.is_some() && below.any(|func| self.image.reads_descriptor(func))
    }

    /// Where everything is in memory before the program begins: what a path that was cut is gone on with mentions addresses.
    fn layout(&self) -> u64 {
        let (program, layout) = (&self.image.program, &self.image.layout);
        let globals = program.globals.keys().map(|global| layout.global(global));
        let functions = program.functions.keys().map(|func| layout.function(func));
        let objects = self.image.memory.table_len() as u64;
        let all: Vec<u8> =
            globals.chain(functions).chain([objects]).flat_map(u64::to_le_bytes).collect();
        Key::of_parts(&[&all]).0 as u64
    }

    /// What everything that is known of a function depends on.
    fn key(&self, func: Func) -> Key {
        let inputs = &self.options.inputs;
        let goal = match self.goal {
            Goal::All | Goal::Error => String::new(),
            goal => format!("{goal:?}"),
        };
        let only_errors = self.memo.heuristic == Heuristic::ErrorsOnly;
        let numbers: Vec<u8> = [
            stored::VERSION,
            inputs.pointer_depth.into(),
            inputs.string_size,
            inputs.initialize_on_load.into(),
            self.memo.most_paths as u64,
            self.image.checks.overflow.into(),
            only_errors.into(),
        ]
        .into_iter()
        .flat_map(u64::to_le_bytes)
        .collect();
        let fingerprint = self.fingerprints.functions[func].0.to_le_bytes();
        let name = self.image.program.functions[func].name.as_bytes();
        let concrete = self.memo.concrete.join("\n");
        Key::of_parts(&[
            b"tree",
            name,
            &fingerprint,
            &numbers,
            goal.as_bytes(),
            concrete.as_bytes(),
            kept::believed(self.options).as_bytes(),
        ])
    }

    fn summarise(&mut self, func: Func) {
        let name = self.image.program.functions[func].source_name.clone();
        let key = self.key(func);
        let known = match self.stored(key) {
            Some(known) if self.is_deep_enough(&known) && self.is_in_place(&known) => {
                self.outcome.reused.push(name);
                match self.memo.check {
                    true => self.checked(func, known),
                    false => known,
                }
            }
            earlier => {
                let deeper = match earlier {
                    Some(Known::Tree(tree)) if tree.layout == self.layout() => {
                        let known = self.execute(func, Some(tree), self.memo.bound);
                        Some(known).filter(|known| matches!(known, Known::Tree(_)))
                    }
                    _ => None,
                };
                let list = match deeper {
                    Some(_) => &mut self.outcome.deepened,
                    None => &mut self.outcome.executed,
                };
                list.push(name);
                let known = deeper.unwrap_or_else(|| self.execute(func, None, self.memo.bound));
                self.keep(func, key, &known);
                known
            }
        };
        match known {
            Known::Tree(tree) => _ = self.trees.insert(func, Rc::new(tree)),
            Known::Refused(why) => _ = self.refused.insert(func, why),
        }
    }

    /// Executes a function again, as far as it was, and compares with what was stored of it, whatever the order of conditions.
    /// Where that differs, it is what counts.
    fn checked(&mut self, func: Func, known: Known) -> Known {
        let bound = match &known {
            Known::Tree(tree) => tree.bound,
            Known::Refused(_) => self.memo.bound,
        };
        let again = self.execute(func, None, bound);
        let contents = |known: &Known| match known {
            Known::Refused(why) => vec![why.clone()],
            Known::Tree(tree) => {
                let mut lines: Vec<String> = Vec::new();
                for leaf in &tree.leaves {
                    let ways: Vec<_> = leaf.choices.iter().map(|c| (c.func, c.pc, c.way)).collect();
                    let pairs = leaf.pairs.iter().map(|pair| (pair.end, record::unnamed(pair)));
                    lines.extend(pairs.map(|pair| format!("{ways:?} {pair:?}")));
                }
                lines.sort();
                lines
            }
        };
        let is_of_the_run = matches!(&again, Known::Refused(why) if OF_THE_RUN.contains(&&**why));
        if is_of_the_run || contents(&known) == contents(&again) {
            return known;
        }
        self.outcome.different.push(self.image.program.functions[func].source_name.clone());
        again
    }

    /// Whether no path was cut at a lower bound than the one asked for.
    fn is_deep_enough(&self, known: &Known) -> bool {
        match known {
            Known::Refused(_) => true,
            Known::Tree(tree) => {
                let mut pairs = tree.leaves.iter().flat_map(|leaf| &leaf.pairs);
                tree.bound >= self.memo.bound || !pairs.any(|pair| pair.end == End::Cut)
            }
        }
    }

    /// Whether what conditions mention is still where it was.
    fn is_in_place(&self, known: &Known) -> bool {
        match known {
            Known::Refused(_) => true,
            Known::Tree(tree) => !tree.is_placed || tree.layout == self.layout(),
        }
    }

    fn stored(&self, key: Key) -> Option<Known> {
        let store = self.options.store.as_ref()?;
        let mut store = store.lock();
        let bytes = store.get(Kind::Tree, key)?;
        stored::read(bytes, &mut |name| self.image.program.function(name))
    }

    fn keep(&self, func: Func, key: Key, known: &Known) {
        let Some(store) = &self.options.store else { return };
        if matches!(known, Known::Refused(why) if OF_THE_RUN.contains(&why.as_str())) {
            return;
        }
        let program = &self.image.program;
        let function = match known {
            Known::Tree(tree) => tree.name.as_str(),
            Known::Refused(_) => &program.functions[func].source_name,
        };
        let line = |choice: &Choice| {
            let code = self.image.code(choice.func);
            let loc = code.and_then(|code| code.locs.get(choice.pc as usize).copied());
            loc.map_or(0, |loc| line_of(program, loc))
        };
        let name = |func: Func| program.functions[func].name.clone();
        store.lock().put(Kind::Tree, key, stored::write(function, known, &name, &line));
    }

    /// Executes a function alone. Of an earlier tree only the paths that were cut are gone on with,
    /// every call entered.
    fn execute(&mut self, func: Func, earlier: Option<MemoizationTree>, bound: u64) -> Known {
        let data = &self.image.program.functions[func];
        let name = data.source_name.clone();
        let (globals, kept) = self.globals_of(func);
        let mut options = self.options.clone();
        options.search = Search::Depth;
        // Every path is wanted, not only those to a target.
        options.loops = Loops::Unroll;
        options.max_instructions = options.max_instructions.min(MOST_INSTRUCTIONS);
        options.deadline = self.deadline.map(|deadline| {
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            now + (left / 2).max(Duration::from_millis(200)).min(left)
        });
        let trees = if earlier.is_some() { BTreeMap::new() } else { self.trees.clone() };
        let deferral = deferral(self.image, &trees);
        let mut machine = deferring_machine(self.image, deferral, &options);
        let places = match machine.start_for_any_caller(func, &globals) {
            Ok(Some(places)) => places,
            Ok(None) | Err(_) => return Known::Refused("parameters".to_owned()),
        };
        machine.state.choices = Some(Vec::new());
        // In a caller something else may be assumed: memory that is no input has other contents.
        machine.splits_assumptions = true;
        let goal = match self.goal {
            Goal::Error => Goal::All,
            goal => goal.clone(),
        };
        let program = &self.image.program;
        let places = places.into_iter().map(|place| place_of(program, place)).collect();
        let mut observer = Unobserved;
        let mut explorer =
            Explorer::new(self.image, func, goal, options, machine, None, &mut observer);
        let is_placed = earlier.as_ref().is_some_and(|tree| tree.is_placed);
        let (leaves, cut) = earlier.map_or_else(Default::default, without_cut);
        let most = self.memo.most_paths;
        let recording = Recording { places, leaves, refused: None, bound, most, is_placed };
        let heuristic = match self.memo.heuristic {
            Heuristic::ErrorsOnly => Heuristic::ErrorsOnly,
            _ => Heuristic::None,
        };
        let memo = Memo::new(Rc::new(trees), (heuristic, self.memo.each), Some(recording));
        explorer.memo = Some(Box::new(memo));
        match cut[..] {
            [] => explorer.run(),
            _ => {
                cut.iter().for_each(|resume| explorer.wait_at(resume));
                explorer.run_waiting();
            }
        }
        let is_done = explorer.waits() == 0;
        let memo = explorer.memo.take();
        if let Some(memo) = &memo {
            self.outcome.init_invocations +=
                memo.calls.values().map(|calls| calls.reused).sum::<u64>();
        }
        let found = explorer.finish();
        self.outcome.init_queries += found.queries;
        self.outcome.init_checks += found.checks;
        let Some(recording) = memo.and_then(|memo| memo.recording) else {
            return Known::Refused("time".to_owned());
        };
        let is_cut = |(reason, _): &(String, String)| reason == "depth";
        match recording.refused {
            Some(why) => Known::Refused(why.to_owned()),
            None if !is_done || recording.leaves.is_empty() => Known::Refused("time".to_owned()),
            // Other sides of decisions were dropped, and are on no path.
            None if found.incomplete.keys().any(is_cut) => {
                Known::Refused("a limit was hit".to_owned())
            }
            None => Known::Tree(MemoizationTree {
                name,
                bound,
                leaves: recording.leaves,
                kept,
                layout: self.layout(),
                is_placed: recording.is_placed,
            }),
        }
    }

    /// The variables that a function and its callees use: inputs, and those that keep their initial
    /// values, which are the C library's and those too large.
    fn globals_of(&self, func: Func) -> (Vec<Global>, Vec<String>) {
        let program = &self.image.program;
        let (mut inputs, mut kept) = (BTreeSet::new(), BTreeSet::new());
        for callee in self.calls.reachable_from([func]) {
            let data = &program.functions[callee];
            let Some(body) = &data.body else { continue };
            let mut work: Vec<Global> = used_globals(body).into_iter().collect();
            let mut seen = BTreeSet::new();
            while let Some(global) = work.pop() {
                if !seen.insert(global) {
                    continue;
                }
                let GlobalData { name, constant, init, .. } = &program.globals[global];
                let is_input = !constant
                    && data.origin == Origin::Program
                    && !self.memo.concrete.contains(name);
                // What has its initial value points to others.
                let points = init.iter().filter(|_| !is_input).flat_map(Initializer::parts);
                work.extend(points.filter_map(|part| match part {
                    ConstExpr::Global(other, _) => Some(*other),
                    _ => None,
                }));
                match (is_input, constant) {
                    (true, _) => _ = inputs.insert(global),
                    (false, true) => {}
                    (false, false) => _ = kept.insert(global),
                }
            }
        }
        let mut left = MOST_GLOBAL_BYTES;
        inputs.retain(|&global| {
            let size = program.globals[global].size;
            let fits = size <= left && !kept.contains(&global);
            left -= if fits { size } else { 0 };
            if !fits {
                kept.insert(global);
            }
            fits
        });
        let name = |global: Global| program.globals[global].name.clone();
        (inputs.into_iter().collect(), kept.into_iter().map(name).collect())
    }
}

/// The paths of a tree that ended, and how to go on with the others.
fn without_cut(tree: MemoizationTree) -> (Vec<Leaf>, Vec<Resume>) {
    let mut cut = Vec::new();
    let mut leaves = tree.leaves;
    for leaf in &mut leaves {
        leaf.pairs.retain_mut(|pair| match pair.resume.take() {
            Some(resume) => {
                cut.push(resume);
                false
            }
            None => true,
        });
    }
    leaves.retain(|leaf| !leaf.pairs.is_empty());
    (leaves, cut)
}

fn place_of(program: &Program, place: InputPlace) -> Place {
    match place {
        InputPlace::Words(pieces) => Place::Words(pieces),
        InputPlace::Behind(word) => Place::Behind(word),
        InputPlace::Global(global) => Place::Global(program.globals[global].name.clone()),
    }
}

/// Whether a function has conditionals of its own.
fn has_conditional(body: &Body) -> bool {
    body.blocks.values().any(|block| {
        matches!(block.terminator, Terminator::Branch { .. } | Terminator::Switch { .. })
    })
}

fn used_globals(body: &Body) -> BTreeSet<Global> {
    let mut found = BTreeSet::new();
    let mut visit = |value| {
        if let Some(Constant::GlobalAddr(global, _)) = body.constant(value) {
            found.insert(*global);
        }
    };
    for block in body.blocks.values() {
        for &inst in &block.insts {
            body.insts[inst].kind.for_each_use(&mut visit);
        }
        block.terminator.for_each_use(&mut visit);
    }
    found
}

fn line_of(program: &Program, loc: pathweave_ir::Loc) -> u32 {
    // File, line, column.
    let text = program.describe_loc(loc);
    let mut numbers = text.rsplit(':').map_while(|part| part.parse::<u32>().ok());
    let column = numbers.next();
    numbers.next().or(column).unwrap_or(0)
}

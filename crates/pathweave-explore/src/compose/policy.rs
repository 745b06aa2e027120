//! Which calls are summarised and which are entered, and why.
//!
//! A function is entered where a summary would be wrong (it asks for inputs, it jumps out of its
//! frame, it is on the stack already) or would cost more than it saves (nothing in it branches).

use pathweave_exec::code::{Code, Op, Target};
use pathweave_exec::{CallDecision, CallHook, Image, InputModel};
use pathweave_ir::{CallGraph, Entity, Func, Origin, Program};
use std::collections::BTreeMap;

/// Why a function is entered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entered {
    /// It, or something it calls, asks for inputs of the program.
    AsksForInputs,
    /// It, or something it calls, uses `setjmp` or `longjmp`.
    Jumps,
    /// It has no branches.
    Straight,
    /// It is being executed already.
    Recursive,
    /// It made or freed objects.
    ChangesShape,
    /// An argument is undefined.
    UndefinedArgument,
    /// Nothing that it can see is symbolic: it has one path here.
    Concrete,
    /// Its caller has more objects than its first caller.
    ManyObjects,
    /// A pointer of the input is not decided yet: what it points to is made when it is followed.
    OpenPointer,
}

impl Entered {
    const ALL: [Self; 8] = [
        Self::AsksForInputs,
        Self::Jumps,
        Self::Straight,
        Self::Recursive,
        Self::ChangesShape,
        Self::UndefinedArgument,
        Self::Concrete,
        Self::ManyObjects,
    ];

    /// The reason with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.name() == name)
    }

    /// The word in the report.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsksForInputs => "asks-for-inputs",
            Self::Jumps => "jumps",
            Self::Straight => "straight",
            Self::Recursive => "recursive",
            Self::ChangesShape => "changes-shape",
            Self::UndefinedArgument => "undefined-argument",
            Self::Concrete => "concrete-inputs",
            Self::ManyObjects => "many-objects",
            Self::OpenPointer => "open-pointer",
        }
    }
}

/// Defers the calls that are summarised.
pub(crate) struct Deferring {
    always: Vec<Option<Entered>>,
    levels: Vec<usize>,
    /// How often each function is being executed.
    pub active: Vec<u32>,
    /// Nothing is deferred: a summary is being compared with its function.
    pub enters_all: bool,
    /// Everything is deferred: how a leaf ends is looked at ahead of its execution.
    pub enters_none: bool,
    /// Calls that were entered, by function and reason.
    pub entered: BTreeMap<(Func, Entered), u64>,
}

impl Deferring {
    /// What can be told from the program and its inputs alone.
    pub fn new(image: &Image, inputs: &InputModel) -> Self {
        let count = image.program.functions.len();
        let graph = CallGraph::new(&image.program);
        let mut always: Vec<Option<Entered>> = vec![None; count];
        for func in image.program.functions.keys().filter(|&func| image.code(func).is_none()) {
            let name = image.program.functions[func].source_name.as_str();
            // How much was read of standard input is no input of a function.
            let reads = inputs.stdin.is_some() && image.reads_descriptor(func);
            always[func.index()] = match reads {
                true => Some(Entered::AsksForInputs),
                // Destructors are called with the memory of the whole program.
                false if image.runs_destructors(func) && has_destructors(&image.program) => {
                    Some(Entered::Jumps)
                }
                false => reason_by_name(name),
            };
        }
        // What asks for inputs or jumps makes its callers do so.
        spread(image, &graph, &mut always);
        // In a circle of calls one function is summarised: inputs of two calls in progress would be one variable.
        let circles = CallGraph::loose(&image.program);
        for component in circles.bottom_up().iter().filter(|component| component.len() > 1) {
            let is_called = |func: &&Func| {
                let mut callers = circles.callers(**func).iter();
                callers.any(|caller| !component.contains(caller))
            };
            let kept = component.iter().find(is_called);
            for func in component.iter().filter(|&func| Some(func) != kept) {
                always[func.index()].get_or_insert(Entered::Recursive);
            }
        }
        for func in image.program.functions.keys() {
            let straight = image.code(func).is_some_and(|code| is_straight(image, code));
            // Who calls one of these decides what it means: `assume_abort_if_not` is no bug.
            let ends = ENDING.contains(&image.program.functions[func].source_name.as_str());
            if (straight || ends) && always[func.index()].is_none() {
                always[func.index()] = Some(Entered::Straight);
            }
        }
        let levels = levels(image, &graph);
        Self {
            always,
            levels,
            active: vec![0; count],
            enters_all: false,
            enters_none: false,
            entered: BTreeMap::new(),
        }
    }

    /// How many calls may be nested around a function, within reason.
    pub fn level(&self, func: Func) -> usize {
        self.levels[func.index()]
    }

    /// Counts a call that was entered.
    pub fn note(&mut self, func: Func, why: Entered) {
        *self.entered.entry((func, why)).or_default() += 1;
    }
}

impl CallHook for Deferring {
    fn enters(&mut self, func: Func) -> bool {
        if self.enters_all || self.enters_none {
            return self.enters_all;
        }
        let why = match self.always[func.index()] {
            Some(why) => why,
            None if self.active[func.index()] > 0 => Entered::Recursive,
            None => return false,
        };
        if why != Entered::Straight {
            self.note(func, why);
        }
        true
    }

    fn calls_natives(&self) -> bool {
        !self.enters_none
    }

    fn decide(&mut self, _func: Func, _args: &[u64]) -> CallDecision {
        CallDecision::Defer
    }
}

/// What asks for inputs or jumps makes its callers do so, by whatever pointer it is called.
fn spread(image: &Image, graph: &CallGraph, always: &mut [Option<Entered>]) {
    let functions = || image.program.functions.keys();
    let mut work: Vec<Func> = functions().filter(|func| always[func.index()].is_some()).collect();
    let mut is_open = true;
    while !work.is_empty() {
        while let Some(func) = work.pop() {
            for &caller in graph.callers(func) {
                if always[caller.index()].is_none() {
                    always[caller.index()] = always[func.index()];
                    work.push(caller);
                }
            }
        }
        // The graph has only calls through pointers of the right type.
        let taken = functions().filter(|&func| graph.is_address_taken(func));
        let why = taken.filter_map(|func| always[func.index()]).next();
        if why.is_some() && std::mem::replace(&mut is_open, false) {
            let calls = |func: &Func| {
                let indirect = |code: &Code| {
                    code.calls.iter().any(|call| matches!(call.target, Target::Indirect(_)))
                };
                always[func.index()].is_none() && image.code(*func).is_some_and(indirect)
            };
            work = functions().filter(calls).collect();
            work.iter().for_each(|func| always[func.index()] = why);
        }
    }
}

/// Whether code of the program is called when it exits.
fn has_destructors(program: &Program) -> bool {
    let mut all = program.destructors.iter();
    all.any(|&func| program.functions[func].origin == Origin::Program)
}

/// Functions of the library that end the program.
const ENDING: [&str; 6] = ["abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail"];

/// The longest chains of calls to each function, recursion aside; none is longer than `DEEP`.
fn levels(image: &Image, graph: &CallGraph) -> Vec<usize> {
    const DEEP: usize = 12;
    let mut levels = vec![0; image.program.functions.len()];
    for component in graph.bottom_up().iter().rev() {
        let level = component.iter().map(|func| levels[func.index()]).max().unwrap_or(0);
        for &func in component {
            levels[func.index()] = level;
            for callee in graph.callees(func) {
                if !component.contains(callee) {
                    let known = levels[callee.index()];
                    levels[callee.index()] = known.max((level + 1).min(DEEP));
                }
            }
        }
    }
    levels
}

fn reason_by_name(name: &str) -> Option<Entered> {
    let asks = ["klee_", "pathweave_make", "pathweave_int", "pathweave_range", "__VERIFIER_nondet"];
    let jumps = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "siglongjmp"];
    if asks.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(Entered::AsksForInputs);
    }
    jumps.contains(&name).then_some(Entered::Jumps)
}

/// Whether nothing in a function branches or calls anything but primitives of the interpreter.
fn is_straight(image: &Image, code: &Code) -> bool {
    let is_primitive = |target: &Target| match target {
        Target::Direct(callee) => image.code(*callee).is_none(),
        Target::Indirect(_) => false,
    };
    code.calls.iter().all(|call| is_primitive(&call.target))
        && code.switches.is_empty()
        && code.indirect.is_empty()
        && !code.ops.iter().any(|op| {
            matches!(
                op,
                Op::BranchIf { .. }
                    | Op::BranchEq { .. }
                    | Op::BranchNe { .. }
                    | Op::BranchUlt { .. }
                    | Op::BranchUle { .. }
                    | Op::BranchSlt { .. }
                    | Op::BranchSle { .. }
            )
        })
}

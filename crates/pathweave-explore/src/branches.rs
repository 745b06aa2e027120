//! What became of every outcome of every branch of the program's own code.
//!
//! *Infeasible* is a claim of proof: it is only made when every path was explored exactly.

use crate::coverage::{self, Side};
use crate::outcome::Incomplete;
use pathweave_exec::Image;
use pathweave_exec::code::{Code, EXECUTED, Op, Origin as OpOrigin, Pc};
use pathweave_ir::{Func, Origin, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// What is known about an outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BranchVerdict {
    /// It was taken.
    Covered,
    /// The branch was never executed.
    NeverReached,
    /// No path takes it.
    Infeasible,
    /// Not decided, and why.
    Unknown(String),
}

impl BranchVerdict {
    /// The word in `summary.json`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Covered => "covered",
            Self::NeverReached => "never-reached",
            Self::Infeasible => "infeasible",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// An outcome of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchOutcome {
    /// `file:line:column` of the branch.
    pub place: String,
    /// `true`, `false`, `default`, or the cases of a switch.
    pub side: String,
    /// What is known about it.
    pub verdict: BranchVerdict,
    /// The first test that takes it.
    pub test: Option<usize>,
    /// Whether coverage counts it: it is in a function that can be called, or was, and leads somewhere.
    pub is_counted: bool,
}

struct Site {
    func: Func,
    pc: Pc,
    side: Side,
    /// Whether it was taken, and by which test first.
    first: Option<Option<usize>>,
}

impl Site {
    fn mark(&self) -> (Pc, u8) {
        self.side.mark(self.pc)
    }
}

/// All outcomes.
pub struct Branches {
    sites: Vec<Site>,
    /// How many were taken, but by no test.
    orphans: usize,
}

impl Branches {
    /// All outcomes of a program, none of them seen.
    pub fn new(image: &Image) -> Self {
        let mut sites = Vec::new();
        for (func, function) in image.program.functions.iter() {
            if function.origin != Origin::Program {
                continue;
            }
            let Some(code) = image.code(func) else { continue };
            for pc in 0..code.ops.len() as u32 {
                let site = |side| Site { func, pc, side, first: None };
                sites.extend(coverage::sides(code, pc).map(site));
            }
        }
        Self { sites, orphans: 0 }
    }

    /// Credits a test with what was taken since the last time.
    pub fn credit(&mut self, image: &Image, test: Option<usize>) {
        for site in self.sites.iter_mut().filter(|site| site.first.is_none()) {
            if image.code(site.func).is_some_and(|code| site.side.is_taken(code, site.pc)) {
                site.first = Some(test);
                self.orphans += usize::from(test.is_none());
            }
        }
    }

    /// Whether there are outcomes that were taken, but by no test.
    pub fn has_orphans(&self) -> bool {
        self.orphans > 0
    }

    /// Takes the marks of execution off such outcomes; their numbers and marks.
    pub fn unmark_orphans(&self, image: &Image) -> Vec<(usize, u8)> {
        let mut orphans = Vec::new();
        for (number, site) in self.sites.iter().enumerate() {
            if site.first == Some(None)
                && let Some(code) = image.code(site.func)
            {
                let (pc, bit) = site.mark();
                let hits = &code.hits[pc as usize];
                orphans.push((number, hits.get() & bit));
                hits.set(hits.get() & !bit);
            }
        }
        orphans
    }

    /// Puts the marks back. Those that are there again are credited to the test of that run, if
    /// there was one; whether there are any.
    pub fn mark_orphans(
        &mut self,
        image: &Image,
        orphans: &[(usize, u8)],
        test: Option<usize>,
    ) -> bool {
        let mut found = false;
        for &(number, marks) in orphans {
            let site = &mut self.sites[number];
            let Some(code) = image.code(site.func) else { continue };
            if test.is_some() && site.side.is_taken(code, site.pc) {
                site.first = Some(test);
                self.orphans -= 1;
                found = true;
            }
            let hits = &code.hits[site.mark().0 as usize];
            hits.set(hits.get() | marks);
        }
        found
    }

    /// Gives what one test is credited with to another; whether there was anything.
    pub fn transfer(&mut self, from: usize, to: usize) -> bool {
        let mut found = false;
        for site in self.sites.iter_mut().filter(|site| site.first == Some(Some(from))) {
            site.first = Some(Some(to));
            found = true;
        }
        found
    }

    /// What became of each in a run that can call these functions. `proved` says that every path was
    /// explored exactly.
    pub fn outcomes(
        &mut self,
        image: &Image,
        callable: &BTreeSet<Func>,
        proved: bool,
        incomplete: &Incomplete,
    ) -> Vec<BranchOutcome> {
        self.credit(image, None);
        let describe = |site: &Site| {
            let code = image.code(site.func)?;
            let place = image.program.describe_loc(code.locs[site.pc as usize]);
            let executed = code.hits[site.pc as usize].get() & EXECUTED != 0;
            let verdict = match (site.first, executed, proved) {
                (Some(_), _, _) => BranchVerdict::Covered,
                (None, false, _) => BranchVerdict::NeverReached,
                (None, true, true) => BranchVerdict::Infeasible,
                (None, true, false) => BranchVerdict::Unknown(reason(incomplete, &place)),
            };
            let side = side_text(image, code, site);
            let is_counted = coverage::counts(callable, site.func, code)
                && !site.side.is_excluded(code, site.pc);
            Some(BranchOutcome { place, side, verdict, test: site.first.flatten(), is_counted })
        };
        self.sites.iter().filter_map(describe).collect()
    }
}

/// Why something at a place is not decided: the reasons of that place if there are any.
fn reason(incomplete: &Incomplete, place: &str) -> String {
    let head = |reason: &String| reason.split(':').next().unwrap_or_default().to_owned();
    let here: BTreeSet<String> =
        incomplete.keys().filter(|(_, at)| at == place).map(|(reason, _)| head(reason)).collect();
    let all: BTreeSet<String> = incomplete.keys().map(|(reason, _)| head(reason)).collect();
    let reasons = if here.is_empty() { all } else { here };
    if reasons.is_empty() {
        return "the answer did not need it".to_owned();
    }
    reasons.into_iter().take(3).collect::<Vec<_>>().join(", ")
}

fn side_text(image: &Image, code: &Code, site: &Site) -> String {
    let edge = match site.side {
        Side::Taken => return "true".to_owned(),
        Side::NotTaken => return "false".to_owned(),
        Side::Edge(to) => to,
    };
    let Op::Switch { table, .. } = code.ops[site.pc as usize] else { return String::new() };
    let table = &code.switches[table as usize];
    let body = image.program.functions[site.func].body.as_ref();
    let OpOrigin::Terminator(block, _) = code.origins[site.pc as usize] else {
        return String::new();
    };
    let Some(Terminator::Switch { cases, .. }) = body.map(|body| &body.blocks[block].terminator)
    else {
        return String::new();
    };
    let mut sides: BTreeMap<Pc, Vec<String>> = BTreeMap::new();
    for case in cases {
        let to = table.target(case.value.low_u64());
        sides.entry(to).or_default().push(case.value.to_signed_decimal());
    }
    match (sides.get(&edge), edge == table.default) {
        (Some(values), false) => format!("case {}", values.join(", ")),
        _ => "default".to_owned(),
    }
}

//! Lines and branches from clang's `--coverage`: the graph of each function (`.gcno`, GCC's gcov
//! format 4.8 and 11.1, of which clang writes the first up to version 20 or so and then the
//! second) and the counters that `runtime/replay/coverage.c` writes.
//!
//! Only arcs off a spanning tree are counted; the others follow from flow conservation. A run that
//! was cut short leaves functions that were entered and never left: flow vanishes in the block
//! where each of them stood, which the stack at the end tells by its line. Such runs are solved on
//! their own. Where several blocks have that line, the one that fits best is taken.

use pathweave_report::replay::{BranchCount, Coverage, FileCoverage};
use std::collections::BTreeMap;
use std::path::Path;

/// A way from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Arc {
    from: usize,
    to: usize,
    on_tree: bool,
    fake: bool,
}

/// A function's graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    ident: u32,
    name: String,
    file: String,
    line: u32,
    blocks: usize,
    arcs: Vec<Arc>,
    /// Lines of each block, with their files.
    lines: Vec<Vec<(String, u32)>>,
}

const NOTE_MAGIC: u32 = 0x6763_6e6f;
const TAG_FUNCTION: u32 = 0x0100_0000;
const TAG_BLOCKS: u32 = 0x0141_0000;
const TAG_ARCS: u32 = 0x0143_0000;
const TAG_LINES: u32 = 0x0145_0000;

/// The functions of a `.gcno` file.
pub fn read_graphs(bytes: &[u8]) -> Result<Vec<Graph>, String> {
    let mut words = Words(bytes);
    if words.number()? != NOTE_MAGIC {
        return Err("not a .gcno file".to_owned());
    }
    let version = words.number()?;
    let new = match &version.to_be_bytes() {
        b"408*" | b"407*" => false,
        b"B11*" | b"B01*" | b"A93*" => true,
        other => return Err(format!("version {} of .gcno is not known", other.escape_ascii())),
    };
    words.number()?;
    if new {
        words.string()?;
        words.number()?;
    }
    let mut graphs: Vec<Graph> = Vec::new();
    while !words.0.is_empty() {
        let (tag, length) = (words.number()?, words.number()?);
        if tag == 0 {
            break;
        }
        let mut record = Words(words.take(length as usize * 4)?);
        if tag == TAG_FUNCTION {
            graphs.push(read_function(&mut record, new)?);
        } else if let Some(graph) = graphs.last_mut() {
            graph.read_part(tag, length, &mut record, new)?;
        }
    }
    Ok(graphs)
}

fn read_function(record: &mut Words<'_>, new: bool) -> Result<Graph, String> {
    let ident = record.number()?;
    record.take(8)?;
    let name = record.string()?;
    if new {
        record.number()?;
    }
    let file = record.string()?;
    let line = record.number()?;
    Ok(Graph { ident, name, file, line, ..Graph::default() })
}

impl Graph {
    fn read_part(
        &mut self,
        tag: u32,
        length: u32,
        record: &mut Words<'_>,
        new: bool,
    ) -> Result<(), String> {
        match tag {
            TAG_BLOCKS => {
                let count = if new { record.number()? } else { length };
                // A block needs a word somewhere; this bounds what a broken file can ask for.
                self.blocks = usize::try_from(count.min(1 << 24)).unwrap_or(0);
                self.lines = vec![Vec::new(); self.blocks];
            }
            TAG_ARCS => {
                let from = record.number()? as usize;
                while !record.0.is_empty() {
                    let (to, flags) = (record.number()? as usize, record.number()?);
                    if from >= self.blocks || to >= self.blocks {
                        return Err("an arc of the .gcno file leads nowhere".to_owned());
                    }
                    let (on_tree, fake) = (flags & 1 != 0, flags & 2 != 0);
                    self.arcs.push(Arc { from, to, on_tree, fake });
                }
            }
            TAG_LINES => {
                let block = record.number()? as usize;
                let mut file = self.file.clone();
                while !record.0.is_empty() {
                    match record.number()? {
                        0 => file = record.string()?,
                        line => {
                            let lines = self.lines.get_mut(block);
                            lines
                                .ok_or("a line of the .gcno file has no block")?
                                .push((file.clone(), line));
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The lines where activations of this function stood.
    fn stopped(&self, stack: &[Frame]) -> Vec<u32> {
        let name = Path::new(&self.file).file_name();
        let own = |frame: &&Frame| {
            frame.function == self.name && Path::new(&frame.file).file_name() == name
        };
        stack.iter().filter(own).map(|frame| frame.line).collect()
    }

    /// How often each arc was taken, from the counters of those off the tree. `stopped` has the
    /// line of each activation that was cut short.
    fn solve(&self, counters: &[u64], stopped: &[u32]) -> Vec<u64> {
        let mut next = counters.iter().map(|&count| i128::from(count));
        let counted = |arc: &Arc| (!arc.on_tree).then(|| next.next().unwrap_or(0));
        let counts = self.arcs.iter().map(counted).collect();
        let mut flow = Flow { counts, lost: vec![0; self.blocks.max(1)] };
        for &line in stopped {
            let here = |lines: &[(String, u32)]| lines.iter().any(|(_, found)| *found == line);
            let candidates = (0..self.blocks).filter(|&block| here(&self.lines[block]));
            let fitting = candidates.map(|block| self.stop_in(&flow, block)).min_by_key(|flow| {
                let counts = self.balance(flow);
                let negative: i128 = counts.iter().filter(|&&count| count < 0).sum();
                // Of equal ones the one with the least executed.
                (-negative, counts.iter().sum::<i128>())
            });
            flow = fitting.unwrap_or(flow);
        }
        let counts = self.balance(&flow).into_iter();
        counts.map(|count| u64::try_from(count.max(0)).unwrap_or(u64::MAX)).collect()
    }

    /// The flow with one activation that entered and stopped in `block`. Clang counts the only
    /// way out of a block when the block begins: that count was one too early.
    fn stop_in(&self, flow: &Flow, block: usize) -> Flow {
        let mut flow = flow.clone();
        flow.lost[block] += 1;
        flow.lost[0] -= 1;
        let mut ways = self.arcs.iter().zip(&mut flow.counts).filter(|(arc, _)| arc.from == block);
        if let (Some((_, Some(count))), None) = (ways.next(), ways.next()) {
            *count -= 1;
        }
        flow
    }

    /// What flows through each arc.
    fn balance(&self, flow: &Flow) -> Vec<i128> {
        let mut arcs = self.arcs.clone();
        // From the exit back to the entry; what is not counted is how often it was called.
        let exit = 1.min(self.blocks.saturating_sub(1));
        arcs.push(Arc { from: exit, to: 0, on_tree: true, fake: false });
        let mut counts = flow.counts.clone();
        counts.push(None);
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.blocks.max(1)];
        for (index, arc) in arcs.iter().enumerate() {
            around[arc.from].push(index);
            if arc.to != arc.from {
                around[arc.to].push(index);
            }
        }
        let mut work: Vec<usize> = (0..around.len()).collect();
        while let Some(block) = work.pop() {
            let mut unknown = around[block].iter().filter(|&&arc| counts[arc].is_none());
            let (Some(&missing), None) = (unknown.next(), unknown.next()) else { continue };
            let mut balance = -flow.lost[block];
            for &index in &around[block] {
                let count = counts[index].unwrap_or(0);
                balance += if arcs[index].to == block { count } else { 0 };
                balance -= if arcs[index].from == block { count } else { 0 };
            }
            let leaves = arcs[missing].from == block;
            counts[missing] = Some(if leaves { balance } else { -balance });
            work.push(if leaves { arcs[missing].to } else { arcs[missing].from });
        }
        counts.pop();
        counts.into_iter().map(|count| count.unwrap_or(0)).collect()
    }
}

/// What is known of the flow through a graph.
#[derive(Clone)]
struct Flow {
    /// The counts of arcs off the tree.
    counts: Vec<Option<i128>>,
    /// How much vanishes in each block; the entry has what is put in for it.
    lost: Vec<i128>,
}

struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (head, tail) = self.0.split_at_checked(count).ok_or("the .gcno file ends early")?;
        self.0 = tail;
        Ok(head)
    }

    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// A counted string, in words, padded with zeros.
    fn string(&mut self) -> Result<String, String> {
        let words = self.number()? as usize;
        let bytes = self.take(words * 4)?;
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]);
        // A file that was included by its name has this in front.
        Ok(text.strip_prefix("./").unwrap_or(&text).to_owned())
    }
}

/// Counters by object (the stem of its `.gcda`) and function, and where the run was cut short.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    counts: BTreeMap<(String, u32), Vec<u64>>,
    /// Offsets of the functions that were entered and not left, innermost first.
    pub frames: Vec<u64>,
    /// The same as places, to be filled in by who knows the program's symbols.
    pub stack: Vec<Frame>,
}

/// A function that was entered and not left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Its file as the compiler resolved it.
    pub file: String,
    /// Where it stood.
    pub line: u32,
}

impl Counters {
    /// Reads what one run wrote; a line that makes no sense is skipped, since a run can be killed
    /// while it writes.
    pub fn read(text: &str) -> Self {
        let mut counters = Self::default();
        let (mut object, mut ident) = (String::new(), None);
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "file" => {
                    let name = rest.rsplit('/').next().unwrap_or(rest);
                    object = name.strip_suffix(".gcda").unwrap_or(name).to_owned();
                }
                "frame" => counters.frames.extend(u64::from_str_radix(rest, 16).ok()),
                "function" => ident = rest.split(' ').next().and_then(|word| word.parse().ok()),
                "arcs" => {
                    let counts = rest.split(' ').map(|word| word.parse().unwrap_or(0)).collect();
                    if let Some(ident) = ident.take() {
                        counters.add_one((object.clone(), ident), counts);
                    }
                }
                _ => {}
            }
        }
        counters
    }

    fn add_one(&mut self, key: (String, u32), counts: Vec<u64>) {
        let sum = self.counts.entry(key).or_default();
        sum.resize(sum.len().max(counts.len()), 0);
        for (sum, count) in sum.iter_mut().zip(counts) {
            *sum = sum.saturating_add(count);
        }
    }

    /// Adds the counters of another run.
    pub fn add(&mut self, other: Self) {
        for (key, counts) in other.counts {
            self.add_one(key, counts);
        }
    }
}

/// Counts of one function's branches: the condition's line, and how often each way was taken.
type Branches = Vec<(u32, u64)>;

/// Sums of counts, by file.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// By file, line and name of the function: one that several objects have is one.
    branches: BTreeMap<(String, u32, String), Branches>,
}

impl Tally {
    /// Adds the counts of an object's functions; without counters its lines count as unexecuted.
    pub fn add(&mut self, object: &str, graphs: &[Graph], counters: &Counters) {
        for graph in graphs {
            let counts = counters.counts.get(&(object.to_owned(), graph.ident));
            let counts = counts.map_or(&[][..], Vec::as_slice);
            let stopped = graph.stopped(&counters.stack);
            let counts = match stopped.is_empty() && counts.iter().all(|&count| count == 0) {
                true => vec![0; graph.arcs.len()],
                false => graph.solve(counts, &stopped),
            };
            self.add_function(graph, &counts);
        }
    }

    fn add_function(&mut self, graph: &Graph, counts: &[u64]) {
        let mut blocks = vec![0u64; graph.blocks];
        for (arc, &count) in graph.arcs.iter().zip(counts) {
            blocks[arc.to] = blocks[arc.to].saturating_add(count);
            if arc.from == 0 {
                blocks[0] = blocks[0].saturating_add(count);
            }
        }
        let mut executed: BTreeMap<(&str, u32), u64> = BTreeMap::new();
        for (lines, &count) in graph.lines.iter().zip(&blocks) {
            for (file, line) in lines {
                let most = executed.entry((file, *line)).or_default();
                *most = (*most).max(count);
            }
        }
        for ((file, line), count) in executed {
            let sum = self.lines.entry(file.to_owned()).or_default().entry(line).or_default();
            *sum = sum.saturating_add(count);
        }
        self.add_branches(graph, counts);
    }

    fn add_branches(&mut self, graph: &Graph, counts: &[u64]) {
        let mut found: Branches = Vec::new();
        let mut ways_out: Vec<Vec<u64>> = vec![Vec::new(); graph.blocks];
        for (arc, &count) in graph.arcs.iter().zip(counts).filter(|(arc, _)| !arc.fake) {
            ways_out[arc.from].push(count);
        }
        for (lines, ways) in graph.lines.iter().zip(ways_out) {
            if ways.len() > 1 {
                let line = lines.last().map_or(graph.line, |(_, line)| *line);
                found.extend(ways.into_iter().map(|count| (line, count)));
            }
        }
        let key = (graph.file.clone(), graph.line, graph.name.clone());
        let sums =
            self.branches.entry(key).or_insert_with(|| found.iter().map(|b| (b.0, 0)).collect());
        for (sum, (_, count)) in sums.iter_mut().zip(found) {
            sum.1 = sum.1.saturating_add(count);
        }
    }

    /// The coverage of the files that `wanted` accepts.
    pub fn coverage(self, wanted: impl Fn(&str) -> bool) -> Coverage {
        let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
        for (file, lines) in self.lines {
            files.entry(file).or_default().lines = lines;
        }
        for ((file, _, _), branches) in self.branches {
            let counts = branches.into_iter().map(|(line, taken)| BranchCount { line, taken });
            files.entry(file).or_default().branches.extend(counts);
        }
        let named = files.into_iter().filter(|(file, _)| wanted(file));
        let files = named.map(|(file, mut coverage)| {
            coverage.file = file;
            // Stable: ways of one condition stay in their order.
            coverage.branches.sort_by_key(|branch| branch.line);
            coverage
        });
        Coverage { files: files.collect() }
    }
}

#[cfg(test)]
mod tests;

//! The source files of a program as `summary.json` has them: which text was explored, what of it was
//! executed, where its functions are.

use pathweave_exec::Image;
use pathweave_explore::coverage::{self, Coverage};
use pathweave_ir::{File, Func, Origin};
use pathweave_report::exploration::{SourceEntry, SourceFunction};
use pathweave_report::lines::{LAST, Lines};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Which text each source file had.
pub type Hashes = BTreeMap<File, String>;

/// Looks at the sources before exploration: they may change meanwhile.
pub fn hashes(image: &Image) -> Hashes {
    let hash = |file: File| (file, hash_of(Path::new(&image.program.files[file].path)));
    functions(image).into_keys().map(hash).collect()
}

/// The sources of a run, in order of their names.
pub fn entries(
    image: &Image,
    entry: Func,
    executed: &Coverage,
    hashes: &Hashes,
) -> Vec<SourceEntry> {
    let callable = coverage::callable(image, entry);
    let lines_of = |lines: &BTreeSet<(File, u32)>, file: File| -> Lines {
        lines.range((file, 0)..=(file, u32::MAX)).map(|(_, line)| *line).collect()
    };
    let mut entries: Vec<SourceEntry> = functions(image)
        .into_iter()
        .map(|(file, functions)| {
            let mut known: Vec<SourceFunction> = functions
                .into_iter()
                .map(|(func, line, last)| SourceFunction {
                    line,
                    last,
                    name: image.program.functions[func].source_name.clone(),
                    callable: callable.contains(&func),
                })
                .collect();
            known.sort();
            known.dedup();
            SourceEntry {
                file: image.program.files[file].path.clone(),
                sha256: hashes.get(&file).cloned().unwrap_or_default(),
                lines: lines_of(&executed.lines, file),
                executed: lines_of(&executed.lines_covered, file),
                functions: known,
            }
        })
        .collect();
    entries.sort_by(|a, b| a.file.cmp(&b.file));
    entries
}

/// The program's own functions by file, each with its first and last line.
fn functions(image: &Image) -> BTreeMap<File, Vec<(Func, u32, u32)>> {
    let program = &image.program;
    let mut files: BTreeMap<File, Vec<(Func, u32, u32)>> = BTreeMap::new();
    for (func, function) in program.functions.iter() {
        if function.origin != Origin::Program || function.body.is_none() {
            continue;
        }
        let (Some(debug), Some(code)) = (&function.debug, image.code(func)) else { continue };
        let start = &program.locs[debug.loc];
        let Some(file) = start.file.filter(|_| start.line > 0 && start.line <= LAST) else {
            continue;
        };
        let own = code.locs.iter().map(|&loc| &program.locs[loc]);
        let lines =
            own.filter(|loc| loc.file == Some(file) && loc.line <= LAST).map(|loc| loc.line);
        let last = lines.max().unwrap_or(start.line).max(start.line);
        files.entry(file).or_default().push((func, start.line, last));
    }
    files
}

/// SHA-256 of a file in hexadecimal; empty when it cannot be read.
pub fn hash_of(path: &Path) -> String {
    std::fs::read(path).map_or_else(|_| String::new(), |bytes| hash(&bytes))
}

/// SHA-256 in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes() {
        assert_eq!(hash_of(Path::new("/no/such/file")), "");
        assert_eq!(hash_of(Path::new("/dev/null"))[..16], *"e3b0c44298fc1c14");
        assert_eq!(hash(b""), hash_of(Path::new("/dev/null")));
    }
}

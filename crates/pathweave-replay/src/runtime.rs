//! The C sources of the native side and the headers for harnesses, embedded.

use std::path::Path;
use std::{fs, io};

/// Headers for programs: names below an include directory, and their texts.
pub const HEADERS: &[(&str, &str)] = &[
    ("pathweave.h", include_str!("../../../runtime/include/pathweave.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
];

/// The sources of the native side; `replay.c` includes the others.
pub const SOURCES: &[(&str, &str)] = &[
    ("replay.h", include_str!("../../../runtime/replay/replay.h")),
    ("replay.c", include_str!("../../../runtime/replay/replay.c")),
    ("process.c", include_str!("../../../runtime/replay/process.c")),
    ("inputs.c", include_str!("../../../runtime/replay/inputs.c")),
    ("coverage.c", include_str!("../../../runtime/replay/coverage.c")),
    ("intrinsics.c", include_str!("../../../runtime/replay/intrinsics.c")),
    ("nondet.c", include_str!("../../../runtime/replay/nondet.c")),
    ("fuzzer.c", include_str!("../../../runtime/replay/fuzzer.c")),
];

/// Writes files below a directory, which is made.
pub fn write_all(files: &[(&str, &str)], directory: &Path) -> io::Result<()> {
    for (name, text) in files {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

/// The exit code with which the C side says that a run left the test's path.
pub const DIVERGED: i32 = 113;

/// What begins every line of the C side on standard error.
pub const MARK: &str = "==pathweave== ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_agree() {
        let text = |name: &str| SOURCES.iter().find(|(n, _)| *n == name).map(|(_, t)| *t);
        let header = text("replay.h").expect("embedded");
        assert!(header.contains(&format!("#define PATHWEAVE_DIVERGED {DIVERGED}\n")));
        assert!(text("process.c").expect("embedded").contains(MARK));
    }
}

//! A clang with sanitizers, for tests.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The first on the PATH whose sanitizers link. Without one there is nothing to test: that is
/// said on standard error.
pub fn clang() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(find);
    if found.is_none() {
        eprintln!("SKIPPED: no clang with sanitizers on the PATH");
    }
    found.clone()
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = (14..=22).rev().map(|version| format!("clang-{version}"));
    let names: Vec<String> = std::iter::once("clang".to_owned()).chain(versions).collect();
    let all = names.iter().flat_map(|name| directories.iter().map(move |d| d.join(name)));
    all.filter(|path| path.is_file()).find(|path| {
        let directory = tempfile::tempdir();
        directory.is_ok_and(|directory| {
            let source = directory.path().join("empty.c");
            let written = std::fs::write(&source, "int main(void) { return 0; }\n");
            let mut command = Command::new(path);
            command
                .arg("-fsanitize=address")
                .arg(&source)
                .arg("-o")
                .arg(directory.path().join("empty"));
            written.is_ok() && command.output().is_ok_and(|output| output.status.success())
        })
    })
}

//! A program whose decisions are joined does what it did before: same output, same exit code.
//!
//! A part of the programs under `tests/programs/pass` is enough here; random functions are tried
//! with the pass itself.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// One program in so many.
const SHARE: usize = 4;

fn run(program: &Path, flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("run")
        .args(flags)
        .arg(program)
        .stdin(Stdio::null())
        .output()
        .expect("pathweave can be run")
}

#[test]
fn joined_programs_do_the_same() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/pass");
    let files = std::fs::read_dir(directory).expect("the programs are there");
    let mut programs: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert!(programs.len() > 100, "there are {} programs", programs.len());
    for program in programs.iter().step_by(SHARE) {
        let (plain, joined) = (run(program, &[]), run(program, &["--joined"]));
        assert_eq!(plain.status.code(), joined.status.code(), "{}", program.display());
        assert_eq!(plain.stdout, joined.stdout, "{}", program.display());
    }
}

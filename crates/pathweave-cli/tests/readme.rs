//! The README's first run is true: the command is run and its output compared.

use std::path::Path;
use std::process::Command;

#[test]
fn the_first_run_prints_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let start = readme.find("$ pathweave ").expect("the README shows a run");
    let shown = &readme[start..];
    let shown = &shown[..shown.find("```").expect("the block ends")];
    let (command, expected) = shown.split_once('\n').expect("output follows");
    let arguments = command.trim_start_matches("$ pathweave ").split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .args(arguments)
        .current_dir(root)
        .output()
        .expect("the command runs");
    let both = [output.stdout, output.stderr].concat();
    assert_eq!(String::from_utf8_lossy(&both), expected);
}

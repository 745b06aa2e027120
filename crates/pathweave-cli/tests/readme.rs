//! The README's runs are true: each command is run and its output compared.

use std::path::Path;
use std::process::Command;

#[test]
fn the_runs_print_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    // Output of runs does not belong into the sources.
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(place.join("examples")).expect("writable");
    for entry in std::fs::read_dir(root.join("examples")).expect("examples").flatten() {
        let copy = place.join("examples").join(entry.file_name());
        std::fs::copy(entry.path(), copy).expect("writable");
    }
    let mut runs = 0;
    for shown in readme.split("\n$ pathweave ").skip(1) {
        let shown = &shown[..shown.find("```").expect("the block ends")];
        let (arguments, expected) = shown.split_once('\n').expect("output follows");
        let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
            .args(arguments.split_whitespace())
            .current_dir(&place)
            .output()
            .expect("the command runs");
        let both = [output.stdout, output.stderr].concat();
        let both = String::from_utf8_lossy(&both);
        // What this machine has to do without is not the README's business.
        let kept: Vec<&str> = both.lines().filter(|line| !line.starts_with("  note: ")).collect();
        assert_eq!(kept, expected.lines().collect::<Vec<_>>(), "{arguments}");
        runs += 1;
    }
    assert_eq!(runs, 2, "every run was found");
}

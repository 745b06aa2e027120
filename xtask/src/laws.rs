//! The laws of the tree, checked by `cargo test` and `cargo xtask laws`.
//!
//! Which crate may use which, that every Rust file says what it is, that no
//! module is a `utils`, that no file names a package registry's host.

use std::fs;
use std::path::{Path, PathBuf};

use crate::subject::root;

/// The crates, each with those it may depend on. `*` is every crate.
const LAYERS: [(&str, &[&str]); 14] = [
    ("bits", &[]),
    ("term", &["bits"]),
    ("ir", &["bits"]),
    ("report", &["bits"]),
    ("store", &[]),
    ("memory", &["bits", "term", "ir"]),
    ("solver", &["bits", "term"]),
    ("exec", &["bits", "term", "ir", "report", "memory"]),
    ("summary", &["bits", "term", "ir", "report", "memory"]),
    ("llvm", &["bits", "ir"]),
    ("loops", &["bits", "term", "ir", "memory", "solver", "exec", "summary"]),
    (
        "explore",
        &["bits", "term", "ir", "report", "memory", "solver", "exec", "summary", "loops", "store"],
    ),
    ("replay", &["bits", "report"]),
    ("cli", &["*"]),
];

/// Names that say nothing about what a module holds.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "misc", "common", "manager"];

const LONGEST_FILE: usize = 900;

/// Checks the repository and prints what breaks a law.
pub fn run() -> Result<(), String> {
    let broken = check(&root());
    for line in &broken {
        println!("{line}");
    }
    if broken.is_empty() { Ok(()) } else { Err(format!("{} laws broken", broken.len())) }
}

/// Every breach below `root`, as `path: what is wrong`.
fn check(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    let mut files = Vec::new();
    collect(root, &mut files);
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let Ok(text) = fs::read_to_string(file) else { continue };
        let mut report = |reason: String| broken.push(format!("{name}: {reason}"));
        // Snippets are inputs of the reader's tests, not sources of ours.
        if name.ends_with(".rs") && !name.contains("/snippets/") {
            check_source(&name, &text, &mut report);
        }
        if name.starts_with("crates/") && name.ends_with("/Cargo.toml") {
            check_layers(&name, &text, &mut report);
        }
        if !name.ends_with("Cargo.lock") {
            check_hosts(&text, &mut report);
        }
    }
    broken
}

fn check_source(name: &str, text: &str, report: &mut impl FnMut(String)) {
    if !text.starts_with("//!") {
        report("does not start with `//!`".into());
    }
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        report(format!("{lines} lines, more than {LONGEST_FILE}"));
    }
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    if let Some(stem) = stem.filter(|stem| EMPTY_NAMES.contains(&stem.as_str())) {
        report(format!("`{stem}` does not say what the module is"));
    }
}

fn check_layers(name: &str, text: &str, report: &mut impl FnMut(String)) {
    let owner =
        name.split('/').nth(1).and_then(|krate| krate.strip_prefix("pathweave-")).unwrap_or("");
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == owner) else {
        report("is not in the table of layers".into());
        return;
    };
    for used in dependencies(text) {
        if !allowed.contains(&"*") && !allowed.contains(&used.as_str()) {
            report(format!("{owner} may not use {used}"));
        }
    }
}

/// The workspace crates under `[dependencies]`, without their prefix.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut used = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[dependencies]";
        } else if inside {
            let word = line.split(['.', ' ', '=']).next().unwrap_or("");
            used.extend(word.strip_prefix("pathweave-").map(str::to_owned));
        }
    }
    used
}

fn check_hosts(text: &str, report: &mut impl FnMut(String)) {
    for (name, domain) in [("crates", "io"), ("pypi", "org"), ("npmjs", "org"), ("npmjs", "com")] {
        if text.contains(&format!("{name}.{domain}")) {
            report("names a package registry's host".into());
        }
    }
}

/// Text files of the repository; build products and hidden files apart.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let skipped = name.starts_with("target")
            || (name.starts_with('.') && name != ".ci" && name != ".cargo");
        if skipped {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
    files.sort();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_keeps_its_laws() {
        let broken = check(&root());
        assert!(broken.is_empty(), "\n{}", broken.join("\n"));
    }

    #[test]
    fn breaches_are_seen() {
        let mut seen = Vec::new();
        check_source("crates/a/src/utils.rs", "fn f() {}\n", &mut |reason| seen.push(reason));
        check_layers(
            "crates/pathweave-term/Cargo.toml",
            "[dependencies]\npathweave-exec.workspace = true\n\n[dev-dependencies]\npathweave-llvm = 1\n",
            &mut |reason| seen.push(reason),
        );
        check_hosts(&["see https://crates", "io/x"].join("."), &mut |reason| seen.push(reason));
        assert_eq!(seen.len(), 4, "{seen:?}");
    }
}

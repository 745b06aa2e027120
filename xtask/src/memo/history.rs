//! A real library before and after an upgrade: zstd 1.5.6 and 1.5.7, in two consecutive versions of the
//! package that carries them.
//!
//! Runs in this order: cold, unchanged, upgraded on the same store, unchanged again, and the upgraded one
//! without a store. What the run on the old store finds must be what the run without one finds.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{explore, number};
use crate::sources::{self, Package};
use crate::subject::{Subject, root};

const OLD: Package =
    Package { name: "zstd-sys", version: "2.0.13+zstd.1.5.6", directory: "zstd/lib" };
const NEW: Package =
    Package { name: "zstd-sys", version: "2.0.14+zstd.1.5.7", directory: "zstd/lib" };

pub(super) fn run(subject: &Subject, out: &Path, seconds: u64) -> Result<(), String> {
    let old = sources::fetch("memo-old", &[OLD])?.join(OLD.name).join(OLD.directory);
    let new = sources::fetch("memo-new", &[NEW])?.join(NEW.name).join(NEW.directory);
    let store = out.join("history");
    let _ = fs::remove_dir_all(&store);
    let kept = store.display().to_string();
    let kept = ["--store", &kept];
    println!("\n| zstd | queries | asked | executed | reused | wall ms | paths | complete |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let runs: [(&str, &Path, &str, &[&str]); 7] = [
        ("1.5.6, `dart`", &old, "dart", &[]),
        ("1.5.6, cold", &old, "memo", &kept),
        ("1.5.6, unchanged", &old, "memo", &kept),
        ("1.5.7, store of 1.5.6", &new, "memo", &kept),
        ("1.5.7, unchanged", &new, "memo", &kept),
        ("1.5.7, no store", &new, "memo", &[]),
        ("1.5.7, `dart`", &new, "dart", &[]),
    ];
    let mut found = Vec::new();
    let mut executed = String::new();
    let mut reused = String::new();
    for (what, library, strategy, more) in runs {
        let include = format!("-I{}", library.display());
        let flags = [&["--strategy", strategy, "--cflags", &include], more].concat();
        let file = root().join("tests/memo/history/zstd.c");
        let run = explore(subject, "test", &file, &flags, out, seconds)?;
        println!(
            "| {what} | {} | {} | {} | {} | {} | {} | {} |",
            number(&run, "/solver/queries"),
            number(&run, "/solver/sat") + number(&run, "/solver/unsat"),
            names(&run, "executed").len(),
            names(&run, "reused").len(),
            number(&run, "/wall_ms"),
            number(&run, "/paths"),
            run["complete"],
        );
        if what == "1.5.7, store of 1.5.6" {
            executed = names(&run, "executed").join(", ");
            reused = names(&run, "reused").join(", ");
        }
        if library == new {
            found.push((number(&run, "/paths"), run["complete"].clone(), run["verdict"].clone()));
        }
    }
    println!("\nafter the upgrade executed: {executed}\nreused: {reused}");
    found.dedup();
    match found.len() {
        1 => Ok(()),
        _ => Err("the store changes what is found".to_owned()),
    }
}

fn names(run: &Value, list: &str) -> Vec<String> {
    let all = run["memo"][list].as_array().cloned().unwrap_or_default();
    all.iter().map(|name| name.as_str().unwrap_or("?").to_owned()).collect()
}

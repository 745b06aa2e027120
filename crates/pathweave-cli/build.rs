//! Embeds the sources of the C runtime: every file that `runtime/MANIFEST` names.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../runtime");
    let root = root.canonicalize().expect("the runtime stands beside the crates");
    println!("cargo::rerun-if-changed={}", root.display());
    let manifest = fs::read_to_string(root.join("MANIFEST")).expect("runtime/MANIFEST is there");
    let mut table = String::from("&[\n");
    for name in manifest.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let path = root.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("strings grow");
    }
    table.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("runtime_sources.rs");
    fs::write(out, table).expect("the build directory is writable");
}

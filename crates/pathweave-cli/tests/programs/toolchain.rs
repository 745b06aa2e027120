//! Which clangs are installed, and which of them runs which program.
//!
//! The choice is a function of the program's name, so that the same tree
//! always runs the same tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::case::Case;

/// The versions that are compared when they are installed.
const VERSIONS: [u32; 4] = [14, 16, 19, 22];

/// Newer ones are taken only when asked for, or when there is nothing else.
const PROMISED: u32 = 19;

/// An installed clang.
#[derive(Clone, Debug)]
pub struct Clang {
    /// Major version.
    pub version: u32,
    /// Its full path.
    pub path: PathBuf,
}

impl Clang {
    /// `clang-19`
    pub fn label(&self) -> String {
        format!("clang-{}", self.version)
    }
}

/// What this run of the tests covers.
pub struct Selection {
    /// The clangs in use; the first is the main one, which takes every level.
    pub clangs: Vec<Clang>,
    /// Every clang at every level.
    all: bool,
    /// A clang whose sanitizers work, with a symbolizer.
    pub sanitizer: Option<Clang>,
}

impl Selection {
    /// Reads `PATHWEAVE_TEST_CLANGS` (`all`, or numbers) and looks around.
    pub fn from_environment() -> Selection {
        let wanted = std::env::var("PATHWEAVE_TEST_CLANGS").unwrap_or_default();
        let all = wanted == "all";
        let numbers: Vec<u32> =
            wanted.split([',', ' ']).filter_map(|word| word.parse().ok()).collect();
        let mut clangs: Vec<Clang> = VERSIONS
            .iter()
            .filter(|&&version| match numbers.as_slice() {
                [] => all || version <= PROMISED,
                some => some.contains(&version),
            })
            .filter_map(|&version| installed(version))
            .collect();
        if clangs.is_empty() && numbers.is_empty() {
            clangs.extend(unversioned().or_else(|| (15..=22).rev().find_map(installed)));
        }
        // The newest of the three that the project promises comes first.
        clangs.sort_by_key(|clang| (clang.version > PROMISED, u32::MAX - clang.version));
        let sanitizer = clangs.iter().find(|clang| has_sanitizers(clang)).cloned();
        Selection { clangs, all, sanitizer }
    }

    /// The clangs and levels one program runs with.
    pub fn runs_of(&self, case: &Case) -> Vec<(Clang, String)> {
        let mut runs = Vec::new();
        for (index, clang) in self.clangs.iter().enumerate() {
            if clang.version < case.min_clang {
                continue;
            }
            let levels = if index == 0 || self.all {
                case.levels.clone()
            } else {
                let turn = (fingerprint(case.name.as_bytes()) as usize).wrapping_add(index);
                vec![case.levels[turn % case.levels.len()].clone()]
            };
            runs.extend(levels.into_iter().map(|level| (clang.clone(), level)));
        }
        runs
    }
}

/// The FNV-1a hash: for cache keys and for spreading work, never for safety.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The first file called `name` on the path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

fn installed(version: u32) -> Option<Clang> {
    Some(Clang { version, path: on_path(&format!("clang-{version}"))? })
}

/// A plain `clang`, with the version it says it has.
fn unversioned() -> Option<Clang> {
    let path = on_path("clang")?;
    let output = Command::new(&path).arg("-dumpversion").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.split('.').next()?.trim().parse().ok()?;
    Some(Clang { version, path })
}

fn has_sanitizers(clang: &Clang) -> bool {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = directory.join(format!("sanitizer-probe-{}", clang.version));
    let source = program.with_extension("c");
    let compiles = |kind: &str| {
        Command::new(&clang.path)
            .args([kind, "-o"])
            .args([&program, &source])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    symbolizer(clang).is_some()
        && std::fs::write(&source, "int main(void) { return 0; }\n").is_ok()
        && compiles("-fsanitize=address,undefined")
        && compiles("-fsanitize=memory")
}

/// The program that turns addresses into lines for the sanitizers.
pub fn symbolizer(clang: &Clang) -> Option<PathBuf> {
    on_path(&format!("llvm-symbolizer-{}", clang.version)).or_else(|| on_path("llvm-symbolizer"))
}

//! C sources that registry packages carry, fetched when they are needed.
//!
//! They go into the target directory; nothing of them is committed. Versions
//! are exact, so that figures can be compared.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::process;
use crate::subject::scratch;

/// A package that carries C sources.
#[derive(Clone, Copy)]
pub struct Package {
    pub name: &'static str,
    pub version: &'static str,
    /// Directory of the sources inside the package.
    pub directory: &'static str,
}

/// The directory that holds each of `packages` under its name: a throw-away
/// Cargo project, called `name`, depends on them, and Cargo copies them.
pub fn fetch(name: &str, packages: &[Package]) -> Result<PathBuf, String> {
    let directory = scratch(name)?.join("sources");
    let vendored = directory.join("vendor");
    let is_there = |package: &Package| vendored.join(package.name).join(package.directory).is_dir();
    if packages.iter().all(is_there) {
        return Ok(vendored);
    }
    let mut manifest =
        "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n".to_owned();
    for package in packages {
        manifest.push_str(&format!("{} = \"={}\"\n", package.name, package.version));
    }
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&directory))
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    write("Cargo.toml", &manifest)?;
    write("src/lib.rs", "")?;
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg("vendor").arg(&vendored).current_dir(&directory);
    let ended = process::run(command, Duration::from_secs(300))?;
    match ended.code {
        Some(0) => Ok(vendored),
        _ => Err(format!("the sources cannot be fetched:\n{}", ended.stderr)),
    }
}

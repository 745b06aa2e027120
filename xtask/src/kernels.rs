//! Five kernels: how much slower than native `-O0` code the interpreter is.
//!
//! Both sides run the same source compiled at the same level; the figure is
//! the median of several runs, loading excluded, and the summary is the
//! geometric mean. Output must be equal, or there is no figure.

use std::time::Duration;

use crate::arguments::Arguments;
use crate::subject::{Subject, root, scratch};

const KERNELS: [&str; 5] = ["sieve", "matmul", "quicksort", "sha256", "strsearch"];

/// The figures of one kernel.
struct Figures {
    native: f64,
    interpreted: f64,
    load_ms: f64,
    mips: f64,
}

/// Measures every kernel and prints a table.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let runs = arguments.number("runs", 5)?.max(1) as usize;
    println!("kernel     native s  pathweave s  slow-down  million IR/s  load ms");
    let mut logarithms = 0.0;
    for kernel in KERNELS {
        let figures = measure(&subject, kernel, runs)?;
        let ratio = figures.interpreted / figures.native;
        logarithms += ratio.ln();
        println!(
            "{kernel:9}  {:8.4}  {:11.3}  {ratio:9.1}  {:12.1}  {:7.0}",
            figures.native, figures.interpreted, figures.mips, figures.load_ms
        );
    }
    println!("geometric mean of the slow-down: {:.1}", (logarithms / KERNELS.len() as f64).exp());
    Ok(())
}

fn measure(subject: &Subject, kernel: &str, runs: usize) -> Result<Figures, String> {
    let sources = [root().join("bench/kernels").join(format!("{kernel}.c"))];
    let flags = ["-O0".to_owned()];
    let program = scratch("kernels")?.join(kernel);
    subject.compile(&sources, &flags, &program)?;
    let mut native = Vec::new();
    let mut expected = String::new();
    for _ in 0..runs {
        let ended = subject.native(&program, &[], Duration::from_secs(60))?;
        native.push(ended.wall.as_secs_f64());
        expected = ended.stdout;
    }
    let mut interpreted = Vec::new();
    for _ in 0..runs {
        let run = subject.interpret(&sources, &flags, &[], Duration::from_secs(600))?;
        if run.output != expected {
            return Err(format!(
                "{kernel}: output differs\n  native:    {expected}  pathweave: {}\n  {}",
                run.output, run.command
            ));
        }
        interpreted.push((run.seconds(), run.load_ms, run.mips()));
    }
    native.sort_by(f64::total_cmp);
    interpreted.sort_by(|left, right| left.0.total_cmp(&right.0));
    let (seconds, load_ms, mips) = interpreted[interpreted.len() / 2];
    Ok(Figures { native: native[native.len() / 2], interpreted: seconds, load_ms, mips })
}

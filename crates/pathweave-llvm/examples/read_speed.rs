//! Reads files of LLVM text and says how fast: `cargo run --release --example read_speed FILE…`
#![allow(clippy::print_stdout)]

use std::time::Instant;

fn main() {
    let (mut bytes, mut seconds, mut failed) = (0usize, 0f64, 0);
    for path in std::env::args().skip(1) {
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                failed += 1;
                continue;
            }
        };
        let start = Instant::now();
        let result = pathweave_llvm::read(&path, &text);
        seconds += start.elapsed().as_secs_f64();
        bytes += text.len();
        if let Err(error) = result {
            println!("{error}");
            failed += 1;
        }
    }
    let speed = bytes as f64 / 1e6 / seconds.max(1e-9);
    println!("{bytes} bytes in {seconds:.3} s: {speed:.1} MB/s; {failed} failed");
}

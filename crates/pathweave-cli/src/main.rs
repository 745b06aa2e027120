//! The `pathweave` command.

fn main() {}

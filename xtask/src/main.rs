//! Long campaigns over the workspace.

fn main() {}

//! The commands of the workspace.

fn main() {}

//! `tokenwright-workbench`, the executable that `cargo xtask` delegates to.

use std::process::ExitCode;

fn main() -> ExitCode {
    tokenwright_workbench::main()
}

//! The executable that `cargo xtask` delegates to; it has every command.

use std::process::ExitCode;

fn main() -> ExitCode {
    xtask::main()
}

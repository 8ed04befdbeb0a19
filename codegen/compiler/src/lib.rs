//! The back end of Tokenwright: a checked model in, Rust source out.

pub mod emit;
pub mod ir;
pub mod lower;
pub mod optimise;
pub mod program;

use optimise::Passes;
use program::Program;
use tokenwright_tables::load::Loaded;

/// Compiles checked tables to a program, which [`emit`] prints.
///
/// # Errors
/// What the tables say and no program can do.
pub fn compile(tables: &Loaded, passes: Passes) -> Result<Program, String> {
    let machine = lower::machine(tables)?;
    Ok(optimise::run(machine, passes))
}

//! Passes over the IR, each of which can be switched off.
//!
//! Without any pass, the program is the states as lowered, with the same output.

mod bulk_scans;
mod facts;
mod hot_path;
mod hot_rows;
mod passes;
mod references;
mod stops;
mod tree;

pub use passes::{Part, Pass, Passes};

use crate::ir::LoweredMachine;
use crate::program::{Program, References, Scans};
use tree::{HotStates, Tree};

/// Optimises a machine.
#[must_use]
pub fn run(machine: LoweredMachine, passes: &Passes) -> Program {
    let scans = match passes.has(Pass::BulkScans) {
        true => bulk_scans::find(&machine, passes),
        false => Scans::new(),
    };
    if !(machine.hot_path && passes.has(Pass::HotPath)) {
        return Program {
            machine,
            scans,
            references: References::new(),
            hot_path: None,
        };
    }
    let path = hot_rows::find(&machine, &scans, passes.has(Pass::ColdRows));
    let references = match passes.has(Pass::References) {
        true => references::find(&machine, &scans, &path),
        false => References::new(),
    };
    let hot = HotStates {
        machine: &machine,
        scans: &scans,
        path: &path,
    };
    let tree = Tree::grow(hot, passes);
    let hot_path = hot_path::write(hot, &references, &tree);
    Program {
        hot_path: Some(hot_path).filter(|hot_path| !hot_path.entries.is_empty()),
        machine,
        scans,
        references,
    }
}

//! Passes over the IR, each of which can be switched off.
//!
//! A pass adds what the emitter may use; with all of them off the generated code does the same.

mod facts;
mod fuse;
mod leave;
mod references;
mod runs;
mod tree;

pub use facts::{Attributes, Facts, Pending};
pub use fuse::{FastRow, Path};
pub use references::{
    BEYOND, Becomes, Before, Faults, NumberRules, Numbers, Receiver, Reference, References,
};
pub use tree::{Choice, Node, Tree, choices};

use crate::ir::Machine;

/// Which passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// States in which most characters have the same done to them do it in bulk.
    pub runs: bool,
    /// Runs that are names are looked through byte by byte at first.
    pub near: bool,
    /// A name that goes on after that, with letters in upper case or what names seldom have, is read to its end in
    /// one piece.
    pub names: bool,
    /// Paths that documents take most are one loop without a dispatch.
    pub fuse: bool,
    /// What usually stands at a place of that loop is asked for before all else.
    pub usual: bool,
    /// Attributes are written down in one piece, when their values have been read.
    pub pieces: bool,
    /// That loop also runs rows that documents without errors seldom take, and what they lead to.
    pub seldom: bool,
    /// References, and what begins like one, are dealt with where they stand in that loop.
    pub references: bool,
}

impl Passes {
    /// All passes.
    pub const ALL: Passes = Passes {
        runs: true,
        near: true,
        names: true,
        fuse: true,
        usual: true,
        pieces: true,
        seldom: true,
        references: true,
    };
    /// None of them.
    pub const NONE: Passes = Passes {
        runs: false,
        near: false,
        names: false,
        fuse: false,
        usual: false,
        pieces: false,
        seldom: false,
        references: false,
    };
}

/// Runs the passes that add to the IR.
pub fn run(machine: &mut Machine, passes: Passes) {
    if passes.runs {
        runs::find(machine, passes);
    }
    if passes.fuse {
        machine.path = fuse::find(machine, passes.seldom);
        if passes.references {
            machine.references = references::find(machine);
        }
        machine.tree = Tree::grow(machine, &machine.path, passes);
    }
}

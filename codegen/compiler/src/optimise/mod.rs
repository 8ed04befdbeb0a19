//! Passes over the IR, each of which can be switched off.
//!
//! With all of them off, the program is the states as lowered, and does the same.

mod facts;
mod fuse;
mod hot_path;
mod leave;
mod references;
mod runs;
mod stops;
mod tree;

use crate::ir::Machine;
use crate::program::{Program, References, Scans};
use tree::{HotStates, Tree};

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
    /// The switches, in the order in which a difference is blamed on them.
    pub const NAMES: [&str; 8] = [
        "usual",
        "pieces",
        "names",
        "near",
        "references",
        "seldom",
        "fuse",
        "runs",
    ];

    /// These passes without one of [`NAMES`](Self::NAMES), or without any of them for `all`. Other names change nothing.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        match name {
            "runs" => self.runs = false,
            "near" => self.near = false,
            "names" => self.names = false,
            "fuse" => self.fuse = false,
            "usual" => self.usual = false,
            "pieces" => self.pieces = false,
            "seldom" => self.seldom = false,
            "references" => self.references = false,
            "all" => self = Passes::NONE,
            _ => {}
        }
        self
    }

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

/// Optimises a machine.
#[must_use]
pub fn run(machine: Machine, passes: Passes) -> Program {
    let scans = match passes.runs {
        true => runs::find(&machine, passes),
        false => Scans::new(),
    };
    if !passes.fuse {
        return Program {
            machine,
            scans,
            references: References::new(),
            hot_path: None,
        };
    }
    let path = fuse::find(&machine, &scans, passes.seldom);
    let references = match passes.references {
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

//! The names that arguments can have.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::names::{self, revision_ids};
use std::io::{self, Write};
use tokenwright::{Revision, RevisionVisitor};

/// Prints the names of the revisions, oldest first.
pub(crate) fn revisions() -> Result<(), Failure> {
    print(&revision_ids())
}

/// Prints the names of the states of a revision, in the order of the spec.
pub(crate) fn states(arguments: &Arguments) -> Result<(), Failure> {
    struct States<'a> {
        id: &'a str,
        names: Vec<&'static str>,
    }

    impl RevisionVisitor for States<'_> {
        fn visit<R: Revision>(&mut self) {
            if R::ID == self.id {
                self.names = R::STATES.iter().map(|(_, name)| *name).collect();
            }
        }
    }

    let id = names::chosen_revision(arguments)?;
    let mut states = States {
        id,
        names: Vec::new(),
    };
    tokenwright::revisions::visit(&mut states);
    print(&states.names)
}

fn print(names: &[&str]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for name in names {
        writeln!(out, "{name}")?;
    }
    Ok(out.flush()?)
}

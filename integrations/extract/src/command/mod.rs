//! The command.

mod arguments;
mod binary;
mod destination;
mod duplicates;
mod failure;
mod filter;
mod fingerprint;
mod folder;
mod inputs;
mod job;
mod output;
mod partition;
mod place;
mod progress;
mod read;
mod rows;
mod run;

pub(crate) use arguments::Arguments;
pub(crate) use run::run;

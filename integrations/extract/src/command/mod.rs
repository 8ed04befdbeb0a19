//! The command.

mod arguments;
mod binary;
mod failure;
mod filter;
mod fingerprint;
mod folder;
mod job;
mod output;
mod progress;
mod rows;
mod run;

pub(crate) use arguments::Arguments;
pub(crate) use run::run;

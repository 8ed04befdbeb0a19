//! Tests of the reader and of the command.

mod archives;
mod bodies;
mod command;
mod common;
mod formats;
mod index;
#[cfg(feature = "s3")]
mod objects;
mod output;
mod records;
mod warc;
mod wat;

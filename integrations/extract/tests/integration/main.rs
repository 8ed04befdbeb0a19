//! Tests of the reader and of the command.

mod archives;
mod bodies;
mod command;
mod common;
mod formats;
mod index;
mod records;
mod warc;

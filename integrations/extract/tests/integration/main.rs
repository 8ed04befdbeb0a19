//! Tests of the reader and of the command.

mod command;
mod common;
mod warc;

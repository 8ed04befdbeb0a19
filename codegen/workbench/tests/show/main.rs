//! Commands that show what the tables have, and how all commands print.

mod explain;
mod export;
mod graph;
mod history;
mod output;
mod progress;
mod site;
mod trace;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;

#[path = "../../../../tests/src/terminal.rs"]
mod terminal;

//! Commands that show what the tables have.

mod explain;
mod export;
mod graph;
mod history;
mod site;
mod trace;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;

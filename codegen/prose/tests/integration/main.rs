//! Integration tests of the reader of spec pages: one binary, a module for each topic.

mod cases;
mod changed;
mod depth;
mod dumped;
mod evidence;
mod oldest;
mod pages;
mod refused;
mod size;
mod spelled;
mod styled;
mod styles;
mod support;
mod tree_older;
mod tree_pages;
mod tree_phases;
mod tree_reworded;
mod tree_rows;
mod tree_wordings;
mod tree_written;
mod varied;
mod wordings;
mod written;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[allow(dead_code, reason = "the tests of other packages use the rest")]
#[path = "../../../../tests/src/shared.rs"]
mod shared;

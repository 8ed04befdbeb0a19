//! Text and bytes: decoding, scans by blocks, checks of the input stream.

pub(crate) mod block;
pub(crate) mod candidates;
mod characters;
pub(crate) mod checks;
pub(crate) mod decode;
pub(crate) mod line_ends;
pub(crate) mod memory;
pub(crate) mod narrow;
pub(crate) mod scan;
pub(crate) mod steps;
pub(crate) mod utf16;
#[cfg(test)]
pub(crate) mod vectors;

pub(crate) use characters::{boundary, width};

//! The targets, a file each.

pub(crate) mod bytes;
pub(crate) mod calls;
pub(crate) mod certificate;
pub(crate) mod diff;
pub(crate) mod html5lib;
pub(crate) mod iterator;
pub(crate) mod page;
pub(crate) mod steps;
pub(crate) mod tables;
pub(crate) mod tokenizer;

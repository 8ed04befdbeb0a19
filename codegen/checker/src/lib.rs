//! Checks a written proof that two revisions are equivalent. It knows the format and the
//! interpreter, and no code of the search that found the proof.

#![forbid(unsafe_code)]

pub mod certificate;
pub mod verify;

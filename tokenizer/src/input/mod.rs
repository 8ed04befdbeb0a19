//! The input stream: bytes to text, text to checked text, and bulk scans over it.

pub(crate) mod block;
pub(crate) mod candidates;
pub(crate) mod checks;
pub(crate) mod decode;
pub(crate) mod line_ends;
pub(crate) mod offsets;
pub(crate) mod scan;
pub(crate) mod utf16;

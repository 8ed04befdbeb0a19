//! WARC files: the pages of their records.
//!
//! A file is a sequence of gzip members or plain. In a file of one member for each record, as crawlers write it, and in a plain one, a
//! part of the file can be read alone: see [`splits`]. Files of other kinds (zstd, bzip2, xz, ZIP, ARC, WET, WAT) are refused by name.
//!
//! # Broken files
//!
//! Each gzip member is followed from the end of the one before, so nothing in a body is taken for a record. Only where the end of a member
//! is not known, as it is cut off or damaged, the next one is searched for, and bodies can have members as well. What is found is
//! a record of the file if the members after it continue to the end of the file, or to where the broken member cannot extend; other
//! records get a reason. A body whose member was cut off exactly at the end of a member within it cannot be detected.
//!
//! Time is linear in the length of the file, decompressed, for any bytes: a byte is inflated at most 20 times.

mod chain;
mod coding;
mod gzip;
mod http;
mod kind;
mod member;
mod plain;
mod reader;
mod record;
mod source;
mod splits;

pub use kind::is_archive;
pub use reader::{Page, Reader, Skipped};
pub use splits::splits;

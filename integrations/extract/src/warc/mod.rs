//! Archives of the web: the pages of their records.
//!
//! WARC 1.0 and 1.1, ARC 1 and 2, WET and WAT files are read, plain, as gzip members or as zstd frames, with the dictionary that a `.warc.zst`
//! file begins with. In a file of one member for each record, as crawlers write it, and in a plain one, a part of the file
//! can be read alone: see [`splits`]. Files of other kinds (bzip2, xz, ZIP) are refused by name. A WAT file is about the pages of
//! another file and has neither their HTML nor their text: its rows have what it [says](Wat).
//!
//! # Broken files
//!
//! Each member is followed from the end of the one before, so nothing in a body is taken for a record. Only where the end of a member
//! is not known, as it is cut off or damaged, the next one is searched for, and bodies can have members as well. What is found is
//! a record of the file if the members after it continue to the end of the file, or to where the broken member cannot extend; other
//! records get a reason. A body whose member was cut off exactly at the end of a member within it cannot be detected.
//!
//! Work in vain is bounded for each byte that is searched, so time is linear in the length of the file, decompressed. Where broken members
//! overlap by much more than their distance, as in crafted files only, members are passed over. There is one exception: in a crafted file in
//! which each of many members with a wrong checksum has another within it, what follows is looked at again from each.

mod arc;
mod block;
mod buffer;
mod chain;
mod coding;
mod digest;
mod field;
mod finder;
mod format;
mod gzip;
mod http;
mod index;
mod kind;
mod member;
mod page;
mod plain;
mod reader;
mod record;
mod source;
mod splits;
mod unpacker;
mod wat;
mod zstd;

pub use kind::{is_archive, is_archive_of};
pub use page::{Page, Skipped};
pub use reader::Reader;
pub use splits::{indexed_splits, indexed_splits_of, splits, splits_of};
pub use wat::{Wat, WatLink};

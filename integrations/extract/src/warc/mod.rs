//! WARC files: the pages of their records.
//!
//! A file is a sequence of gzip members or plain. In a file of one member for each record, as crawlers write it, a part of the
//! file can be read alone: see [`splits`].

mod http;
mod member;
mod reader;
mod record;
mod source;
mod splits;

pub use reader::{Page, Reader};
pub use splits::splits;

//! Archives in S3, and in what else [`object_store`] reads.
//!
//! [`Object`] reads an object by ranges, as a [`warc::Reader`](crate::warc::Reader) and [`warc::splits_of`](crate::warc::splits_of) take it.
//! [`Upload`] writes one that appears whole or not at all. Both block: a part of an archive is read and written on one thread, and the
//! requests of all threads share a runtime.
//!
//! ```
//! use object_store::{ObjectStoreExt, memory::InMemory};
//! use std::{io::Write, sync::Arc};
//! use tokenwright_extract::objects::Bucket;
//! use tokenwright_extract::warc::Reader;
//!
//! let bucket = Bucket::new("memory", Arc::new(InMemory::new()));
//! let mut upload = bucket.create("crawl.warc")?;
//! upload.write_all(b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")?;
//! upload.complete()?;
//! let mut reader = Reader::new(bucket.open("crawl.warc")?)?;
//! assert_eq!(reader.next_page()?.expect("a page").html, b"<p>");
//! # Ok::<_, std::io::Error>(())
//! ```

mod address;
mod bucket;
mod error;
mod object;
mod upload;

pub use address::Address;
pub use bucket::Bucket;
pub use object::Object;
pub use object_store;
pub use upload::Upload;

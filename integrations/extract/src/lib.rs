//! Pages of crawls: readers of archives, and the command `tokenwright-extract`.
//!
//! [`warc::Reader`] reads the HTML pages of a WARC file, or of a part of one. A record that is broken is a page with a reason, and
//! the records after it are read.
//!
//! ```
//! use tokenwright_extract::warc::Reader;
//!
//! let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hello";
//! let warc = format!(
//!     "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
//!     block.len(),
//! );
//! let mut reader = Reader::new(std::io::Cursor::new(warc))?;
//! let page = reader.next_page()?.expect("one page");
//! assert_eq!(page.url.as_deref(), Some("http://e.org/"));
//! assert_eq!(page.html, b"<p>Hello");
//! assert!(reader.next_page()?.is_none());
//! # Ok::<_, std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
pub mod columns;
pub mod files;
#[cfg(feature = "s3")]
pub mod objects;
pub mod warc;

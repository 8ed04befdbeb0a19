//! The IR as Rust.

//! Tests of the adapter.

mod consumers;
mod dat;
mod details;
mod limits;
mod listed;
mod pages;
mod recorder;
mod scripts;
mod suite;
mod trees;

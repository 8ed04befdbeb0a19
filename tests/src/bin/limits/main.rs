//! Seconds and peak memory on hostile inputs, at two sizes, through every interface of the crate.
//!
//! Usage: `limits [MB]`.
//!
//! Prints the table of `docs/reliability.md`. Exit status 1 if the larger size takes more than its share of the time.

mod interfaces;
mod table;

use interfaces::{INTERFACES, Interface};
use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokenwright_tests::allocator::{Counting, measure};
use tokenwright_tests::hostile::{self, Hostile};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The ratio of the larger size to the smaller.
const FACTOR: usize = 4;
/// More than this many times the time at [`FACTOR`] times the size is superlinear. Twice the factor
/// leaves room for a busy machine and for caches; quadratic time is four times the factor.
const SUPERLINEAR: f64 = 2.0 * FACTOR as f64;
/// The number of measurements of a size; the minimum counts, because other programs disturb it least.
const ROUNDS: usize = 5;

/// One input through one interface.
pub(crate) struct Cell {
    /// At the smaller and at the larger size.
    pub(crate) seconds: [f64; 2],
    /// The peak of held bytes at the larger size, without the input.
    pub(crate) peak: i64,
}

impl Cell {
    pub(crate) fn is_superlinear(&self) -> bool {
        // Shorter times depend more on caches and on other programs.
        self.seconds[1] > 0.02 && self.seconds[1] > self.seconds[0] * SUPERLINEAR
    }
}

fn main() -> ExitCode {
    let megabytes = match env::args().nth(1).map(|size| size.parse()) {
        None => 4,
        Some(Ok(size @ 1..)) => size,
        Some(_) => {
            eprintln!("usage: limits [MB]");
            return ExitCode::from(2);
        }
    };
    table::head(megabytes, FACTOR);
    let mut superlinear = Vec::new();
    for hostile in hostile::all() {
        let cells = INTERFACES.map(|interface| cell(hostile, interface, megabytes));
        for (cell, interface) in cells.iter().zip(INTERFACES) {
            if cell.is_superlinear() {
                superlinear.push(format!("{}, {}", hostile.name, interface.name));
            }
        }
        table::row(&hostile.name, &cells);
    }
    for one in &superlinear {
        eprintln!("error: more than linear: {one}");
    }
    ExitCode::from(u8::from(!superlinear.is_empty()))
}

fn cell(hostile: &Hostile, interface: Interface, megabytes: usize) -> Cell {
    let units = hostile.units() * megabytes;
    let mut peak = 0;
    let seconds = [units / FACTOR, units].map(|units| {
        let text = hostile.text(units);
        let (_, allocations) = measure(|| (interface.run)(&text));
        peak = allocations.peak;
        let least = (0..ROUNDS).map(|_| time(interface, &text)).min();
        least.unwrap_or_default().as_secs_f64()
    });
    Cell { seconds, peak }
}

fn time(interface: Interface, text: &str) -> Duration {
    let start = Instant::now();
    (interface.run)(text);
    start.elapsed()
}

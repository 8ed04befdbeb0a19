//! Seconds and peak memory on hostile inputs, at two sizes, in every way that the crate is used.
//!
//! Usage: `limits [MB]`.
//!
//! Prints the table of `docs/reliability.md`. Exit status 1 if the larger size takes more than its share of the time.

mod table;
mod ways;

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokenwright_tests::allocator::{Counting, measure};
use tokenwright_tests::hostile::{self, Hostile};
use ways::{WAYS, Way};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How much larger the larger size is.
const FACTOR: usize = 4;
/// More than this many times the time at [`FACTOR`] times the size is superlinear. Twice the factor
/// leaves room for a busy machine and for caches; quadratic time is four times the factor.
const SUPERLINEAR: f64 = 2.0 * FACTOR as f64;
/// How often a size is measured; the least time counts, which other programs disturb least.
const ROUNDS: usize = 5;

/// One input in one way.
pub(crate) struct Cell {
    /// At the smaller and at the larger size.
    pub(crate) seconds: [f64; 2],
    /// The most bytes held at the larger size, beyond the input.
    pub(crate) peak: i64,
}

impl Cell {
    pub(crate) fn is_superlinear(&self) -> bool {
        // Shorter times say more of the caches and of other programs.
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
    for hostile in hostile::ALL {
        let cells = WAYS.map(|way| cell(hostile, way, megabytes));
        for (cell, way) in cells.iter().zip(WAYS) {
            if cell.is_superlinear() {
                superlinear.push(format!("{}, {}", hostile.name, way.name));
            }
        }
        table::row(hostile.name, &cells);
    }
    for one in &superlinear {
        eprintln!("error: more than linear: {one}");
    }
    ExitCode::from(u8::from(!superlinear.is_empty()))
}

fn cell(hostile: &Hostile, way: Way, megabytes: usize) -> Cell {
    let units = hostile.units() * megabytes;
    let mut peak = 0;
    let seconds = [units / FACTOR, units].map(|units| {
        let text = hostile.text(units);
        let (_, allocations) = measure(|| (way.run)(&text));
        peak = allocations.peak;
        let least = (0..ROUNDS).map(|_| time(way, &text)).min();
        least.unwrap_or_default().as_secs_f64()
    });
    Cell { seconds, peak }
}

fn time(way: Way, text: &str) -> Duration {
    let start = Instant::now();
    (way.run)(text);
    start.elapsed()
}

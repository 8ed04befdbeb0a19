//! Tokenizers side by side in one process. `docs/benchmarks.md` describes the method and the results.

mod arguments;
mod chart;
mod chunks;
mod clock;
mod counts;
mod density;
mod hostile;
mod instructions;
mod memory;
mod once;
mod page;
mod peers;
mod rewrite;
mod speed;
mod statistics;
mod table;
mod work;

use std::error::Error;
use std::io;
use std::process::ExitCode;

use arguments::{Arguments, Section};
use clap::Parser;
use page::Page;
use tokenwright_tests::allocator::Counting;
use tokenwright_tests::pages;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe.
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if let Some(cell) = arguments.once()? {
        return once::run(&cell);
    }
    let peers = peers::chosen(&arguments.peers)?;
    if !arguments.bench && arguments.sections.is_empty() {
        // A test run: do the same work on small pages and measure nothing.
        let pages: Vec<_> = pages::generated(20_000)
            .into_iter()
            .map(Page::generated)
            .collect();
        pages.iter().try_for_each(rewrite::compare)?;
        return work::report(&pages, &peers, arguments.layout());
    }
    let sections = arguments.sections();
    let pages = match sections.iter().any(|section| section.takes_pages()) {
        true => page::chosen(arguments)?,
        false => Vec::new(),
    };
    for section in sections {
        match section {
            Section::Work => work::report(&pages, &peers, arguments.layout())?,
            Section::Speed => speed::report(&pages, &peers, arguments)?,
            Section::Memory => memory::report(&pages, &peers, arguments)?,
            Section::Instructions => instructions::report(&pages, &peers, arguments.layout())?,
            Section::Density => density::report(&peers, arguments)?,
            Section::Rewrite => rewrite::report(&pages, arguments)?,
            Section::Hostile => hostile::report(&peers, arguments)?,
        }
    }
    Ok(())
}

//! Reads the visible text of files, some times over: what `docs/crawl.md` counts the instructions of.
//!
//! ```sh
//! cargo build --release --manifest-path integrations/arrow/Cargo.toml --example text
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null integrations/arrow/target/release/examples/text 2 page.html
//! ```

use std::error::Error;
use tokenwright_arrow::{Extractor, Page, Request};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().ok_or("name the rounds")?.parse()?;
    let files: Vec<Vec<u8>> = arguments.map(std::fs::read).collect::<Result<_, _>>()?;
    let extractor = Extractor::new(Request::default().text(true))?;
    let mut output = 0;
    for _ in 0..rounds {
        for file in &files {
            let mut batch = extractor.batch();
            batch.push(&Page::bytes(file));
            output += batch.take().get_array_memory_size();
        }
    }
    let input = rounds * files.iter().map(Vec::len).sum::<usize>();
    println!("{input} bytes of pages, {output} of columns");
    Ok(())
}

//! Allocations, and the peak when streaming.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use crate::arguments::Arguments;
use crate::chunks::{CHUNK, Slices};
use crate::once;
use crate::page::{Group, Page};
use crate::peers::Peer;
use crate::table::Table;
use tokenwright_tests::allocator;

/// Prints allocations per MB, whole and streamed, and the peaks of streaming.
///
/// # Errors
/// If the streamed file cannot be written, or its process cannot be run.
pub(crate) fn report(
    pages: &[Page],
    peers: &[Peer],
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let texts: Vec<&str> = pages
        .iter()
        .filter(|page| page.group != Group::Concatenation)
        .map(|page| page.text.as_str())
        .collect();
    let total = arguments.concatenation * 1_000_000;
    let streamed = written(&texts, total)?;
    let run = |peer: &str| {
        once::child(&[
            "--once".as_ref(),
            peer.as_ref(),
            streamed.as_os_str(),
            "--chunk".as_ref(),
            CHUNK.to_string().as_ref(),
        ])
    };
    let reading = run("touch")?;
    let mut table = Table::new(
        format!(
            "memory: whole pages, and {} MB in chunks of 64 KiB",
            arguments.concatenation
        ),
        "peer",
        [
            "allocations per MB, whole",
            "allocations per MB, streamed",
            "peak of the heap, streamed, KiB",
            "peak of the process above reading alone, streamed, KiB",
        ],
    );
    for peer in peers {
        let whole = per_megabyte(pages, peer);
        let (mut count, mut heap, mut process) = Default::default();
        if let Some(chunked) = peer.chunked {
            let mut chunks = Slices::new(texts.clone(), CHUNK, total);
            let (counts, allocations) = allocator::measure(|| chunked(&mut chunks));
            black_box(counts);
            count = format!("{:.1}", allocations.count as f64 / (total as f64 / 1e6));
            heap = format!("{:.0}", allocations.peak as f64 / 1024.0);
            let run = run(peer.name)?;
            process = format!("{}", run.peak_kib as i64 - reading.peak_kib as i64);
        }
        table.row(peer.name, [format!("{whole:.1}"), count, heap, process]);
    }
    table.print(arguments.layout())?;
    fs::remove_file(&streamed)?;
    Ok(())
}

fn per_megabyte(pages: &[Page], peer: &Peer) -> f64 {
    let (mut count, mut bytes) = (0, 0);
    for page in pages
        .iter()
        .filter(|page| page.group != Group::Concatenation)
    {
        // Warm up: a one-time initialisation is not a cost of the page.
        black_box((peer.whole)(page));
        let (counts, allocations) = allocator::measure(|| (peer.whole)(page));
        black_box(counts);
        count += allocations.count;
        bytes += page.text.len();
    }
    count as f64 / (bytes.max(1) as f64 / 1e6)
}

fn written(texts: &[&str], total: usize) -> Result<std::path::PathBuf, Box<dyn Error>> {
    use crate::chunks::Chunks;
    use std::io::Write;

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streamed.html");
    let named = |error| format!("{}: {error}", path.display());
    let mut file = std::io::BufWriter::new(fs::File::create(&path).map_err(named)?);
    let mut chunks = Slices::new(texts.to_vec(), CHUNK, total);
    while let Some(chunk) = chunks.next() {
        file.write_all(chunk.as_bytes()).map_err(named)?;
    }
    file.flush().map_err(named)?;
    Ok(path)
}

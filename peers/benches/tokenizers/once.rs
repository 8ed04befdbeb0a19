//! One run of one peer on one input: for profilers, and to isolate crashes.

use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::chunks::FromFile;
use crate::clock;
use crate::counts::Counts;
use crate::page::Page;
use crate::peers::Peer;
use tokenwright_tests::hostile::Hostile;

/// What to run.
pub(crate) struct Cell {
    pub(crate) peer: Peer,
    pub(crate) input: Input,
}

/// What to run it on.
pub(crate) enum Input {
    /// A file, read before the run.
    File(PathBuf),
    /// A file, read during the run in chunks of this many bytes.
    Chunks(PathBuf, usize),
    /// A hostile input of this many units.
    Hostile(&'static Hostile, usize),
}

/// The measurements of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub(crate) bytes: u64,
    pub(crate) nanoseconds: u64,
    /// The peak memory of the process at the end of the run, in KiB; 0 if the system does not report it.
    pub(crate) peak_kib: u64,
    /// The peak memory of the process before the run, in KiB.
    pub(crate) before_kib: u64,
}

/// Runs a cell and prints its [`Run`], one number per line.
///
/// # Errors
/// If the file cannot be read, or the peer does not support chunks.
pub(crate) fn run(cell: &Cell) -> Result<(), Box<dyn Error>> {
    let mut run = Run::default();
    let started;
    match &cell.input {
        Input::Chunks(path, size) => {
            let chunked = cell
                .peer
                .chunked
                .ok_or_else(|| format!("{} takes no chunks", cell.peer.name))?;
            let file = open(path)?;
            run.bytes = file.metadata()?.len();
            let mut chunks = FromFile::new(file, *size);
            run.before_kib = peak();
            started = clock::now();
            black_box(chunked(&mut chunks));
            chunks
                .finish()
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        whole => {
            let page = Page::of_text(match whole {
                Input::Hostile(hostile, size) => hostile.text(*size),
                Input::File(path) | Input::Chunks(path, _) => {
                    let mut text = String::new();
                    open(path)?
                        .read_to_string(&mut text)
                        .map_err(|error| format!("{}: {error}", path.display()))?;
                    text
                }
            });
            (cell.peer.prepare)(&page);
            run.bytes = page.text.len() as u64;
            run.before_kib = peak();
            started = clock::now();
            black_box(measured(&cell.peer, &page));
        }
    }
    run.nanoseconds = u64::try_from((clock::now() - started).as_nanos())?;
    run.peak_kib = peak();
    println!("bytes {}", run.bytes);
    println!("nanoseconds {}", run.nanoseconds);
    println!("peak-kib {}", run.peak_kib);
    println!("before-kib {}", run.before_kib);
    Ok(())
}

/// The profiled function; profilers find it by the name [`MEASURED`].
#[inline(never)]
fn measured(peer: &Peer, page: &Page) -> Counts {
    (peer.whole)(page)
}

/// The name of the function that only runs the peer.
pub(crate) const MEASURED: &str = "*once::measured*";

fn open(path: &PathBuf) -> Result<File, Box<dyn Error>> {
    Ok(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// The peak memory of this process, in KiB.
fn peak() -> u64 {
    fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().strip_suffix("kB")?.trim().parse().ok()
        })
        .unwrap_or(0)
}

/// Starts this program again with `arguments` for one run.
///
/// # Errors
/// If it cannot be started, or fails.
pub(crate) fn child(arguments: &[&OsStr]) -> Result<Run, Box<dyn Error>> {
    child_within(arguments, Duration::MAX)?.ok_or_else(|| "the run was aborted".into())
}

/// Starts this program again and kills it after `limit`, which gives `None`.
///
/// # Errors
/// If it cannot be started, or fails.
pub(crate) fn child_within(
    arguments: &[&OsStr],
    limit: Duration,
) -> Result<Option<Run>, Box<dyn Error>> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut printed = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut printed)?;
    }
    if !status.success() {
        return Err(io::Error::other(format!("a run ended with {status}")).into());
    }
    let number = |key: &str| {
        printed
            .lines()
            .find_map(|line| line.strip_prefix(key)?.trim().parse().ok())
            .unwrap_or(0)
    };
    Ok(Some(Run {
        bytes: number("bytes "),
        nanoseconds: number("nanoseconds "),
        peak_kib: number("peak-kib "),
        before_kib: number("before-kib "),
    }))
}

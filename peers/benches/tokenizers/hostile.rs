//! Inputs that provoke quadratic time or unbounded memory.

use std::error::Error;
use std::ffi::OsStr;

use crate::arguments::Arguments;
use crate::once;
use crate::peers::Peer;
use crate::table::Table;
use tokenwright_tests::hostile::{self, Hostile};

/// The input of this name.
///
/// # Errors
/// If no input has this name; the message lists all names.
pub(crate) fn named(name: &str) -> Result<&'static Hostile, Box<dyn Error>> {
    hostile::named(name).ok_or_else(|| {
        let names: Vec<_> = hostile::all().map(|hostile| &*hostile.name).collect();
        format!("no hostile input {name:?}; there are: {}", names.join(", ")).into()
    })
}

/// Runs every peer on every input at a quarter and at the whole of the largest size, each in a separate process. Prints for each
/// the MB/s at the largest size, how many times as long it took there (linear time gives 4) and the memory above the input.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn report(peers: &[Peer], arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let columns = ["MB/s", "time of 4 times the size", "MiB above the input"];
    let head = peers.iter().flat_map(|peer| {
        columns.map(|column| match peers.len() {
            1 => column.to_owned(),
            _ => format!("{}: {column}", peer.name),
        })
    });
    let size = arguments.hostile_size;
    let attributes = size * 10_000;
    let title = format!("hostile inputs of {size} MB, or of {attributes} attributes");
    let mut table = Table::new(title, "input", head);
    for hostile in hostile::all() {
        let filter = arguments.filter.as_deref();
        if filter.is_some_and(|part| !hostile.name.contains(part)) {
            continue;
        }
        let cells = peers
            .iter()
            .flat_map(|peer| cells(peer, hostile, arguments));
        table.row(&hostile.name, cells);
    }
    Ok(table.print(arguments.layout())?)
}

/// The cells of a peer in the row of an input.
fn cells(peer: &Peer, hostile: &Hostile, arguments: &Arguments) -> [String; 3] {
    let largest = hostile.units() * arguments.hostile_size;
    let run = |size: usize| {
        let size = size.to_string();
        let cell = ["--hostile", peer.name, &hostile.name, &size];
        once::child_within(&cell.map(OsStr::new), arguments.limit())
    };
    let without = |why| [why, String::new(), String::new()];
    let (quarter, whole) = match (run(largest / 4), run(largest)) {
        (Ok(Some(quarter)), Ok(Some(whole))) => (quarter, whole),
        (Ok(_), Ok(_)) => return without(format!("over {} s", arguments.limit)),
        // A peer that crashes is a result too.
        _ => return without("failed".to_owned()),
    };
    let seconds = whole.nanoseconds as f64 / 1e9;
    let times = whole.nanoseconds as f64 / quarter.nanoseconds as f64;
    let above = whole.peak_kib.saturating_sub(whole.before_kib);
    [
        format!("{:.0}", whole.bytes as f64 / 1e6 / seconds),
        format!("{times:.1}"),
        format!("{:.1}", above as f64 / 1024.0),
    ]
}

//! Inputs that provoke quadratic time or unbounded memory.

use std::error::Error;

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
        let names: Vec<_> = hostile::all().map(|hostile| hostile.name).collect();
        format!("no hostile input {name:?}; there are: {}", names.join(", ")).into()
    })
}

/// Runs every peer on every input at a quarter, a half and the whole of the largest size, each in a separate process, and
/// prints MB/s at each and the memory above the input at the largest.
///
/// # Errors
/// If a process cannot be started.
pub(crate) fn report(peers: &[Peer], arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    for peer in peers {
        let mut table = Table::new(
            format!(
                "hostile inputs, {}: seconds at a quarter, a half and all of {} MB, or of {} attributes",
                peer.name,
                arguments.hostile_size,
                arguments.hostile_size * 10_000
            ),
            [
                "input",
                "1/4",
                "1/2",
                "1",
                "MB/s at 1",
                "MiB above the input",
            ]
            .map(str::to_owned),
        );
        for hostile in hostile::all() {
            if arguments
                .filter
                .as_ref()
                .is_some_and(|part| !hostile.name.contains(part.as_str()))
            {
                continue;
            }
            table.row(row(peer, hostile, arguments)?);
        }
        table.print(arguments.layout())?;
    }
    Ok(())
}

fn row(
    peer: &Peer,
    hostile: &Hostile,
    arguments: &Arguments,
) -> Result<Vec<String>, Box<dyn Error>> {
    let largest = hostile.units() * arguments.hostile_size;
    let mut cells = vec![hostile.name.to_owned()];
    for part in [4, 2, 1] {
        let size = (largest / part).to_string();
        let run = once::child_within(
            &[
                "--hostile".as_ref(),
                peer.name.as_ref(),
                hostile.name.as_ref(),
                size.as_ref(),
            ],
            arguments.limit(),
        );
        match run {
            Ok(Some(run)) => {
                let seconds = run.nanoseconds as f64 / 1e9;
                cells.push(format!("{seconds:.3}"));
                if part == 1 {
                    cells.push(format!("{:.0}", run.bytes as f64 / 1e6 / seconds));
                    let above = run.peak_kib.saturating_sub(run.before_kib);
                    cells.push(format!("{:.1}", above as f64 / 1024.0));
                }
            }
            Ok(None) => {
                cells.push(format!("over {}", arguments.limit));
                break;
            }
            // A peer that crashes is a result too.
            Err(_) => {
                cells.push("failed".to_owned());
                break;
            }
        }
    }
    Ok(cells)
}

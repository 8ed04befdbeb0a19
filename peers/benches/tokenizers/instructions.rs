//! Instructions per byte.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::once::MEASURED;
use crate::page::{Group, Page};
use crate::peers::Peer;
use crate::statistics::geometric_mean;
use crate::table::{Layout, Table};

/// Counts the instructions of one run of every peer over every page but the concatenation, and prints them per byte.
///
/// # Errors
/// If a page cannot be written or valgrind cannot be run.
pub(crate) fn report(pages: &[Page], peers: &[Peer], layout: Layout) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(
        "instructions per byte, by callgrind",
        "page",
        peers.iter().map(|peer| peer.name),
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counted.html");
    for group in [Group::Corpus, Group::Generated] {
        let mut all = vec![Vec::new(); peers.len()];
        for page in pages.iter().filter(|page| page.group == group) {
            fs::write(&file, &page.text).map_err(|error| format!("{}: {error}", file.display()))?;
            let mut row = Vec::new();
            for (peer, all) in peers.iter().zip(&mut all) {
                let each = count(peer, &file)? as f64 / page.text.len().max(1) as f64;
                all.push(each);
                row.push(format!("{each:.2}"));
            }
            table.row(page.full_name(), row);
        }
        if all.iter().any(|all| all.len() > 1) {
            let means = all.into_iter().map(|all| {
                geometric_mean(all).map_or_else(String::new, |mean| format!("{mean:.2}"))
            });
            table.row(format!("{}: geometric mean", group.name()), means);
        }
    }
    table.print(layout)?;
    if file.exists() {
        fs::remove_file(&file)?;
    }
    Ok(())
}

fn count(peer: &Peer, file: &Path) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={MEASURED}"))
        .arg(std::env::current_exe()?)
        .args(["--once", peer.name])
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{} under valgrind: {}\n{printed}", peer.name, output.status).into());
    }
    printed
        .lines()
        .find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
        .ok_or_else(|| format!("callgrind says no count for {}:\n{printed}", peer.name).into())
}

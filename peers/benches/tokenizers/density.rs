//! The cost per tag, reference or parse error: MB/s as a function of the bytes of words for each.

use std::io;

use tokenwright_tests::pages::SIZE;
use tokenwright_tests::pages::interspersed::{Interspersed, plain};

use crate::arguments::Arguments;
use crate::page::Page;
use crate::peers::Peer;
use crate::speed::{self, Feeding};
use crate::table::Table;

/// Bytes of words per inserted item.
const DISTANCES: [usize; 7] = [8, 16, 32, 64, 128, 256, 512];

/// Measures every peer on words with inserted items and prints a table for each peer.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn report(peers: &[Peer], arguments: &Arguments) -> io::Result<()> {
    let mut pages = vec![Page::generated(plain(SIZE))];
    for distance in DISTANCES {
        let interspersed = Interspersed::ALL.map(|kind| kind.page(SIZE, distance));
        pages.extend(interspersed.map(Page::generated));
    }
    let speeds = speed::measure(&pages, peers, arguments.rounds, Feeding::Whole);
    for (number, peer) in peers.iter().enumerate() {
        let mut medians = speeds.iter().map(|speeds| speeds[number].median);
        let words_alone = medians.next().unwrap_or(f64::NAN);
        let name = peer.name;
        let mut table = Table::new(
            format!(
                "{name}: MB/s, and the fraction of the {words_alone:.0} MB/s of the words alone"
            ),
            "bytes of words per item",
            Interspersed::ALL.map(Interspersed::name),
        );
        for distance in DISTANCES {
            let cells = medians.by_ref().take(Interspersed::ALL.len());
            let cells = cells.map(|speed| format!("{speed:.0} ({:.2})", speed / words_alone));
            table.row(distance.to_string(), cells);
        }
        table.print(arguments.layout())?;
    }
    Ok(())
}

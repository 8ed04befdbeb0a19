//! MB/s.
//!
//! On a machine that other programs use, a measurement is compared with the ones beside it or not at all. So all peers
//! run in turn on each page, begin with another one in each round, and the median of the rounds counts; a short page is
//! repeated until the clock can tell. It takes longer than one peer after the other.

use std::fmt;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::chart::{self, Bar};
use crate::chunks::{Chunks, Slices};
use crate::clock;
use crate::page::{Group, Page};
use crate::peers::Peer;
use crate::statistics::{Summary, geometric_mean, summary};
use crate::table::{Layout, Table};

/// The minimum duration of a measurement; short pages are repeated.
const LEAST: Duration = Duration::from_millis(5);

/// The peers that ratios refer to.
const BASES: [&str; 4] = [
    "html5ever",
    "html5gum-callback",
    "lol_html-scan",
    "lol_html-rewriter",
];

/// Measures every peer on every page and prints the medians, the means and the ratios.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn report(pages: &[Page], peers: &[Peer], arguments: &Arguments) -> io::Result<()> {
    let feeding = arguments.feeding();
    let mut peers = peers.to_vec();
    if matches!(feeding, Feeding::Chunks(_)) {
        peers.retain(|peer| peer.chunked.is_some());
    }
    let measured = Measured {
        speeds: measure(pages, &peers, arguments.rounds, feeding),
        pages,
        peers,
        feeding,
        layout: arguments.layout(),
    };
    if arguments.means {
        measured.print_means()?;
    } else {
        measured.print_speeds()?;
        measured.print_ratios()?;
    }
    match &arguments.chart {
        Some(path) => measured.draw(path),
        None => Ok(()),
    }
}

/// MB/s of each page by each peer.
pub(crate) fn measure(
    pages: &[Page],
    peers: &[Peer],
    rounds: u32,
    feeding: Feeding,
) -> Vec<Vec<Summary>> {
    let mut samples = vec![vec![Vec::new(); peers.len()]; pages.len()];
    let documents: Vec<Vec<Page>> = pages.iter().map(|page| feeding.documents(page)).collect();
    let mut repeats = vec![vec![1_u32; peers.len()]; pages.len()];
    for (page, repeats) in documents.iter().zip(&mut repeats) {
        for (peer, repeats) in peers.iter().zip(repeats) {
            let once = time(peer, page, feeding, 1);
            *repeats = (LEAST.as_secs_f64() / once).ceil().clamp(1.0, 1000.0) as u32;
        }
    }
    for round in 0..rounds as usize {
        for ((page, documents), (samples, repeats)) in pages
            .iter()
            .zip(&documents)
            .zip(samples.iter_mut().zip(&repeats))
        {
            for turn in 0..peers.len() {
                // Rotate the first peer, so that no peer always follows the same one.
                let peer = (turn + round) % peers.len();
                let seconds = time(&peers[peer], documents, feeding, repeats[peer]);
                samples[peer].push(page.text.len() as f64 / 1e6 / seconds);
            }
        }
    }
    samples
        .iter()
        .map(|peers| peers.iter().map(|samples| summary(samples)).collect())
        .collect()
}

/// How the text of a page reaches a peer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Feeding {
    Whole,
    /// In chunks of this many bytes.
    Chunks(usize),
    /// As documents of this many bytes, each with a new tokenizer.
    Documents(usize),
}

impl fmt::Display for Feeding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feeding::Whole => Ok(()),
            Feeding::Chunks(size) => write!(f, " in chunks of {size} bytes"),
            Feeding::Documents(size) => write!(f, " as documents of {size} bytes"),
        }
    }
}

impl Feeding {
    fn documents(self, page: &Page) -> Vec<Page> {
        let size = match self {
            Feeding::Documents(size) => size,
            Feeding::Whole | Feeding::Chunks(_) => page.text.len(),
        };
        let mut chunks = Slices::new(vec![&page.text], size, page.text.len());
        let mut documents = Vec::new();
        while let Some(text) = chunks.next() {
            documents.push(Page::of_text(text.to_owned()));
        }
        documents
    }
}

/// Seconds for one run over the documents of a page.
fn time(peer: &Peer, documents: &[Page], feeding: Feeding, repeats: u32) -> f64 {
    let start = clock::now();
    for _ in 0..repeats {
        for document in documents {
            black_box(match (feeding, peer.chunked) {
                (Feeding::Chunks(size), Some(chunked)) => {
                    let text = black_box(document).text.as_str();
                    chunked(&mut Slices::new(vec![text], size, text.len()))
                }
                _ => (peer.whole)(black_box(document)),
            });
        }
    }
    (clock::now() - start).as_secs_f64() / f64::from(repeats)
}

/// The speeds of each page by each peer, to be shown.
struct Measured<'p> {
    pages: &'p [Page],
    peers: Vec<Peer>,
    speeds: Vec<Vec<Summary>>,
    feeding: Feeding,
    layout: Layout,
}

impl Measured<'_> {
    /// The pages of a group, with the speeds of each peer.
    fn of(&self, group: Group) -> Vec<(&Page, &[Summary])> {
        let all = self.pages.iter().zip(&self.speeds);
        let members = all.filter(|(page, _)| page.group == group);
        members.map(|(page, speeds)| (page, &speeds[..])).collect()
    }

    /// The geometric mean of a peer's medians over the pages of a group.
    fn mean(&self, group: Group, peer: usize) -> Option<f64> {
        let pages = self.of(group).into_iter();
        geometric_mean(pages.map(|(_, speeds)| speeds[peer].median))
    }

    /// A table with a column for each peer.
    fn table(&self, title: String, first: &str) -> Table {
        Table::new(title, first, self.peers.iter().map(|peer| peer.name))
    }

    /// Draws the geometric means over the corpus.
    fn draw(&self, path: &Path) -> io::Result<()> {
        let bars = self.peers.iter().enumerate().filter_map(|(number, peer)| {
            Some(Bar {
                name: peer.name.to_owned(),
                speed: self.mean(Group::Corpus, number)?,
                is_ours: peer.is_ours(),
            })
        });
        let bars: Vec<_> = bars.collect();
        if bars.is_empty() {
            return Err(io::Error::other(
                "no corpus to draw a chart of; see --corpus",
            ));
        }
        let pages = self.of(Group::Corpus).len();
        let title = format!("MB/s, geometric mean over {pages} pages");
        chart::write(path, &title, &bars)
    }

    fn print_speeds(&self) -> io::Result<()> {
        let feeding = self.feeding;
        let title = format!("MB/s{feeding}: median, and half the distance of the quartiles");
        let mut table = self.table(title, "page");
        for group in Group::ALL {
            let rows = self.of(group);
            for (page, speeds) in &rows {
                let cells = speeds.iter();
                let cells = cells
                    .map(|speed| format!("{:.0} ±{:.1} %", speed.median, speed.spread * 100.0));
                table.row(page.full_name(), cells);
            }
            if rows.len() > 1 {
                let means = (0..self.peers.len()).map(|peer| {
                    let mean = self.mean(group, peer);
                    mean.map_or_else(String::new, |mean| format!("{mean:.0}"))
                });
                table.row(format!("{}: geometric mean", group.name()), means);
            }
        }
        table.print(self.layout)
    }

    /// Prints a row for each peer: the mean over each group of pages, and its ratio to each base that was measured.
    fn print_means(&self) -> io::Result<()> {
        let Measured { peers, feeding, .. } = self;
        let bases: Vec<_> = (0..peers.len())
            .filter(|&peer| BASES.contains(&peers[peer].name))
            .collect();
        for group in Group::ALL {
            let means = (0..peers.len()).map(|peer| self.mean(group, peer));
            let Some(means) = means.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let ratios = bases.iter().map(|&base| format!("× {}", peers[base].name));
            let mut table = Table::new(
                format!("{}: geometric means{feeding}", group.name()),
                "tokenizer",
                ["MB/s".to_owned()].into_iter().chain(ratios),
            );
            for (peer, mean) in peers.iter().zip(&means) {
                let ratios = bases
                    .iter()
                    .map(|&base| format!("{:.2}", mean / means[base]));
                table.row(peer.name, [format!("{mean:.0}")].into_iter().chain(ratios));
            }
            table.print(self.layout)?;
        }
        Ok(())
    }

    fn print_ratios(&self) -> io::Result<()> {
        for base in BASES {
            let Some(base) = self.peers.iter().position(|peer| peer.name == base) else {
                continue;
            };
            let ratio = |speeds: &[Summary], peer: usize| speeds[peer].median / speeds[base].median;
            let peers = 0..self.peers.len();
            let title = format!("times as fast as {}", self.peers[base].name);
            let mut table = self.table(title, "pages");
            for group in Group::ALL {
                let members = self.of(group);
                let dense = members
                    .iter()
                    .max_by(|(left, _), (right, _)| density(left).total_cmp(&density(right)));
                let Some((dense, speeds)) = dense else {
                    continue;
                };
                let means = peers.clone().map(|peer| {
                    geometric_mean(members.iter().map(|(_, speeds)| ratio(speeds, peer)))
                        .map_or_else(String::new, |mean| format!("{mean:.2}"))
                });
                table.row(format!("{}: geometric mean", group.name()), means);
                if members.len() > 1 {
                    let ratios = peers
                        .clone()
                        .map(|peer| format!("{:.2}", ratio(speeds, peer)));
                    let name = format!("{}, most tag-dense", dense.full_name());
                    table.row(name, ratios);
                }
            }
            table.print(self.layout)?;
        }
        Ok(())
    }
}

/// The `<` of each byte.
fn density(page: &Page) -> f64 {
    let tags = page.text.bytes().filter(|&byte| byte == b'<').count();
    tags as f64 / page.text.len().max(1) as f64
}

//! The command line.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use crate::once::{Cell, Input};
use crate::speed::Feeding;
use crate::table::Layout;

/// Measure tokenizers side by side.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// The reports to print; default: work, speed and memory
    #[arg(value_enum)]
    pub(crate) sections: Vec<Section>,

    /// Read the HTML files of this folder too (default: the corpus next to the workspace, if it exists)
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Vec<PathBuf>,

    /// Only these peers, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) peers: Vec<String>,

    /// Only pages whose name (such as corpus/06-wikipedia.html, generated/prose) contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,

    /// The number of measurements per cell
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,

    /// The size in MB of the concatenation of all pages and of the streamed input; 0 omits the concatenation
    #[arg(long, value_name = "MB", default_value_t = 100)]
    pub(crate) concatenation: usize,

    /// The largest hostile input, in MB (for attributes: ten thousand per MB)
    #[arg(long, value_name = "MB", default_value_t = 100)]
    pub(crate) hostile_size: usize,

    /// Abort a hostile cell after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) limit: u64,

    /// Print tables as Markdown
    #[arg(long)]
    pub(crate) markdown: bool,

    /// With `speed`: print only the means over each group of pages, one row per peer
    #[arg(long)]
    pub(crate) means: bool,

    /// With `speed`: write the geometric means over the corpus to this file as a bar chart (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,

    /// Run one peer once over one file and print time and peak memory
    #[arg(long, num_args = 2, value_names = ["PEER", "FILE"], conflicts_with_all = ["sections", "hostile"])]
    once: Option<Vec<String>>,

    /// Run one peer once over one hostile input of this many units
    #[arg(long, num_args = 3, value_names = ["PEER", "INPUT", "SIZE"], allow_hyphen_values = true, conflicts_with = "sections")]
    hostile: Option<Vec<String>>,

    /// With --once and `speed`: read the input in chunks of this many bytes
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(4..))]
    chunk: Option<u32>,

    /// With `speed`: split each page into documents of this many bytes, each for a new tokenizer
    #[arg(long, value_name = "BYTES", conflicts_with = "chunk", value_parser = clap::value_parser!(u32).range(4..))]
    document: Option<u32>,

    /// Passed by cargo bench
    #[arg(long, hide = true)]
    pub(crate) bench: bool,
}

/// A part of the report.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Section {
    /// The counts of each peer, which show that all did the same work
    Work,
    /// MB/s for each page, and ratios
    Speed,
    /// Allocations, and the peak when streaming
    Memory,
    /// Instructions per byte, counted by callgrind
    Instructions,
    /// MB/s as a function of the bytes of words per tag, reference or parse error
    Density,
    /// MB/s of rewriters: a new value for each `href`, and no `onclick`
    Rewrite,
    /// Time against size for hostile inputs
    Hostile,
}

impl Section {
    /// Whether the report measures the pages that the arguments select.
    pub(crate) fn takes_pages(self) -> bool {
        !matches!(self, Section::Density | Section::Hostile)
    }
}

impl Arguments {
    pub(crate) fn sections(&self) -> Vec<Section> {
        if self.sections.is_empty() {
            vec![Section::Work, Section::Speed, Section::Memory]
        } else {
            self.sections.clone()
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        if self.markdown {
            Layout::Markdown
        } else {
            Layout::Plain
        }
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.limit)
    }

    /// How `speed` feeds the pages.
    pub(crate) fn feeding(&self) -> Feeding {
        match (self.chunk, self.document) {
            (Some(size), _) => Feeding::Chunks(size as usize),
            (None, Some(size)) => Feeding::Documents(size as usize),
            (None, None) => Feeding::Whole,
        }
    }

    /// The requested single cell, if any.
    pub(crate) fn once(&self) -> Result<Option<Cell>, Box<dyn Error>> {
        if let Some([peer, file]) = self.once.as_deref() {
            return Ok(Some(Cell {
                peer: crate::peers::named(peer)?,
                input: match self.chunk {
                    Some(size) => Input::Chunks(PathBuf::from(file), size as usize),
                    None => Input::File(PathBuf::from(file)),
                },
            }));
        }
        if let Some([peer, input, size]) = self.hostile.as_deref() {
            let size = size
                .parse()
                .map_err(|_| format!("not a size: {size:?}; a number of bytes or attributes"))?;
            return Ok(Some(Cell {
                peer: crate::peers::named(peer)?,
                input: Input::Hostile(crate::hostile::named(input)?, size),
            }));
        }
        Ok(None)
    }
}

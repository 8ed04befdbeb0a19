//! The command line.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use crate::once::{Cell, Input};
use crate::table::Layout;

/// Measure tokenizers side by side.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// What to report; without any: work, speed and memory
    #[arg(value_enum)]
    pub(crate) sections: Vec<Section>,

    /// Read the HTML files of this folder too (default: the corpus beside the workspace, where there is one)
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Vec<PathBuf>,

    /// Only these peers, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) peers: Vec<String>,

    /// Only pages whose name (such as corpus/06-wikipedia.html, generated/prose) holds this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,

    /// How often each cell is measured
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,

    /// The size of the concatenation of all pages, and of what is streamed, in MB; 0 leaves the concatenation out
    #[arg(long, value_name = "MB", default_value_t = 100)]
    pub(crate) concatenation: usize,

    /// The largest hostile input, in MB (attributes: ten thousand to the MB)
    #[arg(long, value_name = "MB", default_value_t = 100)]
    pub(crate) hostile_size: usize,

    /// Give up a hostile cell after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) limit: u64,

    /// Print tables as Markdown
    #[arg(long)]
    pub(crate) markdown: bool,

    /// With `speed`: write the geometric means over the corpus to this file as a bar chart (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,

    /// Run one peer once over one file and print time and peak memory
    #[arg(long, num_args = 2, value_names = ["PEER", "FILE"], conflicts_with_all = ["sections", "hostile"])]
    once: Option<Vec<String>>,

    /// Run one peer once over one hostile input of so many units
    #[arg(long, num_args = 3, value_names = ["PEER", "INPUT", "SIZE"], allow_hyphen_values = true, conflicts_with = "sections")]
    hostile: Option<Vec<String>>,

    /// With --once: read the file in chunks of so many bytes
    #[arg(long, value_name = "BYTES", requires = "once", value_parser = clap::value_parser!(u32).range(4..))]
    chunk: Option<u32>,

    /// Given by cargo bench
    #[arg(long, hide = true)]
    pub(crate) bench: bool,
}

/// A part of the report.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Section {
    /// What each peer counts: that they did the same work
    Work,
    /// MB/s for each page, and ratios
    Speed,
    /// Allocations, and the peak when streaming
    Memory,
    /// Instructions per byte, counted by callgrind
    Instructions,
    /// MB/s against the bytes of words for each tag, reference or mistake
    Density,
    /// Time against size for hostile inputs
    Hostile,
}

impl Section {
    /// Whether it is about the pages that the arguments choose.
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

    /// The single cell that is asked for, if one is.
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

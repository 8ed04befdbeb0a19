//! The command line.
//!
//! An argument for each column, filter and limit, with the text of the help at its field.
//! What decides the content of the output is also in the fingerprint: long, as each argument is in three places.

use super::failure::Failure;
use super::filter;
use super::fingerprint;
use super::job::Job;
use super::partition::Key;
use clap::{Parser, ValueEnum};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use tokenwright_arrow::{Extractor, Links, PageLimits, Request, RequestError, Tags};

/// Writes links, text and other columns of HTML pages as Parquet or JSON lines.
///
/// Without a column, it writes resolved links, text and titles. If it is interrupted, the same command continues where it stopped.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Arguments {
    /// Archives (WARC, ARC, WET or WAT, plain, gzip or zstd), Parquet files, HTML files, or folders of them, or
    /// addresses in S3 such as `s3://bucket/crawl/*.warc.gz`
    #[arg(required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The folder for the output, or an address in S3: a file for each part of the input
    #[arg(short, long, value_name = "FOLDER", visible_alias = "out")]
    pub(crate) output: PathBuf,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Parquet)]
    pub(crate) format: Format,
    /// The links of `a` and `area`
    #[arg(long, value_enum)]
    links: Option<LinkFields>,
    /// Links of other elements as well
    #[arg(long, requires = "links")]
    resources: bool,
    /// `rel` and `hreflang` of links
    #[arg(long, requires = "links")]
    rel: bool,
    /// The visible text
    #[arg(long)]
    text: bool,
    /// The title
    #[arg(long)]
    title: bool,
    /// The visible text in blocks, with their headings
    #[arg(long)]
    blocks: bool,
    /// The language of the page
    #[arg(long)]
    lang: bool,
    /// The canonical URL
    #[arg(long)]
    canonical: bool,
    /// What `meta` elements say to robots
    #[arg(long)]
    robots: bool,
    /// JSON-LD as it stands
    #[arg(long)]
    json_ld: bool,
    /// The main content as Markdown
    #[arg(long)]
    markdown: bool,
    /// Names and contents of `meta` elements
    #[arg(long)]
    meta: bool,
    /// Start tags with these names, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tags: Vec<String>,
    /// Parse errors
    #[arg(long)]
    errors: bool,
    /// All tokens
    #[arg(long)]
    tokens: bool,
    /// What WAT files say of pages: title, base, links, and where the page's record is; other files have null
    #[arg(long)]
    pub(crate) wat: bool,
    /// Where links, tags, errors and tokens begin and end, in bytes of the page
    #[arg(long)]
    spans: bool,
    /// Guess the encoding of pages that declare none
    #[arg(long)]
    detect_encoding: bool,
    /// Only records with these statuses, such as `200,300-399`
    #[arg(long, value_name = "STATUSES", value_delimiter = ',', value_parser = filter::statuses)]
    pub(crate) status: Vec<RangeInclusive<u16>>,
    /// Only records with these media types, such as `text/html`
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub(crate) media_type: Vec<String>,
    /// Only pages in these languages, such as `de,en-GB`, by the `lang` of their `html` element; adds the column `lang`
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',')]
    pub(crate) language: Vec<String>,
    /// Only pages whose `meta` elements do not say `noindex` to robots; adds the column `robots`
    #[arg(long)]
    pub(crate) only_indexable: bool,
    /// Only the first row of each page, by a digest of its bytes, over the whole input
    #[arg(long)]
    pub(crate) dedup: bool,
    /// Divide the output by these columns, separated by commas, into folders such as `status=200`; they are not in the files
    #[arg(long, value_enum, value_name = "COLUMNS", value_delimiter = ',')]
    pub(crate) partition_by: Vec<Key>,
    /// Read no page that is longer; it becomes a row with a reason
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(..1 << 20))]
    pub(crate) max_page: u64,
    /// Read no page for longer; it is cut off, and has a reason
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,
    /// The number of threads; all cores by default
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The length of the parts of an archive
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) split: u64,
    /// An index of the archives (CDX or CDXJ, plain or gzip), which saves reading them once to find where records begin; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) index: Vec<PathBuf>,
    /// The column of pages of Parquet files
    #[arg(long, value_name = "NAME", default_value = "html")]
    pub(crate) html_column: String,
    /// The column of URLs of Parquet files, which need not exist
    #[arg(long, value_name = "NAME", default_value = "url")]
    pub(crate) url_column: String,
    /// The column of content types of Parquet files, which need not exist
    #[arg(long, value_name = "NAME", default_value = "content_type")]
    pub(crate) content_type_column: String,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "it is no number")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Apache Parquet, compressed with zstd
    Parquet,
    /// A JSON object for each page
    Jsonl,
}

impl Format {
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Jsonl => "jsonl",
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum LinkFields {
    /// As they are written
    Raw,
    /// Absolute
    Resolved,
    /// Both
    Both,
}

impl Arguments {
    /// What to extract.
    pub(crate) fn request(&self) -> Request {
        let limit = usize::try_from(self.max_page << 20).unwrap_or(usize::MAX);
        let mut request = Request::default()
            .text(self.text)
            .title(self.title)
            .blocks(self.blocks)
            .lang(self.lang)
            .canonical(self.canonical)
            .robots(self.robots)
            .json_ld(self.json_ld)
            .markdown(self.markdown)
            .meta(self.meta)
            .errors(self.errors)
            .tokens(self.tokens)
            .spans(self.spans)
            .detect_encoding(self.detect_encoding)
            .limits(
                PageLimits::default()
                    .page_bytes(limit)
                    .page_time(self.max_time),
            );
        if let Some(fields) = self.links {
            let mut links = Links::default().resources(self.resources).rel(self.rel);
            links.raw = !matches!(fields, LinkFields::Resolved);
            links.resolved = !matches!(fields, LinkFields::Raw);
            request = request.links(links);
        }
        if !self.tags.is_empty() {
            request = request.tags(Tags::named(&self.tags));
        }
        let extractor = Extractor::new(request.clone());
        if extractor.is_err_and(|error| error == RequestError::Nothing) {
            request = request.links(Links::resolved()).text(true).title(true);
        }
        // Rows are filtered by them.
        request
            .lang(
                self.lang
                    || !self.language.is_empty()
                    || self.partition_by.contains(&Key::Language),
            )
            .robots(self.robots || self.only_indexable)
    }

    /// What makes the output what it is, as JSON: a run continues only one with the same.
    pub(crate) fn fingerprint(&self, jobs: &[Job]) -> Result<String, Failure> {
        let mut json = serde_json::json!({
            "request": self.request(),
            "split": self.split,
            "index": !self.index.is_empty(),
            "format": self.format.extension(),
            "filters": {
                "status": self.status.iter().map(|some| [*some.start(), *some.end()]).collect::<Vec<_>>(),
                "media_type": self.media_type,
                "language": self.language,
                "only_indexable": self.only_indexable,
            },
            "columns": [&self.html_column, &self.url_column, &self.content_type_column],
        });
        if self.dedup {
            // Another file before may have a page first.
            let names = jobs.iter().map(|job| job.name.as_str());
            json["dedup"] = fingerprint::of_texts(names).into();
        }
        if self.wat {
            json["wat"] = true.into();
        }
        if !self.partition_by.is_empty() {
            let names = self.partition_by.iter().map(|key| key.name());
            json["partition_by"] = names.collect::<Vec<_>>().into();
        }
        let text = serde_json::to_string_pretty(&json);
        text.map_err(Failure::new)
    }
}

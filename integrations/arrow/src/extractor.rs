//! From pages to batches.
//!
//! A batch has a row for each page, whatever happens to the page: one that is too large, has no room left in a column, or makes
//! the program panic is a row with the reason, so that rows stay in line with the input and one page does not cost the
//! others. What a panicking page has written is taken back.

use crate::columns::Columns;
use crate::markdown::Content;
use crate::sink::{PageSink, State};
use crate::walk::Resources;
use crate::watch::{Interrupt, Watch};
use crate::{Page, Pages, Request, RequestError};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokenwright::Options;
use tokenwright_encoding::Encoding;

/// How many bytes of a page without a declaration are looked at for a guess.
const DETECTED: usize = 64 * 1024;

/// Extracts what a [`Request`] asks for.
///
/// An extractor has no state; threads can share it.
#[derive(Clone, Debug)]
pub struct Extractor {
    request: Request,
    options: Options,
    schema: SchemaRef,
}

impl Extractor {
    /// Creates an extractor, or says what is wrong with the request.
    ///
    /// ```
    /// use tokenwright_arrow::{Extractor, Request};
    ///
    /// let error = Extractor::new(Request::default()).expect_err("nothing is asked for");
    /// assert!(error.to_string().starts_with("nothing to extract"));
    /// ```
    pub fn new(request: Request) -> Result<Self, RequestError> {
        request.check()?;
        Ok(Extractor {
            options: Options {
                limits: request.limits.tokenizer,
                ..Options::default()
            },
            schema: Columns::new(&request).schema(),
            request,
        })
    }

    /// What is extracted.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The columns of every batch.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Begins a batch that pages are added to one by one.
    pub fn batch(&self) -> Batch<'_> {
        Batch {
            extractor: self,
            columns: Columns::new(&self.request),
            state: State::default(),
            page_bytes: 0,
            interrupt: None,
        }
    }

    /// Extracts from all pages, on this thread, into one batch with a row for each page.
    ///
    /// A page whose output has no room in the batch is a row with a reason, so prefer batches of some MB.
    pub fn extract(&self, pages: &Pages<'_>) -> RecordBatch {
        let mut batch = self.batch();
        for row in 0..pages.len() {
            batch.push_row(pages, row);
        }
        batch.take()
    }
}

/// Pages under construction, in the order in which they were added.
///
/// ```
/// use tokenwright_arrow::{Extractor, Page, Request};
///
/// let extractor = Extractor::new(Request::default().title(true))?;
/// let mut batch = extractor.batch();
/// batch.push(&Page::text("<title>A</title>"));
/// batch.push_null();
/// assert_eq!(batch.take().num_rows(), 2);
/// assert_eq!(batch.take().num_rows(), 0);
/// # Ok::<_, tokenwright_arrow::RequestError>(())
/// ```
pub struct Batch<'a> {
    extractor: &'a Extractor,
    columns: Columns,
    state: State,
    page_bytes: usize,
    interrupt: Option<&'a Interrupt<'a>>,
}

impl<'a> Batch<'a> {
    /// Ends the reading of pages as soon as this says so, also within a page. The row of such a page has what was found before.
    pub(crate) fn interrupted_by(mut self, interrupt: &'a Interrupt<'a>) -> Self {
        self.interrupt = Some(interrupt);
        self
    }
}

impl Batch<'_> {
    /// Reads a page and adds its row.
    pub fn push(&mut self, page: &Page<'_>) {
        let request = &self.extractor.request;
        let len = page.len();
        self.page_bytes += len;
        let most = request.limits.page_bytes;
        if len > most {
            let reason = format!("the page has {len} bytes, more than {most}");
            self.columns.push_null(Some(&reason));
            return;
        }
        // What a panic leaves is in the row under construction and in the state of the page, and both begin anew.
        let read = catch_unwind(AssertUnwindSafe(|| self.read_page(page)));
        let end = match read {
            Ok(end) => end,
            Err(panic) => {
                let message = message(&*panic);
                let reason = format!("an error of the program, please report it: {message}");
                self.columns.push_null(Some(&reason));
                return;
            }
        };
        if let Some(column) = self.columns.full_column() {
            let reason = format!("the column `{column}` of this batch has no room for the page");
            self.columns.push_null(Some(&reason));
            return;
        }
        let encoding = end.encoding.map(|encoding| encoding.name());
        self.columns.complete(encoding, end.reason.as_deref());
    }

    /// Adds the row of a page that is not there: null in every column.
    pub fn push_null(&mut self) {
        self.columns.push_null(None);
    }

    /// Adds the row of a page that cannot be read: null but for the reason.
    pub fn push_unreadable(&mut self, reason: &str) {
        self.columns.push_null(Some(reason));
    }

    /// Adds the row of a page of which only the visible text is known, as WET files have it: null in every other column.
    pub fn push_text(&mut self, text: &str) {
        self.page_bytes += text.len();
        let most = self.extractor.request.limits.page_bytes;
        if text.len() > most {
            let reason = format!("the page has {} bytes, more than {most}", text.len());
            self.columns.push_null(Some(&reason));
        } else if !self.columns.push_text(text) {
            let reason = "the column `text` of this batch has no room for the page";
            self.columns.push_null(Some(reason));
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of the pages in bytes, of those since the last [`take`](Self::take).
    pub fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Takes all rows. The next page begins a new batch.
    pub fn take(&mut self) -> RecordBatch {
        self.page_bytes = 0;
        let schema = self.extractor.schema.clone();
        let options = RecordBatchOptions::new().with_row_count(Some(self.columns.len()));
        let arrays = self.columns.take();
        RecordBatch::try_new_with_options(schema, arrays, &options).expect("columns of the schema")
    }

    /// Reads row `row` of the pages.
    pub(crate) fn push_row(&mut self, pages: &Pages<'_>, row: usize) {
        match pages.get(row) {
            Ok(Some(page)) => self.push(&page),
            Ok(None) => self.push_null(),
            Err(error) => self.push_unreadable(&error.to_string()),
        }
    }

    fn read_page(&mut self, page: &Page<'_>) -> End {
        let request = &self.extractor.request;
        let text = request.text || request.title || request.blocks || request.has_document();
        let full = request.errors || request.tokens;
        // Errors and tokens are rare requests; they share one pass, which has everything.
        match (full, request.spans, text) {
            (true, ..) => self.read::<true, true, true>(page),
            (false, true, true) => self.read::<true, true, false>(page),
            (false, true, false) => self.read::<true, false, false>(page),
            (false, false, true) => self.read::<false, true, false>(page),
            (false, false, false) => self.read::<false, false, false>(page),
        }
    }

    fn read<const SPANS: bool, const TEXT: bool, const FULL: bool>(
        &mut self,
        page: &Page<'_>,
    ) -> End {
        let request = &self.extractor.request;
        let budget = request.limits.output_bytes.min(most_output(page.len()));
        let mut sink =
            PageSink::<SPANS, TEXT, FULL>::new(&mut self.columns, &mut self.state, budget);
        let detect = match request.detect_encoding {
            true => DETECTED,
            false => 0,
        };
        let mut watch = Watch::new(request.limits.page_time, self.interrupt);
        let reading = page.read(&mut sink, &self.extractor.options, detect, &mut watch);
        if let Some(text) = &request.panics_at {
            assert!(!page.contains(text), "the page has `{text}`");
        }
        // What was not read to its end has what was found before.
        let is_whole = reading.exceeded.is_none() && !watch.was_over();
        let needs_tree = request.always_a_tree || sink.needs_tree();
        let tree = (is_whole && (needs_tree || request.markdown)).then(|| {
            let options = tree_options(request, sink.loses_links());
            page.tree(&reading, &options, &mut watch)
        });
        if let Some(Ok((document, origin))) = &tree
            && needs_tree
        {
            let mut resources = Resources::default();
            if sink.loses_links() && request.links.as_ref().is_some_and(|links| links.resources) {
                page.tokens(
                    &reading,
                    &mut resources,
                    &self.extractor.options,
                    &mut watch,
                );
            }
            sink.read_tree(document, resources, &|text| origin.source(text), &mut watch);
        }
        let content = match &tree {
            Some(Ok((document, _))) => Some(Content::Tree(document)),
            Some(Err(_)) if request.markdown && !watch.was_over() => {
                let text = page.visible_text(&self.extractor.options, detect, &mut watch);
                Some(Content::Text(text))
            }
            _ => None,
        };
        let over_budget = sink.finish(page.url, reading.encoding, content, &mut watch);
        let reason = match (reading.exceeded, over_budget) {
            (Some(exceeded), _) => Some(exceeded.to_string()),
            (None, true) => Some(format!("the page has more than {budget} bytes of output")),
            (None, false) if watch.was_over() => {
                let time = request.limits.page_time.unwrap_or_default();
                Some(format!("the page takes more than {time:?}"))
            }
            (None, false) => match tree {
                Some(Err(why)) if request.markdown => Some(format!(
                    "the Markdown is all of the text, as the page has no tree: {why}"
                )),
                _ => None,
            },
        };
        End {
            encoding: reading.encoding,
            reason,
        }
    }
}

/// How many bytes of output a page may have by its length: more than an ordinary page has, and so few that those of a batch of some
/// MB have room in a column.
fn most_output(len: usize) -> usize {
    len.saturating_mul(64).saturating_add(1 << 20)
}

/// How a tree is built. Its limits keep time and memory in line with the length of the page; one that exceeds them is read without a tree.
fn tree_options(request: &Request, spans: bool) -> tokenwright_tree::Options {
    tokenwright_tree::Options {
        spans,
        limits: tokenwright_tree::Limits {
            bytes: 32 << 20,
            nodes: 1 << 23,
            depth: 512,
            formatting: 64,
            tokens: request.limits.tokenizer,
        },
        ..tokenwright_tree::Options::default()
    }
}

/// How the reading of a page ended.
struct End {
    encoding: Option<&'static Encoding>,
    reason: Option<String>,
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message")
}

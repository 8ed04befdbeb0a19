//! From pages to batches.

use crate::columns::Columns;
use crate::sink::{PageSink, State};
use crate::{Page, Pages, Request, RequestError};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use tokenwright::Options;

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
            options: Options::default().limits(request.limits.tokenizer),
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
        let text = request.text || request.title;
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

    /// Adds the row of a page that is not there: null in every column.
    pub fn push_null(&mut self) {
        self.columns.push_null(None);
    }

    /// Adds the row of a page that cannot be read: null but for the reason.
    pub fn push_unreadable(&mut self, reason: &str) {
        self.columns.push_null(Some(reason));
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
            Some(page) => self.push(&page),
            None => self.push_null(),
        }
    }

    fn read<const SPANS: bool, const TEXT: bool, const FULL: bool>(&mut self, page: &Page<'_>) {
        let request = &self.extractor.request;
        let budget = request.limits.output_bytes;
        let mut sink =
            PageSink::<SPANS, TEXT, FULL>::new(&mut self.columns, &mut self.state, budget);
        let detect = match request.detect_encoding {
            true => DETECTED,
            false => 0,
        };
        let reading = page.read(&mut sink, &self.extractor.options, detect);
        let over_budget = sink.finish(page.url);
        if let Some(column) = self.columns.full_column() {
            let reason = format!("the column `{column}` of this batch has no room for the page");
            self.columns.push_null(Some(&reason));
            return;
        }
        let reason = match (reading.exceeded, over_budget) {
            (Some(exceeded), _) => Some(exceeded.to_string()),
            (None, true) => Some(format!("the page has more than {budget} bytes of output")),
            (None, false) => None,
        };
        let encoding = reading.encoding.map(|encoding| encoding.name());
        self.columns.complete(encoding, reason.as_deref());
    }
}

//! SQL over HTML pages: `html_links(html, url)`, `html_text(html)` and `html_title(html)` as functions of DataFusion.
//!
//! `cargo run -- PAGES.parquet "SELECT url, html_title(html) FROM pages"` queries a Parquet file as the table `pages`; without
//! arguments, it queries two pages that it makes.
#![forbid(unsafe_code)]

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf};
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::sync::Arc;
use tokenwright_arrow::{Extractor, Links, Pages, Request};

const QUERY: &str = "SELECT url, html_title(html) AS title, html_text(html) AS text, link.url AS link \
    FROM (SELECT url, html, unnest(html_links(html, url)) AS link FROM pages)";

#[tokio::main]
async fn main() -> Result<()> {
    let context = SessionContext::new();
    context.register_udf(function(
        "html_links",
        "links",
        2,
        Request::default().links(Links::resolved()),
    )?);
    context.register_udf(function(
        "html_text",
        "text",
        1,
        Request::default().text(true),
    )?);
    context.register_udf(function(
        "html_title",
        "title",
        1,
        Request::default().title(true),
    )?);
    let mut arguments = std::env::args().skip(1);
    match arguments.next() {
        Some(file) => {
            context
                .register_parquet("pages", &file, ParquetReadOptions::default())
                .await?
        }
        None => drop(context.register_batch("pages", two_pages()?)?),
    }
    let query = arguments.next().unwrap_or_else(|| QUERY.to_owned());
    context.sql(&query).await?.show().await
}

/// A function of a page, and of its URL if it has two parameters, whose value is a column of the request.
fn function(
    name: &str,
    column: &'static str,
    parameters: usize,
    request: Request,
) -> Result<ScalarUDF> {
    let extractor = Extractor::new(request).map_err(external)?;
    let returns = extractor
        .schema()
        .field_with_name(column)?
        .data_type()
        .clone();
    let body = move |arguments: &[ColumnarValue]| -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(arguments)?;
        let mut pages = Pages::new(&arrays[0]).map_err(external)?;
        if let Some(urls) = arrays.get(1) {
            pages = pages.urls(urls).map_err(external)?;
        }
        Ok(ColumnarValue::Array(
            extractor.extract(&pages)[column].clone(),
        ))
    };
    let types = vec![DataType::Utf8View; parameters];
    Ok(create_udf(
        name,
        types,
        returns,
        Volatility::Immutable,
        Arc::new(body),
    ))
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

fn two_pages() -> Result<RecordBatch> {
    let strings =
        |values: [&str; 2]| -> ArrayRef { Arc::new(StringViewArray::from_iter_values(values)) };
    let html = strings([
        "<title>One</title><p>See <a href=two>the second</a> or <a href=//e.net>others</a>",
        "<title>Two</title><a href=#top>Up</a>",
    ]);
    let urls = strings(["https://example.org/one", "https://example.org/two"]);
    Ok(RecordBatch::try_from_iter([("url", urls), ("html", html)])?)
}

//! SQL over HTML pages: `html_links(html, url)`, `html_text(html)` and `html_title(html)` as functions of DataFusion.
//! Pages are strings, or bytes in any encoding.
//!
//! `cargo run -- PAGES.parquet "SELECT url, html_title(html) FROM pages"` queries a Parquet file as the table `pages`; without
//! arguments, it queries two pages that it makes.
#![forbid(unsafe_code)]

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::common::types::{logical_binary, logical_string};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    Coercion, ColumnarValue, ScalarUDF, Signature, SimpleScalarUDF, TypeSignature,
    TypeSignatureClass, Volatility,
};
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::sync::Arc;
use tokenwright_arrow::{Extractor, Links, Pages, Request};

const QUERY: &str = "SELECT url, html_title(html) AS title, html_text(html) AS text, link.url AS link \
    FROM (SELECT url, html, unnest(html_links(html, url)) AS link FROM pages)";

#[tokio::main]
async fn main() -> Result<()> {
    let context = context()?;
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

/// A session that has the functions.
fn context() -> Result<SessionContext> {
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
    Ok(context)
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
    // Bytes stay what they are: they need not be UTF-8, and the page says how they are decoded.
    let kinds = || [logical_string(), logical_binary()];
    let pairs = kinds()
        .into_iter()
        .flat_map(|page| kinds().map(|url| [page.clone(), url]));
    let signatures = pairs.map(|pair| {
        let kinds = pair.into_iter().take(parameters);
        let exact = |kind| Coercion::new_exact(TypeSignatureClass::Native(kind));
        TypeSignature::Coercible(kinds.map(exact).collect())
    });
    let mut signatures: Vec<_> = signatures.collect();
    signatures.dedup();
    let signature = Signature::one_of(signatures, Volatility::Immutable);
    let function = SimpleScalarUDF::new_with_signature(name, signature, returns, Arc::new(body));
    Ok(function.into())
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

#[cfg(test)]
mod tests {
    use super::context;
    use datafusion::arrow::util::display::array_value_to_string;

    /// The only value of a query, or its error.
    async fn value(query: &str) -> Result<String, String> {
        let rows = async { context()?.sql(query).await?.collect().await };
        let rows = rows.await.map_err(|error| error.to_string())?;
        let value = array_value_to_string(rows[0].column(0), 0);
        value.map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn pages_are_strings_or_bytes() {
        for (query, expected) in [
            ("html_title('<title>é')", "é"),
            ("html_title(arrow_cast('<title>a', 'LargeUtf8'))", "a"),
            (
                "html_title(arrow_cast('<title>a', 'Dictionary(Int32, Utf8)'))",
                "a",
            ),
            // <meta charset=koi8-r><title> and a byte.
            (
                "html_title(X'3c6d65746120636861727365743d6b6f69382d723e3c7469746c653ec9')",
                "и",
            ),
            ("html_text(arrow_cast(X'e9', 'BinaryView'))", "é"),
            ("html_title(NULL) IS NULL", "true"),
            (
                "html_links('<a href=x>', 'http://e/')[1]['url']",
                "http://e/x",
            ),
            (
                "html_links(X'3c6120687265663d3fe93e', 'http://e/')[1]['url']",
                "http://e/?%E9",
            ),
            ("html_links('<a href=//e>', NULL)[1]['url'] IS NULL", "true"),
            (
                "html_links('<a href=x>', X'687474703a2f2f652f')[1]['url']",
                "http://e/x",
            ),
        ] {
            let found = value(&format!("SELECT {query}")).await;
            assert_eq!(found.as_deref(), Ok(expected), "{query}");
        }
        let error = value("SELECT html_title(5)").await.expect_err("no page");
        assert!(error.contains("html_title(Int64)"), "{error}");
    }
}

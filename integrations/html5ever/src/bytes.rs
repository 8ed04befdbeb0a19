//! Documents of bytes.

use crate::Options;
use html5ever::TokenizerResult;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeSink;
use tokenwright_encoding::{self as encoding, Change, Decision, Decoder, Encoding};

/// Parses a document of bytes in any encoding. Returns the sink's output, and the encoding with its reason.
///
/// `encoding` has what is known about the encoding. If a declaration in the document shows that the first text was decoded
/// wrongly, the document is parsed again from its beginning, with a new sink. Scripts do not run.
///
/// ```
/// use scraper::{Html, HtmlTreeSink};
/// use tokenwright_html5ever::{Options, parse_bytes};
///
/// let sink = || HtmlTreeSink::new(Html::new_document());
/// let page = b"<meta charset=windows-1251><title>\xD7\xE0\xE9</title>";
/// let (html, decision) = parse_bytes(sink, Options::default(), Default::default(), page.chunks(10));
/// assert_eq!(decision.encoding.name(), "windows-1251");
/// assert!(html.html().contains("<title>Чай</title>"));
/// ```
pub fn parse_bytes<'a, Sink: TreeSink>(
    sink: impl Fn() -> Sink,
    options: Options,
    mut encoding: encoding::Options,
    chunks: impl Iterator<Item = &'a [u8]> + Clone,
) -> (Sink::Output, Decision) {
    loop {
        match parse_once(sink(), options.clone(), encoding.clone(), chunks.clone()) {
            Ok(parsed) => return parsed,
            Err(declared) => encoding = encoding.override_with(declared),
        }
    }
}

/// Parses the document, or returns the encoding to begin again with.
fn parse_once<'a, Sink: TreeSink>(
    sink: Sink,
    options: Options,
    encoding: encoding::Options,
    chunks: impl Iterator<Item = &'a [u8]>,
) -> Result<(Sink::Output, Decision), &'static Encoding> {
    let mut parser = options.parse_document(sink);
    let mut decoder = Decoder::new(encoding);
    let mut declared = None;
    let mut feed = |text: &str| {
        let mut result = parser.feed(text);
        loop {
            match result {
                TokenizerResult::Done => break,
                TokenizerResult::Script(_) => {}
                TokenizerResult::EncodingIndicator(label) => {
                    declared = declared.or_else(|| Encoding::for_label(label.as_bytes()));
                }
            }
            result = parser.resume();
        }
        declared
    };
    for chunk in chunks {
        let mut declared = None;
        decoder.decode(chunk, |text| declared = feed(text));
        change(&mut decoder, declared)?;
    }
    let mut declared = None;
    decoder.finish(|text| declared = feed(text));
    change(&mut decoder, declared)?;
    let decision = decoder.decision().expect("the end of the input decides");
    Ok((parser.finish(), decision))
}

fn change(
    decoder: &mut Decoder,
    declared: Option<&'static Encoding>,
) -> Result<(), &'static Encoding> {
    match declared.map(|declared| decoder.change(declared)) {
        Some(Change::Restart(encoding)) => Err(encoding),
        _ => Ok(()),
    }
}

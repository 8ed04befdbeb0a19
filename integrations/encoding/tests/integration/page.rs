//! A page that is decoded and tokenized, with declarations that the tokenizer finds.

use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
use tokenwright_encoding::{Change, Decoder, Encoding, Options, declared_encoding};

/// Collects text, and the first encoding that a `<meta>` declares.
#[derive(Default)]
struct Page {
    text: String,
    declared: Option<&'static Encoding>,
}

impl Sink for Page {
    const ERRORS: bool = false;

    fn text(&mut self, text: &str, _: Span) {
        self.text.push_str(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if self.declared.is_none() {
            self.declared = declared_encoding(tag);
        }
        Next::Continue
    }
}

/// A page after it was read.
pub(crate) struct Read {
    pub(crate) text: String,
    pub(crate) encoding: &'static Encoding,
    pub(crate) restarts: usize,
}

/// Reads a page in chunks, and again from its beginning if a declaration asks for that.
pub(crate) fn read<'a>(chunks: impl Iterator<Item = &'a [u8]> + Clone, options: Options) -> Read {
    let mut options = options;
    let mut restarts = 0;
    loop {
        match read_once(chunks.clone(), options.clone()) {
            Ok((text, encoding)) => {
                return Read {
                    text,
                    encoding,
                    restarts,
                };
            }
            Err(encoding) => {
                restarts += 1;
                options = options.override_with(encoding);
            }
        }
    }
}

/// The text and the encoding, or the encoding to begin again with.
fn read_once<'a>(
    chunks: impl Iterator<Item = &'a [u8]>,
    options: Options,
) -> Result<(String, &'static Encoding), &'static Encoding> {
    let mut decoder = Decoder::new(options);
    let mut tokenizer = Tokenizer::new(Page::default());
    for chunk in chunks {
        decoder.decode(chunk, |text| tokenizer.feed_str(text));
        change(&mut decoder, &tokenizer)?;
    }
    decoder.finish(|text| tokenizer.feed_str(text));
    // The whole page may have waited for the end.
    change(&mut decoder, &tokenizer)?;
    let decision = decoder.decision().expect("the end decides");
    Ok((tokenizer.finish().text, decision.encoding))
}

fn change(decoder: &mut Decoder, tokenizer: &Tokenizer<Page>) -> Result<(), &'static Encoding> {
    match tokenizer
        .sink()
        .declared
        .map(|encoding| decoder.change(encoding))
    {
        Some(Change::Restart(encoding)) => Err(encoding),
        _ => Ok(()),
    }
}

//! The encoding of the input: the option `--encoding`.

use crate::failure::Failure;
use crate::names::nearest;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::io::{self, ErrorKind, Read};
use tokenwright::{Next, Sink, Tag, Tokenizer};
use tokenwright_encoding::{
    self as sniffing, Change, Confidence, Decision, Decoder, Source, declared_encoding,
};

/// The bytes from which an encoding is guessed.
const SAMPLE: usize = 64 * 1024;

/// The names that a misspelt label is compared with; further labels are accepted.
const NAMES: [&str; 39] = [
    "Big5", "EUC-JP", "EUC-KR", "GBK", "IBM866", "ISO-2022-JP", "ISO-8859-2", "ISO-8859-3",
    "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8", "ISO-8859-8-I",
    "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U",
    "Shift_JIS", "UTF-16BE", "UTF-16LE", "UTF-8", "gb18030", "macintosh", "windows-874",
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "x-user-defined",
];

/// The encoding that the arguments ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// UTF-8, with a byte order mark as text.
    Unspecified,
    /// The standard's encoding sniffing algorithm.
    Auto,
    /// One encoding. A byte order mark has precedence, as in the standard.
    Label(&'static Encoding),
}

impl Choice {
    /// The choice that a value of `--encoding` names.
    ///
    /// # Errors
    /// A label that the Encoding Standard does not have.
    pub(crate) fn of(value: Option<&str>) -> Result<Self, Failure> {
        let Some(value) = value else {
            return Ok(Choice::Unspecified);
        };
        if value.eq_ignore_ascii_case("auto") {
            return Ok(Choice::Auto);
        }
        match Encoding::for_label(value.as_bytes()) {
            Some(encoding) => Ok(Choice::Label(encoding)),
            None => {
                let failure = Failure::usage(format!("no encoding has the label `{value}`"));
                Err(failure.help(match nearest(value, NAMES.into_iter()) {
                    Some(near) => format!("the nearest is `{near}`; `auto` finds out the encoding"),
                    None => "`auto` finds out the encoding; https://encoding.spec.whatwg.org lists the labels".to_owned(),
                }))
            }
        }
    }

    /// Whether the bytes are read as UTF-8.
    pub(crate) fn is_utf8(self) -> bool {
        matches!(self, Choice::Unspecified) || self == Choice::Label(UTF_8)
    }

    /// Whether the bytes are read as UTF-16.
    pub(crate) fn is_utf16(self) -> bool {
        matches!(self, Choice::Label(encoding) if encoding == UTF_16LE || encoding == UTF_16BE)
    }

    /// The options of a decoder.
    pub(crate) fn options(self) -> sniffing::Options {
        let options = sniffing::Options::default();
        match self {
            Choice::Unspecified => options.override_with(UTF_8),
            Choice::Auto => options.detect(SAMPLE),
            Choice::Label(encoding) => options.override_with(encoding),
        }
    }
}

/// Finds the encoding of a document, which may be declared anywhere in it.
///
/// # Errors
/// The error of the reader.
pub(crate) fn find(reader: &mut impl Read) -> io::Result<Decision> {
    let mut decoder = Decoder::new(Choice::Auto.options());
    let mut tokenizer = Tokenizer::new(Declaration(None));
    let mut buffer = vec![0; SAMPLE];
    loop {
        let len = match reader.read(&mut buffer) {
            Ok(len) => len,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        match len {
            0 => decoder.finish(|text| tokenizer.feed_str(text)),
            len => decoder.decode(&buffer[..len], |text| tokenizer.feed_str(text)),
        }
        let restart = match tokenizer.sink().0.map(|encoding| decoder.change(encoding)) {
            Some(Change::Restart(encoding)) => Some(encoding),
            _ => None,
        };
        let Some(mut decision) = decoder.decision() else {
            continue;
        };
        if let Some(encoding) = restart {
            decision.encoding = encoding;
            decision.source = Source::Declaration;
        }
        if len == 0 || decision.confidence == Confidence::Certain {
            return Ok(decision);
        }
    }
}

/// The first encoding that the document declares.
struct Declaration(Option<&'static Encoding>);

impl Sink for Declaration {
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 = declared_encoding(tag);
        match self.0 {
            Some(_) => Next::Stop,
            None => Next::Continue,
        }
    }
}

/// Says which encoding was found, and how.
pub(crate) fn describe(decision: Decision) -> String {
    let name = decision.encoding.name();
    match decision.source {
        Source::ByteOrderMark => format!("{name}, by its byte order mark"),
        Source::Prescan | Source::Declaration => format!("{name}, as declared in the document"),
        _ => format!("{name}, which is a guess as nothing declares it"),
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;
    use encoding_rs::Encoding;

    #[test]
    fn every_suggested_name_is_a_label() {
        for name in NAMES {
            let encoding = Encoding::for_label(name.as_bytes());
            assert_eq!(encoding.map(Encoding::name), Some(name));
        }
    }
}

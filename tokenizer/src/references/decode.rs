//! Decodes the references in a string: the table for names with their semicolon, the tokenizer for everything else.

use crate::{Follow, Next, Options, Revision, Sink, Span, Tag, Tokenizer};
use alloc::borrow::Cow;
use alloc::string::String;

/// Where references are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In text.
    Text,
    /// In an attribute value, given without its quotation marks. There a name without its semicolon stays text before
    /// `=`, a letter or a digit, so that the parameters of URLs survive.
    Value,
}

pub(super) fn decode<R: Revision>(text: &str, place: Place) -> Cow<'_, str> {
    let Some(first) = text.find('&') else {
        return Cow::Borrowed(text);
    };
    let mut decoded = String::with_capacity(text.len());
    decoded.push_str(&text[..first]);
    let mut rest = &text[first..];
    let mut states = None;
    loop {
        let candidate = candidate(rest);
        decode_candidate::<R>(rest, candidate, place, &mut states, &mut decoded);
        rest = &rest[candidate.len()..];
        let Some(next) = rest.find('&') else {
            decoded.push_str(rest);
            return Cow::Owned(decoded);
        };
        decoded.push_str(&rest[..next]);
        rest = &rest[next..];
    }
}

/// Decodes the candidate at the beginning of the text.
pub(super) fn decode_candidate<R: Revision>(
    text: &str,
    candidate: &str,
    place: Place,
    states: &mut Option<States<R>>,
    out: &mut String,
) {
    let before_equals_sign = text[candidate.len()..].starts_with('=');
    if candidate.len() == 1 {
        out.push('&');
    } else if let Some(characters) = closed_name::<R>(candidate) {
        out.push_str(characters);
    } else {
        states
            .get_or_insert_with(|| States::<R>::new(place))
            .decode(candidate, before_equals_sign, out);
    }
}

/// The longest beginning of the text that can be a reference: `&`, `#`, letters and digits, `;`.
pub(super) fn candidate(text: &str) -> &str {
    let bytes = text.as_bytes();
    let start = 1 + usize::from(bytes.get(1) == Some(&b'#'));
    let body = bytes[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric());
    let mut end = start + body.count();
    if end > 1 && bytes.get(end) == Some(&b';') {
        end += 1;
    }
    &text[..end]
}

/// The characters of a name with its semicolon: it is a reference everywhere.
fn closed_name<R: Revision>(candidate: &str) -> Option<&'static str> {
    let name = &candidate[1..];
    let is_closed = name.ends_with(';');
    is_closed.then(|| R::REFERENCES.lookup(name)).flatten()
}

/// A tokenizer that is used for one reference after the other.
pub(super) struct States<R: Revision> {
    tokenizer: Tokenizer<Decoded, R>,
    place: Place,
}

impl<R: Revision> States<R> {
    fn new(place: Place) -> Self {
        let options = Options {
            follow: Follow::Nothing,
            ..Options::default()
        };
        States {
            tokenizer: Tokenizer::with_options(Decoded::default(), options),
            place,
        }
    }

    /// Decodes a candidate. Of all characters that can follow it, only `=` has an influence.
    fn decode(&mut self, candidate: &str, before_equals_sign: bool, out: &mut String) {
        let (before, after, end) = match (self.place, before_equals_sign) {
            (Place::Text, _) => ("", "\n", 1),
            (Place::Value, true) => ("<a b=\"", "=\">", 1),
            (Place::Value, false) => ("<a b=\"", "\">", 0),
        };
        for part in [before, candidate, after] {
            self.tokenizer.feed_str(part);
        }
        let decoded = &mut self.tokenizer.sink_mut().0;
        out.push_str(&decoded[..decoded.len() - end]);
        decoded.clear();
    }
}

/// Collects text and attribute values.
#[derive(Default)]
struct Decoded(String);

impl Sink for Decoded {
    const ERRORS: bool = false;
    const SPANS: bool = false;

    fn text(&mut self, text: &str, _: Span) {
        self.0.push_str(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0
            .extend(tag.attributes().map(|attribute| attribute.value()));
        Next::Continue
    }
}

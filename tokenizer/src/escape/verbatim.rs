//! The contexts without character references: the tokenizer itself says whether a string is read back as it is.

use super::EscapeError;
use crate::{Comment, Next, Sink, Tag, TextMode, Tokenizer};

/// Checks that a string can be the data of a comment, and returns it.
///
/// ```
/// use tokenwright::escape::comment;
///
/// let data = comment(" a <b> -- c ")?;
/// assert_eq!(format!("<!--{data}-->"), "<!-- a <b> -- c -->");
/// assert!(comment("-->").is_err());
/// assert!(comment("> at the beginning").is_err());
/// # Ok::<_, tokenwright::escape::EscapeError>(())
/// ```
///
/// # Errors
///
/// [`EscapeError::Ends`] if the comment would end inside the string, [`EscapeError::Changes`] if it contains U+0000 or
/// U+000D.
pub fn comment(data: &str) -> Result<&str, EscapeError> {
    refuse_changes(data)?;
    let mut tokenizer = Tokenizer::new(FirstEnd::default());
    tokenizer.feed_str(OPEN);
    tokenizer.feed_str(data);
    tokenizer.feed_str("-->");
    let end = tokenizer.finish().comment - OPEN.len();
    let Some(ended) = data.get(..end) else {
        return Ok(data);
    };
    // The last two end it only at its beginning.
    let ends = ["-->", "--!>", "->", ">"];
    let without_end = ends.iter().find_map(|end| ended.strip_suffix(end));
    let at = without_end.map_or(end, str::len);
    Err(EscapeError::Ends { at })
}

/// Checks that a string can be the text of a raw text element, and returns it.
///
/// These are the elements whose text has no character references: `script`, `style`, `xmp`, `iframe`, `noembed`,
/// `noframes`, and `noscript` where scripts run. The text of `title` and `textarea` is escaped by [`text`](super::text).
///
/// ```
/// use tokenwright::escape::raw_text;
///
/// let script = raw_text("script", "if (a < b && c) alert('</b>')")?;
/// assert_eq!(format!("<script>{script}</script>").len(), 46);
/// assert!(raw_text("script", "alert('</script>')").is_err());
/// assert!(raw_text("style", "a::after { content: '</script>' }").is_ok());
/// # Ok::<_, tokenwright::escape::EscapeError>(())
/// ```
///
/// # Errors
///
/// [`EscapeError::Ends`] if the element would end inside the string, [`EscapeError::HidesEnd`] if its end tag would be
/// text, [`EscapeError::Changes`] for U+0000 and U+000D, [`EscapeError::NotRawText`] for every other element. The name
/// of the element is in lower case.
pub fn raw_text<'t>(element: &str, text: &'t str) -> Result<&'t str, EscapeError> {
    let mode = TextMode::after_start_tag(element, true);
    let is_raw = |mode: &TextMode| matches!(mode, TextMode::Rawtext | TextMode::ScriptData);
    let mode = mode.filter(is_raw).ok_or(EscapeError::NotRawText)?;
    refuse_changes(text)?;
    let mut tokenizer = Tokenizer::new(FirstEnd::default());
    tokenizer.set_text_mode(mode);
    tokenizer.set_last_start_tag(element);
    for part in [text, "</", element, ">"] {
        tokenizer.feed_str(part);
    }
    match tokenizer.finish().end_tag {
        Some(at) if at < text.len() => Err(EscapeError::Ends { at }),
        Some(_) => Ok(text),
        None => Err(EscapeError::HidesEnd),
    }
}

const OPEN: &str = "<!--";

/// Refuses the characters that are replaced where there are no character references.
fn refuse_changes(text: &str) -> Result<(), EscapeError> {
    let mut characters = text.char_indices();
    match characters.find(|(_, c)| matches!(c, '\0' | '\r')) {
        Some((at, character)) => Err(EscapeError::Changes { at, character }),
        None => Ok(()),
    }
}

/// Where the first comment ends and the first end tag begins.
#[derive(Default)]
struct FirstEnd {
    comment: usize,
    end_tag: Option<usize>,
}

impl Sink for FirstEnd {
    const ERRORS: bool = false;

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.comment == 0 {
            self.comment = comment.span.end;
        }
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.end_tag.get_or_insert(tag.span().start);
        Next::Continue
    }
}

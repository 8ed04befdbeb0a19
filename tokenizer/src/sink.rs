use crate::{Comment, Doctype, ParseError, ProcessingInstruction, Span, Tag};

/// Who receives the tokens.
///
/// Everything is borrowed for the call: from the input where nothing had to be rewritten, else from
/// a buffer that the tokenizer uses again. Every method has a default that does nothing, and what a
/// sink does not want costs nothing: an empty method is compiled away, and the constants switch off
/// the work behind it.
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Tokenizer};
///
/// #[derive(Default)]
/// struct Links(Vec<String>);
///
/// impl Sink for Links {
///     const ERRORS: bool = false;
///
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         if tag.name() == "a" {
///             self.0.extend(tag.attribute("href").map(|href| href.value().to_owned()));
///         }
///         Next::Continue
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Links::default());
/// tokenizer.feed("<p><a href=/one>1</a> <a hr");
/// tokenizer.feed("ef='/two'>2</a>");
/// assert_eq!(tokenizer.finish().0, ["/one", "/two"]);
/// ```
pub trait Sink {
    /// Whether [`error`](Self::error) is wanted; without it the input stream is not checked.
    const ERRORS: bool = true;
    /// Whether spans are wanted; without them they are all `0..0`.
    const SPANS: bool = true;

    /// Text: one or more characters that stand together, never empty. Text that the spec emits as
    /// one run may come in several calls: at a character reference, a line ending or a chunk's end.
    /// Character references close together may come in one call, with the text between them.
    fn text(&mut self, text: &str, span: Span) {
        let _ = (text, span);
    }

    /// A start tag. The answer may switch the tokenizer's state before the next character, as tree
    /// construction does for `textarea` or `script`.
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let _ = tag;
        Next::Continue
    }

    /// An end tag. Its attributes mean nothing, but are there.
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        let _ = tag;
        Next::Continue
    }

    /// A comment.
    fn comment(&mut self, comment: &Comment<'_>) {
        let _ = comment;
    }

    /// A DOCTYPE.
    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let _ = doctype;
    }

    /// A processing instruction (revisions from June 2026 on).
    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let _ = instruction;
    }

    /// The end of the file; `span` is empty and stands after the last byte.
    fn end_of_file(&mut self, span: Span) {
        let _ = span;
    }

    /// A parse error. Errors come in the order of the spec's steps, those of the input stream
    /// before those of the character that they are about.
    fn error(&mut self, error: &ParseError) {
        let _ = error;
    }

    /// Whether there is an adjusted current node and it is not in the HTML namespace: decides
    /// whether `<![CDATA[` opens a CDATA section. Asked when the tokenizer stands before it.
    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }

    /// Takes the text from `from` to `to` of what the machine reads by its place alone, if that will do.
    #[doc(hidden)]
    #[inline(always)]
    fn goes_on(&mut self, _: Machines, from: usize, to: usize) -> bool {
        let _ = (from, to);
        false
    }
}

mod sealed {
    /// Only the machine has one: what takes it is called by nobody else.
    #[derive(Clone, Copy, Debug)]
    pub struct Machines;
}

pub(crate) use sealed::Machines;

/// What a sink wants after a tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    #[default]
    Continue,
    /// Go on in the state that tree construction has chosen.
    Switch(TextMode),
    /// Stop before the next character; `feed` returns, and [`Tokenizer::resume`](crate::Tokenizer::resume) goes on.
    Pause,
}

/// The states for text that tree construction switches to, by a name that all revisions share.
///
/// Revisions with a content model flag set the flag: RCDATA, CDATA (for [`Rawtext`](Self::Rawtext)
/// and [`ScriptData`](Self::ScriptData)), PLAINTEXT, and PCDATA (for [`Data`](Self::Data)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextMode {
    /// The data state.
    Data,
    /// The RCDATA state: `title`, `textarea`.
    Rcdata,
    /// The RAWTEXT state: `style`, `xmp`, `iframe`, `noembed`, `noframes`.
    Rawtext,
    /// The script data state: `script`.
    ScriptData,
    /// The PLAINTEXT state: `plaintext`.
    Plaintext,
}

impl TextMode {
    /// What a parser without a tree switches to after a start tag of this name, if to anything.
    /// `scripting` says whether `noscript` holds text, as it does where scripts run.
    #[inline]
    pub fn after_start_tag(name: &str, scripting: bool) -> Option<TextMode> {
        if Self::may_follow(name.len(), name.bytes().next().unwrap_or_default()) {
            Self::after_name(name, scripting)
        } else {
            None
        }
    }

    /// Most names are told apart by their first letter and length.
    #[inline(always)]
    pub(crate) fn may_follow(len: usize, first: u8) -> bool {
        /// For each letter of the alphabet, the lengths of the names that begin with it, as bits.
        const LENGTHS: [u16; 32] = {
            let mut lengths = [0; 32];
            let mut at = 0;
            while at < TEXT_ELEMENTS.len() {
                let name = TEXT_ELEMENTS[at].0.as_bytes();
                lengths[(name[0] & 31) as usize] |= 1 << name.len();
                at += 1;
            }
            lengths
        };
        len < 16 && LENGTHS[usize::from(first & 31)] >> len & 1 != 0
    }

    #[inline(never)]
    fn after_name(name: &str, scripting: bool) -> Option<TextMode> {
        let element = TEXT_ELEMENTS.iter().find(|(element, _)| *element == name);
        let mode = element.map(|(_, mode)| *mode);
        mode.filter(|_| scripting || name != "noscript")
    }
}

/// The elements that hold text, and its state; `noscript` does where scripts run.
const TEXT_ELEMENTS: [(&str, TextMode); 10] = [
    ("script", TextMode::ScriptData),
    ("style", TextMode::Rawtext),
    ("xmp", TextMode::Rawtext),
    ("iframe", TextMode::Rawtext),
    ("noembed", TextMode::Rawtext),
    ("noframes", TextMode::Rawtext),
    ("noscript", TextMode::Rawtext),
    ("title", TextMode::Rcdata),
    ("textarea", TextMode::Rcdata),
    ("plaintext", TextMode::Plaintext),
];

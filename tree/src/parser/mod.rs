//! The parser: a tokenizer that the tree steers.
//!
//! What a document asks for, errors or places, and its revision are types of the machine, so that what is left out is not
//! compiled. A [`Parser`] chooses among them when it begins.

#[cfg(feature = "encoding")]
mod encoded;
mod machine;
mod read;
mod sink;

#[cfg(feature = "encoding")]
pub use encoded::parse_bytes;
pub use read::parse_reader;

use crate::revisions::Newest;
use crate::{Document, NodeRef, Options, TreeRevision};
use machine::Machine;

/// Parses a document.
///
/// ```
/// let document = tokenwright_tree::parse("<title>a</title>");
/// assert_eq!(document.root().text_content(), "a");
/// ```
#[must_use]
pub fn parse(html: &str) -> Document {
    Machine::<Newest, false, false>::parse(html, &Options::default())
}

/// Parses a document, or a fragment if the options have a context.
///
/// ```
/// use tokenwright_tree::{Context, Namespace, Options, parse_with};
///
/// let context = Some(Context::new("tr", Namespace::Html));
/// let fragment = parse_with("<td>1<td>2", &Options { context, ..Options::default() });
/// assert_eq!(fragment.to_string(), "<td>1</td><td>2</td>");
/// ```
#[must_use]
pub fn parse_with(html: &str, options: &Options) -> Document {
    parse_as::<Newest>(html, options)
}

/// Parses a document, or a fragment, as another revision of the standard says.
///
/// ```
/// # #[cfg(feature = "whatwg-2020-05-22")] {
/// use tokenwright_tree::{Options, parse, parse_as, revisions::Whatwg20200522};
///
/// let html = "<select><div>1";
/// let body = |inner| format!("<html><head></head><body>{inner}</body></html>");
/// assert_eq!(parse(html).to_string(), body("<select><div>1</div></select>"));
/// let then = parse_as::<Whatwg20200522>(html, &Options::default());
/// assert_eq!(then.to_string(), body("<select>1</select>"));
/// # }
/// ```
#[must_use]
pub fn parse_as<R: TreeRevision>(html: &str, options: &Options) -> Document {
    let options = &Options {
        pauses: false,
        ..options.clone()
    };
    match (options.errors, options.spans) {
        (false, false) => Machine::<R, false, false>::parse(html, options),
        (false, true) => Machine::<R, false, true>::parse(html, options),
        (true, _) => Machine::<R, true, true>::parse(html, options),
    }
}

/// Parses a document that comes in parts, split anywhere; the tree does not depend on where.
///
/// ```
/// use tokenwright_tree::{Options, Parser};
///
/// let mut parser = Parser::new(&Options::default());
/// for part in ["<p>on", "e<", "p>two"] {
///     parser.feed(part);
/// }
/// let html = "<html><head></head><body><p>one</p><p>two</p></body></html>";
/// assert_eq!(parser.finish().to_string(), html);
/// ```
///
/// # Scripts
///
/// With [`Options::pauses`], the parser pauses at the end of each script, so that the script can run before more is parsed. What
/// it writes by `document.write()` is [inserted](Self::insert); what is fed in a pause waits.
///
/// ```
/// use tokenwright_tree::{Options, Parser};
///
/// let options = Options { pauses: true, scripting: true, ..Options::default() };
/// let mut parser = Parser::new(&options);
/// parser.feed("<body>1<script>write('<b>2')</script>3");
/// while let Some(script) = parser.script() {
///     let text = script.text_content().into_owned();
///     if let Some(written) = text.strip_prefix("write('").and_then(|rest| rest.strip_suffix("')")) {
///         parser.insert(written);
///     }
///     parser.resume();
/// }
/// let html = "<html><head></head><body>1<script>write('<b>2')</script><b>23</b></body></html>";
/// assert_eq!(parser.finish().to_string(), html);
/// ```
///
/// # Revisions
///
/// `R` is the revision of the standard; [`Parser::of_revision`] begins a document of another one than the newest.
#[derive(Debug)]
pub struct Parser<R: TreeRevision = Newest>(Form<R>);

#[derive(Debug)]
enum Form<R: TreeRevision> {
    Plain(Box<Machine<R, false, false>>),
    WithPlaces(Box<Machine<R, false, true>>),
    WithErrors(Box<Machine<R, true, true>>),
}

/// Does the same in all forms.
macro_rules! either {
    ($form:expr, $machine:ident => $value:expr) => {
        match $form {
            Form::Plain($machine) => $value,
            Form::WithPlaces($machine) => $value,
            Form::WithErrors($machine) => $value,
        }
    };
}

impl Parser {
    /// Begins a document, or a fragment if the options have a context.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self::of_revision(options)
    }
}

impl<R: TreeRevision> Parser<R> {
    /// Begins a document, or a fragment if the options have a context, of the revision `R`.
    ///
    /// ```
    /// use tokenwright_tree::{Options, Parser, revisions::Newest};
    ///
    /// let mut parser = Parser::<Newest>::of_revision(&Options::default());
    /// parser.feed("<title>a");
    /// assert_eq!(parser.finish().root().text_content(), "a");
    /// ```
    #[must_use]
    pub fn of_revision(options: &Options) -> Self {
        let source = Box::default();
        Parser(match (options.errors, options.spans) {
            (false, false) => Form::Plain(Box::new(Machine::new(source, 0, options))),
            (false, true) => Form::WithPlaces(Box::new(Machine::new(source, 0, options))),
            (true, _) => Form::WithErrors(Box::new(Machine::new(source, 0, options))),
        })
    }

    /// Parses the next part of the document, up to a pause.
    pub fn feed(&mut self, html: &str) {
        either!(&mut self.0, machine => machine.feed(html));
    }

    /// Parses the next part of a document of UTF-8, which may be split inside a character. Malformed bytes become U+FFFD. For
    /// other encodings, there is `parse_bytes` with the feature `encoding`.
    ///
    /// ```
    /// use tokenwright_tree::{Options, Parser};
    ///
    /// let mut parser = Parser::new(&Options::default());
    /// parser.feed_bytes(b"<p>\xC3");
    /// parser.feed_bytes(b"\xA9 \xFF");
    /// assert_eq!(parser.finish().root().text_content(), "é \u{FFFD}");
    /// ```
    pub fn feed_bytes(&mut self, bytes: &[u8]) {
        either!(&mut self.0, machine => machine.feed_bytes(bytes));
    }

    /// The script at which the parser is paused, in the tree as far as it is built; none without a pause.
    ///
    /// Attributes that a second `html` or `body` tag adds are added at the end.
    #[must_use]
    pub fn script(&self) -> Option<NodeRef<'_>> {
        let (document, index) = either!(&self.0, machine => machine.script())?;
        Some(NodeRef { document, index })
    }

    /// Parses what a script writes: before the rest of the document, and after what it has written before.
    ///
    /// If that ends a script as well, the parser is paused at that one; [`resume`](Self::resume) then returns to the script that
    /// wrote it.
    pub fn insert(&mut self, html: &str) {
        either!(&mut self.0, machine => machine.insert(html));
    }

    /// Goes on after a script, up to the next pause.
    pub fn resume(&mut self) {
        either!(&mut self.0, machine => machine.resume());
    }

    /// Whether the parser has stopped at a [limit](crate::Limits): further parts are ignored.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        either!(&self.0, machine => machine.is_stopped())
    }

    /// Parses what is left without pauses, and returns the document.
    #[must_use]
    pub fn finish(self) -> Document {
        either!(self.0, machine => machine.finish())
    }

    /// The first encoding that the document declares.
    #[cfg(feature = "encoding")]
    pub(crate) fn declared_encoding(&self) -> Option<&'static tokenwright_encoding::Encoding> {
        either!(&self.0, machine => machine.declared_encoding())
    }
}

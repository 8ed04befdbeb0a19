//! The namespaces of elements.

/// A namespace in which the parser creates elements.
///
/// ```
/// use tokenwright::{Context, Namespace, Options, Sink, Span, Tokenizer, revisions::Newest};
///
/// #[derive(Default)]
/// struct Text(String);
///
/// impl Sink for Text {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0.push_str(text);
///     }
/// }
///
/// // The fragment is the content of an SVG `g` element.
/// let options = Options { context: Some(Context::new("g", Namespace::Svg)), ..Options::default() };
/// let mut tokenizer = Tokenizer::<_, Newest>::with_options(Text::default(), options);
/// tokenizer.feed_str("<![CDATA[<p>]]>");
/// assert_eq!(tokenizer.finish().0, "<p>");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// HTML.
    #[default]
    Html,
    /// SVG: `svg` and what it contains.
    Svg,
    /// MathML: `math` and what it contains.
    MathMl,
}

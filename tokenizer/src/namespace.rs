//! The namespaces of elements.

/// A namespace in which the parser creates elements.
///
/// ```
/// use tokenwright::{Context, Namespace, Sink, Span, Tokenizer};
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
/// let mut tokenizer = Tokenizer::new(Text::default());
/// tokenizer.set_context(&Context::new("g", Namespace::Svg));
/// tokenizer.feed("<![CDATA[<p>]]>");
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

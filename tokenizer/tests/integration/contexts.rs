//! A fragment begins as the content of its context element, in the tokenizer and in the iterator.

use crate::support::Record;
use tokenwright::{
    Context, Follow, Namespace, Options, Token, Tokenizer, Tokens, revisions::Newest,
};

/// The tokens of a fragment.
fn read(html: &str, context: Context, follow: Follow) -> Vec<Token<'_>> {
    let options = Options {
        context: Some(context),
        follow,
        ..Options::default()
    };
    Tokens::<Newest>::with_options(html, options).collect()
}

/// The number of tokens of a fragment that is a tag in data and HTML content, and that has a CDATA section.
fn count(context: &Context, follow: Follow) -> usize {
    const HTML: &str = "<p></p><![CDATA[a]]>";
    let options = Options {
        context: Some(context.clone()),
        follow,
        ..Options::default()
    };
    let errors = Tokens::<Newest>::with_options(HTML, options.clone()).with_errors();
    let count = errors.filter(Result::is_ok).count();
    assert_eq!(read(HTML, context.clone(), follow).len(), count);
    let mut tokenizer = Tokenizer::<_, Newest>::with_options(Record::default(), options);
    HTML.split_inclusive('[')
        .for_each(|chunk| tokenizer.feed_str(chunk));
    let fed = tokenizer.finish().lines;
    assert_eq!(fed.len(), count + 1, "{fed:?}");
    count
}

#[test]
fn the_context_decides_how_a_fragment_begins() {
    use Namespace::{Html, MathMl, Svg};
    let of = |name, namespace| count(&Context::new(name, namespace), Follow::default());
    // Two tags and a comment; text alone; two tags and text.
    assert_eq!(of("div", Html), 3);
    assert_eq!(of("title", Html), 1);
    assert_eq!(of("script", Html), 1);
    assert_eq!(of("title", Svg), 3);
    assert_eq!(of("g", Svg), 3);
    assert_eq!(count(&Context::new("title", Html), Follow::Nothing), 3);
    let text = |context| {
        let tokens = read("<![CDATA[a]]>", context, Follow::default());
        tokens.iter().map(ToString::to_string).collect::<String>()
    };
    assert_eq!(text(Context::new("g", Svg)), "a");
    assert_eq!(text(Context::new("div", Html)), "<!--[CDATA[a]]-->");
    let annotation = Context::new("annotation-xml", MathMl);
    assert_eq!(text(annotation.clone()), "a");
    let html = annotation.attribute("encoding", "Text/HTML");
    // The adjusted current node is in MathML, although tags in it are HTML.
    assert_eq!(text(html.clone()), "a");
    let div = |context| read("<title><b>x", context, Follow::default()).len();
    assert_eq!(div(html), 2);
    assert_eq!(div(Context::new("annotation-xml", MathMl)), 3);
}

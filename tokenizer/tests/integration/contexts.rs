//! A fragment begins as the content of its context element, in the tokenizer and in the iterator.

use crate::support::Record;
use tokenwright::{AnyRevision, Context, Namespace, Options, Tokenizer, tokens_of};

/// The number of tokens of a fragment that is a tag in data and HTML content, and that has a CDATA section.
fn count(context: &Context, options: Options) -> usize {
    const HTML: &str = "<p></p><![CDATA[a]]>";
    let in_options = options.clone().context(context.clone());
    let iterated = tokens_of::<tokenwright::revisions::Newest>(HTML, in_options.clone()).count();
    let errors =
        tokens_of::<tokenwright::revisions::Newest>(HTML, in_options.clone()).with_errors();
    assert_eq!(errors.filter(Result::is_ok).count(), iterated);
    let fed = |mut tokenizer: Tokenizer<Record>| {
        HTML.split_inclusive('[')
            .for_each(|chunk| tokenizer.feed(chunk));
        tokenizer.finish()
    };
    let set = fed({
        let mut tokenizer = Tokenizer::with_options(Record::default(), options);
        tokenizer.set_context(context);
        tokenizer
    });
    assert_eq!(
        set,
        fed(Tokenizer::with_options(Record::default(), in_options))
    );
    iterated
}

#[test]
fn the_context_decides_how_a_fragment_begins() {
    use Namespace::{Html, MathMl, Svg};
    let of = |name, namespace| count(&Context::new(name, namespace), Options::default());
    // Two tags and a comment; text alone; two tags and text.
    assert_eq!(of("div", Html), 3);
    assert_eq!(of("title", Html), 1);
    assert_eq!(of("script", Html), 1);
    assert_eq!(of("title", Svg), 3);
    assert_eq!(of("g", Svg), 3);
    let without = Options::default().switch_by_tag_name(false);
    assert_eq!(count(&Context::new("title", Html), without), 3);
    let text = |context| {
        let options = Options::default().context(context);
        let tokens = AnyRevision::newest().tokens("<![CDATA[a]]>", options);
        tokens.map(|token| token.to_string()).collect::<String>()
    };
    assert_eq!(text(Context::new("g", Svg)), "a");
    assert_eq!(text(Context::new("div", Html)), "<!--[CDATA[a]]-->");
    let annotation = Context::new("annotation-xml", MathMl);
    assert_eq!(text(annotation.clone()), "a");
    let html = annotation.attribute("encoding", "Text/HTML");
    // The adjusted current node is in MathML, although tags in it are HTML.
    assert_eq!(text(html.clone()), "a");
    let div = |context| {
        let options = Options::default().context(context);
        AnyRevision::newest().tokens("<title><b>x", options).count()
    };
    assert_eq!(div(html), 2);
    assert_eq!(div(Context::new("annotation-xml", MathMl)), 3);
}

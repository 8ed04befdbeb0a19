//! The rewriter: what is not edited comes out byte for byte, and an edit read back gives exactly the edited tokens.

use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokenwright::escape::EscapeError;
use tokenwright::{
    Ambiguity, Comment, Context, Doctype, Limits, Namespace, Next, Options, ProcessingInstruction,
    Sink, Span, Tag, Tokenizer,
};
use tokenwright_rewrite::{
    Content, Edit, EditError, Rewrite, RewriteError, Rewriter, TagEdit, rewrite,
};

/// A token without its place. Attributes are names and values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Tag {
        name: String,
        is_end_tag: bool,
        is_self_closing: bool,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    Comment(String),
    Other(String),
}

/// Tokens, with adjacent text joined.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tokens(Vec<Token>);

impl Tokens {
    fn push_text(&mut self, more: &str) {
        match self.0.last_mut() {
            _ if more.is_empty() => {}
            Some(Token::Text(text)) => text.push_str(more),
            _ => self.0.push(Token::Text(more.to_owned())),
        }
    }

    fn read(document: &[u8], options: Options) -> Self {
        let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Tokens::default(), options);
        tokenizer.feed_bytes(document);
        tokenizer.finish()
    }
}

fn owned(tag: &Tag<'_>) -> Token {
    let attributes = tag.attributes();
    Token::Tag {
        name: tag.name().to_owned(),
        is_end_tag: tag.is_end_tag(),
        is_self_closing: tag.is_self_closing(),
        attributes: attributes
            .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
            .collect(),
    }
}

fn other_doctype(doctype: &Doctype<'_>) -> Token {
    let Doctype {
        name,
        public_identifier,
        system_identifier,
        ..
    } = doctype;
    Token::Other(format!(
        "{name:?} {public_identifier:?} {system_identifier:?}"
    ))
}

fn other_instruction(instruction: &ProcessingInstruction<'_>) -> Token {
    Token::Other(format!("{:?} {:?}", instruction.target, instruction.data))
}

impl Sink for Tokens {
    fn text(&mut self, text: &str, _: Span) {
        self.push_text(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.push(owned(tag));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.start_tag(tag)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.0
            .push(Token::Comment(comment.data.clone().into_owned()));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.0.push(other_doctype(doctype));
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.0.push(other_instruction(instruction));
    }
}

/// Edits tokens at random, and keeps what should be read back.
struct Editor {
    random: Rng,
    expected: Tokens,
}

/// Texts that would be markup or references if they were not escaped where they are written.
const TEXTS: [&str; 15] = [
    "b", "/title>", "amp;", "#38;", "<b>", "&lt", "!--", "\r", " ", "\u{e9}", "=c", "</script>",
    "\0", "a\0", "\u{FEFF}",
];

impl Editor {
    fn text(&mut self) -> &'static str {
        TEXTS[self.random.usize(..TEXTS.len())]
    }

    /// Writes a text beside a token, once in so many times.
    fn sometimes(
        &mut self,
        times: usize,
        write: impl FnOnce(&'static str) -> Result<(), EditError>,
    ) {
        if self.random.usize(..times) == 0 {
            let text = self.text();
            if write(text).is_ok() {
                self.expected.push_text(text);
            }
        }
    }

    /// Edits a token that is no tag.
    fn edit(&mut self, edit: &mut Edit<'_>, token: Token) {
        self.sometimes(8, |text| edit.before(Content::Text(text)));
        let new = self.text();
        let token = match (self.random.usize(..5), token) {
            (0, _) if edit.remove().is_ok() => None,
            (1, _) if edit.replace(Content::Text(new)).is_ok() => Some(Token::Text(new.to_owned())),
            (2, Token::Comment(_)) if edit.set_comment(new).is_ok() => {
                Some(Token::Comment(new.to_owned()))
            }
            (_, token) => Some(token),
        };
        match token {
            Some(Token::Text(text)) => self.expected.push_text(&text),
            token => self.expected.0.extend(token),
        }
        self.sometimes(8, |text| edit.after(Content::Text(text)));
    }

    fn edit_tag(&mut self, edit: &mut TagEdit<'_>, tag: &Tag<'_>) {
        let Token::Tag {
            mut name,
            is_end_tag,
            is_self_closing,
            mut attributes,
        } = owned(tag)
        else {
            unreachable!("a tag");
        };
        self.sometimes(8, |text| edit.before(Content::Text(text)));
        if self.random.usize(..6) == 0 && edit.remove_element().is_ok() {
            return;
        }
        if self.random.usize(..6) == 0 && edit.remove().is_ok() {
            return;
        }
        if self.random.usize(..4) == 0 {
            let new = self
                .random
                .choice(["i", "title", "x-y", "script"])
                .expect("not empty");
            if edit.rename(new).is_ok() {
                name = new.to_owned();
            }
        }
        let mut added = Vec::new();
        for attribute in ["a", "b", "=", "c", "onclick"] {
            match self.random.usize(..6) {
                0 => {
                    edit.remove_attribute(attribute);
                    attributes.retain(|(name, _)| name != attribute);
                }
                1 => {
                    let value = self.text();
                    if edit.set_attribute(attribute, value).is_err() {
                        assert!(attribute == "=" || value.contains('\0'));
                        continue;
                    }
                    match attributes.iter_mut().find(|(name, _)| name == attribute) {
                        Some((_, old)) => *old = value.to_owned(),
                        None => added.push((attribute.to_owned(), value.to_owned())),
                    }
                }
                _ => {}
            }
        }
        added.append(&mut attributes);
        let attributes = added;
        self.expected.0.push(Token::Tag {
            name,
            is_end_tag,
            is_self_closing,
            attributes,
        });
        self.sometimes(8, |text| edit.after(Content::Text(text)));
        self.sometimes(4, |text| edit.set_text(text));
    }
}

impl Rewrite for Editor {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        self.edit_tag(edit, tag);
        Ok(())
    }

    fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        self.edit_tag(edit, tag);
        Ok(())
    }

    fn text(&mut self, text: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
        self.edit(edit, Token::Text(text.to_owned()));
        Ok(())
    }

    fn comment(&mut self, comment: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        self.edit(edit, Token::Comment(comment.data.clone().into_owned()));
        Ok(())
    }

    fn doctype(&mut self, doctype: &Doctype<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        self.edit(edit, other_doctype(doctype));
        Ok(())
    }

    fn processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        edit: &mut Edit<'_>,
    ) -> Result<(), EditError> {
        self.edit(edit, other_instruction(instruction));
        Ok(())
    }
}

/// Parts of documents: markup, and what becomes markup next to other parts.
const MARKUP: &[&[u8]] = &[
    b"<", b"</", b"<!", b"&", b"&#", b"amp", b"lt;", b"38", b";", b"#", b"/", b">", b"=", b"x",
    b"title", b"!--", b"<!---->", b"<!--c-->", b"</>", b"<!DOCTYPE a>", b"<?p d?>", b"<b>",
    b"</b>", b"<i a=b c>", b"<br/>", b"<title>", b"</title>", b"</title ", b"<script>",
    b"</script>", b"<style>", b"</style>", b"<textarea>", b"</textarea", b"<!--", b"<script",
    b"-->",
];

/// Tags with attributes in every form.
const ATTRIBUTES: &[&[u8]] = &[
    b"<x a='1'b=\"2\"c=3>",
    b"<x a=1 a=2 A=3 b/>",
    b"<x a =d>",
    b"<x a b=c =d>",
    b"<x a/b=c/ =d/>",
    b"<x a= b=c",
    b"<x a=>",
    b"<x a=b c/>",
    b"<x a=b c='d'/>",
];

/// Characters, some of them not in UTF-8 or cut off.
const CHARACTERS: &[&[u8]] = &[
    b" ", b"\n", b"\r", b"\r\n", b"\t", b"\0", BOM, E_ACUTE, EMOJI, b"\xE9", b"\xFF", CONTINUATION,
    b"\xE2\x82",
];

const BOM: &[u8] = "\u{FEFF}".as_bytes();
const E_ACUTE: &[u8] = "é".as_bytes();
const EMOJI: &[u8] = "\u{1F600}".as_bytes();

/// A part that continues a character before it, where an edit joins the two.
const CONTINUATION: &[u8] = b"\x83\x5C";

fn random_document(random: &mut Rng) -> Vec<u8> {
    let parts = [MARKUP, ATTRIBUTES, CHARACTERS].concat();
    let count = random.usize(..14);
    (0..count)
        .flat_map(|_| *random.choice(&parts).expect("not empty"))
        .copied()
        .collect()
}

/// Rewrites a document in chunks that end at these offsets.
fn rewrite_split<H: Rewrite>(
    document: &[u8],
    splits: &[usize],
    handler: H,
) -> Result<(Vec<u8>, H), RewriteError> {
    rewrite_with(document, splits, handler, Options::default())
}

fn rewrite_with<H: Rewrite>(
    document: &[u8],
    splits: &[usize],
    handler: H,
    options: Options,
) -> Result<(Vec<u8>, H), RewriteError> {
    let mut rewriter = Rewriter::with_options(handler, options);
    let mut output = Vec::new();
    let mut from = 0;
    for &to in splits.iter().chain([&document.len()]) {
        rewriter.feed(&document[from..to], &mut output)?;
        from = to;
    }
    let handler = rewriter.finish(&mut output)?;
    Ok((output, handler))
}

fn random_splits(random: &mut Rng, len: usize) -> Vec<usize> {
    let mut splits: Vec<_> = (0..random.usize(..4))
        .map(|_| random.usize(..len + 1))
        .collect();
    splits.sort_unstable();
    splits
}

struct Nothing;

impl Rewrite for Nothing {}

#[test]
fn without_edits_every_byte_comes_out_at_every_split() {
    let mut random = Rng::with_seed(1);
    for _ in 0..1500 {
        let document = random_document(&mut random);
        for split in 0..=document.len() {
            let (output, _) =
                rewrite_split(&document, &[split], Nothing).expect("nothing is edited");
            assert_eq!(output, document, "split at {split}");
        }
        let bytes: Vec<_> = (0..document.len()).collect();
        let (output, _) = rewrite_split(&document, &bytes, Nothing).expect("nothing is edited");
        assert_eq!(output, document, "in single bytes");
    }
}

#[test]
fn edits_are_read_back() {
    let mut random = Rng::with_seed(2);
    let mut edited = 0;
    for seed in 0..20_000 {
        let document = random_document(&mut random);
        if document.windows(2).any(|bytes| bytes == CONTINUATION) {
            continue;
        }
        let splits = random_splits(&mut random, document.len());
        let editor = Editor {
            random: Rng::with_seed(seed),
            expected: Tokens::default(),
        };
        let context = ["title", "script", "style", "plaintext", "div"]
            .get(usize::try_from(seed % 16).expect("a small number"))
            .map(|name| Context::new(name, Namespace::Html));
        let options = Options {
            strip_bom: seed % 2 == 0,
            context,
            ..Options::default()
        };
        let (output, editor) =
            rewrite_with(&document, &splits, editor, options.clone()).expect("no error");
        edited += usize::from(output != document);
        assert_eq!(
            Tokens::read(&output, options),
            editor.expected,
            "seed {seed}: {:?} at {splits:?} became {:?}",
            String::from_utf8_lossy(&document),
            String::from_utf8_lossy(&output),
        );
    }
    assert!(edited > 10_000, "{edited}");
}

/// Writes a text in place of all comments, and before all other text.
struct Texts(&'static str);

impl Rewrite for Texts {
    fn comment(&mut self, _: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        edit.replace(Content::Text(self.0))
    }

    fn text(&mut self, _: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
        edit.before(Content::Text(self.0))
    }
}

#[test]
fn no_edit_makes_a_byte_order_mark() {
    for (text, before, after) in [
        ("\u{FEFF}", "<!---->x", "&#65279;\u{FEFF}x"),
        ("\u{FEFF}", "x", "&#65279;x"),
        ("\u{FEFF}", "<p><!---->", "<p>\u{FEFF}"),
        ("\u{FEFF}", "\u{FEFF}<!---->", "\u{FEFF}\u{FEFF}"),
        ("", "<!---->\u{FEFF}x", "&#65279;x"),
        ("", "<!----><!---->\u{FEFF}\u{FEFF}", "&#65279;\u{FEFF}"),
        ("", "\u{FEFF}<!---->\u{FEFF}x", "\u{FEFF}\u{FEFF}x"),
        ("", "x<!---->\u{FEFF}", "x\u{FEFF}"),
    ] {
        for split in 0..=before.len() {
            let options = Options {
                strip_bom: true,
                ..Options::default()
            };
            let (output, _) =
                rewrite_with(before.as_bytes(), &[split], Texts(text), options).expect("no error");
            let output = String::from_utf8(output).expect("UTF-8");
            let has_mark = output.starts_with('\u{FEFF}');
            assert_eq!(has_mark, before.starts_with('\u{FEFF}'), "{output:?}");
            if split == before.len() {
                assert_eq!(output, after);
            }
        }
        let (output, _) = rewrite_split(before.as_bytes(), &[], Texts(text)).expect("no error");
        assert!(!output.contains(&b'#'), "{before:?} became {output:?}");
    }
}

#[test]
fn nul_is_refused_where_it_is_read_as_another_character() {
    let refused = Err(EditError::Escape(EscapeError::Changes {
        at: 1,
        character: '\0',
    }));
    assert_eq!(
        edit_tag("<p>", |edit| edit.set_attribute("a", "x\0")),
        refused
    );
    for name in ["title", "textarea"] {
        let document = format!("<{name}>x</{name}>");
        let after = edit_tag(&document, |edit| edit.after(Content::Text("x\0")));
        assert_eq!(after, refused);
        assert_eq!(edit_tag(&document, |edit| edit.set_text("x\0")), refused);
    }
}

/// Edits start tags with a function.
struct Tags<F>(F);

impl<F: FnMut(&Tag<'_>, &mut TagEdit<'_>) -> Result<(), EditError>> Rewrite for Tags<F> {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        (self.0)(tag, edit)
    }
}

fn edit_tags(
    document: &str,
    edit: impl FnMut(&Tag<'_>, &mut TagEdit<'_>) -> Result<(), EditError>,
) -> Result<String, EditError> {
    let output = rewrite(document.as_bytes(), Tags(edit)).map_err(|error| error.kind)?;
    Ok(String::from_utf8(output).expect("UTF-8"))
}

fn edit_tag(
    document: &str,
    mut edit: impl FnMut(&mut TagEdit<'_>) -> Result<(), EditError>,
) -> Result<String, EditError> {
    edit_tags(document, |_, tag_edit| edit(tag_edit))
}

#[test]
fn values_are_replaced_where_they_are() {
    for (before, after) in [
        ("<a href>", "<a href=\"x&amp;\">"),
        ("<a href=>", "<a href=\"x&amp;\">"),
        ("<a href= >", "<a href=\"x&amp;\" >"),
        ("<a HREF = old >", "<a HREF = \"x&amp;\" >"),
        ("<a\thref='' b>", "<a\thref='x&amp;' b>"),
        ("<a href='1'href=2>", "<a href='x&amp;'href=2>"),
        ("<a href=\"&quot;\"/>", "<a href=\"x&amp;\"/>"),
        ("<a/>", "<a href=\"x&amp;\"/>"),
        ("<a x=>", "<a href=\"x&amp;\" x=>"),
        ("<a =href>", "<a href=\"x&amp;\" =href>"),
    ] {
        let output = edit_tag(before, |edit| edit.set_attribute("HREF", "x&"));
        assert_eq!(output.as_deref(), Ok(after), "{before}");
    }
}

#[test]
fn attributes_are_removed_with_their_duplicates_and_without_a_trace() {
    for (before, after) in [
        ("<a b>", "<a>"),
        ("<a b c>", "<a c>"),
        ("<a b='1'c>", "<a c>"),
        ("<a b=1 B=2 c b=3>", "<a c>"),
        ("<a  b\n>", "<a\n>"),
        ("<a b/>", "<a/>"),
        ("<a /b>", "<a>"),
        ("<a c=d b='1'/>", "<a c=d />"),
        ("<a c=d b='1'/e>", "<a c=d /e>"),
        ("<a c b=1 =d>", "<a c/ =d>"),
        ("<a c='d'b='1'e>", "<a c='d'e>"),
    ] {
        let output = edit_tag(before, |edit| {
            edit.remove_attribute("b");
            Ok(())
        });
        assert_eq!(output.as_deref(), Ok(after), "{before}");
    }
}

#[test]
fn removal_makes_no_markup_of_the_text_around_it() {
    struct WithoutComments;
    impl Rewrite for WithoutComments {
        fn comment(&mut self, _: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
            edit.remove()
        }
    }
    for (before, after) in [
        ("a<!---->b", "ab"),
        ("a <<!---->script>b", "a <&#115;cript>b"),
        ("&<!---->lt;", "&&#108;t;"),
        ("&l<!----><!---->t;", "&l&#116;;"),
        ("&lt<!---->;", "&lt&#59;"),
        ("&#3<!---->8;", "&#3&#56;;"),
        ("\r<!---->\n", "\r&#10;"),
        ("&<!----><b>", "&<b>"),
        ("&<!---->\u{e9}", "&\u{e9}"),
        ("&<b><!---->lt;", "&<b>lt;"),
        ("&#/<!---->a", "&#/a"),
        ("&amp/<!---->a", "&amp/a"),
    ] {
        for split in 0..=before.len() {
            let output = rewrite_split(before.as_bytes(), &[split], WithoutComments);
            let output = output.map(|(output, _)| String::from_utf8(output).expect("UTF-8"));
            assert_eq!(output.as_deref(), Ok(after), "{before} at {split}");
        }
    }
}

#[test]
fn edits_that_change_how_text_is_read_are_refused() {
    let refused = EditError::TextState;
    for element in ["title", "script", "style", "plaintext"] {
        let document = format!("<{element}><b></{element}>");
        assert_eq!(edit_tag(&document, |edit| edit.remove()), Err(refused));
        assert_eq!(edit_tag(&document, |edit| edit.rename("p")), Err(refused));
        let p = edit_tag("<p>", |edit| edit.rename(element));
        assert_eq!(p, Err(refused));
        assert_eq!(
            edit_tag(&document, |edit| edit.remove_element()).as_deref(),
            Ok("")
        );
    }
    let with_a = |tag| edit_tag(tag, |edit| edit.after(Content::Text("a")));
    assert_eq!(with_a("<script>"), Err(refused));
    assert_eq!(with_a("<title>").as_deref(), Ok("<title>a"));
    let set_text = |text| edit_tag("<script>x<</script>", move |edit| edit.set_text(text));
    assert_eq!(set_text("a < b").as_deref(), Ok("<script>a < b</script>"));
    let ends = EscapeError::Ends { at: 1 };
    assert_eq!(set_text(" </script >"), Err(ends.into()));
    assert_eq!(set_text("<!--<script>"), Err(EscapeError::HidesEnd.into()));
    assert_eq!(
        edit_tag("<p>", |edit| edit.set_text("")),
        Err(EditError::NotTextElement)
    );
    for name in ["", "1", "a b", "a/", "a>", "a\0"] {
        assert_eq!(
            edit_tag("<p>", |edit| edit.rename(name)),
            Err(EditError::Name)
        );
    }
    for name in ["", "a b", "a/", "a>", "a=", "a\0", "\"", "<"] {
        let set = edit_tag("<p>", |edit| edit.set_attribute(name, ""));
        assert_eq!(set, Err(EditError::Name));
    }
}

/// Where a start tag such as `<style>` begins no text, its content has tags and references, and may end without an end tag.
#[test]
fn content_that_is_markup_is_no_text() {
    let is_text = |before: &str, element: &str, after: &str| {
        let document = format!("{before}<{element} x>{after}");
        let with_x = |edit: fn(&mut TagEdit<'_>) -> Result<(), EditError>| {
            edit_tags(&document, move |tag, tag_edit| match tag.attribute("x") {
                Some(_) => edit(tag_edit),
                None => Ok(()),
            })
        };
        let removed = with_x(|edit| edit.remove_element());
        let replaced = with_x(|edit| edit.set_text("<i>"));
        let tag_removed = with_x(|edit| edit.remove());
        match tag_removed {
            Ok(output) => {
                assert_eq!(output, format!("{before}{after}"));
                assert_eq!(removed, Err(EditError::NotTextElement), "{document}");
                assert_eq!(replaced, Err(EditError::NotTextElement), "{document}");
                false
            }
            Err(error) => {
                assert_eq!(error, EditError::TextState);
                assert_eq!(removed.as_deref(), Ok(before), "{document}");
                assert!(replaced.is_ok(), "{document}");
                true
            }
        }
    };
    for element in ["title", "textarea", "script", "style", "xmp", "iframe"] {
        assert!(is_text("", element, "<b>"));
        assert!(is_text("<body><svg><desc>", element, "<b>"));
        assert!(is_text("<body><svg></svg>", element, "<b>"));
        for (before, after) in [
            ("<body><svg>", "<b></svg><p>"),
            ("<math>", "</math>a"),
            ("<frameset>", "<frame>"),
        ] {
            assert!(!is_text(before, element, after), "{before}<{element}>");
            assert!(!is_text(before, &format!("{element} /"), after));
        }
    }
}

/// The first text of a fragment is that of its context.
#[test]
fn text_of_a_fragment_is_written_as_its_context_reads_it() {
    struct LessThan;

    impl Rewrite for LessThan {
        fn text(&mut self, _: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
            edit.replace(Content::Text("<b>"))
        }
    }

    for (name, namespace, is_raw) in [
        ("div", Namespace::Html, false),
        ("title", Namespace::Html, false),
        ("script", Namespace::Html, true),
        ("style", Namespace::Html, true),
        ("plaintext", Namespace::Html, true),
        ("style", Namespace::Svg, false),
        ("script", Namespace::Svg, false),
    ] {
        let options = Options {
            context: Some(Context::new(name, namespace)),
            ..Options::default()
        };
        let output = rewrite_with(b"a", &[], LessThan, options);
        match is_raw {
            true => assert_eq!(
                output.err().map(|error| error.kind),
                Some(EditError::TextState)
            ),
            false => assert_eq!(output.expect("an edit").0, b"&lt;b&gt;", "{name}"),
        }
    }
}

/// What was written stays, and nothing follows it without edits.
#[test]
fn a_panic_of_the_handler_ends_the_output_before_its_token() {
    struct Panics;

    impl Rewrite for Panics {
        fn comment(&mut self, _: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
            edit.remove().expect("a comment");
            panic!("a panic of the handler");
        }

        fn ambiguity(&mut self, _: &Ambiguity) {
            panic!("a panic of the handler");
        }
    }

    for (before, document, span) in [
        ("<b>", "<b><!--x--><script>", 3..11),
        ("<b>c", "<b>c<!--x", 4..9),
        ("<body><svg>", "<body><svg></div><!--x-->", 11..17),
    ] {
        for split in 0..=document.len() {
            let mut output = b"earlier ".to_vec();
            let mut rewriter = Rewriter::new(Panics);
            let chunks = [&document[..split], &document[split..]];
            let panicked = chunks.iter().any(|chunk| {
                let feed = AssertUnwindSafe(|| rewriter.feed(chunk.as_bytes(), &mut output));
                catch_unwind(feed).is_err()
            });
            if !panicked {
                let end = AssertUnwindSafe(|| rewriter.finish(&mut output));
                assert!(catch_unwind(end).is_err(), "{document} at {split}");
                assert!(b"earlier <b>c".starts_with(&output) && output.len() >= 8);
                continue;
            }
            let error = RewriteError {
                kind: EditError::Panicked,
                span: span.clone().into(),
            };
            assert_eq!(rewriter.feed(b"<i>", &mut output), Err(error));
            assert_eq!(rewriter.finish(&mut output).err(), Some(error));
            let output = String::from_utf8(output).expect("text");
            assert_eq!(output, format!("earlier {before}"), "{document} at {split}");
        }
    }
}

#[test]
fn a_borrowed_handler_keeps_why_it_has_refused_the_document() {
    #[derive(Default)]
    struct NoForms(Option<String>);

    impl Rewrite for NoForms {
        fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
            if tag.name() == "form" {
                self.0 = Some(String::from_utf8_lossy(edit.source()).into_owned());
                return Err(EditError::Refused);
            }
            Ok(())
        }
    }

    let mut handler = NoForms::default();
    let error = rewrite(b"<p>a<form b>", &mut handler).expect_err("it is refused");
    assert_eq!(error.to_string(), "4..12: the handler refuses the document");
    assert_eq!(handler.0.as_deref(), Some("<form b>"));
}

#[test]
fn an_error_ends_the_output_before_its_token() {
    let mut output = Vec::new();
    let mut rewriter = Rewriter::new(Tags(|tag: &Tag<'_>, edit: &mut TagEdit<'_>| {
        match tag.name() {
            "b" => edit.rename(""),
            _ => Ok(()),
        }
    }));
    rewriter
        .feed(b"<a>text<b", &mut output)
        .expect("nothing is wrong yet");
    let error = RewriteError {
        kind: EditError::Name,
        span: Span { start: 7, end: 10 },
    };
    assert_eq!(rewriter.feed(b">more", &mut output), Err(error));
    assert_eq!(rewriter.feed(b"<i>", &mut output), Err(error));
    assert_eq!(output, b"<a>text");
    assert_eq!(rewriter.finish(&mut output).err(), Some(error));
    assert_eq!(output, b"<a>text");
}

#[test]
fn with_ascii_everything_that_is_written_is_ascii() {
    let all: String = ('\u{a0}'..='\u{3ff}')
        .chain(['\u{fffd}', '\u{ffff}', '\u{10ffff}'])
        .collect();
    let edit = |_: &Tag<'_>, edit: &mut TagEdit<'_>| {
        edit.set_attribute("alt", &all)?;
        edit.before(Content::Text(&all))?;
        for refused in [
            edit.set_attribute("a", "\u{80}"),
            edit.set_attribute("\u{e9}", ""),
            edit.after(Content::Text("\u{9f}")),
            edit.rename("a\u{e9}"),
        ] {
            assert_eq!(refused, Err(EditError::NotAscii));
        }
        Ok(())
    };
    // Two characters of Shift_JIS, the second bytes of which are ASCII.
    let document = b"\x83\x5C<img alt='\x95\x5C' src=\x83\x5C>\x83\x7B";
    let mut output = Vec::new();
    let mut rewriter = Rewriter::new(Tags(edit)).ascii(true);
    rewriter
        .feed(document, &mut output)
        .expect("the refused edits are caught");
    rewriter
        .finish(&mut output)
        .expect("the refused edits are caught");
    let written = &output[2..output.len() - b"' src=\x83\x5C>\x83\x7B".len()];
    assert!(output.starts_with(b"\x83\x5C") && output.ends_with(b"' src=\x83\x5C>\x83\x7B"));
    assert!(written.is_ascii());
    let Tokens(read) = Tokens::read(&output, Options::default());
    assert!(matches!(&read[0], Token::Text(text) if text.ends_with(&all)));
    assert!(matches!(&read[1], Token::Tag { attributes, .. } if attributes[0].1 == all));
}

#[test]
fn edits_of_many_attributes_take_linear_time() {
    let names: Vec<_> = (0..50_000).map(|n| format!("on{n}")).collect();
    let document = format!("<p {} onlast>", names.join("=x "));
    let output = edit_tags(&document, |tag, edit| {
        for attribute in tag.attributes() {
            edit.remove_attribute(attribute.name());
        }
        edit.set_attribute("b", "1")?;
        edit.set_attribute("a", "2")
    });
    assert_eq!(output.as_deref(), Ok("<p b=\"1\" a=\"2\">"));
}

#[test]
fn a_limit_is_an_error_and_everything_before_its_token_is_written() {
    let options = Options {
        limits: Limits {
            attributes: 16,
            token_bytes: 64,
            ..Limits::default()
        },
        ..Options::default()
    };
    const ATTRIBUTES: &str = "a b c d e f g h i j k l m n o p q";
    let many = "x".repeat(100);
    for (document, before) in [
        (format!("text<p {ATTRIBUTES}>more"), "text"),
        (format!("<i a b>x<!--{many}-->more"), "<i a b>x"),
        (format!("<i><b {many}"), "<i>"),
    ] {
        for split in 0..=document.len() {
            let mut rewriter = Rewriter::with_options(Nothing, options.clone());
            let mut output = Vec::new();
            let (first, second) = document.as_bytes().split_at(split);
            let result = rewriter.feed(first, &mut output);
            let result = result.and_then(|()| rewriter.feed(second, &mut output));
            let result = result.and_then(|()| rewriter.finish(&mut output).map(drop));
            let Err(error) = result else {
                panic!(
                    "no limit is exceeded by {document} at {split}: {:?}",
                    String::from_utf8(output)
                );
            };
            assert!(matches!(error.kind, EditError::Limit(_)), "{error}");
            assert_eq!(error.span.start, before.len());
            assert_eq!(output, before.as_bytes(), "{document} at {split}");
        }
    }
}

/// What the documentation lists as not checked: the tokens after an edit differ, though none of them was edited.
#[test]
fn what_depends_on_open_elements_is_not_checked() {
    struct Removes;

    impl Rewrite for Removes {
        fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
            edit.remove_attribute("encoding");
            edit.remove_attribute("type");
            match tag.name() {
                "svg" | "img" => edit.remove(),
                _ => Ok(()),
            }
        }

        fn text(&mut self, text: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
            match text {
                "removed" => edit.remove(),
                _ => Ok(()),
            }
        }
    }

    for (before, after) in [
        ("<svg>", "<title><b></title>"),
        (
            "<math><annotation-xml encoding=text/html>",
            "<title><b></title>",
        ),
        ("removed", "<frameset></frameset><textarea><b></textarea>"),
        ("<img>", "<frameset></frameset><textarea><b></textarea>"),
        (
            "<input type=hidden>",
            "<frameset></frameset><textarea><b></textarea>",
        ),
    ] {
        let html = format!("{before}{after}");
        let output = rewrite(html.as_bytes(), Removes).expect("edits");
        let output = String::from_utf8(output).expect("text");
        assert!(output.ends_with(after) && output != html, "{output}");
        let is_tag = |html: &str| tokenwright::tokens(html).any(|token| token.to_string() == "<b>");
        assert_ne!(is_tag(&html), is_tag(&output), "{html} {output}");
    }
}

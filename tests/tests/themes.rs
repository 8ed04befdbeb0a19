//! What a person can read: tokens, spans and errors of small inputs, a file for each theme, a line for
//! each input; and what the same inputs meant over the years.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use tokenwright::{
    Comment, Doctype, Next, Options, ParseError, ProcessingInstruction, Revision, RevisionVisitor,
    Sink, Span, Tag, Tokenizer, revisions,
};

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn line(&mut self, span: Span, said: impl std::fmt::Display) {
        writeln!(self.0, "    {:<7} {said}", span.to_string()).expect("memory");
    }
}

impl Sink for Lines {
    fn text(&mut self, text: &str, span: Span) {
        self.line(span, format_args!("text {text:?}"));
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.line(tag.span(), format_args!("{tag:?}"));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.line(tag.span(), format_args!("{tag:?}"));
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.line(comment.span, format_args!("comment {:?}", comment.data));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let Doctype {
            name,
            public_identifier,
            system_identifier,
            force_quirks,
            span,
        } = *doctype;
        self.line(
            span,
            format_args!("doctype {name:?} {public_identifier:?} {system_identifier:?} force-quirks {force_quirks}"),
        );
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let ProcessingInstruction { target, data, span } = *instruction;
        self.line(
            span,
            format_args!("processing instruction {target:?} {data:?}"),
        );
    }

    fn error(&mut self, error: &ParseError) {
        self.line(error.span, format_args!("error {error}"));
    }
}

fn said<R: Revision>(input: &str) -> String {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Lines::default(), Options::default());
    tokenizer.feed(input);
    tokenizer.finish().0
}

#[test]
fn each_theme_is_as_it_was() {
    insta::glob!("../data/themes", "*.txt", |path| {
        let inputs = fs::read_to_string(path).expect("a theme");
        let mut told = String::new();
        for input in inputs.lines() {
            writeln!(told, "{input}\n{}", said::<revisions::Newest>(input)).expect("memory");
        }
        insta::assert_snapshot!(told);
    });
}

/// Inputs whose meaning has changed, or that one would think has.
const HISTORY: [&str; 18] = [
    "<br/>",
    "<p/>",
    "<script><!--<script></script>",
    "&notit;",
    "<a b=\"&notit;\">",
    "<a b=c&copy=d>",
    "<title></title/>x",
    "<!-->",
    "<![CDATA[x]]>",
    "<?php ?>",
    "a\0b<a\0 b\0=c\0><!--\0-->",
    "&#x80;&#xD800;&#1114112;",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\" x>",
    "<!DOCTYPE HTML",
    "<a b=\"",
    "</a",
    "<!--a",
    "<title>&am",
];

#[test]
fn what_inputs_meant_when() {
    struct All(&'static str, String);

    impl RevisionVisitor for All {
        fn visit<R: Revision>(&mut self) {
            writeln!(self.1, "  {}\n{}", R::ID, said::<R>(self.0)).expect("memory");
        }
    }

    let mut told = String::new();
    for input in HISTORY {
        let mut all = All(input, String::new());
        revisions::visit(&mut all);
        writeln!(told, "{input:?}\n{}", all.1).expect("memory");
    }
    insta::assert_snapshot!(told);
}

/// The generated code of a few states, beside which a reader can hold the spec.
#[test]
fn generated_states_read_like_the_spec() {
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tokenizer/src/generated");
    for (file, function) in [
        ("whatwg_2026_07_19/tags.rs", "tag_open"),
        (
            "whatwg_2026_07_19/processing_instructions.rs",
            "processing_instruction_target",
        ),
        (
            "whatwg_2026_07_19/character_references.rs",
            "named_character_reference",
        ),
        ("whatwg_2008_03_09/tags.rs", "close_tag_open"),
    ] {
        let text = fs::read_to_string(generated.join(file)).expect("generated code");
        let start = text
            .find(&format!("fn {function}<"))
            .expect("the function of the state");
        let start = text[..start].rfind("///").expect("its heading");
        let end = start + text[start..].find("\n}\n").expect("its end") + 3;
        insta::assert_snapshot!(function, &text[start..end]);
    }
}

//! Readable snapshots: tokens, spans and errors of small inputs, with a file for each theme, and the
//! tokens of the same inputs in every revision.

use crate::made_from_tables;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tokenwright::{
    Comment, Doctype, Next, Options, ParseError, ProcessingInstruction, Revision, RevisionVisitor,
    Sink, Span, Tag, Tokenizer, revisions,
};
use tokenwright_tests::{data, tables};

/// A line for each token and error. Adjacent pieces of text are one line: where text is split is not specified.
#[derive(Default)]
struct Lines {
    lines: String,
    text: Option<(String, Span)>,
    foreign: bool,
}

impl Lines {
    fn line(&mut self, span: Span, description: impl std::fmt::Display) {
        self.end_text();
        self.push(span, description);
    }

    fn push(&mut self, span: Span, description: impl std::fmt::Display) {
        writeln!(self.lines, "    {:<7} {description}", span.to_string()).expect("memory");
    }

    fn end_text(&mut self) {
        if let Some((text, span)) = self.text.take() {
            self.push(span, format_args!("text {text:?}"));
        }
    }
}

impl Sink for Lines {
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, span: Span) {
        match &mut self.text {
            Some((before, whole)) if whole.end == span.start => {
                before.push_str(text);
                whole.end = span.end;
            }
            _ => {
                self.end_text();
                self.text = Some((text.to_owned(), span));
            }
        }
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
            ..
        } = doctype;
        self.line(
            *span,
            format_args!("doctype {name:?} {public_identifier:?} {system_identifier:?} force-quirks {force_quirks}"),
        );
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let ProcessingInstruction {
            target, data, span, ..
        } = instruction;
        self.line(
            *span,
            format_args!("processing instruction {target:?} {data:?}"),
        );
    }

    fn error(&mut self, error: &ParseError) {
        self.line(error.span, format_args!("error {error}"));
    }
}

fn describe<R: Revision>(input: &str, foreign: bool) -> String {
    let lines = Lines {
        foreign,
        ..Lines::default()
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(lines, Options::default());
    tokenizer.feed_str(input);
    let mut lines = tokenizer.finish();
    lines.end_text();
    lines.lines
}

#[test]
fn each_theme_is_as_it_was() {
    insta::glob!("../../data/themes", "*.txt", |path| {
        let inputs = fs::read_to_string(path).expect("a theme");
        let mut text = String::new();
        for input in inputs.lines() {
            writeln!(
                text,
                "{input}\n{}",
                describe::<revisions::Newest>(input, false)
            )
            .expect("memory");
        }
        made_from_tables(|| insta::assert_snapshot!(text));
    });
}

/// The tokens of an input in each revision that is no draft; equal ones are grouped, oldest first.
fn when(input: &str, foreign: bool) -> String {
    struct All<'i>(&'i str, bool, Vec<(Vec<&'static str>, String)>);

    impl RevisionVisitor for All<'_> {
        fn visit<R: Revision>(&mut self) {
            if tables::of(R::ID).revision.about.is_draft() {
                return;
            }
            let description = describe::<R>(self.0, self.1);
            match self.2.iter_mut().find(|(_, known)| *known == description) {
                Some((ids, _)) => ids.push(R::ID),
                None => self.2.push((vec![R::ID], description)),
            }
        }
    }

    let mut all = All(input, foreign, Vec::new());
    revisions::visit(&mut all);
    let mut text = format!("{input:?}\n");
    for (ids, description) in &all.2 {
        let ids = match ids.len() == 6 {
            true => "all".to_owned(),
            false => ids.join(", "),
        };
        writeln!(text, "  {ids}\n{description}").expect("memory");
    }
    text
}

#[test]
fn what_inputs_meant_when() {
    let inputs: BTreeMap<String, Vec<String>> = data::read("history.toml").expect("the inputs");
    assert!(!inputs.is_empty());
    for (name, inputs) in &inputs {
        let foreign = name.ends_with("in foreign content");
        let texts: Vec<String> = inputs.iter().map(|input| when(input, foreign)).collect();
        let name = format!("history-{}", name.replace(' ', "-"));
        made_from_tables(|| insta::assert_snapshot!(name, texts.join("\n")));
    }
}

/// The generated code of a few states, to compare with the spec.
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
        made_from_tables(|| insta::assert_snapshot!(function, &text[start..end]));
    }
}

//! From the arguments to a tokenizer that has read its input.

use crate::arguments::{Arguments, Format};
use crate::format::{self, Style};
use crate::printer::Printer;
use crate::{Failure, did_you_mean, revision_ids};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read};
use tokenwright::{Options, Revision, RevisionVisitor, Tokenizer, revisions};

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let ids = revision_ids();
    let newest = ids.last().copied().unwrap_or_default();
    let id = arguments.revision.as_deref().unwrap_or(newest);
    if !ids.contains(&id) {
        let near = did_you_mean(id, ids.into_iter());
        return Err(Failure::Usage(format!("there is no revision `{id}`{near}")));
    }
    let mut run = Run {
        arguments,
        id,
        result: Ok(()),
    };
    revisions::visit(&mut run);
    run.result
}

struct Run<'a> {
    arguments: &'a Arguments,
    id: &'a str,
    result: Result<(), Failure>,
}

impl RevisionVisitor for Run<'_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID == self.id {
            self.result = tokenize::<R>(self.arguments);
        }
    }
}

fn tokenize<R: Revision>(arguments: &Arguments) -> Result<(), Failure> {
    let state = arguments
        .initial_state
        .as_deref()
        .map(state::<R>)
        .transpose()?;
    let mut input = open(arguments)?;
    let stdout = io::stdout();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let out = BufWriter::new(stdout.lock());
    let style = Style {
        spans: arguments.spans,
        errors: arguments.errors,
        colour,
    };
    let printer = match arguments.format {
        Format::Text => Printer::new(Box::new(format::Text::new(out, style))),
        Format::Json => Printer::new(Box::new(format::Json::new(out, style))),
        Format::Html5lib => Printer::new(Box::new(format::Html5lib::new(out))),
    };
    let options = Options {
        switch_by_tag_name: state.is_none() && arguments.format != Format::Html5lib,
        scripting: arguments.scripting,
        strip_bom: arguments.strip_bom,
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(printer, options);
    if let Some(state) = state {
        tokenizer.set_state(state);
    }
    if let Some(name) = &arguments.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    if let Some(model) = arguments.content_model
        && !tokenizer.set_content_model(model.into())
    {
        let message = format!(
            "revision {} has no content model flag, as {} have; --initial-state sets where to start",
            R::ID,
            with_content_model_flag().join(" and ")
        );
        return Err(Failure::Usage(message));
    }
    tokenizer.set_foreign(arguments.foreign);
    let mut buffer = vec![0; 64 * 1024];
    let mut len = buffer.len();
    while len > 0 && !tokenizer.sink().has_failed() {
        len = tokenizer
            .read_once(&mut input, &mut buffer)
            .map_err(|error| unreadable(arguments, &error))?;
    }
    tokenizer.finish().finish().map_err(Failure::Output)
}

/// The revisions that have a content model flag.
fn with_content_model_flag() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);

    impl RevisionVisitor for Ids {
        fn visit<R: Revision>(&mut self) {
            if R::HAS_CONTENT_MODEL_FLAG {
                self.0.push(R::ID);
            }
        }
    }

    let mut ids = Ids(Vec::new());
    revisions::visit(&mut ids);
    ids.0
}

fn state<R: Revision>(name: &str) -> Result<R::State, Failure> {
    R::state_named(name).ok_or_else(|| {
        let bare = name.strip_suffix(" state").unwrap_or(name);
        let near = did_you_mean(bare, R::STATES.iter().map(|(_, name)| *name));
        Failure::Usage(format!("revision {} has no state `{bare}`{near}", R::ID))
    })
}

fn open(arguments: &Arguments) -> Result<Box<dyn Read>, Failure> {
    if arguments.file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(&arguments.file) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(unreadable(arguments, &error)),
    }
}

fn unreadable(arguments: &Arguments, error: &io::Error) -> Failure {
    let name = match arguments.file.to_str() {
        Some("-") => "standard input".into(),
        _ => arguments.file.display().to_string(),
    };
    Failure::Usage(format!("cannot read {name}: {error}"))
}

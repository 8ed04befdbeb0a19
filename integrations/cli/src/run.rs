//! From the arguments to a tokenizer that has read its input.

use crate::arguments::{Arguments, Format, Model};
use crate::encoding::Choice;
use crate::failure::{Failure, say};
use crate::format::{self, Style};
use crate::input::Input;
use crate::names;
use crate::printer::Printer;
use crate::terminal::is_styled;
use clap::ValueEnum;
use std::io::{self, BufWriter};
use tokenwright::{Follow, Options, Revision, RevisionVisitor, Tokenizer, revisions};
use tokenwright_encoding::Reader;
use tokenwright_visible::Writer;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.check()?;
    let mut run = Run {
        arguments,
        id: names::chosen_revision(arguments)?,
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
    if let Some(model) = arguments
        .content_model
        .filter(|_| !R::HAS_CONTENT_MODEL_FLAG)
    {
        return Err(no_content_model::<R>(model));
    }
    let state = arguments.initial_state.as_deref();
    let state = state.map(names::state::<R>).transpose()?;
    let mut input = Input::open(arguments)?;
    let choice = input.choose_encoding()?;
    let options = Options {
        follow: match state {
            None if arguments.format != Format::Html5lib => Follow::default(),
            _ => Follow::Nothing,
        },
        scripting: arguments.scripting,
        strip_bom: arguments.strip_bom,
        limits: arguments.limits(),
        ..Options::default()
    };
    let printer = printer(arguments, &input.name);
    let mut tokenizer = Tokenizer::<_, R>::with_options(printer, options);
    if let Some(model) = arguments.content_model {
        tokenizer.set_text_mode(model.text_mode());
    }
    if let Some(state) = state {
        tokenizer.set_state(state);
    }
    if let Some(name) = &arguments.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    let read = match choice {
        Choice::Unspecified => tokenizer.feed_reader(&mut input),
        choice => tokenizer.feed_reader(Reader::new(&mut input, choice.options())),
    };
    read.map_err(|error| input.unreadable(&error))?;
    tokenizer.end();
    let exceeded = tokenizer.limit_exceeded();
    let errors = tokenizer.finish().finish()?;
    input.finish();
    if let Some(exceeded) = exceeded {
        return Err(Failure::usage(format!("{}: {exceeded}", input.name)));
    }
    if arguments.errors && arguments.format == Format::Text {
        let errors = match errors {
            0 => "no parse errors".to_owned(),
            1 => "1 parse error".to_owned(),
            n => format!("{n} parse errors"),
        };
        say(&format!("{}: {errors}", input.name));
    }
    Ok(())
}

fn printer(arguments: &Arguments, input: &str) -> Printer {
    let stdout = io::stdout();
    let colour = is_styled(&stdout);
    let out = BufWriter::new(stdout.lock());
    // Only the format for people has colours.
    let out = match arguments.format {
        Format::Text => Writer::with_colours(out),
        Format::Json | Format::Html5lib => Writer::new(out),
    };
    let style = Style {
        spans: arguments.spans,
        errors: arguments.errors,
        colour,
    };
    let format: Box<dyn format::Format> = match arguments.format {
        Format::Text => Box::new(format::Text::new(out, style, input)),
        Format::Json => Box::new(format::Json::new(out, style)),
        Format::Html5lib => Box::new(format::Html5lib::new(out)),
    };
    Printer::new(format, arguments.foreign)
}

/// Refuses a content model in a revision that has states in its place.
fn no_content_model<R: Revision>(model: Model) -> Failure {
    let value = model.to_possible_value();
    let name = value.as_ref().map_or("", |value| value.get_name());
    let state = model.state();
    let mut help = format!("--initial-state {state} starts in its place");
    if model == Model::Cdata {
        help += ", or --initial-state \"script data\"";
    }
    let id = R::ID;
    let message = format!("revision {id} has no content model flag to set to {name}");
    Failure::usage(message).help(help)
}

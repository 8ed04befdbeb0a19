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
use std::io::{self, BufWriter, Read};
use tokenwright::{Options, Revision, RevisionVisitor, Tokenizer, revisions};
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
    let options = Options::default()
        .switch_by_tag_name(state.is_none() && arguments.format != Format::Html5lib)
        .scripting(arguments.scripting)
        .strip_bom(arguments.strip_bom);
    let printer = printer(arguments, &input.name);
    let mut tokenizer = Tokenizer::<_, R>::with_options(printer, options);
    if let Some(state) = state {
        tokenizer.set_state(state);
    }
    if let Some(name) = &arguments.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    if let Some(model) = arguments.content_model {
        tokenizer.set_content_model(model.into());
    }
    tokenizer.set_foreign(arguments.foreign);
    let read = match choice {
        Choice::Unspecified => read(&mut tokenizer, &mut input),
        choice => read(
            &mut tokenizer,
            &mut Reader::new(&mut input, choice.options()),
        ),
    };
    read.map_err(|error| input.unreadable(&error))?;
    let errors = tokenizer.finish().finish()?;
    input.finish();
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

/// Reads the input, until the output fails.
fn read<R: Revision>(
    tokenizer: &mut Tokenizer<Printer, R>,
    input: &mut impl Read,
) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    while !tokenizer.sink().has_failed() && tokenizer.read_once(&mut *input, &mut buffer)? > 0 {}
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
    match arguments.format {
        Format::Text => Printer::new(Box::new(format::Text::new(out, style, input))),
        Format::Json => Printer::new(Box::new(format::Json::new(out, style))),
        Format::Html5lib => Printer::new(Box::new(format::Html5lib::new(out))),
    }
}

/// Refuses a content model in a revision that has states in its place.
fn no_content_model<R: Revision>(model: Model) -> Failure {
    let value = model.to_possible_value();
    let name = value.as_ref().map_or("", |value| value.get_name());
    let mut help = format!("--initial-state {} starts in its place", model.state());
    if model == Model::Cdata {
        help += ", or --initial-state \"script data\"";
    }
    let message = format!(
        "revision {} has no content model flag to set to {name}",
        R::ID
    );
    Failure::usage(message).help(help)
}

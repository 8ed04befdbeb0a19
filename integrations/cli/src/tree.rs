//! The option `--tree`.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::Input;
use crate::names::chosen_revision;
use std::io::{self, BufWriter, IsTerminal, Write};
use tokenwright::Revision;
use tokenwright_encoding::Reader;
use tokenwright_tree::revisions::{
    Newest, W3c2012, Whatwg20080309, Whatwg20090207, Whatwg20140523, Whatwg20200522, WhatwgDraft,
};
use tokenwright_tree::{Document, Limits, Options, Parser, TreeRevision};
use tokenwright_visible::Writer;

/// Prints the tree of the input.
///
/// # Errors
/// Input that cannot be read or exceeds a limit, a revision without trees, or output that cannot be written.
pub(crate) fn print(arguments: &Arguments) -> Result<(), Failure> {
    let parse = match chosen_revision(arguments)? {
        Whatwg20080309::ID => parse::<Whatwg20080309>,
        Whatwg20090207::ID => parse::<Whatwg20090207>,
        W3c2012::ID => parse::<W3c2012>,
        Whatwg20140523::ID => parse::<Whatwg20140523>,
        Whatwg20200522::ID => parse::<Whatwg20200522>,
        WhatwgDraft::ID => parse::<WhatwgDraft>,
        Newest::ID => parse::<Newest>,
        id => return Err(Failure::usage(format!("--tree cannot show revision {id}"))),
    };
    let mut input = Input::open(arguments)?;
    let document = parse(&mut input, arguments)?;
    input.finish();
    let stdout = io::stdout().lock();
    // html5lib's format has no escapes, so that a program reads the text as it is.
    let for_people = stdout.is_terminal();
    let mut out = BufWriter::new(stdout);
    let tree = document.html5lib();
    match for_people {
        true => write!(Writer::new(&mut out), "{tree}")?,
        false => write!(out, "{tree}")?,
    }
    out.flush()?;
    match document.limit_exceeded() {
        Some(exceeded) => Err(Failure::usage(format!("{}: {exceeded}", input.name))),
        None => Ok(()),
    }
}

fn parse<R: TreeRevision>(input: &mut Input, arguments: &Arguments) -> Result<Document, Failure> {
    let tokens = arguments.limits();
    let options = Options {
        scripting: arguments.scripting,
        context: arguments.context.clone(),
        strip_bom: true,
        limits: Limits {
            depth: tokens.nesting,
            tokens,
            ..Limits::default()
        },
        ..Options::default()
    };
    let encoding = input.choose_encoding()?.options();
    let mut parser = Parser::<R>::of_revision(&options);
    let read = parser.feed_reader(Reader::new(&mut *input, encoding));
    read.map_err(|error| input.unreadable(&error))?;
    Ok(parser.finish())
}

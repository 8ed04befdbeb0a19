//! The option `--tree`.

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Prints the tree of the input.
///
/// # Errors
/// Input that cannot be read, a revision without trees, or output that cannot be written.
#[cfg(feature = "tree")]
pub(crate) fn print(arguments: &Arguments) -> Result<(), Failure> {
    use crate::input::Input;
    use markup5ever_rcdom::RcDom;
    use std::io::{self, BufWriter, IsTerminal, Write};
    use tokenwright_html5ever::rcdom::Outline;
    use tokenwright_html5ever::{Options, parse_reader};
    use tokenwright_visible::Writer;

    let options = Options::default()
        .scripting(arguments.scripting)
        .processing_instructions(processing_instructions(arguments)?);
    let mut input = Input::open(arguments)?;
    let encoding = input.choose_encoding()?.options();
    let parsed = parse_reader(RcDom::default, options, encoding, &mut input);
    let (dom, _) = parsed.map_err(|error| input.unreadable(&error))?;
    input.finish();
    let stdout = io::stdout().lock();
    // html5lib's format has no escapes, so that a program reads the text as it is.
    let for_people = stdout.is_terminal();
    let mut out = BufWriter::new(stdout);
    match for_people {
        true => write!(Writer::new(&mut out), "{}", Outline(&dom.document))?,
        false => write!(out, "{}", Outline(&dom.document))?,
    }
    Ok(out.flush()?)
}

/// The nodes that the chosen revision makes of processing instructions.
#[cfg(feature = "tree")]
fn processing_instructions(
    arguments: &Arguments,
) -> Result<tokenwright_html5ever::ProcessingInstructions, Failure> {
    use crate::names::chosen_revision;
    use tokenwright::Revision;
    use tokenwright::revisions::{Whatwg20200522, Whatwg20260719};
    use tokenwright_html5ever::ProcessingInstructions;

    match chosen_revision(arguments)? {
        Whatwg20200522::ID => Ok(ProcessingInstructions::Comments),
        Whatwg20260719::ID => Ok(ProcessingInstructions::Nodes),
        id => {
            let failure = Failure::usage(format!("--tree cannot show revision {id}"));
            let (old, new) = (Whatwg20200522::ID, Whatwg20260719::ID);
            Err(failure.help(format!("it shows {old} and {new}")))
        }
    }
}

/// Refuses the option, as this tool was built without it.
///
/// # Errors
/// Always.
#[cfg(not(feature = "tree"))]
pub(crate) fn print(_: &Arguments) -> Result<(), Failure> {
    let failure = Failure::usage("this build has no --tree");
    Err(failure.help("cargo install tokenwright-cli --features tree"))
}

//! Names must be valid and distinct as Rust identifiers.
//!
//! States, procedures, files and codes become types, modules and functions, and different names may give one
//! identifier. The generator could number them, but then code would no longer be found by the spec's name; so the
//! author is asked to choose. The identifiers that the generator itself uses are listed here by hand, as this crate
//! does not know the generator.

use crate::diagnostic::Diagnostic;
use crate::grammar::Char;
use crate::identifier::{camel_case, file_stem, snake_case};
use crate::load::Loaded;
use crate::model::{Located, Revision};
use crate::source::Place;
use std::collections::HashMap;

/// Modules that the generator adds to those of the table files.
const MODULES: [&str; 2] = ["hot_path", "references"];
/// Identifiers next to a revision's in generated code: the generator's, and those of the runtime's prelude.
const TAKEN: [&str; 21] = [
    "BytePair", "Candidates", "ContentModel", "ErrorCode", "Field", "Flow", "Input", "Machine",
    "Machinery", "Newest", "Output", "PlainNumbers", "Ranges", "References", "Registers",
    "Returned", "Revision", "Revisions", "State", "TextElements", "TextMode",
];

/// No two states or procedures share an identifier, and none has the identifier of a part of another.
pub(super) fn states(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let names = || revision.blocks().map(|block| &block.name);
    distinct("state", names(), out);
    let wholes: HashMap<String, &Located<String>> =
        names().map(|name| (camel_case(name), name)).collect();
    for name in names() {
        let identifier = camel_case(name);
        let without_number = identifier.trim_end_matches(|c: char| c.is_ascii_digit());
        let whole = without_number.strip_suffix("Part");
        let whole = whole.filter(|_| without_number != identifier);
        if let Some(whole) = whole.and_then(|whole| wholes.get(whole)) {
            out.push(
                Diagnostic::error(
                    name.place,
                    format!(
                        "the state `{}` has the name of a part of `{}`",
                        name.value, whole.value
                    ),
                )
                .also(whole.place, "this is the whole")
                .help("generated code cuts states into parts and numbers them: rename this state"),
            );
        }
    }
}

/// No two table files share a module name.
pub(super) fn files(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, (&str, Place)> = HashMap::new();
    let mut reported = Vec::new();
    for block in revision.blocks() {
        let (file, place) = (block.file.as_str(), block.name.place);
        let module = snake_case(file_stem(file));
        let other = seen.get(&module).filter(|(other, _)| *other != file);
        let message = match other {
            _ if reported.contains(&file) => continue,
            _ if module.is_empty() => format!("the name of `{file}` has no letter of ASCII"),
            _ if MODULES.contains(&module.as_str()) => {
                format!("the name of `{file}` is one of the generator's own")
            }
            Some((other, _)) => format!("the file `{file}` has the identifier of `{other}`"),
            None => {
                seen.entry(module).or_insert((file, place));
                continue;
            }
        };
        reported.push(file);
        let mut error = Diagnostic::error(place, message)
            .label("its first state is here")
            .help("generated code has a module for each file, named by the letters behind its number: rename the file");
        if let Some((_, first)) = other {
            error = error.also(*first, "the first state of the other is here");
        }
        out.push(error);
    }
}

/// No two error codes share an identifier.
pub(super) fn codes(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let codes = revision.errors.iter().map(|error| &error.code);
    distinct("error code", codes, out);
}

fn same(what: &str, name: &Located<String>, other: &str) -> Diagnostic {
    let message = format!(
        "the {what} `{}` has the identifier of `{other}`",
        name.value
    );
    Diagnostic::error(name.place, message)
}

/// No two names share an identifier, and each has one.
pub(crate) fn distinct<'r>(
    what: &str,
    names: impl Iterator<Item = &'r Located<String>>,
    out: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(String, &Located<String>)> = Vec::new();
    for name in names {
        out.extend(hidden(what, name));
        if let Some(error) = nameless(what, name) {
            out.push(error);
            continue;
        }
        let identifier = camel_case(name);
        match seen.iter().find(|(other, _)| *other == identifier) {
            // Another check reports duplicate names.
            Some((_, other)) if *other == name => {}
            Some((_, other)) => out.push(
                same(what, name, &other.value)
                    .also(other.place, "the other is here")
                    .help(
                        "generated code names both by their ASCII letters and digits: rename one",
                    ),
            ),
            None => seen.push((identifier, name)),
        }
    }
}

/// Refuses a name that gives no identifier.
pub(crate) fn nameless(what: &str, name: &Located<String>) -> Option<Diagnostic> {
    let message = format!(
        "the {what} `{}` has no letter or digit of ASCII",
        name.value
    );
    let error = Diagnostic::error(name.place, message).help("generated code names it by these");
    camel_case(name).is_empty().then_some(error)
}

/// Refuses a name with a control, or with a character that changes the order or the look of others: rustc refuses them in
/// comments, and two names could look alike.
pub(crate) fn hidden(what: &str, name: &Located<String>) -> Option<Diagnostic> {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let c = Char(name.value.chars().find(|c| is_hidden(*c))?.into());
    let message = format!("the {what} `{}` has {c}, which does not show", name.value);
    let error = Diagnostic::error(name.place, message);
    Some(error.help("generated code has the name in comments: leave it out"))
}

/// A revision's name gives an identifier, which is not the generator's own.
pub(crate) fn of_revision(id: &Located<String>) -> Option<Diagnostic> {
    let identifier = camel_case(id);
    let fault = match identifier.as_str() {
        "" => "has no letter or digit of ASCII",
        taken if TAKEN.contains(&taken) => "has a name of the generator's own",
        _ => return None,
    };
    let error = Diagnostic::error(id.place, format!("the revision `{}` {fault}", id.value));
    Some(error.help(
        "generated code names it by its ASCII letters and digits: rename the folder and the `id`",
    ))
}

/// The error codes of all revisions share one enum, and each revision has a module. Codes with the same identifier must
/// be equal, and no two revisions share a module name.
pub(super) fn across(revisions: &[Loaded], out: &mut Vec<Diagnostic>) {
    let mut ids: HashMap<String, &str> = HashMap::new();
    for loaded in revisions {
        let about = &loaded.revision.about;
        let identifier = camel_case(&about.id);
        if let Some(other) = ids.insert(identifier, &about.id) {
            out.push(
                Diagnostic::error(
                    about.named_references.place,
                    format!("the revision `{}` has the identifier of `{other}`", about.id),
                )
                .help("generated code names both by their ASCII letters and digits: rename the folder and the `id`"),
            );
        }
    }
    let mut codes = HashMap::new();
    for error in revisions.iter().flat_map(|loaded| &loaded.revision.errors) {
        let code = &error.code;
        let identifier = camel_case(code);
        if identifier == "ParseError" && code.value != "parse-error" {
            out.push(
                Diagnostic::error(
                    code.place,
                    format!("the error code `{}` has the identifier of `parse-error`", code.value),
                )
                .help("`parse-error` is the code of revisions whose errors have no names: rename this one"),
            );
            continue;
        }
        distinct_across(code, &mut codes, out);
    }
}

fn distinct_across<'r>(
    name: &'r Located<String>,
    seen: &mut HashMap<String, &'r Located<String>>,
    out: &mut Vec<Diagnostic>,
) {
    let other = *seen.entry(camel_case(name)).or_insert(name);
    if other.value != name.value {
        out.push(
            same("error code", name, &other.value)
                .also(other.place, "another revision has that")
                .help("generated code names both by their ASCII letters and digits: write them the same"),
        );
    }
}

//! Files of states and procedures.

use super::body;
use super::text::{one_or_list, optional, optional_list, pair};
use crate::english::capitalized;
use crate::model::{On, Revision, Row, State};

/// The file with this name.
pub(super) fn write(revision: &Revision, file: &str) -> String {
    let states = revision.states.iter().map(|state| ("state", state));
    let procedures = revision.procedures.iter().map(|p| ("procedure", p));
    // The numbers of procedures continue after the last state.
    let here: Vec<(usize, &str, &State)> = states
        .chain(procedures)
        .enumerate()
        .filter(|(_, (_, state))| state.file == file)
        .map(|(at, (kind, state))| (at + 1, kind, state))
        .collect();
    let about = &revision.about;
    let number = |at: usize| format!("{}.{at}", about.section);
    let mut out = match here.as_slice() {
        _ if !about.numbered => format!("# {}\n", about.section),
        [] => String::new(),
        [(only, ..)] => format!("# {}\n", number(*only)),
        [(first, ..), .., (last, ..)] => {
            format!("# {} – {}\n", number(*first), number(*last))
        }
    };
    for (at, kind, state) in here {
        let number = match about.numbered {
            true => number(at) + " ",
            false => String::new(),
        };
        let word = match kind {
            "state" => " state",
            _ => "",
        };
        let name = capitalized(&state.name);
        out.push_str(&format!("\n# {number}{name}{word}\n"));
        out.push_str(&block(kind, state));
    }
    out
}

fn block(kind: &str, state: &State) -> String {
    let mut out = format!("[[{kind}]]\n");
    out.push_str(&pair("name", &state.name));
    out.push_str(&optional("was", &state.was));
    out.push_str(&optional("note", &state.note));
    if !state.body.is_empty() {
        out.push_str(&body::write(&body::of(&state.body)));
    }
    for entry in &state.rows {
        out.push('\n');
        out.push_str(&row(kind, entry));
    }
    out
}

/// A row of a `[[state]]`, a `[[procedure]]` or the `[input-stream]`.
pub(super) fn row(of: &str, row: &Row) -> String {
    let mut out = format!("[[{of}.row]]\n");
    match &row.on {
        On::Consumed { any, except } => {
            out.push_str(&one_or_list("on", any));
            out.push_str(&optional_list("except", except));
        }
        On::Peeked(any) => out.push_str(&one_or_list("peek", any)),
        On::Ahead { text, ignore_case } => {
            out.push_str(&pair("next", text));
            if *ignore_case {
                out.push_str(&pair("case", "insensitive"));
            }
        }
    }
    out.push_str(&body::conditions("when", "when-any", &row.when));
    out.push_str(&body::write(&body::of(&row.body)));
    out + &optional("note", &row.note)
}

//! `docs/peers.md`.
//!
//! The page is written from what was found and compared by a test, so that a version of a peer that behaves otherwise cannot
//! leave it wrong. The words around the tables are here, beside the figures that they explain.

use super::{Disagreement, Findings, Kind, judge::Judge};
use crate::Peer;
use std::fmt::Write as _;
use tokenwright_tests::tokens::{EntryState, Start, Tokens};

const INTRODUCTION: &str = "\
# Where other tokenizers disagree

Tokenizers from crates.io compared with the tables of the newest revision. Each disagreement has an input, the output of
the standard, the output of the tokenizer, and the row that decides. `cargo run -p tokenwright-peers --bin peers` writes
this page, and a test compares it. [Tokenizers in other languages](peers-beyond-rust.md) have a separate page.

- The inputs are the tests of `cargo xtask suite` and their prefixes; the same tests as pages, behind a start tag that
  leads to the state of the test; every input of at most three out of 24 characters; and tests of elements that switch the
  tokenizer. We choose the text state after a start tag; a tokenizer that can choose it too is also run “on its own”.
- An input of the table is minimal: without any of its characters another row would decide. There is one for each row
  and kind; the last column counts the inputs that reduce to that row.
- The row that decides is the one that the tables run at the first character after which every continuation lets some input
  distinguish the two. If only errors differ and the tokenizer omits one, it is the row that reports that error.
- † marks confusion of text and markup: after such an input, some markup is a tag on one side only. A filter built on that
  tokenizer sees other tags than a browser. Only the shortest input is given.
- Properties that a tokenizer does not claim are not compared: the order of attributes for html5gum and html5tokenizer,
  strings with `&`, CR or U+0000 for lol_html. Errors are compared as sets of the standard's names; html5ever reports
  sentences, and lol_html has none. The attributes of end tags are not compared.
- lol_html starts only at the beginning of a page, and html5gum's default emitter has no foreign content: inputs that need
  either are omitted for them.
- Omitted, at the versions on crates.io: swc_html_parser, which needs some hundred other crates; astral-html, which supports
  processing instructions but needs Rust 1.97; and tl, fhp-tokenizer and html_parser, which do not aim to follow
  the standard's states.
";

/// The page for some peers, each with its version and findings.
#[must_use]
pub fn page(peers: &[(&Peer, String, Findings)]) -> String {
    let mut out = INTRODUCTION.to_owned();
    let _ = writeln!(
        out,
        "\n| peer | inputs | other tokens | other errors only | other tokens in pieces |"
    );
    let _ = writeln!(out, "|---|--:|--:|--:|--:|");
    for (peer, version, findings) in peers {
        let of = |kind: Kind| findings.disagreed.get(&kind).copied().unwrap_or_default();
        let errors = match peer.names_errors {
            true => of(Kind::Errors).to_string(),
            false => "not compared".to_owned(),
        };
        let pieces = match peer.in_pieces {
            true => of(Kind::Pieces).to_string(),
            false => "no chunks".to_owned(),
        };
        let (name, inputs, tokens) = (named(peer, version), findings.inputs, of(Kind::Tokens));
        let _ = writeln!(
            out,
            "| {name} | {inputs} | {tokens} | {errors} | {pieces} |"
        );
    }
    for (peer, version, findings) in peers {
        let _ = writeln!(out, "\n## {}", named(peer, version));
        let (outdated, own): (Vec<_>, Vec<_>) = findings
            .disagreements
            .iter()
            .partition(|found| found.outdated);
        if own.is_empty() && outdated.is_empty() {
            let _ = writeln!(out, "\nIt agrees on every input.");
        }
        for kind in [Kind::Tokens, Kind::Errors, Kind::Pieces] {
            let of_kind = own.iter().filter(|found| found.kind == kind);
            section(
                &mut out,
                peer,
                title(kind),
                &of_kind.copied().collect::<Vec<_>>(),
            );
        }
        section(
            &mut out,
            peer,
            "Agreement with the previous revision, whatwg-2020-05-22",
            &outdated,
        );
    }
    out
}

/// `html5gum 0.9.0, on its own`
fn named(peer: &Peer, version: &str) -> String {
    match peer.name.split_once(' ') {
        Some((package, how)) => format!("{package} {version}, {how}"),
        None => format!("{} {version}", peer.name),
    }
}

fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::Tokens => "Other tokens",
        Kind::Errors => "The same tokens, other errors",
        Kind::Pieces => "Other tokens if the input is split into single characters",
    }
}

fn section(out: &mut String, peer: &Peer, title: &str, found: &[&Disagreement]) {
    if found.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {title}\n");
    let name = peer.name;
    let _ = writeln!(
        out,
        "| input | the standard | {name} | decided by | inputs |\n|---|---|---|---|--:|"
    );
    let judge = Judge { peer };
    for found in found {
        let Disagreement { start, input, .. } = found;
        let ours = judge.ours(start, input).unwrap_or_default();
        let theirs = match found.kind {
            Kind::Pieces => judge.in_pieces(start, input),
            _ => judge.theirs(start, input),
        };
        let theirs = theirs.unwrap_or_default();
        let (row, steps) = &found.decided;
        let steps = match steps.is_empty() {
            true => String::new(),
            false => format!(" – {steps}"),
        };
        let _ = writeln!(
            out,
            "| {}{}{} | {} | {} | {} | {} |",
            if found.markup { "† " } else { "" },
            code(input),
            begun(start),
            shown(found.kind, &ours),
            shown(found.kind, &theirs),
            escaped(&format!("{row}{steps}")),
            found.shown,
        );
    }
}

fn begun(start: &Start) -> String {
    let mut conditions = Vec::new();
    if let Some(entry) = start.state {
        conditions.push(match entry {
            EntryState::CdataSection => "in a CDATA section".to_owned(),
            _ => format!("in the {} state", entry.name()),
        });
    }
    if let Some(name) = &start.last_start_tag {
        conditions.push(format!("after `<{name}>`"));
    }
    if start.foreign {
        conditions.push("in foreign content".to_owned());
    }
    match conditions.is_empty() {
        true => String::new(),
        false => format!(" {}", conditions.join(" ")),
    }
}

fn shown(kind: Kind, tokens: &Tokens) -> String {
    let errors = tokens.errors.iter().map(|error| error.code.clone());
    let tokens = tokens.tokens.iter().map(|token| code(&token.to_string()));
    let all: Vec<String> = match kind {
        Kind::Errors => errors.collect(),
        _ => tokens.collect(),
    };
    match all.is_empty() {
        true => "nothing".to_owned(),
        false => all.join(", "),
    }
}

/// Inline code in a cell of a table.
fn code(text: &str) -> String {
    let visible: String = text.chars().flat_map(visible).collect();
    let visible = visible.replace('|', "\\|");
    let fence = if visible.contains('`') { "``" } else { "`" };
    let space = if visible.starts_with('`') || visible.ends_with('`') {
        " "
    } else {
        ""
    };
    match visible.is_empty() {
        true => "nothing".to_owned(),
        false => format!("{fence}{space}{visible}{space}{fence}"),
    }
}

fn visible(c: char) -> Vec<char> {
    match c {
        '\t' | '\n' | '\r' | '\0' | '\u{C}' => c.escape_default().collect(),
        ' '..='~' => vec![c],
        _ => c.escape_unicode().collect(),
    }
}

/// Text in a cell of a table, escaped for Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(
            c,
            '|' | '<' | '>' | '*' | '_' | '[' | ']' | '`' | '\\' | '&'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

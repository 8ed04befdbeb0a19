//! The first page: the revisions, and how every two of them differ.

use super::compare::Pair;
use super::html::escape;
use std::fmt::Write;
use tokenwright_tables::load::Loaded;

/// The content of the page.
pub(super) fn content(all: &[Loaded], pairs: &[Pair]) -> String {
    let mut out = String::from(
        "<h1>HTML tokenization, row by row</h1>\n<p class=lead>The tokenizers of the HTML Standard as tables, from 2008 to \
         today: every state with its rows, every parse error with the shortest input that shows it, what changed between \
         any two revisions, and a <a href=playground.html>playground</a> that runs them.\n\
         <h2>Revisions</h2>\n<ul class=cards>\n",
    );
    for loaded in all.iter().rev() {
        let revision = &loaded.revision;
        let about = &revision.about;
        let errors = match about.named_errors {
            true => format!("{} named errors", revision.errors.len()),
            false => "errors without names".to_owned(),
        };
        let _ = writeln!(
            out,
            "<li><a href=\"{0}.html\"><b>{1}</b> <span>{2}, {3}</span></a>\n<p>{4} states, {5} rows, \
             <a href=\"{0}-errors.html\">{errors}</a>",
            about.id,
            revision.about.year(),
            escape(&about.title),
            about.date,
            revision.states.len(),
            revision.row_count(),
        );
    }
    out.push_str("</ul>\n<h2>Any two revisions</h2>\n");
    out.push_str(&matrix(all, pairs));
    out
}

/// A table with the effect of the changes between every two revisions.
fn matrix(all: &[Loaded], pairs: &[Pair]) -> String {
    let mut out = String::from(
        "<p>What differs for some input: the tokens, or only the parse errors, which is then proved for every input.\n\
         <div class=scroll tabindex=0 role=group aria-label=\"Any two revisions\"><table class=matrix>\n<thead><tr><td>",
    );
    for loaded in &all[..all.len().saturating_sub(1)] {
        let _ = write!(out, "<th scope=col>{}", loaded.revision.about.year());
    }
    out.push_str("</thead>\n");
    for (to, loaded) in all.iter().enumerate().skip(1) {
        let _ = write!(out, "<tr><th scope=row>{}", loaded.revision.about.year());
        let row = pairs.iter().filter(|pair| pair.to == to);
        for pair in row {
            let [from, to] = [pair.from, pair.to].map(|at| &all[at].revision.about.id);
            let grade = &pair.grade;
            let class = grade.split(' ').next().unwrap_or_default();
            let address = format!("compare.html#{from}..{to}");
            let _ = write!(
                out,
                "<td><a class=\"grade {class}\" href=\"{address}\">{grade}</a>"
            );
        }
        out.push('\n');
    }
    out.push_str("</table></div>\n");
    out
}

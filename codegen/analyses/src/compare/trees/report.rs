//! The answer as text, as Markdown and as JSON.
//!
//! All three are here, so that they have the same words. Trees are side by side, as a reader looks for the line that differs,
//! and below each other where a line is too long for that. The sentence at the end says what was searched, never more.

use super::behaviour::{TreeBehaviour, TreeVerdict};
use super::culprits::Culprits;
use super::witness::{TreeGrade, TreeWitness};
use crate::inert;
use serde_json::{Value, json};
use std::fmt::Write;
use tokenwright_tables::english;

/// The widest tree that is shown at the left of another.
const WIDEST: usize = 58;

/// The answer as plain text.
#[must_use]
pub fn text(found: &TreeBehaviour) -> String {
    let mut out = format!("\nBehaviour: {}\n", verdict(found));
    if let TreeVerdict::Differs { witness, .. } = &found.verdict {
        let start = start(witness);
        let _ = writeln!(
            out,
            "  {}{start}",
            super::super::report::input(&witness.input)
        );
        for line in beside(witness) {
            let _ = writeln!(out, "    {}", line.trim_end());
        }
        for line in errors(witness).iter().chain(&rows(witness)) {
            let _ = writeln!(out, "  {line}");
        }
    }
    let _ = writeln!(out, "  {}", says(found));
    out
}

/// The answer in a word or two.
#[must_use]
pub fn verdict(found: &TreeBehaviour) -> String {
    found.unread.verdict(&found.verdict, plain_verdict(found))
}

fn plain_verdict(found: &TreeBehaviour) -> &'static str {
    match &found.verdict {
        TreeVerdict::Equal => "equal trees",
        TreeVerdict::Differs { witness, .. } => match witness.grade {
            TreeGrade::Trees => "trees",
            TreeGrade::Errors => "parse errors of tree construction",
        },
        TreeVerdict::NoneFound { .. } => "no difference of trees found",
    }
}

/// What the search says, in a sentence.
#[must_use]
pub fn says(found: &TreeBehaviour) -> String {
    let says = plain_says(found);
    match found.unread.says(&found.verdict) {
        Some(unread) => format!("{says}; {unread}"),
        None => says,
    }
}

fn plain_says(found: &TreeBehaviour) -> String {
    match &found.verdict {
        TreeVerdict::Equal => {
            "the tables of tree construction are the same up to names and order".to_owned()
        }
        // Every document that was followed has ended in a state that was known.
        TreeVerdict::NoneFound { tokens: usize::MAX } => {
            let explored = found.explored;
            format!("no difference in any document; {explored} pairs of states were searched")
        }
        TreeVerdict::NoneFound { tokens } => {
            let (most, explored) = (counted(*tokens), found.explored);
            format!(
                "no difference in any document of at most {most}; {explored} pairs of states were searched"
            )
        }
        TreeVerdict::Differs { witness, shorter } => {
            let all = counted(witness.tokens);
            let most = counted(*shorter);
            match witness.grade {
                TreeGrade::Trees if *shorter + 1 >= witness.tokens => {
                    format!("{all}; no document of fewer tokens has other trees")
                }
                TreeGrade::Trees => format!(
                    "no document of at most {most} has other trees; one of fewer than {all} may"
                ),
                TreeGrade::Errors => {
                    format!("no document of at most {most} has other trees; a longer one may")
                }
            }
        }
    }
}

fn counted(tokens: usize) -> String {
    format!("{tokens} token{}", if tokens == 1 { "" } else { "s" })
}

/// The answer as Markdown: the input, and both trees side by side.
#[must_use]
pub fn markdown(found: &TreeBehaviour) -> String {
    let mut out = String::new();
    if let TreeVerdict::Differs { witness, .. } = &found.verdict {
        let input = super::super::report::input(&witness.input);
        let text = input.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
        let input = text.map_or_else(|| input.clone(), inert::code);
        let _ = writeln!(out, "{input}{}\n", inert::text(&start(witness)));
        let lines = beside(witness);
        let fence = lines.iter().map(|line| inert::fence(line)).max();
        let fence = fence.unwrap_or_default();
        let _ = writeln!(out, "{fence}");
        for line in lines {
            let _ = writeln!(out, "{}", inert::line(line.trim_end()));
        }
        let _ = writeln!(out, "{fence}\n");
        for line in errors(witness).iter().chain(&rows(witness)) {
            let _ = writeln!(out, "- {}", inert::text(line));
        }
        out.push('\n');
    }
    let says = english::sentence(&says(found));
    let _ = writeln!(out, "{}", inert::text(&says));
    out
}

/// The answer as JSON, as `docs/diff-json.md` describes it.
#[must_use]
pub fn json(found: &TreeBehaviour) -> Value {
    let mut document = plain_json(found);
    let unread = &found.unread;
    if !unread.sentences.is_empty() {
        document["certainty"] = unread.certainty(&found.verdict).name().into();
    }
    document
}

fn plain_json(found: &TreeBehaviour) -> Value {
    let explored = found.explored;
    match &found.verdict {
        TreeVerdict::Equal => json!({ "verdict": "equal" }),
        TreeVerdict::NoneFound { tokens } => {
            json!({ "verdict": "none found", "tokens": tokens, "explored": explored })
        }
        TreeVerdict::Differs { witness, shorter } => json!({
            "verdict": "differs",
            "grade": match witness.grade {
                TreeGrade::Trees => "trees",
                TreeGrade::Errors => "errors",
            },
            "input": witness.input,
            "tokens": witness.tokens,
            "none_of_at_most": shorter,
            "explored": explored,
            "scripting": witness.start.scripting,
            "context": witness.start.context.as_ref().map(ToString::to_string),
            "trees": ([0, 1].map(|nth| match witness.stops[nth] {
                Some(_) => Value::Null,
                None => witness.trees[nth].as_str().into(),
            })),
            "stops": witness.stops,
            "errors": witness.errors.each_ref().map(|errors| {
                let errors = errors.iter();
                let errors = errors.map(|(code, offset)| json!({ "code": code, "offset": offset }));
                errors.collect::<Vec<_>>()
            }),
            "at": witness.culprits.as_ref().map(at),
        }),
    }
}

fn at(culprits: &Culprits) -> Value {
    let rows = culprits.rows.each_ref().map(|rows| {
        let rows = rows.iter();
        let rows = rows.map(|(row, changed)| json!({ "row": row, "changed": changed }));
        rows.collect::<Vec<_>>()
    });
    json!({ "token": culprits.token, "rows": rows, "algorithms": culprits.algorithms })
}

fn start(witness: &TreeWitness) -> String {
    let mut text = String::new();
    if let Some(context) = &witness.start.context {
        let _ = write!(text, ", as a fragment in {context}");
    }
    if witness.start.scripting {
        text.push_str(", with scripting");
    }
    text
}

/// Both trees in lines, side by side if there is room; below each other otherwise.
fn beside(witness: &TreeWitness) -> Vec<String> {
    let stops = witness.stops.each_ref().map(|stops| {
        let reason = stops.as_ref()?;
        Some(format!("no tree: {reason}"))
    });
    let [one, other] = [0, 1].map(|nth| {
        let lines = witness.trees[nth].lines();
        let lines = lines.map(|line| line.trim_start_matches("| "));
        stops[nth].as_deref().into_iter().chain(lines).collect()
    });
    let (one, other): (Vec<&str>, Vec<&str>) = (one, other);
    let width = one.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or_default();
    let number = one.len().max(other.len());
    if width > WIDEST || number == 0 {
        let before = one.iter().map(|line| format!("- {line}"));
        return before
            .chain(other.iter().map(|line| format!("+ {line}")))
            .collect();
    }
    let lines = (0..number).map(|at| {
        let left = one.get(at).copied().unwrap_or_default();
        let right = other.get(at).copied().unwrap_or_default();
        let sign = if one.get(at) == other.get(at) {
            ' '
        } else {
            '|'
        };
        format!("{left:width$} {sign} {right}")
    });
    lines.collect()
}

fn errors(witness: &TreeWitness) -> Vec<String> {
    if witness.grade == TreeGrade::Trees {
        return Vec::new();
    }
    let line = |sign: char, errors: &[(Option<String>, usize)]| {
        let errors = errors.iter().map(|(code, offset)| {
            let code = code.as_deref().unwrap_or("parse error");
            format!("{code} at byte {offset}")
        });
        let errors: Vec<String> = errors.collect();
        let shown = match errors.is_empty() {
            true => "no parse errors".to_owned(),
            false => errors.join(", "),
        };
        format!("{sign} {shown}")
    };
    vec![line('-', &witness.errors[0]), line('+', &witness.errors[1])]
}

/// The rows that the token runs at which both sides part.
fn rows(witness: &TreeWitness) -> Vec<String> {
    let Some(culprits) = &witness.culprits else {
        return Vec::new();
    };
    let token = match culprits.token.is_empty() {
        true => "the end of the file".to_owned(),
        false => super::super::report::input(&culprits.token),
    };
    let mut found = vec![format!("both sides part at {token}, which runs:")];
    for (nth, sign) in ['-', '+'].into_iter().enumerate() {
        let all = &culprits.rows[nth];
        let changed = all.iter().filter(|(_, is_changed)| *is_changed);
        let mut names: Vec<String> = changed.map(|(row, _)| row.clone()).collect();
        if names.is_empty() {
            names.extend(all.last().map(|(row, _)| row.clone()));
        }
        let algorithms = culprits.algorithms[nth].iter();
        names.extend(algorithms.map(|name| format!("the algorithm \"{name}\"")));
        found.push(format!("{sign} {}", names.join(", ")));
    }
    found
}

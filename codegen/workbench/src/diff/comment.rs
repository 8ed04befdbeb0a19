//! A difference as a comment on a pull request: the verdict, its evidence, then the details, folded.
//!
//! Reviewers read one line, and GitHub cuts a comment at 65,536 characters. So the order is by importance, and each
//! section takes what room is left, by whole parts, and says what it omits. The proof or the witness comes before the
//! list of changes, since a list can be read on the page itself. No part is written twice; the whole is only in the
//! JSON.

use super::names;
use super::tree_sides::Trees;
use crate::markdown::{code, input, tokens};
use std::fmt::Write;
use tokenwright_analyses::compare::report::{self, decision as report_decision};
use tokenwright_analyses::compare::trees::each;
use tokenwright_analyses::compare::{
    Alone, Behaviour, Break, ConditionalAnswer, Decision, Grade, Together, Verdict, Witness,
};
use tokenwright_analyses::diff::{Difference, markdown};
use tokenwright_analyses::inert;
use tokenwright_analyses::suite::{self, Suite};
use tokenwright_interpreter::{Output, Refusal};
use tokenwright_tables::english;
use xtask::report::counted;

/// The most characters of a comment. GitHub accepts 65,536.
const LIMIT: usize = 65_000;

/// What is left for the remark on what was cut, and for the tags that close a section.
const RESERVED: usize = 400;

/// Everything that a comment says.
pub(super) struct Comment<'d> {
    pub(super) difference: &'d Difference,
    /// Whether to list changes of wording only.
    pub(super) editorial: bool,
    /// The behaviour of both sides, or why they cannot be run.
    pub(super) behaviour: Option<&'d Result<Behaviour, Refusal>>,
    /// What is known of pages that were not understood completely.
    pub(super) decision: Option<&'d Decision>,
    /// Tests for the difference.
    pub(super) tests: Option<&'d Suite>,
    /// The output of the generated code, as a list.
    pub(super) generated: Option<&'d str>,
    /// Tree construction.
    pub(super) trees: &'d Trees,
}

impl Comment<'_> {
    /// The comment.
    pub(super) fn write(&self) -> String {
        let parts = markdown(self.difference);
        let mut out = format!("## Effect on the tokenizer: {}\n\n", self.verdict());
        let _ = writeln!(out, "{}\n", parts.title);
        if let Some(Decision::Broken(broken)) = self.decision {
            // What is missing is not a change, so nothing else is listed.
            out.push_str(&facts(broken));
            return out;
        }
        if let Some(says) = self.says() {
            let _ = writeln!(out, "{says}\n");
        }
        if let Some(witness) = self.witness() {
            out += "| shortest input | before | after |\n|---|---|---|\n";
            let _ = writeln!(out, "{}\n", row(witness));
        }
        if let Some(decision) = self.decision {
            let conditions = report_decision::conditions_markdown(decision, names(self.difference));
            if !conditions.is_empty() {
                let _ = writeln!(out, "It depends on:\n\n{conditions}");
            }
        }
        if !parts.summary.is_empty() {
            let _ = writeln!(out, "{}", parts.summary);
        }
        let (effect, tree_changes, unread) = self.trees.markdown();
        out.push_str(&effect);
        let title = counted(self.difference.open.len(), "sentence") + " not understood";
        section(&mut out, &title, &[parts.not_understood], "\n");
        section(&mut out, "What changed", &parts.changes, "\n");
        let title = counted(unread.len(), "sentence") + " of tree construction not understood";
        section(&mut out, &title, &unread, "");
        let title = "What changed in tree construction";
        section(&mut out, title, &tree_changes, "\n");
        if let Some(Ok(found)) = self.behaviour
            && !found.changes.is_empty()
        {
            section(&mut out, "Each change alone", &each_alone(found), "");
        }
        let each = self.trees.compared().map_or(&[][..], |trees| &trees.each);
        if !each.is_empty() {
            let title = "Each change of tree construction alone";
            section(&mut out, title, &each::markdown(each), "");
        }
        if let Some(suite) = self.tests
            && !suite.tests.is_empty()
        {
            let title = format!(
                "{} in html5lib's format that pass after the change and fail before it",
                counted(suite.tests.len(), "test")
            );
            section(&mut out, &title, &fenced_tests(suite), "");
        }
        let generated = self.generated.map(str::to_owned);
        let title = "Through the generated code";
        section(&mut out, title, generated.as_slice(), "");
        if self.editorial {
            let changes = match parts.editorial.is_empty() {
                true => "No change of wording alone.\n".to_owned(),
                false => parts.editorial,
            };
            section(&mut out, "Changes of wording only", &[changes], "");
        }
        while out.ends_with("\n\n") {
            out.pop();
        }
        out
    }

    /// The verdict in a few words, for the heading.
    fn verdict(&self) -> String {
        match (self.behaviour, self.decision) {
            (Some(Ok(found)), _) => match &found.whole {
                Verdict::Equal(_) => "none (proved)".to_owned(),
                Verdict::Differs { grade, proof, .. } => graded(*grade, proof.is_some()),
                Verdict::Unknown(_) => "unknown".to_owned(),
            },
            (Some(Err(_)), _) => "unknown, since a side cannot be run".to_owned(),
            (None, Some(decision)) => undecided(decision),
            (None, None) if self.difference.is_empty() => "none in the tables".to_owned(),
            (None, None) => "not searched".to_owned(),
        }
    }

    /// The verdict in a sentence.
    fn says(&self) -> Option<String> {
        Some(match (self.behaviour, self.decision) {
            (Some(Ok(found)), _) => match &found.whole {
                Verdict::Equal(proof) => format!(
                    "Every input gives the same tokens and parse errors, at the same places. Proved: {} pairs of states and \
                     registers, closed under every input.",
                    proof.pairs.len()
                ),
                Verdict::Differs { grade, proof, .. } => {
                    let shows = match grade {
                        Grade::Tokens => "Some input gives other tokens.",
                        Grade::Errors => "Some input gives other parse errors.",
                        Grade::Places | Grade::None => {
                            "Some input gives a parse error at another place."
                        }
                    };
                    match proof {
                        Some(proof) => {
                            let same = match grade {
                                Grade::Errors => "the same tokens",
                                _ => "the same tokens and the same parse errors",
                            };
                            format!(
                                "{shows} Every input gives {same}. Proved: {} pairs of states and registers.",
                                proof.pairs.len()
                            )
                        }
                        None => shows.to_owned(),
                    }
                }
                Verdict::Unknown(why) => {
                    let why = inert::text(&why.to_string());
                    format!("The search found no difference and did not end: {why}.")
                }
            },
            (Some(Err(why)), _) => {
                format!("A side cannot be run: {}.", inert::text(&why.to_string()))
            }
            (None, Some(decision)) => {
                let says = report_decision::says(decision);
                inert::text(&english::sentence(&says))
            }
            (None, None) => return None,
        })
    }

    fn witness(&self) -> Option<&Witness> {
        match (self.behaviour, self.decision) {
            (Some(Ok(found)), _) => found.whole.witness(),
            (_, Some(decision)) => report_decision::witness(decision),
            _ => None,
        }
    }
}

/// A comment on pages of which one cannot be read.
pub(super) fn broken(broken: &[Break]) -> String {
    let facts = facts(broken);
    format!("## Effect on the tokenizer: broken page\n\n{facts}")
}

/// What makes pages broken.
fn facts(broken: &[Break]) -> String {
    let list = report_decision::breaks(broken, "- ", inert::text);
    format!("A page is broken, so its effect was not searched:\n\n{list}")
}

/// A grade in a few words. An input shows it; without a proof, another input may show more.
fn graded(grade: Grade, proved: bool) -> String {
    match (grade, proved) {
        (Grade::Tokens, _) | (_, true) => grade.to_string(),
        (Grade::Errors, false) => "errors, perhaps tokens".to_owned(),
        (Grade::Places | Grade::None, false) => "places of errors, perhaps more".to_owned(),
    }
}

/// The verdict on pages that were not understood completely.
fn undecided(decision: &Decision) -> String {
    match decision {
        Decision::Differs { grade, .. } => graded(*grade, false),
        Decision::Conditional { answer, on } => {
            let on = match on.len() {
                0 => "not proved".to_owned(),
                all => format!("conditional on {}", counted(all, "sentence")),
            };
            match answer {
                ConditionalAnswer::Equal
                | ConditionalAnswer::EqualBefore
                | ConditionalAnswer::EqualBeyond => format!("none, {on}"),
                ConditionalAnswer::Differs { grade, .. }
                | ConditionalAnswer::DiffersBeyond { grade, .. } => {
                    format!("{}, {on}", graded(*grade, false))
                }
            }
        }
        Decision::Undecided(_) => "unknown".to_owned(),
        Decision::Broken(_) => "broken page".to_owned(),
    }
}

/// A row of a table: an input with both outputs.
fn row(witness: &Witness) -> String {
    let start = inert::text(&report::entry(witness));
    let start = match start.is_empty() {
        true => start,
        false => format!("<br>{start}"),
    };
    let [before, after] = witness.outputs.each_ref().map(output);
    format!("| {}{start} | {before} | {after} |", input(&witness.input))
}

/// Tokens and errors, for the cell of a table.
fn output(output: &Result<Output, Refusal>) -> String {
    match output {
        Ok(found) => {
            let errors = inert::text(&report::errors(output));
            format!("{}<br>{errors}", tokens(&found.tokens))
        }
        Err(why) => format!("refused: {}", code(&why.to_string())),
    }
}

/// The table of the changes, each made alone.
fn each_alone(found: &Behaviour) -> Vec<String> {
    let mut rows =
        vec!["| change | effect | input | before | after |\n|---|---|---|---|---|\n".to_owned()];
    for (id, alone) in &found.changes {
        let says = report::says(alone);
        rows.push(match alone {
            Alone::Made(verdict) => effect(&code(id), verdict, &says),
            _ => without_witness(&code(id), &says),
        });
        let Some((_, together)) = found.together.iter().find(|(other, _)| other == id) else {
            continue;
        };
        rows.push(match together {
            Together::With {
                others, verdict, ..
            } => {
                let with: Vec<String> = others.iter().map(|other| code(other)).collect();
                let with = format!("with {}", with.join(", "));
                effect(&with, verdict, &report::verdict(verdict))
            }
            other => {
                let says = inert::text(&report::says_together(other));
                format!("| | {says} | | | |\n")
            }
        });
    }
    rows
}

/// A row of that table: what shows the effect of a change, or what is said of it.
fn effect(change: &str, verdict: &Verdict, says: &str) -> String {
    match (verdict.grade(), verdict.witness()) {
        (Some(grade), Some(witness)) => format!("| {change} | {grade} {}\n", row(witness)),
        _ => without_witness(change, says),
    }
}

fn without_witness(change: &str, says: &str) -> String {
    format!("| {change} | {} | | | |\n", inert::text(says))
}

/// The lines of a file of tests, in a fence.
fn fenced_tests(suite: &Suite) -> Vec<String> {
    let json = suite::json(suite);
    let fence = inert::fence(&json);
    vec![format!("{fence}json\n{json}{fence}\n")]
}

/// Adds a folded section with as many of its parts as the limit allows; nothing if there are none.
fn section(out: &mut String, title: &str, parts: &[String], between: &str) {
    if parts.iter().all(String::is_empty) {
        return;
    }
    let head = format!("<details><summary>{title}</summary>\n\n");
    let room = LIMIT.saturating_sub(RESERVED + head.chars().count());
    let mut length = out.chars().count();
    let mut shown = Vec::new();
    for part in parts {
        length += part.chars().count() + between.len();
        if length > room {
            break;
        }
        shown.push(part.as_str());
    }
    let cut = parts.len() - shown.len();
    if shown.is_empty() {
        let _ = writeln!(out, "{title}: too long for a comment.\n");
        return;
    }
    out.push_str(&head);
    out.push_str(&shown.join(between));
    if cut > 0 {
        let _ = writeln!(out, "\n{cut} more, too long for a comment.");
    }
    out.push_str("\n</details>\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_as_many_parts_as_fit() {
        let parts = vec!["é".repeat(LIMIT / 10); 12];
        let mut out = String::new();
        section(&mut out, "Rows", &parts, "\n");
        assert!((LIMIT * 8 / 10..=LIMIT).contains(&out.chars().count()));
        assert!(
            out.contains("\n3 more, too long for a comment.\n"),
            "{}",
            &out[out.len() - 80..]
        );
        assert!(out.ends_with("\n</details>\n\n"));
        section(&mut out, "Tests", &["x".repeat(LIMIT)], "");
        assert!(out.ends_with("\n\nTests: too long for a comment.\n\n"));
        assert!(out.chars().count() <= LIMIT);
    }
}

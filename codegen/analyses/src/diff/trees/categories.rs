//! Lists of elements that pages name and no step asks for, such as the category "Formatting".
//!
//! The tables have no such list, so an edit of one has no effect; it is shown, as readers of the page may see it.

use super::super::change::{Change, Content};
use super::super::steps::lines;
use super::change::{TreeChange, TreeSubject};
use std::collections::BTreeSet;
use tokenwright_prose::{TreeReading, Verdict};
use tokenwright_tables::english::Sentence;

/// The rules of the reader that name a category, and list the elements of one.
const CATEGORY: &str = "category";
const LISTED: &str = "category that no step asks for";

/// The lists of the same name that have other elements on the two pages.
#[must_use]
pub fn categories(pages: [&TreeReading; 2]) -> Vec<TreeChange> {
    let [from, to] = pages.map(named);
    let both = to.into_iter().filter_map(|(name, new)| {
        let (_, old) = from.iter().find(|(other, _)| *other == name)?;
        Some((name, old, new))
    });
    let changed = both.filter(|(_, old, new)| *old != new);
    let changes = changed.map(|(name, old, new)| {
        let subject = TreeSubject::List("category", name.to_owned());
        let content = Some(Content::Text(name.to_owned()));
        let id = format!("category {name}");
        let remark = "no step asks for this list, so that the change has no effect";
        TreeChange {
            lines: lines(&sentences(old), &sentences(&new)),
            remarks: vec![remark.to_owned()],
            ..Change::new(id, subject, content.clone(), content)
        }
    });
    changes.collect()
}

/// The categories of a page, and the elements of each.
fn named(page: &TreeReading) -> Vec<(&str, BTreeSet<&str>)> {
    let mut name = "";
    let mut found = Vec::new();
    for sentence in &page.report.sentences {
        match &sentence.verdict {
            Verdict::Modelled(rules) if rules[..] == [CATEGORY] => name = &sentence.original,
            Verdict::WithoutEffect(LISTED, _) => {
                let members = sentence.original.rsplit(": ").next().unwrap_or_default();
                let members = members.trim_end_matches('.').split([',', ' ']);
                let members = members.filter(|word| !matches!(*word, "" | "and" | "or"));
                found.push((name, members.collect()));
            }
            _ => {}
        }
    }
    found
}

fn sentences(members: &BTreeSet<&str>) -> Vec<Sentence> {
    let members = members.iter();
    members.map(|name| (0, (*name).to_owned())).collect()
}

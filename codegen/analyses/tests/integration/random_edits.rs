//! Random edits of pages that are made from the tables: each is reported in the part where it was made, or said to be
//! without a meaning.

use crate::effort::effort;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::path::Path;
use tokenwright_analyses::diff::{self, Difference, Side, Subject};
use tokenwright_prose as prose;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references;

/// A page made from the tables of a revision.
struct Page {
    revision: Revision,
    html: String,
}

fn pages() -> Vec<Page> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let tables = references::replacements(&dir, &mut sources).expect("the tables of replacements");
    let each = crate::tables().iter().cloned().map(|loaded| {
        let revision = loaded.revision;
        let name = &revision.about.numeric_replacements.value;
        let table = tables.iter().find(|(known, _)| known == name);
        let (_, table) = table.expect("a known table");
        let html = prose::write(&revision, table).expect("a page").to_html();
        Page { revision, html }
    });
    each.collect()
}

impl Page {
    fn side(&self, html: &str) -> Result<Side, prose::Unread> {
        Side::of_page("page.html", "page", html, 0, Some(&self.revision), &[])
    }

    /// The words of the page outside tags, below the first state.
    fn words(&self) -> Vec<(usize, usize)> {
        let start = self.html.find("Data state</").expect("the first state");
        let mut words = Vec::new();
        let mut in_tag = true;
        let mut from = None;
        for (at, c) in self.html.char_indices().filter(|(at, _)| *at > start) {
            let is_word = !in_tag && !c.is_whitespace() && c != '<';
            match (from, is_word) {
                (None, true) => from = Some(at),
                (Some(first), false) => {
                    words.push((first, at));
                    from = None;
                }
                _ => {}
            }
            in_tag = match c {
                '<' => true,
                '>' => false,
                _ => in_tag,
            };
        }
        words
    }

    /// The title of the part with this byte, without its number; none in a heading.
    fn part(&self, at: usize) -> Option<String> {
        let before = &self.html[..at];
        let heading = before.rfind("<h")?;
        let text = &self.html[heading..];
        let end = text.find("</h")?;
        if heading + end > at {
            return None;
        }
        let mut title = String::new();
        let mut in_tag = false;
        for c in text[..end].chars() {
            match c {
                '<' => in_tag = true,
                '>' => in_tag = false,
                c if !in_tag => title.push(c),
                _ => {}
            }
        }
        let title = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        Some(title.trim().to_owned())
    }

    /// The page with one random edit, the part where it was made, and the edit in words.
    fn edited(&self, random: &mut Rng) -> Option<(String, String, String)> {
        let words = self.words();
        let at = random.usize(..words.len() - 1);
        let ((start, end), next) = (words[at], words[at + 1]);
        let word = &self.html[start..end];
        let other = words[random.usize(..words.len())];
        let other = &self.html[other.0..other.1];
        let (end, new) = match random.usize(..6) {
            0 => (end, String::new()),
            1 => (end, format!("{word} {word}")),
            2 => (end, other.to_owned()),
            3 => (end, format!("not {word}")),
            4 => (end, format!("{word} {other}")),
            _ if self.html[end..next.0].trim().is_empty() => {
                let following = &self.html[next.0..next.1];
                (next.1, format!("{following} {word}"))
            }
            _ => (end, word.to_ascii_uppercase()),
        };
        let old = &self.html[start..end];
        if old == new {
            return None;
        }
        let html = [&self.html[..start], &new, &self.html[end..]].concat();
        Some((html, self.part(start)?, format!("`{old}` → `{new}`")))
    }
}

/// The titles of the parts in which a difference reports anything.
fn parts(difference: &Difference) -> BTreeSet<String> {
    let title = |name: &str, procedure: bool| match procedure {
        true => "procedure".to_owned(),
        false => {
            let mut letters = name.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>() + " state"
        }
    };
    let states = difference
        .states
        .iter()
        .map(|state| title(&state.name, state.at.procedure));
    let open = difference.open.iter().map(|open| open.part.clone());
    let outside = difference
        .outside
        .iter()
        .filter_map(|change| match &change.subject {
            // They follow from a change of a row.
            Subject::Code(_) | Subject::Fact(_) => None,
            subject => Some(format!("{subject:?}")),
        });
    states.chain(open).chain(outside).collect()
}

#[test]
fn each_edit_is_reported_where_it_was_made() {
    let number = effort(6, 1_400);
    let pages = pages();
    let mut random = Rng::with_seed(0x2545_F491_4F6C_DD1D);
    let mut wrong = Vec::new();
    let (mut made, mut without_meaning) = (0, 0);
    // A sample goes on until it has an edit without a meaning.
    while made < number || (without_meaning == 0 && made < 20 * number) {
        let page = &pages[made % pages.len()];
        let Some((html, part, edit)) = page.edited(&mut random) else {
            continue;
        };
        made += 1;
        let original = page.side(&page.html).expect("the page is read");
        let Ok(edited) = page.side(&html) else {
            wrong.push(format!("{part}: {edit}: the page is refused"));
            continue;
        };
        let difference = diff::compare(original, edited);
        let reported = parts(&difference);
        if reported.is_empty() {
            without_meaning += 1;
            if difference.editorial.is_empty() {
                wrong.push(format!("{part}: {edit}: nothing is reported"));
            }
            continue;
        }
        let elsewhere: Vec<&String> = reported.iter().filter(|other| **other != part).collect();
        let only_rule = elsewhere
            .iter()
            .all(|other| other.starts_with("Rule") || other.starts_with("Definition"));
        if !elsewhere.is_empty() && !only_rule && part.ends_with(" state") {
            wrong.push(format!("{part}: {edit}: reported in {reported:?}"));
        }
    }
    assert!(without_meaning > 0, "some edits have no meaning");
    assert!(
        wrong.is_empty(),
        "{} of {made}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

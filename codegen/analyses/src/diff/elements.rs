//! The facts of tree construction: they decide the state after a tag where open elements are followed.

use super::change::{Change, Content, Line, Mark, Subject};
use super::outside::change;
use std::collections::BTreeSet;
use tokenwright_tables::model::{Revision, TreeConstruction};

/// The effect of such a change.
const EFFECT: &str = "changes tokens only where open elements are followed";

/// The changed lists and flags, if both sides have them.
pub(super) fn changes(from: &Revision, to: &Revision) -> Vec<Change> {
    let (Some(from), Some(to)) = (&from.tree_construction, &to.tree_construction) else {
        return Vec::new();
    };
    let select = |facts: &TreeConstruction| match facts.select_insertion_mode {
        true => "insertion mode".to_owned(),
        false => "scope".to_owned(),
    };
    let fragments = |facts: &TreeConstruction| facts.fragments_break_out.to_string();
    let mut found: Vec<Change> = [
        ("select", select(from), select(to)),
        ("fragments-break-out", fragments(from), fragments(to)),
    ]
    .into_iter()
    .filter(|(_, from, to)| from != to)
    .map(|(key, from, to)| {
        let content = |text| Some(Content::Text(text));
        let subject = Subject::Elements(key);
        let mut change = change(id(key), subject, content(from), content(to));
        change.remarks.push(EFFECT.to_owned());
        change
    })
    .collect();
    let lists = || from.lists.iter().map(|(key, _)| *key);
    let has_input = |key: &&str| element_input(key, "").is_some();
    let changed = lists().filter(|key| members(from, key) != members(to, key));
    // With two such changes, an input may give the same tokens after all.
    let shows_input = changed.filter(has_input).count() == 1;
    found.extend(lists().filter_map(|key| list(key, from, to, shows_input)));
    found
}

fn id(key: &str) -> String {
    format!("elements {key}")
}

fn members<'f>(facts: &'f TreeConstruction, key: &str) -> BTreeSet<&'f str> {
    facts.list(key).collect()
}

/// The change of a list; the order of its members has no meaning.
fn list(
    key: &'static str,
    from: &TreeConstruction,
    to: &TreeConstruction,
    shows_input: bool,
) -> Option<Change> {
    let in_order =
        |facts: &TreeConstruction| -> Vec<String> { facts.list(key).map(str::to_owned).collect() };
    let (old, new) = (in_order(from), in_order(to));
    let only_in = |mark, these: &[String], others: &[String]| -> Vec<Line> {
        let these = these.iter().filter(|member| !others.contains(member));
        these
            .map(|member| Line {
                mark,
                depth: 0,
                text: member.clone(),
            })
            .collect()
    };
    let mut lines = only_in(Mark::Gone, &old, &new);
    lines.extend(only_in(Mark::New, &new, &old));
    let first = lines.first()?.text.clone();
    let words = |words: Vec<String>| (!words.is_empty()).then_some(Content::Words(words));
    let mut change = change(id(key), Subject::Elements(key), words(old), words(new));
    change.lines = lines;
    let input = element_input(key, &first).filter(|_| shows_input);
    change.remarks.push(match input {
        Some(input) => format!("{EFFECT}, for example `{input}`"),
        None => EFFECT.to_owned(),
    });
    Some(change)
}

/// An input whose tokens depend on whether an element or an attribute is a member of a list, where open elements are
/// followed: `key` names the list in `tree-construction.toml`. `None` of lists whose members have no short input.
///
/// ```
/// use tokenwright_analyses::diff::element_input;
///
/// let input = element_input("break-out-start-tags", "center");
/// assert_eq!(input.as_deref(), Some("<svg><center><![CDATA[x]]>"));
/// assert_eq!(element_input("special", "center"), None);
/// ```
#[must_use]
pub fn element_input(key: &str, member: &str) -> Option<String> {
    // In foreign content, `<![CDATA[` begins a CDATA section, and `<style>` does not begin raw text.
    Some(match key {
        "foreign-elements" => format!("<{member}><![CDATA[x]]>"),
        "break-out-start-tags" => format!("<svg><{member}><![CDATA[x]]>"),
        "break-out-start-tags-with-attributes" => format!("<svg><{member} color><![CDATA[x]]>"),
        "break-out-attributes" => format!("<svg><font {member}><![CDATA[x]]>"),
        "break-out-end-tags" => format!("<svg></{member}><![CDATA[x]]>"),
        "mathml-text-integration-points" => format!("<math><{member}><style><b>"),
        "svg-html-integration-points" => format!("<svg><{member}><style><b>"),
        "mathml-start-tags-in-mathml-text" => format!("<math><mi><{member}><![CDATA[x]]>"),
        _ => return None,
    })
}

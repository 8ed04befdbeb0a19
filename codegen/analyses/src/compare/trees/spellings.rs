//! How documents spell the tokens that rules tell apart.

use super::mentions::Mentions;
use std::collections::{BTreeMap, BTreeSet};

/// The name of a tag that no rule mentions.
pub(crate) const OTHER: &str = "x";

/// How many names of a class are tried: two, as rules compare names with each other.
const OF_A_CLASS: usize = 2;

/// The spellings of tokens, in the order in which they are preferred. Some are in a document only if a change mentions them.
pub(super) fn of(mentions: &Mentions, wanted: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    found.push("a".to_owned());
    found.extend(mentions.characters.iter().rev().map(char::to_string));
    let mut names = names(mentions, wanted);
    names.push(OTHER);
    found.extend(names.iter().map(|name| format!("<{name}>")));
    found.extend(names.iter().map(|name| format!("</{name}>")));
    for (tags, name, value) in &mentions.attributes {
        for tag in tags.iter().filter(|tag| names.contains(&tag.as_str())) {
            found.push(match value.is_empty() {
                true => format!("<{tag} {name}>"),
                false => format!("<{tag} {name}=\"{value}\">"),
            });
        }
    }
    let closing = mentions.self_closing.iter().map(String::as_str);
    found.extend(closing.chain([OTHER]).map(|name| format!("<{name}/>")));
    found.push("<!---->".to_owned());
    found.push(format!("<?{OTHER}>"));
    found.extend(doctypes(mentions));
    let mut seen = BTreeSet::new();
    found.retain(|spelling| seen.insert(spelling.clone()));
    found
}

/// A few names of each class, and those that are wanted.
fn names<'m>(mentions: &'m Mentions, wanted: &BTreeSet<String>) -> Vec<&'m str> {
    let mut classes: BTreeMap<&[usize], usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (name, places) in &mentions.names {
        let number = classes.entry(places).or_default();
        *number += 1;
        if *number <= OF_A_CLASS || wanted.contains(name) {
            found.push(name.as_str());
        }
    }
    found
}

fn doctypes(mentions: &Mentions) -> Vec<String> {
    let mut names: Vec<&str> = mentions.doctypes.iter().map(String::as_str).collect();
    let first = *names.first().unwrap_or(&OTHER);
    names.push(OTHER);
    let mut found: Vec<String> = names.iter().map(|it| format!("<!DOCTYPE {it}>")).collect();
    found.push("<!DOCTYPE>".to_owned());
    for public in &mentions.public {
        found.push(format!("<!DOCTYPE {first} PUBLIC \"{public}\">"));
        for system in [OTHER, ""] {
            let identifiers = format!("\"{public}\" \"{system}\"");
            found.push(format!("<!DOCTYPE {first} PUBLIC {identifiers}>"));
        }
    }
    for system in &mentions.system {
        found.push(format!("<!DOCTYPE {first} SYSTEM \"{system}\">"));
    }
    found
}

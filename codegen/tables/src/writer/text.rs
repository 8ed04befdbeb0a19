//! Strings and lists, and line lengths.

use std::fmt::Display;

/// The maximum length of a line that can be broken, in characters.
const WIDTH: usize = 100;

/// Whether a line is not too long.
pub(crate) fn fits(line: &str) -> bool {
    line.chars().count() <= WIDTH
}

/// A TOML string: in double quotation marks; in single ones if it has double ones or backslashes.
pub(crate) fn string(text: &str) -> String {
    let plain = !text.contains(char::is_control);
    match (plain, text.contains(['"', '\\']), text.contains('\'')) {
        (true, false, _) => format!("\"{text}\""),
        (true, true, false) => format!("'{text}'"),
        _ => escaped(text),
    }
}

/// A string that needs escapes in any quotation marks.
fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `key = "text"`.
pub(crate) fn pair(key: &str, text: impl Display) -> String {
    format!("{key} = {}\n", string(&text.to_string()))
}

/// The same, if there is a text.
pub(crate) fn optional(key: &str, text: &Option<String>) -> String {
    text.iter().map(|text| pair(key, text)).collect()
}

/// `key = ["a", "b"]`, a line for each member if they do not fit on one.
pub(crate) fn list(key: &str, members: &[impl Display]) -> String {
    let members = members.iter().map(|member| string(&member.to_string()));
    let members: Vec<String> = members.collect();
    let line = format!("{key} = [{}]", members.join(", "));
    if fits(&line) {
        return line + "\n";
    }
    let mut out = format!("{key} = [\n");
    for member in members {
        out.push_str(&format!("    {member},\n"));
    }
    out.push_str("]\n");
    out
}

/// The same, if there are members.
pub(crate) fn optional_list(key: &str, members: &[impl Display]) -> String {
    match members.is_empty() {
        true => String::new(),
        false => list(key, members),
    }
}

/// A key: bare if it can be.
pub(crate) fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().all(is_bare) {
        true => name.to_owned(),
        false => string(name),
    }
}

/// One member as a string, several as a list.
pub(crate) fn one_or_list(key: &str, members: &[impl Display]) -> String {
    match members {
        [one] => pair(key, one),
        several => list(key, several),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_in_the_quotation_marks_that_suit_it() {
        assert_eq!(string("plain"), "\"plain\"");
        assert_eq!(string("a \"word\""), "'a \"word\"'");
        assert_eq!(string(r#"a "\"""#), r#"'a "\""'"#);
        assert_eq!(string("its 'a' and \"b\""), "\"its 'a' and \\\"b\\\"\"");
        assert_eq!(string("a\nb\u{1}"), "\"a\\nb\\u0001\"");
    }

    #[test]
    fn a_list_is_broken_where_it_is_too_long() {
        assert_eq!(list("on", &["a", "b"]), "on = [\"a\", \"b\"]\n");
        let long = "x".repeat(60);
        assert_eq!(
            list("on", &[&long, &long]),
            format!("on = [\n    \"{long}\",\n    \"{long}\",\n]\n")
        );
    }
}

//! Texts with other words, wordings or lines in place of theirs.

use std::borrow::Cow;
use std::sync::LazyLock;

/// The text with other words at some of the places where one of these characters is: `other` gives the words for the
/// beginning of the text from there, and what follows it.
pub(super) fn replaced<'t>(
    text: &'t str,
    chars: &[char],
    other: impl Fn(&'t str) -> Option<(Cow<'t, str>, &'t str)>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(chars) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (words, tail) = other(rest).unwrap_or_else(|| {
            let (first, tail) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
            (first.into(), tail)
        });
        out.push_str(&words);
        rest = tail;
    }
    out + rest
}

/// The text with another line for each of its lines; their ends stay.
pub(super) fn with_lines(text: &str, other: impl Fn(&str) -> String) -> String {
    let lines = text
        .split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => other(line) + "\n",
            None => other(line),
        });
    lines.collect()
}

/// Wordings of a file, each with what is in its place: what is behind ` => `, or nothing if the line ends with ` =>`.
pub(super) type Wordings = LazyLock<Vec<(&'static str, &'static str)>>;

/// Reads the wordings of a file, a line for each.
macro_rules! wordings {
    ($file:literal) => {
        std::sync::LazyLock::new(|| {
            let lines = include_str!($file).lines();
            let pairs = lines.map(|line| match line.strip_suffix(" =>") {
                Some(words) => (words, ""),
                None => line
                    .split_once(" => ")
                    .expect("words and others, with ` => ` between"),
            });
            pairs.collect()
        })
    };
}

pub(super) use wordings;

/// The text with each of some wordings replaced by another, in their order.
pub(super) fn reworded(text: String, others: &[(&str, &str)]) -> String {
    let replace = |text: String, (from, to): &(&str, &str)| match text.contains(from) {
        true => text.replace(from, to),
        false => text,
    };
    others.iter().fold(text, replace)
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn what_is_not_replaced_stays() {
        let other = |rest: &'static str| Some(("".into(), rest.strip_prefix("é!")?));
        assert_eq!(replaced("aé!é?!é!b", &['é', '?'], other), "aé?!b");
    }
}

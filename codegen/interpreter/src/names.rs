//! The longest match among the named character references.

/// The revision's table of names, in order, so that a match narrows a range of it.
#[derive(Clone, Debug)]
pub(super) struct Names<'r> {
    entries: Vec<(&'r str, String)>,
}

impl<'r> Names<'r> {
    /// A table from its names, without `&`, and their characters.
    pub(super) fn new(entries: impl IntoIterator<Item = (&'r str, String)>) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_unstable();
        Names { entries }
    }

    /// The longest name that is a prefix of `ahead`: its length in characters, and its characters.
    pub(super) fn longest(&self, ahead: &[char]) -> Option<(usize, &str)> {
        let mut range = &self.entries[..];
        let mut found = None;
        for (depth, character) in ahead.iter().enumerate() {
            // Every name is ASCII, so its length in bytes is its length in characters.
            let Ok(byte) = u8::try_from(*character) else {
                break;
            };
            let at = |entry: &(&str, String)| entry.0.as_bytes().get(depth).copied();
            let start = range.partition_point(|entry| at(entry) < Some(byte));
            let end = range.partition_point(|entry| at(entry) <= Some(byte));
            range = &range[start..end];
            match range.first() {
                Some((name, means)) if name.len() == depth + 1 => {
                    found = Some((depth + 1, means.as_str()))
                }
                Some(_) => {}
                None => break,
            }
        }
        found
    }

    /// Whether a name begins with a character.
    pub(super) fn may_begin_with(&self, first: char) -> bool {
        self.longest(&[first]).is_some() || self.may_go_on(&[first])
    }

    /// Whether a longer name than `ahead` may follow.
    pub(super) fn may_go_on(&self, ahead: &[char]) -> bool {
        let start = self
            .entries
            .partition_point(|(name, _)| name.chars().lt(ahead.iter().copied()));
        let longer = |(name, _): &&(&str, String)| {
            name.len() > ahead.len() && name.chars().zip(ahead).all(|(a, b)| a == *b)
        };
        self.entries[start..].iter().take(2).find(longer).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn longest(text: &str) -> Option<(usize, String)> {
        let table = [
            ("notin;", "∉"),
            ("not", "¬"),
            ("not;", "¬"),
            ("amp", "&"),
            ("acE;", "∾\u{333}"),
        ];
        let names = Names::new(table.map(|(name, means)| (name, means.to_owned())));
        let found = names.longest(&text.chars().collect::<Vec<_>>());
        found.map(|(length, means)| (length, means.to_owned()))
    }

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(longest("notin;"), Some((6, "∉".into())));
        assert_eq!(longest("notin"), Some((3, "¬".into())));
        assert_eq!(longest("notit;"), Some((3, "¬".into())));
        assert_eq!(longest("not;in;"), Some((4, "¬".into())));
        assert_eq!(longest("acE;"), Some((4, "∾\u{333}".into())));
    }

    #[test]
    fn what_is_no_name_matches_nothing() {
        assert_eq!(longest(""), None);
        assert_eq!(longest("no"), None);
        assert_eq!(longest("AMP"), None);
        assert_eq!(longest("ño"), None);
        assert_eq!(longest("acE"), None);
    }
}

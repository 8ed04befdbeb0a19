//! Tries every place at which a sentence can be cut.

/// A reader that notes the rules that it used.
pub(crate) trait Cut {
    /// The names of the rules that were used for the sentence that is being read.
    fn used(&mut self) -> &mut Vec<&'static str>;

    /// The first cut of a text at a joiner of which both parts are read.
    fn cut<T>(
        &mut self,
        text: &str,
        joiners: &[&str],
        read: impl Fn(&mut Self, &str, &str) -> Option<T>,
    ) -> Option<T> {
        for joiner in joiners {
            for (at, _) in text.match_indices(joiner) {
                let mark = self.used().len();
                let found = read(self, &text[..at], &text[at + joiner.len()..]);
                if found.is_some() {
                    return found;
                }
                self.used().truncate(mark);
            }
        }
        None
    }
}

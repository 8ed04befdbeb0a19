//! The elements whose start tag switches the tokenizer to a text mode.

use crate::TextMode;

/// Names of this length and longer are the same to [`TextElements::may_have`].
const LONGEST: usize = 15;

/// The elements of a revision.
#[derive(Clone, Copy, Debug)]
pub struct TextElements {
    /// The names in lower case, each with its mode and whether it has that only where scripts run.
    all: &'static [(&'static str, TextMode, bool)],
    /// For the low five bits of each first byte, the lengths of the names that begin with it, as bits.
    lengths: [u16; 32],
}

impl TextElements {
    pub(crate) const fn new(all: &'static [(&'static str, TextMode, bool)]) -> Self {
        let mut lengths = [0; 32];
        let mut at = 0;
        while at < all.len() {
            let name = all[at].0.as_bytes();
            lengths[(name[0] & 31) as usize] |= 1 << capped(name.len());
            at += 1;
        }
        TextElements { all, lengths }
    }

    /// Whether one of the elements may have a name of this length with this first byte; rejects most names.
    #[inline(always)]
    pub(crate) const fn may_have(&self, len: usize, first: u8) -> bool {
        self.lengths[(first & 31) as usize] >> capped(len) & 1 != 0
    }

    /// The mode that a start tag with this lowercase name switches to; `None` if it switches to none.
    #[inline]
    pub(crate) fn mode_of(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let first = name.bytes().next()?;
        if self.may_have(name.len(), first) {
            self.find(name, scripting)
        } else {
            None
        }
    }

    #[inline(never)]
    fn find(&self, name: &str, scripting: bool) -> Option<TextMode> {
        let found = self.all.iter().find(|(element, ..)| *element == name);
        let (_, mode, if_scripting) = found?;
        (scripting || !if_scripting).then_some(*mode)
    }
}

#[inline(always)]
const fn capped(len: usize) -> usize {
    if len < LONGEST { len } else { LONGEST }
}

#[cfg(test)]
mod tests {
    use super::TextElements;
    use crate::TextMode;

    #[test]
    fn elements_are_found_by_their_whole_name() {
        const LONG: &str = "a-name-of-more-than-fifteen-bytes";
        const ALL: TextElements = TextElements::new(&[
            ("title", TextMode::Rcdata, false),
            ("noscript", TextMode::Rawtext, true),
            ("\u{e9}", TextMode::Plaintext, false),
            (LONG, TextMode::ScriptData, false),
        ]);
        assert_eq!(ALL.mode_of("title", false), Some(TextMode::Rcdata));
        assert_eq!(ALL.mode_of("noscript", true), Some(TextMode::Rawtext));
        assert_eq!(ALL.mode_of("noscript", false), None);
        assert_eq!(ALL.mode_of("\u{e9}", false), Some(TextMode::Plaintext));
        assert_eq!(ALL.mode_of(LONG, false), Some(TextMode::ScriptData));
        for other in [
            "",
            "titla",
            "titles",
            "\u{e8}",
            "a-name-of-more-than-fifteen-bits",
            "p",
        ] {
            assert_eq!(ALL.mode_of(other, true), None, "{other}");
        }
    }
}

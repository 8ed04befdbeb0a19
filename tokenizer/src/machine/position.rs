//! Lines and columns, as html5lib counts them: from 1, in UTF-16 code units; CR LF is one line
//! ending.

use memchr::memchr_iter;

/// How far lines have been counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCount {
    /// The line that the counted text ends in.
    line: usize,
    /// UTF-16 code units on that line so far.
    column: usize,
    /// Whether the counted text ends with a CR.
    after_cr: bool,
}

impl Default for LineCount {
    fn default() -> Self {
        LineCount {
            line: 1,
            column: 0,
            after_cr: false,
        }
    }
}

impl LineCount {
    /// Counts `text`, which follows what was counted.
    pub(crate) fn count(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let Some(&first) = bytes.first() else { return };
        let mut line_start = 0;
        let mut endings = 0;
        if memchr::memchr(b'\r', bytes).is_none() {
            for at in memchr_iter(b'\n', bytes) {
                endings += 1;
                line_start = at + 1;
            }
        } else {
            for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                if bytes[at] == b'\r' || at == 0 || bytes[at - 1] != b'\r' {
                    endings += 1;
                }
                line_start = at + 1;
            }
        }
        if self.after_cr && first == b'\n' {
            endings -= 1;
        }
        self.line += endings;
        if line_start > 0 {
            self.column = 0;
        }
        self.column += text[line_start..]
            .chars()
            .map(char::len_utf16)
            .sum::<usize>();
        self.after_cr = bytes.last() == Some(&b'\r');
    }

    /// The line and column of the character after the counted text, both from 1.
    pub(crate) fn next(&self) -> (usize, usize) {
        (self.line, self.column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::LineCount;

    #[test]
    fn however_the_text_is_split_the_count_is_the_same() {
        for text in [
            "",
            "a",
            "\n",
            "\r\n",
            "a\r\nb",
            "\r\r\n\n",
            "é\n中文",
            "a\rb\n\rc",
        ] {
            let mut whole = LineCount::default();
            whole.count(text);
            for (at, _) in text.char_indices() {
                let mut split = LineCount::default();
                split.count(&text[..at]);
                split.count(&text[at..]);
                assert_eq!(split.next(), whole.next(), "{text:?} at {at}");
            }
        }
    }

    #[test]
    fn cr_lf_is_one_line_ending() {
        let mut lines = LineCount::default();
        lines.count("ab\r\ncd\r\n\re");
        assert_eq!(lines.next(), (4, 2));
    }
}

//! Most methods of a sink that records what it receives as lines. Tests of several crates include this file.

/// The methods of a sink for all tokens but text. The type has methods `tag`, which answers a tag, and `line`, which
/// takes the line of another token.
macro_rules! tokens_as_lines {
    () => {
        fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
            self.tag(tag)
        }

        fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
            self.tag(tag)
        }

        fn comment(&mut self, comment: &Comment<'_>) {
            self.line(format!("{comment:?}"));
        }

        fn doctype(&mut self, doctype: &Doctype<'_>) {
            self.line(format!("{doctype:?}"));
        }

        fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
            self.line(format!("{instruction:?}"));
        }

        fn end_of_file(&mut self, span: Span) {
            self.line(format!("end of file {span}"));
        }
    };
}
pub(crate) use tokens_as_lines;

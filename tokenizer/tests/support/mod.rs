//! A sink that writes down everything, and the inputs that several tests share.

use tokenwright::{
    Comment, Doctype, Next, Options, ParseError, ProcessingInstruction, Revision, Sink, Span, Tag,
    Tokenizer,
};

/// Everything that a tokenizer says, one line each; text that stands together is joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) lines: Vec<String>,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) texts: Vec<(String, Span)>,
    /// Names and values with where they stand.
    pub(crate) parts: Vec<(String, Span)>,
    text_is_last: bool,
}

impl Record {
    fn line(&mut self, line: String) {
        if let (true, Some((text, span))) = (self.text_is_last, self.texts.last()) {
            self.lines.push(format!("text {text:?} {span}"));
        }
        self.text_is_last = false;
        self.lines.push(line);
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        let kind = if tag.is_end_tag() { "end" } else { "start" };
        let mut line = format!("{kind} {:?} {} {}", tag.name(), tag.name_span(), tag.span());
        self.parts.push((tag.name().into(), tag.name_span()));
        for attribute in tag.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let (name_span, value_span) = (attribute.name_span(), attribute.value_span());
            line += &format!(" {name:?} {name_span} = {value:?} {value_span}");
            self.parts.push((name.into(), name_span));
            self.parts.push((value.into(), value_span));
        }
        if tag.is_self_closing() {
            line += " /";
        }
        self.line(line);
    }
}

impl Sink for Record {
    fn text(&mut self, text: &str, span: Span) {
        assert!(!text.is_empty());
        if self.text_is_last {
            let (before, whole) = self.texts.last_mut().expect("text stands before");
            assert!(
                whole.end <= span.start,
                "{before:?} {whole}, {text:?} {span}"
            );
            before.push_str(text);
            whole.end = span.end;
        } else {
            self.texts.push((text.into(), span));
            self.text_is_last = true;
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
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

    fn error(&mut self, error: &ParseError) {
        self.errors.push(*error);
    }
}

/// What a revision makes of these chunks of bytes.
pub(crate) fn record<'c, R: Revision>(
    options: &Options,
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Record {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), options.clone());
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish()
}

/// Inputs in which most things happen that a tokenizer knows.
pub(crate) const INPUTS: &[&str] = &[
    "<!DOCTYPE html><html lang=en><head><title>a &amp; b</title></head><body>c</body></html>",
    "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'>\r\n<P>",
    "<a b c=d e='f' g=\"h\" i='' j=\"\" k= l /><br/><img src=x/>",
    "<A HREF=\"?a=1&b=2&amp;c=3&notit;&not=\" Title='&lt;&#x41;&#0;&#128;'>x</A>",
    "line\r\nline\rline\nline\r\r\n\n<p\r\na\r\n=\r\n\"v\r\n\rw\"\r\n>\r",
    "a < b && c > d &#x; &# &#xD800; &#1114112; &unknown; &amp &ampx &NotEqualTilde;",
    "<!-- a --><!----><!--><!---><!-- -- --!><!-- <!-- --><!x><!><!-- \r\n \u{0}",
    "</></ p></p a=b /><?php echo 1 ?><?x?><? y><?xml version='1.0'?>\u{0}",
    "<script>if (a < b) '<!-- <script> </script> --> </scr' </script ><style>&amp;</style\r\n>x",
    "<textarea>\r\n&lt;</textare></TEXTAREA><title></title/>x<plaintext></plaintext>\r\n",
    "<![CDATA[x]]><svg><![CDATA[a]]b]]>c]]></svg>",
    "é中😀\u{7F}\u{FDD0}\u{1FFFF}<é a😀='中\u{80}'>\u{FEFF}",
    "<a a=1 a=2 A=3 b=4 b><p \u{0}=\u{0} \"'<=\"'<\">\u{0}",
    "<div",
    "<div a",
    "<div a=\"b",
    "<!DOCTYPE",
    "<!DOCTYPE html SYSTEM 'x' y",
    "&",
    "&am",
    "</",
    "]]>]",
    "<script><!--<script></",
];

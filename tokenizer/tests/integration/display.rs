//! A token displays as HTML that is read as the same token.

use crate::support::random_numbers;
use tokenwright::{Options, Revision, RevisionVisitor, Token, Tokens, revisions};

/// What the documents are made of.
const PIECES: [&str; 44] = [
    "<", ">", "/", "!", "?", "-", "--", "=", "\"", "'", "&", ";", "#", " ", "\n", "\r", "\0", "a",
    "B", "é", "]", "[", "`", "<a", "</b", "<!--", "-->", "--!>", "<!", "<!-", "<?", "?>", "<?x",
    "&amp", "&#13;", "&lt;", "<!doctype", " public", " system ", "\"x\"", "'y'", "<![CDATA[",
    "]]>", " c=d",
];

fn random_document(random: &mut impl FnMut(usize) -> usize) -> String {
    (0..random(14))
        .map(|_| PIECES[random(PIECES.len())])
        .collect()
}

/// A token without its spans.
fn described(token: &Token<'_>) -> String {
    match token {
        Token::Doctype(doctype) => format!(
            "{:?} {:?} {:?} {}",
            doctype.name,
            doctype.public_identifier,
            doctype.system_identifier,
            doctype.force_quirks
        ),
        Token::StartTag(tag) | Token::EndTag(tag) => {
            let attributes: Vec<_> = tag.attributes().map(|a| (a.name(), a.value())).collect();
            let (is_end, is_closed) = (tag.is_end_tag(), tag.is_self_closing());
            format!("{} {attributes:?} {is_end} {is_closed}", tag.name())
        }
        Token::Comment(comment) => format!("comment {:?}", comment.data),
        Token::ProcessingInstruction(instruction) => {
            format!("{:?} {:?}", instruction.target, instruction.data)
        }
        Token::Text(text) => format!("text {:?}", text.text),
    }
}

fn kind(token: &Token<'_>) -> &'static str {
    match token {
        Token::Doctype(_) => "doctype",
        Token::StartTag(_) => "start tag",
        Token::EndTag(_) => "end tag",
        Token::Comment(_) => "comment",
        Token::ProcessingInstruction(_) => "processing instruction",
        Token::Text(_) => "text",
    }
}

#[derive(Default)]
struct ReadBack(std::collections::BTreeMap<&'static str, usize>);

impl RevisionVisitor for ReadBack {
    fn visit<R: Revision>(&mut self) {
        let mut random = random_numbers(22);
        for _ in 0..6000 {
            let document = random_document(&mut random);
            for token in Tokens::<R>::with_options(&document, Options::default()) {
                let html = token.to_string();
                let read: Vec<_> = Tokens::<R>::with_options(&html, Options::default()).collect();
                let read: Vec<_> = read.iter().map(described).collect();
                let expected = [described(&token)];
                assert_eq!(read, expected, "{} {document:?} {html:?}", R::ID);
                *self.0.entry(kind(&token)).or_insert(0) += 1;
                let owned = token.clone().into_owned();
                assert_eq!((&owned, owned.to_string()), (&token, html));
                assert_eq!(format!("{owned:?}"), format!("{token:?}"));
            }
        }
    }
}

#[test]
fn a_displayed_token_is_read_as_the_same_token() {
    let mut read_back = ReadBack::default();
    revisions::visit(&mut read_back);
    let kinds = read_back.0;
    assert_eq!(kinds.len(), 6, "{kinds:?}");
    assert!(kinds.values().all(|count| *count > 40), "{kinds:?}");
}

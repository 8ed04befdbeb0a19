//! html5ever's tokens.

use super::{Token, Tokens, push_attribute};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TagKind, Token as Html5everToken};

/// Adds a token of html5ever's, unless it is an error or the end of the input.
pub fn push(out: &mut Tokens, token: &Html5everToken) {
    match token {
        Html5everToken::DoctypeToken(doctype) => {
            let string = |text: &Option<StrTendril>| text.as_ref().map(ToString::to_string);
            out.tokens.push(Token::Doctype {
                name: string(&doctype.name),
                public: string(&doctype.public_id),
                system: string(&doctype.system_id),
                force_quirks: doctype.force_quirks,
            });
        }
        Html5everToken::TagToken(tag) => {
            let name = tag.name.to_string();
            out.tokens.push(match tag.kind {
                TagKind::EndTag => Token::EndTag { name },
                TagKind::StartTag => {
                    let mut attributes = Vec::new();
                    for attribute in &tag.attrs {
                        let name = attribute.name.local.to_string();
                        push_attribute(&mut attributes, name, attribute.value.to_string());
                    }
                    Token::StartTag {
                        name,
                        attributes,
                        self_closing: tag.self_closing,
                    }
                }
            });
        }
        Html5everToken::CommentToken(data) => out.tokens.push(Token::Comment(data.to_string())),
        Html5everToken::CharacterTokens(text) => out.push_text(text),
        Html5everToken::NullCharacterToken => out.push_text("\0"),
        Html5everToken::EOFToken | Html5everToken::ParseError(_) => {}
    }
}

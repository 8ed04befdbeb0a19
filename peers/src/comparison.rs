//! Finds where two tokenizers diverge.
//!
//! Tokenizers claim different parts of the standard, and an output that a peer does not claim is no disagreement. A view says
//! what of a peer's tokens counts; the rest is taken as equal, and so is a string whose decoding cannot be compared.

use tokenwright_tests::tokens::{Attribute, Token};

/// The parts of a peer's tokens that are comparable with ours.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct View {
    /// Whether the peer decodes character references, CR and U+0000. If not, a string that contains any of them is
    /// considered equal.
    pub decoded: bool,
    /// Whether the peer keeps the order of attributes.
    pub ordered: bool,
}

impl View {
    /// Everything is compared.
    pub const EVERYTHING: Self = Self {
        decoded: true,
        ordered: true,
    };
    /// Everything except the order of attributes.
    pub const UNORDERED: Self = Self {
        decoded: true,
        ordered: false,
    };
    /// Strings are not decoded.
    pub const AS_WRITTEN: Self = Self {
        decoded: false,
        ordered: true,
    };

    /// Whether the comparable parts of two pages' tokens are equal.
    #[must_use]
    pub fn agree(self, ours: &[Token], theirs: &[Token]) -> bool {
        ours.len() == theirs.len()
            && ours
                .iter()
                .zip(theirs)
                .all(|(ours, theirs)| self.same(ours, theirs))
    }

    fn same(self, ours: &Token, theirs: &Token) -> bool {
        if self.decoded && self.ordered {
            return ours == theirs;
        }
        match (ours, theirs) {
            (Token::Text(ours), Token::Text(theirs))
            | (Token::Comment(ours), Token::Comment(theirs)) => self.same_string(ours, theirs),
            (
                Token::StartTag {
                    name: our_name,
                    attributes: ours,
                    self_closing: our_flag,
                },
                Token::StartTag {
                    name: their_name,
                    attributes: theirs,
                    self_closing: their_flag,
                },
            ) => {
                self.same_string(our_name, their_name)
                    && our_flag == their_flag
                    && self.same_attributes(ours, theirs)
            }
            (Token::EndTag { name: ours }, Token::EndTag { name: theirs }) => {
                self.same_string(ours, theirs)
            }
            (
                Token::Doctype {
                    name: our_name,
                    public: our_public,
                    system: our_system,
                    force_quirks: our_flag,
                },
                Token::Doctype {
                    name: their_name,
                    public: their_public,
                    system: their_system,
                    force_quirks: their_flag,
                },
            ) => {
                our_flag == their_flag
                    && [
                        (our_name, their_name),
                        (our_public, their_public),
                        (our_system, their_system),
                    ]
                    .into_iter()
                    .all(|pair| match pair {
                        (Some(ours), Some(theirs)) => self.same_string(ours, theirs),
                        (ours, theirs) => ours == theirs,
                    })
            }
            _ => ours == theirs,
        }
    }

    fn same_attributes(self, ours: &[Attribute], theirs: &[Attribute]) -> bool {
        if ours.len() != theirs.len() {
            return false;
        }
        let mut ours: Vec<&Attribute> = ours.iter().collect();
        let mut theirs: Vec<&Attribute> = theirs.iter().collect();
        if !self.ordered {
            ours.sort_by(|a, b| a.name.cmp(&b.name));
            theirs.sort_by(|a, b| a.name.cmp(&b.name));
        }
        let mut pairs = ours.iter().zip(theirs);
        pairs.all(|(ours, theirs)| self.same_attribute(ours, theirs))
    }

    fn same_attribute(self, ours: &Attribute, theirs: &Attribute) -> bool {
        self.same_string(&ours.name, &theirs.name) && self.same_string(&ours.value, &theirs.value)
    }

    fn same_string(self, ours: &str, theirs: &str) -> bool {
        ours == theirs || (!self.decoded && theirs.contains(['&', '\r', '\0']))
    }
}

/// A range of tokens in which two tokenizers differ; the tokens before and after it are equal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Difference {
    /// The number of our tokens before it.
    pub at: usize,
    /// Our tokens.
    pub ours: Vec<Token>,
    /// The peer's.
    pub theirs: Vec<Token>,
}

/// The number of consecutive equal tokens that end a difference.
const AGREEMENT: usize = 3;

/// A difference longer than this, on both sides together, extends to the end of the page.
const LONGEST: usize = 400;

/// Every range in which `theirs` differs from `ours` under `view`.
#[must_use]
pub fn differences(ours: &[Token], theirs: &[Token], view: View) -> Vec<Difference> {
    let mut found = Vec::new();
    let (mut our, mut their) = (0, 0);
    while our < ours.len() || their < theirs.len() {
        if our < ours.len() && their < theirs.len() && view.same(&ours[our], &theirs[their]) {
            our += 1;
            their += 1;
            continue;
        }
        let (left, right) = meeting(&ours[our..], &theirs[their..], view);
        found.push(Difference {
            at: our,
            ours: ours[our..our + left].to_vec(),
            theirs: theirs[their..their + right].to_vec(),
        });
        our += left;
        their += right;
    }
    found
}

/// The number of tokens to skip on each side until they agree again.
fn meeting(ours: &[Token], theirs: &[Token], view: View) -> (usize, usize) {
    // The common case: one token of different kinds, such as a comment and a processing instruction.
    if let ([_, ours, ..], [_, theirs, ..]) = (ours, theirs)
        && view.same(ours, theirs)
    {
        return (1, 1);
    }
    for skipped in 1..LONGEST {
        for left in 0..=skipped.min(ours.len()) {
            let right = skipped - left;
            if right > theirs.len() {
                continue;
            }
            let (our_rest, their_rest) = (&ours[left..], &theirs[right..]);
            let enough = our_rest.len() == their_rest.len()
                || our_rest.len().min(their_rest.len()) >= AGREEMENT;
            if enough
                && our_rest
                    .iter()
                    .zip(their_rest)
                    .take(AGREEMENT)
                    .all(|(ours, theirs)| view.same(ours, theirs))
            {
                return (left, right);
            }
        }
    }
    (ours.len(), theirs.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &str) -> Vec<Token> {
        words
            .split(' ')
            .map(|word| Token::Text(word.to_owned()))
            .collect()
    }

    #[test]
    fn equal_tokens_have_no_difference() {
        assert_eq!(
            differences(&texts("a b c"), &texts("a b c"), View::EVERYTHING),
            []
        );
    }

    #[test]
    fn a_difference_ends_where_both_agree_again() {
        let found = differences(
            &texts("a b c d e f"),
            &texts("a x y c d e f"),
            View::EVERYTHING,
        );
        assert_eq!(
            found,
            [Difference {
                at: 1,
                ours: texts("b"),
                theirs: texts("x y"),
            }]
        );
    }

    #[test]
    fn a_side_may_end_first() {
        let found = differences(&texts("a b"), &texts("a"), View::EVERYTHING);
        assert_eq!(found[0].ours, texts("b"));
        assert_eq!(found[0].theirs, []);
    }

    #[test]
    fn what_is_not_decoded_is_not_compared() {
        assert_eq!(
            differences(&texts("<"), &texts("&lt;"), View::AS_WRITTEN),
            []
        );
        assert_eq!(
            differences(&texts("a"), &texts("b"), View::AS_WRITTEN).len(),
            1
        );
    }
}

//! Tokens that are made up: a row acts as if one had been seen.
//!
//! It is dispatched as any token, and what is known of the token that was processed comes back after it. It is not in the input, so that
//! it does not switch the tokenizer. Rows that make up tokens may do so for those tokens as well, without an end; such a token is then not
//! processed, and counts as ignored. All who run the tables have the same bounds.

use super::construction::Construction;
use super::observer::TreeObserver;
use super::run::{DEPTH, Stuck, Value, Variables};
use super::token::{Tag, TreeToken};
use std::mem::replace;
use tokenwright_tables::tree::grammar::Expression;

/// How many tokens that are made up may be processed inside one another.
const DEEPEST: usize = 8;
/// How many may be processed for a token of the input, or for a pending table character.
const MOST: usize = 1_000;

/// What is known of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Acting {
    /// How many are being processed.
    depth: usize,
    /// How many were processed for the token of the input.
    pub(super) count: usize,
    /// Whether the token that is processed was ignored.
    pub(super) is_ignored: bool,
}

impl<O: TreeObserver> Construction<'_, O> {
    /// Processes a token that is made up, and returns whether it was ignored.
    pub(super) fn act(
        &mut self,
        token: &Expression,
        variables: &Variables<'_>,
    ) -> Result<bool, Stuck> {
        let Value::Token(token) = self.evaluate(token, variables)? else {
            return Err(Stuck::new("a token is needed"));
        };
        if self.acting.depth == DEEPEST || self.acting.count == MOST {
            return Ok(true);
        }
        self.acting.depth += 1;
        self.acting.count += 1;
        self.deepest += DEPTH;
        let outer = replace(&mut self.token, token);
        let was_acknowledged = replace(&mut self.is_acknowledged, false);
        let was_ignored = replace(&mut self.acting.is_ignored, false);
        let switch = self.switch.take();
        self.dispatch()?;
        self.switch = switch;
        self.token = outer;
        self.is_acknowledged = was_acknowledged;
        self.deepest -= DEPTH;
        self.acting.depth -= 1;
        Ok(replace(&mut self.acting.is_ignored, was_ignored))
    }

    /// An end tag with the tag name of a node.
    pub(super) fn end_tag_of(
        &mut self,
        node: &Expression,
        variables: &Variables<'_>,
    ) -> Result<TreeToken, Stuck> {
        let node = self.evaluate(node, variables)?.node()?;
        let element = self.document.element(node);
        let element = element.ok_or_else(|| Stuck::new("the node is no element"))?;
        Ok(end_tag(&element.name))
    }
}

/// An end tag.
pub(super) fn end_tag(name: &str) -> TreeToken {
    TreeToken::Tag(Tag {
        is_end: true,
        ..Tag::empty(name)
    })
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, MOST};
    use crate::tree::{Construction, Environment, Tag, TreeToken};
    use tokenwright_tables::load;
    use tokenwright_tables::model::Located;
    use tokenwright_tables::tree::check::check;
    use tokenwright_tables::tree::model::{Clause, Tokens, TreeTables};
    use tokenwright_tables::tree::sentences;

    /// The tables of the newest revision with other steps for a start tag in the body. One that begins with `if ` is run if the
    /// condition before its comma holds.
    fn edited(name: &str, steps: &[&str]) -> TreeTables {
        let loaded = load::newest_checked_in();
        let mut tables = loaded.trees.expect("tables");
        let step = |text: &str| sentences::step(&tables, text).expect(text);
        let clauses = steps.iter().map(|text| match text.strip_prefix("if ") {
            None => step(text),
            Some(rest) => {
                let (condition, text) = rest.split_once(", ").expect("a step");
                let all = sentences::conjunction(&tables, condition).expect(condition);
                Clause::If {
                    any: vec![all],
                    then: vec![step(text)],
                    otherwise: Vec::new(),
                }
            }
        });
        let body: Vec<Clause> = clauses.collect();
        let at = tables.mode("in body").expect("a mode");
        let names = vec![Located::nowhere(name.to_owned())];
        let rows = &mut tables.modes[at].rows;
        let mut row = rows[0].clone();
        row.on[0].tokens.value = Tokens::StartTags(names);
        row.on[0].when.clear();
        row.on.truncate(1);
        row.body = body;
        rows.insert(0, row);
        tables
    }

    fn start(name: &str) -> TreeToken {
        TreeToken::Tag(Tag::empty(name))
    }

    /// The names of the elements that are open after start tags, and the number of parse errors.
    fn open_after(tables: &TreeTables, names: &[&str]) -> (String, usize) {
        let environment = Environment::of_test(None, false);
        let mut parser = Construction::new(tables, environment).expect("an initial mode");
        for name in names {
            parser.token(start(name)).expect("rows");
        }
        let open = parser.open_elements().iter();
        let names = open.filter_map(|node| parser.document.element(*node));
        let names: Vec<String> = names.map(|element| element.name.clone()).collect();
        (names.join(" "), parser.errors.len())
    }

    #[test]
    fn a_row_goes_on_after_a_token_that_it_makes_up() {
        let insert = "insert an HTML element for the token";
        let steps = [
            "act as if a \"li\" end tag token had been seen",
            "if that token was ignored, insert an HTML element for a \"b\" start tag token with no attributes",
            "act as if a \"u\" start tag token with no attributes had been seen",
            "if that token was not ignored, insert an HTML element for the token",
        ];
        let tables = edited("x-a", &steps);
        assert_eq!(check(&tables), []);
        let of_missing = open_after(&tables, &["p", "x-a"]);
        assert_eq!(of_missing.0, "html body p b u x-a");
        let of_open = open_after(&tables, &["p", "li", "x-a"]);
        assert_eq!(of_open.0, "html body u x-a");
        // Another row's token is not this one's.
        let tables = edited(
            "x-a",
            &[
                "act as if an end tag token with the tag name of the current node had been seen",
                insert,
            ],
        );
        assert_eq!(check(&tables), []);
        assert_eq!(
            open_after(&tables, &["li", "u", "x-a"]).0,
            "html body li x-a"
        );
    }

    #[test]
    fn tokens_that_make_up_others_without_an_end_are_bounded() {
        let act = "act as if a \"x-a\" start tag token with no attributes had been seen";
        let before = |steps: &[&str]| {
            let tables = edited("x-a", steps);
            open_after(&tables, &["p", "x-a"]).1 - open_after(&tables, &["p"]).1
        };
        let once = before(&["parse error", act]);
        assert_eq!(once, 1 + DEEPEST);
        let often = before(&["parse error", act, act, act]);
        assert_eq!(often, 1 + MOST);
        let ignored = before(&[act, "if that token was ignored, parse error"]);
        assert_eq!(ignored, 1);
    }
}

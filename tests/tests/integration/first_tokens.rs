//! Beginnings of documents, drawn at random: whether the rules are run from the first token on or only when a tag needs them, the
//! tokens and ambiguities are the same, and those of the tables.

use fastrand::Rng;
use serde::Deserialize;
use tokenwright::{Follow, Limits, Options, Revision, RevisionVisitor, revisions};
use tokenwright_tests::data;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tree_construction::{
    Input, followed, followed_in_chunks, followed_with, interpreted_tokens,
};

/// Pieces of documents.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pieces {
    /// What comes before the body, and its first elements.
    first: Vec<String>,
    /// What may need rules.
    last: Vec<String>,
}

fn draw(random: &mut Rng, pieces: &Pieces) -> String {
    let mut text = String::new();
    let first = random.usize(..20);
    for at in 0..first + random.usize(..16) {
        let from = match at < first && random.usize(..16) != 0 {
            true => &pieces.first,
            false if random.bool() => &pieces.first,
            false => &pieces.last,
        };
        text.push_str(random.choice(from).expect("not empty"));
    }
    text
}

struct Compared(usize, Pieces);

impl RevisionVisitor for Compared {
    fn visit<R: Revision>(&mut self) {
        let mut random = Rng::with_seed(0x5EED_F157);
        for _ in 0..self.0 {
            let input = Input {
                html: draw(&mut random, &self.1),
                context: None,
                scripting: random.bool(),
            };
            let kept = followed::<R>(&input, Follow::default());
            // With a limit that is so tight, rules are run from the first token on.
            let limits = Limits {
                nesting: 31,
                ..Limits::default()
            };
            let options = Options {
                scripting: input.scripting,
                limits,
                ..Options::default()
            };
            let run = followed_with::<R>(&input.html, options);
            let tables = interpreted_tokens(R::ID, &input);
            assert_eq!(kept.tokens, run.tokens, "{}: {input}", R::ID);
            assert_eq!(kept.ambiguities, run.ambiguities, "{}: {input}", R::ID);
            if kept.ambiguities.is_empty() {
                assert_eq!(kept.tokens.tokens, tables, "{}: {input}", R::ID);
            }
        }
    }
}

#[test]
fn the_first_tokens_are_as_if_the_rules_were_run() {
    let pieces = data::read("first-tokens.toml").expect("the pieces");
    revisions::visit(&mut Compared(effort(500, 20_000), pieces));
}

#[test]
fn a_split_of_deep_elements_changes_nothing() {
    for depth in 0..60 {
        for one in ["<div>", "<div> ", "<b id=x>\n", "<meta><p>"] {
            let text = one.repeat(depth) + "x<svg></div><title><b></svg></p><template></div>";
            let input = Input::document(text);
            let follow = Follow::ForeignContent;
            let whole = followed::<revisions::Newest>(&input, follow);
            let split = followed_in_chunks(&input, 1, follow);
            assert_eq!(split.tokens, whole.tokens, "{input}");
            assert_eq!(split.ambiguities, whole.ambiguities, "{input}");
        }
    }
}

#[test]
fn many_first_tokens_are_as_if_the_rules_were_run() {
    let head = "<!doctype html><head>".to_owned();
    for count in [0, 10, 40, 50, 60, 100] {
        for one in [
            "<meta>",
            "<p>",
            "<b class=x>",
            "<script>a</script>",
            "</x> ",
        ] {
            for end in [
                "x<svg><title><b></svg>",
                "<table>x<svg><![CDATA[x]]>",
                "<frameset><style><b>",
            ] {
                let text = head.clone() + &one.repeat(count) + end;
                let input = Input::document(text);
                let [kept, whole] = [Follow::ForeignContent, Follow::Everything]
                    .map(|follow| followed::<revisions::Newest>(&input, follow));
                assert_eq!(kept.tokens, whole.tokens, "{input}");
            }
        }
    }
}

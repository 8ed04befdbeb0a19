//! Beginnings of documents, drawn at random: whether the rules are run from the first token on or only when a tag needs them, the
//! tokens and ambiguities are the same, and those of the tables.

use fastrand::Rng;
use tokenwright::{Follow, Limits, Options, Revision, RevisionVisitor, revisions};
use tokenwright_tests::effort::effort;
use tokenwright_tests::tree_construction::{
    Input, followed, followed_in_chunks, followed_with, interpreted_tokens,
};

/// What comes before the body, and its first elements.
const FIRST: &[&str] = &[
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    "<!doctype>",
    "<html>",
    "<html lang=x>",
    "<head>",
    "<meta charset=x>",
    "<link>",
    "<base/>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "</head>",
    "<body>",
    "<body class=x>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "<b id=1>",
    "<b id=2>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<pre>",
    "<br>",
    "<input>",
    "<input type=hidden>",
    "<button>",
    "<li>",
    "<my-element-of-some-length>",
    "</br>",
    "</html>",
    "</body>",
    " ",
    "\n",
    "\0",
    "<!---->",
];

/// What may need rules.
const LAST: &[&str] = &[
    "x",
    "é",
    "<svg>",
    "</svg>",
    "<math>",
    "<mi>",
    "<desc>",
    "<template>",
    "</template>",
    "<table>",
    "<td>",
    "</table>",
    "<select>",
    "<option>",
    "</select>",
    "<frameset>",
    "<frame>",
    "</frameset>",
    "<noscript>",
    "</noscript>",
    "<noframes>",
    "<textarea>",
    "</textarea>",
    "<xmp>",
    "<iframe>",
    "<plaintext>",
    "<![CDATA[<i>]]>",
    "<font size=1>",
];

fn draw(random: &mut Rng) -> String {
    let mut text = String::new();
    let first = random.usize(..20);
    for at in 0..first + random.usize(..16) {
        let from = match at < first && random.usize(..16) != 0 {
            true => FIRST,
            false if random.bool() => FIRST,
            false => LAST,
        };
        text.push_str(random.choice(from).expect("not empty"));
    }
    text
}

struct Compared(usize);

impl RevisionVisitor for Compared {
    fn visit<R: Revision>(&mut self) {
        let mut random = Rng::with_seed(0x5EED_F157);
        for _ in 0..self.0 {
            let input = Input {
                html: draw(&mut random),
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
    revisions::visit(&mut Compared(effort(500, 20_000)));
}

#[test]
fn a_split_of_deep_elements_changes_nothing() {
    for depth in 0..60 {
        for one in ["<div>", "<div> ", "<b id=x>\n", "<meta><p>"] {
            let text = one.repeat(depth) + "x<svg></div><title><b></svg></p><template></div>";
            let input = Input::document(text);
            let whole = followed::<revisions::Newest>(&input, Follow::default());
            let split = followed_in_chunks(&input, 1, Follow::ForeignContent);
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

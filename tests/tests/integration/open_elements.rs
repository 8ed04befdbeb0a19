//! Documents of tags that open and end foreign content, drawn at random: the tokens are those that a tree builder has its
//! tokenizer emit, or an ambiguity comes before the first difference.

use fastrand::Rng;
use std::collections::BTreeSet;
use tokenwright::{Follow, Options, Revision, RevisionVisitor, Tokens, revisions};
use tokenwright_tables::tree::grammar::{ElementType, Namespace};
use tokenwright_tests::effort::effort;
use tokenwright_tests::tables;
use tokenwright_tests::tokens::Token;
use tokenwright_tests::tree_construction::{
    Followed, Input, expected, followed, followed_in_chunks, interpreted_tokens,
};

const NAMES: &[&str] = &[
    "svg", "svg", "svg", "math", "desc", "foreignobject", "title", "mi", "mtext", "annotation-xml",
    "mglyph", "g", "path", "p", "div", "b", "i", "a", "nobr", "font", "table", "tr", "td", "th",
    "tbody", "caption", "col", "colgroup", "select", "option", "optgroup", "template", "form",
    "button", "li", "dd", "ul", "h1", "h2", "script", "style", "textarea", "noscript", "frameset",
    "frame", "noframes", "body", "html", "head", "iframe", "br", "hr", "img", "input", "x-y",
    "ruby", "rt", "rtc", "object", "marquee", "span", "image", "meta", "xmp", "noembed", "keygen",
    "main", "search", "u", "dt", "rb", "rp", "applet",
];

const ATTRIBUTES: [&str; 4] = [" color=a", " encoding=text/html", " type=hidden", "/"];

const CONTEXTS: &str = "\
    div, td, tr, table, tbody, select, template, body, html, head, frameset, colgroup, caption, title, form, \
    svg svg, svg desc, svg foreignObject, svg g, math math, math mi, math annotation-xml";

/// A document or a fragment; some documents come after many drawings.
fn draw(random: &mut Rng) -> Input {
    let mut text = String::new();
    if random.usize(..4) == 0 {
        text.push_str("<!doctype html>");
    }
    if random.bool() {
        text.push_str("<body>");
    }
    // Few names meet each other more often.
    let few: Vec<&str> = (0..7)
        .map(|_| *random.choice(NAMES).expect("not empty"))
        .collect();
    let names = match random.usize(..3) {
        0 => few.as_slice(),
        _ => NAMES,
    };
    for _ in 0..=random.usize(..24) {
        let name = *random.choice(names).expect("not empty");
        match random.usize(..20) {
            0..=9 => {
                let attribute = ATTRIBUTES
                    .get(random.usize(..14))
                    .copied()
                    .unwrap_or_default();
                text.push_str(&format!("<{name}{attribute}>"));
            }
            10..=15 => text.push_str(&format!("</{name}>")),
            16 => text.push('x'),
            17 => text.push(' '),
            18 => text.push_str("<![CDATA[<z>]]>"),
            _ => text.push_str("<!---->"),
        }
    }
    let context = (random.usize(..3) == 0).then(|| {
        let names: Vec<&str> = CONTEXTS.split(", ").collect();
        ElementType::named(random.choice(names).expect("not empty")).expect("an element")
    });
    let scripting = random.bool();
    if context.is_none() && text.len().is_multiple_of(4) {
        text = after_drawings(&text);
    }
    Input {
        html: text,
        context,
        scripting,
    }
}

/// So many drawings that the automaton knows what comes after them in the body.
fn after_drawings(text: &str) -> String {
    format!("<body>{}{text}", "<svg/>".repeat(300))
}

/// Whether tokens differ from others without an ambiguity before the first difference.
fn differs_silently(found: &Followed, others: &[Token]) -> bool {
    let tokens = &found.tokens.tokens;
    let both = tokens.iter().zip(others);
    let same = both.take_while(|(a, b)| a == b).count();
    let mut ambiguities = found.ambiguities.iter();
    tokens != others && !ambiguities.any(|(before, _)| *before <= same)
}

/// Fails if the tokens of an input differ silently from those of another parser. Returns whether an ambiguity is reported.
fn compare<R: Revision>(input: &Input, follow: Follow, others: &[Token]) -> bool {
    let found = followed::<R>(input, follow);
    assert!(
        !differs_silently(&found, others),
        "{} {follow:?}: {input}",
        R::ID
    );
    !found.ambiguities.is_empty()
}

/// A document with scripting.
fn document(text: String) -> Input {
    Input {
        scripting: true,
        ..Input::document(text)
    }
}

const BOTH: [Follow; 2] = [Follow::Everything, Follow::ForeignContent];

/// Compares both ways to follow with a tree builder. Returns how many report an ambiguity.
fn compare_with_tree_builder(input: &Input) -> usize {
    let theirs = expected(input).tokens;
    let reports = BOTH.map(|follow| compare::<revisions::Newest>(input, follow, &theirs));
    reports.into_iter().filter(|it| *it).count()
}

#[test]
fn the_tokens_are_those_of_a_tree_builder() {
    let mut random = Rng::with_seed(0x5EED_F0E1);
    let mut reported = 0;
    for _ in 0..4000 {
        reported += compare_with_tree_builder(&draw(&mut random));
    }
    assert!(reported > 100, "{reported} inputs have an ambiguity");
}

/// Few names, so that elements of the list are closed, reconstructed and adopted again and again.
#[test]
fn misnested_formatting_elements_are_those_of_a_tree_builder() {
    const MISNESTED: [&str; 9] = ["b", "i", "em", "code", "li", "h2", "div", "svg", "p"];
    let mut random = Rng::with_seed(0x5EED_F0E2);
    let mut drawn: Vec<String> = (0..effort(600, 3000))
        .map(|_| {
            let mut text = String::from("<body>");
            for _ in 0..40 {
                let name = *random.choice(&MISNESTED).expect("not empty");
                let form = *random
                    .choice(&["<", "<", "</", "x<", "</"])
                    .expect("not empty");
                text.push_str(&format!("{form}{name}>"));
            }
            text + "<svg><title><b>"
        })
        .collect();
    drawn.extend([
        // The list ends before places of elements that are still open.
        "<b><li><font><code><b></code></li><code><li></b></b></font>".to_owned(),
        "<h2><b> <em><b></h2></em><svg><h2></b><em></b>".to_owned(),
    ]);
    let others: Vec<String> = drawn
        .iter()
        .step_by(4)
        .map(|it| after_drawings(it))
        .collect();
    for text in drawn.into_iter().chain(others) {
        compare_with_tree_builder(&document(text));
    }
}

/// What comes again in a state that is known is not processed by the rules: pieces of a few tags and texts, in any order.
#[test]
fn what_comes_again_is_that_of_a_tree_builder() {
    const TEXTS: [&str; 6] = ["x", " ", "\0", "\n", "\u{e9}", "x\0 "];
    const ROOTS: [&str; 5] = ["svg", "math", "template", "select", "foreignObject"];
    let mut random = Rng::with_seed(0x5EED_F0E4);
    for _ in 0..300 {
        let mut few = vec!["svg", "b", *random.choice(&ROOTS).expect("not empty")];
        few.extend((0..5).map(|_| *random.choice(NAMES).expect("not empty")));
        let pieces: Vec<String> = (0..4)
            .map(|_| {
                let tokens = (0..=random.usize(..6)).map(|_| {
                    let name = *random.choice(&few).expect("not empty");
                    let attribute = ATTRIBUTES.get(random.usize(..14)).copied();
                    let attribute = attribute.unwrap_or_default();
                    match random.usize(..8) {
                        0..=2 => format!("<{name}{attribute}>"),
                        3 => format!("<{name}{attribute}/>"),
                        4 | 5 => format!("</{name}>"),
                        _ => (*random.choice(&TEXTS).expect("not empty")).to_owned(),
                    }
                });
                tokens.collect()
            })
            .collect();
        let all = (0..60).map(|_| random.choice(&pieces).expect("not empty").as_str());
        let text = after_drawings(&all.collect::<String>()) + "<svg><title><![CDATA[<z>]]>";
        let input = document(text);
        let theirs = expected(&input).tokens;
        compare::<revisions::Newest>(&input, Follow::ForeignContent, &theirs);
    }
}

#[test]
fn formatting_elements_are_html_elements() {
    let input = Input::document("<svg><g><desc><b><svg></g></svg></b></desc><![CDATA[<i>]]>");
    let theirs = expected(&input).tokens;
    for follow in BOTH {
        let ours = followed::<revisions::Newest>(&input, follow);
        assert_eq!(ours.tokens.tokens, theirs, "{follow:?}");
    }
}

#[test]
fn a_context_has_the_name_that_the_dom_has() {
    let html = [
        "title", "TITLE", "textarea", "Script", "template", "Template", "select", "x-y",
    ];
    let foreign = [
        "desc", "DESC", "title", "Title", "mi", "Mi", "mtext", "annotation-xml",
    ];
    // The names of SVG that the parser adjusts, as the DOM has them.
    let mut pairs = tables::of_trees().pairs.iter();
    let adjusted = pairs.find(|(name, _)| name.value == "SVG tag names");
    let adjusted = adjusted.expect("the table").1.iter();
    let adjusted = adjusted.map(|(_, name)| name.as_str());
    let names = adjusted
        .chain(html)
        .chain(foreign)
        .chain(NAMES.iter().copied());
    let names = names.flat_map(|name| [name.to_owned(), name.to_lowercase(), name.to_uppercase()]);
    let names: BTreeSet<String> = names.collect();
    let text = "<title><b></title><p><![CDATA[<i>]]></p><tr><td><style><u></style>";
    for name in &names {
        for namespace in [Namespace::Html, Namespace::Svg, Namespace::MathMl] {
            let context = ElementType {
                namespace,
                name: name.clone(),
            };
            for scripting in [false, true] {
                compare_with_tree_builder(&Input {
                    html: text.to_owned(),
                    context: Some(context.clone()),
                    scripting,
                });
            }
        }
    }
}

/// Compares what is followed in a revision with the interpreter of its tables of tree construction.
struct AsTheTables(usize);

impl RevisionVisitor for AsTheTables {
    fn visit<R: Revision>(&mut self) {
        let mut random = Rng::with_seed(0x5EED_F0E4);
        for _ in 0..self.0 {
            let input = draw(&mut random);
            let theirs = interpreted_tokens(R::ID, &input);
            for follow in BOTH {
                compare::<R>(&input, follow, &theirs);
            }
        }
    }
}

#[test]
fn in_each_revision_the_tokens_are_those_of_its_tables() {
    revisions::visit(&mut AsTheTables(effort(200, 200_000)));
}

/// Compares both ways to follow in a revision.
struct BothWays(usize);

impl RevisionVisitor for BothWays {
    fn visit<R: Revision>(&mut self) {
        let mut random = Rng::with_seed(0x5EED_F0E2);
        for _ in 0..self.0 {
            let input = draw(&mut random);
            let whole = followed::<R>(&input, Follow::Everything);
            assert_eq!(whole.ambiguities, [], "{}: {input}", R::ID);
            compare::<R>(&input, Follow::ForeignContent, &whole.tokens.tokens);
        }
    }
}

#[test]
fn what_is_not_followed_is_reported() {
    revisions::visit(&mut BothWays(effort(600, 3000)));
}

#[test]
fn a_split_changes_no_token_and_no_ambiguity() {
    let mut random = Rng::with_seed(0x5EED_F0E3);
    for _ in 0..1500 {
        let input = draw(&mut random);
        for follow in BOTH {
            let whole = followed::<revisions::Newest>(&input, follow);
            let size = 1 + random.usize(..5);
            let split = followed_in_chunks(&input, size, follow);
            assert_eq!(split.tokens, whole.tokens, "{input} by {size}");
            assert_eq!(split.ambiguities, whole.ambiguities, "{input} by {size}");
        }
    }
}

#[test]
fn the_iterator_reports_the_first_ambiguity() {
    let mut random = Rng::with_seed(0x5EED_F0E4);
    for _ in 0..1500 {
        let input = Input {
            context: None,
            ..draw(&mut random)
        };
        let options = Options {
            scripting: input.scripting,
            ..Options::default()
        };
        let mut tokens = Tokens::<revisions::Newest>::with_options(&input.html, options);
        tokens.by_ref().for_each(drop);
        let sink = followed::<revisions::Newest>(&input, Follow::ForeignContent);
        let first = sink.ambiguities.first().map(|(_, ambiguity)| *ambiguity);
        assert_eq!(tokens.first_ambiguity(), first, "{input}");
    }
}

#[test]
fn a_late_frameset_is_reported_unless_text_rules_it_out() {
    let run = followed::<revisions::Newest>;
    // Whether an ambiguity is reported, and whether the tokens differ, after many tags.
    let cases = [
        ("<frameset><style><b></style>", true, true),
        ("x<frameset><style><b></style>", true, false),
        ("<svg>x</svg><frameset><style><b></style>", false, false),
        ("<template><frameset></template>", false, false),
    ];
    for (end, is_reported, differs) in cases {
        for (count, is_late) in [(10, false), (600, true)] {
            let input = Input::document(format!("{}{end}", "<b></b>".repeat(count)));
            let by_default = run(&input, Follow::ForeignContent);
            let kinds = by_default.ambiguities.iter().map(|(_, it)| it.kind);
            let late = [tokenwright::AmbiguityKind::LateFrameset];
            let expected = &late[..usize::from(is_reported && is_late)];
            assert_eq!(kinds.collect::<Vec<_>>(), expected, "{count} before {end}");
            let everything = run(&input, Follow::Everything);
            let is_equal = by_default.tokens == everything.tokens;
            assert_eq!(is_equal, !(differs && is_late), "{count} before {end}");
        }
    }
}

#[test]
fn what_is_an_element_only_without_scripting_is_followed_only_with_it() {
    let text = "<body><p>x<noscript><div></div></noscript><svg><noscript><p><![CDATA[x]]>";
    for scripting in [false, true] {
        let input = Input {
            scripting,
            ..Input::document(text)
        };
        for follow in [Follow::ForeignContent, Follow::Everything] {
            let followed = followed::<revisions::Newest>(&input, follow);
            assert_eq!(followed.ambiguities, [], "{scripting} {follow:?}");
        }
    }
}

#[test]
fn elements_beyond_the_limit_are_reported() {
    let deep = Input::document(format!("<body>{}", "<svg>".repeat(600)));
    let followed = followed::<revisions::Newest>(&deep, Follow::ForeignContent);
    let (before, ambiguity) = followed.ambiguities[0];
    assert_eq!(before, 513);
    assert_eq!(ambiguity.kind, tokenwright::AmbiguityKind::TooManyElements);
    assert_eq!(followed.tokens.tokens.len(), 601);
}

//! Markdown against the trees of html5ever, read by pulldown-cmark: character by character, with where each is.
//!
//! Long, as a difference is reported with the page, the Markdown and both sides.

mod pages;
mod pieces;
mod reader;
mod tree;

use crate::{corpus, random, rows};
use pages::part;
use pieces::Piece;
use reader::read;
use tokenwright_arrow::{Extractor, Page, PageLimits, Request};
use tree::expected;

const BASE: &str = "http://e.org/dir/";

fn markdown(html: &str) -> (Option<String>, Option<String>) {
    let batch = rows::of(
        Request::default().markdown(true),
        &Page::text(html).url(BASE),
    );
    let column = |name| rows::string(&batch, name);
    (column("markdown"), column("reason"))
}

/// How much of the styles Markdown has.
#[derive(Debug, Default)]
struct Styles {
    expected: usize,
    found: usize,
}

/// Compares a page, and returns the styles.
fn compare(html: &str, is_structured: bool, what: &str) -> Styles {
    let (text, reason) = markdown(html);
    assert_eq!(reason, None, "{what}");
    let text = text.expect("Markdown");
    let (mut found, expected) = (read(&text), expected(html, is_structured));
    if !is_structured {
        for piece in &mut found {
            (piece.place.items, piece.place.quotes) = (0, 0);
        }
    }
    let mut styles = Styles::default();
    let at = found.iter().zip(&expected).position(|(found, expected)| {
        let flags = |piece: &Piece| {
            let code = piece.is_code && !piece.place.is_code_block;
            [piece.is_strong, piece.is_emphasis, code]
                .map(|flag| flag && !piece.place.is_code_block)
        };
        let is_worse = flags(found)
            .iter()
            .zip(flags(expected))
            .any(|(found, expected)| {
                styles.expected += usize::from(expected);
                styles.found += usize::from(*found);
                *found && !expected
            });
        is_worse
            || found.c != expected.c
            || found.image != expected.image
            || found.place != expected.place
    });
    let shorter = found.len().min(expected.len());
    let at = at.or((found.len() != expected.len()).then_some(shorter));
    if let Some(at) = at {
        let around = |pieces: &[Piece]| -> String {
            let part =
                &pieces[at.saturating_sub(40).min(pieces.len())..(at + 20).min(pieces.len())];
            part.iter().map(|piece| piece.c).collect()
        };
        let short = |text: &str| text.chars().take(3000).collect::<String>();
        panic!(
            "{what}: at {at}\n  {:?}\n  not {:?}\n{:?}\n{:?}\nof {}\n{}",
            found.get(at),
            expected.get(at),
            around(&found),
            around(&expected),
            short(html),
            short(&text),
        );
    }
    styles
}

#[test]
fn each_element_is_what_markdown_has_for_it() {
    for (html, expected) in [
        (
            "<h2>A <em>b</em></h2><p>c<br>d<p>e",
            "## A _b_\n\nc\\\nd\n\ne",
        ),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol start=3><li>a<li><p>b<p>c</ol>", "3. a\n4. b\n\n   c"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n+ b"),
        (
            "<a href=x>l <b>m</b></a>!",
            "[l **m**](http://e.org/dir/x)!",
        ),
        (
            "<p>!<a href='(y)'>l</a>",
            "\\![l](http://e.org/dir/\\(y\\))",
        ),
        (
            "<img src=i alt='a]'><img src=j alt=''>",
            "![a\\]](http://e.org/dir/i)",
        ),
        ("<a href=javascript:x>l</a>", "l"),
        ("<p><code>a`b</code> <kbd>`</kbd>", "``a`b`` `` ` ``"),
        (
            "<pre><code class=language-rust>\n  fn\n</code></pre>",
            "```rust\n\n  fn\n```",
        ),
        (
            "<blockquote><p>a<p>b<ul><li>c</ul></blockquote>",
            "> a\n>\n> b\n>\n> - c",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c|<td><b>d</b></table>",
            "| a | b |\n| --- | --- |\n| c\\| | **d** |",
        ),
        ("<table><tr><td><h1>a</h1><td>b</table>", "# a\n\nb"),
        ("<p>a<hr>b", "a\n\n***\n\nb"),
        ("<p>1. *a* <b> b </b>c", "1\\. \\*a\\* **b** c"),
        ("<p>a<i>b</i>c", "a*b*c"),
        ("<p>a<i>(b)</i>c", "a(b)c"),
        ("<p><i>a</i><b>b</b>", "a**b**"),
        (
            "<nav>n</nav><header>h</header><article><header>k</header></article><footer>f</footer>",
            "k",
        ),
        ("<p>a<main>m</main>", "m"),
        ("<p>a<main> </main>", "a"),
        (
            "<div role='Navigation x'>n</div><div role=main>m<nav>n</nav></div>o",
            "m",
        ),
        ("", ""),
    ] {
        let (found, reason) = markdown(html);
        assert_eq!((found.as_deref(), reason), (Some(expected), None), "{html}");
    }
}

#[test]
fn real_pages_have_the_text_links_and_headings_of_their_trees() {
    for (name, html) in corpus::pages() {
        let styles = compare(&html, false, &name);
        eprintln!("{name}: {styles:?}");
        // Next to a letter and a punctuation mark, as in Japanese, delimiters are read as text.
        assert!(
            styles.found * 100 >= styles.expected * 90,
            "{name}: {styles:?}"
        );
    }
}

#[test]
fn random_pages_have_everything_where_it_is_in_their_trees() {
    let mut rng = random::seeded();
    let mut styles = Styles::default();
    for round in 0..random::rounds(1500) {
        let mut html = "<!DOCTYPE html><body>".to_owned();
        let depth = rng.usize(1..6);
        part(&mut rng, depth, false, &mut html);
        let found = compare(&html, true, &format!("round {round}"));
        styles.found += found.found;
        styles.expected += found.expected;
    }
    eprintln!("{styles:?}");
    assert!(styles.found * 2 > styles.expected, "{styles:?}");
}

#[test]
fn tag_soup_has_the_text_links_and_headings_of_its_trees() {
    let mut rng = random::seeded();
    for round in 0..random::rounds(1500) {
        let html = random::document(&mut rng);
        // html5ever is of before processing instructions and `select` with content, does not end the text of a table at a DOCTYPE, and
        // lets an item end one outside of SVG.
        let has = |part: &str| html.contains(part);
        let has_both = |a, b| has(a) && has(b);
        if has("<?") || has("<select") || has_both("<table", "<!doctype") || has_both("<svg", "<li")
        {
            continue;
        }
        compare(&html, false, &format!("round {round}"));
    }
}

#[test]
fn a_page_without_a_tree_has_its_text() {
    let deep: String = (0..2000).map(|n| format!("<div>{n}. *x*")).collect();
    let page = format!("<title>t</title><h1>a</h1><nav>b</nav>{deep}<template>c</template><p>d");
    let request = Request::default().markdown(true).text(true);
    let batch = rows::of(
        request,
        &Page::bytes([page.as_bytes(), b"\xE9"].concat().as_slice()),
    );
    let column = |name| rows::string(&batch, name);
    let expected =
        "the Markdown is all of the text, as the page has no tree: more than 512 elements are open";
    assert_eq!(column("reason").as_deref(), Some(expected));
    let found = column("markdown").expect("Markdown");
    assert!(
        found.starts_with("a\n\nb\n\n0\\. \\*x\\*\n\n1\\."),
        "{found:.80}"
    );
    assert!(found.ends_with("\n\n1999\\. \\*x\\*\n\ndé"), "{found:?}");
    let text = column("text").expect("text");
    let characters: String = read(&found).iter().map(|piece| piece.c).collect();
    assert_eq!(characters, text.replace(char::is_whitespace, ""));
}

#[test]
fn hostile_pages_take_little_time() {
    let many = |part: &str| part.repeat(500_000 / part.len());
    let deep = |part: &str| part.repeat(400);
    let pages = [
        many("<ul><li>x"),
        format!("{}{}", deep("<ul><li>"), many("<br>x<p>")),
        format!("{}{}", deep("<blockquote>"), many("x<br><br>")),
        format!("{}{}", deep("<table><tr><td>"), many("x<p>")),
        many("<table><tr><td>x</table>"),
        many("<b>x<i>"),
        many("<b>x</b>y"),
        many("<a href=x>y"),
        many("`"),
        many("<code>`</code> "),
        many("<main>x</main>"),
        format!(
            "<table><tr>{}{}</table>",
            "<td>x".repeat(10_000),
            many("<tr><td>x")
        ),
        many("<pre>`"),
        many("<h1>x"),
        many("<div>x"),
        format!("<b>{}{}x", many("<div>"), many("</b>")),
        format!("{}<p>{}", deep("<div>"), many("<span>`")),
    ];
    for page in &pages {
        let start = std::time::Instant::now();
        let (found, reason) = markdown(page);
        let (len, time) = (found.as_ref().map_or(0, String::len), start.elapsed());
        let what = &page[..30];
        assert!(found.is_some(), "{what}: {reason:?}");
        assert!(len > 0, "{what}: {reason:?}");
        assert!(len < 80 * page.len(), "{what}: {len}");
        assert!(time.as_secs() < 20, "{what}: {time:?}");
    }
}

#[test]
fn markdown_is_within_the_limits() {
    let extractor = |limits| {
        let request = Request::default().markdown(true).limits(limits);
        Extractor::new(request).expect("a request")
    };
    let limits = PageLimits::default().output_bytes(100);
    let extractor = extractor(limits);
    let long = format!("<a href=http://e/{}>", "x".repeat(200_000));
    for page in [
        format!("{long}<table><tr>{}", "<td>x<tr><td>x<td>x".repeat(100_000)),
        format!(
            "{long}{}",
            "y<marquee><a href=z>z</a></marquee>".repeat(100_000)
        ),
        format!("{long}{}", "<p>x".repeat(100_000)),
    ] {
        let batch = rows::row(&extractor, &Page::text(&page).url(BASE));
        let found = rows::string(&batch, "markdown").expect("Markdown");
        assert!(found.len() < 1_000_000, "{}", found.len());
        assert_eq!(
            rows::strings(&batch, "reason")[0].as_deref(),
            Some("the page has more than 100 bytes of output")
        );
    }
    let mut batch = extractor.batch();
    batch.push(&Page::text(&"<p>word".repeat(100)));
    batch.push_null();
    batch.push_text("known");
    batch.push(&Page::text("<p>short"));
    let batch = batch.take();
    let reason = Some("the page has more than 100 bytes of output".to_owned());
    assert_eq!(rows::strings(&batch, "reason"), [reason, None, None, None]);
    let found = rows::strings(&batch, "markdown");
    assert!(
        found[0]
            .as_ref()
            .is_some_and(|text| text.starts_with("word\n\nword"))
    );
    assert_eq!(found[1..], [None, None, Some("short".to_owned())]);
}

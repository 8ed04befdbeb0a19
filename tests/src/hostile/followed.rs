//! Inputs with many open elements, or that open and end many: what the tokenizer follows.

/// Every input: a name, what it has once, and what it repeats.
pub(super) fn all() -> Vec<[String; 3]> {
    let none = String::new;
    let in_body = |content: &str| format!("<body>{content}");
    let in_svg = |content: &str| format!("<svg>{content}");
    let spans = |count: usize| in_desc(&"<span>".repeat(count));
    let b = |count: usize| in_desc(&many_b(count));
    let names = in_desc(&numbered(480, "<x", ">"));
    let scope = b(230) + "<object>";
    let b_in_p = in_body(&("<div>".repeat(480) + "<p><b></p>"));
    let all = [
        // What pages have.
        ("inline svg", none(), ICON),
        ("svg, short", none(), SHORT_ICON),
        ("tables in foreignObject", none(), TABLE),
        (
            "a table in foreignObject",
            in_svg("<foreignObject><table>"),
            ROW,
        ),
        ("math", none(), MATH),
        ("templates", none(), TEMPLATE),
        ("select", in_desc(""), SELECT),
        ("lists and links", none(), LIST),
        // Names that are not open, under many that are.
        ("</x> in 500 g", in_svg(&"<g>".repeat(500)), "</x>"),
        ("</x> in 480 names", names, "</x>"),
        ("</p> in 500 span", spans(500), "</p>"),
        ("</h1> in 450 span", spans(450), "</h1>"),
        ("</i> after 230 b", b(230), "</i>"),
        ("</b> outside its scope", scope, "</b>"),
        ("rt in 450 span", spans(450), "<rt></rt>"),
        ("li in 450 span", spans(450), "<li>x</li>"),
        ("tables in 450 span", spans(450), "<table></table>"),
        ("forms in 400 span", spans(400), "<form><i></form></i>"),
        // Depth.
        ("nested div", in_body(""), "<div>"),
        ("nested svg", none(), "<svg>"),
        ("nested svg and desc", none(), "<svg><desc>"),
        ("nested templates", none(), "<template>"),
        ("nested li", in_desc(&"<div>".repeat(450)), "<li>"),
        ("nested button", in_desc(""), "<button>"),
        ("many names", in_svg(""), MANY_NAMES),
        // Formatting elements.
        ("250 b in every p", many_b_in_p(), "<p>x</p>"),
        ("b in every p, in 480 div", b_in_p, "<p>x</p>"),
        ("b among 230 b", b(230), "<b id=x></b>"),
        ("nobr among 230 b", b(230), "<nobr>"),
        ("a in a", b(200), "<a><div>"),
        ("a in a that ends", b(200), "<a><div><a></div>"),
        (
            "markers that stay",
            in_desc(""),
            "<template><tr><td></template>",
        ),
    ];
    let opened = many_b(100) + &"<div>".repeat(300);
    let ends = "</i>x".repeat(100) + &"</b>".repeat(100);
    let misnested = numbered(100, "<i id=", ">") + &many_b(100) + &ends;
    let cycles = [
        ("100 b around 300 div", opened + &"</b>".repeat(4000)),
        ("i around b", misnested),
        ("b with other ids", numbered(2000, "<p><b id=", "></p>")),
    ];
    let all = all.map(|(name, start, piece)| [name.to_owned(), start, piece.to_owned()]);
    let cycles = cycles.map(|(name, piece)| [name.to_owned(), none(), in_desc(&piece) + "</svg>"]);
    all.into_iter().chain(cycles).collect()
}

const ICON: &str = r#"<li><a href="/page/one"><svg class="icon" width="16" height="16" viewBox="0 0 16 16"><path d="M0 0h24v24H0z" fill="none"/><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"></path><circle cx="8" cy="8" r="3"></circle><use href="i"></use></svg><span>Some words here</span></a></li>"#;
const SHORT_ICON: &str = "<a href=x><svg class=i><use href=#a /></svg>text</a> ";
const LIST: &str = "<ul><li><a href=x>one</a><li><a href=y>two</a></ul>";
const TABLE: &str =
    "<svg><foreignObject><table><tr><td>one<td>two<tr><td>three</table></foreignObject></svg>";
const ROW: &str = "<tr><td>one</td><td>two</td></tr>";
const MATH: &str =
    "<p>so <math><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><mi>b</mi></mrow></math> holds";
const TEMPLATE: &str = "<template><div class=a><p>Hello <b>you</b><slot name=x></slot></p><ul><li>one<li>two</ul></div></template>";
const SELECT: &str = "<select><option>one<option>two<optgroup><option>three</select>";
const MANY_NAMES: &str =
    "<xa></xa><xb></xb><xc></xc><ya></ya><yb></yb><yc></yc><za></za><zb></zb><zc></zc>";

fn in_desc(content: &str) -> String {
    format!("<svg><desc>{content}")
}

fn numbered(count: usize, before: &str, after: &str) -> String {
    (0..count)
        .map(|number| format!("{before}{number}{after}"))
        .collect()
}

/// Formatting elements of which no two are the same.
fn many_b(count: usize) -> String {
    numbered(count, "<b id=", ">")
}

fn many_b_in_p() -> String {
    in_desc(&format!("{}<p>{}</p>", "<div>".repeat(240), many_b(250)))
}

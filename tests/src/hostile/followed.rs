//! Inputs with many open elements, or that open and end many: what the tokenizer follows.

use super::{Hostile, Make};

/// Every input.
pub(super) const ALL: &[Hostile] = &[
    // What pages have.
    followed("inline svg", none, ICON),
    followed(
        "svg, short",
        none,
        "<a href=x><svg class=i><use href=#a /></svg>text</a> ",
    ),
    followed("tables in foreignObject", none, TABLE),
    followed(
        "a table in foreignObject",
        || "<svg><foreignObject><table>".into(),
        ROW,
    ),
    followed("math", none, MATH),
    followed("templates", none, TEMPLATE),
    followed("select", || "<svg><desc>".into(), SELECT),
    followed(
        "lists and links",
        none,
        "<ul><li><a href=x>one</a><li><a href=y>two</a></ul>",
    ),
    // Names that are not open, under many that are.
    followed(
        "</x> in 500 g",
        || format!("<svg>{}", "<g>".repeat(500)),
        "</x>",
    ),
    followed(
        "</x> in 480 names",
        || in_desc(&numbered(480, "<x", ">")),
        "</x>",
    ),
    followed(
        "</p> in 500 span",
        || in_desc(&"<span>".repeat(500)),
        "</p>",
    ),
    followed(
        "</h1> in 450 span",
        || in_desc(&"<span>".repeat(450)),
        "</h1>",
    ),
    followed("</i> after 230 b", || in_desc(&many_b(230)), "</i>"),
    followed(
        "</b> outside its scope",
        || in_desc(&format!("{}<object>", many_b(230))),
        "</b>",
    ),
    followed(
        "rt in 450 span",
        || in_desc(&"<span>".repeat(450)),
        "<rt></rt>",
    ),
    followed(
        "li in 450 span",
        || in_desc(&"<span>".repeat(450)),
        "<li>x</li>",
    ),
    followed(
        "tables in 450 span",
        || in_desc(&"<span>".repeat(450)),
        "<table></table>",
    ),
    followed(
        "forms in 400 span",
        || in_desc(&"<span>".repeat(400)),
        "<form><i></form></i>",
    ),
    // Depth.
    followed("nested div", || "<body>".into(), "<div>"),
    followed("nested svg", none, "<svg>"),
    followed("nested svg and desc", none, "<svg><desc>"),
    followed("nested templates", none, "<template>"),
    followed("nested li", || in_desc(&"<div>".repeat(450)), "<li>"),
    followed("nested button", || "<svg><desc>".into(), "<button>"),
    followed("many names", || "<svg>".into(), MANY_NAMES),
    // Formatting elements.
    followed("250 b in every p", many_b_in_p, "<p>x</p>"),
    followed(
        "b in every p, in 480 div",
        || format!("<body>{}<p><b></p>", "<div>".repeat(480)),
        "<p>x</p>",
    ),
    followed("b among 230 b", || in_desc(&many_b(230)), "<b id=x></b>"),
    followed("nobr among 230 b", || in_desc(&many_b(230)), "<nobr>"),
    followed("a in a", || in_desc(&many_b(200)), "<a><div>"),
    followed(
        "a in a that ends",
        || in_desc(&many_b(200)),
        "<a><div><a></div>",
    ),
    followed(
        "markers that stay",
        || "<svg><desc>".into(),
        "<template><tr><td></template>",
    ),
    Hostile {
        name: "100 b around 300 div",
        make: Make::Cycle(|| {
            let misnested = "</b>".repeat(4000);
            in_desc(&format!(
                "{}{}{misnested}</svg>",
                many_b(100),
                "<div>".repeat(300)
            ))
        }),
    },
    Hostile {
        name: "i around b",
        make: Make::Cycle(|| {
            let inner = many_b(100);
            let outer = numbered(100, "<i id=", ">");
            let ends = "</i>x".repeat(100) + &"</b>".repeat(100);
            in_desc(&format!("{outer}{inner}{ends}</svg>"))
        }),
    },
    Hostile {
        name: "b with other ids",
        make: Make::Cycle(|| format!("<svg><desc>{}</svg>", numbered(2000, "<p><b id=", "></p>"))),
    },
];

const ICON: &str = r#"<li><a href="/page/one"><svg class="icon" width="16" height="16" viewBox="0 0 16 16"><path d="M0 0h24v24H0z" fill="none"/><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"></path><circle cx="8" cy="8" r="3"></circle><use href="i"></use></svg><span>Some words here</span></a></li>"#;
const TABLE: &str =
    "<svg><foreignObject><table><tr><td>one<td>two<tr><td>three</table></foreignObject></svg>";
const ROW: &str = "<tr><td>one</td><td>two</td></tr>";
const MATH: &str =
    "<p>so <math><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><mi>b</mi></mrow></math> holds";
const TEMPLATE: &str = "<template><div class=a><p>Hello <b>you</b><slot name=x></slot></p><ul><li>one<li>two</ul></div></template>";
const SELECT: &str = "<select><option>one<option>two<optgroup><option>three</select>";
const MANY_NAMES: &str =
    "<xa></xa><xb></xb><xc></xc><ya></ya><yb></yb><yc></yc><za></za><zb></zb><zc></zc>";

const fn followed(name: &'static str, start: fn() -> String, piece: &'static str) -> Hostile {
    Hostile {
        name,
        make: Make::After(start, piece),
    }
}

fn none() -> String {
    String::new()
}

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

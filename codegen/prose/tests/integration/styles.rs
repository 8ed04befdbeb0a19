//! The styles of two decades of pages: each makes a page of the one that is written from tables.

/// A part of a written page.
struct Block<'p> {
    kind: Kind<'p>,
    /// How many lists it is in.
    depth: usize,
    /// The attribute `id` of a heading.
    id: &'p str,
    /// The number of a heading, perhaps empty.
    number: &'p str,
    /// The content, as HTML.
    html: &'p str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'p> {
    /// The heading of a section.
    Section,
    /// The heading of a state.
    State,
    Paragraph,
    Term,
    /// The start of what is below terms.
    Description,
    /// The start and the end of a list, by the name of its element.
    Start(&'p str),
    End(&'p str),
    Item,
    /// A row of a table.
    Row,
}

/// A style: its name, and how it writes a page.
pub(crate) type Style = (&'static str, fn(&str) -> String);

pub(crate) const STYLES: [Style; 12] = [
    ("whatwg, one page", whatwg_one_page),
    ("whatwg, several pages", whatwg_multipage),
    ("whatwg, source", whatwg_source),
    ("whatwg, source of 2008", whatwg_source_of_2008),
    ("w3c, html5", w3c_html5),
    ("w3c, html 5.1 to 5.3", w3c_html51),
    ("w3c, bikeshed source", bikeshed),
    ("lynx", lynx),
    ("w3m", w3m),
    ("emphasis", emphasis),
    ("lines", lines),
    ("markdown", markdown),
];

/// The content of an element that is a line.
fn inside<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let rest = line.strip_prefix('<')?.strip_prefix(name)?;
    let start = rest.find('>')?;
    let is_element = rest.starts_with([' ', '>']);
    let end = format!("</{name}>");
    is_element.then(|| rest[start + 1..].strip_suffix(&*end))?
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (_, body) = page.split_once("<body>\n").expect("a body");
    let mut found = Vec::new();
    let mut depth = 0;
    for line in body.lines() {
        let tag = line.trim_start_matches(['<', '/']);
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        let kind = match (name, line.starts_with("</")) {
            ("h2", _) => Kind::Section,
            ("h3", _) => Kind::State,
            ("p", _) => Kind::Paragraph,
            ("dt", _) => Kind::Term,
            ("tr", _) => Kind::Row,
            ("dd", false) => Kind::Description,
            ("li", false) => Kind::Item,
            ("dl" | "ol" | "ul" | "table", false) => Kind::Start(name),
            ("dl" | "ol" | "ul" | "table", true) => Kind::End(name),
            ("", _) | ("body" | "html" | "dd" | "li", true) => continue,
            _ => panic!("{line}"),
        };
        depth += usize::from(matches!(kind, Kind::Start(_)));
        depth -= usize::from(matches!(kind, Kind::End(_)));
        let html = inside(line, name).unwrap_or_default();
        let number = html.strip_prefix("<span class=\"secno\">");
        let number = number.and_then(|rest| rest.split_once("</span> "));
        let (number, html) = number.unwrap_or(("", html));
        found.push(Block {
            kind,
            depth,
            id: line.split('"').nth(1).unwrap_or_default(),
            number,
            html,
        });
    }
    found
}

/// The links of HTML as `link` writes them, from their target and their text.
fn links(html: &str, link: &mut dyn FnMut(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<a href=\"") {
        let (target, after) = after.split_once("\">").expect("a link");
        let (text, after) = after.split_once("</a>").expect("an end of the link");
        out.push_str(before);
        out.push_str(&link(target, text));
        rest = after;
    }
    out + rest
}

/// The text without markup.
fn text(html: &str) -> String {
    let bare = links(html, &mut |_, text| text.to_owned());
    assert!(!bare.contains("</"), "{bare}");
    let bare = bare.replace("&lt;", "<").replace("&gt;", ">");
    bare.replace("&quot;", "\"").replace("&amp;", "&")
}

/// The cells of a row of a table.
fn cells(html: &str) -> Vec<String> {
    let html = html.replace("<th>", "<td>").replace("</th>", "</td>");
    let cells = html.split("<td>").skip(1);
    cells
        .map(|cell| text(cell.trim_end_matches("</td>")))
        .collect()
}

/// Words in lines of at most `width` characters, with a margin.
fn wrap(words: &str, margin: usize, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in words.split(' ') {
        if !line.is_empty() && margin + line.chars().count() + 1 + word.chars().count() > width {
            out += &format!("{:margin$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    out + &format!("{:margin$}{line}\n", "")
}

/// A page in HTML: its headings, its links, and whether elements have their end tags.
struct Html<'h> {
    before: &'h str,
    heading: &'h dyn Fn(&Block<'_>) -> String,
    link: &'h dyn Fn(&str, &str) -> String,
    end_tags: bool,
    /// The margin and the width of paragraphs; none if each is a line.
    wrap: Option<(usize, usize)>,
}

impl Html<'_> {
    fn write(&self, page: &str) -> String {
        let mut out = self.before.to_owned();
        let end = |name: &str| match self.end_tags {
            true => format!("</{name}>"),
            false => String::new(),
        };
        for block in blocks(page) {
            let html = links(block.html, &mut |target, text| (self.link)(target, text));
            let content = |start: &str, name: &str| {
                let all = format!("{start}{html}{}", end(name));
                match self.wrap {
                    Some((margin, width)) => wrap(&all, margin + block.depth, width),
                    None => all + "\n",
                }
            };
            out += &match block.kind {
                Kind::Section | Kind::State => (self.heading)(&block) + "\n\n",
                Kind::Paragraph => content("<p>", "p"),
                Kind::Term => content("<dt>", "dt"),
                Kind::Row => format!("<tr>{html}{}\n", end("tr")),
                Kind::Description => "<dd>\n".to_owned(),
                Kind::Item => "<li>\n".to_owned(),
                Kind::Start("dl") => "<dl class=\"switch\">\n".to_owned(),
                Kind::Start(name) => format!("<{name}>\n"),
                Kind::End(name) => format!("</{name}>\n"),
            };
        }
        out
    }
}

fn level(block: &Block<'_>) -> usize {
    match block.kind {
        Kind::Section => 4,
        _ => 5,
    }
}

fn whatwg_one_page(page: &str) -> String {
    Html {
        before: "<!DOCTYPE html>\n<html lang=en-GB-x-hixie><title>HTML Standard</title>\n\
                 <h1>HTML</h1><h2>Living Standard</h2><p class=note>This is a note.</p>\n",
        heading: &|block| {
            let (level, id, html) = (level(block), block.id, block.html);
            let number = block.number;
            format!(
                "<div class=\"impl\"><h{level} id=\"{id}\"><span class=\"secno\">{number} </span><dfn>{html}</dfn></h{level}></div>"
            )
        },
        link: &|target, text| match text.strip_suffix(" parse error") {
            Some(_) => format!("<a href=\"#parse-error\">{text}</a>"),
            None => format!("<a href=\"{target}\">{text}</a>"),
        },
        end_tags: true,
        wrap: Some((1, 78)),
    }
    .write(page)
}

fn whatwg_multipage(page: &str) -> String {
    Html {
        before: "<!doctype html><html lang=en-US-x-hixie><meta charset=utf-8><title>HTML Standard</title>\
                 <script async src=/link-fixup.js></script><body><nav><a href=semantics.html>← 4</a> — <a href=./>Table of Contents</a></nav>\n",
        heading: &|block| {
            let (level, id, html) = (level(block), block.id, block.html);
            let number = match block.number {
                "" => String::new(),
                number => format!("<span class=secno>{number}</span> "),
            };
            format!(
                "<h{level} id={id}>{number}<dfn>{html}</dfn><a class=self-link href=#{id}></a></h{level}>"
            )
        },
        link: &|_, text| match text.strip_suffix(" parse error") {
            Some(code) => format!(
                "<a href=#parse-error-{code} id=tokenization:parse-error-{code}>{code}</a> <a href=#parse-errors id=tokenization:parse-errors>parse error</a>"
            ),
            None => {
                let id = text.replace(' ', "-");
                format!("<a href=#{id} id=tokenization:{id}-2>{text}</a>")
            }
        },
        end_tags: false,
        wrap: None,
    }
    .write(page)
}

fn whatwg_source(page: &str) -> String {
    Html {
        before: "  <!--\n   http://www.whatwg.org/\n  -->\n",
        heading: &|block| {
            let (level, html) = (level(block), block.html);
            match block.kind {
                Kind::Section => format!("  <h{level}>{html}</h{level}>"),
                _ => format!("  <h{level}><dfn>{html}</dfn></h{level}>"),
            }
        },
        link: &|_, text| match text.strip_suffix(" parse error") {
            Some(code) => format!(
                "<span data-x=\"parse-error-{code}\">{code}</span> <span data-x=\"parse errors\">parse error</span>"
            ),
            None => format!("<span>{text}</span>"),
        },
        end_tags: true,
        wrap: Some((2, 100)),
    }
    .write(page)
}

/// States are terms of a list, and there are comments between.
fn whatwg_source_of_2008(page: &str) -> String {
    let page = whatwg_source(page).replace("data-x=", "title=");
    let mut out = String::new();
    let mut open = false;
    for line in page.lines() {
        match inside(line.trim(), "h5").filter(|title| title.contains(" state")) {
            Some(title) => {
                out += if open { "  </dd>\n" } else { "  <dl>\n" };
                open = true;
                out += &format!("\n   <dt>{title}</dt>\n   <dd>\n    <!-- {title} -->\n");
            }
            None if open && inside(line.trim(), "h5").is_some() => {
                open = false;
                out += &format!("  </dd>\n  </dl>\n{line}\n");
            }
            None => out += &format!("{line}\n"),
        }
    }
    out + if open { "  </dd>\n  </dl>\n" } else { "" }
}

fn w3c_html5(page: &str) -> String {
    Html {
        before: "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n\
                 <html><head><title>8.2 Parsing HTML documents &#8212; HTML5</title></head><body>\n\
                 <div class=\"head\" id=\"head\"><h1>HTML5</h1><h2>A vocabulary and associated APIs</h2></div>\n",
        heading: &|block| {
            let (level, id, html, number) = (level(block), block.id, block.html, block.number);
            format!("<h{level} id=\"{id}\"><span class=\"secno\">{number} </span>{html}</h{level}>")
        },
        link: &|target, text| match text.strip_suffix(" parse error") {
            Some(_) => format!("<a href=\"#parse-error\" title=\"parse error\">{text}</a>"),
            None => format!("<a href=\"{target}\"\n title=\"{text}\">{text}</a>"),
        },
        end_tags: true,
        wrap: Some((0, 72)),
    }
    .write(page)
}

fn w3c_html51(page: &str) -> String {
    Html {
        before: "<!doctype html><html lang=\"en\"><head><meta content=\"Bikeshed 1.0.0\" name=\"generator\"><title>HTML 5.1</title></head>\n\
                 <body class=\"h-entry\">\n",
        heading: &|block| {
            let (level, id, html, number) = (level(block), block.id, block.html, block.number);
            let number = match number {
                "" => String::new(),
                number => format!("<span class=\"secno\">{number}. </span>"),
            };
            format!(
                "<h{level} class=\"heading settled\" id=\"{id}\">{number}<span class=\"content\"><dfn class=\"dfn-paneled\" data-dfn-type=\"dfn\" data-noexport=\"\">{html}</dfn></span><a class=\"self-link\" href=\"#{id}\"></a></h{level}>"
            )
        },
        link: &|target, text| match text.strip_suffix(" parse error") {
            Some(code) => format!(
                "{code} <a data-link-type=\"dfn\" href=\"#parse-errors\" id=\"ref-for-parse-errors-9\">parse error</a>"
            ),
            None => format!(
                "<a data-link-type=\"dfn\" href=\"{target}\" id=\"ref-for-x-1\">{text}</a>"
            ),
        },
        end_tags: true,
        wrap: None,
    }
    .write(page)
}

fn bikeshed(page: &str) -> String {
    let mut out = String::from("<section>\n");
    let mut marker = String::new();
    for block in blocks(page) {
        let html = links(
            block.html,
            &mut |_, text| match text.strip_suffix(" parse error") {
                Some(code) => format!("{code} [=parse error=]"),
                None => format!("[={text}=]"),
            },
        );
        let margin = 2 * (block.depth + 1);
        match block.kind {
            Kind::Section => out += &format!("### {html} ### {{#{}}}\n\n", block.id),
            Kind::State => out += &format!("#### <dfn>{html}</dfn> #### {{#{}}}\n\n", block.id),
            Kind::Paragraph => {
                let words = format!("{}{html}", std::mem::take(&mut marker));
                let margin = if words.starts_with("::") {
                    margin
                } else {
                    margin + 2
                };
                out += &(wrap(&words, margin, 100) + "\n");
            }
            Kind::Term => out += &format!("{:margin$}: {html}\n", ""),
            Kind::Description => marker = ":: ".to_owned(),
            Kind::Row => out += &format!("<tr>{html}</tr>\n"),
            Kind::Item => out += "<li>\n",
            Kind::Start("dl") if marker.is_empty() => {
                out += &format!("{:margin$}<dl class=\"switch\">\n", "");
            }
            Kind::Start("dl") => {
                out += &format!("{:margin$}::\n{:margin$}<dl class=\"switch\">\n", "", "");
                marker.clear();
            }
            Kind::Start(name) => out += &format!("<{name}>\n"),
            Kind::End(name) => out += &format!("{:margin$}</{name}>\n\n", ""),
        }
    }
    out + "</section>\n"
}

/// A text dump: its margins, its width, and its links.
struct Dump<'d> {
    /// The margins of headings, paragraphs and terms.
    margins: [usize; 3],
    /// How much further a description begins than its term.
    indent: usize,
    width: usize,
    /// The mark of an item of a list.
    item: &'static str,
    link: &'d mut dyn FnMut(&str) -> String,
}

impl Dump<'_> {
    fn write(&mut self, page: &str) -> String {
        let mut out = String::from("HTML\n\n");
        let [heading, paragraph, term] = self.margins;
        let mut mark = "";
        for block in blocks(page) {
            let html = links(block.html, &mut |_, text| (self.link)(text));
            let step = self.indent + term - paragraph;
            let outer = block.depth.saturating_sub(1) * step;
            out += &match block.kind {
                Kind::Section | Kind::State => {
                    let title = format!("{} {}", block.number, text(block.html));
                    format!("{:heading$}{}\n\n", "", title.trim())
                }
                Kind::Paragraph => {
                    let margin = paragraph + block.depth * step;
                    let mark = std::mem::take(&mut mark);
                    wrap(&format!("{mark}{}", text(&html)), margin, self.width) + "\n"
                }
                Kind::Item => {
                    mark = self.item;
                    String::new()
                }
                Kind::Term => wrap(&text(&html), term + outer, self.width) + "\n",
                Kind::Row => format!("{:term$}{}\n", "", cells(block.html).join("   ")),
                Kind::End("table") => "\n".to_owned(),
                _ => String::new(),
            };
        }
        out
    }
}

fn lynx(page: &str) -> String {
    let mut number = 0;
    Dump {
        margins: [4, 3, 3],
        indent: 10,
        width: 72,
        item: "+ ",
        link: &mut |text| {
            number += 1;
            format!("[{number}]{text}")
        },
    }
    .write(page)
}

fn w3m(page: &str) -> String {
    Dump {
        margins: [0, 0, 0],
        indent: 8,
        width: 80,
        item: "• ",
        link: &mut str::to_owned,
    }
    .write(page)
}

fn emphasis(page: &str) -> String {
    Dump {
        margins: [2, 3, 3],
        indent: 6,
        width: 60,
        item: "* ",
        link: &mut |text| format!("_{text}_"),
    }
    .write(page)
}

fn lines(page: &str) -> String {
    Dump {
        margins: [0, 0, 0],
        indent: 0,
        width: usize::MAX,
        item: "* ",
        link: &mut str::to_owned,
    }
    .write(page)
    .replace("\n\n", "\n")
}

fn markdown(page: &str) -> String {
    let mut out = String::new();
    let mut marker = "";
    for block in blocks(page) {
        let html = links(block.html, &mut |target, text| {
            format!("[{text}]({target})")
        });
        let html = match block.kind {
            Kind::Row => html,
            _ => text(&html),
        };
        let margin = 4 * block.depth.saturating_sub(1);
        out += &match block.kind {
            Kind::Section => format!("## {} {html}\n\n", block.number).replace("##  ", "## "),
            Kind::State => format!("### {} {html}\n\n", block.number).replace("###  ", "### "),
            Kind::Paragraph => {
                let lead = std::mem::take(&mut marker);
                let margin = match (block.depth, lead) {
                    (0, _) => 0,
                    (_, "") => margin + 4,
                    _ => margin,
                };
                format!("{:margin$}{lead}{html}\n\n", "")
            }
            Kind::Term => format!("{:margin$}{html}\n", ""),
            Kind::Description => {
                marker = ":   ";
                String::new()
            }
            Kind::Item => {
                marker = "1.  ";
                String::new()
            }
            Kind::Row => {
                let cells = cells(block.html);
                let rule = if cells[0] == "Number" {
                    "|---|---|\n"
                } else {
                    ""
                };
                format!("| {} |\n{rule}", cells.join(" | "))
            }
            Kind::Start(_) => String::new(),
            Kind::End(_) => "\n".to_owned(),
        };
    }
    out
}

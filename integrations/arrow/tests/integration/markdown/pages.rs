//! Random pages whose elements are nested as they should be, of words that mean something in Markdown.

use fastrand::Rng;
use std::fmt::Write;

const WORDS: &[&str] = &[
    "word", "a_b", "*", "**", "_", "__x__", "`", "``", "#", "# x", "-", "- x", "+", "1.", "2) x",
    ">", "&amp;", "&amp;amp;", "&lt;b>", "[x](y)", "![", "]", "|", "a|b", "---", "===", "~~x~~",
    "\\", "\\\\", "!", "http://x.y", "&nbsp;", "é", "😀", ":-", "(", ")", "\"", "{}", "\u{3000}",
    "。", "1", "=", "\\|", "<!-- x -->", "&#13;", "&#9;", "&#8232;", "ⓐ",
];

/// A part of a page whose elements are nested as they should be.
pub(super) fn part(random: &mut Rng, depth: usize, is_inline: bool, html: &mut String) {
    for _ in 0..random.usize(..5) {
        let spaces = ["", " ", "", "\n"];
        html.push_str(spaces[random.usize(..4)]);
        match random.u8(..if depth == 0 {
            3
        } else if is_inline {
            12
        } else {
            24
        }) {
            0..=4 => html.push_str(WORDS[random.usize(..WORDS.len())]),
            5..=11 => {
                let name =
                    ["b", "i", "code", "a", "span", "em", "strong", "img", "br"][random.usize(..9)];
                match name {
                    "img" => html.push_str(
                        [
                            "<img src='i j' alt='a*[b]|'>",
                            "<img src=x(>",
                            "<img alt='' src=n>",
                        ][random.usize(..3)],
                    ),
                    "br" => html.push_str("<br>"),
                    // Tree construction would move an `a` in another.
                    "a" if html.rfind("<a ") > html.rfind("</a>") => html.push('x'),
                    _ => {
                        let href = ["", " href='u?a=b&amp;copy;|'", " href='http://x/(a b)'"]
                            [random.usize(..3)];
                        write!(html, "<{name}{}>", if name == "a" { href } else { "" })
                            .expect("memory");
                        part(random, depth - 1, true, html);
                        write!(html, "</{name}>").expect("memory");
                    }
                }
            }
            12..=14 => element(random, "p", depth, true, html),
            15 => {
                let name = ["h1", "h3", "h6"][random.usize(..3)];
                element(random, name, depth, true, html);
            }
            16 | 17 => {
                let name = ["ul", "ol", "ol start=7"][random.usize(..3)];
                write!(html, "<{name}>").expect("memory");
                for _ in 0..random.usize(..4) {
                    element(random, "li", depth, false, html);
                }
                write!(html, "</{}>", &name[..2]).expect("memory");
            }
            18 => element(random, "blockquote", depth, false, html),
            19 => element(random, "div", depth, false, html),
            20 => {
                html.push_str("<pre>");
                for _ in 0..random.usize(..4) {
                    html.push_str(WORDS[random.usize(..WORDS.len())]);
                    html.push_str(["", " ", "\n", "```"][random.usize(..4)]);
                }
                html.push_str("</pre>");
            }
            21 => html.push_str("<hr>"),
            22 => {
                let name = ["nav", "section", "header", "main", "aside"][random.usize(..5)];
                element(random, name, depth, false, html);
            }
            _ => {
                html.push_str("<table>");
                let is_inline = random.u8(..4) > 0;
                for _ in 0..random.usize(..4) {
                    html.push_str("<tr>");
                    for _ in 0..random.usize(..4) {
                        let name = ["td", "th"][random.usize(..2)];
                        element(random, name, depth, is_inline, html);
                    }
                }
                html.push_str("</table>");
            }
        }
    }
}

fn element(random: &mut Rng, name: &str, depth: usize, is_inline: bool, html: &mut String) {
    write!(html, "<{name}>").expect("memory");
    part(random, depth - 1, is_inline, html);
    write!(html, "</{name}>").expect("memory");
}

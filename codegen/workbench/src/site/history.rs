//! The pages of `docs/history` as HTML.

use super::html::{escape, slug};
use super::shell::Page;
use crate::test_files::entries;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use xtask::{report, workspace};

pub(super) struct HistoryPage {
    pub(super) page: Page,
    /// The titles of its sections with their anchors.
    pub(super) headings: Vec<(String, String)>,
}

/// Every page of `docs/history`.
///
/// # Errors
/// If the folder or a page cannot be read.
pub(super) fn pages() -> Result<Vec<HistoryPage>, String> {
    let folder = workspace::root().join("docs").join("history");
    let mut names = entries(&folder).map_err(report::at(&folder))?;
    names.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let pages = names.iter().map(|path| {
        let text = report::read(path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(page(&file(&stem), &text))
    });
    pages.collect()
}

/// The file of a page that Markdown names.
fn file(stem: &str) -> String {
    match stem {
        "README" => "history.html".to_owned(),
        stem => format!("history-{stem}.html"),
    }
}

fn page(file: &str, text: &str) -> HistoryPage {
    let mut events = Vec::new();
    let mut headings = Vec::new();
    // The text of the open heading or block of changes.
    let mut heading: Option<(usize, String)> = None;
    let mut changes: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) if &*kind == "diff" => {
                changes = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) if changes.is_some() => {
                let shown = changes.take().map(|text| marked(&text)).unwrap_or_default();
                events.push(Event::Html(shown.into()));
            }
            Event::Text(text) if changes.is_some() => {
                if let Some(changes) = &mut changes {
                    changes.push_str(&text);
                }
            }
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((events.len(), String::new()));
                events.push(Event::Start(Tag::Heading {
                    level,
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
            }
            Event::End(end @ TagEnd::Heading(_)) => {
                if let Some((at, title)) = heading.take()
                    && let Event::Start(Tag::Heading { id, .. }) = &mut events[at]
                {
                    let anchor = unique(slug(&title), &headings);
                    *id = Some(CowStr::from(anchor.clone()));
                    headings.push((title, anchor));
                }
                events.push(Event::End(end));
            }
            Event::Start(mut tag @ Tag::Link { .. }) => {
                if let Tag::Link { dest_url, .. } = &mut tag {
                    *dest_url = address(dest_url).into();
                }
                events.push(Event::Start(tag));
            }
            Event::Start(Tag::Table(alignment)) => {
                events.push(Event::Html(
                    "<div class=scroll tabindex=0 role=group aria-label=\"Inputs\">".into(),
                ));
                events.push(Event::Start(Tag::Table(alignment)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>\n".into()));
            }
            event => {
                if let (Some((_, title)), Event::Text(text) | Event::Code(text)) =
                    (&mut heading, &event)
                {
                    title.push_str(text);
                }
                events.push(event);
            }
        }
    }
    let mut content = String::new();
    html::push_html(&mut content, events.into_iter());
    let title = headings.first();
    let page = Page {
        file: file.to_owned(),
        title: title.map_or_else(String::new, |(title, _)| title.clone()),
        content: format!("<article class=history>\n{content}</article>\n"),
    };
    HistoryPage {
        page,
        headings: headings.into_iter().skip(1).collect(),
    }
}

/// An anchor, numbered if a heading before has the same.
fn unique(anchor: String, headings: &[(String, String)]) -> String {
    let is_taken = |anchor: &str| headings.iter().any(|(_, taken)| taken == anchor);
    let mut numbered = (1..).map(|number| format!("{anchor}-{number}"));
    match is_taken(&anchor) {
        true => numbered.find(|one| !is_taken(one)).unwrap_or_default(),
        false => anchor,
    }
}

/// A link to a page of Markdown as one to its page here.
fn address(link: &str) -> String {
    let (path, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    match path.strip_suffix(".md") {
        Some(stem) => file(stem) + anchor,
        None => link.to_owned(),
    }
}

/// Lines with `-` and `+` as deletions and insertions.
fn marked(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let escaped = escape(line);
        match line.as_bytes().first() {
            Some(b'-') => format!("<del>{escaped}</del>\n"),
            Some(b'+') => format!("<ins>{escaped}</ins>\n"),
            _ => format!("{escaped}\n"),
        }
    });
    format!("<pre class=diff>{}</pre>\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{HistoryPage, page};

    #[test]
    fn markdown_becomes_a_page() {
        let text = "# From A to B\n\n[all](README.md) [b](b.md#a-section)\n\n## A `<b>` section\n\n```diff\n- a <\n+ b\n  c\n```\n";
        let HistoryPage { page, headings } = page("history-a.html", text);
        assert_eq!(page.title, "From A to B");
        assert_eq!(
            headings,
            [("A <b> section".to_owned(), "a-b-section".to_owned())]
        );
        for part in [
            "<a href=\"history.html\">all</a>",
            "<a href=\"history-b.html#a-section\">b</a>",
            "<h2 id=\"a-b-section\">A <code>&lt;b&gt;</code> section</h2>",
            "<pre class=diff><del>- a &lt;</del>\n<ins>+ b</ins>\n  c\n</pre>",
        ] {
            assert!(page.content.contains(part), "{part}: {}", page.content);
        }
    }
}

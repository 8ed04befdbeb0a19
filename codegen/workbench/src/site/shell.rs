//! What all pages have in common: head, navigation and scripts.

use super::File;
use super::html::{current, escape, slim};

const TEMPLATE: &str = include_str!("../../../../integrations/site/page.html");

/// The pages that the navigation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Start,
    States,
    Errors,
    Trees,
    Compare,
    History,
    Playground,
}

/// What a page has inside its frame.
pub(super) struct Page {
    pub(super) file: String,
    pub(super) title: String,
    pub(super) content: String,
}

/// What the frames of all pages share.
pub(super) struct Frame<'a> {
    /// The identifier of the newest revision.
    pub(super) newest: &'a str,
    /// The identifier of the revision whose tree construction is shown, if there is one.
    pub(super) trees: Option<&'a str>,
}

impl Frame<'_> {
    /// A page that is not about one revision: its file with the whole document.
    pub(super) fn page(&self, section: Section, page: &Page) -> File {
        self.page_of(self.newest, section, page)
    }

    /// A page about a revision: its file with the whole document.
    pub(super) fn page_of(&self, revision: &str, section: Section, page: &Page) -> File {
        let trees = self.trees.map(|id| {
            let address = super::trees::overview(id);
            (Section::Trees, address, "Trees")
        });
        let tokens = [
            (Section::States, format!("{}.html", revision), "States"),
            (
                Section::Errors,
                format!("{}-errors.html", revision),
                "Errors",
            ),
        ];
        let others = [
            (Section::Compare, "compare.html".to_owned(), "Compare"),
            (Section::History, "history.html".to_owned(), "History"),
            (
                Section::Playground,
                "playground.html".to_owned(),
                "Playground",
            ),
        ];
        let links = tokens.into_iter().chain(trees).chain(others);
        let links = links.map(|(named, address, name)| {
            let current = current(named == section);
            format!("<a href=\"{address}\"{current}>{name}</a>")
        });
        // Those that the page needs besides the scripts of all pages.
        let scripts: &[&str] = match section {
            Section::Compare => &["changes.js", "compare.js"],
            Section::Playground => &["machines.js", "playground.js"],
            _ => &[],
        };
        let scripts = scripts.iter();
        let scripts = scripts.map(|name| format!("<script src=\"{name}\"></script>\n"));
        let title = format!("{} – Tokenwright", page.title);
        let document = TEMPLATE
            .replace("{{title}}", &escape(&title))
            .replace("{{revision}}", revision)
            .replace("{{links}}", &links.collect::<Vec<_>>().join("\n"))
            .replace("{{scripts}}", &scripts.collect::<String>())
            // Last, as it may have anything.
            .replace("{{content}}", &page.content);
        (page.file.clone(), slim(&document))
    }
}

//! What all pages have in common: head, navigation and scripts.

use super::html::escape;

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

pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    pub(super) section: Section,
    /// The identifier of the revision that it shows.
    pub(super) revision: &'a str,
    /// The identifier of the revision whose tree construction is shown, if there is one.
    pub(super) trees: Option<&'a str>,
    pub(super) content: &'a str,
    /// The scripts that it needs besides those of all pages.
    pub(super) scripts: &'a [&'a str],
}

impl Page<'_> {
    /// The whole document.
    pub(super) fn document(&self) -> String {
        let trees = self.trees.map(|id| {
            let address = super::trees::overview(id);
            (Section::Trees, address, "Trees")
        });
        let tokens = [
            (Section::States, format!("{}.html", self.revision), "States"),
            (
                Section::Errors,
                format!("{}-errors.html", self.revision),
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
        let links = links.map(|(section, address, name)| {
            let current = match section == self.section {
                true => " aria-current=page",
                false => "",
            };
            format!("<a href=\"{address}\"{current}>{name}</a>")
        });
        let scripts = self.scripts.iter();
        let scripts = scripts.map(|name| format!("<script src=\"{name}\"></script>\n"));
        TEMPLATE
            .replace("{{title}}", &escape(self.title))
            .replace("{{revision}}", self.revision)
            .replace("{{links}}", &links.collect::<Vec<_>>().join("\n"))
            .replace("{{scripts}}", &scripts.collect::<String>())
            // Last, as it may have anything.
            .replace("{{content}}", self.content)
    }
}

//! The pages of a run.

use std::cell::OnceCell;
use std::error::Error;
use std::path::Path;

use html5ever::tendril::StrTendril;
use tokenwright_tests::{pages, shared};

use crate::arguments::Arguments;
use crate::chunks::{CHUNK, Slices};

/// The origin of a page; means are per group.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Group {
    Corpus,
    Generated,
    Concatenation,
}

impl Group {
    pub(crate) const ALL: [Self; 3] = [Self::Corpus, Self::Generated, Self::Concatenation];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Corpus => "corpus",
            Self::Generated => "generated",
            Self::Concatenation => "concatenation",
        }
    }
}

/// A page to measure.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) group: Group,
    pub(crate) text: String,
    tendril: OnceCell<StrTendril>,
}

impl Page {
    fn new(group: Group, name: String, text: String) -> Self {
        Self {
            name,
            group,
            text,
            tendril: OnceCell::new(),
        }
    }

    pub(crate) fn generated(page: pages::Page) -> Self {
        Self::new(Group::Generated, page.name, page.text)
    }

    pub(crate) fn of_text(text: String) -> Self {
        Self::new(Group::Concatenation, String::new(), text)
    }

    pub(crate) fn full_name(&self) -> String {
        format!("{}/{}", self.group.name(), self.name)
    }

    /// The text once, in chunks of 64 KiB.
    pub(crate) fn chunks(&self) -> Slices<'_> {
        Slices::new(vec![&self.text], CHUNK, self.text.len())
    }

    /// The text in html5ever's string type, converted once so that the copy is not measured.
    pub(crate) fn tendril(&self) -> StrTendril {
        self.tendril
            .get_or_init(|| StrTendril::from_slice(&self.text))
            .clone()
    }
}

/// The pages that the arguments select.
///
/// # Errors
/// If a page cannot be read, or no page is selected.
pub(crate) fn chosen(arguments: &Arguments) -> Result<Vec<Page>, Box<dyn Error>> {
    let mut all = Vec::new();
    for folder in folders(arguments) {
        for page in pages::read(&folder)? {
            all.push(Page::new(Group::Corpus, page.name, page.text));
        }
    }
    all.extend(
        pages::generated(pages::SIZE)
            .into_iter()
            .map(Page::generated),
    );
    if arguments.concatenation > 0 {
        let texts: Vec<_> = all
            .iter()
            .map(|page| pages::Page {
                name: page.name.clone(),
                text: page.text.clone(),
            })
            .collect();
        let text = pages::concatenation(&texts, arguments.concatenation * 1_000_000);
        let name = format!("{} MB", text.len() / 1_000_000);
        all.push(Page::new(Group::Concatenation, name, text));
    }
    if let Some(part) = &arguments.filter {
        all.retain(|page| page.full_name().contains(part.as_str()));
        if all.is_empty() {
            return Err(format!("no page's name holds {part:?}").into());
        }
    }
    Ok(all)
}

fn folders(arguments: &Arguments) -> Vec<std::path::PathBuf> {
    if arguments.corpus.is_empty() {
        match shared::find("corpus") {
            Ok(folder) => vec![folder],
            Err(absent) => {
                eprintln!("{absent}; or name a folder with --corpus");
                Vec::new()
            }
        }
    } else {
        // Cargo runs benchmarks in the package's folder; relative paths refer to the caller's folder.
        let from = std::env::var_os("PWD").unwrap_or_default();
        arguments
            .corpus
            .iter()
            .map(|folder| Path::new(&from).join(folder))
            .collect()
    }
}

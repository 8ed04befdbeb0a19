//! Messages about tables, in the style of rustc: the place, a caret, the fix.
//!
//! A message is data until it is printed, so messages of all rules can be sorted by place and compared, and the texts
//! of the files are kept once, outside of them. The builder starts with severity and place, so no message lacks them.
//! `annotate-snippets` draws it, with its layout; a place that does not fit the text is clamped, as a message must
//! not panic.

use crate::source::{Place, SourceFile};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet,
    renderer::DecorStyle,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The files that a run has read, for messages.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file, and returns the number by which a [`Place`] refers to it. A file that was added before keeps its number.
    pub fn add(&mut self, path: PathBuf, text: String) -> u32 {
        let mut files = self.files.iter();
        let known = files.position(|file| file.path == path && file.text == text);
        let number = known.unwrap_or(self.files.len());
        if known.is_none() {
            self.files.push(SourceFile { path, text });
        }
        u32::try_from(number).expect("fewer files than a u32 can count")
    }

    /// The file with this number, as [`Sources::add`] returned it.
    pub fn get(&self, file: u32) -> Option<&SourceFile> {
        self.files.get(file as usize)
    }

    /// The line and the column of the place's first byte, both from 1; columns count characters.
    pub fn line_and_column(&self, place: Place) -> Option<(usize, usize)> {
        let text = &self.get(place.file)?.text;
        let before = text.get(..place.start as usize)?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some((
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        ))
    }
}

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The tables cannot be used.
    Error,
    /// The tables can be used; `cargo xtask check --deny-warnings` refuses them.
    Warning,
    /// The tables can be used, and may be intended.
    Note,
}

/// The subject of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A place in a file that was read.
    Place(Place),
    /// A file or folder that could not be read.
    Path(PathBuf),
}

/// A remark on a place, shown next to its underline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place to underline.
    pub place: Place,
    /// The remark; an empty one only underlines.
    pub text: String,
}

/// The fix of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The advice in words.
    pub message: String,
    /// The edit, if exactly one fits.
    pub edit: Option<Edit>,
}

/// A replacement of the text at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text to replace; an empty place marks missing text.
    pub place: Place,
    /// The new text.
    pub replacement: String,
}

/// A message: what is wrong, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the tables can be used despite it.
    pub severity: Severity,
    /// The message, in lower case and without a full stop.
    pub message: String,
    /// The place or the file that it is about.
    pub subject: Subject,
    /// The remark at the caret; may be empty.
    pub label: String,
    /// Related places.
    pub labels: Vec<Label>,
    /// The fix, if there is one.
    pub help: Option<Box<Help>>,
}

impl Diagnostic {
    /// Whether tables with it are refused.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// An error at a place.
    pub fn error(place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            subject: Subject::Place(place),
            label: String::new(),
            labels: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(place, message)
        }
    }

    /// A note at a place.
    pub fn note(place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(place, message)
        }
    }

    /// An error about a file or folder that could not be read.
    pub fn unread(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Diagnostic {
            subject: Subject::Path(path.into()),
            ..Diagnostic::error(Place::default(), message)
        }
    }

    /// An error about a path that the system could not read; `what` is "file" or "folder".
    pub fn unreadable(path: impl Into<PathBuf>, what: &str, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let reason = match error.kind() {
            ErrorKind::NotFound => "it does not exist".into(),
            ErrorKind::PermissionDenied => "permission denied".into(),
            ErrorKind::NotADirectory => "it is not a folder".into(),
            ErrorKind::IsADirectory => "it is a folder".into(),
            _ => error.to_string().to_lowercase(),
        };
        Diagnostic::unread(path, format!("cannot read the {what}: {reason}"))
    }

    /// Sets the remark at the caret.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds a remark on another place.
    #[must_use]
    pub fn also(mut self, place: Place, text: impl Into<String>) -> Self {
        let text = text.into();
        self.labels.push(Label { place, text });
        self
    }

    /// Sets the advice, in words.
    #[must_use]
    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help = Some(Box::new(Help {
            message: message.into(),
            edit: None,
        }));
        self
    }

    /// Sets the advice, as an edit.
    #[must_use]
    pub fn edit(
        mut self,
        message: impl Into<String>,
        place: Place,
        replacement: impl Into<String>,
    ) -> Self {
        self.help = Some(Box::new(Help {
            message: message.into(),
            edit: Some(Edit {
                place,
                replacement: replacement.into(),
            }),
        }));
        self
    }

    /// The message as text: what and where on the first two lines, then the source with carets, then the
    /// fix. `colour` adds ANSI colours.
    pub fn render(&self, sources: &Sources, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group = Group::with_title(level.primary_title(&self.message));
        match &self.subject {
            Subject::Path(path) => {
                group = group.element(Origin::path(shown(path)));
            }
            Subject::Place(place) => {
                let primary = AnnotationKind::Primary.span(clamped(*place, sources));
                group = group.elements(self.snippets(*place, primary, sources));
            }
        }
        let mut report = vec![group];
        if let Some(help) = &self.help {
            match help
                .edit
                .as_ref()
                .and_then(|e| Some((e, sources.get(e.place.file)?)))
            {
                Some((edit, file)) => {
                    let patch = Patch::new(clamped(edit.place, sources), &edit.replacement);
                    report.push(
                        Level::HELP
                            .secondary_title(&help.message)
                            .element(Snippet::source(&file.text).patch(patch)),
                    );
                }
                None => {
                    let last = report.pop().expect("the group pushed above");
                    report.push(last.element(Level::HELP.message(&help.message)));
                }
            }
        }
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.decor_style(DecorStyle::Ascii).render(&report)
    }

    /// The primary file's snippet, then one for each other file with a label.
    fn snippets<'a>(
        &'a self,
        place: Place,
        primary: Annotation<'a>,
        sources: &'a Sources,
    ) -> Vec<Snippet<'a, Annotation<'a>>> {
        let mut files = vec![place.file];
        for label in &self.labels {
            if !files.contains(&label.place.file) {
                files.push(label.place.file);
            }
        }
        let mut primary = Some(if self.label.is_empty() {
            primary
        } else {
            primary.label(&self.label)
        });
        files
            .into_iter()
            .filter_map(|number| {
                let file = sources.get(number)?;
                let mut snippet = Snippet::source(&file.text).path(shown(&file.path));
                if let Some(primary) = primary.take() {
                    snippet = snippet.annotation(primary);
                }
                let labels = self.labels.iter().filter(|l| l.place.file == number);
                Some(snippet.annotations(labels.map(|label| {
                    AnnotationKind::Context
                        .span(clamped(label.place, sources))
                        .label(&label.text)
                })))
            })
            .collect()
    }
}

/// A path, whose name may be of a stranger: a terminal would obey its controls. The renderer replaces those of all other text.
fn shown(path: &Path) -> String {
    path.display()
        .to_string()
        .replace(char::is_control, "\u{FFFD}")
}

/// The place as a range that the renderer can cut out of the file's text.
fn clamped(place: Place, sources: &Sources) -> std::ops::Range<usize> {
    let text = sources.get(place.file).map_or("", |file| &file.text);
    let boundary = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(place.start);
    start..boundary(place.end).max(start)
}

/// Adds the messages that are not there yet: a draft repeats those of the revision that it edits.
pub(crate) fn extend_new(all: &mut Vec<Diagnostic>, more: Vec<Diagnostic>) {
    more.into_iter().for_each(|one| push_new(all, one));
}

/// Adds a message that is not there yet.
pub(crate) fn push_new(all: &mut Vec<Diagnostic>, one: Diagnostic) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// All messages, an empty line after each. What several revisions share is said once.
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> String {
    render_new(diagnostics, sources, colour, &mut HashSet::new())
}

/// The messages that have not been said, and notes that they have.
pub fn render_new(
    diagnostics: &[Diagnostic],
    sources: &Sources,
    colour: bool,
    said: &mut HashSet<String>,
) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.render(sources, colour) + "\n\n")
        .filter(|message| said.insert(message.clone()))
        .collect()
}

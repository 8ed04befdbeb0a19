//! A file to write that a person named.

use super::{Destination, destination, replace};
use crate::output;
use std::io::IsTerminal;
use std::path::Path;
use std::{fs, io};
use tokenwright_tables::diagnostic::Diagnostic;

/// Refuses a file that a person named and that cannot be written, before the work that it is to
/// hold. A folder that does not exist is likely to be misspelt, so it is not created.
///
/// # Errors
/// Why it cannot be written.
pub fn check_target(path: &Path) -> Result<(), Diagnostic> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        let folder = folder.display();
        let message = format!("cannot write the file: the folder `{folder}` does not exist");
        return Err(
            Diagnostic::unread(path, message).help(format!("`mkdir -p {folder}` creates it"))
        );
    }
    let check = || match destination(path)? {
        Destination::Device => fs::OpenOptions::new().write(true).open(path).map(drop),
        Destination::File { temporary, .. } => {
            fs::write(&temporary, "")?;
            fs::remove_file(&temporary)
        }
    };
    check().map_err(|error| unwritable(path, &error))
}

/// Writes a file that a person named.
///
/// # Errors
/// Why it cannot be written.
pub fn file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    replace(path, text).map_err(|error| unwritable(path, &error))
}

/// Writes a document to a file that a person named, or to standard output without one: as it is, as a program reads it, unless
/// standard output is a terminal.
///
/// # Errors
/// Why the file cannot be written.
pub fn output(out: Option<&Path>, text: &str) -> Result<(), Diagnostic> {
    match out {
        Some(path) => file(path, text),
        None => {
            match io::stdout().is_terminal() {
                true => print!("{text}"),
                false => output::verbatim(text),
            }
            Ok(())
        }
    }
}

/// The message about a file that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    let reason = match error.kind() {
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "a part of its path is a file".to_owned()
        }
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => error.to_string().to_lowercase(),
    };
    Diagnostic::unread(path, format!("cannot write the file: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_are_accepted() {
        check_target(Path::new("/dev/null")).expect("it can be written");
    }

    #[test]
    fn unwritable_targets_are_refused() {
        let folder = Folder::new("targets");
        let file = folder.0.join("file");
        fs::write(&file, "old").expect("a file");
        let refused_before_writing = |path: &Path| {
            let error = check_target(path).expect_err("it cannot be written");
            error.message
        };
        let refused = |path: &Path| {
            assert!(replace(path, "new").is_err());
            refused_before_writing(path)
        };
        assert_eq!(refused(&folder.0), "cannot write the file: it is a folder");
        let below = refused(&file.join("below"));
        assert_eq!(below, "cannot write the file: a part of its path is a file");
        check_target(&file).expect("it can be written");
        let new = folder.0.join("new");
        let absent = refused_before_writing(&new.join("file"));
        assert_eq!(
            absent,
            format!(
                "cannot write the file: the folder `{}` does not exist",
                new.display()
            )
        );
        assert!(!new.exists());
        assert_eq!(fs::read_to_string(&file).expect("a file"), "old");
    }
}

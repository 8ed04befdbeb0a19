//! Text that is printed later: in memory while it is little, in a temporary file when it is more.

use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::{env, process};

/// How much is kept in memory, in bytes.
const MEMORY: usize = 1 << 20;

#[derive(Default)]
pub(crate) struct Spool {
    memory: Vec<u8>,
    spilled: Option<Spilled>,
}

struct Spilled {
    file: File,
    path: PathBuf,
}

impl Spool {
    pub(crate) fn is_empty(&self) -> bool {
        self.memory.is_empty() && self.spilled.is_none()
    }

    /// Writes everything out, and is empty then.
    pub(crate) fn empty_into(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(mut spilled) = self.spilled.take() {
            spilled.file.seek(SeekFrom::Start(0))?;
            io::copy(&mut spilled.file, out)?;
        }
        out.write_all(&self.memory)?;
        self.memory.clear();
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        if self.spilled.is_none() {
            self.spilled = Some(Spilled::create()?);
        }
        if let Some(spilled) = &mut self.spilled {
            spilled.file.write_all(&self.memory)?;
            self.memory.clear();
        }
        Ok(())
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.memory.extend_from_slice(bytes);
        if self.memory.len() >= MEMORY {
            self.spill()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Spilled {
    fn create() -> io::Result<Self> {
        let mut number = 0;
        loop {
            let name = format!("tokenwright-{}-{number}", process::id());
            let path = env::temp_dir().join(name);
            let mut options = OpenOptions::new();
            match options.read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Spilled { file, path }),
                // Left behind by a process that was stopped.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Spilled {
    fn drop(&mut self) {
        // Whoever cleans the folder for temporary files gets it otherwise.
        let _ = remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::{MEMORY, Spool};
    use std::io::Write;

    #[test]
    fn what_does_not_fit_in_memory_comes_back_in_order() {
        let mut spool = Spool::default();
        assert!(spool.is_empty());
        let piece: Vec<u8> = (0..=255).collect();
        let mut expected = Vec::new();
        while expected.len() < 3 * MEMORY {
            spool
                .write_all(&piece)
                .expect("a folder for temporary files");
            expected.extend_from_slice(&piece);
        }
        let path = spool.spilled.as_ref().expect("it has spilled").path.clone();
        assert!(path.exists() && !spool.is_empty());
        let mut got = Vec::new();
        spool.empty_into(&mut got).expect("memory");
        assert_eq!(got, expected);
        assert!(!path.exists() && spool.is_empty());
    }
}

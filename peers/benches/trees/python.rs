//! Parsers in C by way of their Python packages: lexbor in selectolax, and turbohtml.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A parser in a process of its own.
pub(super) struct Package {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Package {
    /// Starts the parser of a package; none, and a line that says so, if it is not installed. `TOKENWRIGHT_PYTHON` names the
    /// interpreter.
    pub(super) fn start(package: &str) -> Option<Self> {
        let python = std::env::var("TOKENWRIGHT_PYTHON").unwrap_or_else(|_| "python3".into());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/trees/python.py");
        let process = Command::new(&python)
            .arg(script)
            .arg(package)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let started = process.ok().and_then(|mut process| {
            let input = process.stdin.take()?;
            let output = BufReader::new(process.stdout.take()?);
            Some(Package {
                process,
                input,
                output,
            })
        });
        let mut started = started?;
        let version = started.line().ok().filter(|line| line != "absent");
        match &version {
            Some(version) => println!("{package} {version}, by way of Python"),
            None => {
                println!("skipped: {package} is not installed ({python} -m pip install {package})")
            }
        }
        version.map(|_| started)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// The seconds of one run on a page.
    pub(super) fn seconds(&mut self, page: &Path) -> io::Result<f64> {
        writeln!(self.input, "{}", page.display())?;
        let nanoseconds: f64 = self.line()?.parse().map_err(io::Error::other)?;
        Ok(nanoseconds / 1e9)
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! The progress of long work, on standard error if that is a terminal.
//!
//! A thread draws the line, so work reports numbers at any rate and never waits for a terminal. Nothing is drawn in
//! the first two seconds, or if the output is a file. The line must be erased before anything else is printed, which
//! the type cannot enforce across streams: printing above it goes through a method.

use crate::report::is_styled;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shorter work shows no progress.
const DELAY: Duration = Duration::from_secs(2);
/// The interval between redraws of the line.
const INTERVAL: Duration = Duration::from_millis(200);
/// Erases the line of the cursor.
const ERASE: &str = "\r\x1b[K";

/// A line with the current work, the number of finished parts and the time. A thread draws it, and dropping
/// this value erases it: drop it before printing anything else.
pub struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    status: Mutex<Status>,
    changed: Condvar,
}

#[derive(Default)]
struct Status {
    what: String,
    /// The number of finished parts, and their total.
    parts: Option<(usize, usize)>,
    /// Whether the line is on the terminal.
    drawn: bool,
    finished: bool,
}

impl Progress {
    /// Starts some work: "comparing the revisions".
    pub fn start(what: impl Into<String>) -> Self {
        let stderr = io::stderr();
        match is_styled(&stderr) {
            true => Self::on(stderr, DELAY, what.into()),
            false => Self::silent(what.into()),
        }
    }

    fn silent(what: String) -> Self {
        let shared = Shared::default();
        shared.status().what = what;
        Progress {
            shared: Arc::new(shared),
            thread: None,
        }
    }

    fn on(mut out: impl Write + Send + 'static, delay: Duration, what: String) -> Self {
        let mut progress = Self::silent(what);
        let shared = Arc::clone(&progress.shared);
        let start = Instant::now();
        let draw = move || shared.draw(&mut out, start, delay);
        progress.thread = Some(std::thread::spawn(draw));
        progress
    }

    /// Starts the next work.
    pub fn stage(&self, what: impl Into<String>) {
        let mut status = self.shared.status();
        status.what = what.into();
        status.parts = None;
    }

    /// Prints text to standard output, above the line of progress.
    pub fn print(&self, text: &str) {
        // The lock keeps the line from being drawn meanwhile.
        let mut status = self.shared.status();
        if std::mem::take(&mut status.drawn) {
            eprint!("{ERASE}");
        }
        println!("{text}");
    }

    /// Sets the number of finished parts.
    pub fn parts(&self, done: usize, all: usize) {
        self.shared.status().parts = Some((done, all));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.status().finished = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A failed redraw is harmless.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, out: &mut impl Write, start: Instant, delay: Duration) {
        let mut wait = delay;
        let mut status = self.status();
        loop {
            let waited = self
                .changed
                .wait_timeout_while(status, wait, |status| !status.finished);
            status = waited.unwrap_or_else(PoisonError::into_inner).0;
            if status.finished {
                break;
            }
            let _ = write!(out, "\r{}\x1b[K", status.line(start.elapsed()));
            let _ = out.flush();
            status.drawn = true;
            wait = INTERVAL;
        }
        if status.drawn {
            let _ = write!(out, "{ERASE}");
            let _ = out.flush();
        }
    }
}

impl Status {
    fn line(&self, elapsed: Duration) -> String {
        let Status { what, parts, .. } = self;
        let seconds = elapsed.as_secs();
        match parts {
            Some((done, all)) => format!("{what}: {done} of {all}, {seconds} s"),
            None => format!("{what}, {seconds} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Progress, Write};
    use std::io;
    use std::sync::{Arc, Mutex};
    use std::time::Instant;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("the screen").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("the screen").clone()).expect("UTF-8")
        }

        fn wait_for(&self, text: &str) {
            let start = Instant::now();
            while !self.text().contains(text) {
                assert!(start.elapsed().as_secs() < 60, "{:?}", self.text());
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    #[test]
    fn long_work_draws_one_line_and_erases_it() {
        let screen = Screen::default();
        let progress = Progress::on(screen.clone(), Duration::ZERO, "reading".to_owned());
        screen.wait_for("\rreading, 0 s\x1b[K");
        progress.stage("writing");
        progress.parts(1, 3);
        screen.wait_for("\rwriting: 1 of 3, ");
        drop(progress);
        assert!(screen.text().ends_with("\r\x1b[K"), "{:?}", screen.text());
        assert!(!screen.text().contains('\n'));
    }

    #[test]
    fn short_work_draws_nothing() {
        let screen = Screen::default();
        drop(Progress::on(
            screen.clone(),
            Duration::from_secs(3600),
            "reading".to_owned(),
        ));
        assert_eq!(screen.text(), "");
    }
}

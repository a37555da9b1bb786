//! The terminal: everything that is printed goes through here.

use std::{
    io::{self, BufWriter, IsTerminal as _, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::report;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Color {
    /// As the terminal and the environment say.
    #[default]
    Auto,
    /// Always, text formats only.
    Always,
    /// Never.
    Never,
}

/// Writes a line to standard error from where there is no [`Ui`].
pub fn log(text: &str) {
    // When standard error is gone there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The streams and how they may look.
pub struct Ui {
    out: BufWriter<io::Stdout>,
    color: Color,
    quiet: u8,
    offline: bool,
    verbosity: u8,
    broken: AtomicBool,
    failed: Option<io::Error>,
}

impl Ui {
    /// The terminal of this process.
    pub fn new(color: Color, quiet: u8, offline: bool) -> Self {
        Self {
            out: BufWriter::with_capacity(64 * 1024, io::stdout()),
            color,
            quiet,
            offline,
            verbosity: 0,
            broken: AtomicBool::new(false),
            failed: None,
        }
    }

    /// The same with the level of `-v`.
    #[must_use]
    pub fn verbose(self, verbosity: u8) -> Self {
        Self { verbosity, ..self }
    }

    /// The level of `-v`.
    pub const fn verbosity(&self) -> u8 {
        self.verbosity
    }

    /// How often `--quiet` was given.
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// Whether `--offline` was given: nothing may open a socket.
    pub const fn is_offline(&self) -> bool {
        self.offline
    }

    /// Whether text on standard output is coloured.
    pub fn is_colored(&self) -> bool {
        is_colored(self.color, is_terminal(), |name| std::env::var(name).ok())
    }

    /// Width of the terminal in columns; none when standard output is none and `COLUMNS` is not set.
    pub fn width(&self) -> Option<usize> {
        let from_environment = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|width| *width > 0);
        from_environment.or_else(|| terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0)))
    }

    /// The columns of text: those of the terminal, else 80.
    pub fn columns(&self) -> usize {
        self.width().unwrap_or(report::WIDTH)
    }

    /// Whether the locale takes more than ASCII.
    pub fn is_unicode(&self) -> bool {
        let set = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        set.is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        })
    }

    /// Writes to standard output. A broken pipe ends the writing without a word; another fault is kept for [`Ui::finish`].
    pub fn print(&mut self, text: &str) {
        if self.broken.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.out.write_all(text.as_bytes()) {
            self.fail(error);
        }
    }

    /// Writes a result to standard output, unless only the exit code is to tell.
    pub fn show(&mut self, text: &str) {
        if self.quiet < 2 {
            self.print(text);
        }
    }

    /// Writes to standard output what `write` makes, without holding all of it in memory.
    pub fn print_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.broken.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = write(&mut self.out) {
            self.fail(error);
        }
    }

    /// Whether somebody still reads standard output. What was printed so far is written.
    pub fn is_open(&mut self) -> bool {
        if let Err(error) = self.out.flush() {
            self.fail(error);
        }
        !self.broken.load(Ordering::Relaxed)
    }

    /// Writes a line to standard error, after what was printed so far.
    pub fn note(&mut self, text: &str) {
        if self.quiet < 2 {
            self.complain(text);
        }
    }

    /// Writes a line to standard error, also when all else is quiet.
    pub fn complain(&mut self, text: &str) {
        if let Err(error) = self.out.flush() {
            self.fail(error);
        }
        let mut stream = io::stderr().lock();
        // When standard error is gone there is nobody left to tell.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.write_all(b"\n"));
    }

    /// Asks on standard error, and reads the answer from standard input: a line, so that a terminal stays as it is whatever ends this.
    pub fn agrees(&mut self, question: &str) -> bool {
        self.flush();
        let mut answer = String::new();
        // No lock is held while it waits: whoever handles a signal has something to say.
        let answered = write!(io::stderr(), "{question} [y/N] ").and_then(|()| io::stdin().read_line(&mut answer));
        if !answer.ends_with('\n') {
            log("");
        }
        answered.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
    }

    /// Shows what was printed so far.
    pub fn flush(&mut self) {
        if let Err(error) = self.out.flush() {
            self.fail(error);
        }
    }

    /// Flushes.
    ///
    /// # Errors
    /// Standard output could not be written for another reason than a broken pipe.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Err(error) = self.out.flush() {
            self.fail(error);
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    fn fail(&mut self, error: io::Error) {
        self.broken.store(true, Ordering::Relaxed);
        if error.kind() != io::ErrorKind::BrokenPipe && self.failed.is_none() {
            self.failed = Some(error);
        }
    }
}

/// The first that speaks decides: `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`, `CLICOLOR=0`, `TERM=dumb`, a CI that
/// renders colours, the terminal.
fn is_colored(flag: Color, terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let on = |name: &str| variable(name).is_some_and(|value| !value.is_empty() && value != "0");
    match flag {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if on("CLICOLOR_FORCE") || on("FORCE_COLOR") => true,
        Color::Auto if variable("CLICOLOR").as_deref() == Some("0") => false,
        Color::Auto if variable("TERM").as_deref() == Some("dumb") => false,
        Color::Auto => terminal || set("GITHUB_ACTIONS") || set("GITLAB_CI"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_speaks_decides_on_colour() {
        type Case = (Color, bool, &'static [(&'static str, &'static str)], bool);
        let cases: &[Case] = &[
            (Color::Auto, true, &[], true),
            (Color::Auto, false, &[], false),
            (Color::Always, false, &[("NO_COLOR", "1")], true),
            (Color::Never, true, &[("CLICOLOR_FORCE", "1")], false),
            (Color::Auto, true, &[("NO_COLOR", "")], true),
            (Color::Auto, true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false),
            (Color::Auto, false, &[("FORCE_COLOR", "0")], false),
            (Color::Auto, false, &[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], true),
            (Color::Auto, true, &[("CLICOLOR", "0")], false),
            (Color::Auto, true, &[("TERM", "dumb")], false),
            (Color::Auto, false, &[("GITHUB_ACTIONS", "true")], true),
        ];
        for (flag, terminal, variables, expected) in cases {
            let variable = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(is_colored(*flag, *terminal, variable), *expected, "{flag:?} {terminal} {variables:?}");
        }
    }
}

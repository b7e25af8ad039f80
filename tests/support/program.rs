//! The program `kanon`, run in a folder of its own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Five records.
pub const CSV: &str = "age,name,note\n20,a,x\n20,b,y\n21,c,x\n21,d,y\n30,e,x\n";

/// A recipe for [`CSV`] with the place for further settings.
pub const RECIPE: &str =
    r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"file": "hierarchy_age.csv"}}}REST}"#;

/// A folder that is removed when it is dropped.
pub struct Folder(TempDir);

/// How a command ended.
pub struct Ended {
    command: String,
    output: Output,
}

impl Folder {
    pub fn empty() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// A folder with a table, its hierarchy and its recipe, which together are in order.
    pub fn of_ages() -> Self {
        let folder = Self::empty();
        folder.write("data.csv", CSV);
        folder.write("hierarchy_age.csv", "20;20s;*\n21;20s;*\n30;30s;*\n");
        folder.write("recipe.json", RECIPE.replace("REST", ""));
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// Runs `kanon` with these arguments, separated by spaces.
    pub fn kanon(&self, arguments: &str) -> Ended {
        let output = Command::new(env!("CARGO_BIN_EXE_kanon"))
            .current_dir(self.0.path())
            .args(arguments.split(' '))
            .output()
            .unwrap();
        Ended { command: arguments.to_owned(), output }
    }

    /// Runs a script of the shell, in which `kanon` is the program.
    pub fn shell(&self, script: &str) -> Ended {
        let output = self.command("sh").args(["-c", script]).output().unwrap();
        Ended { command: script.to_owned(), output }
    }

    /// A command in this folder that finds `kanon`.
    pub fn command(&self, program: &str) -> Command {
        let kanon = Path::new(env!("CARGO_BIN_EXE_kanon"));
        let mut command = Command::new(if program == "kanon" { kanon } else { Path::new(program) });
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [kanon.parent().unwrap().to_owned()];
        let folders = folders.into_iter().chain(env::split_paths(&others));
        command.current_dir(self.0.path()).env("PATH", env::join_paths(folders).unwrap());
        command
    }

    /// Makes a named pipe.
    pub fn make_pipe(&self, name: &str) {
        self.shell(&format!("mkfifo {name}")).exits(0);
    }

    pub fn anonymize(&self) -> Ended {
        self.kanon("anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json")
    }

    /// Anonymizes; it must end with this exit code, one message with these parts, and without a file left behind.
    #[track_caller]
    pub fn fails(&self, code: i32, parts: &[&str]) {
        let before = self.names();
        self.anonymize().exits(code).prints_nothing().complains(parts);
        assert_eq!(self.names(), before, "no file is left behind");
    }

    /// Whether an output that was begun is still there.
    pub fn holds_a_part(&self) -> bool {
        self.names().iter().any(|name| name.starts_with(".kanon-"))
    }

    /// Waits until an output was begun.
    pub fn wait_for_a_part(&self) {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.holds_a_part() {
            assert!(Instant::now() < end, "no output was begun");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The names of what is in the folder, in order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = (fs::read_dir(self.0.path()).unwrap())
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Ended {
    fn stdout(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).unwrap()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    /// The exit code; -1 where a signal ended it.
    pub fn code(&self) -> i32 {
        self.output.status.code().unwrap_or(-1)
    }

    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        let found = self.output.status.code();
        assert_eq!(found, Some(code), "{}\n{}{}", self.command, self.stdout(), self.stderr());
        self
    }

    #[track_caller]
    pub fn prints(self, parts: &[&str]) -> Self {
        holds(&self.stdout(), parts);
        self
    }

    /// Standard error is empty.
    #[track_caller]
    pub fn complains_of_nothing(self) -> Self {
        assert_eq!(self.stderr(), "");
        self
    }

    #[track_caller]
    pub fn prints_nothing(self) -> Self {
        assert_eq!(self.stdout(), "");
        self
    }

    /// Standard output.
    pub fn printed(&self) -> String {
        self.stdout()
    }

    /// Standard error.
    pub fn complaint(&self) -> String {
        self.stderr()
    }

    /// Standard error is one line, which begins so.
    #[track_caller]
    pub fn complains_of_nothing_but(self, start: &str) -> Self {
        let text = self.stderr();
        assert!(text.starts_with(start) && text.lines().count() == 1, "{text}");
        self
    }

    /// Standard error holds these parts.
    #[track_caller]
    pub fn complains(self, parts: &[&str]) -> Self {
        holds(&self.stderr(), parts);
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        self
    }
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

//! Signals to the program `kanon`: they end it and leave no file behind. A signal that is to be ignored is ignored.

#![cfg(unix)]
use crate::support::program::Folder;
use std::process::{Child, Stdio};

/// Undoes what the tests themselves were told to ignore, as `nohup` does; a shell alone cannot.
const AS_USUAL: &str = if cfg!(target_os = "linux") { "env --default-signal=HUP,INT,QUIT,TERM" } else { "" };

/// A run that has its release ready beside its place, and waits for a reader of its report.
fn waiting(folder: &Folder, before: &str, as_usual: &str) -> Child {
    folder.make_pipe("pipe");
    let script = format!(
        "{before} exec {as_usual} kanon anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --report pipe"
    );
    let child =
        (folder.command("sh").args(["-c", &script])).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    folder.wait_for_a_part();
    child
}

fn send(folder: &Folder, signal: &str, child: &Child) {
    let command = format!("kill -s {signal} {}", child.id());
    folder.shell(&command).exits(0);
}

#[test]
fn a_signal_ends_the_program_and_leaves_nothing_behind() {
    for (signal, code) in [("HUP", 129), ("INT", 130), ("QUIT", 131), ("TERM", 143)] {
        let folder = Folder::of_ages();
        folder.write("release.csv", "older");
        let mut child = waiting(&folder, "", AS_USUAL);
        send(&folder, signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        assert!(!folder.holds_a_part(), "{signal}: {:?}", folder.names());
        assert_eq!(folder.read("release.csv"), "older");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let folder = Folder::of_ages();
    let mut child = waiting(&folder, "trap '' HUP INT;", "");
    send(&folder, "HUP", &child);
    send(&folder, "INT", &child);
    assert!(folder.read("pipe").starts_with('{'));
    assert!(child.wait().unwrap().success());
    assert!(folder.has("release.csv") && !folder.holds_a_part());
}

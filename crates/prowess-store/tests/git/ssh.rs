//! Repositories over ssh, with a stand-in for the program `ssh`.

use prowess_store::source::GitSource;

use crate::origin::Origin;
use crate::stage::{Stage, commit, paths};

/// The user's command for ssh is run, told to ask nothing, and gives the repository; it comes from the environment, else from the
/// user's configuration.
#[tokio::test]
async fn by_the_users_command() {
    let origin = Origin::new();
    let id = origin.skills("main", &["s"]);
    let source = GitSource::of(format!("ssh://git@host.test{}", origin.folder().display()));
    let mut stage = Stage::new();
    let asked = stage.folder.path().join("home/asked");
    let ssh = stage.script(
        "ssh",
        &format!(
            "echo \"$@\" >>{}\nfor last; do :; done\nexec sh -c \"$last\"",
            asked.display()
        ),
    );
    stage
        .program
        .variables
        .insert("GIT_SSH_COMMAND".into(), ssh.clone().into());
    let harvest = stage.harvest(&source).await.unwrap();
    assert_eq!(
        (commit(&harvest), paths(&harvest)),
        (id.as_str(), vec!["s"])
    );
    let words = stage.read("asked").unwrap();
    assert!(
        words.lines().all(|line| line.contains("-oBatchMode=yes")),
        "{words}"
    );
    assert!(words.contains("git@host.test git-upload-pack"), "{words}");
    stage
        .program
        .variables
        .remove(std::ffi::OsStr::new("GIT_SSH_COMMAND"));
    stage.write(
        ".gitconfig",
        &format!("[core]\n\tsshCommand = {}\n", ssh.display()),
    );
    assert_eq!(paths(&stage.harvest(&source).await.unwrap()), ["s"]);
}

/// What ssh says is told as what can be done about it.
#[tokio::test]
async fn what_ssh_says() {
    let source = GitSource::of("ssh://git@host.test/o/r");
    for (words, expected) in [
        (
            "git@host.test: Permission denied (publickey).",
            "the host takes none of your keys",
        ),
        (
            "Host key verification failed.",
            "connect to it once with `ssh host.test`",
        ),
        (
            "ERROR: Repository not found.",
            "it is not there, or your key may not read it",
        ),
        (
            "ssh: Could not resolve hostname host.test: Name or service not known",
            "`host.test` cannot be found",
        ),
        (
            "ssh: connect to host host.test port 22: Connection refused",
            "no connection to `host.test`",
        ),
    ] {
        let mut stage = Stage::new();
        let ssh = stage.script("ssh", &format!("echo '{words}' >&2\nexit 255"));
        stage
            .program
            .variables
            .insert("GIT_SSH_COMMAND".into(), ssh.into());
        let message = stage.failure(&source).await;
        assert!(message.contains(expected), "{words}: {message}");
    }
}

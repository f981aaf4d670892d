//! What `git` and `ssh` say when they fail, as far as it tells what can be done.

/// Why `git` failed. Both programs tell it in words alone; they are asked to speak English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The name of the host is not found.
    Offline,
    /// No connection stands, or its encryption fails.
    Connect,
    /// Nothing came for too long.
    Silence,
    /// The host answers with this status.
    Status(u16),
    /// The host of ssh lets nobody in with the keys that there are.
    Keys,
    /// The host of ssh is not known.
    HostKey,
    /// The repository is not there, or not shown.
    Missing,
    /// There is no such reference.
    Reference,
    /// The host gives no commit by its id.
    Unadvertised,
    /// The host gives no part of a history.
    Shallow,
    /// The repository names its objects by another digest.
    Format,
    /// The answer broke off, or is not what was promised.
    Broken,
    /// Anything else.
    Other,
}

/// Words and what they mean; the first that is found counts.
const WORDS: [(&str, Cause); 48] = [
    ("could not resolve host", Cause::Offline),
    ("name or service not known", Cause::Offline),
    ("temporary failure in name resolution", Cause::Offline),
    ("nodename nor servname provided", Cause::Offline),
    ("host key verification failed", Cause::HostKey),
    ("permission denied (", Cause::Keys),
    ("too many authentication failures", Cause::Keys),
    ("could not read username", Cause::Status(401)),
    ("could not read password", Cause::Status(401)),
    ("authentication failed for", Cause::Status(401)),
    ("couldn't find remote ref", Cause::Reference),
    ("not our ref", Cause::Unadvertised),
    ("request for unadvertised object", Cause::Unadvertised),
    ("does not support shallow", Cause::Shallow),
    ("fetching from shallow", Cause::Shallow),
    ("mismatched algorithms", Cause::Format),
    (
        "does not support fetching with a different hash",
        Cause::Format,
    ),
    ("repository not found", Cause::Missing),
    ("does not appear to be a git repository", Cause::Missing),
    ("does not exist", Cause::Missing),
    ("' not found", Cause::Missing),
    ("operation too slow", Cause::Silence),
    ("timed out", Cause::Silence),
    ("failed to connect", Cause::Connect),
    ("couldn't connect", Cause::Connect),
    ("connection refused", Cause::Connect),
    ("no route to host", Cause::Connect),
    ("network is unreachable", Cause::Connect),
    ("ssl certificate problem", Cause::Connect),
    ("ssl_connect", Cause::Connect),
    ("ssl routines", Cause::Connect),
    ("gnutls_handshake", Cause::Connect),
    ("certificate verification failed", Cause::Connect),
    ("early eof", Cause::Broken),
    ("transfer closed", Cause::Broken),
    ("unexpected disconnect", Cause::Broken),
    ("hung up unexpectedly", Cause::Broken),
    ("rpc failed", Cause::Broken),
    ("invalid index-pack output", Cause::Broken),
    ("index-pack failed", Cause::Broken),
    ("protocol error", Cause::Broken),
    ("bad line length", Cause::Broken),
    ("unexpected flush", Cause::Broken),
    ("expected flush", Cause::Broken),
    ("unexpected end", Cause::Broken),
    ("empty reply", Cause::Broken),
    ("recv failure", Cause::Broken),
    ("could not read from remote repository", Cause::Missing),
];

impl Cause {
    /// The cause that words tell.
    pub(super) fn of(words: &str) -> Self {
        let words = words.to_ascii_lowercase();
        if let Some((_, rest)) = words.split_once("the requested url returned error: ") {
            let status: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if let Ok(status) = status.parse() {
                return Self::Status(status);
            }
        }
        WORDS
            .iter()
            .find(|(part, _)| words.contains(part))
            .map_or(Self::Other, |(_, cause)| *cause)
    }
}

/// The words as they may be shown: on one line, without what `git` only advises, and with no secret in them.
pub(super) fn shown(words: &str, secrets: &[&str]) -> String {
    let lines = words.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !line.starts_with("hint:") && !line.starts_with("warning:")
    });
    let lines: Vec<&str> = lines.collect();
    // The first lines tell the cause; the last ones are what it led to.
    let mut text = lines.into_iter().take(4).collect::<Vec<_>>().join("; ");
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        text = text.replace(secret, "…");
    }
    let text: String = text
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect();
    let text = text.strip_prefix("fatal: ").unwrap_or(&text);
    match text {
        "" => "it failed and does not say why".to_owned(),
        text => without_users(text),
    }
}

/// A text without user information in the addresses that are in it.
fn without_users(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("://") {
        shown.push_str(before);
        shown.push_str("://");
        let end = after
            .find(['/', '\'', '"', ' ', '?', '#'])
            .unwrap_or(after.len());
        let (authority, path) = after.split_at(end);
        let host = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        shown.push_str(host);
        rest = path;
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the programs say in each case, word by word.
    #[test]
    fn causes() {
        for (words, cause) in [
            (
                "fatal: unable to access 'https://x.invalid/y/': Could not resolve host: x.invalid",
                Cause::Offline,
            ),
            (
                "fatal: unable to access 'http://h/r/': The requested URL returned error: 403",
                Cause::Status(403),
            ),
            ("fatal: repository 'https://h/r/' not found", Cause::Missing),
            (
                "fatal: could not read Username for 'https://h': terminal prompts disabled",
                Cause::Status(401),
            ),
            (
                "fatal: unable to access 'http://127.0.0.1:9/x/': Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server",
                Cause::Connect,
            ),
            (
                "ssh: connect to host 127.0.0.1 port 9: Connection refused\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.",
                Cause::Connect,
            ),
            (
                "git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.",
                Cause::Keys,
            ),
            (
                "No ED25519 host key is known for h.\nHost key verification failed.\nfatal: Could not read from remote repository.",
                Cause::HostKey,
            ),
            (
                "fatal: couldn't find remote ref refs/pull/9/head",
                Cause::Reference,
            ),
            (
                "fatal: remote error: upload-pack: not our ref 00",
                Cause::Unadvertised,
            ),
            (
                "fatal: dumb http transport does not support shallow capabilities",
                Cause::Shallow,
            ),
            (
                "fatal: mismatched algorithms: client sha1; server sha256",
                Cause::Format,
            ),
            (
                "error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: early EOF",
                Cause::Broken,
            ),
            ("fatal: something new", Cause::Other),
        ] {
            assert_eq!(Cause::of(words), cause, "{words}");
        }
    }

    /// No user information and no secret is shown, and no line that breaks a message (IN-34).
    #[test]
    fn in_34_nothing_secret_is_shown() {
        let words = "warning: x\nfatal: unable to access 'https://u:tok123@h.test/r/': no\u{1b}[1m\nauth dG9rMTIz failed\nhint: y\n";
        assert_eq!(
            shown(words, &["tok123", "dG9rMTIz", ""]),
            "unable to access 'https://h.test/r/': no [1m; auth … failed"
        );
        assert_eq!(shown("", &[]), "it failed and does not say why");
    }
}

use proptest::prelude::*;

use super::*;

fn context() -> Context<'static> {
    Context {
        home: Some(Path::new("/home/ann")),
        ..Context::default()
    }
}

fn parsed(text: &str) -> Parsed {
    Source::parse(text, &context()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn source(text: &str) -> Source {
    let parsed = parsed(text);
    assert_eq!(parsed.login, None, "{text}");
    parsed.source
}

fn refused(text: &str) -> String {
    Source::parse(text, &Context::default())
        .map(|parsed| panic!("{text} is {:?}", parsed.source))
        .unwrap_err()
        .to_string()
}

/// Each form that is read, and the form that is kept, which is read back as the same source.
#[test]
fn forms() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    for (text, kept) in [
        // Repositories of GitHub in short.
        ("o/r", "git+https://github.com/o/r"),
        ("o/r.git", "git+https://github.com/o/r"),
        ("o/r@s", "git+https://github.com/o/r#skill=s"),
        ("o/r#main", "git+https://github.com/o/r#ref=main"),
        ("o/r#feature/x", "git+https://github.com/o/r#ref=feature/x"),
        ("o/r#main@s", "git+https://github.com/o/r#ref=main&skill=s"),
        (
            "o/r#bot/@types/node",
            "git+https://github.com/o/r#ref=bot/@types/node",
        ),
        ("o/r/skills/s", "git+https://github.com/o/r#path=skills/s"),
        (
            "o/r/skills@s",
            "git+https://github.com/o/r#path=skills&skill=s",
        ),
        ("github:o/r", "git+https://github.com/o/r"),
        ("github:o/r@s", "git+https://github.com/o/r#skill=s"),
        ("gitlab:g/sub/r", "git+https://gitlab.com/g/sub/r"),
        ("skills-sh:o/r/s", "git+https://github.com/o/r#skill=s"),
        (
            "https://skills.sh/o/r/s",
            "git+https://github.com/o/r#skill=s",
        ),
        ("github.com/o/r", "git+https://github.com/o/r"),
        // OpenClaw's form.
        ("git:o/r", "git+https://github.com/o/r"),
        (
            "git:o/r@feature/x",
            "git+https://github.com/o/r#ref=feature/x",
        ),
        (
            "git:git.example.com/g/r@v1",
            "git+https://git.example.com/g/r#ref=v1",
        ),
        (
            "git:https://git.example.com/g/r.git@v1",
            "git+https://git.example.com/g/r.git#ref=v1",
        ),
        (
            "git:git@h.example:o/r.git@v1",
            "git+ssh://git@h.example/o/r.git#ref=v1",
        ),
        // Pages of hosts.
        ("https://github.com/o/r", "git+https://github.com/o/r"),
        ("https://www.github.com/o/r/", "git+https://github.com/o/r"),
        (
            "https://github.com/o/r.git#v1",
            "git+https://github.com/o/r#ref=v1",
        ),
        (
            "https://github.com/o/r/tree/main",
            "git+https://github.com/o/r#ref=main",
        ),
        (
            "https://github.com/o/r/tree/a/b/c#readme",
            "git+https://github.com/o/r#tree=a/b/c",
        ),
        (
            "https://github.com/o/r/blob/main/s/SKILL.md?plain=1",
            "git+https://github.com/o/r#tree=main/s",
        ),
        (
            "https://github.com/o/r/blob/main/SKILL.md",
            "git+https://github.com/o/r#ref=main",
        ),
        (
            "https://github.com/o/r/blob/main/s.skill",
            "https://github.com/o/r/raw/main/s.skill",
        ),
        (
            "https://ghe.example.com/o/r/tree/main/s",
            "git+https://ghe.example.com/o/r#tree=main/s",
        ),
        (
            "https://gitlab.com/g/sub/r",
            "git+https://gitlab.com/g/sub/r",
        ),
        (
            "https://gitlab.com/g/r/-/blob/v1/SKILL.md",
            "git+https://gitlab.com/g/r#ref=v1",
        ),
        (
            "https://bitbucket.org/o/r/src/main/s/",
            "git+https://bitbucket.org/o/r#tree=main/s",
        ),
        (
            "https://codeberg.org/o/r/src/branch/main/s",
            "git+https://codeberg.org/o/r#tree=main/s",
        ),
        (
            "https://dev.azure.com/o/p/_git/r?path=/skills/s&version=GBrel/1",
            "git+https://dev.azure.com/o/p/_git/r#ref=rel/1&path=skills/s",
        ),
        (
            "https://git.example.com:8443/x.git",
            "git+https://git.example.com:8443/x.git",
        ),
        ("http://127.0.0.1:8080/o/r", "git+http://127.0.0.1:8080/o/r"),
        // ssh.
        ("git@github.com:o/r.git", "git+ssh://git@github.com/o/r"),
        ("git@h:o/r.git#v1", "git+ssh://git@h/o/r.git#ref=v1"),
        ("ann@h.example:r.git", "git+ssh://ann@h.example/~/r.git"),
        (
            "ann@h.example:/srv/r.git",
            "git+ssh://ann@h.example/srv/r.git",
        ),
        (
            "ssh://git@h.example:2222/o/r",
            "git+ssh://git@h.example:2222/o/r",
        ),
        (
            "git+ssh://git@h.example/o/r.git@v1",
            "git+ssh://git@h.example/o/r.git#ref=v1",
        ),
        // The kept form itself.
        (
            "git+https://h.example/o/r#main",
            "git+https://h.example/o/r#ref=main",
        ),
        ("git+https://h.example/@o/r#", "git+https://h.example/@o/r#"),
        (
            "git+https://h.example/o/r#ref=a%26b%25&path=x%20y",
            "git+https://h.example/o/r#ref=a%26b%25&path=x%20y",
        ),
        // Files and folders.
        (".", "."),
        ("./skills/s", "./skills/s"),
        ("../s/", "../s/"),
        ("/srv/s", "/srv/s"),
        ("~/s", "/home/ann/s"),
        ("./s/SKILL.md", "./s/"),
        ("s.zip", "./s.zip"),
        ("out/s.skill", "./out/s.skill"),
        ("./s.tar.gz", "./s.tar.gz"),
        ("./s.zip/", "./s.zip/"),
        ("https://h.example/s.skill", "https://h.example/s.skill"),
        (
            "https://h.example/s.TGZ?v=1#x",
            "https://h.example/s.TGZ?v=1",
        ),
        (
            "https://github.com/o/r/archive/refs/heads/main.zip",
            "https://github.com/o/r/archive/refs/heads/main.zip",
        ),
        (
            "https://h.example/s/SKILL.md",
            "https://h.example/s/SKILL.md",
        ),
        (
            "skill+https://h.example/raw?id=7",
            "skill+https://h.example/raw?id=7",
        ),
        (
            "archive+https://h.example/download/7",
            "archive+https://h.example/download/7",
        ),
        // Sites and registries.
        ("https://h.example", "well-known+https://h.example/"),
        (
            "well-known+https://h.example/docs",
            "well-known+https://h.example/docs",
        ),
        ("clawhub:s", "registry+https://clawhub.ai/#s"),
        ("clawhub:s@1.2.0", "registry+https://clawhub.ai/#s@1.2.0"),
        ("@o/s", "registry+https://clawhub.ai/#@o/s"),
        (
            "clawhub:@o/s@1.2.0",
            "registry+https://clawhub.ai/#@o/s@1.2.0",
        ),
        (
            "https://clawhub.ai/o/s",
            "registry+https://clawhub.ai/#@o/s",
        ),
        (
            "registry+https://hub.example/api/#s",
            "registry+https://hub.example/api/#s",
        ),
    ] {
        let one = source(text);
        assert_eq!(one.to_string(), kept, "{text}");
        assert_eq!(kept.parse::<Source>().unwrap(), one, "{text}");
    }
    let text = format!("https://github.com/o/r/tree/{commit}/a/b");
    let kept = format!("git+https://github.com/o/r#ref={commit}&path=a/b");
    assert_eq!(source(&text).to_string(), kept);
}

/// Percent-encoding tells the reference from the folder, a query is no part of either, and a group within a group is kept.
#[test]
fn in_02_reference_of_a_pasted_link() {
    let text = "https://gitlab.test/g/sub/r/-/tree/rel%2F1.0/skills?ref_type=heads";
    let expected = GitSource {
        url: "https://gitlab.test/g/sub/r".to_owned(),
        reference: Some("rel/1.0".to_owned()),
        subfolder: "skills".to_owned(),
        skill: None,
        undivided: None,
    };
    assert_eq!(source(text), Source::Git(expected));
}

/// Paths of Windows are folders on every system; `owner/repo` is GitHub's.
#[test]
fn in_03_paths_of_windows() {
    for text in [
        "D:\\skills\\one",
        "C:/skills/one",
        ".\\one",
        "\\\\host\\share",
    ] {
        assert_eq!(source(text), Source::Folder(text.into()));
        assert_eq!(source(text).to_string(), text);
    }
    let git = |url: &str| Source::Git(GitSource::of(url));
    assert_eq!(source("git@h:o/r.git"), git("ssh://git@h/o/r.git"));
    assert_eq!(source("o/r"), git("https://github.com/o/r"));
}

/// User information comes back apart, and is in no source, error or debug output.
#[test]
fn in_34_user_information() {
    for text in [
        "https://tok123@host.test/o/r",
        "https://ann:tok123@host.test/o/r",
        "git+https://tok123@host.test/o/r@main",
        "git:https://tok123@host.test/o/r",
        "https://tok123@host.test/a.zip",
        "https://tok123@host.test/s/SKILL.md",
        "https://tok123@host.test",
        "well-known+https://tok123@host.test/",
        "registry+https://tok123@host.test/#s",
    ] {
        let parsed = parsed(text);
        assert!(parsed.login.is_some(), "{text}");
        assert!(
            !format!("{parsed:?}{}", parsed.source).contains("tok123"),
            "{text}"
        );
        let error = text.parse::<Source>().unwrap_err();
        assert!(!format!("{error}{error:?}").contains("tok123"), "{text}");
    }
    let login = parsed("https://a%40b:p%3A@host.test/o/r").login.unwrap();
    assert_eq!(
        (&*login.user, login.password.as_deref()),
        ("a@b", Some("p:"))
    );
    assert_eq!(
        source("ssh://git:tok123@host.test/o/r").to_string(),
        "git+ssh://git@host.test/o/r"
    );
    for text in [
        "https:tok123@host.test/o/r",
        "https:\\\\tok123@host.test\\o",
        "https://tok123@/o/r",
        "ftp://ann:tok123@host.test/x",
        "git://tok123@host.test/x",
        "https://host.test/a.zip?token=tok123",
        "https://tok123@github.com/o",
        "git:ext::https://tok123@host.test",
    ] {
        assert!(!refused(text).contains("tok123"), "{}", refused(text));
    }
}

/// What is no source is refused with what to do instead.
#[test]
fn refusals() {
    for (text, reason) in [
        ("", "it is empty"),
        ("a\nb", "it holds a control character"),
        ("file:///srv/s", "write the path itself"),
        ("ext::sh -c x", "`ext:` is no kind of source that is known"),
        ("npm:left-pad", "`npm:` is no kind of source that is known"),
        (
            "git://h.example/r",
            "`git:` is no kind of source that is known",
        ),
        ("git:file:///srv/r", "only https and ssh are used for Git"),
        ("~/s", "there is no home that `~` could mean"),
        ("o/r#-x", "`-x` is no name of a branch, tag or commit"),
        ("o/r#a..b", "`a..b` is no name of a branch, tag or commit"),
        (
            "git:o/r@--upload-pack=x",
            "`--upload-pack=x` is no name of a branch, tag or commit",
        ),
        ("o/r/../x", "`../x` is no folder of a repository"),
        (
            "git+https://h.example/r#path=a/../b",
            "`a/../b` is no folder of a repository",
        ),
        (
            "git+https://h.example/r#path=a&x=1",
            "`x` is no part of a repository that is known",
        ),
        ("ssh://-oProxyCommand=x/r", "it has no host"),
        ("clawhub:../x", "`../x` is no name of a skill in a registry"),
        ("clawhub:s@", "`` is no version"),
        ("@o", "write `@OWNER/SKILL`"),
        (
            "https://github.com/o/r/blob/main/README.md",
            "it names a file that is neither a `SKILL.md` nor an archive",
        ),
        (
            "https://h.example/a.zip?X-Amz-Signature=1",
            "the part `X-Amz-Signature` of its query looks like a secret, and would be kept; fetch the file yourself and install it from there",
        ),
        (
            "weather",
            "write `./weather` for a folder, `clawhub:weather` for a skill of the registry, `OWNER/weather` for a repository of GitHub",
        ),
    ] {
        let text_shown = super::login::redacted(text).escape_debug().to_string();
        assert_eq!(
            refused(text),
            format!("`{text_shown}` is no source of skills: {reason}"),
            "{text}"
        );
    }
}

proptest! {
    /// No text brings the reader down, and what is read is read back from the form that is kept.
    #[test]
    fn round_trip(text in prop::collection::vec(
        prop::sample::select(vec![
            "https://", "http://", "git+https://", "git+ssh://", "ssh://", "git:", "git@", "clawhub:", "registry+https://",
            "well-known+https://", "skill+https://", "archive+https://", "github.com", "gitlab.com", "h.example", "h",
            "o", "r", "s", "a b", "é", "/", "/", "/", ":", "@", "#", "?", "&", "=", "%2F", "%40", "%23", "%00", "%", "..",
            ".", "~", "\\", "-", "tree", "blob", "_git", "src", "branch", "SKILL.md", ".zip", ".git", "ref=", "path=", "C:", "[",
        ]), 1..9)) {
        let text = text.concat();
        if let Ok(parsed) = Source::parse(&text, &context()) {
            let kept = parsed.source.to_string();
            let again = kept.parse::<Source>();
            prop_assert!(again.is_ok(), "{:?} {} {:?}", text, kept, again);
            prop_assert_eq!(again.unwrap(), parsed.source, "{} {}", text, kept);
        }
    }

    /// Neither does any other text.
    #[test]
    fn any_text(text in ".{0,64}") {
        let _ = Source::parse(&text, &Context::default());
    }
}

use proptest::prelude::*;

use super::*;

fn imported(form: Form, text: &str) -> Imported {
    read(form, Path::new("skills/s/SKILL.md"), text.as_bytes()).unwrap()
}

/// Name, whole source and pin of each skill.
fn skills(imported: &Imported) -> Vec<(&str, String, Option<&Pin>)> {
    imported
        .skills
        .iter()
        .map(|skill| {
            let source = skill.origin.whole().to_string();
            (skill.name.as_str(), source, skill.pin.as_ref())
        })
        .collect()
}

fn refused(imported: &Imported) -> Vec<(&str, &str)> {
    imported
        .refused
        .iter()
        .map(|skill| (skill.name.as_str(), skill.reason.as_str()))
        .collect()
}

/// A project's lock of `npx skills`: what has a host is carried over, its hash is not.
#[test]
fn skills_lock() {
    let imported = imported(
        Form::SkillsLock,
        r#"{"version": 1, "skills": {
            "b": {"source": "o/r", "sourceType": "github", "ref": "dev", "skillPath": "skills/b/SKILL.md", "computedHash": "ab"},
            "a": {"source": "./mine", "sourceType": "local", "computedHash": "cd"},
            "c": {"source": "group/r", "sourceType": "gitlab"},
            "d": {"source": "pkg", "sourceType": "node_modules"},
            "../e": {"source": "o/r", "sourceType": "github"},
            "f": "o/r",
            "g": {"source": "o/r", "sourceType": "github", "skillPath": "../x/SKILL.md"}
        }}"#,
    );
    let git = "git+https://github.com/o/r#ref=dev&path=skills/b".to_owned();
    assert_eq!(
        skills(&imported),
        [("a", "./mine".to_owned(), None), ("b", git, None)]
    );
    let lost = [
        "`computedHash` `ab`: it is taken over other bytes than are installed, in an order that depends on the locale",
    ];
    assert_eq!(imported.skills[1].lost, lost);
    let expected = [
        (
            "../e",
            "`../e` cannot be the name of a folder: a part of it is `..`; choose another with `--as NAME`",
        ),
        ("c", "the host of `group/r` is not written down"),
        ("d", "`node_modules` is no kind of source that is known"),
        ("f", "it is no object"),
        ("g", "its path `../x/SKILL.md`: a part of it is `..`"),
    ];
    assert_eq!(refused(&imported), expected);
}

/// A user's lock of `npx skills`, whose addresses are whole; an older version still tells of its skills (IN-09).
#[test]
fn in_09_skill_lock() {
    let newest = imported(
        Form::SkillLock,
        r#"{"version": 3, "dismissed": {}, "skills": {
            "s": {"source": "o/r", "sourceType": "gitlab", "sourceUrl": "https://git.example.com/o/r.git",
                  "skillPath": "SKILL.md", "skillFolderHash": "ab", "installedAt": "2026-01-01", "updatedAt": "2026-01-01"},
            "w": {"source": "wellknown/example.com", "sourceType": "well-known", "sourceUrl": "https://example.com"}
        }}"#,
    );
    let expected = [
        ("s", "git+https://git.example.com/o/r.git".to_owned(), None),
        ("w", "well-known+https://example.com/".to_owned(), None),
    ];
    assert_eq!(skills(&newest), expected);
    assert_eq!(
        newest.lost,
        ["`dismissed`: it is a setting of that program"]
    );
    let oldest = imported(
        Form::SkillLock,
        r#"{"version":1,"skills":{"s":{"source":"o/r"}}}"#,
    );
    assert_eq!(
        skills(&oldest),
        [("s", "git+https://github.com/o/r".to_owned(), None)]
    );
}

/// ClawHub's files pin the version, and its archive where there is one.
#[test]
fn clawhub() {
    let digest = Digest::of(b"");
    let hex = digest.short_hex(64);
    let lock = imported(
        Form::ClawhubLock,
        &format!(
            r#"{{"version": 1, "skills": {{
                "s": {{"version": "1.2.0", "installedAt": 1, "ownerHandle": "ann", "artifact": {{"kind": "archive", "sha256": "{hex}"}}}},
                "t": {{"version": null, "installedAt": 1}}
            }}}}"#
        ),
    );
    let pin = Pin::Version {
        version: "1.2.0".to_owned(),
        archive: Some(digest),
    };
    let of = |skill: &str| format!("registry+https://clawhub.ai/#{skill}");
    assert_eq!(
        skills(&lock),
        [("s", of("@ann/s"), Some(&pin)), ("t", of("t"), None)]
    );
    let origin = imported(
        Form::ClawhubOrigin,
        r#"{"version": 1, "registry": "https://hub.example.com", "slug": "s", "installedVersion": "2", "installedAt": 1,
            "artifact": {"kind": "clawpack", "sha256": "ab"}, "trustState": "ok"}"#,
    );
    let pin = Pin::Version {
        version: "2".to_owned(),
        archive: None,
    };
    let source = "registry+https://hub.example.com/#s".to_owned();
    assert_eq!(skills(&origin), [("s", source, Some(&pin))]);
    let lost = [
        "the digest of its `clawpack`: archives alone are fetched",
        "what that program thought of its trust: it is judged anew",
    ];
    assert_eq!(origin.skills[0].lost, lost);
}

/// OpenClaw's file pins the commit; user information in its address is refused and not shown.
#[test]
fn openclaw() {
    let commit = "a1".repeat(20);
    let of = |url: &str| {
        let text = format!(
            r#"{{"version": 1, "source": "git", "spec": "git:o/r@v1", "slug": "s", "installedAt": 1,
                "git": {{"url": "{url}", "ref": "v1", "commit": "{commit}", "resolvedAt": 1}}}}"#
        );
        imported(Form::OpenclawOrigin, &text)
    };
    let pin = Pin::Commit(commit.clone());
    let source = "git+https://github.com/o/r#ref=v1".to_owned();
    assert_eq!(
        skills(&of("https://github.com/o/r.git")),
        [("s", source, Some(&pin))]
    );
    let secret = of("https://secret@github.com/o/r");
    assert_eq!(secret.refused.len(), 1);
    assert!(!secret.refused[0].reason.contains("secret"), "{secret:?}");
    let path = imported(
        Form::OpenclawOrigin,
        r#"{"version": 1, "source": "path", "spec": "/home/ann/s", "slug": "s", "installedAt": 1}"#,
    );
    assert_eq!(skills(&path), [("s", "/home/ann/s".to_owned(), None)]);
}

/// `gh skill` follows a branch, a pin, or the newest release, which we cannot follow and say so.
#[test]
fn github() {
    let of = |fields: &str| {
        let text = format!(
            "---\nname: s\ndescription: d\nmetadata:\n    github-path: skills/s\n    github-repo: https://github.com/o/r\n{fields}---\n"
        );
        imported(Form::GithubMetadata, &text)
    };
    let source = |reference: &str| format!("git+https://github.com/o/r#{reference}path=skills/s");
    for (fields, reference, lost) in [
        ("    github-ref: refs/heads/main\n", "ref=main&", 1),
        ("    github-ref: refs/tags/v1\n", "", 2),
        (
            "    github-ref: refs/tags/v1\n    github-pinned: v1\n",
            "ref=v1&",
            1,
        ),
        (
            "    github-ref: refs/tags/v1\n    github-pinned: true\n",
            "ref=v1&",
            1,
        ),
        ("    github-tree-sha: ab\n", "", 2),
    ] {
        let imported = of(fields);
        assert_eq!(
            skills(&imported),
            [("s", source(reference), None)],
            "{fields}"
        );
        assert_eq!(imported.skills[0].lost.len(), lost, "{fields}");
    }
    let other = imported(Form::GithubMetadata, "---\nname: s\ndescription: d\n---\n");
    assert_eq!(other, Imported::default());
}

/// The form is told by the path.
#[test]
fn forms() {
    for (path, form) in [
        ("skills-lock.json", Some(Form::SkillsLock)),
        ("/h/.agents/.skill-lock.json", Some(Form::SkillLock)),
        ("w/.clawhub/lock.json", Some(Form::ClawhubLock)),
        ("s/.clawdhub/origin.json", Some(Form::ClawhubOrigin)),
        ("s/.openclaw/source-origin.json", Some(Form::OpenclawOrigin)),
        ("s/SKILL.md", Some(Form::GithubMetadata)),
        ("lock.json", None),
    ] {
        assert_eq!(Form::of(Path::new(path)), form, "{path}");
    }
}

/// A newer version is refused (IN-09); so are a merge that was not ended, and what is no such file.
#[test]
fn in_09_refused() {
    let of = |text: &str| read(Form::SkillsLock, Path::new("l"), text.as_bytes()).unwrap_err();
    let newer = of(r#"{"version": 2, "skills": {}}"#);
    assert!(matches!(newer, Error::Newer { version: 2, .. }), "{newer}");
    for text in ["{\n<<<<<<< HEAD\n}", "[]", "{}", r#"{"version": 1}"#] {
        let error = of(text);
        assert!(matches!(error, Error::State { .. }), "{error}");
    }
}

proptest! {
    /// Whatever such a file says, nothing panics, every entry is told, and no name leads elsewhere.
    #[test]
    fn any_entries(
        names in prop::collection::btree_set("[a-c./\\\\]{0,4}", 0..4),
        source in "[a-c/@#:.]{0,12}|https://[a-c@.]{1,6}/[a-c/]{0,6}",
        kind in prop::option::of("github|gitlab|git|local|well-known|x"),
        path in prop::option::of("[a-c./]{0,8}"),
    ) {
        let entry = serde_json::json!({
            "source": source, "sourceType": kind, "skillPath": path, "version": source, "registry": source,
        });
        let skills: Map<String, Value> = names.iter().map(|name| (name.clone(), entry.clone())).collect();
        let file = serde_json::json!({"version": 1, "skills": skills, "slug": source, "source": "git", "git": {"url": source}});
        for form in [Form::SkillsLock, Form::SkillLock, Form::ClawhubLock, Form::ClawhubOrigin, Form::OpenclawOrigin] {
            let imported = imported(form, &file.to_string());
            let count = imported.skills.len() + imported.refused.len();
            let of_one_skill = matches!(form, Form::ClawhubOrigin | Form::OpenclawOrigin);
            prop_assert_eq!(count, if of_one_skill { 1 } else { names.len() });
            for skill in &imported.skills {
                // What is kept in a file is read back from it.
                let whole = skill.origin.whole();
                prop_assert_eq!(whole.to_string().parse::<Source>().unwrap(), whole);
            }
        }
    }
}

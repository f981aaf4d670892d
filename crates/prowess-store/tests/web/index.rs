//! Indexes of any content.

use proptest::prelude::*;
use prowess_store::Error;
use prowess_store::fetch::site::{Artifact, ENTRIES, Index};
use url::Url;

const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

fn digest() -> String {
    format!("sha256:{}", "a1".repeat(32))
}

fn url() -> Url {
    "https://host.test/.well-known/agent-skills/index.json"
        .parse()
        .unwrap()
}

fn read(text: &str) -> Result<Index, Error> {
    Index::read(text.as_bytes(), &url())
}

/// An index of one entry with these fields, given as JSON.
fn with(fields: &str) -> Index {
    read(&format!(r#"{{"$schema":"{SCHEMA}","skills":[{fields}]}}"#)).unwrap()
}

/// Both kinds are read, addresses are relative to the index, fields that are not known are passed over, and the order is that of the names.
#[test]
fn both_kinds() {
    let digest = digest();
    let index = with(&format!(
        r#"{{"name":"b","type":"archive","description":"B","url":"https://cdn.test/b.tgz","digest":"{digest}","new":1}},
           {{"name":"a","type":"skill-md","description":"A","url":"a/SKILL.md","digest":"{digest}"}}"#
    ));
    assert_eq!(index.left_out, [] as [&str; 0]);
    assert_eq!(index.entries[0].warnings, [] as [&str; 0]);
    assert_eq!(
        index.entries[1].warnings,
        ["it comes from `cdn.test`, not from the site itself"]
    );
    let names: Vec<&str> = index
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b"]);
    let url = "https://host.test/.well-known/agent-skills/a/SKILL.md"
        .parse()
        .unwrap();
    let digest = digest.parse().unwrap();
    assert_eq!(
        index.entries[0].artifact,
        Artifact::SkillFile { url, digest }
    );
}

/// An index of a form that is not known is not read, and says which it is.
#[test]
fn forms() {
    for (text, part) in [
        (
            r#"{"$schema":"https://schemas.agentskills.io/discovery/0.9.0/schema.json","skills":[]}"#,
            "0.9.0/schema.json`, is not known",
        ),
        (r#"{"$schema":2,"skills":[]}"#, "its `$schema` is no text"),
        (r#"{"skills":{}}"#, "it has no list `skills`"),
        ("[]", "it is no object"),
        ("<html>", "no JSON"),
        ("", "no JSON"),
    ] {
        let message = read(text).unwrap_err().to_string();
        assert!(message.contains(part), "{text}: {message}");
    }
}

/// Each fault of an entry leaves that one out and is told.
#[test]
fn entries_that_cannot_be_used() {
    let digest = digest();
    let upper = digest.to_uppercase().replace("SHA256", "sha256");
    for (fields, told) in [
        ("7".to_owned(), "entry 1: it is no object"),
        ("{}".to_owned(), "entry 1: it has no `name`"),
        (
            r#"{"name":"../x","type":"skill-md"}"#.to_owned(),
            "`../x`: ",
        ),
        (r#"{"name":"a\u001b[1m"}"#.to_owned(), r"`a\u{1b}[1m`: "),
        (
            r#"{"name":"a","url":"x"}"#.to_owned(),
            "`a`: it has no `type`",
        ),
        (
            r#"{"name":"a","type":"skill-md","url":"x"}"#.to_owned(),
            "`a`: it has no `digest`",
        ),
        (
            format!(r#"{{"name":"a","type":"oci","url":"x","digest":"{digest}"}}"#),
            "`a`: its type, `oci`, is not known to this program",
        ),
        (
            format!(r#"{{"name":"a","type":"archive","url":"https://","digest":"{digest}"}}"#),
            "`a`: its address is none",
        ),
        (
            format!(
                r#"{{"name":"a","type":"archive","url":"https://me:pw@h.test/x","digest":"{digest}"}}"#
            ),
            "`a`: its address holds user information",
        ),
        (
            format!(r#"{{"name":"a","type":"archive","url":"x","digest":"{upper}"}}"#),
            "`a`: its digest, `sha256:A1",
        ),
        (
            r#"{"name":"a","type":"archive","url":"x","digest":"md5:00"}"#.to_owned(),
            "`a`: its digest, `md5:00`, is no `sha256:…`",
        ),
    ] {
        let index = with(&fields);
        assert_eq!(index.entries, [], "{fields}");
        assert!(
            index.left_out[0].starts_with(told),
            "{fields}: {:?}",
            index.left_out
        );
        assert!(!index.left_out[0].contains("pw"));
    }
}

/// Of two entries of one name neither is taken: which is meant would depend on who reads.
#[test]
fn a_name_twice() {
    let entry = |url: &str| {
        format!(
            r#"{{"name":"a","type":"archive","url":"{url}","digest":"{}"}}"#,
            digest()
        )
    };
    let index = with(&format!("{},{}", entry("x"), entry("y")));
    assert_eq!(index.entries, []);
    assert_eq!(index.left_out.len(), 2);
}

/// The older forms list files, by their paths alone or with digests; a path that leads out is refused with its skill.
#[test]
fn lists_of_files() {
    let index = read(&format!(
        r#"{{"version":"0.2.0","skills":[
            {{"name":"a","files":["SKILL.md","b/c d.md"]}},
            {{"name":"b","files":[{{"path":"SKILL.md","digest":"{0}"}}]}},
            {{"name":"c","files":["SKILL.md","../x"]}},
            {{"name":"d","files":["SKILL.md","SKILL.md"]}},
            {{"name":"e","type":"archive","url":"x","digest":"{0}"}}]}}"#,
        digest()
    ))
    .unwrap();
    let names: Vec<&str> = index
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b"]);
    let warned: Vec<usize> = index
        .entries
        .iter()
        .map(|entry| entry.warnings.len())
        .collect();
    assert_eq!(warned, [1, 0]);
    assert_eq!(
        index.left_out,
        [
            "`c`: its file `../x`: a part of it is `..`",
            "`d`: one of its files stands twice",
            "`e`: it has no list `files`, and the index says no form that has none"
        ]
    );
}

/// A long index is cut, and it is told.
#[test]
fn too_many() {
    let entries: Vec<String> = (0..ENTRIES + 2)
        .map(|number| {
            format!(
                r#"{{"name":"s{number}","type":"archive","url":"x","digest":"{}"}}"#,
                digest()
            )
        })
        .collect();
    let index = with(&entries.join(","));
    assert_eq!(index.entries.len(), ENTRIES);
    assert_eq!(
        index.left_out,
        ["2 entries of the index beyond the first 1000"]
    );
}

/// Pieces that indexes are made of, in any order and nesting.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("1e999".to_owned()),
        Just(format!("{SCHEMA:?}")),
        Just(format!("{:?}", digest())),
        Just("\"skill-md\"".to_owned()),
        Just("\"archive\"".to_owned()),
        "[a-z./%:@\\\\-]{0,12}".prop_map(|text| format!("{text:?}")),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop_oneof![
            Just("$schema"),
            Just("skills"),
            Just("name"),
            Just("type"),
            Just("url"),
            Just("digest"),
            Just("files"),
            Just("path"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6)
                .prop_map(|items| format!("[{}]", items.join(","))),
            proptest::collection::vec((key, inner), 0..8).prop_map(|pairs| {
                let pairs: Vec<String> = pairs
                    .into_iter()
                    .map(|(key, value)| format!("{key:?}:{value}"))
                    .collect();
                format!("{{{}}}", pairs.join(","))
            }),
        ]
    })
}

/// What holds of every index that is read: nothing is lost without a word, and what is offered is fit to be fetched.
fn holds(index: &Index) {
    for entry in &index.entries {
        assert!(entry.name.as_str().len() <= 64);
        match &entry.artifact {
            Artifact::SkillFile { url, .. } | Artifact::Archive { url, .. } => {
                assert!(url.username().is_empty() && url.password().is_none());
            }
            Artifact::Files { folder, .. } => {
                assert_eq!(folder.origin(), url().origin());
                assert!(folder.path().starts_with("/.well-known/agent-skills/"));
            }
            _ => {}
        }
    }
    let warnings = index.entries.iter().flat_map(|entry| &entry.warnings);
    for line in index.left_out.iter().chain(warnings) {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

proptest! {
    /// Any bytes are an index or an error.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(index) = Index::read(&bytes, &url()) {
            holds(&index);
        }
    }

    /// Any JSON of the words of an index is an index or an error, and each entry is offered or told.
    #[test]
    fn any_json(skills in proptest::collection::vec(json(), 0..6), has_schema in any::<bool>()) {
        let schema = if has_schema { format!("\"$schema\":{SCHEMA:?},") } else { String::new() };
        let text = format!("{{{schema}\"skills\":[{}]}}", skills.join(","));
        if let Ok(index) = read(&text) {
            holds(&index);
            prop_assert_eq!(index.entries.len() + index.left_out.len(), skills.len());
        }
        if let Some(whole) = skills.first()
            && let Ok(index) = read(whole)
        {
            holds(&index);
        }
    }
}

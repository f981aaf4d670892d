//! Profiles that read more than SKILL.md: notes, instructions for agents, files beside a skill.

#![expect(clippy::unwrap_used, reason = "helpers stop at a broken fixture")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::{
    Catalog, Described, FileKind, Profile, Request, ScopeJudge, Snapshot, Verdict,
};
use prowess_format::McpServers;

fn catalog(folder: &Path) -> Catalog {
    let mut request = Request::new(Profile::openhands(), Surroundings::bare(folder));
    request.judge = Arc::new(ScopeJudge::Everything);
    Catalog::new(request)
}

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.eligible().map(|entry| &*entry.name).collect()
}

/// In a repository, instructions in what git ignores are none of the project's; a nearer file of
/// patterns takes back what a farther one leaves out. A change of such a file is seen.
#[test]
fn ignored_instructions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(folder.path()).unwrap();
    write(&folder, ".git/HEAD", "ref: refs/heads/x\n");
    write(&folder, ".gitignore", "build/\nGEMINI.md\n");
    write(&folder, "build/AGENTS.md", "Built.\n");
    write(&folder, "a/GEMINI.md", "Left out.\n");
    write(&folder, "b/.gitignore", "!GEMINI.md\n");
    write(&folder, "b/GEMINI.md", "Taken back.\n");
    let mut catalog = catalog(&folder);
    assert_eq!(names(&catalog.load()), ["gemini:b"]);
    write(&folder, ".gitignore", "GEMINI.md\n# longer than it was\n");
    assert_eq!(names(&catalog.refresh()), ["gemini:b", "agents:build"]);
}

/// A refresh reads notes and instructions again under the names that their places give them, and all
/// of a file with instructions is its body.
#[test]
fn refreshed_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(folder.path()).unwrap();
    write(&folder, "server/AGENTS.md", "---\nname: x\n---\nServer.\n");
    write(
        &folder,
        ".agents/skills/sub/foo.md",
        "# Foo\n\nFirst line.\nMore.\n",
    );
    let mut catalog = catalog(&folder);
    let first = catalog.load();
    assert_eq!(names(&first), ["agents:server", "sub/foo"]);
    let foo = first.entry(first.get("sub/foo").unwrap()).unwrap();
    assert_eq!(
        (foo.kind, &*foo.description),
        (FileKind::Note, "First line.")
    );
    assert_eq!(foo.described, Described::Body { more: 6 });

    write(
        &folder,
        "server/AGENTS.md",
        "---\nname: x\n---\nServer, at length.\n",
    );
    write(
        &folder,
        ".agents/skills/sub/foo.md",
        "---\ntriggers: [foo]\n---\nBody.\n",
    );
    let second = catalog.refresh();
    assert_eq!(names(&second), ["agents:server", "sub/foo"]);
    let content = second
        .content(second.get("agents:server").unwrap())
        .unwrap();
    assert_eq!(content.body(), "---\nname: x\n---\nServer, at length.\n");
    let foo = second.entry(second.get("sub/foo").unwrap()).unwrap();
    assert!(foo.manifest.trigger.is_some() && !foo.manifest.resident);
}

/// A file of MCP servers beside a skill is kept as data, its change is seen, and one that cannot be
/// read makes the skill invalid.
#[test]
fn servers_beside_a_skill() {
    let folder = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(folder.path()).unwrap();
    write(
        &folder,
        ".agents/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\n---\n",
    );
    write(
        &folder,
        ".agents/skills/a/.mcp.json",
        r#"{"mcpServers": {}}"#,
    );
    let mut catalog = catalog(&folder);
    let first = catalog.load();
    let servers = McpServers(serde_json::json!({"mcpServers": {}}));
    assert_eq!(
        first.entries[0].manifest.mcp_servers,
        Some(Box::new(servers))
    );
    assert!(Arc::ptr_eq(&first, &catalog.refresh()));

    write(&folder, ".agents/skills/a/.mcp.json", "[1, 2, 3, 4]");
    let second = catalog.refresh();
    assert!(matches!(second.entries[0].verdict, Verdict::Invalid { .. }));
    fs::remove_file(folder.join(".agents/skills/a/.mcp.json")).unwrap();
    assert_eq!(names(&catalog.refresh()), ["a"]);
}

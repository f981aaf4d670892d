//! Names of tools, across clients.

/// A client whose words for tools are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Client {
    /// Our own.
    Own,
    /// Nanobot.
    Nanobot,
    /// OpenClaw.
    OpenClaw,
    /// Claude Code.
    Claude,
}

/// One tool and what clients call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Our name.
    pub own: &'static str,
    /// Nanobot's names, the usual one first.
    pub nanobot: &'static [&'static str],
    /// OpenClaw's names, the usual one first.
    pub openclaw: &'static [&'static str],
    /// Claude Code's names, the usual one first.
    pub claude: &'static [&'static str],
}

impl Known {
    /// What a client calls it; nothing where it has no such tool.
    #[must_use]
    pub fn name(&self, client: Client) -> Option<&'static str> {
        self.names(client).first().copied()
    }

    fn names(&self, client: Client) -> &'static [&'static str] {
        match client {
            Client::Own => &[],
            Client::Nanobot => self.nanobot,
            Client::OpenClaw => self.openclaw,
            Client::Claude => self.claude,
        }
    }

    fn is_called(&self, name: &str) -> bool {
        let mut names = [self.nanobot, self.openclaw, self.claude]
            .into_iter()
            .flatten();
        self.own == name || names.any(|known| known.eq_ignore_ascii_case(name))
    }
}

macro_rules! table {
    ($($own:literal: $nanobot:expr, $openclaw:expr, $claude:expr;)*) => {
        &[$(Known { own: $own, nanobot: &$nanobot, openclaw: &$openclaw, claude: &$claude }),*]
    };
}

/// Ours, Nanobot's, OpenClaw's, Claude Code's. Sources: the pages on Nanobot (7), OpenClaw (6) and the ecosystem (2).
const TABLE: &[Known] = table! {
    "read": ["read_file"], ["read"], ["Read"];
    "write": ["write_file"], ["write"], ["Write"];
    "edit": ["edit_file"], ["edit"], ["Edit", "MultiEdit"];
    "apply_patch": ["apply_patch"], ["apply_patch", "apply-patch"], [];
    "list": ["list_dir"], [], ["LS"];
    "glob": ["find_files"], [], ["Glob"];
    "grep": ["grep"], [], ["Grep"];
    "exec": ["exec"], ["exec", "bash"], ["Bash"];
    "process": ["write_stdin", "list_exec_sessions"], ["process"], ["BashOutput", "KillShell"];
    "run_skill_script": [], [], [];
    "web_fetch": ["web_fetch"], ["web_fetch"], ["WebFetch"];
    "web_search": ["web_search"], ["web_search"], ["WebSearch"];
    "load_skill": [], ["skills_read"], ["Skill"];
    "unload_skill": [], [], [];
    "cron": ["cron"], ["cron"], [];
    "memory": [], ["memory_search", "memory_get"], [];
    "message": ["message"], ["message"], [];
    "ask_user": [], [], ["AskUserQuestion"];
    "spawn": ["spawn"], ["sessions_spawn"], ["Task", "Agent"];
    "run_bt_skill": [], [], [];
};

/// The tool that a name of any client means; letters of any case.
#[must_use]
pub fn known(name: &str) -> Option<&'static Known> {
    let name = name.trim();
    let own = TABLE.iter().find(|known| known.own == name);
    own.or_else(|| TABLE.iter().find(|known| known.is_called(name)))
}

/// Our name for a tool that a client calls so; other clients' words do not count.
#[must_use]
pub fn known_as(client: Client, name: &str) -> Option<&'static str> {
    let found = TABLE.iter().find(|known| match client {
        Client::Own => known.own == name,
        client => known.names(client).contains(&name),
    });
    found.map(|known| known.own)
}

/// What names are compared by in lists of rules: blanks at the ends off, small letters, OpenClaw's two aliases resolved.
#[must_use]
pub fn key(name: &str) -> String {
    let name = name.trim().to_lowercase();
    match name.as_str() {
        "bash" => "exec".to_owned(),
        "apply-patch" => "apply_patch".to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_reads_every_clients_word() {
        let ours = |name| known(name).map(|known| known.own);
        assert_eq!(ours("Bash"), Some("exec"));
        assert_eq!(ours("bash"), Some("exec"));
        assert_eq!(ours("read_file"), Some("read"));
        assert_eq!(ours(" Read "), Some("read"));
        assert_eq!(ours("Skill"), Some("load_skill"));
        assert_eq!(ours("nope"), None);
        assert_eq!(known_as(Client::Claude, "Bash"), Some("exec"));
        assert_eq!(known_as(Client::Nanobot, "Bash"), None);
        assert_eq!(
            known("exec").and_then(|tool| tool.name(Client::Claude)),
            Some("Bash")
        );
    }

    #[test]
    fn no_word_means_two_tools() {
        for tool in TABLE {
            for name in [tool.nanobot, tool.openclaw, tool.claude].concat() {
                let meant: Vec<_> = TABLE.iter().filter(|known| known.is_called(name)).collect();
                assert_eq!(meant, [tool], "`{name}`");
            }
        }
    }
}

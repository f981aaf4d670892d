//! What a command that starts by itself reaches, by its text alone: it may stand where no reader of code
//! comes.

use std::sync::LazyLock;

use crate::pattern::Pattern;

use crate::host::{self, HostKind};

/// How far a command reaches, the farthest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It runs a program that is there.
    Local,
    /// A program stands in the command itself.
    Inline,
    /// It speaks to the network.
    Network,
    /// It runs what it decodes or fetches.
    Foreign,
}

static NETWORK: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?ix)
        (?:^|[\s;&|(`$'/\x22])
        (?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|ftp|tftp|iwr|irm|invoke-webrequest
          |invoke-restmethod|certutil|bitsadmin|mshta|start-bitstransfer)(?:\.exe)?(?:[\s'\x22]|$)
        |/dev/(?:tcp|udp)/
        |\b(?:urllib|requests\.(?:get|post|put)|http\.client|fetch\(|https?\.(?:get|request)\(|net\.connect
          |downloadstring|downloadfile|net\.webclient|socket\.socket)",
    )
});
static INLINE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?ix)
        \b(?:python[\d.]*|node|deno|bun|ruby|perl|php|osascript|pwsh|powershell)(?:\.exe)?
        \s+(?:-\w+\s+)*(?:-c|-e|--eval|-r|-p|-command)\b",
    )
});
static FOREIGN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?ix)
        (?:^|[^|])\|\s*(?:sudo\s+)?(?:/\S*/)?(?:env\s+)?(?:ba|z|da|k)?sh\b
        |(?:^|[^|])\|\s*(?:sudo\s+)?(?:python[\d.]*|node|perl|ruby|php|iex|invoke-expression)\b
        |\b(?:eval|source|\.)\s+[\x22']?(?:\$\(|`|<\()
        |\b(?:ba|z)?sh\s+(?:-c\s+)?[\x22']?(?:\$\(|`|<\()
        |\bbase64\s+(?:-d|-D|--decode|-di)\b|\bbase64\.b64decode|frombase64string|\batob\(
        |\s-(?:e|en|enc|encodedcommand)\s+[a-z0-9+/=]{20}
        |\bxxd\s+-r|\bopenssl\s+(?:enc|base64)\s+(?:-\S+\s+)*-d
        |\b(?:iex|invoke-expression)\b
        |\bexec\(|\beval\(",
    )
});
static ADDRESS: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#"(?i)\bhttps?://[^\s"'`<>|;)\\]+"#));

/// How far `command` reaches. A command that speaks to this machine alone is local; one that runs the
/// installer of a well-known tool by its own instructions speaks to the network.
pub(crate) fn reach(command: &str) -> Reach {
    let kinds: Vec<HostKind> = ADDRESS
        .find_iter(command)
        .map(|address| host::kind(address.as_str()))
        .collect();
    let has_address = !kinds.is_empty();
    let all = |of: &[HostKind]| has_address && kinds.iter().all(|kind| of.contains(kind));
    let stays_here = all(&[HostKind::Loopback, HostKind::Private]);
    if FOREIGN.is_match(command) && !all(&[HostKind::Installer]) {
        Reach::Foreign
    } else if !stays_here && (has_address || NETWORK.is_match(command)) {
        Reach::Network
    } else if INLINE.is_match(command) {
        Reach::Inline
    } else {
        Reach::Local
    }
}

/// Whether nobody knows who is behind the host of `address`: neither this machine or network, nor a
/// registry, nor the installer of a well-known tool.
pub(crate) fn is_unknown(address: &str) -> bool {
    !matches!(
        host::kind(address),
        HostKind::Loopback | HostKind::Private | HostKind::Registry | HostKind::Installer
    )
}

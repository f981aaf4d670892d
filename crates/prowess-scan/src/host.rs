//! What a host on the network stands for.

use std::net::{IpAddr, Ipv4Addr};

use serde::Serialize;
use url::{Host, Url};

use crate::code::HOLE;

/// What a host is, judged by its parsed name, never by a part of an address's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub(crate) enum HostKind {
    /// This machine.
    Loopback,
    /// A private or link-local network; the metadata services of clouds are [`HostKind::Metadata`].
    Private,
    /// `169.254.169.254` and its kin.
    Metadata,
    /// Where well-known tools are installed from by their own instructions (rustup, uv, Homebrew, nvm …).
    Installer,
    /// Package registries and their files.
    Registry,
    /// Where anybody can put files: releases and raw files of code hosts, buckets, file shares.
    UserContent,
    /// Paste sites, short links.
    Paste,
    /// Request bins, out-of-band testing, tunnels.
    Collector,
    /// Hooks and bots of chat services: Slack, Discord, Telegram.
    ChatHook,
    /// A public address without a name.
    RawAddress,
    /// Anything else.
    Named,
}

/// Installers by their own instructions: an exact host, and the start of the path where the host is
/// shared with others.
const INSTALLERS: &[(&str, &str)] = &[
    ("sh.rustup.rs", "/"),
    ("static.rust-lang.org", "/"),
    ("win.rustup.rs", "/"),
    ("astral.sh", "/"),
    ("get.docker.com", "/"),
    ("go.dev", "/dl/"),
    ("golang.org", "/dl/"),
    ("nodejs.org", "/dist/"),
    ("www.python.org", "/ftp/"),
    ("get.k3s.io", "/"),
    ("get.helm.sh", "/"),
    ("deb.nodesource.com", "/"),
    ("rpm.nodesource.com", "/"),
    ("fnm.vercel.app", "/install"),
    ("get.pnpm.io", "/"),
    ("bun.sh", "/"),
    ("bun.com", "/install"),
    ("deno.land", "/install.sh"),
    ("deno.land", "/x/install/"),
    ("install.python-poetry.org", "/"),
    ("pdm-project.org", "/install"),
    ("bootstrap.pypa.io", "/"),
    ("pyenv.run", "/"),
    ("pixi.sh", "/"),
    ("get.sdkman.io", "/"),
    ("get.nextflow.io", "/"),
    ("get.jetify.com", "/"),
    ("get.jetpack.io", "/"),
    ("mise.run", "/"),
    ("mise.jdx.dev", "/"),
    ("nixos.org", "/nix/install"),
    ("install.determinate.systems", "/"),
    ("starship.rs", "/install.sh"),
    ("ollama.com", "/install.sh"),
    ("ollama.ai", "/install.sh"),
    ("tailscale.com", "/install.sh"),
    ("fly.io", "/install.sh"),
    ("get.pulumi.com", "/"),
    ("cli.doppler.com", "/install.sh"),
    ("claude.ai", "/install"),
    ("cursor.com", "/install"),
    ("opencode.ai", "/install"),
    ("openclaw.ai", "/install"),
    ("clawd.bot", "/install"),
    ("cli.github.com", "/packages/"),
    ("dl.google.com", "/"),
    ("sdk.cloud.google.com", "/"),
    ("packages.cloud.google.com", "/"),
    ("awscli.amazonaws.com", "/"),
    ("aka.ms", "/installazurecli"),
    ("packages.microsoft.com", "/"),
    ("dot.net", "/v1/dotnet-install"),
    ("community.chocolatey.org", "/install.ps1"),
    ("chocolatey.org", "/install.ps1"),
    ("get.scoop.sh", "/"),
    ("dl.k8s.io", "/"),
    ("cli.run.nu", "/"),
    ("install.duckdb.org", "/"),
    ("foundry.paradigm.xyz", "/"),
    ("release.solana.com", "/"),
    ("release.anza.xyz", "/"),
    ("get.trunk.io", "/"),
    ("raw.githubusercontent.com", "/homebrew/install/"),
    ("raw.githubusercontent.com", "/nvm-sh/nvm/"),
    ("raw.githubusercontent.com", "/ohmyzsh/ohmyzsh/"),
    ("raw.githubusercontent.com", "/pyenv/pyenv-installer/"),
    ("raw.githubusercontent.com", "/helm/helm/"),
    ("raw.githubusercontent.com", "/golangci/golangci-lint/"),
    ("raw.githubusercontent.com", "/aquasecurity/trivy/"),
    ("raw.githubusercontent.com", "/anchore/"),
    ("raw.githubusercontent.com", "/creationix/nvm/"),
    ("raw.githubusercontent.com", "/asdf-vm/asdf/"),
    ("raw.githubusercontent.com", "/jesseduffield/lazydocker/"),
    ("raw.githubusercontent.com", "/rhysd/actionlint/"),
    ("raw.githubusercontent.com", "/anthropics/"),
    ("raw.githubusercontent.com", "/openclaw/"),
    ("raw.githubusercontent.com", "/k3d-io/k3d/"),
    ("install.perlbrew.pl", "/"),
    ("get.rvm.io", "/"),
    ("setup.atuin.sh", "/"),
    ("get.volta.sh", "/"),
    ("just.systems", "/install.sh"),
    ("sh.vector.dev", "/"),
    ("get.dagger.io", "/"),
    ("dl.dagger.io", "/"),
    ("app.codecov.io", "/"),
    ("semgrep.dev", "/install"),
    ("cli.sentry.dev", "/install"),
    ("sentry.io", "/get-cli"),
    ("get.convex.dev", "/"),
    ("cli.coderabbit.ai", "/install.sh"),
    ("linkerd.io", "/install"),
    ("run.linkerd.io", "/install"),
    ("istio.io", "/downloadistio"),
];

/// Registries: a host, or everything beneath it where it starts with a dot.
const REGISTRIES: &[&str] = &[
    "registry.npmjs.org",
    ".npmjs.com",
    "registry.yarnpkg.com",
    "pypi.org",
    ".pypi.org",
    "files.pythonhosted.org",
    "crates.io",
    "static.crates.io",
    "index.crates.io",
    "rubygems.org",
    "repo.maven.apache.org",
    "repo1.maven.org",
    "proxy.golang.org",
    "pkg.go.dev",
    "sum.golang.org",
    "hub.docker.com",
    "registry-1.docker.io",
    "ghcr.io",
    "quay.io",
    "gcr.io",
    "packagist.org",
    "nuget.org",
    ".nuget.org",
    "hackage.haskell.org",
    "hex.pm",
    "cran.r-project.org",
    "conda.anaconda.org",
    "repo.anaconda.com",
    "formulae.brew.sh",
    "jsr.io",
    "unpkg.com",
    "cdn.jsdelivr.net",
    "esm.sh",
    "cdnjs.cloudflare.com",
    "deb.debian.org",
    "archive.ubuntu.com",
    "dl-cdn.alpinelinux.org",
    "clawhub.ai",
    "clawhub.com",
    "skills.sh",
];

const USER_CONTENT: &[&str] = &[
    "github.com",
    "raw.githubusercontent.com",
    "objects.githubusercontent.com",
    "gist.githubusercontent.com",
    "gist.github.com",
    "codeload.github.com",
    ".github.io",
    "gitlab.com",
    ".gitlab.io",
    "bitbucket.org",
    "codeberg.org",
    "gitee.com",
    "sourceforge.net",
    "downloads.sourceforge.net",
    "huggingface.co",
    ".hf.space",
    ".amazonaws.com",
    ".cloudfront.net",
    "storage.googleapis.com",
    ".blob.core.windows.net",
    ".azurewebsites.net",
    ".r2.dev",
    ".digitaloceanspaces.com",
    ".pages.dev",
    ".workers.dev",
    ".vercel.app",
    ".netlify.app",
    ".onrender.com",
    ".herokuapp.com",
    ".fly.dev",
    ".up.railway.app",
    ".replit.app",
    ".repl.co",
    ".glitch.me",
    ".surge.sh",
    ".web.app",
    ".firebaseapp.com",
    ".deno.dev",
    "drive.google.com",
    "docs.google.com",
    "dropbox.com",
    ".dropbox.com",
    ".dropboxusercontent.com",
    "mega.nz",
    "mediafire.com",
    ".mediafire.com",
    "wetransfer.com",
    "onedrive.live.com",
    "1drv.ms",
    ".ipfs.io",
    "ipfs.io",
    "cdn.discordapp.com",
    "media.discordapp.net",
    "script.google.com",
    "script.googleusercontent.com",
];

const PASTES: &[&str] = &[
    "pastebin.com",
    "glot.io",
    "rentry.co",
    "rentry.org",
    "telegra.ph",
    "hastebin.com",
    "paste.ee",
    "dpaste.org",
    "dpaste.com",
    "ghostbin.com",
    "controlc.com",
    "justpaste.it",
    "paste.rs",
    "termbin.com",
    "ix.io",
    "sprunge.us",
    "0bin.net",
    "privatebin.net",
    "bpa.st",
    "paste.c-net.org",
    "transfer.sh",
    "file.io",
    "0x0.st",
    "catbox.moe",
    "files.catbox.moe",
    "litter.catbox.moe",
    "gofile.io",
    ".gofile.io",
    "anonfiles.com",
    "bashupload.com",
    "temp.sh",
    "tmpfiles.org",
    "oshi.at",
    "uguu.se",
    "pixeldrain.com",
    "sendgb.com",
    "filebin.net",
    "write.as",
    "txti.es",
    "snippet.host",
    "pastes.io",
    "bit.ly",
    "tinyurl.com",
    "is.gd",
    "cutt.ly",
    "rb.gy",
    "shorturl.at",
    "rebrand.ly",
    "goo.gl",
    "t.ly",
    "v.gd",
    "ow.ly",
    "s.id",
    "dub.sh",
];

const COLLECTORS: &[&str] = &[
    "webhook.site",
    ".webhook.site",
    "requestbin.com",
    ".requestbin.com",
    "requestbin.net",
    ".requestbin.net",
    ".pipedream.net",
    "requestcatcher.com",
    ".requestcatcher.com",
    "beeceptor.com",
    ".beeceptor.com",
    "hookbin.com",
    "ptsv2.com",
    "ptsv3.com",
    "postb.in",
    "rbnd.gl0.eu",
    "webhookinbox.com",
    "typedwebhook.tools",
    "requestinspector.com",
    "hookdeck.com",
    "hkdk.events",
    ".hkdk.events",
    "webhook.cool",
    "webhook-test.com",
    "mockbin.org",
    "mockbin.io",
    "interact.sh",
    ".interact.sh",
    ".oast.me",
    ".oast.fun",
    ".oast.live",
    ".oast.online",
    ".oast.pro",
    ".oast.site",
    ".oastify.com",
    ".burpcollaborator.net",
    ".bxss.in",
    ".bxss.me",
    ".dnslog.cn",
    ".ceye.io",
    ".dnsbin.zhack.ca",
    ".canarytokens.com",
    "canarytokens.com",
    ".ngrok.io",
    ".ngrok.app",
    ".ngrok.dev",
    ".ngrok-free.app",
    ".ngrok-free.dev",
    ".trycloudflare.com",
    ".loca.lt",
    ".localtunnel.me",
    ".serveo.net",
    "serveo.net",
    ".localhost.run",
    ".lhr.life",
    ".lhr.rocks",
    ".bore.pub",
    "bore.pub",
    ".pinggy.link",
    ".pinggy.io",
    ".tunnelmole.net",
    ".telebit.io",
    ".devtunnels.ms",
    ".localto.net",
    ".playit.gg",
    ".portmap.io",
    ".duckdns.org",
    ".no-ip.org",
    ".ddns.net",
    ".hopto.org",
    ".zapto.org",
    ".onion",
];

/// A host, and the start of the path that makes it a hook.
const CHAT_HOOKS: &[(&str, &str)] = &[
    ("hooks.slack.com", "/"),
    ("discord.com", "/api/webhooks"),
    ("discordapp.com", "/api/webhooks"),
    ("ptb.discord.com", "/api/webhooks"),
    ("canary.discord.com", "/api/webhooks"),
    ("api.telegram.org", "/bot"),
    (".webhook.office.com", "/"),
    ("open.feishu.cn", "/open-apis/bot"),
    ("oapi.dingtalk.com", "/robot"),
    ("qyapi.weixin.qq.com", "/cgi-bin/webhook"),
    ("maker.ifttt.com", "/"),
    ("hooks.zapier.com", "/"),
    ("ntfy.sh", "/"),
];

/// What the host of `address` is. The address may lack its scheme and may have parts that are not
/// known; one that is no address is [`HostKind::Named`].
pub(crate) fn kind(address: &str) -> HostKind {
    let Some(url) = parse(address) else {
        return HostKind::Named;
    };
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            if name == "localhost" || name.ends_with(".localhost") {
                HostKind::Loopback
            } else if name == "metadata.google.internal" {
                HostKind::Metadata
            } else if name.ends_with(".local") || name.ends_with(".internal") || !name.contains('.')
            {
                HostKind::Private
            } else {
                named(name, &url.path().to_ascii_lowercase())
            }
        }
        Some(Host::Ipv4(address)) => of_v4(address),
        Some(Host::Ipv6(address)) => match address.to_ipv4_mapped() {
            Some(mapped) => of_v4(mapped),
            None if address.is_loopback() || address.is_unspecified() => HostKind::Loopback,
            None if address.is_unique_local() || address.is_unicast_link_local() => {
                HostKind::Private
            }
            None => HostKind::RawAddress,
        },
        None => HostKind::Named,
    }
}

fn of_v4(address: Ipv4Addr) -> HostKind {
    if address == Ipv4Addr::new(169, 254, 169, 254) || address == Ipv4Addr::new(169, 254, 170, 2) {
        HostKind::Metadata
    } else if address.is_loopback() || address.is_unspecified() {
        HostKind::Loopback
    } else if address.is_private() || address.is_link_local() {
        HostKind::Private
    } else {
        HostKind::RawAddress
    }
}

fn named(name: &str, path: &str) -> HostKind {
    let with_path = |table: &[(&str, &str)]| {
        table
            .iter()
            .any(|(host, start)| is_host(name, host) && path.starts_with(start))
    };
    let is_in = |table: &[&str]| table.iter().any(|host| is_host(name, host));
    if with_path(INSTALLERS) {
        HostKind::Installer
    } else if with_path(CHAT_HOOKS) {
        HostKind::ChatHook
    } else if is_in(COLLECTORS) {
        HostKind::Collector
    } else if is_in(PASTES) {
        HostKind::Paste
    } else if is_in(REGISTRIES) {
        HostKind::Registry
    } else if is_in(USER_CONTENT) {
        HostKind::UserContent
    } else {
        HostKind::Named
    }
}

/// Whether `name` is `entry` (or its `www.`), or lies beneath it where it starts with a dot.
fn is_host(name: &str, entry: &str) -> bool {
    if entry.starts_with('.') {
        name.ends_with(entry)
    } else {
        name == entry || name.strip_prefix("www.") == Some(entry)
    }
}

/// The host of `address` in lower case, without a dot at its end; nothing where it is no address or the
/// host is not known.
pub(crate) fn name(address: &str) -> Option<String> {
    let url = parse(address)?;
    let host = url.host_str()?.trim_end_matches('.');
    (host != UNKNOWN && !host.is_empty()).then(|| host.to_owned())
}

/// Whether two hosts belong to one owner: they are the same, or share the part that is registered.
pub(crate) fn is_same_site(one: &str, other: &str) -> bool {
    one == other || site(one).is_some_and(|site_of_one| site(other) == Some(site_of_one))
}

/// The part of a host that is registered: `example.co.uk` of `api.example.co.uk`. An address in numbers
/// has none.
pub(crate) fn site(host: &str) -> Option<&str> {
    match host.parse::<IpAddr>() {
        Ok(_) => None,
        Err(_) => psl::domain_str(host),
    }
}

/// What stands in an address for a part that is not known.
const UNKNOWN: &str = "unknown-part";

fn parse(address: &str) -> Option<Url> {
    let address = address.trim().trim_matches(['"', '\'', '<', '>']);
    if address.is_empty() || address.len() > 4_096 {
        return None;
    }
    let address = address.replace(HOLE, UNKNOWN);
    let known = if address.contains("://") {
        address
    } else if let Some(rest) = address.strip_prefix("//") {
        format!("http://{rest}")
    } else {
        format!("http://{address}")
    };
    let url = Url::parse(&known).ok()?;
    url.has_host().then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an address is follows from its host alone, whatever stands around it.
    #[test]
    fn kinds() {
        for (address, expected) in [
            ("https://sh.rustup.rs", HostKind::Installer),
            (
                "https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh",
                HostKind::Installer,
            ),
            (
                "https://raw.githubusercontent.com/someone/x/main/i.sh",
                HostKind::UserContent,
            ),
            ("https://evil.test/?ref=github.com", HostKind::Named),
            ("https://github.com@evil.test/x", HostKind::Named),
            ("https://github.com.evil.test/x", HostKind::Named),
            ("https://evil.test/sh.rustup.rs", HostKind::Named),
            ("https://webhook.site./abc", HostKind::Collector),
            ("WEBHOOK.SITE/abc", HostKind::Collector),
            ("https://\u{FFFC}.oast.fun/", HostKind::Collector),
            ("http://198.51.100.7/x", HostKind::RawAddress),
            ("http://3325256711/x", HostKind::RawAddress),
            ("http://0xC6336407/x", HostKind::RawAddress),
            ("http://[2001:db8::1]/", HostKind::RawAddress),
            ("http://127.0.0.1:8080", HostKind::Loopback),
            ("localhost:3000/api", HostKind::Loopback),
            ("http://10.0.0.1", HostKind::Private),
            (
                "http://169.254.169.254/latest/meta-data",
                HostKind::Metadata,
            ),
            ("https://discord.com/api/webhooks/1/x", HostKind::ChatHook),
            ("https://discord.com/developers", HostKind::Named),
            ("https://pastebin.com/raw/x", HostKind::Paste),
            ("https://registry.npmjs.org/x", HostKind::Registry),
            ("https://api.example.com", HostKind::Named),
            ("not an address", HostKind::Named),
        ] {
            assert_eq!(kind(address), expected, "{address}");
        }
    }

    /// Hosts of one registered name are of one owner; hosts beneath a public suffix are not.
    #[test]
    fn sites() {
        assert!(is_same_site("api.example.co.uk", "www.example.co.uk"));
        assert!(!is_same_site("one.co.uk", "two.co.uk"));
        assert!(!is_same_site("one.github.io", "two.github.io"));
        assert!(!is_same_site("198.51.100.7", "203.0.113.7"));
    }

    /// A host is read from an address without a scheme, and is nothing where it is not known.
    #[test]
    fn names() {
        assert_eq!(
            name("api.example.com/x").as_deref(),
            Some("api.example.com")
        );
        assert_eq!(name("https://\u{FFFC}/x"), None);
        assert_eq!(
            name("https://A.example.com.:8443/"),
            Some("a.example.com".to_owned())
        );
    }
}

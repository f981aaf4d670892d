//! What a host on the network stands for.

use serde::Serialize;

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

//! What the user allows.

use std::collections::BTreeSet;
use std::time::Duration;

/// What a client may do. The default is what is safe without asking: HTTPS to the public network, HTTP to this
/// machine.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Hosts, in lower case, that may be spoken to without encryption and at private addresses: the user's
    /// own registries. Never from a project's file.
    pub trusted_hosts: BTreeSet<String>,
    /// Most bytes of one answer, unless the request sets its own bound.
    pub bytes: u64,
    /// How long one request may take in all, redirects included and pauses between attempts aside.
    pub time: Duration,
    /// How long a connection may take to stand.
    pub connect_time: Duration,
    /// How long a server may send nothing.
    pub silence: Duration,
    /// Most redirects of one request.
    pub redirects: usize,
    /// How often a request that a busy server or a broken connection has failed is made again.
    pub retries: u32,
    /// The pause before the first further attempt; each next one is twice as long.
    pub pause: Duration,
    /// The longest pause. A server that asks for more is a failure that says until when.
    pub longest_pause: Duration,
}

impl Default for Rules {
    /// 256 MiB, 10 minutes, 20 s to connect, 30 s of silence, 5 redirects, 3 retries after 0.5, 1 and 2 s, at most 30 s.
    fn default() -> Self {
        Self {
            trusted_hosts: BTreeSet::new(),
            bytes: 256 << 20,
            time: Duration::from_secs(600),
            connect_time: Duration::from_secs(20),
            silence: Duration::from_secs(30),
            redirects: 5,
            retries: 3,
            pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
        }
    }
}

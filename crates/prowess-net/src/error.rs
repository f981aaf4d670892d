//! What kept something from being fetched.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use url::Url;

/// What kept something from being fetched. Addresses in it have no user information, and their queries are cut
/// off: both may hold secrets.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address is of another scheme, or of plain HTTP to another machine.
    #[error(
        "`{url}` is not fetched: only https, and http to this machine, unless you trust the host"
    )]
    Scheme {
        /// The address.
        url: String,
    },
    /// The host is at an address that is not on the public network.
    #[error("`{url}` is not fetched: its host is at {address}, which is not on the public network")]
    Private {
        /// The address that was asked for, or that a redirect led to.
        url: String,
        /// Where its host is.
        address: IpAddr,
    },
    /// The name of the host has no address: it does not exist, or there is no network.
    #[error("`{host}` cannot be found: there is no such name, or no network")]
    Offline {
        /// The host.
        host: String,
    },
    /// No connection stands.
    #[error("no connection to `{host}`: {reason}")]
    Connect {
        /// The host.
        host: String,
        /// What the system or the encryption says.
        reason: String,
    },
    /// It took too long.
    #[error("`{url}` took longer than {limit:?}")]
    Timeout {
        /// The address.
        url: String,
        /// The bound that was passed.
        limit: Duration,
    },
    /// There are too many redirects, or one that leads nowhere.
    #[error("`{url}` redirects too often, or to no address")]
    Redirects {
        /// The address that was asked for.
        url: String,
    },
    /// The answer is larger than is taken.
    #[error("`{url}` is larger than {bound} bytes")]
    TooLarge {
        /// The address.
        url: String,
        /// Most bytes.
        bound: u64,
    },
    /// The connection ended before the answer did.
    #[error("the answer of `{url}` broke off after {bytes} bytes")]
    Truncated {
        /// The address.
        url: String,
        /// What had come.
        bytes: u64,
    },
    /// The server asks to wait longer than a request waits.
    #[error("`{host}` limits how often it is asked{}", until_words(*.until))]
    RateLimited {
        /// The host.
        host: String,
        /// Until when, where the server says.
        until: Option<SystemTime>,
    },
    /// The server has no such thing, or does not show it to everyone.
    #[error("`{url}` is not there, or is private ({status})")]
    NotFound {
        /// The address.
        url: String,
        /// 404 or 410; 401 or 403 where the server refuses.
        status: u16,
    },
    /// Any other status that is no success.
    #[error("`{url}` answers {status}")]
    Status {
        /// The address.
        url: String,
        /// The status.
        status: u16,
    },
    /// The request itself cannot be made.
    #[error("the request cannot be made: {reason}")]
    Request {
        /// What is wrong with it.
        reason: String,
    },
}

impl Error {
    /// Whether the same request may succeed a moment later.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Connect { .. } | Self::Timeout { .. } | Self::Truncated { .. }
        ) || matches!(self, Self::Status { status, .. } if is_busy(*status))
    }
}

/// Statuses of a server that may answer a moment later.
pub(crate) const fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 500 | 502 | 503 | 504)
}

fn until_words(until: Option<SystemTime>) -> String {
    until.map_or_else(String::new, |until| {
        format!(" until {}", httpdate::fmt_http_date(until))
    })
}

/// An address as it may be shown: without user information, query and fragment, each of which may hold secrets.
#[must_use]
pub fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Neither fails where there is a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}

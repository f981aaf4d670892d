//! User information of an address.

use std::fmt;

use percent_encoding::percent_decode_str;
use prowess_net::Credential;
use url::Url;

/// A name and a password that stood in an address. For one run: it is never stored, and shows in no error or debug
/// output.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// The name; a token often stands here alone.
    pub user: String,
    /// The password, where there is one.
    pub password: Option<String>,
}

impl Login {
    /// What proves it to a server of HTTP.
    #[must_use]
    pub fn credential(&self) -> Credential {
        Credential::basic(&self.user, self.password.as_deref().unwrap_or_default())
    }

    /// Takes the user information off an address.
    pub(super) fn take(url: &mut Url) -> Option<Self> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let user = decoded(url.username());
        let password = url.password().map(decoded);
        // Neither fails where there is a host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        (!user.is_empty() || password.is_some()).then_some(Self { user, password })
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login(…)")
    }
}

/// A text without what may be user information in it, and without a query, both of which may hold secrets.
pub(super) fn redacted(text: &str) -> String {
    let text = text.split_once('?').map_or(text, |(text, _)| text);
    let Some((scheme, rest)) = text.split_once(':') else {
        return text.to_owned();
    };
    let authority_at = rest.len() - rest.trim_start_matches(['/', '\\']).len();
    let (slashes, rest) = rest.split_at(authority_at);
    let end = rest.find(['/', '\\', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((user, host)) if !user.is_empty() => format!("{scheme}:{slashes}{host}{path}"),
        // `git:https://…`: an address within.
        _ => format!("{scheme}:{slashes}{}", redacted(rest)),
    }
}

//! How long to wait before asking again.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// When a server wants to be asked again, by `Retry-After` (RFC 9110, 10.2.3) or the reset time that code hosts
/// send with an exhausted quota.
pub(crate) fn until(fields: &HeaderMap, now: SystemTime) -> Option<SystemTime> {
    let text = |name: &str| {
        fields
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
    };
    if let Some(value) = text(RETRY_AFTER.as_str()) {
        return match value.parse::<u64>() {
            Ok(seconds) => now.checked_add(Duration::from_secs(seconds)),
            Err(_) => httpdate::parse_http_date(value).ok(),
        };
    }
    let is_exhausted = text("x-ratelimit-remaining") == Some("0");
    let reset = text("x-ratelimit-reset").filter(|_| is_exhausted)?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(reset.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds, a date, the quota of a code host, and nothing that can be read.
    #[test]
    fn until_when() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let after = |pairs: &[(&'static str, &'static str)]| {
            let fields: HeaderMap = pairs
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
                .collect();
            until(&fields, now).map(|until| {
                until
                    .duration_since(SystemTime::UNIX_EPOCH)
                    .unwrap()
                    .as_secs()
            })
        };
        assert_eq!(after(&[("retry-after", "7")]), Some(1_007));
        assert_eq!(
            after(&[("retry-after", "Thu, 01 Jan 1970 00:30:00 GMT")]),
            Some(1_800)
        );
        assert_eq!(after(&[("retry-after", "soon")]), None);
        assert_eq!(
            after(&[
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset", "1790000000")
            ]),
            Some(1_790_000_000)
        );
        assert_eq!(
            after(&[
                ("x-ratelimit-remaining", "4"),
                ("x-ratelimit-reset", "1790000000")
            ]),
            None
        );
    }
}
